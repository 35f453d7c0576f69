/* test_socket.c - the socket backend against its own far end: files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "socket_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

/* Writes `size` bytes of the seed's data in records; flush and close too. */
static int write_file(struct rig_client *c, const char *name, unsigned flags,
                      uint64_t size, size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file = NULL;
	int error = c->backend->open(c->session, name, flags, size, &file);
	int closed = 0;

	for (uint64_t at = 0; !error && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;
		int64_t put;

		rig_fill(buffer, piece, at, seed);
		put = c->backend->write(file, buffer, piece, at);
		if (put != (int64_t)piece)
			error = put < 0 ? (int)put : -EIO;
	}
	if (!error)
		error = c->backend->flush(file);
	if (file)
		closed = c->backend->close(file);
	free(buffer);
	return error ? error : closed;
}

/* One pass over an open file; true if all is as written. */
static bool read_pass(struct rig_client *c, void *file, uint64_t size,
                      size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	bool same = true;

	for (uint64_t at = 0; same && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;

		same = c->backend->read(file, buffer, record, at) == (int64_t)piece &&
		       rig_matches(buffer, piece, at, seed);
	}
	free(buffer);
	return same;
}

static bool check_file(struct rig_client *c, const char *name, unsigned flags,
                       uint64_t size, size_t record, unsigned seed, int passes)
{
	void *file;
	bool same = true;

	if (c->backend->open(c->session, name, BENCH_O_READ | flags, size, &file))
		return false;
	for (int i = 0; i < passes; i++)
		same = same && read_pass(c, file, size, record, seed);
	return c->backend->close(file) == 0 && same;
}

/* Each test has a far end and a client of its own. */
static bool begin(struct rig *rig, struct rig_client *client,
                  const char *const *settings)
{
	CU_ASSERT_FATAL(rig_start(rig, settings));
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(rig, client), 0);
	return true;
}

static void end(struct rig *rig, struct rig_client *client)
{
	rig_client_close(client);
	CU_ASSERT_EQUAL(rig_stop(rig), 0);
}

static void round_trips(void)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},         {53, 4096},
	             {4096, 4096},   {65536, 4096},
	             {65537, 65536}, {3 * MIB + 5, 65536},
	             {5 * MIB, MIB}, {9 * MIB + 1, 4 * MIB},
	             {70001, 1000},  {4 * MIB, 100003}};
	struct rig rig = {0};
	struct rig_client c;

	begin(&rig, &c, NULL);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seq = BENCH_O_SEQUENTIAL, seed = (unsigned)i;

		CU_ASSERT_EQUAL(write_file(&c, "f", WRITES | seq, size, record, seed),
		                0);
		CU_ASSERT(check_file(&c, "f", seq, size, record, seed, 3));
		CU_ASSERT(check_file(&c, "f", 0, size, record, seed, 1));
		CU_ASSERT_EQUAL(write_file(&c, "g", WRITES, size, record, seed + 99),
		                0);
		CU_ASSERT(check_file(&c, "g", seq, size, record, seed + 99, 1));
		CU_ASSERT(check_file(&c, "f", seq, size, 65536, seed, 1));
	}
	end(&rig, &c);
}

static void random_offsets(void)
{
	enum { RECORDS = 300, RECORD = 5000 };
	unsigned char buffer[RECORD];
	struct rig rig = {0};
	struct rig_client c;
	void *file;
	bool same = true;

	begin(&rig, &c, NULL);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "r", WRITES | BENCH_O_READ, 0, &file),
	        0);
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 7919u % RECORDS) * RECORD;

		rig_fill(buffer, RECORD, at, 5);
		same = same && c.backend->write(file, buffer, RECORD, at) == RECORD;
	}
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 104729u % RECORDS) * RECORD;

		same = same && c.backend->read(file, buffer, RECORD, at) == RECORD &&
		       rig_matches(buffer, RECORD, at, 5);
	}
	CU_ASSERT(same);
	CU_ASSERT_EQUAL(c.backend->flush(file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	end(&rig, &c);
}

static void rewrites(void)
{
	unsigned flags = BENCH_O_WRITE | BENCH_O_SEQUENTIAL;
	struct rig rig = {0};
	struct rig_client c;
	struct bench_stat st = {.size = sizeof(st)};

	begin(&rig, &c, (const char *const[]){"memory=8m", NULL});
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES | flags, 6 * MIB, 65536, 1), 0);
	for (unsigned seed = 2; seed < 6; seed++) {
		CU_ASSERT_EQUAL(write_file(&c, "f", flags, 6 * MIB, 65536, seed), 0);
		CU_ASSERT(check_file(&c, "f", BENCH_O_SEQUENTIAL, 6 * MIB, 65536, seed,
		                     1));
		/* Truncating gives the blocks back: the quota would be full. */
		CU_ASSERT_EQUAL(
		        write_file(&c, "f", WRITES | flags, 6 * MIB, 65536, seed + 50),
		        0);
	}
	CU_ASSERT_EQUAL(write_file(&c, "f", flags, 10, 10, 9), 0);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "f", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 6 * MIB);
	CU_ASSERT_FALSE(st.is_dir);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000) * 1000000000);
	end(&rig, &c);
}

/* Blocks come with old bytes in them; a hole must not show them. */
static void holes_are_zeros(void)
{
	unsigned char buffer[3000], zeros[3000] = {0};
	struct rig rig = {0};
	struct rig_client c;
	void *file;

	begin(&rig, &c, (const char *const[]){"memory=1m", NULL});
	CU_ASSERT_EQUAL(write_file(&c, "old", WRITES, MIB, 65536, 1), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "old"), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", WRITES | BENCH_O_READ, 0, &file),
	        0);
	CU_ASSERT_EQUAL(c.backend->write(file, "ab", 2, 3000), 2);
	CU_ASSERT_EQUAL(c.backend->write(file, "cd", 2, 500000), 2);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 3000, 0), 3000);
	CU_ASSERT_EQUAL(memcmp(buffer, zeros, 3000), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 3000, 3000), 3000);
	CU_ASSERT_EQUAL(memcmp(buffer, "ab", 2), 0);
	CU_ASSERT_EQUAL(memcmp(buffer + 2, zeros, 2998), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 3000, 400000), 3000);
	CU_ASSERT_EQUAL(memcmp(buffer, zeros, 3000), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 3000, 499998), 4);
	CU_ASSERT_EQUAL(memcmp(buffer, "\0\0cd", 4), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 3000, 500002), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	end(&rig, &c);
}

static void short_reads_at_the_end(void)
{
	unsigned char buffer[8192];
	struct rig rig = {0};
	struct rig_client c;
	void *file;

	begin(&rig, &c, NULL);
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, 10000, 4096, 3), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f",
	                                      BENCH_O_READ | BENCH_O_SEQUENTIAL, 0,
	                                      &file),
	                      0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 0), 8192);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 8192), 1808);
	CU_ASSERT(rig_matches(buffer, 1808, 8192, 3));
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 10000), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 1 << 30), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 100, 0), 100);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(write_file(&c, "empty", WRITES, 0, 4096, 0), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "empty",
	                                      BENCH_O_READ | BENCH_O_SEQUENTIAL, 0,
	                                      &file),
	                      0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 100, 0), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	end(&rig, &c);
}

static int count_entry(void *arg, const char *entry)
{
	int *seen = arg;

	if (strcmp(entry, "a") == 0)
		*seen += 1;
	else if (strcmp(entry, "b.b") == 0)
		*seen += 10;
	else
		*seen += 100;
	return 0;
}

static void names(void)
{
	unsigned excl = BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL;
	struct bench_stat st = {.size = sizeof(st)};
	struct rig rig = {0};
	struct rig_client c;
	void *file, *s;
	int seen = 0;

	begin(&rig, &c, NULL);
	s = c.session;
	CU_ASSERT_EQUAL(c.backend->open(s, "no", BENCH_O_READ, 0, &file), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "open no at 127.0.0.1:"));
	CU_ASSERT_EQUAL(c.backend->stat(s, "no", &st), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->unlink(s, "no"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rename(s, "no", "other"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->open(s, "d/f", excl, 0, &file), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d"), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d/e"), 0);
	CU_ASSERT_EQUAL(c.backend->stat(s, "d", &st), 0);
	CU_ASSERT(st.is_dir);
	CU_ASSERT_EQUAL(c.backend->open(s, "d", BENCH_O_READ, 0, &file), -EISDIR);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(s, "d/a", excl, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->open(s, "d/a", excl, 0, &file), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d/a"), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d/a/x"), -ENOTDIR);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "d/a"), -ENOTDIR);
	CU_ASSERT_EQUAL(c.backend->unlink(s, "d/e"), -EISDIR);
	CU_ASSERT_EQUAL(c.backend->rename(s, "d", "d/e/d"), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->rename(s, "d/e", "d/b.b"), 0);
	CU_ASSERT_EQUAL(c.backend->readdir(s, "d", count_entry, &seen), 0);
	CU_ASSERT_EQUAL(seen, 11);
	CU_ASSERT_EQUAL(c.backend->readdir(s, "d/a", count_entry, &seen), -ENOTDIR);
	CU_ASSERT_EQUAL(c.backend->rename(s, "d/a", "top"), 0);
	CU_ASSERT_EQUAL(c.backend->stat(s, "d/a", &st), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rename(s, "d", "moved"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "moved/b.b"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "moved"), 0);
	CU_ASSERT_EQUAL(c.backend->open(s, "../x", excl, 0, &file), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->open(s, "", excl, 0, &file), -EISDIR);
	CU_ASSERT_EQUAL(c.backend->unlink(s, "top"), 0);
	seen = 0;
	CU_ASSERT_EQUAL(c.backend->readdir(s, "", count_entry, &seen), 0);
	CU_ASSERT_EQUAL(seen, 0);
	CU_ASSERT_EQUAL(c.backend->ping(s), 0);
	end(&rig, &c);
}

static void long_names_are_refused(void)
{
	struct rig rig = {0};
	struct rig_client c;
	char *name = calloc(1, 65537);
	void *file;

	begin(&rig, &c, NULL);
	memset(name, 'n', 65536);
	CU_ASSERT_EQUAL(c.backend->open(c.session, name, WRITES, 0, &file),
	                -ENAMETOOLONG);
	name[256] = '\0';
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, name), -ENAMETOOLONG);
	name[255] = '\0';
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, name), 0);
	CU_ASSERT_EQUAL(c.backend->rename(c.session, name, "short"), 0);
	free(name);
	end(&rig, &c);
}

static void quota(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	unsigned seq = BENCH_O_SEQUENTIAL;
	struct rig rig = {0};
	struct rig_client c;

	begin(&rig, &c, (const char *const[]){"memory=4m", NULL});
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.free_bytes, 4 * MIB);
	CU_ASSERT_EQUAL(caps.max_io, (uint64_t)1 << 30);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_PEER);
	CU_ASSERT_EQUAL(caps.props, BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS |
	                                    BENCH_SHARED | BENCH_MEMORY);
	CU_ASSERT_EQUAL(write_file(&c, "a", WRITES | seq, 3 * MIB, 65536, 1), 0);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.free_bytes, MIB);
	/* Streamed: known at the flush.  Then the connection goes on. */
	CU_ASSERT_EQUAL(write_file(&c, "b", WRITES | seq, 2 * MIB, 65536, 1),
	                -ENOSPC);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "store is full"));
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "b"), 0);
	CU_ASSERT_EQUAL(write_file(&c, "c", WRITES, 2 * MIB, 4 * MIB, 1), -ENOSPC);
	CU_ASSERT_EQUAL(write_file(&c, "d", WRITES, 8 * MIB, 8 * MIB, 1), -ENOSPC);
	CU_ASSERT(check_file(&c, "a", seq, 3 * MIB, 65536, 1, 1));
	end(&rig, &c);
}

static void close_tells_of_lost_data(void)
{
	unsigned char *buffer = calloc(1, MIB);
	struct rig rig = {0};
	struct rig_client c;
	void *file;

	begin(&rig, &c, (const char *const[]){"memory=1m", NULL});
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f",
	                                      WRITES | BENCH_O_SEQUENTIAL, 0,
	                                      &file),
	                      0);
	CU_ASSERT_EQUAL(c.backend->write(file, buffer, MIB, 0), (int64_t)MIB);
	CU_ASSERT_EQUAL(c.backend->write(file, buffer, 1, MIB), 1);
	CU_ASSERT_EQUAL(c.backend->close(file), -ENOSPC);
	free(buffer);
	end(&rig, &c);
}

static void modes_are_kept(void)
{
	unsigned char byte = 0;
	struct rig rig = {0};
	struct rig_client c;
	void *file;

	begin(&rig, &c, NULL);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "f",
	                                BENCH_O_READ | BENCH_O_DIRECT, 0, &file),
	                -ENOTSUP);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	end(&rig, &c);
}

static void unlink_in_use(void)
{
	struct rig rig = {0};
	struct rig_client c;
	struct bench_caps caps = {.size = sizeof(caps)};
	void *file;

	begin(&rig, &c, (const char *const[]){"memory=8m", NULL});
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, 4 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f",
	                                      BENCH_O_READ | BENCH_O_SEQUENTIAL, 0,
	                                      &file),
	                      0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, 4 * MIB, MIB, 2), 0);
	CU_ASSERT(read_pass(&c, file, 4 * MIB, 65536, 1));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT(check_file(&c, "f", 0, 4 * MIB, MIB, 2, 1));
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.free_bytes, 8 * MIB);
	end(&rig, &c);
}

static void abandoned_streams(void)
{
	unsigned char *buffer = malloc(MIB);
	unsigned flags = BENCH_O_READ | BENCH_O_SEQUENTIAL;
	struct rig rig = {0};
	struct rig_client c;
	void *file, *other;

	begin(&rig, &c, NULL);
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES | flags, 32 * MIB, MIB, 4), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", flags, 0, &file), 0);
	for (unsigned i = 1; i < 8; i++) {
		size_t piece = i * 100000;

		CU_ASSERT_EQUAL(c.backend->read(file, buffer, piece, 0),
		                (int64_t)piece);
		CU_ASSERT(rig_matches(buffer, piece, 0, 4));
		CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
		CU_ASSERT_EQUAL(c.backend->read(file, buffer, 1000, piece), 1000);
		CU_ASSERT(rig_matches(buffer, 1000, piece, 4));
	}
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 10, 0), 10);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", flags, 0, &other), 0);
	CU_ASSERT_EQUAL(c.backend->read(other, buffer, 10, 0), 10);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 10, 0), 10);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT(read_pass(&c, other, 32 * MIB, MIB, 4));
	CU_ASSERT_EQUAL(c.backend->close(other), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	free(buffer);
	end(&rig, &c);
}

static void *busy(void *arg)
{
	struct rig_client *c = arg;
	char name[32];
	bool good = true;

	snprintf(name, sizeof(name), "own%p", arg);
	for (unsigned i = 0; i < 8 && good; i++)
		good = write_file(c, name, WRITES | BENCH_O_SEQUENTIAL, 2 * MIB + i,
		                  30000, i) == 0 &&
		       check_file(c, name, BENCH_O_SEQUENTIAL, 2 * MIB + i, 50000, i,
		                  2) &&
		       check_file(c, "shared", BENCH_O_SEQUENTIAL, MIB, 4096, 77, 1) &&
		       c->backend->unlink(c->session, name) == 0;
	return good ? arg : NULL;
}

static void sessions_side_by_side(void)
{
	struct rig rig = {0};
	struct rig_client c[3];
	pthread_t threads[3];
	void *good;

	begin(&rig, &c[0], (const char *const[]){"memory=16m", NULL});
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c[1]), 0);
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c[2]), 0);
	CU_ASSERT_EQUAL(write_file(&c[0], "shared", WRITES, MIB, 65536, 77), 0);
	for (int i = 0; i < 3; i++)
		CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, busy, &c[i]),
		                      0);
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], &good);
		CU_ASSERT_PTR_NOT_NULL(good);
	}
	rig_client_close(&c[1]);
	rig_client_close(&c[2]);
	end(&rig, &c[0]);
}

static CU_TestInfo cases[] = {
        {"files come back as written", round_trips},
        {"random offsets", random_offsets},
        {"rewriting in place and anew", rewrites},
        {"holes are zeros", holes_are_zeros},
        {"short reads at the end", short_reads_at_the_end},
        {"names and directories", names},
        {"long names", long_names_are_refused},
        {"the store's quota", quota},
        {"close tells of lost data", close_tells_of_lost_data},
        {"a file is open for what was asked", modes_are_kept},
        {"unlink in use", unlink_in_use},
        {"abandoned streams", abandoned_streams},
        {"sessions side by side", sessions_side_by_side},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket, cases)
