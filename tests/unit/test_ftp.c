/* test_ftp.c - the ftp backend's files against real servers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "ftp_rig.h"
#include "unit.h"

#define KIB    ((size_t)1024)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define MAKES  (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)

static const char *const servers[] = {"vsftpd", "pyftpdlib"};
enum { SERVERS = 2 };

/* Runs a test against each server that is installed. */
static void on_each(void (*test)(struct script_client *c,
                                 const struct script_server *server))
{
	for (size_t i = 0; i < SERVERS; i++) {
		struct script_server server = {0};
		struct script_client c;

		if (!ftp_server_start(
		            &server, NULL,
		            (const char *const[]){"--server", servers[i], NULL}))
			continue;
		CU_ASSERT_EQUAL(ftp_client_reach(&c, &server), 0);
		script_says(&c, "");
		if (c.session)
			test(&c, &server);
		script_client_close(&c);
		CU_ASSERT_EQUAL(script_server_stop(&server), 143);
	}
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

/* Every size by every way; the probe's file is gone. */
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
	             {5 * 1048576, 1048576}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seed = (unsigned)i;

		CU_ASSERT_EQUAL(script_write(c, "f", MAKES | SEQ, size, record, seed),
		                0);
		CU_ASSERT(script_on_disk(server, "f", size, seed));
		CU_ASSERT(check_file(c, "f", SEQ, size, record, seed, 3));
		/* Over it, in order, and then over the same open file again. */
		CU_ASSERT_EQUAL(script_write(c, "f", BENCH_O_WRITE | SEQ, size, record,
		                             seed + 50),
		                0);
		CU_ASSERT(script_on_disk(server, "f", size, seed + 50));
		if (size / record < 20)
			CU_ASSERT(check_file(c, "f", 0, size, record, seed + 50, 1));
		CU_ASSERT_EQUAL(c->backend->unlink(c->session, "f"), 0);
	}
}

static void several_passes(struct script_client *c,
                           const struct script_server *server)
{
	unsigned char buffer[KIB];
	void *file;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "p", MAKES | SEQ, 0, &file), 0);
	for (unsigned pass = 0; pass < 4; pass++) {
		for (uint64_t at = 0; at < 10 * KIB; at += KIB) {
			script_fill(buffer, KIB, at, pass);
			CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, at),
			                (int64_t)KIB);
		}
		/* With a flush between the passes, and without. */
		if (pass & 1) {
			CU_ASSERT_EQUAL(c->backend->flush(file), 0);
			CU_ASSERT(script_on_disk(server, "p", 10 * KIB, pass));
		}
	}
	/* A flush in the middle: the rest comes behind it. */
	for (uint64_t at = 0; at < 10 * KIB; at += KIB) {
		script_fill(buffer, KIB, at, 9);
		CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, at), (int64_t)KIB);
		if (at == 5 * KIB)
			CU_ASSERT_EQUAL(c->backend->flush(file), 0);
	}
	CU_ASSERT_EQUAL(c->backend->write(file, buffer, KIB, 77 * KIB), -ENOTSUP);
	script_says(c, "from the start to the end only");
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
	CU_ASSERT(script_on_disk(server, "p", 10 * KIB, 9));
}

static void records_in_any_order(struct script_client *c,
                                 const struct script_server *server)
{
	enum { RECORDS = 16, RECORD = 5000 };
	unsigned char buffer[RECORD];
	void *file;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "r", WRITES | BENCH_O_READ, 0, &file),
	        0);
	for (unsigned seed = 3; seed < 5; seed++)
		for (uint64_t i = seed - 3; i < RECORDS; i++) {
			/* At 0 once only: STOR there cuts off what is behind it. */
			uint64_t at = (i * (seed == 3 ? 1 : 7) % RECORDS) * RECORD;

			if (at == 0 && seed > 3)
				continue;
			script_fill(buffer, RECORD, at, 3);
			CU_ASSERT_EQUAL(c->backend->write(file, buffer, RECORD, at),
			                RECORD);
		}
	CU_ASSERT_EQUAL(c->backend->flush(file), 0);
	CU_ASSERT(script_on_disk(server, "r", (uint64_t)RECORDS * RECORD, 3));
	for (uint64_t i = 0; i < RECORDS; i++) {
		uint64_t at = (i * 5 % RECORDS) * RECORD;

		CU_ASSERT_EQUAL(c->backend->read(file, buffer, RECORD, at), RECORD);
		CU_ASSERT(script_matches(buffer, RECORD, at, 3));
	}
	CU_ASSERT_EQUAL(c->backend->write(file, buffer, RECORD, 0), -ENOTSUP);
	script_says(c, "would cut r off");
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
	CU_ASSERT_EQUAL(c->backend->open(c->session, "r", BENCH_O_WRITE, 0, &file),
	                -ENOTSUP);
	script_says(c, "STOR at offset 0 cuts the file off");
	CU_ASSERT(script_on_disk(server, "r", (uint64_t)RECORDS * RECORD, 3));
	c->facts[0] = '\0';
	CU_ASSERT_EQUAL(c->backend->counters(c->session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "data_connections="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c->facts, "ms_per_operation="));
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
			/* A question in the middle of a stream ends it unharmed. */
			CU_ASSERT_EQUAL(c->backend->ping(c->session), 0);
			CU_ASSERT_EQUAL(c->backend->read(file, buffer, 4096, 4096), 904);
			CU_ASSERT(script_matches(buffer, 904, 4096, 1));
			CU_ASSERT_EQUAL(c->backend->close(file), 0);
		}
	}
}

static void opening(struct script_client *c, const struct script_server *server)
{
	struct bench_stat st = {.size = sizeof st};
	void *file;

	CU_ASSERT_EQUAL(
	        c->backend->open(c->session, "none", BENCH_O_READ, 0, &file),
	        -ENOENT);
	CU_ASSERT_EQUAL(
	        c->backend->open(c->session, "none", BENCH_O_WRITE, 0, &file),
	        -ENOENT);
	/* Nothing was written, and yet it is made; not twice with EXCL. */
	CU_ASSERT_EQUAL(script_write(c, "empty", MAKES | SEQ, 0, 1, 0), 0);
	CU_ASSERT(script_on_disk(server, "empty", 0, 0));
	CU_ASSERT_EQUAL(c->backend->open(c->session, "empty", MAKES, 0, &file),
	                -EEXIST);
	script_says(c, "is there already");
	CU_ASSERT_EQUAL(script_write(c, "empty", WRITES, 3000, 1000, 1), 0);
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
	/* One transfer at a time. */
	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "busy", MAKES | SEQ, 0, &file), 0);
	CU_ASSERT_EQUAL(c->backend->write(file, "x", 1, 0), 1);
	CU_ASSERT_EQUAL(c->backend->ping(c->session), -EBUSY);
	script_says(c, "one transfer at a time");
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
	CU_ASSERT_EQUAL(c->backend->ping(c->session), 0);
}

static void files(struct script_client *c, const struct script_server *server)
{
	struct bench_caps caps = {.size = sizeof caps};

	CU_ASSERT_EQUAL(c->backend->caps(c->target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props & (BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS),
	                BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_PEER);
	round_trips(c, server);
	several_passes(c, server);
	records_in_any_order(c, server);
	short_reads(c, server);
	opening(c, server);
	CU_ASSERT_STRING_EQUAL(c->notes, "");
}

static void all_files(void)
{
	on_each(files);
}

static CU_TestInfo cases[] = {{"files of real servers", all_files},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(ftp, cases)
