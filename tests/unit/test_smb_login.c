/* test_smb_login.c - the smb backend: URLs, options, logins, and what is found
 * out about the connection. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "smb_rig.h"
#include "unit.h"

#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

/* One for the tests that need no special one; the last one ends it. */
static struct smb_server server;

static bool begin(void)
{
	if (smb_missing())
		return false;
	if (!server.directory)
		CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	return true;
}

static int keep_pair(void *arg, const char *key, const char *value)
{
	char *text = arg;
	size_t length = strlen(text);

	snprintf(text + length, 256 - length, "%s=%s ", key, value);
	return 0;
}

static void urls(void)
{
	static const struct {
		const char *url, *options; /* NULL: refused */
	} table[] = {
	        {"smb://nas/share", "host=nas share=share "},
	        {"SMB://nas/share/", "host=nas share=share "},
	        {"smb://nas:20445/s/d/e", "host=nas port=20445 share=s "
	                                  "directory=d/e "},
	        {"smb://u@nas/s", "user=u host=nas share=s "},
	        {"smb://u:p@nas/s", "user=u password=p host=nas share=s "},
	        {"smb://D;u:p%40x@nas/s",
	         "domain=D user=u password=p@x host=nas share=s "},
	        {"smb://u:p@q@nas/s", "user=u password=p@q host=nas share=s "},
	        {"smb://[::1]/s", "host=::1 share=s "},
	        {"smb://[::1]:1/s", "host=::1 port=1 share=s "},
	        {"smb://[fe80::1%25lo]/s", "host=fe80::1%lo share=s "},
	        {"smb://[fe80::1%lo]/s", "host=fe80::1%lo share=s "},
	        {"smb://nas/my%20share/a%23b/50%25",
	         "host=nas share=my share directory=a#b/50% "},
	        {"smb://nas/s/\xc3\xa4#b",
	         "host=nas share=s directory=\xc3\xa4#b "},
	        {"smb://", NULL},
	        {"smb://nas", NULL},
	        {"smb://nas/", NULL},
	        {"smb:///s", NULL},
	        {"smb://[::1/s", NULL},
	        {"smb://[::1]x/s", NULL},
	        {"smb://nas/a%2", NULL},
	        {"smb://nas/a%00", NULL},
	        {"nfs://nas/x", NULL},
	};
	struct smb_client c;

	if (smb_missing())
		return;
	CU_ASSERT_FATAL(smb_prepare(&c, NULL));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char text[256] = "";
		int error = c.backend->from_url(table[i].url, c.ctx, keep_pair, text);

		CU_ASSERT_EQUAL(error, table[i].options ? 0 : -EINVAL);
		if (table[i].options)
			CU_ASSERT_STRING_EQUAL(text, table[i].options);
	}
	smb_close(&c);
}

static void checks(void)
{
	static const struct {
		const char *settings[5];
		const char *words; /* NULL: fine */
	} table[] = {
	        {{"user=u"}, NULL},
	        {{"guest=yes"}, NULL},
	        {{"user=u", "password=p", "domain=D", "signing=required"}, NULL},
	        {{"directory=a b/c#d"}, NULL},
	        {{"guest=yes", "user=u"}, "exclude each other"},
	        {{"guest=no"}, "needs a `user`"},
	        {{"password=p"}, "needs a `user`"},
	        {{"signing=required"}, "no key to sign"},
	        {{"encryption=required"}, "no key to encrypt"},
	        {{"host="}, "`host` is empty"},
	        {{"host=a/b"}, "the character /"},
	        {{"share=a/b"}, "the character /"},
	        {{"directory=a?b"}, "the character ?"},
	        {{"directory=a\\b"}, "the character \\"},
	        {{"dialect_min=SMB3_11", "dialect_max=SMB2_10"}, "newer than"},
	        {{"user=u", "encryption=required", "dialect_max=SMB2_10"},
	         "SMB3_00 or newer"},
	};

	if (!begin())
		return;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct smb_client c;
		bool set = smb_prepare(
		        &c, (const char *const[]){"host=h", "share=s", NULL});
		int error;

		for (size_t k = 0; set && table[i].settings[k]; k++) {
			char *key = strdup(table[i].settings[k]);
			char *equals = strchr(key, '=');

			*equals = '\0';
			set = options_set(c.options, key, equals + 1, NULL) == 0;
			free(key);
		}
		CU_ASSERT(set);
		error = c.backend->check(c.options->config, c.ctx);
		CU_ASSERT_EQUAL(error, table[i].words ? -EINVAL : 0);
		if (table[i].words)
			CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&c), table[i].words));
		smb_close(&c);
	}
}

/* Opens with the settings and wants these facts. */
static void has_facts(const struct smb_server *where,
                      const char *const *settings, const char *const *facts)
{
	struct smb_client c;
	int error = smb_open(where, &c, settings);

	CU_ASSERT_EQUAL(error, 0);
	if (error)
		printf("\n    %s\n", smb_why(&c));
	if (!error) {
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_EQUAL(c.backend->counters(c.session), 0);
	}
	for (; !error && *facts; facts++) {
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, *facts));
		if (!strstr(c.facts, *facts))
			printf("\n    %s not in %s\n", *facts, c.facts);
	}
	smb_close(&c);
}

static void facts(void)
{
	char *user = text_format("user=%s", smb_user());
	struct bench_caps caps = {.size = sizeof(caps)};
	struct smb_client c;

	if (!begin()) {
		free(user);
		return;
	}
	has_facts(&server, NULL,
	          (const char *const[]){"peer=127.0.0.1\n", "dialect=SMB3_11\n",
	                                "signed=no\n", "encrypted=no\n",
	                                "guest=yes\n", "max_write=8388608\n",
	                                "retransmits=0\n", NULL});
	has_facts(&server,
	          (const char *const[]){user, "password=secret", "share=user",
	                                "signing=required", "dialect_max=SMB3_02",
	                                NULL},
	          (const char *const[]){"dialect=SMB3_02\n", "signed=yes\n",
	                                "encrypted=no\n", "guest=no\n", NULL});
	has_facts(&server,
	          (const char *const[]){user, "password=secret", "share=user",
	                                "encryption=required", NULL},
	          (const char *const[]){"encrypted=yes\n", NULL});
	/* The share insists. */
	has_facts(&server,
	          (const char *const[]){user, "password=secret", "share=enc", NULL},
	          (const char *const[]){"encrypted=yes\n", NULL});
	CU_ASSERT_EQUAL_FATAL(smb_open(&server, &c, NULL), 0);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_PEER);
	CU_ASSERT_EQUAL(caps.props,
	                BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED);
	CU_ASSERT(caps.free_bytes > 1 << 20);
	smb_close(&c);
	free(user);
}

static void dialects(void)
{
	static const char *const table[] = {"SMB2_10", "SMB3_00", "SMB3_02",
	                                    "SMB3_11"};

	if (!begin())
		return;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *min = text_format("dialect_min=%s", table[i]);
		char *max = text_format("dialect_max=%s", table[i]);
		char *fact = text_format("dialect=%s\n", table[i]);

		has_facts(&server, (const char *const[]){min, max, NULL},
		          (const char *const[]){fact, NULL});
		free(min);
		free(max);
		free(fact);
	}
}

static void logins(void)
{
	char *user = text_format("user=%s", smb_user());
	struct smb_client c;
	void *file;

	if (!begin()) {
		free(user);
		return;
	}
	smb_fails(&server,
	          (const char *const[]){user, "password=wrong", "share=user", NULL},
	          -EACCES, "wrong name, password or domain");
	/* Not let in as a guest instead. */
	smb_fails(&server, (const char *const[]){user, "password=wrong", NULL},
	          -EACCES, "//127.0.0.1/bench does not let user");
	smb_fails(&server, (const char *const[]){"share=user", NULL}, -EACCES,
	          "//127.0.0.1/user does not let guests in");
	smb_fails(&server, (const char *const[]){"share=nosuch", NULL}, -ENOENT,
	          "no such share");
	smb_fails(&server, (const char *const[]){"directory=nosuch", NULL}, -ENOENT,
	          "no directory nosuch");
	CU_ASSERT_EQUAL(smb_open(&server, &c,
	                         (const char *const[]){"share=readonly", NULL}),
	                0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "f", WRITES, 0, &file), -EACCES);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), -EACCES);
	smb_close(&c);
	free(user);
}

static void directories(void)
{
	char *path;
	struct smb_client c;
	struct bench_stat st = {.size = sizeof(st)};
	void *file;

	if (!begin())
		return;
	path = smb_path(&server, "a b#c");
	CU_ASSERT_EQUAL(mkdir(path, 0777), 0);
	free(path);
	CU_ASSERT_EQUAL(smb_open(&server, &c,
	                         (const char *const[]){"directory=/a b#c/", NULL}),
	                0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	path = smb_path(&server, "a b#c/f");
	CU_ASSERT_EQUAL(remove(path), 0);
	free(path);
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "", &st), 0);
	CU_ASSERT(st.is_dir);
	smb_close(&c);
}

static void one_session(void)
{
	static const struct bench_who who = {.size = sizeof(who), .ranks = 1};
	struct smb_client c;
	void *second;

	if (!begin())
		return;
	CU_ASSERT_EQUAL_FATAL(smb_open(&server, &c, NULL), 0);
	CU_ASSERT_EQUAL(c.backend->session_open(c.target, &who, c.ctx, &second),
	                -EBUSY);
	c.backend->session_close(c.session);
	CU_ASSERT_EQUAL(c.backend->session_open(c.target, &who, c.ctx, &c.session),
	                0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	smb_close(&c);
}

static void nothing_is_left(void)
{
	if (!smb_missing() && server.directory)
		CU_ASSERT(smb_stop(&server));
}

static CU_TestInfo cases[] = {
        {"URLs", urls},
        {"options that cannot be", checks},
        {"facts", facts},
        {"dialects", dialects},
        {"logins", logins},
        {"directories", directories},
        {"one session in a process", one_session},
        {"the server leaves nothing behind", nothing_is_left},
        CU_TEST_INFO_NULL};
UNIT_SUITE(smb_login, cases)
