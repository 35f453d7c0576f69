/* test_ftp_url.c - URLs and options of the ftp backend; nothing is reached. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ftp_rig.h"
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
        {"ftp://nas", 0, "host=nas|"},
        {"FTP://nas/", 0, "host=nas|"},
        {"ftp://nas/pub/a", 0, "host=nas|path=pub/a|"},
        {"ftp://nas//srv/a", 0, "host=nas|path=/srv/a|"},
        {"ftp://nas/%2Fsrv/a", 0, "host=nas|path=/srv/a|"},
        {"ftp://nas:2121/pub", 0, "host=nas|port=2121|path=pub|"},
        {"ftp://me@nas", 0, "user=me|host=nas|"},
        {"ftp://me:pw@nas", 0, "user=me|password=pw|host=nas|"},
        {"ftp://me:p@w@nas", 0, "user=me|password=p@w|host=nas|"},
        {"ftp://m%40e:p%3Aw%2F@nas", 0, "user=m@e|password=p:w/|host=nas|"},
        {"ftp://me:$PW@nas", 0, "user=me|password=$PW|host=nas|"},
        {"ftp://[::1]/x", 0, "host=::1|path=x|"},
        {"ftp://[::1]:2121", 0, "host=::1|port=2121|"},
        {"ftp://[fe80::1%25eth0]", 0, "host=fe80::1%eth0|"},
        {"ftp://nas/a%20b/%C3%A4", 0, "host=nas|path=a b/\xc3\xa4|"},
        {"ftp://nas/q?x=1#y", 0, "host=nas|path=q?x=1#y|"},
        {"ftp://nas/f;type=i", 0, "host=nas|path=f|"},
        {"ftp://nas/f;type=a", -ENOTSUP, "only binary"},
        {"ftps://nas/pub", -ENOTSUP, "FTP over TLS (ftps) is not supported"},
        {"ftp:nas", -EINVAL, "expected ftp://"},
        {"ftp://", -EINVAL, "the host is empty"},
        {"ftp://:21/x", -EINVAL, "the host is empty"},
        {"ftp://@nas", -EINVAL, "name before `@` is empty"},
        {"ftp://nas:0", -EINVAL, "port `0`"},
        {"ftp://nas:ftp", -EINVAL, "port `ftp`"},
        {"ftp://nas:99999", -EINVAL, "port `99999`"},
        {"ftp://[::1", -EINVAL, "expected [ADDRESS]"},
        {"ftp://[fe80::1]", -EINVAL, "needs the name of its network interface"},
        {"ftp://nas/50%", -EINVAL, "two hexadecimal digits"},
        {"ftp://nas/%0", -EINVAL, "two hexadecimal digits"},
        {"ftp://nas/a%00b", -EINVAL, "two hexadecimal digits"},
        {"ftp://me:%24PW@nas", -EINVAL, "password = @FILE"},
};

static void all_urls(void)
{
	const struct bench_backend *backend = ftp_backend();

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
	        {{"host=nas", "path=a\nb"}, "`path` must not have a line break"},
	        {{"host=nas", "user=a\rb"}, "`user` must not have a line break"},
	        {{"host=nas", "password=a\nDELE b"},
	         "`password` must not have a line break"},
	        {{"host="}, "the host is empty"},
	        {{"host=nas:2121", "port=2122"}, "`host` names port 2121"},
	        {{"host=[::1"}, "expected [ADDRESS]"},
	        {{"host=fe80::1"}, "fe80::1%eth0"},
	};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;

		CU_ASSERT_EQUAL(ftp_client_open(&c, table[i].settings), -EINVAL);
		script_says(&c, table[i].words);
		script_client_close(&c);
	}
}

static CU_TestInfo cases[] = {{"URLs", all_urls},
                              {"options", options_that_cannot_be},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(ftp_url, cases)
