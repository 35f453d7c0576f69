/* test_nfs_url.c - the NFS backend's URLs and checks: nothing is reached. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "nfs_rig.h"
#include "unit.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static int gather(void *arg, const char *key, const char *value)
{
	char *text = arg;
	size_t length = strlen(text);

	snprintf(text + length, 256 - length, "%s=%s;", key, value);
	return strcmp(value, "refuse") == 0 ? -EDOM : 0;
}

static void urls(void)
{
	static const struct {
		const char *url;
		int error;
		const char *text; /* settings, or words of the sentence */
	} table[] = {
	        {"nfs://nas/vol", 0, "host=nas;export=/vol;"},
	        {"NFS://nas/", 0, "host=nas;export=/;"},
	        {"nfs://10.0.0.2:22049/a/b", 0,
	         "host=10.0.0.2;port=22049;export=/a/b;"},
	        {"nfs://[::1]/v", 0, "host=::1;export=/v;"},
	        {"nfs://[fe80::1%25lo]:2049/v", 0,
	         "host=fe80::1%lo;port=2049;export=/v;"},
	        {"nfs://nas/a%20b/%c3%a4%3Fx%23/", 0,
	         "host=nas;export=/a b/\xc3\xa4?x#/;"},
	        {"nfs://n/e?nfsport=1&mountport=2&version=4&uid=5&gid=6", 0,
	         "host=n;export=/e;port=1;mount_port=2;version=4;uid=5;gid=6;"},
	        {"nfs://refuse/e", -EDOM, ""},
	        {"nfs://nas", -EINVAL, "the export's path is missing"},
	        {"nfs://nas?x", -EINVAL, "the export's path is missing"},
	        {"nfs:///e", -EINVAL, "the host is missing"},
	        {"nfs://[]/e", -EINVAL, "the host is missing"},
	        {"nfs://[::1/e", -EINVAL, "a ] is missing"},
	        {"nfs://[::1]x/e", -EINVAL, "the port is not a number"},
	        {"nfs://nas:/e", -EINVAL, "the port is not a number"},
	        {"nfs://me@nas/e", -EINVAL, "NFS has no users"},
	        {"nfs://nas/e%2", -EINVAL, "two hex digits"},
	        {"nfs://nas/e%00", -EINVAL, "two hex digits"},
	        {"nfs://nas/e#f", -EINVAL, "# is written %23"},
	        {"nfs://nas/what?x=1", -EINVAL, "? is written %3F"},
	        {"smb://nas/e", -EINVAL, "nfs://HOST/EXPORT"},
	};
	struct rig rig;
	struct rig_client c;

	if (!nfs_plugin_load(&rig))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		char text[256] = "";

		CU_ASSERT_FATAL(rig_client_prepare(&rig, &c, NULL));
		CU_ASSERT_EQUAL(c.backend->from_url(table[i].url, c.ctx, gather, text),
		                table[i].error);
		if (table[i].error == 0)
			CU_ASSERT_STRING_EQUAL(text, table[i].text);
		if (table[i].error)
			CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), table[i].text));
		rig_client_close(&c);
	}
	plugin_free(rig.plugin);
}

static void checks(void)
{
	static const struct {
		const char *setting;
		int error;
		const char *words;
	} table[] = {
	        {"version=3", 0, ""},
	        {"version=4", -EINVAL, "writes above 3.9 KiB fail"},
	        {"version=2", -EINVAL, "version 2 is not spoken"},
	        {"export=bench", -EINVAL, "begins with /"},
	        {"host=[::1]", 0, ""},
	        {"host=::ffff:127.0.0.1", 0, ""},
	        {"host=fe80::1%lo", 0, ""},
	        {"host=fe80::1", -EINVAL, "fe80::1%eth0"},
	        {"host=[::1", -EINVAL, "expected a name or an address"},
	        {"host=nas/vol", -EINVAL, "expected a name or an address"},
	};
	struct rig rig;
	struct rig_client c;

	if (!nfs_plugin_load(&rig))
		return;
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *const settings[] = {"host=nas", "export=/e",
		                                table[i].setting, NULL};

		CU_ASSERT_FATAL(rig_client_prepare(&rig, &c, settings));
		CU_ASSERT_EQUAL(c.backend->check(c.options->config, c.ctx),
		                table[i].error);
		CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), table[i].words));
		rig_client_close(&c);
	}
	plugin_free(rig.plugin);
}

static CU_TestInfo cases[] = {
        {"URLs", urls}, {"checks", checks}, CU_TEST_INFO_NULL};
UNIT_SUITE(nfs_url, cases)
