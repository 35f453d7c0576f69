/* test_smb_faults.c - the smb backend against servers that die, stop, fill up,
 * or are not there. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"
#include "smb_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define SECOND INT64_C(1000000000)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
/* Nothing hangs; the machine may be slow. */
#define SOON (5 * SECOND)

struct blow {
	const struct smb_server *server;
	int signal;
};

static void *strike(void *arg)
{
	const struct blow *blow = arg;

	nanosleep(&(struct timespec){0, 200000000}, NULL);
	smb_signal(blow->server, blow->signal);
	return NULL;
}

/* Writes until it fails; returns the failure. */
static int write_until_it_fails(struct smb_client *c, void *file)
{
	unsigned char *buffer = calloc(1, MIB);
	int64_t put = 0;

	for (unsigned i = 0; put >= 0 && i < 1000000; i++)
		put = c->backend->write(file, buffer, MIB, (i % 16) * MIB);
	free(buffer);
	return put < 0 ? (int)put : 0;
}

/* A transfer in progress, hit by a signal to the server. */
static void hit(int signal, int error, const char *words)
{
	struct smb_server server;
	struct blow blow = {&server, signal};
	struct smb_client c;
	pthread_t thread;
	int64_t start;
	void *file = NULL;
	int got;

	if (smb_missing())
		return;
	CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	CU_ASSERT_EQUAL_FATAL(
	        smb_open(&server, &c, (const char *const[]){"timeout=400ms", NULL}),
	        0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, strike, &blow), 0);
	start = clock_now_ns();
	got = write_until_it_fails(&c, file);
	CU_ASSERT_EQUAL(got, error);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&c), words));
	if (got != error || !strstr(smb_why(&c), words))
		printf("\n    got %d (%s): \"%s\"\n", got, strerror(-got), smb_why(&c));
	pthread_join(thread, NULL);
	CU_ASSERT(c.backend->flush(file) < 0);
	CU_ASSERT(c.backend->close(file) < 0);
	CU_ASSERT(c.backend->ping(c.session) < 0);
	CU_ASSERT(clock_now_ns() - start < SOON);
	smb_close(&c);
	CU_ASSERT(clock_now_ns() - start < 2 * SOON);
	/* Nor does a new client hang. */
	start = clock_now_ns();
	smb_fails(&server, (const char *const[]){"timeout=300ms", NULL},
	          signal == SIGSTOP ? -ETIMEDOUT : -ECONNREFUSED,
	          signal == SIGSTOP ? "did not answer within 0.3 s (option"
	                            : "Connection refused");
	CU_ASSERT(clock_now_ns() - start < SOON);
	CU_ASSERT(smb_stop(&server));
}

static void killed(void)
{
	hit(SIGKILL, -ECONNRESET, "write to f: //127.0.0.1/bench closed the conn");
}

static void stopped(void)
{
	hit(SIGSTOP, -ETIMEDOUT, "gave no answer within 0.4 s");
}

/* Of an older dialect, too. */
static void insists_on_signing(void)
{
	char *user = text_format("user=%s", smb_user());
	struct smb_server server;
	struct smb_client c;

	if (smb_missing()) {
		free(user);
		return;
	}
	CU_ASSERT_FATAL(smb_start(&server, NULL,
	                          "server signing = mandatory\n"
	                          "\tserver max protocol = SMB3_00"));
	CU_ASSERT_EQUAL(
	        smb_open(&server, &c,
	                 (const char *const[]){user, "password=secret", NULL}),
	        0);
	if (c.session) {
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "signed=yes\n"));
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "dialect=SMB3_00\n"));
	}
	smb_close(&c);
	/* Samba lets guests in all the same, unsigned. */
	CU_ASSERT_EQUAL(smb_open(&server, &c, NULL), 0);
	if (c.session) {
		c.facts[0] = '\0';
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "signed=no\n"));
	}
	smb_close(&c);
	smb_fails(&server, (const char *const[]){"dialect_min=SMB3_02", NULL},
	          -EPROTONOSUPPORT, "none of the dialects from SMB3_02 to SMB3_11");
	free(user);
	CU_ASSERT(smb_stop(&server));
}

static void full_disk(void)
{
	struct smb_server server;
	struct smb_client c;
	void *file;
	int error;

	if (smb_missing())
		return;
	CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	if (mount("tmpfs", server.directory, "tmpfs", 0, "size=8m") != 0) {
		printf("\n    skipped: only root can mount a small disk\n");
		CU_PASS("skipped");
		CU_ASSERT(smb_stop(&server));
		return;
	}
	CU_ASSERT_EQUAL(smb_open(&server, &c, NULL), 0);
	CU_ASSERT_EQUAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	error = write_until_it_fails(&c, file);
	CU_ASSERT_EQUAL(error, -ENOSPC);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&c), "No space left on device"));
	c.backend->close(file);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	smb_close(&c);
	CU_ASSERT_EQUAL(umount2(server.directory, MNT_DETACH), 0);
	CU_ASSERT(smb_stop(&server));
}

static void cancel(struct smb_client *c)
{
	int64_t start = clock_now_ns();
	void *file;

	CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, "f", WRITES, 0, &file),
	                      0);
	CU_ASSERT_EQUAL(c->backend->cancel(c->session), 0);
	CU_ASSERT_EQUAL(c->backend->write(file, "x", 1, 0), -ECANCELED);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(c), "cancelled"));
	CU_ASSERT_EQUAL(c->backend->close(file), -ECANCELED);
	CU_ASSERT(clock_now_ns() - start < SOON);
}

static bool has_ipv6(void)
{
	struct sockaddr_in6 address = {.sin6_family = AF_INET6,
	                               .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	int fd = socket(AF_INET6, SOCK_STREAM, 0);
	bool has = fd >= 0 && bind(fd, (void *)&address, sizeof(address)) == 0;

	if (fd >= 0)
		close(fd);
	return has;
}

static void ipv6_and_cancel(void)
{
	const char *host = has_ipv6() ? "::1" : "127.0.0.1";
	char *setting = text_format(has_ipv6() ? "host=[%s]" : "host=%s", host);
	char *peer = text_format("peer=%s\n", host);
	struct smb_server server;
	struct smb_client c;

	if (smb_missing()) {
		free(setting);
		free(peer);
		return;
	}
	CU_ASSERT_FATAL(smb_start(&server, host, NULL));
	CU_ASSERT_EQUAL(smb_open(&server, &c, (const char *const[]){setting, NULL}),
	                0);
	free(setting);
	if (c.session) {
		CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, peer));
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "encrypted=no\n"));
		cancel(&c);
	}
	free(peer);
	smb_close(&c);
	CU_ASSERT(smb_stop(&server));
}

/* A far end that is something else, or nothing. */
static void no_server(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t length = sizeof(address);
	struct smb_server nobody = {0};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char *port;

	if (smb_missing()) {
		close(fd);
		return;
	}
	CU_ASSERT_EQUAL_FATAL(bind(fd, (void *)&address, length), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(fd, (void *)&address, &length), 0);
	port = text_format("port=%d", ntohs(address.sin_port));
	nobody.port = 1;
	smb_fails(&nobody, (const char *const[]){port, NULL}, -ECONNREFUSED,
	          "Connection refused");
	/* It takes the connection and says nothing. */
	CU_ASSERT_EQUAL(listen(fd, 4), 0);
	smb_fails(&nobody, (const char *const[]){port, "timeout=200ms", NULL},
	          -ETIMEDOUT, "did not answer within 0.2 s");
	smb_fails(&nobody, (const char *const[]){"host=no.such.host.invalid", NULL},
	          -EHOSTUNREACH, "no.such.host.invalid");
	free(port);
	close(fd);
}

static CU_TestInfo cases[] = {
        {"killed in the middle of a transfer", killed},
        {"stopped in the middle of a transfer", stopped},
        {"a server that insists on signing", insists_on_signing},
        {"a full disk", full_disk},
        {"IPv6, and cancelling", ipv6_and_cancel},
        {"no server", no_server},
        CU_TEST_INFO_NULL};
UNIT_SUITE(smb_faults, cases)
