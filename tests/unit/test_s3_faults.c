/* test_s3_faults.c - wrong keys, wrong options, and servers that refuse, ignore
 * or die. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "s3_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

/* Up to eight settings beside the endpoint. */
static int reach_with(struct script_client *c,
                      const struct script_server *server,
                      const char *const *settings)
{
	const char *all[12];
	size_t count = 1;
	char endpoint[64];

	snprintf(endpoint, sizeof endpoint, "endpoint=http://127.0.0.1:%d",
	         server->port);
	all[0] = endpoint;
	for (; *settings && count < 11; settings++)
		all[count++] = *settings;
	all[count] = NULL;
	return s3_client_open(c, all);
}

static void keys(void)
{
	static const struct {
		const char *settings[6];
		int error;
		const char *words;
	} table[] = {
	        {{"bucket=bench", "access_key=me", "secret_key=hu/sh+"}, 0, ""},
	        {{"bucket=bench", "access_key=me", "secret_key=wrong"},
	         -EACCES,
	         "HEAD bench at 127.0.0.1:"},
	        {{"bucket=bench", "access_key=you", "secret_key=hu/sh+"},
	         -EACCES,
	         "403 Forbidden"},
	        {{"bucket=bench"}, -EACCES, "403 Forbidden"},
	        {{"bucket=other", "access_key=me", "secret_key=hu/sh+"},
	         -ENOENT,
	         "HEAD other at 127.0.0.1:"},
	        {{"bucket=bench", "access_key=me", "secret_key=hu/sh+",
	          "region=eu-1"},
	         -EIO,
	         "400 Bad Request"},
	};
	struct script_server server = {0};

	if (!s3_server_start(&server, NULL))
		return;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;

		CU_ASSERT_EQUAL(reach_with(&c, &server, table[i].settings),
		                table[i].error);
		script_says(&c, table[i].words);
		CU_ASSERT_PTR_NULL(strstr(script_why(&c), "hu/sh+"));
		script_client_close(&c);
	}
	script_server_stop(&server);
}

static void refusals(void)
{
	struct script_server server = {0};
	struct script_client c;
	unsigned char buffer[4096];
	void *file;

	if (!s3_server_start(&server,
	                     (const char *const[]){"--ranges", "no", "--full",
	                                           "4194304", NULL}))
		return;
	CU_ASSERT_EQUAL_FATAL(s3_client_reach(&c, &server), 0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, 2 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 4096, 0), -ENOTSUP);
	script_says(&c, "ignores Range");
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(script_write(&c, "g", WRITES | SEQ, 16 * MIB, MIB, 1),
	                -ENOSPC);
	script_says(&c, "507");
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	script_client_close(&c);
	script_server_stop(&server);
}

static void killed(void)
{
	struct script_server server = {0};
	struct script_client c;
	unsigned char *buffer = calloc(1, MIB);
	int64_t result = 0;
	void *file;

	if (!s3_server_start(&server, NULL)) {
		free(buffer);
		return;
	}
	CU_ASSERT_EQUAL_FATAL(s3_client_reach(&c, &server), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", WRITES | SEQ, 64 * MIB, &file), 0);
	for (uint64_t at = 0; result >= 0 && at < 64 * MIB; at += MIB) {
		if (at == 4 * MIB)
			script_server_signal(&server, SIGKILL);
		result = c.backend->write(file, buffer, MIB, at);
	}
	/* Refused, if libcurl tried to connect once more. */
	CU_ASSERT(result == -ECONNRESET || result == -ECONNREFUSED);
	script_says(&c, "PUT f at 127.0.0.1:");
	(void)c.backend->close(file);
	CU_ASSERT(c.backend->ping(c.session) < 0);
	script_client_close(&c);
	script_server_stop(&server);
	free(buffer);
}

static void silent(void)
{
	struct script_server server = {0};
	struct script_client c;
	int result = 0;

	if (!s3_server_start(&server, NULL))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        reach_with(&c, &server,
	                   (const char *const[]){"bucket=bench", "access_key=me",
	                                         "secret_key=hu/sh+",
	                                         "timeout=600ms", NULL}),
	        0);
	script_server_signal(&server, SIGSTOP);
	/* Its threads stop one after the other. */
	for (int i = 0; result == 0 && i < 1000; i++)
		result = c.backend->ping(c.session);
	CU_ASSERT_EQUAL(result, -ETIMEDOUT);
	script_says(&c, "moved no byte for 0.6 s");
	c.backend->cancel(c.session);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECANCELED);
	script_client_close(&c);
	script_server_stop(&server);
}

static void options_that_cannot_be(void)
{
	static const struct {
		const char *settings[5];
		const char *words;
	} table[] = {
	        {{"bucket=x"}, "expected 3 to 63 of"},
	        {{"bucket=Bench"}, "expected 3 to 63 of"},
	        {{"bucket=a/b"}, "expected 3 to 63 of"},
	        {{"bucket=bench", "endpoint=nas"}, "expected http[s]://HOST"},
	        {{"bucket=bench", "endpoint=ftp://nas"}, "expected http[s]://HOST"},
	        {{"bucket=bench", "endpoint=http://nas/x"},
	         "expected http[s]://HOST"},
	        {{"bucket=bench", "region=a b"}, "expected letters, digits"},
	        {{"bucket=bench", "access_key=me"}, "go together"},
	        {{"bucket=bench", "secret_key=hush"}, "go together"},
	};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;

		CU_ASSERT_EQUAL(s3_client_open(&c, table[i].settings), -EINVAL);
		script_says(&c, table[i].words);
		script_client_close(&c);
	}
}

/* What from_url() sets, as "key=value|". */
static int keep(void *arg, const char *key, const char *value)
{
	char *all = arg;
	size_t length = strlen(all);

	snprintf(all + length, 512 - length, "%s=%s|", key, value);
	return 0;
}

static void urls(void)
{
	static const struct {
		const char *url;
		int error;
		const char *words;
	} table[] = {
	        {"s3://bench", 0, "bucket=bench|"},
	        {"S3://bench/", 0, "bucket=bench|"},
	        {"s3://bench/a/b", 0, "bucket=bench|prefix=a/b|"},
	        {"s3://bench/a b%", 0, "bucket=bench|prefix=a b%|"},
	        {"s3://me:hush@bench", -EINVAL, "use access_key and secret_key"},
	        {"http://bench", -EINVAL, "expected s3://BUCKET"},
	};
	const struct bench_backend *backend = s3_backend();

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct bench_ctx *ctx = host_ctx_new(&(struct host_sinks){0});
		char got[512] = "";
		int error = backend->from_url(table[i].url, ctx, keep, got);
		const char *why = host_ctx_failure(ctx);

		CU_ASSERT_EQUAL(error, table[i].error);
		if (error == 0)
			CU_ASSERT_STRING_EQUAL(got, table[i].words);
		if (error)
			CU_ASSERT_PTR_NOT_NULL(strstr(why ? why : "", table[i].words));
		host_ctx_free(ctx);
	}
}

static CU_TestInfo cases[] = {{"keys and buckets", keys},
                              {"refusals", refusals},
                              {"death", killed},
                              {"silence", silent},
                              {"options", options_that_cannot_be},
                              {"URLs", urls},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(s3_faults, cases)
