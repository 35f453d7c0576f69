/* selftest_noise.c - how much the same work differs from one time to the next
 * on this machine, and how many rounds make up for it. */
#include "command/selftest.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "measure/clock.h"
#include "measure/disturbance.h"
#include "measure/pin.h"
#include "measure/rawloop.h"
#include "measure/statistics.h"

#define SLICES    30 /* a multiple of RAWLOOP_SLICES */
#define SLICE_NS  INT64_C(20000000)
#define FILE_SIZE (UINT64_C(1) << 20)
#define RECORD    ((size_t)64 << 10)
#define DRAWS     301 /* odd: one is the median */

#define MOST_ROUNDS 33

const unsigned selftest_rounds[SELFTEST_ROUNDS] = {7, 10, 15, 22, MOST_ROUNDS};

struct noise {
	double work[SLICES], reads[SLICES]; /* ns, in order of time */
	struct disturbance others;
	bool pinned;
	int error; /* negative errno, of the reads */
};

static uint64_t shuffle(uint64_t state)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^ state << 17;
}

/* What a processor alone can do; ns that it took. */
static int64_t work(uint64_t turns)
{
	int64_t begin = clock_now_ns();
	uint64_t state = 1;

	for (uint64_t i = 0; i < turns; i++)
		state = shuffle(state);
	/* Or the compiler leaves it out. */
	__asm__ volatile("" : : "r"(state));
	return clock_now_ns() - begin;
}

static void measure_work(struct noise *noise)
{
	uint64_t turns = 1000;
	int64_t ns = work(turns);

	while (ns < SLICE_NS / 2) {
		turns *= 2;
		ns = work(turns);
	}
	turns = (uint64_t)((double)turns * (double)SLICE_NS / (double)ns);
	for (int i = 0; i < SLICES; i++)
		noise->work[i] = (double)work(turns);
}

/* What the kernel has a part in as well: reads from its memory. */
static int measure_reads(struct noise *noise)
{
	struct rawloop loop = {.op = RAWLOOP_READ};
	int error;

	loop.fd = memfd_create("bench-selftest", MFD_CLOEXEC);
	if (loop.fd < 0)
		return -errno;
	error = rawloop_open(&loop, FILE_SIZE, RECORD);
	if (!error)
		error = rawloop_fill(&loop, RECORD);
	for (size_t i = 0; i < SLICES && !error; i += RAWLOOP_SLICES) {
		struct rawloop_result result;

		error = rawloop_run(&loop, SLICE_NS * RAWLOOP_SLICES, &result);
		memcpy(noise->reads + i, result.ns_per_op, sizeof result.ns_per_op);
	}
	rawloop_close(&loop);
	close(loop.fd);
	return error;
}

/* On one processor, as the threads of a run are that has `cpus`. */
static void *measure(void *argument)
{
	struct noise *noise = argument;
	struct disturbance_sources sources;
	struct disturbance before, after;
	int cpu = sched_getcpu();

	noise->pinned = cpu >= 0 && pin_thread((unsigned)cpu, NULL) == 0;
	disturbance_open(&sources, "");
	disturbance_read(&sources, &before);
	measure_work(noise);
	noise->error = measure_reads(noise);
	disturbance_read(&sources, &after);
	disturbance_close(&sources);
	disturbance_difference(&before, &after, &noise->others);
	return NULL;
}

/* What so many rounds come to, each like one of the slices: rounds drawn from
 * them many times, of whose intervals the median counts.  A normal distribution
 * would know nothing of the strays, which are what disturbs. */
static double width_of(const double *slices, unsigned rounds)
{
	double widths[DRAWS], values[MOST_ROUNDS];
	struct statistics statistics;
	uint64_t state = rounds;

	for (int draw = 0; draw < DRAWS; draw++) {
		for (unsigned i = 0; i < rounds; i++) {
			state = shuffle(state);
			values[i] = slices[(state >> 32) % SLICES];
		}
		statistics_describe(values, rounds, &statistics);
		widths[draw] = statistics_half_width(&statistics);
	}
	statistics_describe(widths, DRAWS, &statistics);
	return statistics.median;
}

/* The wider of both, for each number of rounds. */
static void widen(const double *slices, struct selftest_widths *widths)
{
	for (size_t i = 0; i < SELFTEST_ROUNDS; i++)
		widths->width[i] =
		        fmax(widths->width[i], width_of(slices, selftest_rounds[i]));
}

/* Sorts the slices. */
static void say_slices(struct selftest *test, const char *name,
                       const char *what, double *slices)
{
	struct statistics statistics;
	double width = width_of(slices, selftest_rounds[0]);
	bool good = width <= test->precision;

	statistics_describe(slices, SLICES, &statistics);
	selftest_say(test, good ? SELFTEST_OK : SELFTEST_DOUBT, name,
	             "%d slices of 20 ms of %s differ by %.2f %% (coefficient of "
	             "variation), the slowest by %.1f %% from the median%s",
	             SLICES, what, statistics.cv * 100,
	             (statistics.max / statistics.median - 1) * 100,
	             good ? ""
	                  : ": 7 rounds do not reach what was asked for; use more, "
	                    "stop what else runs, or set the frequency governor to "
	                    "performance");
}

static void add_share(struct text *text, const char *what, double share)
{
	if (isnan(share))
		text_add(text, "%s not known", what);
	else
		text_add(text, "%s %.2f %%", what, share * 100);
}

static void say_others(struct selftest *test, const struct noise *noise)
{
	unsigned flags = disturbance_flags(&noise->others, (double)NAN) &
	                 (DISTURBANCE_NOISY | DISTURBANCE_STEAL);
	struct text text = {0};

	add_share(&text, "waiting for a processor",
	          disturbance_run_delay(&noise->others));
	add_share(&text, " of the time, taken by other virtual machines",
	          disturbance_steal(&noise->others));
	selftest_say(test, flags ? SELFTEST_DOUBT : SELFTEST_OK, "noise-others",
	             "%s%s%s", text.failed ? "no memory" : text.bytes,
	             noise->pinned ? "" : "; not held on one processor",
	             flags ? ": rounds will be flagged and measured again; stop "
	                     "what else runs here, or on its host"
	                   : "");
	text_free(&text);
}

static void say_widths(struct selftest *test,
                       const struct selftest_widths *widths)
{
	bool reached = widths->width[SELFTEST_ROUNDS - 1] <= test->precision;
	struct text text = {0};

	for (size_t i = 0; i < SELFTEST_ROUNDS; i++)
		text_add(&text, "%s%.2g %% with %u", i ? ", " : "",
		         widths->width[i] * 100, selftest_rounds[i]);
	selftest_say(test, reached ? SELFTEST_OK : SELFTEST_DOUBT, "precision",
	             "half a 95 %% interval of the median is %s rounds%s",
	             text.failed ? "no memory" : text.bytes,
	             reached ? ""
	                     : ": no number of rounds that is of use gets there");
	text_free(&text);
}

void selftest_noise(struct selftest *test, struct selftest_widths *widths)
{
	struct noise noise = {0};
	pthread_t thread;
	int error = pthread_create(&thread, NULL, measure, &noise);

	*widths = (struct selftest_widths){0};
	if (!error) {
		pthread_join(thread, NULL);
		error = -noise.error;
	}
	if (error) {
		selftest_say(test, SELFTEST_DOUBT, "noise", "cannot be measured: %s",
		             strerror(error));
		return;
	}
	widen(noise.work, widths);
	widen(noise.reads, widths);
	widths->known = true;
	say_slices(test, "noise-work", "a loop", noise.work);
	say_slices(test, "noise-read", "reads from the page cache", noise.reads);
	say_others(test, &noise);
	say_widths(test, widths);
}
