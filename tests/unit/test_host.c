/* test_host.c - what plugins are lent: failures, facts, memory, the clock. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "plugin/host.h"
#include "unit.h"

static char heard[256];

static void hear_note(void *arg, const char *text)
{
	CU_ASSERT_PTR_EQUAL(arg, heard);
	strcpy(heard, text);
}

static void hear_fact(void *arg, const char *key, const char *value)
{
	CU_ASSERT_PTR_EQUAL(arg, heard);
	strcpy(heard, key);
	strcat(heard, "=");
	strcat(heard, value);
}

static bool is_stopping(void *arg)
{
	return arg == heard;
}

static const struct host_sinks all = {heard, hear_note, hear_fact, hear_note,
                                      is_stopping};

static void keeps_the_last_failure(void)
{
	const struct bench_host *host = host_table();
	struct bench_ctx *ctx = host_ctx_new(NULL);

	CU_ASSERT_PTR_NULL(host_ctx_failure(ctx));
	host->fail(ctx, "first %d", 1);
	host->fail(ctx, "second: %s", "NFS3ERR_IO");
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(ctx), "second: NFS3ERR_IO");
	host_ctx_clear(ctx);
	CU_ASSERT_PTR_NULL(host_ctx_failure(ctx));
	host_ctx_free(ctx);
	host_ctx_free(NULL);
}

/* No limit to a sentence, and no way to the terminal's escapes. */
static void cleans_what_peers_say(void)
{
	const struct bench_host *host = host_table();
	struct bench_ctx *ctx = host_ctx_new(NULL);
	char *longest = calloc(1, 100001);

	host->fail(ctx, "550 no\r\n\x1b[31mred\x7f\n");
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(ctx), "550 no   [31mred ");
	memset(longest, 'x', 100000);
	host->fail(ctx, "%s", longest);
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(ctx), longest);
	free(longest);
	host_ctx_free(ctx);
}

static void explains(void)
{
	static const struct {
		const char *sentence;
		int64_t error;
		const char *expected;
	} cases[] = {
	        {"disk is on fire", -EIO, "write: disk is on fire"},
	        {NULL, -ENOSPC, "write: No space left on device"},
	        {"", -EACCES, "write: Permission denied"},
	        {NULL, -99999,
	         "write: the plugin returned -99999, which is no "
	         "known error"},
	        {NULL, INT64_MIN,
	         "write: the plugin returned "
	         "-9223372036854775808, which is no known error"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bench_ctx *ctx = host_ctx_new(NULL);
		char *text;

		if (cases[i].sentence)
			host_table()->fail(ctx, "%s", cases[i].sentence);
		text = host_ctx_explain(ctx, cases[i].error, "write");
		CU_ASSERT_STRING_EQUAL(text, cases[i].expected);
		free(text);
		host_ctx_free(ctx);
	}
}

static void passes_words_on(void)
{
	const struct bench_host *host = host_table();
	struct bench_ctx *ctx = host_ctx_new(&all);

	host->note(ctx, "note %d\n", 7);
	CU_ASSERT_STRING_EQUAL(heard, "note 7");
	host->fact(ctx, "rsize", "%u", 65536u);
	CU_ASSERT_STRING_EQUAL(heard, "rsize=65536");
	host->fact(ctx, "Retrans-mits", "%s", "a\tb");
	CU_ASSERT_STRING_EQUAL(heard, "retrans_mits=a b");
	host->ready(ctx, "%s:%d", "127.0.0.1", 5201);
	CU_ASSERT_STRING_EQUAL(heard, "127.0.0.1:5201");
	CU_ASSERT_EQUAL(host->stopping(ctx), 1);
	host_ctx_free(ctx);
}

/* A context without sinks, and none at all, are no reason to crash. */
static void bears_silence(void)
{
	const struct bench_host *host = host_table();
	struct bench_ctx *silent = host_ctx_new(NULL);
	struct bench_ctx *both[] = {silent, NULL};

	strcpy(heard, "nothing");
	for (size_t i = 0; i < 2; i++) {
		host->note(both[i], "x");
		host->fact(both[i], "x", "y");
		host->ready(both[i], "x");
		host->fail(both[i], "x");
		CU_ASSERT_EQUAL(host->stopping(both[i]), 0);
	}
	CU_ASSERT_STRING_EQUAL(heard, "nothing");
	host_ctx_free(silent);
}

static void lends_memory(void)
{
	static const struct {
		size_t align, length;
		int given;
	} cases[] = {{0, 0, 1},   {0, 100, 1},      {1, 1, 1},
	             {2, 3, 1},   {4096, 10000, 1}, {2097152, 2097152, 1},
	             {24, 100, 0}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *memory = host_table()->alloc(cases[i].align, cases[i].length);

		CU_ASSERT_EQUAL(memory != NULL, cases[i].given);
		if (memory && cases[i].align > 0)
			CU_ASSERT_EQUAL((uintptr_t)memory % cases[i].align, 0);
		if (memory)
			memset(memory, 1, cases[i].length);
		host_table()->free(memory);
	}
}

static void tells_time_and_size(void)
{
	const struct bench_host *host = host_table();
	int64_t before = host->now_ns();

	CU_ASSERT(before > 0);
	CU_ASSERT(host->now_ns() >= before);
	CU_ASSERT_EQUAL(host->size, sizeof(*host));
	CU_ASSERT_EQUAL(host->abi_minor, BENCH_ABI_MINOR);
	CU_ASSERT_TRUE(BENCH_HAS(host, ready));
	CU_ASSERT_PTR_EQUAL(host, host_table());
}

static CU_TestInfo cases[] = {
        {"keeps the last failure", keeps_the_last_failure},
        {"cleans what peers say", cleans_what_peers_say},
        {"explains an error", explains},
        {"passes words on", passes_words_on},
        {"bears silence", bears_silence},
        {"lends memory", lends_memory},
        {"tells time and size", tells_time_and_size},
        CU_TEST_INFO_NULL};
UNIT_SUITE(host, cases)
