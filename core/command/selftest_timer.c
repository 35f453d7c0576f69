/* selftest_timer.c - how late waits end: slept ones, and spun ones. */
#include "command/selftest.h"

#include <time.h>
#include "measure/clock.h"
#include "measure/statistics.h"

#define SLEEPS       50
#define SLEEP_NS     (CLOCK_NS_PER_S / 1000)
#define SPIN_NS      (100 * CLOCK_NS_PER_S / 1000000)
#define LATE_LIMIT   200000.0 /* ns, of the median sleep */
#define LATEST_LIMIT 2e6      /* ns, of the worst */
#define SPIN_LIMIT   1000.0   /* ns, of the median spin */

static void sleep_for(int64_t ns)
{
	struct timespec span = {.tv_sec = (time_t)(ns / CLOCK_NS_PER_S),
	                        .tv_nsec = (long)(ns % CLOCK_NS_PER_S)};

	nanosleep(&span, NULL);
}

static void spin_for(int64_t ns)
{
	int64_t end = clock_now_ns() + ns;

	while (clock_now_ns() < end)
		;
}

/* By how much waits of `ns` were too long. */
static void overshoot(void (*pause)(int64_t ns), int64_t ns,
                      struct statistics *out)
{
	double late[SLEEPS];

	for (int i = 0; i < SLEEPS; i++) {
		int64_t begin = clock_now_ns();

		pause(ns);
		late[i] = (double)(clock_now_ns() - begin - ns);
	}
	statistics_describe(late, SLEEPS, out);
}

void selftest_timer(struct selftest *test)
{
	struct statistics late;
	bool good;

	overshoot(sleep_for, SLEEP_NS, &late);
	good = late.median <= LATE_LIMIT && late.max <= LATEST_LIMIT;
	selftest_say(test, good ? SELFTEST_OK : SELFTEST_DOUBT, "timer-sleep",
	             "a sleep of 1 ms ends %.0f us late (median of %d), %.0f us at "
	             "worst%s",
	             late.median / 1000, SLEEPS, late.max / 1000,
	             good ? ""
	                  : ": paces and delays shorter than that are not kept; is "
	                    "something else running?");
	overshoot(spin_for, SPIN_NS, &late);
	good = late.median <= SPIN_LIMIT;
	selftest_say(
	        test, good ? SELFTEST_OK : SELFTEST_DOUBT, "timer-spin",
	        "a spin of 100 us ends %.3f us late (median of %d), %.3f us at "
	        "worst%s",
	        late.median / 1000, SLEEPS, late.max / 1000,
	        good ? "" : ": the clock is slow or the processor is taken away");
}
