/* test_rawloop.c - the bare loop: its command line, what it leaves in the file
 * and what it counts. */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "command/rawloop.h"

#define WORDS_MAX 16

/* Reads a line of words; the words are in static memory. */
static int parse(const char *line, struct rawloop_arguments *arguments,
                 char **why)
{
	static char copy[256];
	char *words[WORDS_MAX + 1] = {"rawloop"}, *rest = copy, *word;
	int count = 1;

	strncpy(copy, line, sizeof copy - 1);
	while (count < WORDS_MAX && (word = strtok_r(rest, " ", &rest)))
		words[count++] = word;
	words[count] = NULL;
	return rawloop_arguments(arguments, count, words, why);
}

static void reads_arguments(void)
{
	struct rawloop_arguments arguments;
	char *why = NULL;

	CU_ASSERT_EQUAL(parse("--op write --file f --size 16m --record 4k "
	                      "--layout 1m --time 50ms --cpu 1",
	                      &arguments, &why),
	                0);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_EQUAL(arguments.op, RAWLOOP_WRITE);
	CU_ASSERT_STRING_EQUAL(arguments.op_name, "write");
	CU_ASSERT_STRING_EQUAL(arguments.file, "f");
	CU_ASSERT_EQUAL(arguments.size, 16 << 20);
	CU_ASSERT_EQUAL(arguments.record, 4096);
	CU_ASSERT_EQUAL(arguments.layout, 1 << 20);
	CU_ASSERT_EQUAL(arguments.time_ns, 50000000);
	CU_ASSERT_EQUAL(arguments.cpu, 1);
	CU_ASSERT_EQUAL(
	        parse("--op read --file f --size 5 --record 2", &arguments, &why),
	        0);
	CU_ASSERT_EQUAL(arguments.op, RAWLOOP_READ);
	CU_ASSERT_EQUAL(arguments.layout, 2);
	CU_ASSERT_EQUAL(arguments.time_ns, 1000000000);
	CU_ASSERT_EQUAL(arguments.cpu, -1);
	CU_ASSERT_EQUAL(parse("--op create_unlink --directory d --time 3s",
	                      &arguments, &why),
	                0);
	CU_ASSERT_EQUAL(arguments.op, RAWLOOP_CREATE_UNLINK);
	CU_ASSERT_STRING_EQUAL(arguments.op_name, "create_unlink");
	CU_ASSERT_STRING_EQUAL(arguments.directory, "d");
	CU_ASSERT_EQUAL(arguments.time_ns, 3000000000);
	CU_ASSERT_EQUAL(parse("--help", &arguments, &why), 0);
	CU_ASSERT_TRUE(arguments.help);
}

static void refuses_arguments(void)
{
	static const struct {
		const char *line, *part;
	} cases[] = {
	        {"", "--op and --file are needed"},
	        {"--op read --file f", "--size and --record are needed"},
	        {"--op dance --file f", "expected read, write, ping or"},
	        {"--op create_unlink", "needs --directory"},
	        {"--op create_unlink --directory d --size 4k", "no sizes"},
	        {"--op create_unlink --directory d --time 0", "--time"},
	        {"--op read --file f --size 4k --record 1k --directory d",
	         "for create_unlink only"},
	        {"--op read --file f --size 4k --record 8k", "at most as large"},
	        {"--op read --file f --size 4k --record 1k --layout 8k",
	         "at most as large"},
	        {"--op read --file f --size 4g --record 2g", "at most 1 GiB"},
	        {"--op read --file f --size 4q --record 1k", "4q"},
	        {"--op read --file f --size 4k --record 1k --time 0", "--time"},
	        {"--op read --file f --size 4k --record 1k --cpu -1", "--cpu"},
	        {"--op read --file f --size 4k --record 1k more", "`more`"},
	        {"--nonsense", "unknown option"},
	        {"--op", "unknown option"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct rawloop_arguments arguments;
		char *why = NULL;

		CU_ASSERT_EQUAL(parse(cases[i].line, &arguments, &why), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, cases[i].part));
		free(why);
	}
}

/* A scratch file, open and unlinked. */
static int scratch_file(void)
{
	char *path = text_format("%s/rawloop", unit_scratch());
	int fd;

	CU_ASSERT_PTR_NOT_NULL_FATAL(path);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	CU_ASSERT_FATAL(fd >= 0);
	unlink(path);
	free(path);
	return fd;
}

static void counts_whole_passes(void)
{
	static const struct {
		enum rawloop_op op;
		uint64_t size;
		size_t record, layout;
		uint64_t ops_per_pass;
	} cases[] = {
	        {RAWLOOP_READ, 65536, 4096, 4096, 16},
	        {RAWLOOP_READ, 10000, 4096, 1000, 3},
	        {RAWLOOP_WRITE, 10000, 4096, 10000, 3},
	        {RAWLOOP_PING, 8192, 1024, 8192, 8},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct rawloop loop = {.op = cases[i].op, .fd = scratch_file()};
		struct rawloop_result result;
		struct stat state;

		CU_ASSERT_EQUAL(rawloop_open(&loop, cases[i].size, cases[i].record), 0);
		CU_ASSERT_EQUAL((uintptr_t)loop.buffer % (2 << 20), 0);
		CU_ASSERT_EQUAL(rawloop_fill(&loop, cases[i].layout), 0);
		CU_ASSERT_EQUAL(fstat(loop.fd, &state), 0);
		CU_ASSERT_EQUAL((uint64_t)state.st_size, cases[i].size);
		CU_ASSERT_EQUAL(rawloop_run(&loop, 5000000, &result), 0);
		CU_ASSERT(result.passes > 0);
		CU_ASSERT_EQUAL(result.ops, result.passes * cases[i].ops_per_pass);
		CU_ASSERT_EQUAL(result.bytes, cases[i].op == RAWLOOP_PING
		                                      ? 0
		                                      : result.passes * cases[i].size);
		for (int k = 0; k < RAWLOOP_SLICES; k++)
			CU_ASSERT(result.ns_per_op[k] > 0);
		CU_ASSERT_EQUAL(fstat(loop.fd, &state), 0);
		CU_ASSERT_EQUAL((uint64_t)state.st_size, cases[i].size);
		close(loop.fd);
		rawloop_close(&loop);
		CU_ASSERT_PTR_NULL(loop.buffer);
	}
}

static void says_what_failed(void)
{
	struct rawloop loop = {.op = RAWLOOP_READ, .fd = scratch_file()};
	struct rawloop_result result;

	CU_ASSERT_EQUAL(rawloop_open(&loop, 8192, 4096), 0);
	/* A file shorter than it should be. */
	CU_ASSERT_EQUAL(ftruncate(loop.fd, 5000), 0);
	CU_ASSERT_EQUAL(rawloop_run(&loop, 1000000, &result), -EIO);
	close(loop.fd);
	loop.fd = -1;
	CU_ASSERT_EQUAL(rawloop_run(&loop, 1000000, &result), -EBADF);
	rawloop_close(&loop);
	CU_ASSERT_EQUAL(rawloop_open(&loop, 1, SIZE_MAX), -ENOMEM);
}

static void makes_and_removes_files(void)
{
	char *path = text_format("%s/rawloop-names", unit_scratch());
	struct rawloop loop = {.op = RAWLOOP_CREATE_UNLINK};
	struct rawloop_result result;

	CU_ASSERT_PTR_NOT_NULL_FATAL(path);
	CU_ASSERT_EQUAL_FATAL(mkdir(path, 0700), 0);
	loop.fd = open(path, O_RDONLY | O_DIRECTORY);
	CU_ASSERT_FATAL(loop.fd >= 0);
	CU_ASSERT_EQUAL(rawloop_run(&loop, 5000000, &result), 0);
	CU_ASSERT(result.passes > 0);
	CU_ASSERT_EQUAL(result.ops, result.passes * 100);
	CU_ASSERT_EQUAL(result.bytes, 0);
	CU_ASSERT(result.median_ns > 0);
	/* Nothing is left; and without its directory it says so. */
	CU_ASSERT_EQUAL(rmdir(path), 0);
	CU_ASSERT_EQUAL(rawloop_run(&loop, 1000000, &result), -ENOENT);
	close(loop.fd);
	free(path);
}

static CU_TestInfo cases[] = {
        {"reads arguments", reads_arguments},
        {"refuses arguments", refuses_arguments},
        {"counts whole passes", counts_whole_passes},
        {"says what failed", says_what_failed},
        {"makes and removes files", makes_and_removes_files},
        CU_TEST_INFO_NULL};
UNIT_SUITE(rawloop, cases)
