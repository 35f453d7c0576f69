/* cell_flags.c - what else went on while a cell was measured, and the words for
 * a row that should not be trusted as it stands. */
#include "worker/cell_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/text.h"
#include "measure/pin.h"

/* A cell that gets less than this share of its pace is behind. */
#define PACE_KEPT 0.99
/* Below so many times the harness's own time an operation is mostly that. */
#define FLOOR_TIMES 3

void cell_add_flag(struct result_row *row, const char *word)
{
	char *flags = row->flags ? text_format("%s %s", row->flags, word)
	                         : text_copy(word);

	if (!flags)
		return;
	free(row->flags);
	row->flags = flags;
}

/* All measured slices, one after the other. */
static struct disturbance all_slices(const struct cell_run *run)
{
	struct disturbance all = run->slices[0].disturbance;

	for (unsigned i = 1; i < run->done; i++) {
		const struct disturbance *one = &run->slices[i].disturbance;

		window_add_disturbance(&all, one);
		all.ns += one->ns;
		all.steal += one->steal;
		all.busy += one->busy;
		all.all += one->all;
		for (int k = 0; k < DISTURBANCE_KINDS; k++)
			all.pressure_us[k] += one->pressure_us[k];
	}
	return all;
}

static uint64_t count_of(double value)
{
	return isnan(value) ? RESULT_NO_COUNT : (uint64_t)value;
}

void cell_fill_disturbance(const struct cell_run *run, struct result_row *row)
{
	struct disturbance all = all_slices(run);

	row->run_delay_s = all.run_delay_ns / 1e9;
	row->switches = count_of(all.voluntary);
	row->preemptions = count_of(all.involuntary);
	row->minor_faults = count_of(all.minor_faults);
	row->major_faults = count_of(all.major_faults);
	row->steal = disturbance_steal(&all);
	row->psi_cpu = disturbance_pressure(&all, DISTURBANCE_CPU);
	row->psi_io = disturbance_pressure(&all, DISTURBANCE_IO);
	row->psi_memory = disturbance_pressure(&all, DISTURBANCE_MEMORY);
}

/* How many processors "0-3,8" names. */
static unsigned long count_allowed(const char *list)
{
	unsigned long count = 0;

	while (list && *list) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (end == list)
			break;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		count += last - first + 1;
		list = *end == ',' ? end + 1 : end;
	}
	return count;
}

bool cell_has_room(unsigned threads, const uint64_t *cpus, size_t cpu_count,
                   const char *allowed)
{
	if (!cpu_count)
		return !allowed || threads <= count_allowed(allowed);
	/* Pinned in turn: does anyone get a processor that is taken? */
	for (unsigned i = 0; i < threads; i++)
		for (unsigned k = 0; k < i; k++)
			if (cpus[i % cpu_count] == cpus[k % cpu_count])
				return false;
	return true;
}

/* Where a cell's own threads wait for each other, or for the server that they
 * talk to, waiting is what is measured, and no disturbance. */
static bool delays_itself(const struct cell_run *run)
{
	const struct job *job = run->job;
	char *allowed;
	bool room;

	if (job->near)
		return true;
	allowed = pin_allowed();
	room = cell_has_room(run->team->count, job->cpus, job->cpu_count, allowed);
	free(allowed);
	return !room;
}

static void flag_disturbance(const struct cell_run *run, struct result_row *row)
{
	struct disturbance all = all_slices(run);
	unsigned flags;

	/* A simulation's time knows no machine. */
	if (run->team->backend->clock_ns)
		return;
	/* Of the mean thread: a share of all threads' time. */
	all.voluntary /= run->team->count;
	all.run_delay_ns = delays_itself(run) ? (double)NAN
	                                      : all.run_delay_ns / run->team->count;
	flags = disturbance_flags(&all, row->drift_ppm);
	for (unsigned i = 0; i < DISTURBANCE_FLAGS; i++)
		if (flags & 1u << i)
			cell_add_flag(row, disturbance_flag_name(1u << i));
}

static void flag_pace(const struct cell_run *run, struct result_row *row)
{
	const struct job *job = run->job;

	if (row->pace &&
	    (job->rate_ops > 0 ? row->ops_per_s < PACE_KEPT * job->rate_ops
	                       : row->throughput < PACE_KEPT * job->rate_bytes))
		cell_add_flag(row, "behind");
}

static void flag_floor(const struct cell_run *run, struct result_row *row)
{
	double mean_us = isnan(row->service_mean_us) ? row->lat_mean_us
	                                             : row->service_mean_us;
	/* The cell is over: its records' memory is free. */
	const struct data_pool *room = &run->team->board->members[0].lane.data;
	double ns;

	if (run->team->backend->clock_ns)
		return;
	ns = floors_find(&run->place->floors, run->cell, room->bytes ? room : NULL,
	                 &run->team->board->clock);
	row->floor_us = ns / 1e3;
	if (mean_us <= FLOOR_TIMES * row->floor_us)
		cell_add_flag(row, "harness_bound");
}

void cell_fill_flags(const struct cell_run *run, int error,
                     struct result_row *row)
{
	if (error == -ETIMEDOUT && run->done < run->room)
		cell_add_flag(row, "short");
	if (run->unsteady)
		cell_add_flag(row, "unsteady");
	flag_pace(run, row);
	flag_disturbance(run, row);
	flag_floor(run, row);
}
