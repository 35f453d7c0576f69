/* server_rig.c - a real server for the tests, by a script of conf/servers/, and
 * clients of it. */
#include "server_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "unit.h"

#define READY_MS  20000
#define ARGUMENTS 20
#define DEPTH     64

static int free_port(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int port = -1;

	if (bind(fd, (void *)&address, size) == 0 &&
	    getsockname(fd, (void *)&address, &size) == 0)
		port = ntohs(address.sin_port);
	close(fd);
	return port;
}

static void become_script(const struct server *server, const char *script,
                          int out, const char *const *arguments)
{
	char *path = text_format("conf/servers/%s", script);
	char *port = text_format("%d", server->port);
	const char *argv[ARGUMENTS] = {path, "--port", port};
	int count = 3;

	while (arguments && *arguments && count < ARGUMENTS - 1)
		argv[count++] = *arguments++;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* What is left of a script that was killed goes with the rest. */
	setenv("TMPDIR", unit_scratch(), 1);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execv(path, (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Its first line, within the time. */
static void listen_to(struct server *server, int in)
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

bool server_plugin(struct rig *rig, const char *plugin)
{
	char *path = text_format("%s/%s.so", PLUGIN_DIR, plugin), *why = NULL;
	int error;

	*rig = (struct rig){0};
	error = plugin_load(path, &rig->plugin, &why);
	if (error)
		printf(" (skipped: %s) ", why);
	free(path);
	free(why);
	return error == 0;
}

bool server_start(struct server *server, const char *plugin, const char *script,
                  const char *const *arguments)
{
	int pipes[2];

	memset(server, 0, sizeof(*server));
	if (!server_plugin(&server->rig, plugin))
		return false;
	server->port = free_port();
	CU_ASSERT_EQUAL_FATAL(pipe2(pipes, O_CLOEXEC), 0);
	fflush(stdout);
	server->script = fork();
	if (server->script == 0)
		become_script(server, script, pipes[1], arguments);
	close(pipes[1]);
	listen_to(server, pipes[0]);
	close(pipes[0]);
	if (strncmp(server->said, "ready ", 6) == 0)
		return true;
	if (strstr(server->said, "is missing"))
		printf(" (skipped: %s) ", server->said);
	else
		CU_FAIL("the server did not get ready");
	fprintf(stderr, "%s\n", server->said);
	kill(server->script, SIGKILL);
	waitpid(server->script, NULL, 0);
	plugin_free(server->rig.plugin);
	return false;
}

void server_stop(struct server *server)
{
	int status = 0;

	kill(server->script, SIGTERM);
	CU_ASSERT_EQUAL(waitpid(server->script, &status, 0), server->script);
	CU_ASSERT(WIFEXITED(status));
	/* 1: the server was killed before. */
	CU_ASSERT(WEXITSTATUS(status) == 143 || WEXITSTATUS(status) == 1);
	plugin_free(server->rig.plugin);
}

/* All that the process began, then itself; their number is small. */
static void signal_tree(pid_t process, int number)
{
	char *path = text_format("/proc/%d/task/%d/children", (int)process,
	                         (int)process);
	FILE *file = fopen(path, "re");
	int child;

	while (file && fscanf(file, "%d", &child) == 1) {
		signal_tree(child, number);
		kill(child, number);
	}
	if (file)
		fclose(file);
	free(path);
}

void server_signal(const struct server *server, int number)
{
	signal_tree(server->script, number);
	/* All its threads stand still a moment later. */
	if (number == SIGSTOP)
		nanosleep(&(struct timespec){0, 100000000}, NULL);
}

int server_client(struct server *server, struct rig_client *client,
                  const char *const *settings)
{
	char *port = text_format("port=%d", server->port);
	const char *all[ARGUMENTS] = {"host=127.0.0.1", port};
	int count = 2, error;

	while (settings && *settings && count < ARGUMENTS - 1)
		all[count++] = *settings++;
	error = rig_client_open(&server->rig, client, all);
	free(port);
	return error;
}

int server_write(struct rig_client *c, const char *name, unsigned flags,
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

bool server_read(struct rig_client *c, const char *name, uint64_t size,
                 size_t record, unsigned seed, bool ends)
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
		size_t asked = ends ? record : piece;

		same = c->backend->read(file, buffer, asked, at) == (int64_t)piece &&
		       rig_matches(buffer, piece, at, seed);
	}
	if (ends)
		same = same && c->backend->read(file, buffer, record, at) == 0;
	free(buffer);
	return c->backend->close(file) == 0 && same;
}

static bool is_right(const struct bench_io *io, unsigned seed)
{
	return io->result == (int64_t)io->len && io->done_ns > 0 &&
	       (io->op == BENCH_OP_WRITE ||
	        rig_matches(io->buf, io->len, io->off, seed));
}

bool server_pipeline(struct rig_client *c, void *file, enum bench_op op,
                     size_t record, unsigned records, unsigned depth,
                     unsigned seed)
{
	unsigned char *buffers = malloc(depth * record);
	struct bench_io ios[DEPTH], *idle[DEPTH], *done[DEPTH];
	unsigned idle_count = depth, next = 0, back = 0;
	bool fine = true;

	for (unsigned i = 0; i < depth; i++) {
		ios[i] = (struct bench_io){
		        .op = op, .file = file, .buf = buffers + i * record};
		idle[i] = &ios[i];
	}
	while (fine && back < records) {
		int got;

		while (fine && idle_count > 0 && next < records) {
			struct bench_io *io = idle[--idle_count];

			io->off = (uint64_t)(next++ * 7919u % records) * record;
			io->len = record;
			io->done_ns = 0;
			if (op == BENCH_OP_WRITE)
				rig_fill(io->buf, record, io->off, seed);
			fine = c->backend->submit(c->session, &io, 1) == 1;
		}
		got = c->backend->reap(c->session, done, 1, depth, 5000000000);
		fine = fine && got > 0;
		for (int i = 0; i < got; i++) {
			fine = fine && is_right(done[i], seed);
			idle[idle_count++] = done[i];
			back++;
		}
	}
	free(buffers);
	return fine;
}
