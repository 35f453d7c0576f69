/* team.c - members on two barriers; a single one needs none. */
#include "worker/team.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "worker/fork.h"
#include "worker/session.h"

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct member *member = arg;

	if (member->facts)
		json_object_set_new(member->facts, key, json_string(value));
}

static void take_step(struct member *member)
{
	member->result = member->team->board->step(member);
	snprintf(member->words, sizeof member->words, "%s",
	         member->lane.why ? member->lane.why : "");
}

/* What a member does until it is told to end. */
static void *live(void *arg)
{
	struct member *member = arg;
	struct team_board *board = member->team->board;

	for (;;) {
		pthread_barrier_wait(&board->start);
		if (!board->step)
			return NULL;
		take_step(member);
		pthread_barrier_wait(&board->end);
	}
}

/* Then the leader is the member: a thread would have to be woken, and wake its
 * leader, at each step of a cell. */
static bool is_alone(const struct team *team)
{
	return team->count == 1;
}

/* Has all members take the step; NULL ends them. */
static void lead(struct team *team)
{
	struct team_board *board = team->board;

	if (is_alone(team)) {
		if (board->step)
			take_step(&board->members[0]);
		return;
	}
	pthread_barrier_wait(&board->start);
	if (board->step)
		pthread_barrier_wait(&board->end);
}

int team_run(struct team *team, int (*step)(struct member *))
{
	struct team_board *board = team->board;
	int late = 0;

	board->step = step;
	lead(team);
	if (!step)
		return 0;
	for (unsigned i = 0; i < team->count; i++) {
		int result = board->members[i].result;

		if (result && result != -ETIMEDOUT)
			return result;
		if (result)
			late = result;
	}
	return late;
}

const char *team_why(const struct team *team, int error)
{
	for (unsigned i = 0; i < team->count; i++) {
		const struct member *member = &team->board->members[i];

		if (member->result == error && *member->words)
			return member->words;
	}
	return NULL;
}

static void free_member(struct member *member)
{
	workload_clear(&member->lane);
	free(member->lane.name);
	free(member->lane.shared_name);
	host_ctx_free(member->lane.ctx);
	json_decref(member->facts);
}

static int init_member(struct team *team, unsigned index)
{
	struct member *member = &team->board->members[index];
	struct host_sinks sinks = {.arg = member, .fact = keep_fact};

	member->team = team;
	member->facts = json_object();
	member->lane.backend = team->backend;
	member->lane.index = index;
	member->lane.latency = &member->latency;
	member->lane.verbs = member->verbs;
	member->lane.clock = &team->board->clock;
	member->sources = (struct disturbance_sources){-1, -1, {-1, -1, -1}};
	member->lane.ctx = host_ctx_new(&sinks);
	member->lane.name = job_file_name(team->job, team->backend, index);
	member->lane.shared_name = job_file_name(team->job, team->backend, 0);
	histogram_reset(&member->latency);
	return member->facts && member->lane.ctx && member->lane.name &&
	                       member->lane.shared_name
	               ? 0
	               : -ENOMEM;
}

static int make_board(struct team *team)
{
	pthread_barrierattr_t shared;
	void *map;

	team->board_size =
	        sizeof *team->board + team->count * sizeof team->board->members[0];
	map = mmap(NULL, team->board_size, PROT_READ | PROT_WRITE,
	           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return -ENOMEM;
	team->board = map;
	/* Until somebody chooses another. */
	team->board->clock = (struct clock_source){.kind = CLOCK_SYSTEM,
	                                           .ns_per_tick = 1,
	                                           .calibrated_ns_per_tick = 1};
	team->board->turn = -1;
	pthread_barrierattr_init(&shared);
	pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&team->board->start, &shared, team->count + 1);
	pthread_barrier_init(&team->board->end, &shared, team->count + 1);
	pthread_barrierattr_destroy(&shared);
	return 0;
}

/* The life of a forked member; it ends with the process. */
static void be_process(struct member *member)
{
	live(member);
	member->team->target.leave(member->team->target.arg);
	free_member(member);
}

static int fork_members(struct team *team, char **why)
{
	for (unsigned i = 1; i < team->count; i++) {
		int error = fork_member(&team->board->members[i], be_process);

		if (error)
			return failure(why, -error,
			               "process %u of %u cannot be started: %s; "
			               "ask for fewer threads",
			               i + 1, team->count, strerror(-error));
	}
	fork_watch(team->board->members, team->count);
	return 0;
}

int team_make(struct team *team, const struct job *job,
              const struct bench_backend *backend,
              const struct team_target *target, char **why)
{
	*team = (struct team){.count = job->threads,
	                      .job = job,
	                      .backend = backend,
	                      .target = *target};
	if (make_board(team))
		return failure(why, ENOMEM, "no memory for %u threads", job->threads);
	for (unsigned i = 0; i < team->count; i++)
		if (init_member(team, i))
			return failure(why, ENOMEM, "no memory for %u threads",
			               job->threads);
	if (backend->threads == BENCH_ONE_PER_PROCESS)
		return fork_members(team, why);
	return 0;
}

static int start_threads(struct team *team, char **why)
{
	for (unsigned i = 0; i < team->count; i++) {
		struct member *member = &team->board->members[i];
		int error =
		        member->pid || is_alone(team)
		                ? 0
		                : pthread_create(&member->thread, NULL, live, member);

		if (error)
			return failure(why, error,
			               "thread %u of %u cannot be started: %s; "
			               "ask for fewer threads",
			               i + 1, team->count, strerror(error));
		team->started++;
	}
	return 0;
}

int team_open(struct team *team, char **why)
{
	const char *said;
	int error = start_threads(team, why);

	if (error)
		return error;
	error = team_run(team, session_open);
	if (!error)
		return 0;
	said = team_why(team, error);
	return failure(why, -error, "%s", said ? said : strerror(-error));
}

/* Members that were never told to go. */
static void abandon(struct team *team)
{
	fork_unwatch();
	for (unsigned i = 0; i < team->count; i++) {
		struct member *member = &team->board->members[i];

		if (member->pid) {
			kill(member->pid, SIGKILL);
			fork_wait(member);
		}
	}
}

static void end_members(struct team *team)
{
	team_run(team, session_close);
	fork_unwatch();
	team_run(team, NULL);
	for (unsigned i = 0; i < team->count; i++) {
		struct member *member = &team->board->members[i];

		if (member->pid)
			fork_wait(member);
		else if (!is_alone(team))
			pthread_join(member->thread, NULL);
	}
	pthread_barrier_destroy(&team->board->start);
	pthread_barrier_destroy(&team->board->end);
}

void team_close(struct team *team)
{
	if (!team->board)
		return;
	if (team->started == team->count)
		end_members(team);
	else if (team->started == 0)
		abandon(team);
	else
		/* Some wait for ever at the barrier; the process ends soon and
		 * takes them along. */
		return;
	for (unsigned i = 0; i < team->count; i++)
		free_member(&team->board->members[i]);
	munmap(team->board, team->board_size);
	memset(team, 0, sizeof *team);
}
