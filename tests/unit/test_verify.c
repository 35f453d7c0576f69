/* test_verify.c - every wrong byte is found, its place is said, and what stands
 * there is recognised; what is right is never complained of. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "base/text.h"
#include "config/config.h"
#include "unit.h"
#include "workload_rig.h"

static struct workload_rig *set_up(const char *test, uint64_t file,
                                   uint64_t record, unsigned depth)
{
	struct workload_rig *rig = rig_set_up(test, file, record);

	rig->cell.verify = WORKLOAD_VERIFY_ALL;
	rig->cell.depth = depth;
	rig->lane.index = 2;
	rig_prepare(rig);
	return rig;
}

/* Verification fails with that offset in its sentence. */
static void finds(struct workload_rig *rig, uint64_t offset)
{
	char *words = text_format("the byte at offset %llu of file-0 is",
	                          (unsigned long long)offset);

	workload_clear(&rig->lane);
	CU_ASSERT_EQUAL(workload_verify(&rig->lane), -EILSEQ);
	CU_ASSERT_EQUAL(rig->lane.error, -EILSEQ);
	rig_says(rig, words);
	free(words);
}

static void is_right(struct workload_rig *rig, uint64_t bytes)
{
	rig->lane.tally.verified_bytes = 0;
	CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
	CU_ASSERT_PTR_NULL(rig->lane.why);
	CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, bytes);
}

/* What the file holds at a place, of which pass. */
static struct bench_pattern pattern(uint64_t file, uint64_t generation)
{
	return (struct bench_pattern){
	        .seed = 1, .file = file, .generation = generation};
}

static const struct shape {
	uint64_t file, record;
	unsigned depth;
} shapes[] = {{65536, 4096, 1}, {65536, 4096, 8},   {3000, 511, 1},
              {3000, 511, 8},   {200, 1, 1},        {200, 1, 8},
              {20000, 4097, 1}, {20000, 4097, 8},   {1000, 4096, 1},
              {8194, 4097, 8},  {131072, 65536, 16}};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static void finds_one_flipped_byte(void)
{
	static const char *const tests[] = {"write", "rewrite", "random_write"};

	for (size_t i = 0; i < 3 * SHAPES; i++) {
		const struct shape *shape = &shapes[i / 3];
		const uint64_t places[] = {0, shape->file / 2, shape->file - 1,
		                           shape->record < shape->file ? shape->record
		                                                       : 1};
		struct workload_rig *rig =
		        set_up(tests[i % 3], shape->file, shape->record, shape->depth);

		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 0);
		is_right(rig, shape->file);
		for (size_t k = 0; k < sizeof(places) / sizeof(places[0]); k++) {
			rig->file[places[k]] ^= 0x10;
			finds(rig, places[k]);
			rig->file[places[k]] ^= 0x10;
		}
		workload_clear(&rig->lane);
		is_right(rig, shape->file);
		rig_tear_down(rig);
	}
}

static void checks_what_it_reads(void)
{
	static const char *const tests[] = {"read", "reread", "random_read"};

	for (size_t i = 0; i < 3 * SHAPES; i++) {
		const struct shape *shape = &shapes[i / 3];
		uint64_t place = shape->file / 2;
		struct workload_rig *rig =
		        set_up(tests[i % 3], shape->file, shape->record, shape->depth);
		char *words = text_format("offset %llu of", (unsigned long long)place);

		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 2 * shape->file);
		CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
		rig->file[place] ^= 0x01;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EILSEQ);
		rig_says(rig, words);
		rig->file[place] ^= 0x01;
		workload_clear(&rig->lane);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		free(words);
		rig_tear_down(rig);
	}
}

/* Making and checking are in no time: 16 records of 1 us. */
static void takes_no_time(void)
{
	static const char *const tests[] = {"write", "read"};

	for (size_t i = 0; i < 2; i++) {
		struct workload_rig *rig = set_up(tests[i], 65536, 4096, 1);

		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 16000);
		CU_ASSERT_EQUAL(rig->latency.sum, 16000);
		CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 16000);
		CU_ASSERT_EQUAL(rig->lane.tally.open_ns, 0);
		CU_ASSERT_EQUAL(rig->latency.total, 16);
		rig_tear_down(rig);
	}
}

static void reads_back_what_was_closed(void)
{
	struct workload_rig *rig = set_up("write", 8192, 4096, 1);

	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	text_free(&rig->calls);
	is_right(rig, 8192);
	rig_called(rig, "open+seq+read r0 r4096 close ");
	CU_ASSERT_EQUAL(rig->dropped, 1);
	rig_tear_down(rig);
}

/* Records 0, 64, 128 and the last of 131; the others are not even read, unless
 * the target is a stream. */
static void looks_at_a_sample(void)
{
	static const struct {
		uint64_t place;
		bool found;
	} cases[] = {{0, true},         {511, true},       {512, false},
	             {64 * 512, true},  {65 * 512, false}, {128 * 512, true},
	             {130 * 512, true}, {129 * 512, false}};

	for (int reopen = 0; reopen < 2; reopen++) {
		struct workload_rig *rig = rig_set_up("write", 131 * 512, 512);

		rig->cell.verify = WORKLOAD_VERIFY_SAMPLE;
		rig->cell.reopen = reopen;
		rig_prepare(rig);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		text_free(&rig->calls);
		is_right(rig, 4 * 512);
		if (!reopen)
			rig_called(rig, "open+read r0 r32768 r65536 r66560 close ");
		else
			CU_ASSERT_EQUAL(rig->ops, 2 * 131);
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
			rig->file[cases[i].place] ^= 0x80;
			if (cases[i].found)
				finds(rig, cases[i].place);
			else
				CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
			rig->file[cases[i].place] ^= 0x80;
			workload_clear(&rig->lane);
		}
		rig_tear_down(rig);
	}
}

/* A pass that another lane's end cut short leaves some records of the one
 * before it, and of the one before that. */
static void checks_the_mix_of_cut_passes(void)
{
	static const char *const tests[] = {"rewrite", "random_write"};

	for (size_t i = 0; i < 4; i++) {
		struct workload_rig *rig =
		        set_up(tests[i % 2], 65536, 4096, i < 2 ? 1 : 4);
		static const uint64_t stops[] = {9, 3, 5, 11};

		rig->lane.stop = &rig->stop;
		for (size_t k = 0; k < 4; k++) {
			atomic_store(&rig->stop, false);
			rig->ops = 0;
			rig->stop_at = stops[k];
			CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
			CU_ASSERT_TRUE(rig->lane.tally.cut);
			CU_ASSERT_EQUAL(rig->lane.tally.passes, 0);
			CU_ASSERT(rig->lane.tally.ops >= stops[k] &&
			          rig->lane.tally.ops < 16);
			rig->stop_at = 0;
			is_right(rig, 65536);
			rig->file[65535] ^= 1;
			finds(rig, 65535);
			rig->file[65535] ^= 1;
			workload_clear(&rig->lane);
		}
		/* The mix can be read and checked, too. */
		rig->lane.stop = NULL;
		rig_go_on(rig, "read");
		rig_called(rig, "");
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 65536);
		rig_tear_down(rig);
	}
}

/* At the deadline a new file is there in part; a broken record may be anything;
 * after either the next test gets a new file. */
static void checks_what_is_there_of_a_broken_pass(void)
{
	struct workload_rig *rig = set_up("write", 65536, 4096, 1);

	rig->lane.deadline_ns = rig->now + 5000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -ETIMEDOUT);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 6);
	rig->lane.deadline_ns = INT64_MAX;
	is_right(rig, 6 * 4096);
	rig->file[5 * 4096] ^= 1;
	finds(rig, 5 * 4096);
	rig_go_on(rig, "rewrite");
	rig->fail_at = 3;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
	workload_clear(&rig->lane);
	memset(rig->file + 2 * 4096, 0x33, 4096);
	is_right(rig, 15 * 4096);
	rig->fail_at = 0;
	rig_go_on(rig, "read");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 65536);
	rig_tear_down(rig);
}

/* The third of the second pass's records says that it was written. */
static void knows_a_lost_write(void)
{
	static const unsigned depths[] = {1, 8};

	for (size_t i = 0; i < 2; i++) {
		struct workload_rig *rig = set_up("rewrite", 65536, 4096, depths[i]);

		rig->lie_at = 16 + 3;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		finds(rig, 8192);
		rig_says(rig, ": data of pass 2, but pass 3 wrote there since");
		rig_tear_down(rig);
	}
}

/* A read that does nothing, even where the right data were before. */
static void knows_a_read_that_does_nothing(void)
{
	static const unsigned depths[] = {1, 8};

	for (size_t i = 0; i < 2; i++) {
		struct workload_rig *rig = set_up("read", 4096, 4096, depths[i]);

		rig->lie_at = 2;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), -EILSEQ);
		rig_says(rig, "offset 0 of file-0");
		rig_says(rig, "left the buffer as it was");
		rig_tear_down(rig);
	}
}

/* What stands in the third record instead, and what is said of it. */
static void recognises_what_stands_there(void)
{
	static const struct {
		uint64_t file, generation;
		int64_t shift;
		const char *words;
	} cases[] = {{2, 0, 0, "zeros"},
	             {2, 1, 0, "data of pass 1, but pass 2 wrote there since"},
	             {0, 2, 0, "data of another file, that of worker 0"},
	             {5, 1, 0, "data of another file, that of worker 5"},
	             {2, 2, 1, "data that belong at offset 8193"},
	             {2, 2, -512, "data that belong at offset 7680"},
	             {2, 2, 4096, "data that belong at offset 12288"},
	             {2, 2, -8192, "data that belong at offset 0"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = set_up("rewrite", 65536, 4096, 1);
		struct bench_pattern there =
		        pattern(cases[i].file, cases[i].generation);

		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		if (there.generation)
			pattern_fill(&there, rig->file + 8192, 4096,
			             (uint64_t)(8192 + cases[i].shift));
		else
			memset(rig->file + 8192, 0, 4096);
		finds(rig, 8192);
		rig_says(rig, cases[i].words);
		rig_tear_down(rig);
	}
}

static void tells_bits_from_bytes(void)
{
	static const struct {
		unsigned char change;
		uint64_t place;
		const char *words;
	} cases[] = {{0x04, 100, ": one flipped bit, what follows is right"},
	             {0x05, 100, ": one wrong byte, what follows is right"},
	             {0x80, 4095, "offset 4095 of"}};
	struct workload_rig *rig = set_up("write", 65536, 4096, 1);
	struct bench_pattern there = pattern(2, 1);
	unsigned char byte;
	char *words;

	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t place = cases[i].place;

		pattern_fill(&there, &byte, 1, place);
		words = text_format("is 0x%02x, not 0x%02x", byte ^ cases[i].change,
		                    byte);
		rig->file[place] ^= cases[i].change;
		finds(rig, place);
		rig_says(rig, words);
		rig_says(rig, cases[i].words);
		rig->file[place] ^= cases[i].change;
		free(words);
	}
	rig_tear_down(rig);
}

static void says_that_the_file_is_short(void)
{
	struct workload_rig *rig = set_up("write", 65536, 4096, 1);

	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	rig->size = 40000;
	CU_ASSERT_EQUAL(workload_verify(&rig->lane), -EIO);
	rig_says(rig, "verification: short record");
	rig_tear_down(rig);
}

/* The backend hears of each pass; not of a file that is of several. */
static void tells_the_backend_what_to_expect(void)
{
	struct workload_rig *rig = set_up("rewrite", 65536, 4096, 1);

	CU_ASSERT_EQUAL(rig->expects, 1);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 3), 0);
	CU_ASSERT_EQUAL(rig->expects, 4);
	CU_ASSERT_EQUAL(rig->expected.seed, 1);
	CU_ASSERT_EQUAL(rig->expected.file, 2);
	CU_ASSERT_EQUAL(rig->expected.generation, 4);
	CU_ASSERT_EQUAL(pattern_check(&rig->expected, rig->file, 65536, 0), 65536);
	rig_go_on(rig, "read");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->expects, 5);
	CU_ASSERT_EQUAL(rig->expected.generation, 4);
	rig_go_on(rig, "rewrite");
	rig->lane.stop = &rig->stop;
	rig->stop_at = 5;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->expects, 6);
	rig_go_on(rig, "read");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->expects, 6);
	rig_tear_down(rig);
}

/* The filling is of other records than the test's. */
static void checks_a_layout(void)
{
	struct workload_rig *rig = rig_set_up("read", 65536, 4096);

	rig->cell.verify = WORKLOAD_VERIFY_ALL;
	rig->cell.layout = 20000;
	rig_prepare(rig);
	CU_ASSERT_EQUAL(rig->lane.layout, 20000);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 65536);
	rig->file[65535] ^= 1;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EILSEQ);
	rig_tear_down(rig);
}

/* A file that was made without a pattern is made anew. */
static void begins_in_the_middle(void)
{
	struct workload_rig *rig = rig_set_up("read", 65536, 4096);

	rig_prepare(rig);
	rig->cell.verify = WORKLOAD_VERIFY_ALL;
	rig_go_on(rig, "read");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 65536);
	rig->cell.verify = WORKLOAD_VERIFY_NO;
	rig_go_on(rig, "rewrite");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
	rig->cell.verify = WORKLOAD_VERIFY_ALL;
	rig_go_on(rig, "read");
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.verified_bytes, 65536);
	rig_tear_down(rig);
}

static void is_refused_where_it_means_nothing(void)
{
	struct workload_rig *rig = set_up("read", 65536, 4096, 1);
	struct bench_caps caps = {.size = sizeof(caps)};

	CU_ASSERT_PTR_NOT_NULL(
	        workload_lacks_for_cell(&rig->cell, &rig->backend, &caps));
	caps.props = BENCH_KEEPS;
	CU_ASSERT_PTR_NULL(
	        workload_lacks_for_cell(&rig->cell, &rig->backend, &caps));
	CU_ASSERT_PTR_NULL(
	        workload_lacks_for_cell(&rig->cell, &rig->backend, NULL));
	rig->backend.write = NULL;
	CU_ASSERT_PTR_NOT_NULL(
	        workload_lacks_for_cell(&rig->cell, &rig->backend, NULL));
	rig->cell.verify = WORKLOAD_VERIFY_NO;
	CU_ASSERT_PTR_NULL(
	        workload_lacks_for_cell(&rig->cell, &rig->backend, NULL));
	rig_tear_down(rig);
}

static void speaks_the_words_of_the_configuration(void)
{
	CU_ASSERT_EQUAL((int)WORKLOAD_VERIFY_NO, (int)CONFIG_VERIFY_NO);
	CU_ASSERT_EQUAL((int)WORKLOAD_VERIFY_ALL, (int)CONFIG_VERIFY_YES);
	CU_ASSERT_EQUAL((int)WORKLOAD_VERIFY_SAMPLE, (int)CONFIG_VERIFY_SAMPLE);
	CU_ASSERT_EQUAL(WORKLOAD_SAMPLE, CONFIG_SAMPLE);
}

static CU_TestInfo cases[] = {
        {"finds one flipped byte", finds_one_flipped_byte},
        {"checks what it reads", checks_what_it_reads},
        {"takes no time", takes_no_time},
        {"reads back what was closed", reads_back_what_was_closed},
        {"looks at a sample", looks_at_a_sample},
        {"checks the mix of cut passes", checks_the_mix_of_cut_passes},
        {"checks what is there of a broken pass",
         checks_what_is_there_of_a_broken_pass},
        {"knows a lost write", knows_a_lost_write},
        {"knows a read that does nothing", knows_a_read_that_does_nothing},
        {"recognises what stands there", recognises_what_stands_there},
        {"tells bits from bytes", tells_bits_from_bytes},
        {"says that the file is short", says_that_the_file_is_short},
        {"tells the backend what to expect", tells_the_backend_what_to_expect},
        {"checks a layout", checks_a_layout},
        {"begins in the middle", begins_in_the_middle},
        {"is refused where it means nothing",
         is_refused_where_it_means_nothing},
        {"speaks the words of the configuration",
         speaks_the_words_of_the_configuration},
        CU_TEST_INFO_NULL};
UNIT_SUITE(verify, cases)
