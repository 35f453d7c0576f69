/* test_nfs_names.c - the NFS backend against a real server: names, facts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "nfs_rig.h"
#include "unit.h"

#define WRITES       (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static struct nfs_server server;
static bool has_server;

static bool begin(struct rig_client *c)
{
	if (!has_server)
		return false;
	CU_ASSERT_EQUAL_FATAL(nfs_client_open(&server, c, NULL), 0);
	return true;
}

static void starts(void)
{
	has_server = nfs_server_start(&server, NULL, NULL);
}

static void stops(void)
{
	if (has_server)
		nfs_server_stop(&server);
	has_server = false;
}

static void names(void)
{
	char longest[256], too_long[300], endless[5000];
	const char *table[] = {
	        "plain",    "with blanks ",
	        " ",        "gr\xc3\xbc\xc3\x9f \xe6\xbc\xa2\xe5\xad\x97",
	        "\xff\xfe", "a?b=c&d#e%f+g",
	        "-rf",      "back\\slash\nnewline",
	        longest};
	struct rig_client c;

	if (!begin(&c))
		return;
	memset(longest, 'n', sizeof(longest));
	memset(too_long, 'n', sizeof(too_long));
	memset(endless, 'n', sizeof(endless));
	longest[255] = too_long[299] = endless[4999] = '\0';
	for (size_t i = 0; i < COUNT(table); i++) {
		struct bench_stat st = {.size = sizeof(st)};

		CU_ASSERT_EQUAL(nfs_write_file(&c, table[i], WRITES, 500, 500, 7), 0);
		CU_ASSERT(nfs_disk_has(&server, table[i], 500, 7));
		CU_ASSERT(nfs_read_file(&c, table[i], 500, 100, 7));
		CU_ASSERT_EQUAL(c.backend->stat(c.session, table[i], &st), 0);
		CU_ASSERT_EQUAL(st.bytes, 500);
		CU_ASSERT_EQUAL(c.backend->unlink(c.session, table[i]), 0);
		CU_ASSERT_EQUAL(c.backend->unlink(c.session, table[i]), -ENOENT);
	}
	CU_ASSERT_EQUAL(nfs_write_file(&c, too_long, WRITES, 1, 1, 1),
	                -ENAMETOOLONG);
	CU_ASSERT_EQUAL(nfs_write_file(&c, endless, WRITES, 1, 1, 1),
	                -ENAMETOOLONG);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "../b"), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "/b"), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, ""), -EPERM);
	rig_client_close(&c);
}

static void directories(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "a"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "a"), -EEXIST);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "a/b c"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "a/b c/d"), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "no/b"), -ENOENT);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "a/b c/d/f", WRITES, 99, 99, 1), 0);
	CU_ASSERT(nfs_disk_has(&server, "a/b c/d/f", 99, 1));
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "a/b c/d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(
	        c.backend->rename(c.session, "a/b c/d/f", "a/gr\xc3\xbc\xc3\x9f"),
	        0);
	CU_ASSERT(nfs_disk_has(&server, "a/gr\xc3\xbc\xc3\x9f", 99, 1));
	CU_ASSERT_EQUAL(c.backend->rename(c.session, "a/none", "a/x"), -ENOENT);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "a/b c", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 1);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "a/gr\xc3\xbc\xc3\x9f"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "a/b c/d"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "a/b c"), 0);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "a"), 0);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "a", &st), -ENOENT);
	rig_client_close(&c);
}

static void stat_time(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct rig_client c;
	struct timespec now;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&c, "t", WRITES, 1, 1, 1), 0);
	clock_gettime(CLOCK_REALTIME, &now);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "t", &st), 0);
	CU_ASSERT(llabs((long long)st.mtime_ns - now.tv_sec * 1000000000LL) <
	          60000000000LL);
	rig_client_close(&c);
}

struct listing {
	unsigned count, sum;
	bool has_dots;
};

static int count_entry(void *arg, const char *entry)
{
	struct listing *listing = arg;

	listing->count++;
	listing->sum += (unsigned)atoi(entry + strlen("an entry with a name "));
	if (entry[0] == '.')
		listing->has_dots = true;
	return 0;
}

static int refuse_entry(void *arg, const char *entry)
{
	(void)entry;
	++*(int *)arg;
	return -ECANCELED;
}

/* More entries than one answer holds. */
static void listings(void)
{
	enum { ENTRIES = 2500 };
	struct listing listing = {0};
	char path[1024];
	struct rig_client c;
	int calls = 0;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "many"), 0);
	CU_ASSERT_EQUAL(
	        c.backend->readdir(c.session, "many", count_entry, &listing), 0);
	CU_ASSERT_EQUAL(listing.count, 0);
	for (int i = 0; i < ENTRIES; i++) {
		snprintf(path, sizeof(path), "%s/many/an entry with a name %d",
		         server.directory, i);
		CU_ASSERT_EQUAL_FATAL(mkdir(path, 0755), 0);
	}
	CU_ASSERT_EQUAL(
	        c.backend->readdir(c.session, "many", count_entry, &listing), 0);
	CU_ASSERT_EQUAL(listing.count, ENTRIES);
	CU_ASSERT_EQUAL(listing.sum, ENTRIES * (ENTRIES - 1) / 2);
	CU_ASSERT(!listing.has_dots);
	CU_ASSERT_EQUAL(c.backend->readdir(c.session, "many", refuse_entry, &calls),
	                -ECANCELED);
	CU_ASSERT_EQUAL(calls, 1);
	CU_ASSERT_EQUAL(
	        c.backend->readdir(c.session, "none", count_entry, &listing),
	        -ENOENT);
	CU_ASSERT_EQUAL(c.backend->readdir(c.session, "many/an entry with a name 1",
	                                   refuse_entry, &calls),
	                0);
	rig_client_close(&c);
}

/* Things vanish on the server while the client holds on to them. */
static void stale(void)
{
	struct rig_client c, other;
	void *file;
	char byte;

	if (!begin(&c) || !begin(&other))
		return;
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "dir"), 0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "dir/f", WRITES, 10, 10, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "dir/f", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(other.backend->unlink(other.session, "dir/f"), 0);
	CU_ASSERT_EQUAL(other.backend->rmdir(other.session, "dir"), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 0), -ESTALE);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "READ dir/f: stale file handle"));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	/* The directory that is remembered is another one now. */
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "dir/f"), -ENOENT);
	CU_ASSERT_EQUAL(other.backend->mkdir(other.session, "dir"), 0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "dir/f", WRITES, 10, 10, 2), 0);
	CU_ASSERT_EQUAL(other.backend->rename(other.session, "dir", "old"), 0);
	CU_ASSERT_EQUAL(other.backend->unlink(other.session, "old/f"), 0);
	CU_ASSERT_EQUAL(other.backend->rmdir(other.session, "old"), 0);
	CU_ASSERT_EQUAL(other.backend->mkdir(other.session, "dir"), 0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "dir/f", WRITES, 10, 10, 3), 0);
	CU_ASSERT(nfs_disk_has(&server, "dir/f", 10, 3));
	rig_client_close(&c);
	rig_client_close(&other);
}

static void below_the_export(void)
{
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "sub dir"), 0);
	rig_client_close(&c);
	CU_ASSERT_EQUAL(nfs_client_open(&server, &c,
	                                (const char *const[]){
	                                        "export=/bench/sub dir", NULL}),
	                0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "f", WRITES, 10, 10, 3), 0);
	CU_ASSERT(nfs_disk_has(&server, "sub dir/f", 10, 3));
	rig_client_close(&c);
}

static void facts(void)
{
	static const char *const expected[] = {"peer=127.0.0.1\n",
	                                       "nfs_version=3\n",
	                                       "rsize=1048576\n",
	                                       "wsize=1048576\n",
	                                       "readahead=0\n",
	                                       "free_bytes=",
	                                       "uid=",
	                                       "transport=tcp\n"};
	struct bench_caps caps = {.size = sizeof(caps)};
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	for (size_t i = 0; i < COUNT(expected); i++)
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, expected[i]));
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props,
	                BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_STABLE);
	CU_ASSERT_EQUAL(caps.best_io, 1 << 20);
	CU_ASSERT(caps.free_bytes > 0);
	CU_ASSERT(caps.max_depth >= 64);
	for (int i = 0; i < 10; i++)
		CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
}

static void read_only(void)
{
	static const char *const settings[] = {"export=/readonly", NULL};
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&c, "ro", WRITES, 1000, 100, 1), 0);
	rig_client_close(&c);
	CU_ASSERT_EQUAL(nfs_client_open(&server, &c, settings), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "x"), -EROFS);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "MKDIR x: the export is "
	                                                  "read-only"));
	CU_ASSERT_EQUAL(nfs_write_file(&c, "ro", BENCH_O_WRITE, 1000, 100, 2),
	                -EROFS);
	CU_ASSERT(nfs_read_file(&c, "ro", 1000, 100, 1));
	rig_client_close(&c);
}

static CU_TestInfo cases[] = {
        {"the server starts", starts},
        {"names of all kinds", names},
        {"directories", directories},
        {"times", stat_time},
        {"long listings", listings},
        {"what vanished on the server", stale},
        {"a directory below the export", below_the_export},
        {"facts, properties, ping", facts},
        {"a read-only export", read_only},
        {"the server stops", stops},
        CU_TEST_INFO_NULL};
UNIT_SUITE(nfs_names, cases)
