/* fixture.c - starts a server, waits for it, stops it. */
#include "run/fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"

#define LOOK_EVERY_MS 20
#define STOP_GRACE_NS (5 * CLOCK_NS_PER_S)

/* Does the log have a line that is `ready`, alone or with words behind it?  Not
 * among those of a server that an earlier part of the run had started. */
static bool log_says_ready(const struct fixture *fixture)
{
	FILE *log = fopen(fixture->log, "re");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	if (!log)
		return false;
	if (fseeko(log, fixture->log_start, SEEK_SET)) {
		fclose(log);
		return false;
	}
	while (!found && getline(&line, &room, log) > 0)
		found = strncmp(line, "ready", 5) == 0 && strchr(" \r\n", line[5]) &&
		        line[5];
	free(line);
	fclose(log);
	return found;
}

static bool connects(const struct addrinfo *address)
{
	int fd = socket(address->ai_family,
	                address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	struct pollfd wait = {.fd = fd, .events = POLLOUT};
	int error = 0;
	socklen_t size = sizeof error;

	if (fd < 0)
		return false;
	if (connect(fd, address->ai_addr, address->ai_addrlen) < 0 &&
	    (errno != EINPROGRESS || poll(&wait, 1, LOOK_EVERY_MS * 10) != 1 ||
	     getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) || error))
		error = ECONNREFUSED;
	close(fd);
	return error == 0;
}

/* Does host:port (or [v6]:port) take a connection? */
static bool port_answers(const char *where)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	char *host = strdup(where);
	char *port = host ? strrchr(host, ':') : NULL;
	char *name = host;
	bool answers = false;

	if (port) {
		*port++ = '\0';
		if (*name == '[' && name[strlen(name) - 1] == ']') {
			name[strlen(name) - 1] = '\0';
			name++;
		}
		if (getaddrinfo(name, port, &hints, &found) == 0)
			for (struct addrinfo *a = found; a && !answers; a = a->ai_next)
				answers = connects(a);
	}
	if (found)
		freeaddrinfo(found);
	free(host);
	return answers;
}

static int wait_ready(struct fixture *fixture,
                      const struct config_target *target,
                      struct signals *signals, int *signal, char **why)
{
	int64_t end = clock_now_ns() + target->start_timeout_ns;
	struct pollfd fd = {.fd = signals->fd, .events = POLLIN};

	for (;;) {
		if (target->ready ? port_answers(target->ready)
		                  : log_says_ready(fixture))
			return 0;
		if (child_wait(&fixture->child, 0)) {
			char *text = child_end_text(fixture->child.status);
			int error =
			        failure(why, ECHILD,
			                "its server `%s` %s before it was ready; what "
			                "it said is in %s",
			                target->start, text ? text : "ended", fixture->log);

			free(text);
			return error;
		}
		if (clock_now_ns() > end)
			return failure(why, ETIMEDOUT,
			               "its server `%s` was not ready after %.3g s "
			               "(start_timeout); expected %s; what it said is "
			               "in %s",
			               target->start,
			               (double)target->start_timeout_ns / 1e9,
			               target->ready ? target->ready : "a line `ready`",
			               fixture->log);
		poll(&fd, 1, LOOK_EVERY_MS);
		*signal = signals_take(signals);
		if (*signal)
			return failure(why, EINTR, "ended by signal %d", *signal);
	}
}

/* A script that is named by a relative path is looked for like a configuration:
 * from here, else among what was installed.  The caller frees the command. */
static char *find_command(const char *start, const char *datadir)
{
	size_t length = strcspn(start, " \t");
	char *script = strndup(start, length);
	char *installed = NULL, *command = NULL;

	if (script && datadir && *script != '/' && strchr(script, '/') &&
	    access(script, X_OK)) {
		installed = text_format("%s/%s", datadir, script);
		if (installed && access(installed, X_OK) == 0)
			command = text_format("'%s'%s", installed, start + length);
	}
	free(installed);
	free(script);
	return command ? command : text_copy(start);
}

int fixture_start(struct fixture *fixture, const struct config_target *target,
                  const struct fixture_places *places, struct signals *signals,
                  int *signal, char **why)
{
	char *command = find_command(target->start, places->datadir);
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct child_spec spec = {.argv = argv,
	                          .path_prefix = places->exe_directory,
	                          .job_fd = -1,
	                          .event_fd = -1,
	                          .guarded = true};
	int error;

	*fixture = (struct fixture){.child = {.to = -1, .from = -1}};
	fixture->log = text_format("%s/%s.log", places->logs, target->name);
	if (!fixture->log || !command) {
		free(command);
		return failure(why, ENOMEM, "no memory for a server");
	}
	spec.log_fd =
	        open(fixture->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (spec.log_fd < 0) {
		free(command);
		return failure(why, errno, "%s: %s", fixture->log, strerror(errno));
	}
	fixture->log_start = lseek(spec.log_fd, 0, SEEK_END);
	error = child_start(&spec, &fixture->child, why);
	close(spec.log_fd);
	free(command);
	if (!error)
		error = wait_ready(fixture, target, signals, signal, why);
	if (error)
		fixture_stop(fixture);
	return error;
}

void fixture_stop(struct fixture *fixture)
{
	if (!fixture->log)
		return;
	child_stop(&fixture->child, STOP_GRACE_NS);
	free(fixture->log);
	memset(fixture, 0, sizeof *fixture);
}
