/* check_workers.c - several sessions at the same time, each with its own file:
 * on threads, or in processes where the backend has one session in each. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kit/parts.h"
#include "measure/clock.h"
#include "plugin/host.h"

#define WORKERS  KIT_LANES
#define LEAST_NS (CLOCK_NS_PER_S / 4)
#define PASSES   8u

struct worker {
	struct kit_lane lane;
	const char *name;
	pthread_t thread;
	pid_t pid;
	bool started;
};

/* The passes of all run side by side for a while. */
static int work(struct worker *worker)
{
	struct kit_lane *lane = &worker->lane;
	const struct kit *kit = lane->kit;
	const struct bench_backend *backend = kit->backend;
	size_t record = kit_record(kit, 16384);
	uint64_t size = kit_size(kit, 8 * (uint64_t)record);
	int64_t end_ns = clock_now_ns() + LEAST_NS;
	int error = 0;

	for (unsigned pass = 0;
	     !error && (pass < PASSES || clock_now_ns() < end_ns); pass++) {
		struct bench_pattern pattern = kit_pattern(100 + lane->number, pass);

		if (backend->unlink)
			(void)kit_unlink(lane, worker->name);
		else if (pass > 0 && kit_keeps(kit))
			break;
		if (backend->write)
			error = kit_make(lane, worker->name, size, record, &pattern);
		if (!error && backend->read && (backend->write || !kit_keeps(kit)))
			error = kit_verify(lane, worker->name, size, record,
			                   kit_keeps(kit) ? &pattern : NULL);
	}
	return error;
}

static void *live(void *arg)
{
	struct worker *worker = arg;

	if (kit_session_open(&worker->lane, 1) == 0)
		(void)work(worker);
	kit_session_close(&worker->lane);
	return NULL;
}

static int name_workers(struct kit *kit, struct worker *workers)
{
	for (unsigned i = 0; i < WORKERS; i++) {
		char stem[32];

		snprintf(stem, sizeof stem, "worker-%u", i);
		workers[i].lane.kit = kit;
		workers[i].lane.number = i;
		workers[i].name = kit_name(kit, stem);
		if (!workers[i].name)
			return kit_found(&kit->lane, NULL, "memory");
	}
	return 0;
}

static int on_threads(struct kit *kit, struct worker *workers)
{
	int error = kit_begin(kit, false);

	if (error || (error = name_workers(kit, workers)))
		goto done;
	/* As the harness has it: nothing but the workers' sessions. */
	kit_session_close(&kit->lane);
	for (unsigned i = 0; i < WORKERS; i++)
		workers[i].started = pthread_create(&workers[i].thread, NULL, live,
		                                    &workers[i]) == 0;
	for (unsigned i = 0; i < WORKERS; i++)
		if (workers[i].started)
			pthread_join(workers[i].thread, NULL);
		else
			error = kit_found(&kit->lane, NULL, "a thread");
	if (!atomic_load(&kit->board->settled))
		error = kit_session_open(&kit->lane, 1);
done:
	kit_end(kit);
	return error;
}

/* One session in a process -------------------------------------------------
 */

/* The worker's own target, session and file; what it stored may be gone with
 * its process, so it removes the file itself. */
static _Noreturn void live_alone(struct kit *kit, struct worker *worker)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	kit->lane.number = worker->lane.number;
	if (kit_begin(kit, false) == 0) {
		worker->lane = kit->lane;
		(void)work(worker);
		if (kit->backend->unlink)
			(void)kit_unlink(&kit->lane, worker->name);
	}
	kit_session_close(&kit->lane);
	kit_target_close(kit);
	kit_finish(kit);
	_exit(0);
}

static int await(struct kit *kit, const struct worker *worker)
{
	struct kit_lane lane = {.kit = kit, .number = worker->lane.number};
	int status = 0;

	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	return kit_found(&lane, kit_end_words(status), "to return");
}

static int in_processes(struct kit *kit, struct worker *workers)
{
	int error = name_workers(kit, workers);

	if (error)
		return error;
	for (unsigned i = 0; i < WORKERS; i++) {
		workers[i].pid = fork();
		if (workers[i].pid == 0)
			live_alone(kit, &workers[i]);
	}
	for (unsigned i = 0; i < WORKERS; i++) {
		int failed = workers[i].pid < 0
		                     ? kit_found(&kit->lane, NULL, "a process")
		                     : await(kit, &workers[i]);

		error = error ? error : failed;
	}
	/* What they made is removed from here. */
	if (!error && kit_begin(kit, false) == 0)
		kit_end(kit);
	return error;
}

int kit_workers(struct kit *kit)
{
	struct worker workers[WORKERS] = {0};

	return kit_many_sessions(kit) ? on_threads(kit, workers)
	                              : in_processes(kit, workers);
}
