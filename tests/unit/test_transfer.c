/* test_transfer.c - whole files there and back: the calls, what counts, and
 * what becomes of a transfer that breaks. */
#include "unit.h"

#include <errno.h>
#include <string.h>
#include "names_rig.h"
#include "workload/transfer.h"

#define K256 262144

/* A file of two records and a half. */
static struct names_rig *set_up(void)
{
	struct names_rig *rig = names_rig_set_up("transfer", 0);

	rig->cell.file_size = 2 * K256 + K256 / 2;
	rig->cell.record_size = rig->cell.test->record;
	rig->cell.flush = true;
	rig->lane.stop = NULL;
	names_rig_prepare(rig);
	return rig;
}

#define PUT                                                                    \
	"open(t0 wcx) write(262144@0) write(262144@262144) "                       \
	"write(131072@524288) flush close "
#define GET                                                                    \
	"open(t0 r) read(262144@0) read(262144@262144) read(131072@524288) close "

static void puts_and_gets(void)
{
	/* open 1, write 2, close 3, read 5, flush 6 us */
	const int64_t put_ns = 1000 + 3 * 2000 + 6000 + 3000;
	const int64_t get_ns = 1000 + 3 * 5000 + 3000;
	struct names_rig *rig = set_up();
	const struct workload_tally *tally = &rig->lane.tally;

	CU_ASSERT_EQUAL(rig->cell.test->record, TRANSFER_RECORD);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
	names_rig_called(rig, PUT GET "unlink(t0) " PUT GET);
	CU_ASSERT_EQUAL(tally->passes, 2);
	CU_ASSERT_EQUAL(tally->ops, 4);
	CU_ASSERT_EQUAL(tally->bytes, 4 * rig->cell.file_size);
	CU_ASSERT_EQUAL(tally->open_ns, 4000);
	CU_ASSERT_EQUAL(tally->io_ns, 2 * (3 * 2000 + 3 * 5000));
	CU_ASSERT_EQUAL(tally->flush_ns, 2 * 6000);
	CU_ASSERT_EQUAL(tally->close_ns, 4 * 3000);
	CU_ASSERT_EQUAL(tally->open_ns + tally->io_ns + tally->flush_ns +
	                        tally->close_ns,
	                2 * (put_ns + get_ns));
	CU_ASSERT_EQUAL(rig->latency.total, 4);
	CU_ASSERT_EQUAL(rig->latency.min, (uint64_t)put_ns);
	CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)get_ns);
	CU_ASSERT_EQUAL(rig->verbs[0].total, 2);
	CU_ASSERT_EQUAL(rig->verbs[0].max, (uint64_t)put_ns);
	CU_ASSERT_EQUAL(rig->verbs[1].total, 2);
	CU_ASSERT_EQUAL(rig->verbs[1].min, (uint64_t)get_ns);
	CU_ASSERT_EQUAL(rig->lane.layout, 0);
	names_rig_tear_down(rig);
}

static void counts_all_phases(void)
{
	const struct workload_test *test = workload_find("transfer");

	CU_ASSERT_PTR_NOT_NULL_FATAL(test);
	CU_ASSERT_EQUAL(test->include, WORKLOAD_INCLUDE_OPEN |
	                                       WORKLOAD_INCLUDE_FLUSH |
	                                       WORKLOAD_INCLUDE_CLOSE);
	CU_ASSERT_TRUE(workload_counts_bytes(test));
	CU_ASSERT_TRUE(workload_reads(test));
	CU_ASSERT_TRUE(workload_writes(test));
	CU_ASSERT_EQUAL(test->sizes, WORKLOAD_FILE_SIZE);
}

static void moves_small_files_whole(void)
{
	struct names_rig *rig = set_up();

	rig->cell.file_size = 1000;
	rig->cell.flush = false;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, "open(t0 wcx) write(1000@0) close "
	                      "open(t0 r) read(1000@0) close ");
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 2000);
	names_rig_tear_down(rig);
}

/* Between put and get, in no time. */
static void drops_the_cache(void)
{
	struct names_rig *rig = set_up();

	rig->cell.file_size = 1000;
	rig->cell.flush = false;
	rig->cell.drop_cache = true;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, "open(t0 wcx) write(1000@0) close "
	                      "open(t0 r!) drop close "
	                      "open(t0 r) read(1000@0) close ");
	CU_ASSERT_EQUAL(rig->lane.tally.open_ns, 2000);
	CU_ASSERT_EQUAL(rig->lane.tally.close_ns, 6000);
	rig->fail_verb = RIG_DROP;
	rig->fail_at = 2;
	rig->fail_error = -EIO;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
	names_rig_says(rig, "drop_cache: Input/output error");
	names_rig_tear_down(rig);
}

static void tells_what_broke(void)
{
	static const struct {
		enum rig_verb verb;
		unsigned at;
		int error;
		const char *says;
		uint64_t ops;
	} cases[] = {
	        {RIG_OPEN, 1, -EEXIST, "open: File exists", 0},
	        {RIG_OPEN, 2, -ENOENT, "open: No such file or directory", 1},
	        {RIG_WRITE, 2, -EACCES, "put: Permission denied", 0},
	        {RIG_FLUSH, 1, -ENOSPC, "flush: No space left on device", 0},
	        {RIG_CLOSE, 1, -EIO, "close: Input/output error", 0},
	        {RIG_READ, 3, -EIO, "get: Input/output error", 1},
	        {RIG_UNLINK, 1, -EACCES, "unlink: Permission denied", 2},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct names_rig *rig = set_up();

		rig->fail_verb = cases[i].verb;
		rig->fail_at = cases[i].at;
		rig->fail_error = cases[i].error;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), cases[i].error);
		names_rig_says(rig, cases[i].says);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, cases[i].ops);
		CU_ASSERT_EQUAL(rig->latency.total, cases[i].ops);
		CU_ASSERT_EQUAL(rig->open_files, 0);
		names_rig_tear_down(rig);
	}
}

static void refuses_short_records(void)
{
	struct names_rig *rig = set_up();

	rig->short_at = 3;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
	names_rig_says(rig, "short record");
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 2 * K256);
	names_rig_tear_down(rig);
}

static void ends_at_the_deadline(void)
{
	struct names_rig *rig = set_up();

	/* In the second record of the first transfer. */
	rig->lane.deadline_ns = rig->now + 4000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -ETIMEDOUT);
	CU_ASSERT_PTR_NULL(rig->lane.why);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 0);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 2 * K256);
	names_rig_tear_down(rig);

	/* Between put and get. */
	rig = set_up();
	rig->lane.deadline_ns = rig->now + 15000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -ETIMEDOUT);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 1);
	names_rig_tear_down(rig);
}

static CU_TestInfo cases[] = {
        {"puts and gets", puts_and_gets},
        {"counts all phases", counts_all_phases},
        {"moves small files whole", moves_small_files_whole},
        {"drops the cache", drops_the_cache},
        {"tells what broke", tells_what_broke},
        {"refuses short records", refuses_short_records},
        {"ends at the deadline", ends_at_the_deadline},
        CU_TEST_INFO_NULL};
UNIT_SUITE(transfer, cases)
