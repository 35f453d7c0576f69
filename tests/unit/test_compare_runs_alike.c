/* test_compare_runs_alike.c - what was not alike when two sides were measured:
 * what refuses, what warns, what is nobody's concern. */
#include "compare_rig.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

#define K            UINT64_C(1024)
#define M            (1024 * K)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct made_cell plain_cell = {
        "nas", "write", M, K, 100, 0.01, 7, "fsync", "stable", "0", K, 0};

/* The differences between two cells, of the same target or of two. */
static void find_of_cells(const struct made_cell *a, const struct made_cell *b,
                          struct differences *out)
{
	struct match_wish wish = {"nas", b->target, COMPARE_DELTA};
	struct matches matches;
	struct side of_a, of_b;

	made_side(&of_a, a, 1, "{\"configuration\": {}}");
	made_side(&of_b, b, 1, NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&of_a, &of_b, &wish, &matches, NULL), 0);
	CU_ASSERT_EQUAL(differences_find(&of_a, &of_b, &matches, out), 0);
	match_free(&matches);
	side_free(&of_a);
	side_free(&of_b);
}

static void looks_at_rows(void)
{
	static const struct {
		const char *what;
		struct made_cell b;
		bool refuses, exists;
	} table[] = {
	        {"sync",
	         {"nas", "write", M, K, 9, 0, 7, "none", "stable", "0", K, 0},
	         true,
	         true},
	        {"layout_bytes",
	         {"nas", "write", M, K, 9, 0, 7, "fsync", "stable", "0", M, 0},
	         true,
	         true},
	        {"durability",
	         {"nas", "write", M, K, 9, 0, 7, "fsync", "none", "0", K, 0},
	         true,
	         true},
	        {"durability",
	         {"disk", "write", M, K, 9, 0, 7, "fsync", "none", "0", K, 0},
	         false,
	         true},
	        {"sync",
	         {"disk", "write", M, K, 9, 0, 7, "dsync", "stable", "0", K, 0},
	         true,
	         true},
	        {"cpus",
	         {"nas", "write", M, K, 9, 0, 7, "fsync", "stable", "1", K, 0},
	         false,
	         true},
	        /* An import does not know. */
	        {"sync",
	         {"nas", "write", M, K, 9, 0, 7, NULL, "stable", "0", K, 0},
	         false,
	         true},
	        {"sync",
	         {"nas", "write", M, K, 9, 0, 7, "fsync", "stable", "0", K, 0},
	         false,
	         false}};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct differences differences;
		const struct difference *found;

		find_of_cells(&plain_cell, &table[i].b, &differences);
		found = made_find(&differences, table[i].what);
		CU_ASSERT_EQUAL(found != NULL, table[i].exists);
		CU_ASSERT_EQUAL(differences.refusing, table[i].refuses);
		if (found) {
			CU_ASSERT_EQUAL(found->refuses, table[i].refuses);
			CU_ASSERT_EQUAL(found->cells, 1);
		}
		differences_free(&differences);
	}
}

/* run.json of A, and what B's differs in. */
#define RUN(link, fs, options, free_bytes, kernel, memory, include, path,      \
            passes)                                                            \
	"{\"targets\": [{\"name\": \"nas\", \"backend_version\": \"1\", "          \
	"\"ceiling_bytes_per_s\": " link ", \"facts\": {\"file_system\": \"" fs    \
	"\", \"mount_options\": \"" options "\", \"free_bytes\": \"" free_bytes    \
	"\"}}], \"environment\": {\"kernel\": \"" kernel                           \
	"\", \"load_1m\": 0.5, \"memory_bytes\": " memory                          \
	"}, \"configuration\": {\"bench\": {\"passes\": \"" passes                 \
	"\", \"rounds\": \"7\"}, \"target nas\": {\"include\": \"" include         \
	"\", \"path\": \"" path "\", \"start_timeout\": \"10s\"}}}"

static const char before[] =
        RUN("1e8", "ext4", "rw", "7", "6.1", "1000000", "flush", "/a", "auto");

static void looks_at_runs(void)
{
	static const struct {
		const char *what, *sentence, *json;
		bool refuses;
	} table[] = {{NULL, NULL,
	              RUN("1e8", "ext4", "rw", "7", "6.1", "1000000", "flush", "/a",
	                  "auto"),
	              false},
	             /* The same as far as it is exact, and what always differs. */
	             {NULL, NULL,
	              RUN("1.001e8", "ext4", "rw", "9", "6.1", "1001000", "flush",
	                  "/a", "auto"),
	              false},
	             {"link, bytes/s", NULL,
	              RUN("1e9", "ext4", "rw", "7", "6.1", "1000000", "flush", "/a",
	                  "auto"),
	              true},
	             {"file_system", "target nas: file_system: ext4 in A, xfs in B",
	              RUN("1e8", "xfs", "rw", "7", "6.1", "1000000", "flush", "/a",
	                  "auto"),
	              true},
	             {"mount_options",
	              "target nas: mount_options: rw in A, rw,sync in B",
	              RUN("1e8", "ext4", "rw,sync", "7", "6.1", "1000000", "flush",
	                  "/a", "auto"),
	              true},
	             {"kernel", "kernel: 6.1 in A, 6.2 in B",
	              RUN("1e8", "ext4", "rw", "7", "6.2", "1000000", "flush", "/a",
	                  "auto"),
	              false},
	             {"memory_bytes", "memory_bytes: 1000000 in A, 2000000 in B",
	              RUN("1e8", "ext4", "rw", "7", "6.1", "2000000", "flush", "/a",
	                  "auto"),
	              false},
	             {"include", "target nas: include: flush in A, none in B",
	              RUN("1e8", "ext4", "rw", "7", "6.1", "1000000", "none", "/a",
	                  "auto"),
	              true},
	             {"path", "target nas: path: /a in A, /b in B",
	              RUN("1e8", "ext4", "rw", "7", "6.1", "1000000", "flush", "/b",
	                  "auto"),
	              false},
	             {"passes", "passes: auto in A, 1 in B",
	              RUN("1e8", "ext4", "rw", "7", "6.1", "1000000", "flush", "/a",
	                  "1"),
	              true},
	             {"kernel", "kernel: 6.1 in A, not told in B",
	              "{\"environment\": {\"memory_bytes\": 1000000}}", false}};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct match_wish wish = {NULL, NULL, COMPARE_DELTA};
		struct matches matches;
		struct differences differences;
		const struct difference *found;
		struct side a, b;

		made_side(&a, &plain_cell, 1, before);
		made_side(&b, &plain_cell, 1, table[i].json);
		CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &wish, &matches, NULL), 0);
		CU_ASSERT_EQUAL(differences_find(&a, &b, &matches, &differences), 0);
		CU_ASSERT_EQUAL(differences.count, table[i].what != NULL);
		CU_ASSERT_EQUAL(differences.refusing, table[i].refuses);
		found = table[i].what ? made_find(&differences, table[i].what) : NULL;
		CU_ASSERT_EQUAL(found != NULL, table[i].what != NULL);
		if (found && table[i].sentence) {
			char *sentence = differences_sentence(found);

			CU_ASSERT_STRING_EQUAL(sentence, table[i].sentence);
			free(sentence);
		}
		differences_free(&differences);
		match_free(&matches);
		side_free(&a);
		side_free(&b);
	}
}

/* The same of many cells is one line. */
static void counts_cells(void)
{
	struct made_cell cells[3] = {plain_cell, plain_cell, plain_cell};
	struct match_wish wish = {NULL, NULL, COMPARE_DELTA};
	struct differences differences;
	struct matches matches;
	struct side a, b;
	char *sentence;

	cells[1].file_size = 2 * M;
	cells[2].file_size = 4 * M;
	made_side(&a, cells, 3, NULL);
	cells[0].sync = cells[2].sync = "none";
	made_side(&b, cells, 3, NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &wish, &matches, NULL), 0);
	CU_ASSERT_EQUAL(differences_find(&a, &b, &matches, &differences), 0);
	CU_ASSERT_EQUAL_FATAL(differences.count, 1);
	sentence = differences_sentence(&differences.list[0]);
	CU_ASSERT_STRING_EQUAL(sentence,
	                       "target nas: sync: fsync in A, none in B (2 cells)");
	free(sentence);
	differences_free(&differences);
	match_free(&matches);
	side_free(&a);
	side_free(&b);
}

static CU_TestInfo cases[] = {{"looks at rows", looks_at_rows},
                              {"looks at run.json", looks_at_runs},
                              {"counts cells", counts_cells},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(compare_runs_alike, cases)
