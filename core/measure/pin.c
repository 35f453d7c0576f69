/* pin.c - processor sets of any size. */
#include "measure/pin.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* No kernel knows more; where a set is too small the kernel says so. */
#define MOST_CPUS 65536

struct cpus {
	cpu_set_t *set;
	size_t bytes, count;
};

/* The set of the calling thread, in as many bits as this kernel needs. */
static int allowed(struct cpus *cpus)
{
	for (cpus->count = 1024; cpus->count <= MOST_CPUS; cpus->count *= 2) {
		int error;

		cpus->set = CPU_ALLOC(cpus->count);
		cpus->bytes = CPU_ALLOC_SIZE(cpus->count);
		if (!cpus->set)
			return -ENOMEM;
		CPU_ZERO_S(cpus->bytes, cpus->set);
		if (sched_getaffinity(0, cpus->bytes, cpus->set) == 0)
			return 0;
		error = errno;
		CPU_FREE(cpus->set);
		if (error != EINVAL)
			return -error;
	}
	return -EINVAL;
}

static bool has(const struct cpus *cpus, size_t cpu)
{
	return cpu < cpus->count && CPU_ISSET_S(cpu, cpus->bytes, cpus->set);
}

static char *list_of(const struct cpus *cpus)
{
	struct text text = {0};

	for (size_t first = 0; first < cpus->count; first++) {
		size_t last = first;

		if (!has(cpus, first))
			continue;
		while (has(cpus, last + 1))
			last++;
		text_add(&text, "%s%zu", text.length ? "," : "", first);
		if (last > first)
			text_add(&text, "-%zu", last);
		first = last;
	}
	return text_take(&text);
}

char *pin_allowed(void)
{
	struct cpus cpus;
	char *list;

	if (allowed(&cpus))
		return NULL;
	list = list_of(&cpus);
	CPU_FREE(cpus.set);
	return list;
}

/* What the kernel would let this thread have, whatever it has now: asks for all
 * and looks at what came of it. */
static char *grantable(const struct cpus *held)
{
	struct cpus cpus;
	char *list = NULL;

	memset(held->set, 0xff, held->bytes);
	sched_setaffinity(0, held->bytes, held->set);
	if (allowed(&cpus) == 0) {
		list = list_of(&cpus);
		CPU_FREE(cpus.set);
	}
	return list;
}

static int refused(const struct cpus *held, unsigned cpu, char **why)
{
	char *list = grantable(held);
	int error = failure(why, EINVAL,
	                    "processor %u may not be used: this process may run "
	                    "on %s",
	                    cpu, list ? list : "others");

	free(list);
	return error;
}

/* Sets the one bit; 0 or the error of the kernel. */
static int hold_on(unsigned cpu, const struct cpus *cpus)
{
	if (cpu >= cpus->count)
		return EINVAL;
	CPU_ZERO_S(cpus->bytes, cpus->set);
	CPU_SET_S(cpu, cpus->bytes, cpus->set);
	return sched_setaffinity(0, cpus->bytes, cpus->set) ? errno : 0;
}

int pin_thread(unsigned cpu, char **why)
{
	struct cpus before, work;
	int error = allowed(&before);

	if (!error && (error = allowed(&work)))
		CPU_FREE(before.set);
	if (error)
		return failure(why, -error, "the allowed processors: %s",
		               strerror(-error));
	/* The kernel decides, not the set that the thread has now: that may be
	 * its creator's single processor. */
	error = hold_on(cpu, &work);
	if (error == EINVAL)
		error = refused(&work, cpu, why);
	else if (error)
		error = failure(why, error, "can't pin to processor %u: %s", cpu,
		                strerror(error));
	if (error)
		sched_setaffinity(0, before.bytes, before.set);
	CPU_FREE(work.set);
	CPU_FREE(before.set);
	return error;
}
