/* test_sftp_url.c - URLs and options of the SFTP backend, without a server. */
#include <errno.h>
#include <stdlib.h>
#include "base/text.h"
#include "server_rig.h"
#include "unit.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define LIST(...)    ((const char *const[]){__VA_ARGS__, NULL})

static void refusals(void)
{
	struct rig rig;

	if (!server_plugin(&rig, "sftp"))
		return;
	rig_client_fails(&rig, LIST("host="), -EINVAL, "`host` is empty");
	rig_client_fails(&rig, LIST("host=h", "key=k", "password=p"), -EINVAL,
	                 "exclude each other");
	rig_client_fails(&rig, LIST("host=h", "passphrase=p"), -EINVAL,
	                 "needs a `key`");
	rig_client_fails(&rig, LIST("host=127.0.0.1", "port=1"), -ECONNREFUSED,
	                 "127.0.0.1 port 1: Connection refused");
	plugin_free(rig.plugin);
}

static int keep(void *arg, const char *key, const char *value)
{
	text_add(arg, "%s=%s ", key, value);
	return 0;
}

static void urls(void)
{
	static const struct {
		const char *url, *options; /* NULL: refused */
	} table[] = {
	        {"sftp://nas/srv/a", "host=nas path=/srv/a "},
	        {"sftp://me@nas:2222", "user=me host=nas port=2222 "},
	        {"sftp://me:$PW@nas/~/x%20y",
	         "user=me password=$PW host=nas path=x y "},
	        {"sftp://[fe80::1%25eth0]:9/", "host=fe80::1%eth0 port=9 path=/ "},
	        {"sftp://nas/~", "host=nas "},
	        {"sftp:///x", NULL},
	        {"sftp://@nas", NULL},
	        {"sftp://me:%24x@nas", NULL},
	        {"sftp://[::1", NULL},
	        {"sftp://[::1]x", NULL},
	        {"sftp://nas/%zz", NULL},
	};
	struct rig rig;
	struct rig_client c;

	if (!server_plugin(&rig, "sftp"))
		return;
	CU_ASSERT_FATAL(rig_client_prepare(&rig, &c, LIST("host=h")));
	for (size_t i = 0; i < COUNT(table); i++) {
		struct text text = {0};
		int error = c.backend->from_url(table[i].url, c.ctx, keep, &text);
		char *options = text_take(&text);

		if (table[i].options) {
			CU_ASSERT_EQUAL(error, 0);
			CU_ASSERT_STRING_EQUAL(options, table[i].options);
		} else {
			CU_ASSERT_EQUAL(error, -EINVAL);
		}
		free(options);
	}
	rig_client_close(&c);
	plugin_free(rig.plugin);
}

static CU_TestInfo cases[] = {
        {"refusals", refusals}, {"URLs", urls}, CU_TEST_INFO_NULL};
UNIT_SUITE(sftp_url, cases)
