/* test_ftp_faults.c - real FTP servers that are killed, stopped, full, read
 * only, too busy, or not there. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ftp_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define SEQ    BENCH_O_SEQUENTIAL
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC | SEQ)

static int64_t ms_now(void)
{
	return host_table()->now_ns() / 1000000;
}

static bool begin(struct script_server *server, struct script_client *c,
                  const char *const *words)
{
	if (!ftp_server_start(server, NULL, words))
		return false;
	CU_ASSERT_EQUAL_FATAL(ftp_client_reach(c, server), 0);
	return true;
}

static int64_t move(struct script_client *c, void *file, bool write,
                    void *buffer, uint64_t at)
{
	return write ? c->backend->write(file, buffer, MIB, at)
	             : c->backend->read(file, buffer, MIB, at);
}

/* The server dies or falls silent in mid-transfer: soon there is one sentence,
 * and from then on each call says so. */
static void broken_off(int signal, bool write, int error, const char *words)
{
	struct script_server server = {0};
	struct script_client c;
	unsigned char *buffer = calloc(1, MIB);
	void *file = NULL;
	int64_t result = 0, start;
	char port[32];

	if (!ftp_server_start(&server, NULL, NULL)) {
		free(buffer);
		return;
	}
	snprintf(port, sizeof port, "port=%d", server.port);
	CU_ASSERT_EQUAL_FATAL(
	        ftp_client_open(&c, (const char *const[]){"host=127.0.0.1", port,
	                                                  "path=upload",
	                                                  "timeout=700ms", NULL}),
	        0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES, 24 * MIB, MIB, 1), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f",
	                        write ? WRITES : (unsigned)BENCH_O_READ | SEQ, 0,
	                        &file),
	        0);
	CU_ASSERT_EQUAL(move(&c, file, write, buffer, 0), (int64_t)MIB);
	script_server_signal(&server, signal);
	start = ms_now();
	for (uint64_t at = MIB; at < 24 * MIB && result >= 0; at += MIB)
		result = move(&c, file, write, buffer, at);
	if (result >= 0)
		result = c.backend->flush(file);
	CU_ASSERT_EQUAL(result, error);
	script_says(&c, words);
	CU_ASSERT(ms_now() - start < 3000);
	CU_ASSERT(c.backend->ping(c.session) < 0);
	script_says(&c, "broke before");
	(void)c.backend->close(file);
	script_client_close(&c);
	script_server_stop(&server);
	free(buffer);
}

static void killed(void)
{
	broken_off(SIGKILL, true, -ECONNRESET, "closed the connection");
	broken_off(SIGKILL, false, -ECONNRESET, "closed the connection");
}

static void silent(void)
{
	broken_off(SIGSTOP, true, -ETIMEDOUT, "write to f: 127.0.0.1:");
	broken_off(SIGSTOP, false, -ETIMEDOUT, "moved no byte for 0.7 s");
}

static void fails(const char *const *settings, int error, const char *words)
{
	struct script_client c;
	int64_t start = ms_now();

	CU_ASSERT_EQUAL(ftp_client_open(&c, settings), error);
	script_says(&c, words);
	CU_ASSERT(ms_now() - start < 3000);
	script_client_close(&c);
}

static void refused(void)
{
	char port[32];

	snprintf(port, sizeof port, "port=%d", script_free_port());
	fails((const char *const[]){"host=127.0.0.1", port, NULL}, -ECONNREFUSED,
	      "cannot connect to 127.0.0.1:");
	fails((const char *const[]){"host=no.such.host.invalid", NULL},
	      -EHOSTUNREACH, "host `no.such.host.invalid`");
}

static void wrong_password(void)
{
	struct script_server server = {0};
	char port[32];

	if (!ftp_server_start(&server, NULL,
	                      (const char *const[]){"--user", "bench", "--password",
	                                            "p w", NULL}))
		return;
	snprintf(port, sizeof port, "port=%d", server.port);
	fails((const char *const[]){"host=127.0.0.1", port, "user=bench",
	                            "password=wrong", "timeout=8s", NULL},
	      -EACCES, "refuses the login of `bench`: 530");
	fails((const char *const[]){"host=127.0.0.1", port, "user=bench",
	                            "password=p w", "path=/none", NULL},
	      -ENOENT, "go to directory /none");
	fails((const char *const[]){"host=127.0.0.1", port, "user=bench",
	                            "password=p w", "path=upload", NULL},
	      0, "");
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static void read_only(void)
{
	struct script_server server = {0};
	struct bench_caps caps = {.size = sizeof caps};
	struct script_client c;
	void *file;

	if (!begin(&server, &c, (const char *const[]){"--read-only", "yes", NULL}))
		return;
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props & BENCH_REWRITE, 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "rewrite_in_place=550 "));
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), -EACCES);
	script_says(&c, "mkdir d at 127.0.0.1:");
	script_says(&c, "550 Permission denied.");
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "f", WRITES, 0, &file), 0);
	CU_ASSERT_EQUAL(c.backend->write(file, "x", 1, 0), -EACCES);
	script_says(&c, "550 Permission denied.");
	CU_ASSERT_EQUAL(c.backend->close(file), -EACCES);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static void too_many(void)
{
	struct script_server server = {0};
	struct script_client c;
	char port[32];
	int error;

	if (!ftp_server_start(&server, NULL,
	                      (const char *const[]){"--server", "vsftpd", "--line",
	                                            "max_per_ip=1", NULL}))
		return;
	/* The script's own look at the server may count a moment longer. */
	for (int i = 0; (error = ftp_client_reach(&c, &server)) == -EBUSY && i < 50;
	     i++) {
		script_client_close(&c);
		usleep(20000);
	}
	CU_ASSERT_EQUAL_FATAL(error, 0);
	snprintf(port, sizeof port, "port=%d", server.port);
	fails((const char *const[]){"host=127.0.0.1", port, NULL}, -EBUSY,
	      "takes no further connection: 421");
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static void full_disk_of(const char *root, const char *const *words)
{
	struct script_server server = {0};
	struct script_client c;

	if (!ftp_server_start(&server, root, words))
		return;
	CU_ASSERT_EQUAL_FATAL(ftp_client_reach(&c, &server), 0);
	CU_ASSERT(script_write(&c, "big", WRITES, 32 * MIB, MIB, 1) < 0);
	script_says(&c, "write to big at 127.0.0.1:");
	/* The session is as good as before, and the room can be given back. */
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "big"), 0);
	CU_ASSERT_EQUAL(script_write(&c, "small", WRITES, MIB, MIB, 2), 0);
	CU_ASSERT(script_on_disk(&server, "small", MIB, 2));
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "small"), 0);
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static void full_disk(void)
{
	char root[200];

	chmod(unit_scratch(), 0755);
	snprintf(root, sizeof root, "%s/full", unit_scratch());
	mkdir(root, 0755);
	if (mount("tmpfs", root, "tmpfs", 0, "size=8m,mode=755")) {
		CU_PASS("skipped: no mount without root");
		return;
	}
	full_disk_of(root, (const char *const[]){"--server", "vsftpd", NULL});
	full_disk_of(root, (const char *const[]){"--server", "pyftpdlib", NULL});
	umount2(root, MNT_DETACH);
}

static void version_6(void)
{
	struct script_server server = {0};
	struct script_client c;
	char port[32], host[40];

	if (access("/proc/net/if_inet6", F_OK)) {
		CU_PASS("skipped: no IPv6 here");
		return;
	}
	if (!ftp_server_start(&server, NULL,
	                      (const char *const[]){"--address", "::1", NULL}))
		return;
	snprintf(port, sizeof port, "port=%d", server.port);
	snprintf(host, sizeof host, "host=[::1]:%d", server.port);
	CU_ASSERT_EQUAL(
	        ftp_client_open(&c,
	                        (const char *const[]){host, "path=upload", NULL}),
	        0);
	CU_ASSERT_EQUAL_FATAL(script_write(&c, "f", WRITES, MIB, 65536, 3), 0);
	CU_ASSERT(script_on_disk(&server, "f", MIB, 3));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "peer=::1\n"));
	script_client_close(&c);
	CU_ASSERT_EQUAL(
	        ftp_client_open(&c, (const char *const[]){"host=::1", port,
	                                                  "path=upload",
	                                                  "passive=pasv", NULL}),
	        0);
	CU_ASSERT_EQUAL(script_write(&c, "f", WRITES, 1, 1, 3), -ENOTSUP);
	script_says(&c, "PASV is for IPv4 only");
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static CU_TestInfo cases[] = {
        {"killed in mid-transfer", killed},
        {"stopped in mid-transfer", silent},
        {"nobody there", refused},
        {"wrong password, wrong directory", wrong_password},
        {"read only", read_only},
        {"too many connections", too_many},
        {"full disk", full_disk},
        {"IPv6", version_6},
        CU_TEST_INFO_NULL};
UNIT_SUITE(ftp_faults, cases)
