/* item.c - one round of one target in one block: a worker, or more than one
 * where a worker was lost on the way. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "measure/clock.h"
#include "measure/cpu.h"
#include "result/environment.h"

struct item {
	struct run *run;
	size_t block, target;
	size_t *left; /* plan cells still to be measured, in order */
	size_t left_count;
	size_t rows_in_job; /* rows that the worker at work has sent */
	bool measuring;     /* left[rows_in_job] was started */
	int64_t server_ns;  /* its server's processor time so far; -1: not known */
	int64_t cells_ns;   /* spent on cells, of all of the item's time */
	char started_utc[32];
	struct result_row *rows; /* for the observer */
	size_t row_count;
};

/* Writes a row of a plan cell and keeps it for the observer, who gets it with
 * the others.  The row's strings go over to the item. */
static void take_row(struct item *item, size_t index, struct result_row *row,
                     const struct run_extras *extras)
{
	struct run *run = item->run;

	run_write_row(run, &run->plan->cells[index], run->round, row, extras);
	if (!isnan(row->throughput))
		run->rate = row->throughput;
	item->rows[item->row_count++] = *row;
	result_row_init(row);
}

static void take_failure(struct item *item, size_t index,
                         enum result_status status, const char *why,
                         const char *flags)
{
	struct result_row row;

	result_row_init(&row);
	row.status = status;
	result_set_text(&row.error, why);
	result_set_text(&row.flags, flags);
	take_row(item, index, &row, &(struct run_extras){0});
}

/* Processor time of the target's server so far; -1 where bench started none. */
static int64_t read_server(const struct item *item)
{
	const struct child *child = &item->run->targets[item->target].fixture.child;
	pid_t server = child->pid ? child->pid : child->group;
	int64_t ns;

	return server > 0 && cpu_of_tree(server, &ns) == 0 ? ns : -1;
}

/* From one row to the next: then the worker is between two cells. */
static void fill_server(struct item *item, struct result_row *row)
{
	int64_t now = item->server_ns >= 0 ? read_server(item) : -1;

	if (now >= item->server_ns && now >= 0)
		row->cpu_server_s = (double)(now - item->server_ns) / 1e9;
	item->server_ns = now;
}

static void begin_cell(struct item *item)
{
	struct run *run = item->run;

	item->measuring = true;
	run->cell = &run->plan->cells[item->left[item->rows_in_job]];
	run->cell_started_ns = clock_now_ns();
	environment_utc(item->started_utc, sizeof item->started_utc);
	if (item->server_ns < 0)
		item->server_ns = read_server(item);
}

static void end_cell(struct item *item, struct event *event)
{
	struct run *run = item->run;
	struct run_extras extras = {event->latency, event->series,
	                            event->series_count};
	size_t index = item->left[item->rows_in_job];

	if (item->measuring) {
		int64_t ns = clock_now_ns() - run->cell_started_ns;

		run_learn_cell(run, index, ns);
		item->cells_ns += ns;
	}
	fill_server(item, &event->row);
	result_set_text(&event->row.started_utc, item->started_utc);
	take_row(item, index, &event->row, &extras);
	item->rows_in_job++;
	item->measuring = false;
	run->cell = NULL;
}

static void take_event(void *arg, struct event *event)
{
	struct item *item = arg;
	const struct run_observer *observer = &item->run->request->observer;

	if (event->kind == EVENT_NOTE && observer->note)
		observer->note(observer->arg, event->text);
	if (item->rows_in_job >= item->left_count ||
	    event->cell != item->rows_in_job)
		return;
	if (event->kind == EVENT_START)
		begin_cell(item);
	else if (event->kind == EVENT_ROW)
		end_cell(item, event);
}

static void drop_left(struct item *item, size_t count)
{
	item->left_count -= count;
	memmove(item->left, item->left + count,
	        item->left_count * sizeof *item->left);
}

static int make_job(const struct item *item, struct job *job)
{
	const struct plan *plan = item->run->plan;
	const struct plan_cell *first = &plan->cells[item->left[0]];

	run_base_job(item->run, item->target, JOB_BLOCK, job);
	job->file_size = first->file_size;
	job->record_size = first->record_size;
	job->threads = first->threads;
	job->depth = first->depth;
	job->tests = calloc(item->left_count, sizeof *job->tests);
	if (!job->tests)
		return -ENOMEM;
	for (size_t i = 0; i < item->left_count; i++)
		job->tests[i] = (char *)plan->cells[item->left[i]].test->name;
	job->cell_count = item->left_count;
	/* Where there are more, a round is a draw of how a process happens to lie
	 * in memory, and each block draws for itself. */
	job->stay = item->run->config->rounds_max == 1;
	return 0;
}

/* A worker was lost: the cell that it was at gets the blame, the others a new
 * worker.  One that was at no cell takes all of them along, unless it may be
 * that it had ended while it waited for the job. */
static void take_loss(struct item *item, const struct talk_result *result)
{
	struct run *run = item->run;
	enum result_status status =
	        result->end == TALK_HUNG ? RESULT_TIMEOUT : RESULT_ERROR;

	drop_left(item, item->rows_in_job);
	if (item->measuring) {
		take_failure(item, item->left[0], status, result->why, RUN_FLAG_LOST);
		drop_left(item, 1);
	} else if (!result->stayed) {
		for (size_t i = 0; i < item->left_count; i++)
			take_failure(item, item->left[i], status, result->why, NULL);
		item->left_count = 0;
	}
	run_clean_target(run, item->target, false);
}

/* Starts a worker for what is left; false once a signal came. */
static bool run_worker(struct item *item)
{
	struct run *run = item->run;
	struct talk_result result;
	struct job job;
	struct talk with = {.exe = run->request->exe,
	                    .log_fd = run->log_fd,
	                    .signals = &run->signals,
	                    .limit_ns = run_limit_ns(run, item->target),
	                    .arg = item,
	                    .event = take_event,
	                    .tick_arg = run,
	                    .tick = run_tick,
	                    .worker = &run->worker};

	if (run->worker_target != item->target)
		talk_dismiss(&run->worker);
	run->worker_target = item->target;
	item->rows_in_job = 0;
	item->measuring = false;
	item->server_ns = -1;
	if (make_job(item, &job)) {
		run->error = failure(&run->why, ENOMEM, "no memory for a job");
		run_free_job(&job);
		return false;
	}
	talk(&with, &job, &result);
	run_free_job(&job);
	run->cell = NULL;
	if (result.end == TALK_SIGNAL) {
		run->outcome->signal = result.signal;
		item->left_count = 0;
	} else if (result.end == TALK_DONE) {
		drop_left(item, item->rows_in_job);
		for (size_t i = 0; i < item->left_count; i++)
			take_failure(item, item->left[i], RESULT_ERROR,
			             "the worker sent no row for it", NULL);
		item->left_count = 0;
	} else if (result.end == TALK_FAILED) {
		drop_left(item, item->rows_in_job);
		for (size_t i = 0; i < item->left_count; i++)
			take_failure(item, item->left[i], RESULT_ERROR, result.why, NULL);
		item->left_count = 0;
	} else {
		take_loss(item, &result);
	}
	free(result.why);
	return !run->outcome->signal && !run->error;
}

/* The cells of this item that are still to be measured.  Those that hung or
 * crashed too often get their row at once. */
static int choose_cells(struct item *item)
{
	struct run *run = item->run;
	size_t first = 0;
	size_t count =
	        plan_block_target(run->plan, item->block, item->target, &first);

	item->left = calloc(count + 1, sizeof *item->left);
	item->rows = calloc(count + 1, sizeof *item->rows);
	if (!item->left || !item->rows)
		return -ENOMEM;
	for (size_t i = first; i < first + count; i++) {
		if (!run_cell_due(run, i))
			continue;
		if (run->cells[i].strikes < RUN_STRIKES)
			item->left[item->left_count++] = i;
		else
			take_failure(item, i, RESULT_ERROR,
			             "not tried again: it hung or crashed in "
			             "two rounds before this one",
			             NULL);
	}
	return 0;
}

static void show_rows(struct item *item)
{
	const struct run_observer *observer = &item->run->request->observer;

	if (item->row_count && observer->rows)
		observer->rows(observer->arg, item->rows, item->row_count);
	for (size_t i = 0; i < item->row_count; i++)
		result_row_free(&item->rows[i]);
}

bool run_item(struct run *run, size_t block, size_t target)
{
	struct item item = {.run = run, .block = block, .target = target};
	bool go_on = true;

	run->item_started_ns = clock_now_ns();
	if (choose_cells(&item)) {
		run->error = failure(&run->why, ENOMEM, "no memory for rows");
		go_on = false;
	}
	while (go_on && item.left_count)
		go_on = run_worker(&item);
	if (item.cells_ns)
		run_learn_overhead(run, block, target,
		                   clock_now_ns() - run->item_started_ns -
		                           item.cells_ns);
	run->item_started_ns = 0;
	show_rows(&item);
	free(item.left);
	free(item.rows);
	return go_on && !run->error;
}
