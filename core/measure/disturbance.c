/* disturbance.c - reading /proc around a window. */
#include "measure/disturbance.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"

#define RUN_DELAY_LIMIT 0.005
#define WAKING_NS       20000 /* 6 us where peer and we share a processor */
#define STEAL_LIMIT     0.01
#define STEAL_WINDOW_NS CLOCK_NS_PER_S
#define DRIFT_LIMIT_PPM 50
#define PRESSURE_LIMIT  0.05
#define NOT_KNOWN       ((double)NAN)
/* All that is looked at stands in the first line, which is shorter. */
#define FIRST_LINE 256

static int open_below(const char *root, const char *path)
{
	char *whole = text_format("%s%s", root, path);
	int fd = whole ? open(whole, O_RDONLY | O_CLOEXEC) : -1;

	free(whole);
	return fd;
}

void disturbance_open(struct disturbance_sources *sources, const char *root)
{
	static const char *const paths[DISTURBANCE_KINDS] = {
	        "/proc/pressure/cpu", "/proc/pressure/io", "/proc/pressure/memory"};

	sources->schedstat = open_below(root, "/proc/thread-self/schedstat");
	sources->stat = open_below(root, "/proc/stat");
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		sources->pressure[i] = open_below(root, paths[i]);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void disturbance_close(struct disturbance_sources *sources)
{
	close_fd(&sources->schedstat);
	close_fd(&sources->stat);
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		close_fd(&sources->pressure[i]);
}

/* The beginning of the file as it is now; "" where there is none. */
static const char *first_line(int fd, char line[FIRST_LINE])
{
	ssize_t length = fd >= 0 ? pread(fd, line, FIRST_LINE - 1, 0) : -1;

	line[length > 0 ? length : 0] = '\0';
	return line;
}

/* The next number of the line; NAN from the first that is not there on. */
static double number(const char **at)
{
	char *end;
	unsigned long long value;

	if (!*at)
		return NOT_KNOWN;
	value = strtoull(*at, &end, 10);
	if (end == *at) {
		*at = NULL;
		return NOT_KNOWN;
	}
	*at = end;
	return (double)value;
}

/* "time on a processor, time waiting for one, turns", ns. */
static double run_delay(int fd)
{
	char line[FIRST_LINE];
	const char *at = first_line(fd, line);

	number(&at);
	return number(&at);
}

/* "cpu  user nice system idle iowait irq softirq steal guest ...": guest is in
 * user already. */
static void read_stat(int fd, struct disturbance *now)
{
	static const int busy[] = {1, 1, 1, 0, 0, 1, 1};
	char line[FIRST_LINE];
	const char *at = first_line(fd, line);

	now->busy = now->all = 0;
	at = strncmp(at, "cpu ", 4) == 0 ? at + 4 : NULL;
	for (size_t i = 0; i < sizeof busy / sizeof busy[0]; i++) {
		double ticks = number(&at);

		now->all += ticks;
		if (busy[i])
			now->busy += ticks;
	}
	now->steal = number(&at);
	now->all += now->steal;
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345", us. */
static double pressure(int fd)
{
	char line[FIRST_LINE];
	const char *at = strstr(first_line(fd, line), "total=");

	if (strncmp(line, "some ", 5) != 0 || !at)
		return NOT_KNOWN;
	at += strlen("total=");
	return number(&at);
}

void disturbance_read(const struct disturbance_sources *sources,
                      struct disturbance *now)
{
	struct rusage usage;

	now->ns = clock_now_ns();
	now->run_delay_ns = run_delay(sources->schedstat);
	now->voluntary = now->involuntary = NOT_KNOWN;
	now->minor_faults = now->major_faults = NOT_KNOWN;
	if (getrusage(RUSAGE_THREAD, &usage) == 0) {
		now->voluntary = (double)usage.ru_nvcsw;
		now->involuntary = (double)usage.ru_nivcsw;
		now->minor_faults = (double)usage.ru_minflt;
		now->major_faults = (double)usage.ru_majflt;
	}
	read_stat(sources->stat, now);
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		now->pressure_us[i] = pressure(sources->pressure[i]);
}

/* Counters of the kernel may step back a little; nothing happened then.  NAN
 * stays NAN. */
static double grown(double before, double after)
{
	return after < before ? 0 : after - before;
}

void disturbance_difference(const struct disturbance *before,
                            const struct disturbance *after,
                            struct disturbance *out)
{
	struct disturbance is = {.ns = after->ns - before->ns};

	is.run_delay_ns = grown(before->run_delay_ns, after->run_delay_ns);
	is.voluntary = grown(before->voluntary, after->voluntary);
	is.involuntary = grown(before->involuntary, after->involuntary);
	is.minor_faults = grown(before->minor_faults, after->minor_faults);
	is.major_faults = grown(before->major_faults, after->major_faults);
	is.steal = grown(before->steal, after->steal);
	is.busy = grown(before->busy, after->busy);
	is.all = grown(before->all, after->all);
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		is.pressure_us[i] =
		        grown(before->pressure_us[i], after->pressure_us[i]);
	*out = is;
}

void disturbance_merge(struct disturbance *into, const struct disturbance *from)
{
	/* NAN of one thread: the others' figure would be half the truth. */
	if (isnan(from->run_delay_ns) || from->run_delay_ns > into->run_delay_ns)
		into->run_delay_ns = from->run_delay_ns;
	into->voluntary += from->voluntary;
	into->involuntary += from->involuntary;
	into->minor_faults += from->minor_faults;
	into->major_faults += from->major_faults;
}

double disturbance_run_delay(const struct disturbance *difference)
{
	if (difference->ns <= 0)
		return NOT_KNOWN;
	return difference->run_delay_ns / (double)difference->ns;
}

double disturbance_steal(const struct disturbance *difference)
{
	if (!(difference->all > 0))
		return NOT_KNOWN;
	return difference->steal / difference->all;
}

double disturbance_pressure(const struct disturbance *difference, int kind)
{
	if (difference->ns <= 0)
		return NOT_KNOWN;
	return difference->pressure_us[kind] * 1000 / (double)difference->ns;
}

/* The share of the window in which others kept this thread from running. */
static double kept_waiting(const struct disturbance *difference)
{
	double wakings = difference->voluntary > 0 ? difference->voluntary : 0;

	if (difference->ns <= 0)
		return NOT_KNOWN;
	return (difference->run_delay_ns - wakings * WAKING_NS) /
	       (double)difference->ns;
}

/* A comparison with NAN is false: what is not known raises no flag. */
unsigned disturbance_flags(const struct disturbance *difference,
                           double drift_ppm)
{
	unsigned flags = 0;

	if (kept_waiting(difference) > RUN_DELAY_LIMIT)
		flags |= DISTURBANCE_NOISY;
	if (difference->ns >= STEAL_WINDOW_NS &&
	    disturbance_steal(difference) > STEAL_LIMIT)
		flags |= DISTURBANCE_STEAL;
	if (fabs(drift_ppm) > DRIFT_LIMIT_PPM)
		flags |= DISTURBANCE_DRIFT;
	if (disturbance_pressure(difference, DISTURBANCE_MEMORY) > PRESSURE_LIMIT)
		flags |= DISTURBANCE_PRESSURE;
	return flags;
}

const char *disturbance_flag_name(unsigned flag)
{
	switch (flag) {
	case DISTURBANCE_NOISY:
		return "noisy";
	case DISTURBANCE_STEAL:
		return "steal";
	case DISTURBANCE_DRIFT:
		return "drift";
	case DISTURBANCE_PRESSURE:
		return "pressure";
	default:
		return NULL;
	}
}
