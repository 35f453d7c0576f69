/* test_nfs_peers.c - the NFS backend and servers that are not as they should
 * be: each failure ends within its time, with one sentence. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "nfs_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

/* For the tests that leave it alive; the first one starts it. */
static struct nfs_server lasting;
static bool has_lasting;

static void starts(void)
{
	has_lasting = nfs_server_start(&lasting, NULL, NULL);
}

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void no_such_export(void)
{
	static const char *const settings[] = {"export=/other", NULL};
	struct rig_client c;

	if (!has_lasting)
		return;
	CU_ASSERT_EQUAL(nfs_client_open(&lasting, &c, settings), -EACCES);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "127.0.0.1 refuses to mount /other"));
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "MNT3ERR_ACCES"));
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "`insecure`"));
	rig_client_close(&c);
}

struct killer {
	pid_t pid;
	int signal, delay_ms;
};

static void *strike(void *arg)
{
	struct killer *killer = arg;

	nanosleep(&(struct timespec){0, killer->delay_ms * 1000000L}, NULL);
	kill(killer->pid, killer->signal);
	return NULL;
}

/* Writes until it fails. */
static int write_on(struct rig_client *c, unsigned depth)
{
	unsigned char *buffer = calloc(1, MIB);
	int64_t result = 0;
	void *file;

	CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, "w", WRITES, 0, &file),
	                      0);
	while (result >= 0 && depth == 0)
		result = c->backend->write(file, buffer, MIB, 0);
	while (result >= 0 && depth > 0) {
		struct bench_io ios[4], *v[4], *done[4];
		int back = 0;

		for (unsigned i = 0; i < 4; i++) {
			ios[i] = (struct bench_io){.op = BENCH_OP_WRITE,
			                           .file = file,
			                           .buf = buffer,
			                           .len = MIB,
			                           .off = i * MIB};
			v[i] = &ios[i];
		}
		CU_ASSERT_EQUAL(c->backend->submit(c->session, v, 4), 4);
		while (back < 4)
			back += c->backend->reap(c->session, done, 1, 4, -1);
		for (unsigned i = 0; i < 4; i++)
			if (ios[i].result < 0)
				result = ios[i].result;
	}
	c->backend->close(file);
	free(buffer);
	return (int)result;
}

/* The server dies, or falls silent, while data are on their way. */
static void struck(struct nfs_server *server, int signal_number, unsigned depth,
                   int error, const char *words)
{
	static const char *const settings[] = {"timeout=300ms", NULL};
	struct killer killer = {.pid = nfs_server_process(server),
	                        .signal = signal_number,
	                        .delay_ms = 50};
	struct rig_client c;
	pthread_t thread;
	int64_t begun;
	int got;

	CU_ASSERT_FATAL(killer.pid > 0);
	CU_ASSERT_EQUAL_FATAL(nfs_client_open(server, &c, settings), 0);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, strike, &killer), 0);
	begun = milliseconds();
	got = write_on(&c, depth);
	CU_ASSERT(milliseconds() - begun < 3000);
	pthread_join(thread, NULL);
	CU_ASSERT_EQUAL(got, error);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), words));
	/* What comes after fails at once. */
	begun = milliseconds();
	CU_ASSERT_EQUAL(c.backend->ping(c.session), got);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "w"), got);
	CU_ASSERT(milliseconds() - begun < 100);
	rig_client_close(&c);
	kill(killer.pid, SIGCONT);
}

static void killed(void)
{
	for (unsigned depth = 0; depth <= 4; depth += 4) {
		struct nfs_server server;
		int status = 0;

		if (!nfs_server_start(&server, NULL, NULL))
			return;
		struck(&server, SIGKILL, depth, -ECONNRESET,
		       "closed the connection or died");
		CU_ASSERT_EQUAL(waitpid(server.script, &status, 0), server.script);
		CU_ASSERT(WIFEXITED(status));
		CU_ASSERT_EQUAL(WEXITSTATUS(status), 1);
		plugin_free(server.rig.plugin);
	}
}

static void stopped(void)
{
	for (unsigned depth = 0; has_lasting && depth <= 4; depth += 4)
		struck(&lasting, SIGSTOP, depth, -ETIMEDOUT,
		       "did not answer within 0.3 s");
}

static void *cancel(void *arg)
{
	struct rig_client *c = arg;

	nanosleep(&(struct timespec){0, 100000000}, NULL);
	c->backend->cancel(c->session);
	return NULL;
}

static void cancelled(void)
{
	struct rig_client c;
	pthread_t thread;
	pid_t process;
	int64_t begun;
	int got;

	if (!has_lasting)
		return;
	CU_ASSERT_EQUAL_FATAL(nfs_client_open(&lasting, &c, NULL), 0);
	process = nfs_server_process(&lasting);
	kill(process, SIGSTOP);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, cancel, &c), 0);
	begun = milliseconds();
	/* It stops soon after the signal, not at once. */
	do
		got = c.backend->ping(c.session);
	while (got == 0);
	CU_ASSERT_EQUAL(got, -ECANCELED);
	CU_ASSERT(milliseconds() - begun < 2000);
	pthread_join(thread, NULL);
	kill(process, SIGCONT);
	rig_client_close(&c);
}

/* No such process, or nothing but its status. */
static bool is_gone(pid_t process)
{
	char path[64], state = 'Z';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)process);
	file = fopen(path, "re");
	if (!file)
		return true;
	if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = 'Z';
	fclose(file);
	return state == 'Z' || state == 'X';
}

/* Whatever kills the script takes the server along. */
static void script_killed(void)
{
	pid_t process = has_lasting ? nfs_server_process(&lasting) : -1;
	int looks = 0;

	if (!has_lasting)
		return;
	CU_ASSERT_FATAL(process > 0);
	kill(lasting.script, SIGKILL);
	waitpid(lasting.script, NULL, 0);
	while (!is_gone(process) && ++looks < 200)
		nanosleep(&(struct timespec){0, 10000000}, NULL);
	CU_ASSERT(looks < 200);
	plugin_free(lasting.rig.plugin);
	has_lasting = false;
}

/* A server that takes 64 KiB at most. */
static void small_server(void)
{
	static const char *const arguments[] = {"--export", "MaxRead = 65536;",
	                                        "--export", "MaxWrite = 65536;",
	                                        NULL};
	struct nfs_server server;
	struct rig_client c;

	if (!nfs_server_start(&server, NULL, arguments))
		return;
	CU_ASSERT_EQUAL_FATAL(nfs_client_open(&server, &c, NULL), 0);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "rsize=65536\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "wsize=65536\n"));
	CU_ASSERT_EQUAL(nfs_write_file(&c, "f", WRITES, 3 * MIB + 1, MIB, 1), 0);
	CU_ASSERT(nfs_disk_has(&server, "f", 3 * MIB + 1, 1));
	CU_ASSERT(nfs_read_file(&c, "f", 3 * MIB + 1, MIB, 1));
	CU_ASSERT_EQUAL(c.backend->counters(c.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "split_records="));
	rig_client_close(&c);
	nfs_server_stop(&server);
}

static void full_disk(void)
{
	struct nfs_server server;
	char directory[100];
	struct rig_client c;

	snprintf(directory, sizeof(directory), "%s/full", unit_scratch());
	mkdir(directory, 0755);
	if (mount("bench", directory, "tmpfs", 0, "size=8m")) {
		printf(" (skipped: no right to mount) ");
		return;
	}
	if (nfs_server_start(&server, directory, NULL)) {
		/* No fatal assertion here: the mount must not outlive the test. */
		int opened = nfs_client_open(&server, &c, NULL);

		CU_ASSERT_EQUAL(opened, 0);
		if (opened == 0) {
			CU_ASSERT_EQUAL(nfs_write_file(&c, "f", WRITES, 64 * MIB, MIB, 1),
			                -ENOSPC);
			CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c),
			                              "no space is left on the server"));
			CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
			CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
			rig_client_close(&c);
		}
		nfs_server_stop(&server);
	}
	CU_ASSERT_EQUAL(umount2(directory, MNT_DETACH), 0);
}

static void ipv6(void)
{
	static const char *const arguments[] = {"--address", "::1", NULL};
	struct nfs_server server;
	struct rig_client c;

	if (!nfs_server_start(&server, NULL, arguments))
		return;
	CU_ASSERT_EQUAL(nfs_client_open(&server, &c,
	                                (const char *const[]){"host=[::1]", NULL}),
	                0);
	CU_ASSERT_EQUAL(nfs_write_file(&c, "six", WRITES, MIB, 65536, 6), 0);
	CU_ASSERT(nfs_disk_has(&server, "six", MIB, 6));
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "peer=::1\n"));
	rig_client_close(&c);
	nfs_server_stop(&server);
}

static CU_TestInfo cases[] = {
        {"the server starts", starts},
        {"no such export", no_such_export},
        {"a server that stops answering", stopped},
        {"cancel", cancelled},
        {"the script is killed", script_killed},
        {"a server that is killed in mid-transfer", killed},
        {"a server with small requests", small_server},
        {"a full disk", full_disk},
        {"IPv6", ipv6},
        CU_TEST_INFO_NULL};
UNIT_SUITE(nfs_peers, cases)
