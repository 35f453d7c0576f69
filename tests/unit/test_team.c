/* test_team.c - members on their processors, and warming up by the rule. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "cell_rig.h"
#include "worker/warm.h"
#include "worker/window.h"

static void refuses_a_processor_that_is_not_there(void)
{
	struct rig rig;

	rig_init(&rig);
	rig.job.threads = 2;
	rig.job.cpus = (uint64_t[]){4000};
	rig.job.cpu_count = 1;
	CU_ASSERT_EQUAL(rig_open(&rig), -EINVAL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(rig.why);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig.why, "processor 4000 may not be used"));
	rig_close(&rig);
}

/* A processor that this process may use. */
static unsigned allowed_cpu(void)
{
	cpu_set_t set;
	unsigned cpu = 0;

	CPU_ZERO(&set);
	sched_getaffinity(0, sizeof set, &set);
	while (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}

static int step_where(struct member *member)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set))
		return -errno;
	return CPU_COUNT(&set) == 1 && CPU_ISSET(member->team->job->cpus[0], &set)
	               ? 0
	               : -ECHRNG;
}

static void pins_its_members(void)
{
	struct rig rig;
	const struct result_row *row;
	char expected[64];
	uint64_t cpu = allowed_cpu();

	rig_init(&rig);
	rig.job.threads = 3;
	rig.job.cpus = &cpu;
	rig.job.cpu_count = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	CU_ASSERT_EQUAL(team_run(&rig.team, step_where), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	snprintf(expected, sizeof expected, "%u %u %u", (unsigned)cpu,
	         (unsigned)cpu, (unsigned)cpu);
	CU_ASSERT_STRING_EQUAL(row->cpus ? row->cpus : "", expected);
	rig_close(&rig);
}

/* What a made-up board comes to. */
static void adds_members_up(void)
{
	struct rig rig;
	struct slice slice;
	struct member *members;

	rig_init(&rig);
	rig.script.real = true;
	rig.job.threads = 3;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	members = rig.team.board->members;
	for (unsigned i = 0; i < 3; i++) {
		members[i].lane.tally = (struct workload_tally){
		        .passes = i,
		        .bytes = 1000 * (i + 1),
		        .ops = i + 1,
		        .open_ns = 5,
		        .io_ns = 100 + 10 * i,
		        .flush_ns = 20,
		        .start_ns = 1000 + i,
		        /* 30 ns and more of it timed for nobody. */
		        .end_ns = 1000 + i + 100 + 10 * i + 20 + 30 + i};
		members[i].disturbance = (struct disturbance){
		        .ns = 150, .run_delay_ns = 10, .voluntary = i, .steal = 7};
	}
	memset(&slice, 0, sizeof slice);
	window_collect(&rig.team, &slice);
	CU_ASSERT_EQUAL(slice.bytes, 6000);
	CU_ASSERT_EQUAL(slice.ops, 6);
	CU_ASSERT_EQUAL(slice.passes, 2);
	/* From 1000 to 1174, less 30. */
	CU_ASSERT_EQUAL(slice.elapsed_ns, 144);
	CU_ASSERT_EQUAL(slice.tally.io_ns, 120);
	CU_ASSERT_DOUBLE_EQUAL(slice.slowest, 1000 * 1e9 / 120, 1);
	CU_ASSERT_DOUBLE_EQUAL(slice.fastest, 3000 * 1e9 / 140, 1);
	CU_ASSERT_DOUBLE_EQUAL(
	        slice.sum, 1000 * 1e9 / 120 + 2000 * 1e9 / 130 + 3000 * 1e9 / 140,
	        1);
	CU_ASSERT_DOUBLE_EQUAL(window_rate(&slice), 6000 * 1e9 / 144, 1);
	CU_ASSERT_EQUAL(slice.disturbance.ns, 150);
	CU_ASSERT_EQUAL(slice.disturbance.run_delay_ns, 30);
	CU_ASSERT_EQUAL(slice.disturbance.voluntary, 3);
	CU_ASSERT_EQUAL(slice.disturbance.steal, 7);
	rig_close(&rig);
}

static void is_warm_when_flat(void)
{
	static const struct {
		double rates[9];
		int64_t window_ns;
		unsigned count;
		enum warm_state end;
	} series[] = {
	        {{100, 100, 100, 100, 100}, 5000000, 5, WARM_FLAT},
	        {{50, 80, 100, 101, 99, 100, 100}, 5000000, 7, WARM_FLAT},
	        /* Within the range, but climbing. */
	        {{100, 101, 102, 103, 104, 104, 104, 104}, 5000000, 8, WARM_FLAT},
	        {{100, 101, 102, 103, 104, 105, 106, 107},
	         5000000,
	         8,
	         WARM_TIMEOUT},
	        {{100, 90, 100, 90, 100, 90, 100, 90}, 5000000, 8, WARM_TIMEOUT},
	        /* Four windows fill a second. */
	        {{100, 100, 100, 100}, 250000000, 4, WARM_TIMEOUT},
	        {{100, 100, 100, 100, 100}, 240000000, 5, WARM_FLAT},
	        {{0, 0, 0, 0, 0, 0, 0, 0}, 5000000, 8, WARM_TIMEOUT},
	};

	for (size_t i = 0; i < sizeof series / sizeof series[0]; i++) {
		struct warm warm = {.count = 0};

		for (unsigned k = 0; k + 1 < series[i].count; k++)
			CU_ASSERT_EQUAL(
			        warm_add(&warm, series[i].rates[k], series[i].window_ns),
			        WARM_NOT_YET);
		CU_ASSERT_EQUAL(warm_add(&warm, series[i].rates[series[i].count - 1],
		                         series[i].window_ns),
		                series[i].end);
	}
}

static void fills_a_slice(void)
{
	struct warm warm = {.rates = {100, 50, 400}, .count = 3};

	CU_ASSERT_EQUAL(warm_last_to_median(&warm), 4);
	warm.count = 0;
	CU_ASSERT_EQUAL(warm_last_to_median(&warm), 1);
	CU_ASSERT_EQUAL(warm_passes(1, 20, 20), 1);
	CU_ASSERT_EQUAL(warm_passes(1, 21, 20), 1);
	CU_ASSERT_EQUAL(warm_passes(1, 19, 20), 2);
	CU_ASSERT_EQUAL(warm_passes(4, 64000, 160000), 10);
	CU_ASSERT_EQUAL(warm_passes(4, 64001, 160000), 10);
	CU_ASSERT_EQUAL(warm_passes(4, 63999, 160000), 11);
	CU_ASSERT_EQUAL(warm_passes(1, 0, 7), 7);
}

static CU_TestInfo cases[] = {{"refuses a processor that is not there",
                               refuses_a_processor_that_is_not_there},
                              {"pins its members", pins_its_members},
                              {"adds members up", adds_members_up},
                              {"is warm when flat", is_warm_when_flat},
                              {"fills a slice", fills_a_slice},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(team, cases)
