/* cpu_tree.c - processor time of a process and its family, by /proc. */
#include "measure/cpu.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"

struct process {
	pid_t pid, parent, group, session;
	int64_t waited_for_ns; /* of its children that ended */
	bool related;
};

struct processes {
	struct process *list;
	size_t count, room;
};

/* What follows the name, which stands in brackets and may hold any byte:
 * "state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime
 * stime cutime cstime ...". */
static bool parse(const char *line, struct process *process)
{
	const char *at = strrchr(line, ')');
	int parent, group, session;
	long long user, system;

	if (!at || sscanf(at + 1,
	                  " %*c %d %d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lld "
	                  "%lld",
	                  &parent, &group, &session, &user, &system) != 5)
		return false;
	process->parent = parent;
	process->group = group;
	process->session = session;
	process->waited_for_ns =
	        (user + system) * (CLOCK_NS_PER_S / sysconf(_SC_CLK_TCK));
	return true;
}

static bool read_process(const char *name, struct process *process)
{
	char line[1024]; /* the name has 64 bytes at most, the numbers 20 each */
	char *path = text_format("/proc/%s/stat", name);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t length = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;

	if (fd >= 0)
		close(fd);
	free(path);
	line[length > 0 ? length : 0] = '\0';
	*process = (struct process){.pid = (pid_t)strtol(name, NULL, 10)};
	return parse(line, process);
}

static bool add(struct processes *all, const struct process *process)
{
	if (all->count == all->room) {
		size_t room = all->room ? all->room * 2 : 256;
		struct process *list = realloc(all->list, room * sizeof *list);

		if (!list)
			return false;
		all->list = list;
		all->room = room;
	}
	all->list[all->count++] = *process;
	return true;
}

static int read_all(struct processes *all)
{
	DIR *directory = opendir("/proc");
	const struct dirent *entry;
	int error = 0;

	if (!directory)
		return -errno;
	while (!error && (entry = readdir(directory))) {
		struct process process;

		/* One that is gone by now is no matter. */
		if (isdigit((unsigned char)entry->d_name[0]) &&
		    read_process(entry->d_name, &process) && !add(all, &process))
			error = -ENOMEM;
	}
	closedir(directory);
	return error;
}

static int by_pid(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static bool is_related(const struct processes *all, pid_t pid)
{
	const struct process key = {.pid = pid};
	const struct process *found =
	        bsearch(&key, all->list, all->count, sizeof *all->list, by_pid);

	return found && found->related;
}

/* Marks the family, generation by generation; whether there is one. */
static bool mark(struct processes *all, pid_t pid)
{
	bool found = false, more = true;

	for (size_t i = 0; i < all->count; i++) {
		struct process *it = &all->list[i];

		it->related = it->pid == pid || it->group == pid || it->session == pid;
		found |= it->related;
	}
	if (found)
		qsort(all->list, all->count, sizeof *all->list, by_pid);
	while (found && more) {
		more = false;
		for (size_t i = 0; i < all->count; i++) {
			struct process *it = &all->list[i];

			if (it->related || !is_related(all, it->parent))
				continue;
			it->related = more = true;
		}
	}
	return found;
}

/* 0 for one that has gone in the meantime. */
static int64_t own_ns(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &time))
		return 0;
	return (int64_t)time.tv_sec * CLOCK_NS_PER_S + time.tv_nsec;
}

int cpu_of_tree(pid_t pid, int64_t *ns)
{
	struct processes all = {0};
	int error = read_all(&all);

	*ns = 0;
	if (!error && !mark(&all, pid))
		error = -ESRCH;
	for (size_t i = 0; !error && i < all.count; i++)
		if (all.list[i].related)
			*ns += own_ns(all.list[i].pid) + all.list[i].waited_for_ns;
	free(all.list);
	return error;
}
