/* test_nfs.c - the NFS backend against a real server: files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "nfs_rig.h"
#include "unit.h"

#define MIB          ((size_t)1 << 20)
#define WRITES       (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* One server for all tests of this file; the first one starts it. */
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

static void round_trips(void)
{
	static const struct {
		uint64_t size;
		size_t record;
	} table[] = {{1, 1},
	             {53, 4096},
	             {4096, 4096},
	             {65537, 65536},
	             {3 * MIB + 5, 65536},
	             {2 * MIB, MIB},
	             {9 * MIB + 1, 4 * MIB},
	             {70001, 1000},
	             {20 * MIB + 3, 16 * MIB}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		uint64_t size = table[i].size;
		size_t record = table[i].record;
		unsigned seed = (unsigned)i;

		CU_ASSERT_EQUAL(nfs_write_file(&c, "f", WRITES, size, record, seed), 0);
		CU_ASSERT(nfs_disk_has(&server, "f", size, seed));
		CU_ASSERT(nfs_read_file(&c, "f", size, record, seed));
	}
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	rig_client_close(&c);
}

static void random_offsets(void)
{
	enum { RECORDS = 200, RECORD = 5000 };
	unsigned char buffer[RECORD];
	struct rig_client c;
	void *file;
	bool same = true;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "r", WRITES | BENCH_O_READ, 0, &file),
	        0);
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 7919u % RECORDS) * RECORD;

		rig_fill(buffer, RECORD, at, 5);
		same = same && c.backend->write(file, buffer, RECORD, at) == RECORD;
	}
	for (unsigned i = 0; i < RECORDS; i++) {
		uint64_t at = (uint64_t)(i * 7907u % RECORDS) * RECORD;

		same = same && c.backend->read(file, buffer, RECORD, at) == RECORD &&
		       rig_matches(buffer, RECORD, at, 5);
	}
	CU_ASSERT(same);
	CU_ASSERT_EQUAL(c.backend->flush(file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT(nfs_disk_has(&server, "r", (uint64_t)RECORDS * RECORD, 5));
	rig_client_close(&c);
}

static void overwrites(void)
{
	struct rig_client c;
	struct bench_stat st = {.size = sizeof(st)};

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&c, "o", WRITES, MIB, 65536, 1), 0);
	/* Without TRUNC the file keeps what is not written. */
	CU_ASSERT_EQUAL(nfs_write_file(&c, "o", BENCH_O_WRITE, MIB, 65536, 2), 0);
	CU_ASSERT(nfs_disk_has(&server, "o", MIB, 2));
	CU_ASSERT_EQUAL(nfs_write_file(&c, "o", BENCH_O_WRITE | BENCH_O_CREATE,
	                               1000, 1000, 3),
	                0);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "o", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, MIB);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "o", BENCH_O_WRITE | BENCH_O_TRUNC, 1000,
	                               1000, 4),
	                0);
	CU_ASSERT(nfs_disk_has(&server, "o", 1000, 4));
	CU_ASSERT_EQUAL(
	        nfs_write_file(&c, "o", WRITES | BENCH_O_SYNC, MIB + 7, 300000, 5),
	        0);
	CU_ASSERT(nfs_disk_has(&server, "o", MIB + 7, 5));
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
	CU_ASSERT_EQUAL(nfs_write_file(&c, "x", WRITES | BENCH_O_EXCL, 10, 10, 1),
	                0);
	CU_ASSERT_EQUAL(
	        c.backend->open(c.session, "x", WRITES | BENCH_O_EXCL, 0, &file),
	        -EEXIST);
	CU_ASSERT(nfs_disk_has(&server, "x", 10, 1));
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "d", BENCH_O_READ, 0, &file),
	                -EISDIR);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "x/y", BENCH_O_READ, 0, &file),
	                -ENOTDIR);
	CU_ASSERT_EQUAL(c.backend->rmdir(c.session, "d"), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "x", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 0, 0), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "x", BENCH_O_WRITE, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	rig_client_close(&c);
}

enum { DEPTH = 8 };

/* Moves a whole file with DEPTH records in flight; true if all of them came
 * back whole and stamped. */
static bool pipeline(struct rig_client *c, void *file, enum bench_op op,
                     unsigned char *buffers, size_t record, unsigned records,
                     unsigned seed)
{
	struct bench_io ios[DEPTH], *idle[DEPTH], *done[DEPTH];
	unsigned idle_count = DEPTH, next = 0, back = 0;
	bool fine = true;

	for (unsigned i = 0; i < DEPTH; i++) {
		ios[i] = (struct bench_io){
		        .op = op, .file = file, .buf = buffers + i * record};
		idle[i] = &ios[i];
	}
	while (fine && back < records) {
		int got;

		while (idle_count > 0 && next < records) {
			struct bench_io *io = idle[--idle_count];

			io->off = (uint64_t)next++ * record;
			io->len = record;
			io->done_ns = 0;
			if (op == BENCH_OP_WRITE)
				rig_fill(io->buf, record, io->off, seed);
			fine = fine && c->backend->submit(c->session, &io, 1) == 1;
		}
		got = c->backend->reap(c->session, done, 1, DEPTH, 2000000000);
		fine = fine && got > 0;
		for (int i = 0; i < got; i++) {
			fine = fine && done[i]->result == (int64_t)record &&
			       done[i]->done_ns > 0 &&
			       (op == BENCH_OP_WRITE ||
			        rig_matches(done[i]->buf, record, done[i]->off, seed));
			idle[idle_count++] = done[i];
			back++;
		}
	}
	return fine;
}

static void pipelined(void)
{
	static const struct {
		size_t record;
		unsigned records;
	} table[] = {{4096, 100}, {65536, 50}, {3 * MIB + 11, 9}};
	struct rig_client c;

	if (!begin(&c))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		size_t record = table[i].record;
		unsigned records = table[i].records;
		unsigned char *buffers = malloc(DEPTH * record);
		void *file;

		CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "p",
		                                      WRITES | BENCH_O_READ, 0, &file),
		                      0);
		CU_ASSERT(pipeline(&c, file, BENCH_OP_WRITE, buffers, record, records,
		                   (unsigned)i));
		CU_ASSERT_EQUAL(c.backend->flush(file), 0);
		CU_ASSERT(nfs_disk_has(&server, "p", (uint64_t)record * records,
		                       (unsigned)i));
		CU_ASSERT(pipeline(&c, file, BENCH_OP_READ, buffers, record, records,
		                   (unsigned)i));
		CU_ASSERT_EQUAL(c.backend->close(file), 0);
		free(buffers);
	}
	rig_client_close(&c);
}

static void pipelined_odds(void)
{
	unsigned char buffer[3][100];
	struct bench_io ios[4], *v[4], *done[4];
	struct rig_client c;
	void *file;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&c, "q", WRITES, 150, 50, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "q", BENCH_O_READ, 0, &file), 0);
	/* Nothing flies: reap comes back at once. */
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 1, 4, -1), 0);
	for (unsigned i = 0; i < 3; i++)
		ios[i] = (struct bench_io){.op = BENCH_OP_READ,
		                           .file = file,
		                           .buf = buffer[i],
		                           .len = 100,
		                           .off = 100 * i};
	ios[3] = (struct bench_io){.op = BENCH_OP_FLUSH, .file = file};
	for (unsigned i = 0; i < 4; i++)
		v[i] = &ios[i];
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 4), 4);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 4, 4, -1), 4);
	CU_ASSERT_EQUAL(ios[0].result, 100);
	CU_ASSERT_EQUAL(ios[1].result, 50);
	CU_ASSERT_EQUAL(ios[2].result, 0);
	CU_ASSERT_EQUAL(ios[3].result, 0);
	CU_ASSERT(rig_matches(buffer[0], 100, 0, 1));
	ios[0].op = BENCH_OP_WRITE;
	CU_ASSERT_EQUAL(c.backend->submit(c.session, v, 1), 1);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, done, 1, 4, 0), 1);
	CU_ASSERT_EQUAL(ios[0].result, -EBADF);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	rig_client_close(&c);
}

static void split_is_told(void)
{
	struct rig_client c;

	if (!begin(&c))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&c, "s", WRITES, 2 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL(c.backend->counters(c.session), 0);
	CU_ASSERT_PTR_NULL(strstr(c.facts, "split_records"));
	CU_ASSERT_EQUAL(nfs_write_file(&c, "s", WRITES, 10 * MIB, 5 * MIB, 1), 0);
	CU_ASSERT_EQUAL(c.backend->counters(c.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "split_records=2\n"));
	rig_client_close(&c);
}

static void shared(void)
{
	struct rig_client a, b;

	if (!begin(&a) || !begin(&b))
		return;
	CU_ASSERT_EQUAL(nfs_write_file(&a, "both", WRITES, MIB, 4096, 1), 0);
	CU_ASSERT(nfs_read_file(&b, "both", MIB, 65536, 1));
	CU_ASSERT_EQUAL(nfs_write_file(&b, "both", BENCH_O_WRITE, MIB, 65536, 2),
	                0);
	CU_ASSERT(nfs_read_file(&a, "both", MIB, 65536, 2));
	rig_client_close(&a);
	rig_client_close(&b);
}

static CU_TestInfo cases[] = {
        {"the server starts", starts},
        {"sizes and records", round_trips},
        {"random offsets", random_offsets},
        {"overwriting", overwrites},
        {"flags", flags},
        {"several records in flight", pipelined},
        {"short and wrong ones in flight", pipelined_odds},
        {"split records are told", split_is_told},
        {"two sessions, one file", shared},
        {"the server stops", stops},
        CU_TEST_INFO_NULL};
UNIT_SUITE(nfs, cases)
