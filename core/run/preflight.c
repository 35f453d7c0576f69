/* preflight.c - the clock of operations: chosen and measured before the run,
 * and asked at its end whether it kept its pace. */
#include "run/state.h"

#include <math.h>
#include "measure/clock.h"

static enum clock_want wanted(int clock)
{
	return clock == CONFIG_CLOCK_TSC      ? CLOCK_WANT_TSC
	       : clock == CONFIG_CLOCK_SYSTEM ? CLOCK_WANT_SYSTEM
	                                      : CLOCK_WANT_AUTO;
}

int run_start_clock(struct run *run, char **why)
{
	return clock_start(wanted(run->config->clock), &run->clock, why);
}

void run_calibrate_clock(struct run *run)
{
	if (run->clock.kind != CLOCK_TSC)
		return;
	clock_calibrate(&run->clock, CLOCK_THOROUGH_NS);
	run->ns_per_tick = run->clock.ns_per_tick;
}

json_t *run_clock_to_json(const struct run *run)
{
	static const char *const words[] = {[CONFIG_CLOCK_AUTO] = "auto",
	                                    [CONFIG_CLOCK_TSC] = "tsc",
	                                    [CONFIG_CLOCK_SYSTEM] = "system"};
	const int64_t span_ns = CLOCK_THOROUGH_NS;
	double drift = clock_drift_ppm(&run->clock);
	json_t *object =
	        json_pack("{ss ss sf sf}", "kind", clock_kind_name(run->clock.kind),
	                  "wanted", words[run->config->clock], "cost_ns",
	                  clock_ticks_cost_ns(&run->clock), "system_cost_ns",
	                  clock_cost_ns());

	if (!object || run->clock.kind != CLOCK_TSC)
		return object;
	json_object_set_new(object, "ns_per_tick",
	                    json_real(run->clock.calibrated_ns_per_tick));
	json_object_set_new(object, "calibrated_over_s",
	                    json_real((double)span_ns / 1e9));
	if (!isnan(drift))
		json_object_set_new(object, "drift_ppm", json_real(drift));
	return object;
}
