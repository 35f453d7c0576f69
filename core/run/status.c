/* status.c - words for the observer. */
#include "run/state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure/clock.h"

void run_tick(void *arg)
{
	struct run *run = arg;
	const struct run_observer *observer = &run->request->observer;
	int64_t now = clock_now_ns();
	struct run_status status = {.cell = run->cell,
	                            .rate = run->rate,
	                            .waiting = run->gate.waiting,
	                            .round = run->round,
	                            .rounds = run->rounds};

	/* Adding up a large plan takes its time. */
	if (!observer->tick || now - run->last_tick_ns < CLOCK_NS_PER_S / 5)
		return;
	run->last_tick_ns = now;
	if (run->cell)
		status.target = run->config->targets[run->cell->target].name;
	status.elapsed_ns = now - run->started_ns;
	status.left_ns = run_left_ns(run);
	status.done = (double)status.elapsed_ns /
	              (double)(status.elapsed_ns + status.left_ns + 1);
	observer->tick(observer->arg, &status);
}

void run_warn(struct run *run, const char *format, ...)
{
	const struct run_observer *observer = &run->request->observer;
	char *sentence = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&sentence, format, args) < 0)
		sentence = NULL;
	va_end(args);
	if (sentence && observer->warn)
		observer->warn(observer->arg, sentence);
	free(sentence);
}
