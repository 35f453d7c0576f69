/* session.c - a member comes to its processor and to the target. */
#include "worker/session.h"

#include "measure/pin.h"
#include "plugin/host.h"

/* The machine's figures are the same for all; the first member reads them. */
static void open_sources(struct member *member)
{
	struct disturbance_sources *sources = &member->sources;
	struct disturbance_sources shared;

	disturbance_open(sources, "");
	if (member->lane.index == 0)
		return;
	shared = *sources;
	shared.schedstat = -1;
	disturbance_close(&shared);
	shared.schedstat = sources->schedstat;
	*sources = shared;
}

/* Before anything else, so that what a session gets lies near its processor. */
static int pin_member(struct member *member)
{
	const struct job *job = member->team->job;
	struct workload_lane *lane = &member->lane;

	if (!job->cpu_count)
		return 0;
	return lane->error =
	               pin_thread((unsigned)job->cpus[lane->index % job->cpu_count],
	                          &lane->why);
}

int session_open(struct member *member)
{
	struct workload_lane *lane = &member->lane;
	const struct team *team = member->team;
	struct bench_who who = {.size = sizeof who,
	                        .ranks = 1,
	                        .worker = lane->index,
	                        .workers = team->count,
	                        .depth = team->job->depth};
	void *target = NULL;
	int error = pin_member(member);

	if (error)
		return error;
	open_sources(member);
	error = team->target.reach(team->target.arg, &target, &lane->why);
	if (error)
		return lane->error = error;
	error = lane->backend->session_open(target, &who, lane->ctx,
	                                    &lane->session);
	if (error >= 0)
		return 0;
	lane->session = NULL;
	lane->error = error;
	lane->why = host_ctx_explain(lane->ctx, error, "session");
	return error;
}

int session_close(struct member *member)
{
	struct workload_lane *lane = &member->lane;

	workload_close(lane);
	if (lane->session)
		lane->backend->session_close(lane->session);
	lane->session = NULL;
	disturbance_close(&member->sources);
	return 0;
}
