/* tests.c - the table of tests. */
#include "workload/workload.h"

#include <string.h>
#include "workload/metadata.h"
#include "workload/names.h"
#include "workload/order.h"
#include "workload/transfer.h"
#include "workload/tree.h"

#define FILES    WORKLOAD_NEEDS_OPEN
#define READS    (FILES | WORKLOAD_NEEDS_READ)
#define WRITES   (FILES | WORKLOAD_NEEDS_WRITE)
#define NEW      (WRITES | WORKLOAD_NEEDS_UNLINK)
#define REWRITES (WRITES | WORKLOAD_NEEDS_REWRITE)
#define ANYWHERE WORKLOAD_NEEDS_RANDOM
/* What char_write and char_read put their bytes through. */
#define CHARS_BUFFER (UINT64_C(8) << 10)
#define TREE         (WORKLOAD_NEEDS_MKDIR | WORKLOAD_NEEDS_RMDIR)
#define TREE_OF_FILES                                                          \
	(FILES | WORKLOAD_NEEDS_UNLINK | WORKLOAD_NEEDS_MKDIR |                    \
	 WORKLOAD_NEEDS_RMDIR)

/* A test of names in a tree. */
#define METADATA(does)                                                         \
	.family = "metadata", .action = WORKLOAD_OWN, .sizes = WORKLOAD_NO_SIZES,  \
	.operations = WORKLOAD_FILES, .own_files = true, .pass = (does),           \
	.finish = tree_remove

/* In the order in which one leaves the cache, and the file, as the next one
 * would have them. */
const struct workload_test workload_tests[] = {
        {.name = "write",
         .unit = "MB/s",
         .summary = "a new file, records in order",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .new_file = true,
         .needs = NEW},
        {.name = "rewrite",
         .unit = "MB/s",
         .summary = "the written file again, records in order",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .needs = REWRITES},
        {.name = "read",
         .unit = "MB/s",
         .summary = "the written file, records in order",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS},
        {.name = "reread",
         .unit = "MB/s",
         .summary = "the file that was just read, records in order",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS},
        {.name = "random_read",
         .unit = "MB/s",
         .summary = "every record once, in a seeded permutation",
         .family = "records",
         .action = WORKLOAD_READ,
         .order = WORKLOAD_RANDOM,
         .needs = READS | ANYWHERE},
        {.name = "random_write",
         .unit = "MB/s",
         .summary = "every record once, in a seeded permutation",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .order = WORKLOAD_RANDOM,
         .needs = REWRITES | ANYWHERE},
        {.name = "backward_read",
         .unit = "MB/s",
         .summary = "from the last record to the first",
         .family = "records",
         .action = WORKLOAD_READ,
         .order = WORKLOAD_BACKWARD,
         .needs = READS | ANYWHERE},
        {.name = "record_rewrite",
         .unit = "MB/s",
         .summary = "the first record, as often as the file has records",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .order = WORKLOAD_SAME,
         .needs = REWRITES | ANYWHERE},
        {.name = "stride_read",
         .unit = "MB/s",
         .summary = "every record once, 17 records further each time",
         .family = "records",
         .action = WORKLOAD_READ,
         .order = WORKLOAD_STRIDE,
         .needs = READS | ANYWHERE},
        {.name = "mixed",
         .unit = "MB/s",
         .summary = "reads and writes in random order, each record once",
         .family = "records",
         .action = WORKLOAD_MIX,
         .order = WORKLOAD_RANDOM,
         .needs = READS | REWRITES | ANYWHERE},
        {.name = "pwrite",
         .unit = "MB/s",
         .summary =
                 "the written file again, each record at an offset of its own",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .needs = REWRITES | ANYWHERE},
        {.name = "repwrite",
         .unit = "MB/s",
         .summary = "the same once more",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .needs = REWRITES | ANYWHERE},
        {.name = "pread",
         .unit = "MB/s",
         .summary = "the written file, each record at an offset of its own",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS | ANYWHERE},
        {.name = "repread",
         .unit = "MB/s",
         .summary = "the same once more",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS | ANYWHERE},
        {.name = "stdio_write",
         .unit = "MB/s",
         .summary = "a new file, through a buffer of one record",
         .family = "buffered",
         .action = WORKLOAD_WRITE,
         .layer = WORKLOAD_STDIO,
         .new_file = true,
         .own_work = true,
         .needs = NEW},
        {.name = "stdio_rewrite",
         .unit = "MB/s",
         .summary = "the written file again, through a buffer of one record",
         .family = "buffered",
         .action = WORKLOAD_WRITE,
         .layer = WORKLOAD_STDIO,
         .own_work = true,
         .needs = REWRITES},
        {.name = "stdio_read",
         .unit = "MB/s",
         .summary = "the written file, through a buffer of one record",
         .family = "buffered",
         .action = WORKLOAD_READ,
         .layer = WORKLOAD_STDIO,
         .own_work = true,
         .needs = READS},
        {.name = "stdio_reread",
         .unit = "MB/s",
         .summary = "the file that was just read, through the same buffer",
         .family = "buffered",
         .action = WORKLOAD_READ,
         .layer = WORKLOAD_STDIO,
         .own_work = true,
         .needs = READS},
        {.name = "char_write",
         .unit = "MB/s",
         .summary = "a new file, byte by byte through 8 KiB; flush and close "
                    "count",
         .family = "buffered",
         .action = WORKLOAD_WRITE,
         .layer = WORKLOAD_CHARS,
         .sizes = WORKLOAD_FILE_SIZE,
         .record = CHARS_BUFFER,
         .new_file = true,
         .own_work = true,
         .needs = NEW,
         .include = WORKLOAD_INCLUDE_FLUSH | WORKLOAD_INCLUDE_CLOSE},
        {.name = "char_read",
         .unit = "MB/s",
         .summary =
                 "the written file, byte by byte through 8 KiB; close counts",
         .family = "buffered",
         .action = WORKLOAD_READ,
         .layer = WORKLOAD_CHARS,
         .sizes = WORKLOAD_FILE_SIZE,
         .record = CHARS_BUFFER,
         .own_work = true,
         .needs = READS,
         .include = WORKLOAD_INCLUDE_CLOSE},
        {.name = "block_write",
         .unit = "MB/s",
         .summary = "a new file, records in order; flush and close count",
         .family = "bonnie",
         .action = WORKLOAD_WRITE,
         .new_file = true,
         .needs = NEW,
         .include = WORKLOAD_INCLUDE_FLUSH | WORKLOAD_INCLUDE_CLOSE},
        {.name = "read_modify_write",
         .unit = "MB/s",
         .summary = "each record read, changed and written back; flush and "
                    "close count",
         .family = "bonnie",
         .action = WORKLOAD_MODIFY,
         .needs = READS | REWRITES | ANYWHERE,
         .include = WORKLOAD_INCLUDE_FLUSH | WORKLOAD_INCLUDE_CLOSE},
        {.name = "block_read",
         .unit = "MB/s",
         .summary = "the written file, records in order; close counts",
         .family = "bonnie",
         .action = WORKLOAD_READ,
         .needs = READS,
         .include = WORKLOAD_INCLUDE_CLOSE},
        {.name = "seeks",
         .unit = "/s",
         .summary = "4000 random records, one in ten written back",
         .family = "bonnie",
         .action = WORKLOAD_SEEK,
         .order = WORKLOAD_DRAWN,
         .operations = 4000,
         .threads = 3,
         .shared = true,
         .needs = READS | REWRITES | ANYWHERE},
        {.name = "ping",
         .unit = "ms",
         .summary = "the cheapest round trip that the backend has",
         .family = "small",
         .action = WORKLOAD_PING,
         .sizes = WORKLOAD_NO_SIZES,
         .operations = 100,
         .needs = WORKLOAD_NEEDS_PING},
        {.name = "access_time",
         .unit = "ms",
         .summary = "512 bytes from anywhere in an open file",
         .family = "small",
         .action = WORKLOAD_READ,
         .order = WORKLOAD_DRAWN,
         .sizes = WORKLOAD_FILE_SIZE,
         .record = 512,
         .layout = UINT64_C(256) << 10,
         .operations = 1000,
         .needs = READS | ANYWHERE},
        {.name = "transfer",
         .unit = "MB/s",
         .summary = "put of a whole file, then get, with open and close",
         .family = "transfer",
         .action = WORKLOAD_OWN,
         .sizes = WORKLOAD_FILE_SIZE,
         .record = TRANSFER_RECORD,
         .own_files = true,
         .needs = NEW | READS,
         .include = WORKLOAD_INCLUDE_OPEN | WORKLOAD_INCLUDE_FLUSH |
                    WORKLOAD_INCLUDE_CLOSE,
         .pass = transfer_pass,
         .finish = transfer_finish,
         .verbs = transfer_verbs},
        {.name = "create_unlink",
         .unit = "loops/s",
         .summary = "create, write 53 bytes, close, unlink, four names in turn",
         .family = "names",
         .action = WORKLOAD_OWN,
         .sizes = WORKLOAD_NO_SIZES,
         .operations = NAMES_LOOPS,
         .own_files = true,
         .needs = NEW,
         .pass = names_pass,
         .prepare = names_prepare,
         .finish = names_finish,
         .verbs = names_verbs},
        {.name = "create",
         .unit = "ops/s",
         .summary = "new empty files in a tree, opened and closed",
         METADATA(metadata_create),
         .needs = TREE_OF_FILES,
         .prepare = tree_make},
        {.name = "stat",
         .unit = "ops/s",
         .summary = "the size and time of each file of a tree",
         METADATA(metadata_stat),
         .needs = TREE_OF_FILES | WORKLOAD_NEEDS_STAT,
         .prepare = metadata_prepare_files},
        {.name = "open",
         .unit = "ops/s",
         .summary = "each file of a tree opened for reading and closed",
         METADATA(metadata_open),
         .needs = TREE_OF_FILES,
         .prepare = metadata_prepare_files},
        {.name = "rename",
         .unit = "ops/s",
         .summary = "each file of a tree gets another name, and its own back",
         METADATA(metadata_rename),
         .needs = TREE_OF_FILES | WORKLOAD_NEEDS_RENAME,
         .prepare = metadata_prepare_files},
        {.name = "readdir",
         .unit = "ops/s",
         .summary = "lists of directories of 100 files",
         METADATA(metadata_readdir),
         .needs = TREE_OF_FILES | WORKLOAD_NEEDS_READDIR,
         .prepare = metadata_prepare_lists},
        {.name = "unlink",
         .unit = "ops/s",
         .summary = "each file of a tree removed",
         METADATA(metadata_unlink),
         .needs = TREE_OF_FILES,
         .prepare = tree_make},
        {.name = "mkdir",
         .unit = "ops/s",
         .summary = "new directories in a tree",
         METADATA(metadata_mkdir),
         .needs = TREE,
         .prepare = tree_make},
        {.name = "rmdir",
         .unit = "ops/s",
         .summary = "each empty directory of a tree removed",
         METADATA(metadata_rmdir),
         .needs = TREE,
         .prepare = tree_make},
};
const size_t workload_test_count =
        sizeof workload_tests / sizeof workload_tests[0];

const struct workload_test *workload_find(const char *name)
{
	for (size_t i = 0; i < workload_test_count; i++)
		if (strcmp(workload_tests[i].name, name) == 0)
			return &workload_tests[i];
	return NULL;
}

bool workload_has_sizes(const struct workload_test *test)
{
	return test->sizes != WORKLOAD_NO_SIZES;
}

bool workload_counts_bytes(const struct workload_test *test)
{
	return strcmp(test->unit, "MB/s") == 0;
}

bool workload_reads(const struct workload_test *test)
{
	if (test->action == WORKLOAD_OWN)
		return test->needs & WORKLOAD_NEEDS_READ;
	return test->action == WORKLOAD_READ || test->action == WORKLOAD_MODIFY ||
	       test->action == WORKLOAD_MIX || test->action == WORKLOAD_SEEK;
}

bool workload_writes(const struct workload_test *test)
{
	if (test->action == WORKLOAD_OWN)
		return test->needs & WORKLOAD_NEEDS_WRITE;
	return test->action == WORKLOAD_WRITE || test->action == WORKLOAD_MODIFY ||
	       test->action == WORKLOAD_MIX || test->action == WORKLOAD_SEEK;
}

uint64_t workload_operations(const struct workload_test *test,
                             uint64_t file_size, uint64_t record_size,
                             unsigned lane, unsigned lanes)
{
	uint64_t operations = test->operations;

	if (!operations)
		return record_size ? order_records(file_size, record_size) : 0;
	if (!test->shared || lanes < 2)
		return operations;
	return operations / lanes + (lane < operations % lanes);
}
