/* s3_server.c - S3 servers for the tests, the fixture's own script.
 */
#include "s3_rig.h"

#include <netinet/in.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "unit.h"

#ifndef PLUGIN_DIR
#define PLUGIN_DIR "plugins"
#endif

int s3_free_port(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t length = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM, 0), port = 0;

	if (bind(fd, (void *)&address, length) == 0 &&
	    getsockname(fd, (void *)&address, &length) == 0)
		port = ntohs(address.sin_port);
	close(fd);
	return port;
}

static const char *script(void)
{
	static const char *const places[] = {
	        PLUGIN_DIR "/../../conf/servers/s3stub.py",
	        PLUGIN_DIR "/../../../conf/servers/s3stub.py", NULL};

	for (const char *const *place = places; *place; place++)
		if (access(*place, X_OK) == 0)
			return *place;
	return NULL;
}

/* In the child. */
static void become(const struct s3_server *server, int out, int err,
                   const char *const *words)
{
	const char *argv[24];
	char port[16];
	size_t count = 0;

	snprintf(port, sizeof port, "%d", server->port);
	argv[count++] = script();
	argv[count++] = "--port";
	argv[count++] = port;
	argv[count++] = "--access-key";
	argv[count++] = "me";
	argv[count++] = "--secret-key";
	argv[count++] = "hu/sh+";
	for (; words && *words && count < 23; words++)
		argv[count++] = *words;
	argv[count] = NULL;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	if (argv[0])
		execv(argv[0], (char *const *)argv);
	_exit(127);
}

/* What comes until there is a line, the end or nothing for ten seconds. */
static void read_line(int fd, char *line, size_t room)
{
	struct pollfd waiting = {.fd = fd, .events = POLLIN};
	size_t length = 0;

	while (length + 1 < room && poll(&waiting, 1, 15000) == 1) {
		ssize_t got = read(fd, line + length, room - 1 - length);

		if (got <= 0)
			break;
		length += (size_t)got;
		if (memchr(line, '\n', length))
			break;
	}
	line[length] = '\0';
}

static bool launch(struct s3_server *server, const char *const *words,
                   char *line, size_t room)
{
	int out[2], err[2];
	char why[512];

	server->port = s3_free_port();
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		return false;
	server->script = fork();
	if (server->script == 0)
		become(server, out[1], err[1], words);
	close(out[1]);
	close(err[1]);
	read_line(out[0], line, room);
	if (strncmp(line, "ready ", 6) != 0) {
		read_line(err[0], why, sizeof why);
		snprintf(line, room, "%s", why);
	}
	close(out[0]);
	close(err[0]);
	return strncmp(line, "ready ", 6) == 0;
}

bool s3_server_start(struct s3_server *server, const char *const *words)
{
	char line[512];

	if (access("/usr/bin/python3", X_OK) != 0) {
		CU_PASS("skipped: there is no Python");
		return false;
	}
	if (launch(server, words, line, sizeof line)) {
		CU_PASS("the server is ready");
		return true;
	}
	kill(server->script, SIGKILL);
	waitpid(server->script, NULL, 0);
	server->script = 0;
	CU_FAIL("the server does not start");
	fprintf(stderr, "\n%s", line);
	return false;
}

int s3_server_stop(struct s3_server *server)
{
	int status = 0;

	if (server->script <= 0)
		return -1;
	kill(server->script, SIGCONT);
	kill(server->script, SIGTERM);
	waitpid(server->script, &status, 0);
	server->script = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void s3_server_signal(const struct s3_server *server, int signal)
{
	kill(server->script, signal);
}
