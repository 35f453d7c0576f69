/* cpu.c - processor time, from the exact clock where there is one. */
#include "measure/cpu.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "measure/clock.h"

static int64_t timeval_ns(struct timeval time)
{
	return (int64_t)time.tv_sec * CLOCK_NS_PER_S + (int64_t)time.tv_usec * 1000;
}

/* The sum of the ticks in which a processor worked for this machine, from
 * "cpu  user nice system idle iowait irq softirq steal ...".  Not idle and
 * iowait, nor steal, which others worked in; guest is in user already. */
static int64_t busy_ticks(const char *line)
{
	static const int busy[] = {1, 1, 1, 0, 0, 1, 1};
	int64_t sum = 0;
	char *end;

	if (strncmp(line, "cpu ", 4) != 0)
		return -1;
	line += 4;
	for (size_t i = 0; i < sizeof busy / sizeof busy[0]; i++) {
		long long ticks = strtoll(line, &end, 10);

		if (end == line)
			return -1;
		if (busy[i])
			sum += ticks;
		line = end;
	}
	return sum;
}

static int64_t host_busy_ns(void)
{
	long ticks_per_s = sysconf(_SC_CLK_TCK);
	char line[256]; /* the first line is all that is looked at */
	int64_t ticks;
	ssize_t length;
	int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	length = read(fd, line, sizeof line - 1);
	close(fd);
	if (length <= 0 || ticks_per_s <= 0)
		return -1;
	line[length] = '\0';
	ticks = busy_ticks(line);
	return ticks < 0 ? -1 : ticks * (CLOCK_NS_PER_S / ticks_per_s);
}

static int64_t not_negative(int64_t value)
{
	return value > 0 ? value : 0;
}

void cpu_read(struct cpu_time *now)
{
	struct timespec process = {0, 0};
	struct rusage usage;

	memset(&usage, 0, sizeof usage);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &process);
	getrusage(RUSAGE_SELF, &usage);
	now->process_ns =
	        (int64_t)process.tv_sec * CLOCK_NS_PER_S + process.tv_nsec;
	now->user_ns = timeval_ns(usage.ru_utime);
	now->system_ns = timeval_ns(usage.ru_stime);
	now->host_busy_ns = host_busy_ns();
}

void cpu_difference(const struct cpu_time *before, const struct cpu_time *after,
                    struct cpu_time *out)
{
	int64_t user = not_negative(after->user_ns - before->user_ns);
	int64_t system = not_negative(after->system_ns - before->system_ns);
	int64_t process = not_negative(after->process_ns - before->process_ns);
	int64_t host = -1;
	double share = 1;

	if (user + system > 0)
		share = (double)user / (double)(user + system);
	if (before->host_busy_ns >= 0 && after->host_busy_ns >= 0)
		host = not_negative(after->host_busy_ns - before->host_busy_ns);
	out->process_ns = process;
	out->user_ns = (int64_t)((double)process * share);
	out->system_ns = process - out->user_ns;
	out->host_busy_ns = host;
}
