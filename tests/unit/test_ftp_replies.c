/* test_ftp_replies.c - the ftp backend against servers that say odd things. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ftp_rig.h"
#include "ftp_stub.h"
#include "unit.h"

#define SEQ   BENCH_O_SEQUENTIAL
#define MAKES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL | SEQ)

#define ANSWERS(...) ((const struct ftp_answer[]){__VA_ARGS__, {NULL, NULL}})

static int reach(struct ftp_stub *stub, struct script_client *c)
{
	ftp_stub_start(stub);
	return ftp_client_open(c, (const char *const[]){"host=127.0.0.1",
	                                                stub->port, "timeout=400ms",
	                                                "connect_timeout=400ms",
	                                                NULL});
}

static void leave(struct ftp_stub *stub, struct script_client *c)
{
	script_client_close(c);
	ftp_stub_end(stub);
	free(stub);
}

/* A stub with these answers, and a client that reaches it. */
static struct ftp_stub *begin(struct script_client *c,
                              const struct ftp_answer *answers)
{
	struct ftp_stub *stub = calloc(1, sizeof *stub);

	stub->answers = answers;
	CU_ASSERT_EQUAL(reach(stub, c), 0);
	script_says(c, "");
	CU_ASSERT_PTR_NOT_NULL_FATAL(c->session);
	return stub;
}

static void logins(void)
{
	static char huge[70000];
	const struct {
		struct ftp_answer answers[3];
		int error;
		const char *words;
	} table[] = {
	        {{{"", "220-hello\r\n 220 not yet\r\n221 nor this\r\n220 now\r\n"}},
	         0,
	         ""},
	        {{{"", "220\r\n"}}, 0, ""},
	        {{{"", "120 wait\r\n220 now\r\n"}}, 0, ""},
	        {{{"USER", "230 no password\r\n"}, {"PASS", "503 what for\r\n"}},
	         0,
	         ""},
	        {{{"", "421 Too many users\r\n"}},
	         -EBUSY,
	         "takes no further connection: 421 Too many users"},
	        {{{"USER", "530 The maximum number of clients is 5\r\n"}},
	         -EBUSY,
	         "takes no further connection: 530"},
	        {{{"PASS", "421 enough\r\n"}},
	         -EBUSY,
	         "takes no further connection: 421"},
	        {{{"PASS", "530 Login incorrect.\r\n"}},
	         -EACCES,
	         "refuses the login of `anonymous`: 530 Login incorrect."},
	        {{{"PASS", "332 account\r\n"}}, -EACCES, "wants an account"},
	        {{{"", "SSH-2.0-OpenSSH_9\r\n"}},
	         -EPROTO,
	         "what is no FTP reply: `SSH-2.0-OpenSSH_9`"},
	        {{{"", "22\r\n"}}, -EPROTO, "what is no FTP reply: `22`"},
	        {{{"", "2200 x\r\n"}}, -EPROTO, "what is no FTP reply"},
	        {{{"", "999 x\r\n"}}, -EPROTO, "what is no FTP reply"},
	        {{{"", huge}}, -EPROTO, "a reply of more than 64 KiB"},
	        {{{"", NULL}}, -ETIMEDOUT, "said nothing for 0.4 s"},
	        {{{"", "220-never\r\n"}}, -ETIMEDOUT, "said nothing for 0.4 s"},
	        {{{"", ""}}, -ECONNRESET, "closed the connection"},
	        {{{"TYPE", "504 text only\r\n"}}, -ENOTSUP, "binary transfers"},
	        {{{"FEAT", ""}}, -ECONNRESET, "closed the connection"},
	};

	memset(huge, 'x', sizeof huge - 1);
	memcpy(huge, "220-", 4);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct ftp_stub *stub = calloc(1, sizeof *stub);
		struct script_client c;

		stub->answers = table[i].answers;
		CU_ASSERT_EQUAL(reach(stub, &c), table[i].error);
		script_says(&c, table[i].words);
		leave(stub, &c);
	}
}

static bool round_trip(struct script_client *c)
{
	void *file;
	bool same;

	if (script_write(c, "f", MAKES, 10000, 1000, 5) ||
	    c->backend->open(c->session, "f", BENCH_O_READ | SEQ, 0, &file))
		return false;
	same = script_read(c, file, 10000, 1000, 5);
	return c->backend->close(file) == 0 && same;
}

static unsigned props(struct script_client *c)
{
	struct bench_caps caps = {.size = sizeof caps};

	CU_ASSERT_EQUAL(c->backend->caps(c->target, &caps), 0);
	return caps.props & (BENCH_RANDOM | BENCH_REWRITE);
}

static void no_restart(void)
{
	struct script_client c;
	struct ftp_stub *stub =
	        begin(&c, ANSWERS({"FEAT", "502 no\r\n"}, {"REST", "502 no\r\n"}));
	unsigned char byte;
	void *file;

	CU_ASSERT_EQUAL(props(&c), 0);
	CU_ASSERT(round_trip(&c));
	/* Also without the promise it is one stream, and no other offsets. */
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	CU_ASSERT(script_read(&c, file, 10000, 1000, 5));
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, 3), -ENOTSUP);
	script_says(&c, "REST 3 at 127.0.0.1:");
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "rewrite_in_place=no REST"));
	leave(stub, &c);
}

static void truncating(void)
{
	struct script_client c;
	struct ftp_stub *stub = calloc(1, sizeof *stub);

	stub->truncates = true;
	CU_ASSERT_EQUAL_FATAL(reach(stub, &c), 0);
	CU_ASSERT_EQUAL(props(&c), BENCH_RANDOM);
	CU_ASSERT_FALSE(stub->exists);
	CU_ASSERT(round_trip(&c));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "rewrite_in_place=no\n"));
	leave(stub, &c);
}

static void no_size(void)
{
	struct script_client c;
	struct ftp_stub *stub = begin(
	        &c, ANSWERS({"SIZE", "502 no\r\n"}, {"RNFR", "550 none\r\n"}));
	struct bench_stat st = {.size = sizeof st};
	void *file;

	CU_ASSERT_EQUAL(script_write(&c, "f", MAKES, 1000, 1000, 5), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "f", BENCH_O_READ, 0, &file),
	                -ENOENT);
	stub->answers = ANSWERS({"SIZE", "502 no\r\n"}, {"RNFR", "350 yes\r\n"});
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "f", &st), -ENOTSUP);
	script_says(&c, "no way to ask for a file's size");
	stub->answers = ANSWERS({"SIZE", "213 -1\r\n"});
	CU_ASSERT_EQUAL(c.backend->stat(c.session, "f", &st), -EPROTO);
	leave(stub, &c);
}

static void passive_by_pasv(void)
{
	struct script_client c;
	struct ftp_stub *stub = begin(&c, ANSWERS({"EPSV", "500 what?\r\n"}));

	CU_ASSERT(round_trip(&c));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "peer=127.0.0.1\n"));
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	leave(stub, &c);
}

static void odd_passive(void)
{
	static const struct {
		struct ftp_answer answers[3];
		int error;
		const char *words;
	} table[] = {
	        {{{"EPSV", "229 (|||0|)\r\n"}}, -EPROTO, "data port"},
	        {{{"EPSV", "229 (|||99999|)\r\n"}}, -EPROTO, "data port"},
	        {{{"EPSV", "229 port 5\r\n"}}, -EPROTO, "data port"},
	        {{{"EPSV", "229 (|||1|)\r\n"}}, -ECONNREFUSED, "to port 1: "},
	        {{{"EPSV", "425 not now\r\n"}}, -EIO, "EPSV at 127.0.0.1:"},
	        {{{"EPSV", "500 no\r\n"}, {"PASV", "227 (1,2,3,4,5)\r\n"}},
	         -EPROTO,
	         "data port"},
	        {{{"EPSV", "500 no\r\n"}, {"PASV", "227 1,2,3,4,300,5\r\n"}},
	         -EPROTO,
	         "data port"},
	        {{{"EPSV", "500 no\r\n"}, {"PASV", "502 no\r\n"}},
	         -ENOTSUP,
	         "PASV at 127.0.0.1:"},
	        {{{"STOR", "552 full\r\n"}}, -ENOSPC, "STOR f at 127.0.0.1:"},
	        {{{"STOR", "502 no\r\n"}}, -ENOTSUP, "502 no"},
	        {{{"STOR", "553 name\r\n"}}, -EACCES, "553 name"},
	        {{{"STOR end", "452 full\r\n"}}, -ENOSPC, "write to f at"},
	        {{{"STOR end", "451 no space left\r\n"}}, -ENOSPC, "451 no space"},
	        {{{"STOR end", NULL}}, -ETIMEDOUT, "said nothing for 0.4 s"},
	};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;
		struct ftp_stub *stub = begin(&c, NULL);

		stub->answers = table[i].answers;
		CU_ASSERT_EQUAL(script_write(&c, "f", MAKES, 10, 10, 1),
		                table[i].error);
		script_says(&c, table[i].words);
		leave(stub, &c);
	}
}

/* What a read of ten records makes of a transfer that ends early. */
static void broken_off(const struct ftp_answer *answers, int64_t error,
                       const char *words)
{
	struct script_client c;
	struct ftp_stub *stub = begin(&c, NULL);
	unsigned char buffer[1000];
	int64_t result = 1;
	void *file;

	CU_ASSERT_EQUAL(script_write(&c, "f", MAKES, 10000, 1000, 5), 0);
	stub->answers = answers;
	stub->sends = 3500;
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ | SEQ, 10000, &file),
	        0);
	for (uint64_t at = 0; at < 4000 && result > 0; at += 1000)
		result = c.backend->read(file, buffer, 1000, at);
	CU_ASSERT_EQUAL(result, error);
	script_says(&c, words);
	(void)c.backend->close(file);
	leave(stub, &c);
}

static void transfers_broken_off(void)
{
	broken_off(ANSWERS({"RETR end", ""}), -ECONNRESET, "closed the connection");
	broken_off(ANSWERS({"RETR end", "451 disk error\r\n"}), -EIO,
	           "read f at 127.0.0.1:");
	broken_off(ANSWERS({"RETR end", "421 shutting down\r\n"}), -ECONNRESET,
	           "ends the session: 421 shutting down");
	broken_off(ANSWERS({"RETR end", NULL}), -ETIMEDOUT, "said nothing");
	broken_off(NULL, 500, "");
}

/* A second word about a transfer that was dropped belongs to no command. */
static void late_words(void)
{
	struct script_client c;
	struct ftp_stub *stub = begin(&c, NULL);
	unsigned char buffer[100];
	void *file;

	CU_ASSERT_EQUAL(script_write(&c, "f", MAKES, 10000, 1000, 5), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 10000, &file), 0);
	stub->answers =
	        ANSWERS({"RETR end", "426 broken off\r\n226 and done with\r\n"});
	for (uint64_t at = 9000; at > 0; at -= 1000) {
		CU_ASSERT_EQUAL(c.backend->read(file, buffer, 100, at), 100);
		CU_ASSERT(script_matches(buffer, 100, at, 5));
	}
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	leave(stub, &c);
}

static CU_TestInfo cases[] = {{"greetings and logins", logins},
                              {"no REST", no_restart},
                              {"REST that cuts off", truncating},
                              {"no SIZE", no_size},
                              {"PASV from behind NAT", passive_by_pasv},
                              {"odd replies to transfers", odd_passive},
                              {"broken off", transfers_broken_off},
                              {"late words", late_words},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(ftp_replies, cases)
