/* test_http.c - the http backend's files and names against a real server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "http_rig.h"
#include "unit.h"

#define KIB    ((size_t)1024)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define MAKES  (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)

static void with_server(void (*test)(struct script_client *c,
                                     const struct script_server *server))
{
	struct script_server server = {0};
	struct script_client c;

	if (!http_server_start(&server, NULL, NULL))
		return;
	CU_ASSERT_EQUAL(http_client_reach(&c, &server), 0);
	script_says(&c, "");
	if (c.session)
		test(&c, &server);
	CU_ASSERT_STRING_EQUAL(c.notes, "");
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static bool check_file(struct script_client *c, const char *name,
                       unsigned flags, uint64_t size, size_t record,
                       unsigned seed, int passes)
{
	void *file;
	bool same = true;

	if (c->backend->open(c->session, name, BENCH_O_READ | flags, size, &file))
		return false;
	for (int i = 0; i < passes; i++)
		same = same && script_read(c, file, size, record, seed);
	return c->backend->close(file) == 0 && same;
}

/* Every size by every way. */
static void round_trips(struct script_client *c,
                        const struct script_server *server)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},
	             {53, 4096},
	             {4096, 4096},
	             {65537, 65536},
	             {3 * 1048576 + 5, 65536},
	             {70001, 1000},
	             {300000, 100003},
	             {5 * 1048576, 1048576},
	             {5 * 1048576, 4096}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seed = (unsigned)i;

		CU_ASSERT_EQUAL(script_write(c, "f", MAKES | SEQ, size, record, seed),
		                0);
		CU_ASSERT(script_on_disk(server, "f", size, seed));
		CU_ASSERT(check_file(c, "f", SEQ, size, record, seed, 3));
		/* Over it, and then over the same name again. */
		CU_ASSERT_EQUAL(script_write(c, "f", BENCH_O_WRITE | SEQ, size, record,
		                             seed + 50),
		                0);
		CU_ASSERT(script_on_disk(server, "f", size, seed + 50));
		if (size / record < 100)
			CU_ASSERT(check_file(c, "f", 0, size, record, seed + 50, 2));
		CU_ASSERT_EQUAL(c->backend->unlink(c->session, "f"), 0);
	}
	/* One connection was enough, the one of the beginning. */
	c->facts[0] = '\0';
	CU_ASSERT_EQUAL(c->backend->counters(c->session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "connections=0\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "ms_per_operation="));
}

static void all_round_trips(void)
{
	with_server(round_trips);
}

static void put_pass(struct script_client *c, void *file, unsigned seed)
{
	unsigned char buffer[KIB];

	for (uint64_t at = 0; at < 10 * KIB; at += KIB) {
		script_fill(buffer, KIB, at, seed);
		CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, at), (int64_t)KIB);
	}
}

/* A size that is announced, and one that is not known. */
static void passes(struct script_client *c, const struct script_server *server)
{
	static const uint64_t hints[] = {10 * KIB, 0};
	unsigned char buffer[KIB] = {0};
	void *file;

	for (size_t i = 0; i < 2; i++) {
		CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, "p", WRITES | SEQ,
		                                       hints[i], &file),
		                      0);
		for (unsigned pass = 0; pass < 4; pass++) {
			put_pass(c, file, pass);
			/* With a flush between the passes, and without. */
			if (pass & 1) {
				CU_ASSERT_EQUAL(c->backend->flush(file), 0);
				CU_ASSERT(script_on_disk(server, "p", 10 * KIB, pass));
			}
		}
		CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, 77 * KIB),
		                -ENOTSUP);
		script_says(c, "from the start to the end only");
		CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, 0), (int64_t)KIB);
		CU_ASSERT_EQUAL(c->backend->flush(file), hints[i] ? -ENOTSUP : 0);
		script_says(c, hints[i] ? "a PUT has one reply, at its end" : "");
		if (!hints[i]) {
			/* The PUT is over: nothing can be put behind it. */
			CU_ASSERT_FALSE(script_on_disk(server, "p", 10 * KIB, 3));
			CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, KIB),
			                -ENOTSUP);
		}
		CU_ASSERT_EQUAL(c->backend->close(file), hints[i] ? -ENOTSUP : 0);
	}
	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "q", WRITES | SEQ, 100, &file), 0);
	CU_ASSERT_EQUAL(c->backend->write(file, buffer, 200, 0), -EINVAL);
	script_says(c, "beyond the 100 bytes that the PUT announced");
	(void)c->backend->close(file);
}

static void all_passes(void)
{
	with_server(passes);
}

static void short_reads(struct script_client *c,
                        const struct script_server *server)
{
	static const unsigned modes[] = {0, SEQ};
	unsigned char buffer[4096];
	void *file;

	(void)server;
	CU_ASSERT_EQUAL(script_write(c, "s", MAKES | SEQ, 5000, 4096, 1), 0);
	for (size_t i = 0; i < 2; i++) {
		/* Neither a wrong size nor none misleads. */
		for (uint64_t hint = 0; hint < 9000; hint += 4096) {
			CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, "s",
			                                       BENCH_O_READ | modes[i],
			                                       hint, &file),
			                      0);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 0), 4096);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 4096), 904);
			CU_ASSERT(script_matches(buffer, 904, 4096, 1));
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 5000), 0);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 90000), 0);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 0), 4096);
			/* A question beside a stream does it no harm. */
			CU_ASSERT_EQUAL(c->backend->ping(c->session), 0);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 4096), 904);
			CU_ASSERT(script_matches(buffer, 904, 4096, 1));
			/* From the middle on. */
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 1000, 3000), 1000);
			CU_ASSERT(script_matches(buffer, 1000, 3000, 1));
			CU_ASSERT_EQUAL(c->backend->close(file), 0);
		}
	}
}

static void all_short_reads(void)
{
	with_server(short_reads);
}

static void opening(struct script_client *c, const struct script_server *server)
{
	struct bench_stat st = {.size = sizeof st};
	void *file;

	CU_ASSERT_EQUAL(
	        c->backend->open(c->session, "none", BENCH_O_READ, 0, &file),
	        -ENOENT);
	script_says(c, "404");
	CU_ASSERT_EQUAL(
	        c->backend->open(c->session, "none", BENCH_O_WRITE, 0, &file),
	        -ENOENT);
	/* Nothing was written, and yet it is made; not twice with EXCL. */
	CU_ASSERT_EQUAL(script_write(c, "empty", MAKES | SEQ, 0, 1, 0), 0);
	CU_ASSERT(script_on_disk(server, "empty", 0, 0));
	CU_ASSERT(check_file(c, "empty", SEQ, 0, 1, 0, 1));
	CU_ASSERT_EQUAL(c->backend->open(c->session, "empty", MAKES, 0, &file),
	                -EEXIST);
	script_says(c, "is there already");
	CU_ASSERT_EQUAL(script_write(c, "empty", WRITES | SEQ, 20, 10, 2), 0);
	CU_ASSERT(script_on_disk(server, "empty", 20, 2));
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "empty", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 20);
	CU_ASSERT_FALSE(st.is_dir);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000) * 1000000000);
	CU_ASSERT_EQUAL(c->backend->open(c->session, "empty",
	                                 BENCH_O_READ | BENCH_O_DIRECT, 0, &file),
	                -ENOTSUP);
	CU_ASSERT_EQUAL(c->backend->open(c->session, "empty",
	                                 BENCH_O_WRITE | BENCH_O_SYNC, 0, &file),
	                -ENOTSUP);
}

static void naming(struct script_client *c, const struct script_server *server)
{
	struct bench_stat st = {.size = sizeof st};
	void *file;

	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "d"), 0);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "d"), -EEXIST);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "no/d"), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "d", &st), 0);
	CU_ASSERT(st.is_dir);
	CU_ASSERT_EQUAL(c->backend->open(c->session, "d", BENCH_O_READ, 0, &file),
	                -EISDIR);
	CU_ASSERT_EQUAL(script_write(c, "d/a", MAKES | SEQ, 30, 10, 4), 0);
	CU_ASSERT_EQUAL(c->backend->rename(c->session, "d/a", "d/b"), 0);
	CU_ASSERT_EQUAL(c->backend->rename(c->session, "d/a", "d/b"), -ENOENT);
	CU_ASSERT(script_on_disk(server, "d/b", 30, 4));
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "d/b"), 0);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "d/b"), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "d/b", &st), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "d"), 0);
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "d"), -ENOENT);
}

static void properties(struct script_client *c,
                       const struct script_server *server)
{
	struct bench_caps caps = {.size = sizeof caps};

	CU_ASSERT_EQUAL(c->backend->caps(c->target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props, BENCH_RANDOM | BENCH_KEEPS | BENCH_SHARED);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_PEER);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "server=nginx/"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "http_version=1.1\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "peer=127.0.0.1\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "tls=no\n"));
	opening(c, server);
	naming(c, server);
}

static void all_names(void)
{
	with_server(properties);
}

static CU_TestInfo cases[] = {{"there and back", all_round_trips},
                              {"several passes", all_passes},
                              {"short reads", all_short_reads},
                              {"opening and naming", all_names},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(http, cases)
