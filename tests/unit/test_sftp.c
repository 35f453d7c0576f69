/* test_sftp.c - the SFTP backend against a real server. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "server_rig.h"
#include "unit.h"

#define MIB          ((size_t)1 << 20)
#define WRITES       (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define LIST(...)    ((const char *const[]){__VA_ARGS__, NULL})

/* A server, and what a client of it needs. */
struct ssh {
	struct server server;
	char *keys, *directory, *key, *known_hosts;
};

/* One for most tests of this file; the first one starts it. */
static struct ssh ssh;
static bool has_server;

static void forget(struct ssh *out)
{
	free(out->keys);
	free(out->directory);
	free(out->key);
	free(out->known_hosts);
}

static bool start(struct ssh *out, const char *name)
{
	bool started;

	out->keys = text_format("%s/%s-keys", unit_scratch(), name);
	out->directory = text_format("%s/%s", unit_scratch(), name);
	out->key = text_format("key=%s/id", out->keys);
	out->known_hosts = text_format("known_hosts=%s/known_hosts", out->keys);
	mkdir(out->directory, 0755);
	started = server_start(
	        &out->server, "sftp", "sshd.sh",
	        LIST("--keys", out->keys, "--directory", out->directory));
	if (!started)
		forget(out);
	return started;
}

static int client(struct ssh *to, struct rig_client *c, const char *setting)
{
	return server_client(&to->server, c,
	                     LIST(to->key, to->known_hosts, setting));
}

static bool begin(struct rig_client *c)
{
	if (!has_server)
		return false;
	CU_ASSERT_EQUAL_FATAL(client(&ssh, c, "timeout=20s"), 0);
	return true;
}

static void starts(void)
{
	has_server = start(&ssh, "sftp");
}

static void stops(void)
{
	if (!has_server)
		return;
	server_stop(&ssh.server);
	CU_ASSERT_NOT_EQUAL(access(ssh.keys, F_OK), 0);
	forget(&ssh);
	has_server = false;
}

/* Looks at the server's own disk. */
static bool disk_has(const char *name, uint64_t size, unsigned seed)
{
	char *path = text_format("%s/%s", ssh.directory, name);
	unsigned char *bytes = malloc((size_t)size + 1);
	FILE *file = fopen(path, "re");
	bool same = file && fread(bytes, 1, (size_t)size + 1, file) == size &&
	            rig_matches(bytes, (size_t)size, 0, seed);

	if (file)
		fclose(file);
	free(bytes);
	free(path);
	return same;
}

static void round_trips(void)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},
	             {53, 4096},
	             {65537, 65536},
	             {MIB + 5, 100000},
	             {5 * MIB + 1, 4 * MIB},
	             {70001, 10000}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		CU_ASSERT_EQUAL(server_write(&c, "f", WRITES, table[i].size,
		                             table[i].record, (unsigned)i),
		                0);
		CU_ASSERT(disk_has("f", table[i].size, (unsigned)i));
		CU_ASSERT(server_read(&c, "f", table[i].size, table[i].record,
		                      (unsigned)i, true));
	}
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	rig_client_close(&c);
}

static size_t open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	size_t count = 0;

	CU_ASSERT_FATAL(directory != NULL);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

/* The library may leave the socket that it was given to us. */
static void keeps_no_descriptor(void)
{
	size_t before = 0;

	for (int i = 0; i < 3; i++) {
		struct rig_client c;

		if (!begin(&c))
			return;
		CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
		rig_client_close(&c);
		if (i == 0)
			before = open_descriptors();
	}
	CU_ASSERT_EQUAL(open_descriptors(), before);
}

/* More than the server gives at once: the rest is asked for again. */
static void large_packets(void)
{
	struct rig_client c;

	if (!has_server)
		return;
	CU_ASSERT_EQUAL_FATAL(client(&ssh, &c, "packet=255k"), 0);
	CU_ASSERT_EQUAL(server_write(&c, "l", WRITES, 3 * MIB + 7, MIB, 2), 0);
	CU_ASSERT(disk_has("l", 3 * MIB + 7, 2));
	CU_ASSERT(server_read(&c, "l", 3 * MIB + 7, MIB, 2, true));
	rig_client_close(&c);
}

static void flags(void)
{
	struct rig_client c;
	char byte = 'x';
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->open(c.session, "none", BENCH_O_READ, 0, &file),
	                -ENOENT);
	CU_ASSERT_EQUAL(server_write(&c, "x", WRITES | BENCH_O_EXCL, 10, 10, 1), 0);
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "x", WRITES | BENCH_O_EXCL, 0, &file),
	        -EEXIST);
	CU_ASSERT(disk_has("x", 10, 1));
	/* Without TRUNC the file keeps what is not written. */
	CU_ASSERT_EQUAL(server_write(&c, "x", BENCH_O_WRITE, 5, 5, 1), 0);
	CU_ASSERT(disk_has("x", 10, 1));
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "x", WRITES | BENCH_O_SYNC, 0, &file),
	        -ENOTSUP);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "d", BENCH_O_READ, 0, &file),
	                -EISDIR);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "d", WRITES, 0, &file), -EISDIR);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "d"), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "x", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 0, 0), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 10), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 9), 1);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "x", BENCH_O_WRITE, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "x"), 0);
	rig_client_close(&c);
}

static int keep_entry(void *arg, const char *entry)
{
	text_add(arg, "%s ", entry);
	return 0;
}

static void names(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct text list = {0};
	struct rig_client c;
	char *entries;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "dir"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "dir"), -EEXIST);
	CU_ASSERT_EQUAL(server_write(&c, "dir/a", WRITES, 1000, 1000, 1), 0);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "dir/a", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 1000);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000) * 1000000000);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "dir", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 1);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "dir/b", &st), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rename(c.session, "dir/a", "dir/b"), 0);
	CU_ASSERT_EQUAL(c.backend->rename(c.session, "dir/a", "dir/b"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->readdir(c.session, "dir", keep_entry, &list), 0);
	entries = text_take(&list);
	CU_ASSERT_STRING_EQUAL(entries, "b ");
	free(entries);
	CU_ASSERT_EQUAL(c.backend->readdir(c.session, "no", keep_entry, &list),
	                -ENOENT);
	CU_ASSERT_NOT_EQUAL(c.backend->rmdir(c.session, "dir"), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "dir"), -EISDIR);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "dir/b"), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "dir/b"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "dir"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "dir"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
}

static void pipelined(void)
{
	static const struct {
		size_t record;
		unsigned records, depth;
	} table[] = {{4096, 300, 8}, {65536, 60, 16}, {MIB + 11, 5, 4}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		size_t record = table[i].record;
		uint64_t size = (uint64_t)record * table[i].records;
		void *file;

		CU_ASSERT_EQUAL(server_write(&c, "p", WRITES, size, MIB, 7), 0);
		CU_ASSERT_EQUAL_FATAL(
		        c.backend->open(c.session, "p", BENCH_O_READ, 0, &file), 0);
		CU_ASSERT(server_pipeline(&c, file, BENCH_OP_READ, record,
		                          table[i].records, table[i].depth, 7));
		CU_ASSERT_EQUAL(c.backend->close(file), 0);
	}
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "p"), 0);
	rig_client_close(&c);
}

static void pipelined_odds(void)
{
	unsigned char buffer[4][50000];
	struct bench_io ios[6], *v[6], *done[6];
	struct bench_stat st = {.size = sizeof(st)};
	struct rig_client c;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(server_write(&c, "q", WRITES, 110000, 50000, 1), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "q",
	                                      BENCH_O_READ | BENCH_O_WRITE, 0,
	                                      &file),
	                      0);
	/* Nothing flies: reap comes back at once. */
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 1, 4, -1), 0);
	for (unsigned i = 0; i < 4; i++)
		ios[i] = (struct bench_io){.op = BENCH_OP_READ,
		                           .file = file,
		                           .buf = buffer[i],
		                           .len = 50000,
		                           .off = 50000 * i};
	ios[4] = (struct bench_io){.op = BENCH_OP_FLUSH, .file = file};
	ios[5] = (struct bench_io){
	        .op = BENCH_OP_WRITE, .file = file, .buf = buffer[0], .len = 1};
	for (unsigned i = 0; i < 6; i++)
		v[i] = &ios[i];
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 4), 4);
	/* Something else in between does not disturb them. */
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "q", &st), 0);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v + 4, 2), 2);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 6, 6, 5000000000), 6);
	CU_ASSERT_EQUAL(ios[0].result, 50000);
	CU_ASSERT_EQUAL(ios[1].result, 50000);
	CU_ASSERT_EQUAL(ios[2].result, 10000);
	CU_ASSERT_EQUAL(ios[3].result, 0);
	CU_ASSERT_EQUAL(ios[4].result, 0);
	CU_ASSERT_EQUAL(ios[5].result, -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "no writes in flight"));
	CU_ASSERT(rig_matches(buffer[0], 50000, 0, 1));
	CU_ASSERT(rig_matches(buffer[2], 10000, 100000, 1));
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
	CU_ASSERT(caps.free_bytes > 0);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	for (const char *const *fact =
	             LIST("peer=127.0.0.1\n", "server_banner=SSH-2.0-OpenSSH",
	                  "cipher_in=", "cipher_out=", "sftp_version=3\n",
	                  "fsync_extension=yes\n", "packet=32768\n");
	     *fact; fact++)
		if (!strstr(c.facts, *fact)) {
			CU_FAIL("a fact is missing");
			fprintf(stderr, "\n%s not in %s\n", *fact, c.facts);
		}
	rig_client_close(&c);
	CU_ASSERT_EQUAL_FATAL(client(&ssh, &c, "ciphers=aes128-ctr"), 0);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "cipher_out=aes128-ctr\n"));
	rig_client_close(&c);
}

static void logins(void)
{
	struct rig_client c;
	char *port, *nobody;

	if (!has_server)
		return;
	port = text_format("port=%d", ssh.server.port);
	nobody = text_format("known_hosts=%s/none", unit_scratch());
	rig_client_fails(&ssh.server.rig,
	                 LIST("host=127.0.0.1", port, ssh.key, nobody),
	                 -EKEYREJECTED, "or say `host_key = accept`");
	rig_client_fails(&ssh.server.rig,
	                 LIST("host=127.0.0.1", port, ssh.known_hosts,
	                      "password=certainly wrong"),
	                 -EACCES, "by that password; it takes: keys passwords");
	rig_client_fails(&ssh.server.rig,
	                 LIST("host=127.0.0.1", port, ssh.known_hosts,
	                      "user=bench-nobody", ssh.key),
	                 -EACCES, "refuses the login of bench-nobody by that key");
	rig_client_fails(&ssh.server.rig,
	                 LIST("host=127.0.0.1", port, ssh.known_hosts, "key=/none"),
	                 -EINVAL, "the key /none cannot be read");
	rig_client_fails(
	        &ssh.server.rig,
	        LIST("host=127.0.0.1", port, ssh.known_hosts, ssh.key, "path=none"),
	        -ENOENT, "there is no directory none");
	CU_ASSERT_EQUAL_FATAL(
	        server_client(&ssh.server, &c,
	                      LIST(ssh.key, nobody, "host_key=accept")),
	        0);
	rig_client_close(&c);
	free(port);
	free(nobody);
}

/* The same server with another key than the known one. */
static void changed_key(void)
{
	struct ssh other;
	char *hosts, *line, *port;
	FILE *file;

	if (!has_server || !start(&other, "sftp-other"))
		return;
	hosts = text_format("%s/changed", unit_scratch());
	line = text_format("known_hosts=%s", hosts);
	port = text_format("port=%d", other.server.port);
	file = fopen(hosts, "we");
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	fprintf(file,
	        "[127.0.0.1]:%d ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBbJkp5nS0"
	        "4XfwsBSUzSgqGnpvsWzz0T8WjTcZ7qbKQw\n",
	        other.server.port);
	fclose(file);
	rig_client_fails(&other.server.rig,
	                 LIST("host=127.0.0.1", port, other.key, line),
	                 -EKEYREJECTED, "somebody may stand between");
	free(hosts);
	free(line);
	free(port);
	server_stop(&other.server);
	forget(&other);
}

/* Who says nothing is given up, and who goes away is told of. */
static void silence_and_death(void)
{
	struct bench_io ios[2], *v[2] = {&ios[0], &ios[1]}, *done[2];
	struct ssh mortal;
	struct rig_client c, other;
	char bytes[2][512];
	void *file;

	if (!has_server || !start(&mortal, "sftp-mortal"))
		return;
	CU_ASSERT_EQUAL_FATAL(client(&mortal, &c, "timeout=2s"), 0);
	CU_ASSERT_EQUAL_FATAL(client(&mortal, &other, "timeout=20s"), 0);
	CU_ASSERT_EQUAL(server_write(&c, "f", WRITES, 1024, 512, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	server_signal(&mortal.server, SIGSTOP);
	for (int i = 0; i < 2; i++)
		ios[i] = (struct bench_io){
		        .op = BENCH_OP_READ, .file = file, .buf = bytes[i], .len = 512};
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 2), 2);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 2, 2, -1), 2);
	CU_ASSERT_EQUAL(ios[0].result, -ETIMEDOUT);
	CU_ASSERT_EQUAL(ios[1].result, -ETIMEDOUT);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "did not answer within 2 s"));
	CU_ASSERT_EQUAL(c.backend->read(file, bytes, 512, 0), -ETIMEDOUT);
	CU_ASSERT_EQUAL(c.backend->close(file), -ETIMEDOUT);
	CU_ASSERT_EQUAL(other.backend->cancel(other.session), 0);
	CU_ASSERT_EQUAL(other.backend->ping(other.session), -ECANCELED);
	rig_client_close(&c);
	rig_client_close(&other);
	server_signal(&mortal.server, SIGCONT);
	CU_ASSERT_EQUAL_FATAL(client(&mortal, &c, "timeout=10s"), 0);
	server_signal(&mortal.server, SIGKILL);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECONNRESET);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "closed the connection or died"));
	rig_client_close(&c);
	server_stop(&mortal.server);
	forget(&mortal);
}

static CU_TestInfo cases[] = {
        {"the server starts", starts},
        {"sizes and records", round_trips},
        {"keeps no descriptor", keeps_no_descriptor},
        {"large packets", large_packets},
        {"flags", flags},
        {"names", names},
        {"several records in flight", pipelined},
        {"short and wrong ones in flight", pipelined_odds},
        {"facts and caps", is_told},
        {"logins", logins},
        {"another key than the known one", changed_key},
        {"silence and death", silence_and_death},
        {"the server stops", stops},
        CU_TEST_INFO_NULL};
UNIT_SUITE(sftp, cases)
