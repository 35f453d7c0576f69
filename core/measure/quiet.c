/* quiet.c - idle processors by /proc/stat, unless a limit is put on us. */
#include "measure/quiet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"

#define WINDOW_NS   (CLOCK_NS_PER_S / 10)
#define STEP_NS     (CLOCK_NS_PER_S / 100)
#define IDLE_SHARE  0.95
#define IDLE_FIELDS 2 /* idle and iowait, the 4th and 5th */
#define FIELDS      8 /* up to steal; guest is in user already */

/* All of a file of /proc, which has no size; NULL when it can't be read. */
static char *whole_file(int fd)
{
	struct text text = {0};
	char part[4096];
	ssize_t got;
	off_t at = 0;

	while ((got = pread(fd, part, sizeof part, at)) > 0) {
		text_add_bytes(&text, part, (size_t)got);
		at += got;
	}
	if (got < 0 || at == 0) {
		text_free(&text);
		return NULL;
	}
	return text_take(&text);
}

static char *file_below(const char *root, const char *path)
{
	char *whole = text_format("%s%s", root, path), *bytes = NULL;
	int fd = whole ? open(whole, O_RDONLY | O_CLOEXEC) : -1;

	if (fd >= 0) {
		bytes = whole_file(fd);
		close(fd);
	}
	free(whole);
	return bytes;
}

/* "cpu3 user nice system idle iowait irq softirq steal ..." */
static bool parse_cpu(const char *line, struct quiet_cpu *cpu)
{
	char *at;

	strtoul(line + 3, &at, 10);
	*cpu = (struct quiet_cpu){0, 0};
	for (int i = 0; i < FIELDS; i++) {
		char *end;
		uint64_t ticks = strtoull(at, &end, 10);

		if (end == at)
			return false;
		if (i == 3 || i == 3 + IDLE_FIELDS - 1)
			cpu->idle += ticks;
		else
			cpu->busy += ticks;
		at = end;
	}
	return true;
}

/* Fills up to `room` processors; how many there are, 0 where that can't be
 * told.  The line of all of them, "cpu  ", is passed over. */
static size_t parse_stat(const char *text, struct quiet_cpu *cpus, size_t room)
{
	size_t count = 0;

	while (text && strncmp(text, "cpu", 3) == 0) {
		struct quiet_cpu cpu;

		if (text[3] >= '0' && text[3] <= '9') {
			if (!parse_cpu(text, &cpu))
				return 0;
			if (count < room)
				cpus[count] = cpu;
			count++;
		}
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	return count;
}

static size_t read_cpus(int fd, struct quiet_cpu *cpus, size_t room)
{
	char *text = whole_file(fd);
	size_t count = parse_stat(text, cpus, room);

	free(text);
	return count;
}

/* Is a number in this file of a control group, which means a limit?  "max
 * 100000" and -1 mean none. */
static bool limit_in(const char *root, const char *group, const char *file)
{
	char *path = text_format("/sys/fs/cgroup%s/%s", group, file);
	char *bytes = path ? file_below(root, path) : NULL;
	bool limited = bytes && bytes[0] >= '0' && bytes[0] <= '9';

	free(bytes);
	free(path);
	return limited;
}

/* In this group or in one above it: `group` is cut from behind. */
static bool limited_up(const char *root, char *group)
{
	for (;;) {
		char *slash;

		if (limit_in(root, group, "cpu.max") ||
		    limit_in(root, group, "cpu.cfs_quota_us"))
			return true;
		slash = strrchr(group, '/');
		if (!slash)
			return false;
		*slash = '\0';
	}
}

/* A line of /proc/self/cgroup: "0::/user.slice" in version 2, and in version 1
 * "4:cpu,cpuacct:/user.slice", which lies below the controllers' names. */
static bool line_limited(const char *root, const char *line, size_t length)
{
	const char *names = memchr(line, ':', length), *path;
	char *group = NULL;
	bool limited = false;
	int parts[2];

	path = names ? memchr(names + 1, ':', length - (size_t)(names + 1 - line))
	             : NULL;
	if (!path)
		return false;
	names++;
	parts[0] = (int)(path - names);
	parts[1] = (int)(line + length - path - 1);
	if (parts[0] == 0)
		group = text_format("%.*s", parts[1], path + 1);
	else if (strncmp(names, "cpu", 3) == 0 && strchr(",:", names[3]))
		group = text_format("/%.*s%.*s", parts[0], names, parts[1], path + 1);
	if (group)
		limited = limited_up(root, group);
	free(group);
	return limited;
}

static bool is_limited(const char *root)
{
	char *lines = file_below(root, "/proc/self/cgroup");
	bool limited = false;

	for (char *line = lines; line && *line && !limited;) {
		size_t length = strcspn(line, "\n");

		limited = line_limited(root, line, length);
		line += length + (line[length] == '\n');
	}
	free(lines);
	return limited;
}

int quiet_open(struct quiet *quiet, const char *root)
{
	char *path = text_format("%s/proc/stat", root);

	*quiet = (struct quiet){.stat = -1};
	if (!path)
		return -ENOMEM;
	quiet->stat = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (quiet->stat < 0 || is_limited(root))
		return 0;
	quiet->count = read_cpus(quiet->stat, NULL, 0);
	if (quiet->count == 0)
		return 0;
	quiet->before = calloc(quiet->count, sizeof *quiet->before);
	quiet->now = calloc(quiet->count, sizeof *quiet->now);
	if (!quiet->before || !quiet->now) {
		quiet_close(quiet);
		return -ENOMEM;
	}
	quiet->known = true;
	return 0;
}

void quiet_close(struct quiet *quiet)
{
	if (quiet->stat >= 0)
		close(quiet->stat);
	free(quiet->before);
	free(quiet->now);
	*quiet = (struct quiet){.stat = -1};
}

static void begin_window(struct quiet *quiet, int64_t now_ns)
{
	memcpy(quiet->before, quiet->now, quiet->count * sizeof *quiet->now);
	quiet->began_ns = now_ns;
}

/* Ticks of 10 ms are coarse for a window of 100 ms: its share is that of whole
 * ticks, so that one busy tick in ten is too much. */
static bool all_idle(const struct quiet *quiet)
{
	for (size_t i = 0; i < quiet->count; i++) {
		double busy = (double)(quiet->now[i].busy - quiet->before[i].busy);
		double idle = (double)(quiet->now[i].idle - quiet->before[i].idle);

		if (quiet->now[i].busy > quiet->before[i].busy &&
		    idle < IDLE_SHARE * (idle + busy))
			return false;
	}
	return true;
}

enum quiet_answer quiet_step(struct quiet *quiet, int64_t now_ns)
{
	if (!quiet->known)
		return QUIET_NOT_KNOWN;
	/* Processors came or went. */
	if (read_cpus(quiet->stat, quiet->now, quiet->count) != quiet->count) {
		quiet->known = false;
		return QUIET_NOT_KNOWN;
	}
	/* Work seen in a part of the window spoils all of it: begin anew. */
	if (quiet->began_ns == 0 || !all_idle(quiet)) {
		begin_window(quiet, now_ns);
		return QUIET_NOT_YET;
	}
	return now_ns - quiet->began_ns >= WINDOW_NS ? QUIET_NOW : QUIET_NOT_YET;
}

static void sleep_ns(int64_t ns)
{
	struct timespec time = {.tv_nsec = (long)ns};

	/* A signal ends it early, and then stop() is asked. */
	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

int quiet_wait(int64_t limit_ns, bool (*stop)(void *), void *context,
               struct quiet_result *result)
{
	struct quiet quiet;
	int64_t start = clock_now_ns();
	int error = quiet_open(&quiet, "");

	*result = (struct quiet_result){.answer = QUIET_NOT_KNOWN};
	while (!error) {
		result->answer = quiet_step(&quiet, clock_now_ns());
		result->waited_ns = clock_now_ns() - start;
		if (result->answer != QUIET_NOT_YET || result->waited_ns >= limit_ns)
			break;
		if (stop && stop(context))
			error = -EINTR;
		else
			sleep_ns(STEP_NS);
	}
	quiet_close(&quiet);
	return error;
}

const char *quiet_answer_name(enum quiet_answer answer)
{
	static const char *const names[] = {[QUIET_NOT_KNOWN] = "not known",
	                                    [QUIET_NOT_YET] = "no",
	                                    [QUIET_NOW] = "yes"};

	return names[answer];
}
