/* nfs_rig.c - a real NFS server for the tests, and clients of it. */
#include "nfs_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <unistd.h>
#include "unit.h"

#define SCRIPT     "conf/servers/ganesha.sh"
#define READY_MS   20000
#define ARGUMENTS  16
#define FIRST_PORT 21000

/* Two ports side by side that nobody listens on. */
static int free_port(void)
{
	static int next;

	if (next == 0)
		next = FIRST_PORT + getpid() % 4000 * 2;
	for (;; next += 2) {
		int taken = 0;

		for (int i = 0; i < 2; i++) {
			struct sockaddr_in address = {.sin_family = AF_INET,
			                              .sin_port =
			                                      htons((uint16_t)(next + i)),
			                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
			int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

			taken |= bind(fd, (void *)&address, sizeof(address));
			close(fd);
		}
		if (!taken)
			return (next += 2) - 2;
	}
}

static void become_script(struct nfs_server *server, int out,
                          const char *const *arguments)
{
	const char *argv[ARGUMENTS] = {SCRIPT, "--port", NULL, "--directory",
	                               server->directory};
	char port[16];
	int count = 5;

	snprintf(port, sizeof(port), "%d", server->port);
	argv[2] = port;
	while (arguments && *arguments && count < ARGUMENTS - 1)
		argv[count++] = *arguments++;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* What is left of a script that was killed goes with the rest. */
	setenv("TMPDIR", unit_scratch(), 1);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execv(SCRIPT, (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Its first line, within the time. */
static void listen_to(struct nfs_server *server, int in)
{
	struct pollfd wait = {.fd = in, .events = POLLIN};
	size_t length = 0;

	while (length < sizeof(server->said) - 1 && !strchr(server->said, '\n') &&
	       poll(&wait, 1, READY_MS) == 1) {
		ssize_t got = read(in, server->said + length, 1);

		if (got <= 0)
			return;
		length += (size_t)got;
		server->said[length] = '\0';
	}
}

bool nfs_plugin_load(struct rig *rig)
{
	char *why = NULL;

	*rig = (struct rig){0};
	if (plugin_load(PLUGIN_DIR "/nfs.so", &rig->plugin, &why) == 0)
		return true;
	printf(" (skipped: %s) ", why);
	free(why);
	return false;
}

static bool excused(const struct nfs_server *server)
{
	return strstr(server->said, "is missing") ||
	       strstr(server->said, "takes root");
}

bool nfs_server_start(struct nfs_server *server, const char *directory,
                      const char *const *arguments)
{
	int pipes[2];

	memset(server, 0, sizeof(*server));
	if (!nfs_plugin_load(&server->rig))
		return false;
	server->port = free_port();
	if (directory)
		snprintf(server->directory, sizeof(server->directory), "%s", directory);
	else
		snprintf(server->directory, sizeof(server->directory), "%s/nfs-%d",
		         unit_scratch(), server->port);
	mkdir(server->directory, 0755);
	if (pipe2(pipes, O_CLOEXEC))
		return false;
	fflush(stdout);
	server->script = fork();
	if (server->script == 0)
		become_script(server, pipes[1], arguments);
	close(pipes[1]);
	listen_to(server, pipes[0]);
	close(pipes[0]);
	if (strncmp(server->said, "ready ", 6) == 0)
		return true;
	if (excused(server))
		printf(" (skipped: %s) ", server->said);
	else
		CU_FAIL("the server did not get ready");
	fprintf(stderr, "%s\n", server->said);
	kill(server->script, SIGKILL);
	waitpid(server->script, NULL, 0);
	plugin_free(server->rig.plugin);
	return false;
}

void nfs_server_stop(struct nfs_server *server)
{
	int status = 0;

	kill(server->script, SIGTERM);
	CU_ASSERT_EQUAL(waitpid(server->script, &status, 0), server->script);
	CU_ASSERT(WIFEXITED(status));
	CU_ASSERT_EQUAL(WEXITSTATUS(status), 143);
	plugin_free(server->rig.plugin);
}

pid_t nfs_server_process(const struct nfs_server *server)
{
	char path[64], line[256] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children",
	         (int)server->script, (int)server->script);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	return atoi(line) > 0 ? atoi(line) : -1;
}

int nfs_client_open(struct nfs_server *server, struct rig_client *client,
                    const char *const *settings)
{
	char port[32], mount_port[32];
	const char *all[ARGUMENTS] = {"host=127.0.0.1", "export=/bench", port,
	                              mount_port};
	int count = 4;

	snprintf(port, sizeof(port), "port=%d", server->port);
	snprintf(mount_port, sizeof(mount_port), "mount_port=%d", server->port + 1);
	while (settings && *settings && count < ARGUMENTS - 1)
		all[count++] = *settings++;
	return rig_client_open(&server->rig, client, all);
}

int nfs_write_file(struct rig_client *c, const char *name, unsigned flags,
                   uint64_t size, size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file = NULL;
	int error = c->backend->open(c->session, name, flags, size, &file);
	int closed = 0;

	for (uint64_t at = 0; !error && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;
		int64_t put;

		rig_fill(buffer, piece, at, seed);
		put = c->backend->write(file, buffer, piece, at);
		if (put != (int64_t)piece)
			error = put < 0 ? (int)put : -EIO;
	}
	if (!error)
		error = c->backend->flush(file);
	if (file)
		closed = c->backend->close(file);
	free(buffer);
	return error ? error : closed;
}

bool nfs_read_file(struct rig_client *c, const char *name, uint64_t size,
                   size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file;
	uint64_t at = 0;
	bool same = true;

	if (c->backend->open(c->session, name, BENCH_O_READ, 0, &file)) {
		free(buffer);
		return false;
	}
	for (; same && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;

		same = c->backend->read(file, buffer, record, at) == (int64_t)piece &&
		       rig_matches(buffer, piece, at, seed);
	}
	same = same && c->backend->read(file, buffer, record, at) == 0;
	free(buffer);
	return c->backend->close(file) == 0 && same;
}

bool nfs_disk_has(const struct nfs_server *server, const char *name,
                  uint64_t size, unsigned seed)
{
	unsigned char buffer[65536];
	char path[1024];
	uint64_t at = 0;
	bool same = true;
	size_t got;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", server->directory, name);
	file = fopen(path, "re");
	if (!file)
		return false;
	while (same && (got = fread(buffer, 1, sizeof(buffer), file)) > 0) {
		same = rig_matches(buffer, got, at, seed);
		at += got;
	}
	fclose(file);
	return same && at == size;
}
