/* test_options.c - a made-up plugin's options table. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/options.h"
#include "unit.h"

struct toy {
	char *host, *password, *root, *note;
	int fast, colour;
	int64_t port, timeout;
	uint64_t window;
	double factor;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static const struct bench_opt table[] = {
        BENCH_OPT(struct toy, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "the far end"),
        BENCH_OPT(struct toy, password, BENCH_SECRET, 0, NULL, "of the user"),
        BENCH_OPT(struct toy, root, BENCH_PATH, BENCH_REQUIRED, NULL,
                  "where files go"),
        BENCH_OPT(struct toy, note, BENCH_STR, 0, "plain", "any text"),
        BENCH_OPT(struct toy, fast, BENCH_BOOL, 0, "yes", "hurry"),
        {"colour", BENCH_ENUM, 0, offsetof(struct toy, colour), "green",
         "of the bikeshed", 0, 0, colours},
        BENCH_OPT_RANGE(struct toy, port, BENCH_INT, 0, "5201", "port", 1,
                        65535),
        BENCH_OPT_RANGE(struct toy, timeout, BENCH_TIME, 0, "5s", "patience",
                        1e6, 60e9),
        BENCH_OPT_RANGE(struct toy, window, BENCH_SIZE, 0, "64k", "window",
                        4096, 1048576),
        BENCH_OPT_RANGE(struct toy, factor, BENCH_REAL, 0, "0.5", "share", 0.25,
                        1.5),
        {NULL, BENCH_STR, 0, 0, NULL, NULL, 0, 0, NULL}};

static const struct bench_backend toy_backend = {
        .name = "toy", .config_size = sizeof(struct toy), .options = table};

static struct options *fresh(void)
{
	struct options *options = NULL;

	CU_ASSERT_EQUAL(options_new(&toy_backend, &options, NULL), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(options);
	return options;
}

static void has_defaults(void)
{
	struct options *options = fresh();
	const struct toy *toy = options->config;

	CU_ASSERT_PTR_NULL(toy->host);
	CU_ASSERT_STRING_EQUAL(toy->note, "plain");
	CU_ASSERT_EQUAL(toy->fast, 1);
	CU_ASSERT_EQUAL(toy->colour, 1);
	CU_ASSERT_EQUAL(toy->port, 5201);
	CU_ASSERT_EQUAL(toy->timeout, INT64_C(5000000000));
	CU_ASSERT_EQUAL(toy->window, 65536);
	CU_ASSERT_DOUBLE_EQUAL(toy->factor, 0.5, 0);
	CU_ASSERT_EQUAL(options->given_count, 0);
	CU_ASSERT_FALSE(options_is_given(options, "port"));
	options_free(options);
	options_free(NULL);
}

static void reads_values(void)
{
	struct options *options = fresh();
	const struct toy *toy = options->config;

	CU_ASSERT_EQUAL(options_set(options, "host", "::1", NULL), 0);
	CU_ASSERT_EQUAL(options_set(options, "host", "fe80::1%lo", NULL), 0);
	CU_ASSERT_STRING_EQUAL(toy->host, "fe80::1%lo");
	CU_ASSERT_EQUAL(options_set(options, "note", "", NULL), 0);
	CU_ASSERT_STRING_EQUAL(toy->note, "");
	CU_ASSERT_EQUAL(options_set(options, "fast", "off", NULL), 0);
	CU_ASSERT_EQUAL(toy->fast, 0);
	CU_ASSERT_EQUAL(options_set(options, "colour", "blue", NULL), 0);
	CU_ASSERT_EQUAL(toy->colour, 2);
	CU_ASSERT_EQUAL(options_set(options, "port", "65535", NULL), 0);
	CU_ASSERT_EQUAL(toy->port, 65535);
	CU_ASSERT_EQUAL(options_set(options, "timeout", "1m", NULL), 0);
	CU_ASSERT_EQUAL(toy->timeout, INT64_C(60000000000));
	CU_ASSERT_EQUAL(options_set(options, "window", "1MiB", NULL), 0);
	CU_ASSERT_EQUAL(toy->window, 1048576);
	CU_ASSERT_EQUAL(options_set(options, "factor", "1.25", NULL), 0);
	CU_ASSERT_DOUBLE_EQUAL(toy->factor, 1.25, 0);
	/* host stands once, with its last text. */
	CU_ASSERT_EQUAL(options->given_count, 8);
	CU_ASSERT_STRING_EQUAL(options->given[0].key, "host");
	CU_ASSERT_STRING_EQUAL(options->given[0].text, "fe80::1%lo");
	CU_ASSERT_FALSE(options->given[0].secret);
	options_free(options);
}

static void refuses_values(void)
{
	static const struct {
		const char *key, *text;
		int error;
		const char *why;
	} bad[] = {
	        {"prot", "1", -ENOENT, "unknown key `prot`; did you mean `port`?"},
	        {"zzz", "1", -ENOENT,
	         "unknown key `zzz`; plugin toy has no such option"},
	        {"root", "", -EINVAL, "root: expected a path, not nothing"},
	        {"fast", "maybe", -EINVAL, "fast: `maybe`: expected yes or no"},
	        {"colour", "geen", -EINVAL,
	         "colour: `geen`: expected one of red, green, blue; did you mean "
	         "`green`?"},
	        {"colour", "pink", -EINVAL,
	         "colour: `pink`: expected one of red, green, blue"},
	        {"port", "0", -EINVAL,
	         "port: `0` is out of range; expected 1 to 65535"},
	        {"port", "70000", -EINVAL,
	         "port: `70000` is out of range; expected 1 to 65535"},
	        {"port", "http", -EINVAL, "port: `http`: expected a whole number"},
	        {"timeout", "2m", -EINVAL,
	         "timeout: `2m` is out of range; expected 1 ms to 1:00 min"},
	        {"window", "2m", -EINVAL,
	         "window: `2m` is out of range; expected 4k to 1m"},
	        {"window", "99e", -EINVAL,
	         "window: `99e` is too large for a size in bytes"},
	        {"factor", "2", -EINVAL,
	         "factor: `2` is out of range; expected 0.25 to 1.5"},
	};
	struct options *options = fresh();
	const struct toy *toy = options->config;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *why = NULL;

		CU_ASSERT_EQUAL(options_set(options, bad[i].key, bad[i].text, &why),
		                bad[i].error);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why, bad[i].why);
		free(why);
	}
	CU_ASSERT_EQUAL(options->given_count, 0);
	CU_ASSERT_EQUAL(toy->port, 5201);
	CU_ASSERT_EQUAL(toy->colour, 1);
	options_free(options);
}

static void tells_what_is_required(void)
{
	struct options *options = fresh();
	char *why = NULL;

	CU_ASSERT_EQUAL(options_complete(options, &why), -EINVAL);
	CU_ASSERT_STRING_EQUAL(why, "plugin toy needs `host = ...` (the far end)");
	free(why);
	why = NULL;
	CU_ASSERT_EQUAL(options_set(options, "host", "nas", NULL), 0);
	CU_ASSERT_EQUAL(options_complete(options, &why), -EINVAL);
	CU_ASSERT_STRING_EQUAL(why,
	                       "plugin toy needs `root = ...` (where files go)");
	free(why);
	CU_ASSERT_EQUAL(options_set(options, "root", "/", NULL), 0);
	CU_ASSERT_EQUAL(options_complete(options, NULL), 0);
	options_free(options);
}

/* Writes a file of `length` bytes 'x' and the ending; returns "@PATH". */
static char *secret_file(size_t length, const char *ending)
{
	char *path = text_format("@%s/secret", unit_scratch());
	FILE *stream = fopen(path + 1, "w");

	CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
	for (size_t i = 0; i < length; i++)
		fputc('x', stream);
	fputs(ending, stream);
	fclose(stream);
	return path;
}

static void reads_secrets(void)
{
	struct options *options = fresh();
	const struct toy *toy = options->config;
	char *path = secret_file(3, "yz \r\nsecond line\n"), *why = NULL, *expected;

	CU_ASSERT_EQUAL(options_set(options, "password", path, NULL), 0);
	CU_ASSERT_STRING_EQUAL(toy->password, "xxxyz ");
	CU_ASSERT_STRING_EQUAL(options->given[0].text, path);
	CU_ASSERT_TRUE(options->given[0].secret);
	free(path);
	path = secret_file(65536, "");
	CU_ASSERT_EQUAL(options_set(options, "password", path, NULL), 0);
	CU_ASSERT_EQUAL(strlen(toy->password), 65536);
	free(path);
	path = secret_file(65537, "\n");
	CU_ASSERT_EQUAL(options_set(options, "password", path, &why), -EINVAL);
	expected = text_format("password: the secret in %s is longer than 64 KiB",
	                       path + 1);
	CU_ASSERT_STRING_EQUAL(why, expected);
	free(expected);
	free(why);
	free(path);
	why = NULL;
	CU_ASSERT_EQUAL(options_set(options, "password", "@/no/such", &why),
	                -EINVAL);
	CU_ASSERT_STRING_EQUAL(why, "password: the secret in /no/such cannot be "
	                            "read: No such file or directory");
	free(why);
	options_free(options);
}

static void reads_secrets_of_the_environment(void)
{
	struct options *options = fresh();
	const struct toy *toy = options->config;
	char *why = NULL;

	setenv("BENCH_UNIT_SECRET", "open sesame", 1);
	CU_ASSERT_EQUAL(
	        options_set(options, "password", "$BENCH_UNIT_SECRET", NULL), 0);
	CU_ASSERT_STRING_EQUAL(toy->password, "open sesame");
	unsetenv("BENCH_UNIT_SECRET");
	CU_ASSERT_EQUAL(
	        options_set(options, "password", "$BENCH_UNIT_SECRET", &why),
	        -EINVAL);
	CU_ASSERT_STRING_EQUAL(why, "password: the environment has no variable "
	                            "`BENCH_UNIT_SECRET`");
	free(why);
	CU_ASSERT_EQUAL(options_set(options, "password", "literal", NULL), 0);
	CU_ASSERT_STRING_EQUAL(toy->password, "literal");
	options_free(options);
}

static void refuses_bad_tables(void)
{
	static const struct bench_opt bad[] = {
	        BENCH_OPT(struct toy, note, BENCH_STR, 0, "x", ""),
	        BENCH_OPT(struct toy, port, BENCH_INT, 0, "none", ""),
	        {NULL, BENCH_STR, 0, 0, NULL, NULL, 0, 0, NULL}};
	static const struct bench_backend broken = {.name = "broken",
	                                            .config_size =
	                                                    sizeof(struct toy),
	                                            .options = bad};
	static const struct bench_backend bare = {.name = "bare"};
	struct options *options = NULL;
	char *why = NULL;

	CU_ASSERT_EQUAL(options_new(&broken, &options, &why), -EINVAL);
	CU_ASSERT_PTR_NULL(options);
	CU_ASSERT_STRING_EQUAL(why, "plugin broken: the default of `port` does not "
	                            "fit: `none`: expected a whole number");
	free(why);
	CU_ASSERT_EQUAL(options_new(&bare, &options, NULL), 0);
	CU_ASSERT_EQUAL(options_set(options, "x", "1", NULL), -ENOENT);
	CU_ASSERT_EQUAL(options_complete(options, NULL), 0);
	options_free(options);
}

static void names_types(void)
{
	static const struct {
		const char *key, *text;
	} names[] = {{"host", "text"},
	             {"password", "secret, @file or $NAME"},
	             {"root", "path"},
	             {"fast", "yes or no"},
	             {"colour", "one of red, green, blue"},
	             {"port", "whole number, 1 to 65535"},
	             {"timeout", "time, 1 ms to 1:00 min"},
	             {"window", "size, bytes, 4k to 1m"},
	             {"factor", "number, 0.25 to 1.5"}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct bench_opt *option =
		        options_find(&toy_backend, names[i].key);
		char *text;

		CU_ASSERT_PTR_NOT_NULL_FATAL(option);
		text = options_type_text(option);
		CU_ASSERT_STRING_EQUAL(text, names[i].text);
		free(text);
	}
	CU_ASSERT_PTR_NULL(options_find(&toy_backend, "nothing"));
}

static CU_TestInfo cases[] = {
        {"has defaults", has_defaults},
        {"reads values", reads_values},
        {"refuses values", refuses_values},
        {"tells what is required", tells_what_is_required},
        {"reads secrets", reads_secrets},
        {"reads secrets of the environment", reads_secrets_of_the_environment},
        {"refuses bad tables", refuses_bad_tables},
        {"names types", names_types},
        CU_TEST_INFO_NULL};
UNIT_SUITE(options, cases)
