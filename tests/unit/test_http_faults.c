/* test_http_faults.c - servers that refuse, ignore, hang or die. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "http_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

static int64_t now_ms(void)
{
	return host_table()->now_ns() / 1000000;
}

/* Up to eight settings beside host and port. */
static int reach_with(struct script_client *c,
                      const struct script_server *server,
                      const char *const *settings)
{
	const char *all[12] = {"host=127.0.0.1"};
	size_t count = 2;
	char port[32];

	snprintf(port, sizeof port, "port=%d", server->port);
	all[1] = port;
	for (; *settings && count < 11; settings++)
		all[count++] = *settings;
	return http_client_open(c, all);
}

static void ignored_ranges(void)
{
	struct script_server server = {0};
	struct script_client c;
	unsigned char buffer[4096];
	void *file;

	if (!http_server_start(&server, NULL,
	                       (const char *const[]){"--ranges", "no", NULL}))
		return;
	CU_ASSERT_EQUAL_FATAL(http_client_reach(&c, &server), 0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, 3 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ, 0, &file), 0);
	for (uint64_t at = 0; at < 8192; at += 4096) {
		CU_ASSERT_EQUAL(c.backend->read(file, buffer, 4096, at), -ENOTSUP);
		script_says(&c, "ignores Range");
	}
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f", BENCH_O_READ | SEQ, 0, &file), 0);
	CU_ASSERT(script_read(&c, file, 3 * MIB, MIB, 1));
	CU_ASSERT_EQUAL(c.backend->read(file, buffer, 4096, 4096), -ENOTSUP);
	script_says(&c, "ignores Range");
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	script_client_close(&c);
	script_server_stop(&server);
}

static void logins(void)
{
	static const struct {
		const char *settings[4];
		int error;
		const char *words;
	} table[] = {
	        {{"user=me", "password=hush"}, 0, ""},
	        {{"user=me", "password=wrong"}, -EACCES, "refuses the user `me`"},
	        {{NULL}, -EACCES, "401 Unauthorized"},
	        {{"user=me", "password=hush", "path=/none"}, -ENOENT, "404"},
	        {{"user=me", "password=hush", "path=moved"},
	         -EREMOTE,
	         "to `http://elsewhere/`, which is not followed"},
	        {{"user=me", "password=hush", "path=sick"}, -EIO, "500 Internal"},
	        {{"user=me", "password=hush", "path=busy"}, -EBUSY, "503"},
	};
	struct script_server server = {0};

	if (!http_server_start(
	            &server, NULL,
	            (const char *const[]){
	                    "--user", "me", "--password", "hush", "--line",
	                    "location /moved { return 301 http://elsewhere/; }",
	                    "--line", "location /sick { return 500; }", "--line",
	                    "location /busy { return 503; }", NULL}))
		return;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct script_client c;

		CU_ASSERT_EQUAL(reach_with(&c, &server, table[i].settings),
		                table[i].error);
		script_says(&c, table[i].words);
		CU_ASSERT_PTR_NULL(strstr(script_why(&c), "hush"));
		script_client_close(&c);
	}
	script_server_stop(&server);
}

static void refused_puts(void)
{
	static const struct {
		const char *name;
		int error;
		const char *words;
	} table[] = {{"full", -ENOSPC, "507"},
	             {"big", -EFBIG, "413"},
	             {"none/f", -EIO, "500"},
	             {"shut", -EACCES, "403"}};
	struct script_server server = {0};
	struct script_client c;

	if (!http_server_start(
	            &server, NULL,
	            (const char *const[]){
	                    "--line", "location /full { return 507; }", "--line",
	                    "location /big { client_max_body_size 1m; }", "--line",
	                    "location /shut { deny all; }", NULL}))
		return;
	CU_ASSERT_EQUAL_FATAL(http_client_reach(&c, &server), 0);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		CU_ASSERT_EQUAL(
		        script_write(&c, table[i].name, WRITES | SEQ, 8 * MIB, MIB, 1),
		        table[i].error);
		script_says(&c, table[i].words);
	}
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, MIB, MIB, 1), 0);
	script_client_close(&c);
	script_server_stop(&server);
}

static void read_only(void)
{
	struct script_server server = {0};
	struct script_client c;

	if (!http_server_start(&server, NULL,
	                       (const char *const[]){"--read-only", "yes", NULL}))
		return;
	CU_ASSERT_EQUAL_FATAL(http_client_reach(&c, &server), 0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, 10, 10, 1), -ENOTSUP);
	script_says(&c, "405");
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), -ENOTSUP);
	script_says(&c, "WebDAV");
	script_client_close(&c);
	script_server_stop(&server);
}

static void nobody(void)
{
	struct script_server server = {.port = script_free_port()};
	struct script_client c;

	CU_ASSERT_EQUAL(reach_with(&c, &server, (const char *const[]){NULL}),
	                -ECONNREFUSED);
	script_says(&c, "127.0.0.1");
	script_client_close(&c);
}

/* The server dies or falls silent in mid-transfer: soon there is one sentence.
 */
static void broken_off(int signal, bool write, int error, const char *words)
{
	struct script_server server = {0};
	struct script_client c;
	unsigned char *buffer = calloc(1, MIB);
	void *file = NULL;
	int64_t result = 0, start;

	if (!http_server_start(&server, NULL, NULL)) {
		free(buffer);
		return;
	}
	CU_ASSERT_EQUAL_FATAL(
	        reach_with(&c, &server,
	                   (const char *const[]){"timeout=700ms", NULL}),
	        0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, 32 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f",
	                                      (write ? WRITES : BENCH_O_READ) | SEQ,
	                                      32 * MIB, &file),
	                      0);
	start = now_ms();
	for (uint64_t at = 0; result >= 0 && at < 32 * MIB; at += MIB) {
		if (at == 4 * MIB)
			script_server_signal(&server, signal);
		result = write ? c.backend->write(file, buffer, MIB, at)
		               : c.backend->read(file, buffer, MIB, at);
	}
	/* Refused, if libcurl tried to connect once more. */
	CU_ASSERT(result == error ||
	          (signal == SIGKILL && result == -ECONNREFUSED));
	script_says(&c, words);
	CU_ASSERT(now_ms() - start < 10000);
	(void)c.backend->close(file);
	CU_ASSERT_NOT_EQUAL(c.backend->ping(c.session), 0);
	script_client_close(&c);
	script_server_stop(&server);
	free(buffer);
}

static void deaths(void)
{
	broken_off(SIGKILL, true, -ECONNRESET, "PUT f at 127.0.0.1:");
	broken_off(SIGKILL, false, -ECONNRESET, "GET f at 127.0.0.1:");
	broken_off(SIGSTOP, true, -ETIMEDOUT, "moved no byte for 0.7 s");
	broken_off(SIGSTOP, false, -ETIMEDOUT, "moved no byte for 0.7 s");
}

static void *cancel_soon(void *arg)
{
	struct script_client *c = arg;

	usleep(200000);
	c->backend->cancel(c->session);
	return NULL;
}

static void cancelled(void)
{
	struct script_server server = {0};
	struct script_client c;
	pthread_t thread;
	int64_t start;
	int result = 0;

	if (!http_server_start(&server, NULL, NULL))
		return;
	CU_ASSERT_EQUAL_FATAL(
	        reach_with(&c, &server, (const char *const[]){"timeout=20s", NULL}),
	        0);
	script_server_signal(&server, SIGSTOP);
	start = now_ms();
	pthread_create(&thread, NULL, cancel_soon, &c);
	/* The stop takes a moment. */
	for (int i = 0; result == 0 && i < 1000; i++)
		result = c.backend->ping(c.session);
	CU_ASSERT_EQUAL(result, -ECANCELED);
	script_says(&c, "cancelled");
	CU_ASSERT(now_ms() - start < 5000);
	pthread_join(thread, NULL);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECANCELED);
	script_client_close(&c);
	script_server_stop(&server);
}

static void tls(void)
{
	struct script_server server = {0};
	struct script_client c;
	char file[300];

	if (!http_server_start(&server, NULL,
	                       (const char *const[]){"--tls", "yes", NULL}))
		return;
	CU_ASSERT_EQUAL(
	        reach_with(&c, &server, (const char *const[]){"tls=yes", NULL}),
	        -EPROTO);
	script_says(&c, "certificate");
	script_client_close(&c);
	CU_ASSERT_EQUAL(
	        reach_with(&c, &server,
	                   (const char *const[]){"tls=yes", "insecure=yes", NULL}),
	        0);
	script_client_close(&c);
	snprintf(file, sizeof file, "ca_file=%s/cert.pem", server.directory);
	CU_ASSERT_EQUAL(reach_with(&c, &server,
	                           (const char *const[]){"tls=yes", file, NULL}),
	                0);
	script_says(&c, "");
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "tls=TLSv1."));
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES | SEQ, 3 * MIB, MIB, 1), 0);
	CU_ASSERT(script_on_disk(&server, "f", 3 * MIB, 1));
	script_client_close(&c);
	script_server_stop(&server);
}

static CU_TestInfo cases[] = {{"a server that ignores Range", ignored_ranges},
                              {"logins and directories", logins},
                              {"PUTs that are refused", refused_puts},
                              {"a server that only reads", read_only},
                              {"nobody there", nobody},
                              {"death and silence", deaths},
                              {"cancelling", cancelled},
                              {"TLS", tls},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(http_faults, cases)
