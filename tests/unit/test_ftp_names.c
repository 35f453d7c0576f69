/* test_ftp_names.c - names and round trips of the ftp backend against real
 * servers. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ftp_rig.h"
#include "unit.h"

#define MAKES                                                                  \
	(BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL | BENCH_O_SEQUENTIAL)

/* The name on the server's own disk: 'f', 'd' or '-'. */
static char kind(const struct script_server *server, const char *name)
{
	char path[700];
	struct stat st;

	snprintf(path, sizeof path, "%s/%s", server->directory, name);
	if (stat(path, &st))
		return '-';
	return S_ISDIR(st.st_mode) ? 'd' : 'f';
}

static void odd_names(struct script_client *c,
                      const struct script_server *server)
{
	static const char *const names[] = {"a b",
	                                    " front and end ",
	                                    "\xc3\xa4 \xe2\x82\xac",
	                                    "q?x=1",
	                                    "50%",
	                                    "a#b,c:d;e",
	                                    "[brackets]*",
	                                    "\"q\"",
	                                    "'quotes'$x",
	                                    "\xf0\x9f\x98\x80",
	                                    "-la"};
	char longest[201];
	struct bench_stat st = {.size = sizeof st};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *name = names[i];

		CU_ASSERT_EQUAL(script_write(c, name, MAKES, 3000, 1000, 1), 0);
		CU_ASSERT(script_on_disk(server, name, 3000, 1));
		CU_ASSERT_EQUAL(c->backend->stat(c->session, name, &st), 0);
		CU_ASSERT_EQUAL(st.bytes, 3000);
		CU_ASSERT_EQUAL(c->backend->rename(c->session, name, "plain"), 0);
		CU_ASSERT_EQUAL(kind(server, name), '-');
		CU_ASSERT_EQUAL(c->backend->rename(c->session, "plain", name), 0);
		CU_ASSERT_EQUAL(c->backend->unlink(c->session, name), 0);
		CU_ASSERT_EQUAL(kind(server, name), '-');
	}
	memset(longest, 'n', 200);
	longest[200] = '\0';
	CU_ASSERT_EQUAL(script_write(c, longest, MAKES, 3000, 1000, 1), 0);
	CU_ASSERT(script_on_disk(server, longest, 3000, 1));
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, longest), 0);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "x\r\nDELE y"), -EINVAL);
	script_says(c, "line break");
	CU_ASSERT_EQUAL(c->backend->ping(c->session), 0);
}

static int gather(void *arg, const char *entry)
{
	char *list = arg;

	if (strlen(list) + strlen(entry) < 900) {
		strcat(list, entry);
		strcat(list, "|");
	}
	return 0;
}

static int stop(void *arg, const char *entry)
{
	(void)entry;
	(*(int *)arg)++;
	return 7;
}

static void listing(struct script_client *c)
{
	char list[1000] = "";
	int calls = 0;

	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "l s"), 0);
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "l s", gather, list), 0);
	CU_ASSERT_STRING_EQUAL(list, "");
	CU_ASSERT_EQUAL(script_write(c, "l s/a b", MAKES, 1, 1, 1), 0);
	CU_ASSERT_EQUAL(script_write(c, "l s/c", MAKES, 1, 1, 1), 0);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "l s/dir"), 0);
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "l s", gather, list), 0);
	CU_ASSERT_EQUAL(strlen(list), strlen("a b|c|dir|"));
	CU_ASSERT_PTR_NOT_NULL(strstr(list, "a b|"));
	CU_ASSERT_PTR_NOT_NULL(strstr(list, "c|"));
	CU_ASSERT_PTR_NOT_NULL(strstr(list, "dir|"));
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "l s", stop, &calls), 7);
	CU_ASSERT_EQUAL(calls, 1);
	CU_ASSERT_EQUAL(c->backend->readdir(c->session, "none", gather, list),
	                -ENOENT);
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "l s"), -ENOTEMPTY);
	/* Names mean the same as before: it went back. */
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "l s/dir"), 0);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "l s/c"), 0);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "l s/a b"), 0);
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "l s"), 0);
}

static void directories(struct script_client *c,
                        const struct script_server *server)
{
	struct bench_stat st = {.size = sizeof st};
	void *file;

	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "d"), 0);
	CU_ASSERT_EQUAL(kind(server, "d"), 'd');
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "d"), -EEXIST);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "e/f"), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->stat(c->session, "d", &st), 0);
	CU_ASSERT_TRUE(st.is_dir);
	CU_ASSERT(c->backend->open(c->session, "d", BENCH_O_READ, 0, &file) < 0);
	CU_ASSERT_EQUAL(script_write(c, "d/f", MAKES, 10, 10, 4), 0);
	CU_ASSERT_EQUAL(c->backend->mkdir(c->session, "d/f"), -EEXIST);
	CU_ASSERT_EQUAL(c->backend->rename(c->session, "d/f", "g"), 0);
	CU_ASSERT(script_on_disk(server, "g", 10, 4));
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "g"), 0);
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "d"), 0);
	CU_ASSERT_EQUAL(kind(server, "d"), '-');
}

static void missing(struct script_client *c)
{
	struct bench_stat st = {.size = sizeof st};

	CU_ASSERT_EQUAL(c->backend->stat(c->session, "none", &st), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->unlink(c->session, "none"), -ENOENT);
	script_says(c, "unlink none at 127.0.0.1:");
	script_says(c, ": 550 ");
	CU_ASSERT_EQUAL(c->backend->rmdir(c->session, "none"), -ENOENT);
	CU_ASSERT_EQUAL(c->backend->rename(c->session, "none", "x"), -ENOENT);
}

static void all_names(void)
{
	static const char *const servers[] = {"vsftpd", "pyftpdlib"};

	for (size_t i = 0; i < 2; i++) {
		struct script_server server = {0};
		struct script_client c;

		if (!ftp_server_start(
		            &server, NULL,
		            (const char *const[]){"--server", servers[i], NULL}))
			continue;
		CU_ASSERT_EQUAL(ftp_client_reach(&c, &server), 0);
		if (c.session) {
			odd_names(&c, &server);
			listing(&c);
			directories(&c, &server);
			missing(&c);
			CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
		}
		script_client_close(&c);
		/* The upload directory is the script's again, being empty. */
		CU_ASSERT_EQUAL(script_server_stop(&server), 143);
		CU_ASSERT_NOT_EQUAL(access(server.directory, F_OK), 0);
	}
}

static CU_TestInfo cases[] = {{"names at real servers", all_names},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(ftp_names, cases)
