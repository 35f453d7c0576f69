/* team.c - threads on two barriers. */
#include "worker/team.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "plugin/host.h"

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct member *member = arg;

	if (member->facts)
		json_object_set_new(member->facts, key, json_string(value));
}

static void *live(void *arg)
{
	struct member *member = arg;
	struct team *team = member->team;

	for (;;) {
		pthread_barrier_wait(&team->start);
		if (!team->step)
			return NULL;
		member->result = team->step(member, team->arg);
		pthread_barrier_wait(&team->end);
	}
}

int team_run(struct team *team, int (*step)(struct member *, void *), void *arg)
{
	int late = 0;

	team->step = step;
	team->arg = arg;
	pthread_barrier_wait(&team->start);
	if (!step)
		return 0;
	pthread_barrier_wait(&team->end);
	for (unsigned i = 0; i < team->count; i++) {
		int result = team->members[i].result;

		if (result && result != -ETIMEDOUT)
			return result;
		if (result)
			late = result;
	}
	return late;
}

const char *team_why(const struct team *team, int error)
{
	for (unsigned i = 0; i < team->count; i++)
		if (team->members[i].result == error)
			return team->members[i].lane.why;
	return NULL;
}

/* What a session needs to know. */
struct opening {
	const struct job *job;
	void *target;
};

static int open_session(struct member *member, void *arg)
{
	const struct opening *opening = arg;
	struct workload_lane *lane = &member->lane;
	struct bench_who who = {.size = sizeof who,
	                        .ranks = 1,
	                        .worker = lane->index,
	                        .workers = member->team->count,
	                        .depth = opening->job->depth};
	int error = lane->backend->session_open(opening->target, &who, lane->ctx,
	                                        &lane->session);

	if (error < 0) {
		lane->session = NULL;
		lane->error = error;
		lane->why = host_ctx_explain(lane->ctx, error, "session");
	}
	return error;
}

static int close_session(struct member *member, void *arg)
{
	struct workload_lane *lane = &member->lane;

	(void)arg;
	workload_close(lane);
	if (lane->session)
		lane->backend->session_close(lane->session);
	lane->session = NULL;
	return 0;
}

static int init_member(struct team *team, unsigned index, const struct job *job,
                       const struct bench_backend *backend)
{
	struct member *member = &team->members[index];
	struct host_sinks sinks = {.arg = member, .fact = keep_fact};

	member->team = team;
	member->facts = json_object();
	member->lane.backend = backend;
	member->lane.index = index;
	member->lane.latency = &member->latency;
	member->lane.ctx = host_ctx_new(&sinks);
	member->lane.name = job_file_name(job, backend, index);
	histogram_reset(&member->latency);
	return member->facts && member->lane.ctx && member->lane.name ? 0 : -ENOMEM;
}

/* The barriers count on all threads: where one cannot be started, those that
 * were are cancelled while they wait. */
static int start_threads(struct team *team, char **why)
{
	for (unsigned i = 0; i < team->count; i++) {
		int error = pthread_create(&team->members[i].thread, NULL, live,
		                           &team->members[i]);

		if (error)
			return failure(why, error,
			               "thread %u of %u cannot be started: %s; "
			               "ask for fewer threads",
			               i + 1, team->count, strerror(error));
		team->started++;
	}
	return 0;
}

int team_open(struct team *team, const struct job *job,
              const struct bench_backend *backend, void *target, char **why)
{
	struct opening opening = {job, target};
	const char *said;
	int error;

	memset(team, 0, sizeof *team);
	team->members = calloc(job->threads, sizeof *team->members);
	if (!team->members)
		return failure(why, ENOMEM, "no memory for %u threads", job->threads);
	team->count = job->threads;
	pthread_barrier_init(&team->start, NULL, team->count + 1);
	pthread_barrier_init(&team->end, NULL, team->count + 1);
	for (unsigned i = 0; i < team->count; i++)
		if (init_member(team, i, job, backend))
			return failure(why, ENOMEM, "no memory for %u threads",
			               job->threads);
	error = start_threads(team, why);
	if (error)
		return error;
	error = team_run(team, open_session, &opening);
	if (!error)
		return 0;
	said = team_why(team, error);
	return failure(why, -error, "%s", said ? said : strerror(-error));
}

static void free_member(struct member *member)
{
	workload_clear(&member->lane);
	free(member->lane.name);
	host_ctx_free(member->lane.ctx);
	json_decref(member->facts);
}

void team_close(struct team *team)
{
	if (!team->members)
		return;
	if (team->started == team->count) {
		team_run(team, close_session, NULL);
		team_run(team, NULL, NULL);
		for (unsigned i = 0; i < team->count; i++)
			pthread_join(team->members[i].thread, NULL);
		pthread_barrier_destroy(&team->start);
		pthread_barrier_destroy(&team->end);
		for (unsigned i = 0; i < team->count; i++)
			free_member(&team->members[i]);
		free(team->members);
	}
	/* Else some threads wait for ever at the barrier; the process ends soon
	 * and takes them along. */
	memset(team, 0, sizeof *team);
}
