/* gate.c - waits for a quiet machine before a block, and not for ever. */
#include "run/state.h"

#include <math.h>
#include "measure/clock.h"
#include "measure/quiet.h"

/* A machine that was busy so often in a row stays so: one short look tells when
 * it no longer is. */
#define PATIENCE 3
#define LOOK_NS  (CLOCK_NS_PER_S * 15 / 100)

static bool is_over(void *arg)
{
	struct run *run = arg;

	run_tick(run);
	if (!run->outcome->signal)
		run->outcome->signal = signals_take(&run->signals);
	return run->outcome->signal != 0;
}

static void count_wait(struct run_gate *gate, const struct quiet_result *result)
{
	gate->asked++;
	gate->waited_ns += result->waited_ns;
	gate->block_s = (double)result->waited_ns / 1e9;
	if (result->waited_ns > gate->longest_ns)
		gate->longest_ns = result->waited_ns;
	if (result->answer == QUIET_NOW) {
		gate->quiet++;
		gate->busy_in_a_row = 0;
	} else {
		gate->busy_in_a_row++;
	}
}

bool run_wait_quiet(struct run *run)
{
	struct run_gate *gate = &run->gate;
	int64_t limit = run->config->quiet_ns;
	struct quiet_result result;

	gate->block_s = (double)NAN;
	if (limit <= 0 || gate->blind)
		return true;
	if (gate->busy_in_a_row >= PATIENCE && limit > LOOK_NS)
		limit = LOOK_NS;
	gate->waiting = true;
	quiet_wait(limit, is_over, run, &result);
	gate->waiting = false;
	if (run->outcome->signal)
		return false;
	if (result.answer == QUIET_NOT_KNOWN)
		gate->blind = true;
	else
		count_wait(gate, &result);
	return true;
}

json_t *run_gate_to_json(const struct run *run)
{
	const struct run_gate *gate = &run->gate;
	json_t *object;

	if (run->config->quiet_ns <= 0)
		return json_pack("{sb}", "asked_for", 0);
	object = json_pack("{sb sf si si si sf sf}", "asked_for", 1, "limit_s",
	                   (double)run->config->quiet_ns / 1e9, "gates",
	                   (int)gate->asked, "quiet", (int)gate->quiet, "timed_out",
	                   (int)(gate->asked - gate->quiet), "waited_s",
	                   (double)gate->waited_ns / 1e9, "longest_s",
	                   (double)gate->longest_ns / 1e9);
	if (object && gate->blind)
		json_object_set_new(object, "not_known",
		                    json_string("this machine does not say whether it "
		                                "is at rest: nothing was waited for"));
	return object;
}
