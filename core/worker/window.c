/* window.c - starts a slice on all members, and adds up what came of it. */
#include "worker/window.h"

#include <errno.h>
#include <string.h>
#include "config/config.h"

/* Lanes on a clock of their own take turns: who is first there is not who is
 * first in the time of this machine.  So often the order is tried. */
#define TURNS_AT_MOST 3

/* The lane's part, inside of the limits that the board sets. */
static int run_lane(struct member *member)
{
	struct team_board *board = member->team->board;
	struct workload_lane *lane = &member->lane;
	int64_t deadline_ns = lane->deadline_ns, end_ns = 0;
	int error;

	if (board->limit_ns) {
		end_ns = workload_now_ns(lane) + board->limit_ns;
		if (end_ns < deadline_ns)
			lane->deadline_ns = end_ns;
	}
	lane->stop = board->first_ends_all ? &board->stop : NULL;
	lane->until_ns =
	        board->time_ns ? workload_now_ns(lane) + board->time_ns : 0;
	error = workload_slice(lane, board->passes);
	lane->until_ns = 0;
	lane->stop = NULL;
	if (error == -ETIMEDOUT && lane->deadline_ns == end_ns) {
		workload_clear(lane);
		lane->tally.cut = true;
		error = 0;
	}
	lane->deadline_ns = deadline_ns;
	return error;
}

static int step_slice(struct member *member)
{
	const struct team_board *board = member->team->board;
	struct disturbance calm, after;
	struct cpu_time before, used;
	int error;

	if (board->turn >= 0 && (unsigned)board->turn != member->lane.index)
		return 0;
	histogram_reset(&member->latency);
	histogram_reset(&member->service);
	for (unsigned i = 0; board->cell.test->verbs && i < WORKLOAD_VERBS; i++)
		histogram_reset(&member->verbs[i]);
	if (member->pid)
		cpu_read(&before);
	disturbance_read(&member->sources, &calm);
	error = run_lane(member);
	disturbance_read(&member->sources, &after);
	disturbance_difference(&calm, &after, &member->disturbance);
	if (member->pid) {
		cpu_read(&used);
		cpu_difference(&before, &used, &member->cpu);
	}
	member->verified_bytes += member->lane.tally.verified_bytes;
	return error;
}

static int64_t counted_ns(const struct workload_tally *tally, unsigned include)
{
	return tally->io_ns + (include & CONFIG_INCLUDE_OPEN ? tally->open_ns : 0) +
	       (include & CONFIG_INCLUDE_FLUSH ? tally->flush_ns : 0) +
	       (include & CONFIG_INCLUDE_CLOSE ? tally->close_ns : 0);
}

/* The lane's own rate, among those of the others. */
static void take_rate(struct slice *slice, double rate, bool first)
{
	slice->sum += rate;
	if (first || rate < slice->slowest)
		slice->slowest = rate;
	if (first || rate > slice->fastest)
		slice->fastest = rate;
}

void window_collect(const struct team *team, struct slice *slice)
{
	const struct workload_test *test = team->board->cell.test;
	unsigned include = team->job->include | (test ? test->include : 0);
	int64_t start = INT64_MAX, end = INT64_MIN, idle = INT64_MAX, slowest = -1;

	slice->by_ops = test && !workload_counts_bytes(test);
	for (unsigned i = 0; i < team->count; i++) {
		const struct member *member = &team->board->members[i];
		const struct workload_tally *tally = &member->lane.tally;
		int64_t ns = counted_ns(tally, include);
		int64_t untimed = tally->end_ns - tally->start_ns - ns;
		/* Clocks of sessions need not agree; all start together. */
		int64_t zero = team->backend->clock_ns ? tally->start_ns : 0;

		slice->bytes += tally->bytes;
		slice->ops += tally->ops;
		slice->reads += tally->reads;
		if (tally->passes > slice->passes)
			slice->passes = tally->passes;
		start = tally->start_ns - zero < start ? tally->start_ns - zero : start;
		end = tally->end_ns - zero > end ? tally->end_ns - zero : end;
		idle = untimed < idle ? untimed : idle;
		if (ns > slowest) {
			slowest = ns;
			slice->tally = *tally;
		}
		take_rate(slice, ns > 0 ? (double)tally->bytes * 1e9 / (double)ns : 0,
		          i == 0);
		if (i == 0)
			slice->disturbance = member->disturbance;
		else
			window_add_disturbance(&slice->disturbance, &member->disturbance);
	}
	slice->elapsed_ns = end - start - idle;
}

void window_add_disturbance(struct disturbance *into,
                            const struct disturbance *from)
{
	into->run_delay_ns += from->run_delay_ns;
	into->voluntary += from->voluntary;
	into->involuntary += from->involuntary;
	into->minor_faults += from->minor_faults;
	into->major_faults += from->major_faults;
}

/* The lane that is done first in its own time; *length of what it did. */
static unsigned first_done(const struct team *team, int64_t *length)
{
	unsigned first = 0;

	*length = INT64_MAX;
	for (unsigned i = 0; i < team->count; i++) {
		const struct workload_tally *tally =
		        &team->board->members[i].lane.tally;

		if (!tally->cut && tally->end_ns - tally->start_ns < *length) {
			*length = tally->end_ns - tally->start_ns;
			first = i;
		}
	}
	return first;
}

/* One lane does all of its work, and the others what they can in that time. */
static int take_turns(struct team *team, unsigned first)
{
	struct team_board *board = team->board;
	int error = 0;

	board->limit_ns = 0;
	for (unsigned i = 0; i < team->count && !error; i++) {
		const struct workload_tally *tally = &board->members[first].lane.tally;

		board->turn = (int)(i == 0 ? first : i <= first ? i - 1 : i);
		error = team_run(team, step_slice);
		if (i == 0)
			board->limit_ns = tally->end_ns - tally->start_ns;
	}
	board->turn = -1;
	board->limit_ns = 0;
	return error;
}

/* The first by the clocks of the sessions is known only when all have run. */
static int run_by_turns(struct team *team)
{
	unsigned first = team->board->first_of_turns, next = first;
	int64_t length;
	int error = 0;

	for (int i = 0; i < TURNS_AT_MOST && !error; i++) {
		first = next;
		error = take_turns(team, first);
		if (!error)
			next = first_done(team, &length);
		if (next == first)
			break;
	}
	team->board->first_of_turns = first;
	return error;
}

static int run_members(struct team *team)
{
	const struct workload_test *test = team->board->cell.test;
	bool shared = test && test->shared;
	bool first_ends_all = team->count > 1 && !team->job->wearout &&
	                      !team->board->time_ns && !shared;

	if (first_ends_all && team->backend->clock_ns)
		return run_by_turns(team);
	team->board->first_ends_all = first_ends_all;
	atomic_store(&team->board->stop, false);
	return team_run(team, step_slice);
}

int window_run(struct team *team, uint64_t passes, struct slice *slice)
{
	struct cpu_time before, after;
	int error;

	memset(slice, 0, sizeof *slice);
	team->board->passes = passes;
	cpu_read(&before);
	error = run_members(team);
	cpu_read(&after);
	cpu_difference(&before, &after, &slice->cpu);
	for (unsigned i = 0; i < team->count; i++) {
		const struct member *member = &team->board->members[i];

		if (!member->pid)
			continue;
		slice->cpu.process_ns += member->cpu.process_ns;
		slice->cpu.user_ns += member->cpu.user_ns;
		slice->cpu.system_ns += member->cpu.system_ns;
	}
	window_collect(team, slice);
	return error;
}

double window_rate(const struct slice *slice)
{
	bool by_ops = slice->by_ops || !slice->bytes;
	double work = by_ops ? (double)slice->ops : (double)slice->bytes;

	return slice->elapsed_ns > 0 ? work * 1e9 / (double)slice->elapsed_ns : 0;
}
