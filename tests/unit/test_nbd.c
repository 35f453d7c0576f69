/* test_nbd.c - the NBD backend against a real server. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "server_rig.h"
#include "unit.h"

#define MIB          ((size_t)1 << 20)
#define WRITES       (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define LIST(...)    ((const char *const[]){__VA_ARGS__, NULL})
#define ALLOWED      "overwrite=yes", "export=bench", "timeout=2s"

/* One server for most tests of this file; the first one starts it. */
static struct server server;
static bool has_server;

static bool begin(struct rig_client *c)
{
	if (!has_server)
		return false;
	CU_ASSERT_EQUAL_FATAL(server_client(&server, c, LIST(ALLOWED)), 0);
	return true;
}

static bool start(struct server *out, const char *const *arguments)
{
	return server_start(out, "nbd", "nbdkit.sh", arguments);
}

static void starts(void)
{
	has_server = start(&server, LIST("--size", "64M"));
}

static void stops(void)
{
	if (has_server)
		server_stop(&server);
	has_server = false;
}

static void round_trips(void)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},
	             {53, 4096},
	             {65537, 65536},
	             {3 * MIB + 5, 65536},
	             {9 * MIB + 1, 4 * MIB},
	             {70001, 1000},
	             {64 * MIB, 32 * MIB}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		CU_ASSERT_EQUAL(server_write(&c, "f", WRITES, table[i].size,
		                             table[i].record, (unsigned)i),
		                0);
		CU_ASSERT(server_read(&c, "f", table[i].size, table[i].record,
		                      (unsigned)i, false));
		CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	}
	rig_client_close(&c);
}

static void end_of_the_export(void)
{
	char bytes[1000];
	struct rig_client c;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", WRITES | BENCH_O_READ, 0, &file),
	        0);
	CU_ASSERT_EQUAL(c.backend->read(file, bytes, 1000, 64 * MIB - 300), 300);
	CU_ASSERT_EQUAL(c.backend->read(file, bytes, 1000, 64 * MIB), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, bytes, 0, 0), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 1000, 64 * MIB - 300),
	                -ENOSPC);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "the export ends at 67108864 bytes"));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	rig_client_close(&c);
}

/* One file, as large as the export. */
static void names(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct rig_client c;
	char byte = 'x';
	void *file, *second;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "one", &st), -ENOENT);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "one", WRITES | BENCH_O_EXCL, 0, &file),
	        0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "two", WRITES, 0, &second),
	                -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "one file at a time"));
	CU_ASSERT_EQUAL(c.backend->open(c.session, "one", WRITES | BENCH_O_EXCL, 0,
	                                &second),
	                -EEXIST);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "one", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 64 * MIB);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "two"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "one"), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "two", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
}

static void pipelined(void)
{
	static const struct {
		size_t record;
		unsigned records, depth;
	} table[] = {{4096, 500, 8}, {65536, 100, 64}, {3 * MIB + 11, 9, 4}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		void *file;

		CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "p",
		                                      WRITES | BENCH_O_READ, 0, &file),
		                      0);
		CU_ASSERT(server_pipeline(&c, file, BENCH_OP_WRITE, table[i].record,
		                          table[i].records, table[i].depth,
		                          (unsigned)i));
		CU_ASSERT_EQUAL(c.backend->flush(file), 0);
		CU_ASSERT(server_pipeline(&c, file, BENCH_OP_READ, table[i].record,
		                          table[i].records, table[i].depth,
		                          (unsigned)i));
		CU_ASSERT_EQUAL(c.backend->close(file), 0);
	}
	rig_client_close(&c);
}

static void pipelined_odds(void)
{
	struct bench_io ios[4], *v[4], *done[4];
	char bytes[200];
	struct rig_client c;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "q", BENCH_O_READ, 0, &file), 0);
	/* Nothing flies: reap comes back at once. */
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 1, 4, -1), 0);
	ios[0] = (struct bench_io){BENCH_OP_READ, file, bytes, 100,
	                           64 * MIB - 50, 0,    0,     NULL};
	ios[1] = (struct bench_io){.op = BENCH_OP_FLUSH, .file = file};
	ios[2] = (struct bench_io){BENCH_OP_READ, file, bytes, 100,
	                           64 * MIB,      0,    0,     NULL};
	ios[3] = (struct bench_io){
	        BENCH_OP_WRITE, file, bytes + 100, 100, 0, 0, 0, NULL};
	for (int i = 0; i < 4; i++)
		v[i] = &ios[i];
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 4), 4);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 4, 4, -1), 4);
	CU_ASSERT_EQUAL(ios[0].result, 50);
	CU_ASSERT_EQUAL(ios[1].result, 0);
	CU_ASSERT_EQUAL(ios[2].result, 0);
	CU_ASSERT_EQUAL(ios[3].result, -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	rig_client_close(&c);
}

static void is_told(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props,
	                BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_STABLE);
	CU_ASSERT_EQUAL(caps.max_size, 64 * MIB);
	CU_ASSERT_EQUAL(caps.free_bytes, 64 * MIB);
	CU_ASSERT_EQUAL(caps.max_io, 32 * MIB);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	for (const char *const *fact =
	             LIST("peer=127.0.0.1\n", "handshake=newstyle-fixed\n",
	                  "structured_replies=yes\n", "can_flush=yes\n",
	                  "can_fua=yes\n", "size=67108864\n", "transport=tcp\n");
	     *fact; fact++)
		if (!strstr(c.facts, *fact)) {
			CU_FAIL("a fact is missing");
			fprintf(stderr, "\n%s not in %s\n", *fact, c.facts);
		}
	rig_client_close(&c);
}

/* Two connections see each other's data; each write is stable with FUA. */
static void shared(void)
{
	const struct bench_who who = {.size = sizeof(who), .ranks = 1};
	struct rig_client c, other;

	if (!begin(&c))
		return;
	other = c;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->session_open(c.target, &who, c.ctx, &other.session), 0);
	CU_ASSERT_EQUAL(server_write(&c, "s", WRITES | BENCH_O_SYNC, MIB, 4096, 3),
	                0);
	CU_ASSERT(server_read(&other, "s", MIB, 65536, 3, false));
	c.backend->session_close(other.session);
	rig_client_close(&c);
}

/* A server that wants blocks of 4096 bytes gets nothing else. */
static void blocks(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct server strict;
	struct rig_client c;
	char bytes[4096] = "";
	void *file;

	if (!start(&strict, LIST("--filter", "blocksize-policy", "--line",
	                         "blocksize-minimum=4096", "--line",
	                         "blocksize-preferred=65536", "--line",
	                         "blocksize-maximum=1M", "--line",
	                         "blocksize-error-policy=error")))
		return;
	CU_ASSERT_EQUAL_FATAL(server_client(&strict, &c, LIST(ALLOWED)), 0);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.align, 4096);
	CU_ASSERT_EQUAL(caps.min_io, 4096);
	CU_ASSERT_EQUAL(caps.best_io, 65536);
	CU_ASSERT_EQUAL(caps.max_io, MIB);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 4096, 8192), 4096);
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 1000, 0), -ENOTSUP);
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 4096, 512), -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "multiples of 4096 bytes"));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
	server_stop(&strict);
}

/* Nothing is promised where the server does not promise it. */
static void no_promises(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct server plain;
	struct rig_client c;
	void *file;

	if (!start(&plain, LIST("--filter", "fua", "--filter", "multi-conn",
	                        "--line", "multi-conn-mode=disable")))
		return;
	CU_ASSERT_EQUAL_FATAL(server_client(&plain, &c, LIST(ALLOWED)), 0);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props & BENCH_SHARED, 0);
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "f", WRITES | BENCH_O_SYNC, 0, &file),
	        -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "(FUA)"));
	rig_client_close(&c);
	server_stop(&plain);
}

static void local_socket(void)
{
	struct server local;
	struct rig_client c;
	char *path = text_format("%s/nbd.sock", unit_scratch());
	char *option = text_format("socket=%s", path);

	if (start(&local, LIST("--socket", path))) {
		CU_ASSERT_EQUAL_FATAL(
		        rig_client_open(&local.rig, &c, LIST(option, ALLOWED)), 0);
		CU_ASSERT_EQUAL(server_write(&c, "f", WRITES, MIB, 65536, 1), 0);
		CU_ASSERT(server_read(&c, "f", MIB, 65536, 1, false));
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "transport=unix\n"));
		CU_ASSERT_PTR_NULL(strstr(c.facts, "peer="));
		rig_client_close(&c);
		server_stop(&local);
	}
	free(option);
	free(path);
}

static void refusals(void)
{
	struct server reads;
	struct rig rig;
	char *port;

	if (!server_plugin(&rig, "nbd"))
		return;
	rig_client_fails(&rig, LIST("host=h", "export=precious"), -EPERM,
	                 "a run would destroy what is on the export `precious` of "
	                 "h; if nobody needs that, say `overwrite = yes`");
	rig_client_fails(&rig, LIST("overwrite=yes"), -EINVAL,
	                 "either `host` or `socket`");
	rig_client_fails(&rig, LIST(ALLOWED, "host=127.0.0.1", "port=1"),
	                 -ECONNREFUSED,
	                 "could not connect to remote host: Connection refused");
	rig_client_fails(&rig, LIST(ALLOWED, "socket=/nowhere"), -ENOENT,
	                 "NBD server at /nowhere: ");
	plugin_free(rig.plugin);
	if (has_server) {
		port = text_format("port=%d", server.port);
		rig_client_fails(
		        &server.rig,
		        LIST("host=127.0.0.1", port, "overwrite=yes", "export=none"),
		        -ENOENT, "server has no export named 'none'");
		free(port);
	}
	if (!start(&reads, LIST("--read-only", "yes")))
		return;
	port = text_format("port=%d", reads.port);
	rig_client_fails(&reads.rig, LIST("host=127.0.0.1", port, ALLOWED), -EROFS,
	                 "the export is read-only");
	free(port);
	server_stop(&reads);
}

/* Who says nothing is given up, and who goes away is told of. */
static void silence_and_death(void)
{
	struct bench_io ios[2], *v[2] = {&ios[0], &ios[1]}, *done[2];
	struct server mortal;
	struct rig_client c, other;
	char bytes[2][512];
	void *file;

	if (!start(&mortal, NULL))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        server_client(&mortal, &c, LIST(ALLOWED, "timeout=300ms")), 0);
	CU_ASSERT_EQUAL_FATAL(server_client(&mortal, &other, LIST(ALLOWED)), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	server_signal(&mortal, SIGSTOP);
	for (int i = 0; i < 2; i++)
		ios[i] = (struct bench_io){BENCH_OP_READ, file, bytes[i], 512, 0, 0, 0,
		                           NULL};
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 2), 2);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 2, 2, -1), 2);
	CU_ASSERT_EQUAL(ios[0].result, -ETIMEDOUT);
	CU_ASSERT_EQUAL(ios[1].result, -ETIMEDOUT);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "did not answer within 0.3 s"));
	CU_ASSERT_EQUAL(c.backend->read(file, bytes, 512, 0), -ETIMEDOUT);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(other.backend->cancel(other.session), 0);
	CU_ASSERT_EQUAL(other.backend->ping(other.session), -ECANCELED);
	rig_client_close(&c);
	rig_client_close(&other);
	server_signal(&mortal, SIGCONT);
	CU_ASSERT_EQUAL_FATAL(server_client(&mortal, &c, LIST(ALLOWED)), 0);
	server_signal(&mortal, SIGKILL);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECONNRESET);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "closed the connection or died"));
	rig_client_close(&c);
	server_stop(&mortal);
}

static int keep(void *arg, const char *key, const char *value)
{
	struct text *text = arg;

	text_add(text, "%s=%s ", key, value);
	return 0;
}

static void urls(void)
{
	static const struct {
		const char *url, *options; /* NULL: refused */
	} table[] = {
	        {"nbd://nas/disk", "host=nas export=disk "},
	        {"nbd://nas:10810", "host=nas port=10810 "},
	        {"nbd://[fe80::1%25eth0]:9/a/b%20c",
	         "host=fe80::1%eth0 port=9 export=a/b c "},
	        {"nbd+unix:///disk?socket=/run/nbd.sock",
	         "export=disk socket=/run/nbd.sock "},
	        {"nbd+unix://?socket=s", "socket=s "},
	        {"nbd:///disk", NULL},
	        {"nbd://[::1", NULL},
	        {"nbd://[::1]x", NULL},
	        {"nbd://nas/a%0", NULL},
	        {"nbd://nas/a?tls=1", NULL},
	        {"nbd+unix:///disk", NULL},
	        {"nbd+unix://host/disk?socket=s", NULL},
	        {"nbds://nas/disk", NULL},
	};
	struct rig rig;
	struct rig_client c;

	if (!server_plugin(&rig, "nbd"))
		return;
	CU_ASSERT_FATAL(rig_client_prepare(&rig, &c, LIST("host=h")));
	for (size_t i = 0; i < COUNT(table); i++) {
		struct text text = {0};
		int error = c.backend->from_url(table[i].url, c.ctx, keep, &text);
		char *options = text_take(&text);

		if (table[i].options) {
			CU_ASSERT_EQUAL(error, 0);
			CU_ASSERT_STRING_EQUAL(options, table[i].options);
		} else {
			CU_ASSERT_EQUAL(error, -EINVAL);
		}
		free(options);
	}
	rig_client_close(&c);
	plugin_free(rig.plugin);
}

static CU_TestInfo cases[] = {
        {"the server starts", starts},
        {"sizes and records", round_trips},
        {"the end of the export", end_of_the_export},
        {"one file", names},
        {"several records in flight", pipelined},
        {"short and wrong ones in flight", pipelined_odds},
        {"facts and caps", is_told},
        {"two sessions, one export", shared},
        {"the server's block sizes", blocks},
        {"no FUA, no sharing", no_promises},
        {"a socket of this machine", local_socket},
        {"refusals", refusals},
        {"silence and death", silence_and_death},
        {"URLs", urls},
        {"the server stops", stops},
        CU_TEST_INFO_NULL};
UNIT_SUITE(nbd, cases)
