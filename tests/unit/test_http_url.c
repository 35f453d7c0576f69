/* test_http_url.c - URLs and options of the http backend; nothing is reached.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "http_rig.h"
#include "unit.h"

/* What from_url() sets, as "key=value|". */
static int keep(void *arg, const char *key, const char *value)
{
	char *all = arg;
	size_t length = strlen(all);

	snprintf(all + length, 512 - length, "%s=%s|", key, value);
	return 0;
}

static const struct {
	const char *url;
	int error;
	const char *words; /* what is set, or what the sentence has */
} urls[] = {
        {"http://nas", 0, "host=nas|"},
        {"HTTP://nas/", 0, "host=nas|"},
        {"https://nas/", 0, "host=nas|tls=yes|"},
        {"http://nas/pub/a/", 0, "host=nas|path=/pub/a/|"},
        {"http://nas:8080/pub", 0, "host=nas|port=8080|path=/pub|"},
        {"https://me:pw@nas", 0, "user=me|password=pw|host=nas|tls=yes|"},
        {"http://me:p@w@nas", 0, "user=me|password=p@w|host=nas|"},
        {"http://m%40e:p%3Aw%2F@nas", 0, "user=m@e|password=p:w/|host=nas|"},
        {"http://me:$PW@nas", 0, "user=me|password=$PW|host=nas|"},
        {"http://[::1]/x", 0, "host=::1|path=/x|"},
        {"http://[::1]:8080", 0, "host=::1|port=8080|"},
        {"http://[fe80::1%25eth0]", 0, "host=fe80::1%eth0|"},
        {"http://nas/a%20b/%C3%A4", 0, "host=nas|path=/a b/\xc3\xa4|"},
        {"http://nas/q?x=1", -EINVAL, "`?` and `#` have no place"},
        {"ftp://nas", -EINVAL, "expected http[s]://"},
        {"http://", -EINVAL, "the host is empty"},
        {"http://:80/x", -EINVAL, "the host is empty"},
        {"http://@nas", -EINVAL, "name before `@` is empty"},
        {"http://[::1", -EINVAL, "expected [ADDRESS]"},
        {"http://[::1]x", -EINVAL, "expected [ADDRESS]"},
        {"http://nas/50%", -EINVAL, "two hexadecimal digits"},
        {"http://nas/a%00b", -EINVAL, "two hexadecimal digits"},
        {"http://me:%24PW@nas", -EINVAL, "password = @FILE"},
};

static void all_urls(void)
{
	const struct bench_backend *backend = http_backend();

	for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
		struct bench_ctx *ctx = host_ctx_new(&(struct host_sinks){0});
		char got[512] = "";
		int error = backend->from_url(urls[i].url, ctx, keep, got);
		const char *why = host_ctx_failure(ctx);

		CU_ASSERT_EQUAL(error, urls[i].error);
		if (error == 0)
			CU_ASSERT_STRING_EQUAL(got, urls[i].words);
		if (error)
			CU_ASSERT_PTR_NOT_NULL(strstr(why ? why : "", urls[i].words));
		if (error != urls[i].error)
			fprintf(stderr, "\n%s: %d %s\n", urls[i].url, error,
			        why ? why : got);
		host_ctx_free(ctx);
	}
}

static void options_that_cannot_be(void)
{
	static const struct {
		const char *settings[3];
		const char *words;
	} table[] = {
	        {{"host="}, "the host is empty"},
	        {{"host=nas:80"}, "the port is an option of its own"},
	        {{"host=nas/x"}, "expected a name or an address alone"},
	        {{"host=a b"}, "expected a name or an address alone"},
	        {{"host=[::1]"}, "expected a name or an address alone"},
	        {{"host=nas", "user=a:b"}, "`user` cannot have a colon"},
	        {{"host=nas", "ca_file=x"}, "`ca_file` needs `tls = yes`"},
	};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;

		CU_ASSERT_EQUAL(http_client_open(&c, table[i].settings), -EINVAL);
		script_says(&c, table[i].words);
		script_client_close(&c);
	}
}

static CU_TestInfo cases[] = {{"URLs", all_urls},
                              {"options", options_that_cannot_be},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(http_url, cases)
