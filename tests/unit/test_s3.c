/* test_s3.c - the s3 backend's objects and names against a server that computes
 * each signature itself. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "s3_rig.h"
#include "unit.h"

#define KIB    ((size_t)1024)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define MAKES  (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)

static void with_server(void (*test)(struct script_client *c))
{
	struct script_server server = {0};
	struct script_client c;

	if (!s3_server_start(&server, (const char *const[]){"--page", "3", NULL}))
		return;
	CU_ASSERT_EQUAL(s3_client_reach(&c, &server), 0);
	script_says(&c, "");
	if (c.session)
		test(&c);
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
static void round_trips(struct script_client *c)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},         {53, 4096},
	             {65537, 65536}, {3 * 1048576 + 5, 65536},
	             {70001, 1000},  {5 * 1048576, 1048576}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seed = (unsigned)i;

		CU_ASSERT_EQUAL(script_write(c, "f", MAKES | SEQ, size, record, seed),
		                0);
		CU_ASSERT(check_file(c, "f", SEQ, size, record, seed, 2));
		CU_ASSERT_EQUAL(script_write(c, "f", BENCH_O_WRITE | SEQ, size, record,
		                             seed + 50),
		                0);
		if (size / record < 60)
			CU_ASSERT(check_file(c, "f", 0, size, record, seed + 50, 1));
		CU_ASSERT_EQUAL(c->backend->unlink(c->session, "f"), 0);
	}
	c->facts[0] = '\0';
	CU_ASSERT_EQUAL(c->backend->counters(c->session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "requests="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "ms_per_operation="));
}

static void all_round_trips(void)
{
	with_server(round_trips);
}

static void put(struct script_client *c, void *file, uint64_t from, uint64_t to,
                unsigned seed)
{
	unsigned char buffer[KIB];

	for (uint64_t at = from; at < to; at += KIB) {
		script_fill(buffer, KIB, at, seed);
		CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, at), (int64_t)KIB);
	}
}

static void known_size(struct script_client *c)
{
	unsigned char buffer[KIB] = {0};
	void *file;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "p", WRITES | SEQ, 10 * KIB, &file),
	        0);
	for (unsigned pass = 0; pass < 3; pass++)
		put(c, file, 0, 10 * KIB, pass);
	CU_ASSERT_EQUAL(c->backend->flush(file), 0);
	CU_ASSERT(check_file(c, "p", SEQ, 10 * KIB, KIB, 2, 1));
	CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, 5 * KIB), -ENOTSUP);
	script_says(c, "from the start to the end only");
	put(c, file, 0, 2 * KIB, 7);
	CU_ASSERT_EQUAL(c->backend->flush(file), -ENOTSUP);
	script_says(c, "a PUT has one reply, at its end");
	CU_ASSERT_EQUAL(c->backend->close(file), -ENOTSUP);
	/* What was half put is not there. */
	CU_ASSERT(check_file(c, "p", SEQ, 10 * KIB, KIB, 2, 1));
	CU_ASSERT_EQUAL(c->backend->open(c->session, "p", WRITES | SEQ,
	                                 (UINT64_C(5) << 30) + 1, &file),
	                -EFBIG);
	script_says(c, "5 GiB");
}

/* Kept in memory until a flush; and more behind it puts all of it anew. */
static void unknown_size(struct script_client *c)
{
	unsigned char *much = calloc(1, 20 << 20);
	void *file;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "u", WRITES | SEQ, 0, &file), 0);
	put(c, file, 0, 100 * KIB, 3);
	CU_ASSERT_EQUAL(c->backend->flush(file), 0);
	CU_ASSERT(check_file(c, "u", SEQ, 100 * KIB, KIB, 3, 1));
	put(c, file, 0, 7 * KIB, 4);
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
	CU_ASSERT(check_file(c, "u", SEQ, 7 * KIB, KIB, 4, 1));
	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "u", WRITES | SEQ, 0, &file), 0);
	CU_ASSERT_EQUAL(c->backend->write(file, much, 20 << 20, 0), -EFBIG);
	script_says(c, "limited to 16 MiB");
	(void)c->backend->close(file);
	free(much);
}

static void passes(struct script_client *c)
{
	known_size(c);
	unknown_size(c);
}

static void all_passes(void)
{
	with_server(passes);
}

static void short_reads(struct script_client *c)
{
	static const unsigned modes[] = {0, SEQ};
	unsigned char buffer[4096];
	void *file;

	CU_ASSERT_EQUAL(script_write(c, "s", MAKES | SEQ, 5000, 4096, 1), 0);
	for (size_t i = 0; i < 2; i++) {
		CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, "s",
		                                       BENCH_O_READ | modes[i], 0,
		                                       &file),
		                      0);
		CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 0), 4096);
		CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 4096), 904);
		CU_ASSERT(script_matches(buffer, 904, 4096, 1));
		CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 5000), 0);
		CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 90000), 0);
		CU_ASSERT_EQUAL(c->backend->read(file, buffer, 1000, 3000), 1000);
		CU_ASSERT(script_matches(buffer, 1000, 3000, 1));
		CU_ASSERT_EQUAL(c->backend->ping(c->session), 0);
		CU_ASSERT_EQUAL(c->backend->close(file), 0);
	}
}

static void all_short_reads(void)
{
	with_server(short_reads);
}

/* "a b c " */
static int keep_name(void *arg, const char *entry)
{
	char *all = arg;
	size_t length = strlen(all);

	snprintf(all + length, 256 - length, "%s ", entry);
	return 0;
}

static int stop_at_once(void *arg, const char *entry)
{
	(void)entry;
	++*(int *)arg;
	return 1;
}

static void naming(struct script_client *c)
{
	static const char *const names[] = {"d/e",     "d/a",     "d/c",  "d/b",
	                                    "d/sub/x", "d/sub/y", "other"};
	struct bench_stat st = {.size = sizeof st};
	char all[256] = "";
	void *file;
	int count = 0;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		CU_ASSERT_EQUAL(script_write(c, names[i], MAKES | SEQ, 10 + i, 4, 1),
		                0);
	/* Over several pages, and a directory as one name. */
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "d", keep_name, all), 0);
	CU_ASSERT_STRING_EQUAL(all, "a b c e sub ");
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "d", stop_at_once, &count),
	                0);
	CU_ASSERT_EQUAL(count, 1);
	all[0] = '\0';
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, ".", keep_name, all), 0);
	CU_ASSERT_STRING_EQUAL(all, "other d ");
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "no", keep_name, all),
	                -ENOENT);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "d/c", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 12);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000) * 1000000000);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "none", &st), -ENOENT);
	CU_ASSERT_EQUAL(
	        c->backend->open(c->session, "none", BENCH_O_READ, 0, &file),
	        -ENOENT);
	CU_ASSERT_EQUAL(c->backend->open(c->session, "other", MAKES, 0, &file),
	                -EEXIST);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "none"), -ENOENT);
	script_says(c, "404");
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "other"), 0);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "other"), -ENOENT);
	CU_ASSERT_EQUAL(script_write(c, "empty", MAKES | SEQ, 0, 1, 0), 0);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "empty", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 0);
}

static void properties(struct script_client *c)
{
	struct bench_caps caps = {.size = sizeof caps};

	CU_ASSERT_EQUAL(c->backend->caps(c->target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props, BENCH_RANDOM | BENCH_KEEPS | BENCH_SHARED);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_PEER);
	CU_ASSERT_EQUAL(caps.max_size, UINT64_C(5) << 30);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "server=s3stub/"));
	naming(c);
}

static void all_names(void)
{
	with_server(properties);
}

static CU_TestInfo cases[] = {{"there and back", all_round_trips},
                              {"several passes", all_passes},
                              {"short reads", all_short_reads},
                              {"names", all_names},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(s3, cases)
