/* config_toy.h - the made-up words and backends that the tests of config/ load
 * their files with.  Included by test_config.c and test_config_problems.c. */
#ifndef BENCH_TESTS_CONFIG_TOY_H
#define BENCH_TESTS_CONFIG_TOY_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/config.h"
#include "unit.h"

struct alpha {
	char *path, *mode;
};

/* Takes the path that it is given; refuses one of them. */
static int alpha_from_url(const char *url, struct bench_ctx *ctx,
                          int (*set)(void *arg, const char *key,
                                     const char *value),
                          void *arg)
{
	(void)ctx;
	if (strcmp(url, "/refused") == 0)
		return -EINVAL;
	return set(arg, "path", url);
}

static const struct bench_opt alpha_options[] = {
        BENCH_OPT(struct alpha, path, BENCH_PATH, BENCH_REQUIRED, NULL,
                  "a directory"),
        BENCH_OPT(struct alpha, mode, BENCH_STR, 0, "plain", "how"),
        {NULL, BENCH_STR, 0, 0, NULL, NULL, 0, 0, NULL}};

struct beta {
	char *host, *password;
	int64_t port;
	uint64_t window;
};

/* beta://user:password@host:port, without any care. */
static int beta_from_url(const char *url, struct bench_ctx *ctx,
                         int (*set)(void *arg, const char *key,
                                    const char *value),
                         void *arg)
{
	const char *at = strchr(url, '@'), *host = strstr(url, "://") + 3;
	char *copy, *colon;
	int status = 0;

	(void)ctx;
	if (at) {
		copy = strdup(strchr(host, ':') + 1);
		*strchr(copy, '@') = '\0';
		status = set(arg, "password", copy);
		free(copy);
		host = at + 1;
	}
	copy = strdup(host);
	colon = strchr(copy, ':');
	if (colon)
		*colon++ = '\0';
	if (status == 0 && colon)
		status = set(arg, "port", colon);
	if (status == 0)
		status = set(arg, "host", copy);
	free(copy);
	return status;
}

static const struct bench_opt beta_options[] = {
        BENCH_OPT(struct beta, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "the far end"),
        BENCH_OPT(struct beta, password, BENCH_SECRET, 0, NULL, "secret"),
        BENCH_OPT_RANGE(struct beta, port, BENCH_INT, 0, "5201", "port", 1,
                        65535),
        BENCH_OPT(struct beta, window, BENCH_SIZE, 0, "64k", "window"),
        {NULL, BENCH_STR, 0, 0, NULL, NULL, 0, 0, NULL}};

static int beta_submit(void *session, struct bench_io *const *v, unsigned n)
{
	(void)session;
	(void)v;
	return (int)n;
}

static int beta_reap(void *session, struct bench_io **done, unsigned min,
                     unsigned max, int64_t timeout_ns)
{
	(void)session;
	(void)done;
	(void)max;
	(void)timeout_ns;
	return (int)min;
}

static const struct bench_backend alpha_backend = {.name = "alpha",
                                                   .schemes = "path file",
                                                   .config_size =
                                                           sizeof(struct alpha),
                                                   .options = alpha_options,
                                                   .from_url = alpha_from_url};
static const struct bench_backend beta_backend = {.name = "beta",
                                                  .schemes = "beta betas",
                                                  .config_size =
                                                          sizeof(struct beta),
                                                  .options = beta_options,
                                                  .from_url = beta_from_url,
                                                  .submit = beta_submit,
                                                  .reap = beta_reap};

static const struct bench_backend *const toy_backends[] = {&alpha_backend,
                                                           &beta_backend};
static const char *const toy_tests[] = {"write", "rewrite", "read", "reread",
                                        "ping"};
static const char *const nas_tests[] = {"write", "read", "ping", NULL};
static const char *const quick_tests[] = {"ping", "reread", NULL};
static const struct config_suite toy_suites[] = {{"nas", nas_tests, NULL},
                                                 {"quick", quick_tests, NULL}};

static char *toy_missing(void *arg, const char *name)
{
	(void)arg;
	return text_format("plugin `%s` not found; there are alpha, beta", name);
}

static const char *toy_failure(const struct bench_ctx *ctx)
{
	(void)ctx;
	return "the path is not to my liking";
}

static const struct config_vocabulary toy_vocabulary = {
        .tests = toy_tests,
        .test_count = 5,
        .suites = toy_suites,
        .suite_count = 2,
        .backends = toy_backends,
        .backend_count = 2,
        .missing_backend = toy_missing,
        .ctx_failure = toy_failure};

/* Writes text to NAME in the scratch directory; the caller frees the path. */
static char *toy_file(const char *name, const char *text)
{
	char *path = text_format("%s/%s", unit_scratch(), name);
	FILE *stream = fopen(path, "w");

	CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
	CU_ASSERT(fputs(text, stream) >= 0);
	fclose(stream);
	return path;
}

/* The words of a list parted by '|' into an array of at most 8. */
static size_t toy_words(char *list, const char **words)
{
	size_t count = 0;
	char *rest = NULL;

	for (char *word = strtok_r(list, "|", &rest); word && count < 8;
	     word = strtok_r(NULL, "|", &rest))
		words[count++] = word;
	return count;
}

/* Loads ini (NULL: no file) with '|'-parted targets and sets ("" for none). */
static inline int toy_load(const char *ini, const char *targets,
                           const char *sets, struct bench_config **out,
                           struct problems *problems)
{
	char *path = ini ? toy_file("toy.ini", ini) : NULL;
	char *target_list = text_copy(targets), *set_list = text_copy(sets);
	const char *target_words[8], *set_words[8];
	struct config_source source = {
	        .file = path, .targets = target_words, .sets = set_words};
	int status;

	source.target_count = toy_words(target_list, target_words);
	source.set_count = toy_words(set_list, set_words);
	status = config_load(&source, &toy_vocabulary, out, problems);
	free(target_list);
	free(set_list);
	free(path);
	return status;
}

#endif
