/* script_server.c - servers for the tests, run by the scripts of conf/servers.
 */
#include "script_rig.h"

#include <glob.h>
#include <netinet/in.h>
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
#include <unistd.h>
#include "base/text.h"
#include "unit.h"

#ifndef PLUGIN_DIR
#define PLUGIN_DIR "plugins"
#endif

#define ARGUMENTS 24

int script_free_port(void)
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

/* NULL where it is not; the caller frees it. */
static char *find_script(const char *script)
{
	static const char *const above[] = {"../..", "../../..", NULL};

	for (const char *const *way = above; *way; way++) {
		char *path =
		        text_format("%s/%s/conf/servers/%s", PLUGIN_DIR, *way, script);

		if (path && access(path, X_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

static size_t add_words(const char **argv, size_t count,
                        const char *const *words)
{
	for (; words && *words && count + 1 < ARGUMENTS; words++)
		argv[count++] = *words;
	return count;
}

/* In the child. */
static void become(const struct script_server *server, const char *root,
                   int out, int err, const char *const *words)
{
	const char *argv[ARGUMENTS];
	char port[16];
	size_t count = 0;

	snprintf(port, sizeof port, "%d", server->port);
	argv[count++] = find_script(server->kind->script);
	argv[count++] = "--port";
	argv[count++] = port;
	if (root) {
		argv[count++] = "--directory";
		argv[count++] = root;
	}
	count = add_words(argv, count, server->kind->words);
	count = add_words(argv, count, words);
	argv[count] = NULL;
	setenv("TMPDIR", unit_scratch(), 1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	if (argv[0])
		execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* What comes until there is a line, the end or nothing for fifteen seconds. */
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

static const char *make_root(const struct script_kind *kind, char *place,
                             size_t room)
{
	static unsigned count;

	/* Servers of other users than ours have to get there. */
	chmod(unit_scratch(), 0755);
	snprintf(place, room, "%s/%s%u", unit_scratch(), kind->plugin, count++);
	return mkdir(place, 0755) == 0 ? place : NULL;
}

static bool launch(struct script_server *server, const char *root,
                   const char *const *words, char *line, size_t room)
{
	int out[2], err[2];
	char why[512];

	server->port = script_free_port();
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		return false;
	server->script = fork();
	if (server->script == 0)
		become(server, root, out[1], err[1], words);
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

bool script_server_start(struct script_server *server,
                         const struct script_kind *kind, const char *root,
                         const char *const *words)
{
	char place[200], line[512];

	server->kind = kind;
	if (kind->served) {
		if (!root)
			root = make_root(kind, place, sizeof place);
		CU_ASSERT_PTR_NOT_NULL_FATAL(root);
		snprintf(server->directory, sizeof server->directory, "%s%s", root,
		         kind->served);
	}
	if (launch(server, root, words, line, sizeof line)) {
		CU_PASS("the server is ready");
		return true;
	}
	kill(server->script, SIGTERM);
	waitpid(server->script, NULL, 0);
	server->script = 0;
	if (strstr(line, "install the Debian package")) {
		CU_PASS("skipped: the server is not installed");
	} else {
		CU_FAIL("the server does not start");
	}
	fprintf(stderr, "\n%s", line);
	return false;
}

/* Directories of servers' state that were not removed. */
static size_t states_left(const struct script_kind *kind)
{
	char pattern[200];
	glob_t found;
	size_t count;

	if (!kind->state)
		return 0;
	snprintf(pattern, sizeof pattern, "%s/%s.*", unit_scratch(), kind->state);
	count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
	globfree(&found);
	return count;
}

int script_server_stop(struct script_server *server)
{
	int status = 0;

	if (server->script <= 0)
		return -1;
	script_server_signal(server, SIGCONT);
	kill(server->script, SIGTERM);
	waitpid(server->script, &status, 0);
	server->script = 0;
	CU_ASSERT_EQUAL(states_left(server->kind), 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* From the top down: else those above would still have their say. */
static void signal_below(pid_t pid, int signal, bool itself)
{
	char path[64];
	pid_t children[64];
	size_t count = 0;
	FILE *list;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid,
	         (int)pid);
	list = fopen(path, "re");
	while (list && count < 64 && fscanf(list, "%d", &children[count]) == 1)
		count++;
	if (list)
		fclose(list);
	if (itself)
		kill(pid, signal);
	for (size_t i = 0; i < count; i++)
		signal_below(children[i], signal, true);
}

void script_server_signal(const struct script_server *server, int signal)
{
	signal_below(server->script, signal, server->kind->is_server);
}
