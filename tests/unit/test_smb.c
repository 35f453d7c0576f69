/* test_smb.c - the smb backend against a real server: files and names. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plugin/host.h"
#include "smb_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

/* One for all tests of this file; the last one ends it. */
static struct smb_server server;

static bool begin(struct smb_client *client)
{
	if (smb_missing())
		return false;
	if (!server.directory)
		CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	CU_ASSERT_EQUAL_FATAL(smb_open(&server, client, NULL), 0);
	return true;
}

static int write_file(struct smb_client *c, const char *name, unsigned flags,
                      uint64_t size, size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file = NULL;
	int error = c->backend->open(c->session, name, flags, size, &file);
	int closed = 0;

	for (uint64_t at = 0; !error && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;
		int64_t put;

		smb_fill(buffer, piece, at, seed);
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

/* Says what went wrong. */
static bool read_back(struct smb_client *c, const char *name, uint64_t size,
                      size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file = NULL;
	int64_t result = c->backend->open(c->session, name, BENCH_O_READ, 0, &file);
	bool same = result == 0;
	uint64_t at;

	for (at = 0; same && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;

		result = c->backend->read(file, buffer, record, at);
		same = result == (int64_t)piece && smb_matches(buffer, piece, at, seed);
	}
	if (!same)
		fprintf(stderr, "read_back: %llu of %llu by %zu: %lld, %s\n",
		        (unsigned long long)at, (unsigned long long)size, record,
		        (long long)result, host_ctx_failure(c->ctx));
	if (file)
		same = c->backend->close(file) == 0 && same;
	free(buffer);
	return same;
}

/* What stands on the server's own disk, byte by byte. */
static bool on_disk(const char *name, uint64_t size, unsigned seed)
{
	char *path = smb_path(&server, name);
	unsigned char *bytes = malloc(size + 1);
	FILE *file = fopen(path, "re");
	bool same = file && fread(bytes, 1, size + 1, file) == size &&
	            smb_matches(bytes, size, 0, seed);

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
	             {65537, 4096},
	             {3 * MIB + 5, 65536},
	             {5 * MIB, MIB},
	             {19 * MIB + 1, 9 * MIB}, /* above the server's most */
	             {70001, 1000}};
	struct smb_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seed = (unsigned)i;

		CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, size, record, seed), 0);
		CU_ASSERT(on_disk("f", size, seed));
		CU_ASSERT(read_back(&c, "f", size, record, seed));
		CU_ASSERT_EQUAL(
		        write_file(&c, "f", BENCH_O_WRITE, size, record, seed + 50), 0);
		CU_ASSERT(on_disk("f", size, seed + 50));
	}
	smb_close(&c);
}

static void random_offsets(void)
{
	enum { RECORDS = 100, RECORD = 5000 };
	unsigned char buffer[RECORD];
	struct smb_client c;
	void *file;
	bool same = true;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "r", WRITES | BENCH_O_READ, 0, &file),
	        0);
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 7919u % RECORDS) * RECORD;

		smb_fill(buffer, RECORD, at, 5);
		same = same && c.backend->write(file, buffer, RECORD, at) == RECORD;
	}
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 104729u % RECORDS) * RECORD;

		same = same && c.backend->read(file, buffer, RECORD, at) == RECORD &&
		       smb_matches(buffer, RECORD, at, 5);
	}
	CU_ASSERT(same);
	CU_ASSERT_EQUAL(c.backend->flush(file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT(on_disk("r", RECORDS * RECORD, 5));
	smb_close(&c);
}

static void ends_of_files(void)
{
	unsigned char buffer[8192];
	struct smb_client c;
	char *path;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, 10000, 4096, 3), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 8192), 1808);
	CU_ASSERT(smb_matches(buffer, 1808, 8192, 3));
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 10000), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 8192, 1 << 30), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 100, 0), 100);
	CU_ASSERT(smb_matches(buffer, 100, 0, 3));
	CU_ASSERT_EQUAL(c.backend->write(file, buffer, 1, 0), -EACCES);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	/* A longer file keeps its tail; a truncated one has none. */
	CU_ASSERT_EQUAL(write_file(&c, "f", BENCH_O_WRITE, 10, 10, 3), 0);
	CU_ASSERT(on_disk("f", 10000, 3));
	CU_ASSERT_EQUAL(write_file(&c, "f", WRITES, 10, 10, 3), 0);
	CU_ASSERT(on_disk("f", 10, 3));
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 1, 0), -EBADF);
	/* flush finds out what did not stay. */
	CU_ASSERT_EQUAL(c.backend->write(file, buffer, 100, 0), 100);
	path = smb_path(&server, "f");
	CU_ASSERT_EQUAL(truncate(path, 60), 0);
	CU_ASSERT_EQUAL(c.backend->flush(file), -EIO);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&c), "has 60 of 100 bytes"));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	free(path);
	smb_close(&c);
}

static int count_entry(void *arg, const char *entry)
{
	int *seen = arg;

	*seen += strcmp(entry, "a") == 0 ? 1 : strcmp(entry, "b.b") == 0 ? 10 : 100;
	return 0;
}

static void names(void)
{
	unsigned excl = BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL;
	struct bench_stat st = {.size = sizeof(st)};
	struct smb_client c;
	void *file, *s;
	int seen = 0;

	if (!begin(&c))
		return;
	s = c.session;
	CU_ASSERT_EQUAL(c.backend->open(s, "no", BENCH_O_READ, 0, &file), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&c), "open no on //127.0.0.1/bench"));
	CU_ASSERT_EQUAL(c.backend->stat(s, "no", &st), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->unlink(s, "no"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "no"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->readdir(s, "no", count_entry, &seen), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->rename(s, "no", "other"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->open(s, "d/f", excl, 0, &file), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d"), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->mkdir(s, "d/b.b"), 0);
	CU_ASSERT_EQUAL(c.backend->stat(s, "d", &st), 0);
	CU_ASSERT(st.is_dir);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(s, "d/a", excl, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, "12345", 5, 0), 5);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->stat(s, "d/a", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 5);
	CU_ASSERT_FALSE(st.is_dir);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000) * 1000000000);
	CU_ASSERT_EQUAL(c.backend->open(s, "d/a", excl, 0, &file), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(c.backend->readdir(s, "d", count_entry, &seen), 0);
	CU_ASSERT_EQUAL(seen, 11);
	CU_ASSERT_EQUAL(c.backend->rename(s, "d/a", "top"), 0);
	CU_ASSERT_EQUAL(c.backend->stat(s, "d/a", &st), -ENOENT);
	CU_ASSERT_EQUAL(write_file(&c, "new", WRITES, 3, 3, 1), 0);
	CU_ASSERT_EQUAL(c.backend->rename(s, "new", "top"), 0);
	CU_ASSERT(on_disk("top", 3, 1));
	CU_ASSERT_EQUAL(c.backend->unlink(s, "top"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "d/b.b"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(s, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->ping(s), 0);
	smb_close(&c);
}

static void odd_names(void)
{
	static const char *const table[] = {
	        "a b", "\xc3\xa4 \xc3\xb6", "50%", "%41", "a#b",     "a,b",
	        "a+b", "a&b;c=d",           "x@y", "[z]", ".hidden", "~"};
	struct bench_stat st = {.size = sizeof(st)};
	char name[256];
	struct smb_client c;
	void *file;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		CU_ASSERT_EQUAL(write_file(&c, table[i], WRITES, 9, 9, 2), 0);
		CU_ASSERT(on_disk(table[i], 9, 2));
		CU_ASSERT_EQUAL(c.backend->stat(c.session, table[i], &st), 0);
		CU_ASSERT_EQUAL(c.backend->unlink(c.session, table[i]), 0);
	}
	memset(name, 'n', 255);
	name[255] = '\0';
	CU_ASSERT_EQUAL(c.backend->open(c.session, name, WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT(on_disk(name, 0, 0));
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, name), 0);
	/* What Windows does not allow comes back as an error, not as a file of
	 * another name. */
	CU_ASSERT(c.backend->open(c.session, "q?x", WRITES, 0, &file) < 0);
	CU_ASSERT(c.backend->open(c.session, "a:b", WRITES, 0, &file) < 0);
	smb_close(&c);
}

static void what_is_not_there(void)
{
	struct smb_client c;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "f", WRITES | BENCH_O_DIRECT, 0, &file),
	        -ENOTSUP);
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "f", WRITES | BENCH_O_SYNC, 0, &file),
	        -ENOTSUP);
	CU_ASSERT_PTR_NULL(c.backend->submit);
	CU_ASSERT_PTR_NULL(c.backend->drop_cache);
	CU_ASSERT_EQUAL(c.backend->threads, BENCH_ONE_PER_PROCESS);
	smb_close(&c);
}

static void nothing_is_left(void)
{
	if (!smb_missing() && server.directory)
		CU_ASSERT(smb_stop(&server));
}

static CU_TestInfo cases[] = {
        {"files come back as written", round_trips},
        {"random offsets", random_offsets},
        {"the ends of files", ends_of_files},
        {"names and directories", names},
        {"odd names", odd_names},
        {"what is not there", what_is_not_there},
        {"the server leaves nothing behind", nothing_is_left},
        CU_TEST_INFO_NULL};
UNIT_SUITE(smb, cases)
