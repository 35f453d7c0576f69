/* test_four_workers.c - four workers at once against one real server, while
 * something else keeps a processor busy: no record may end up in another
 * place, generation or file.  smb has a process for each, nfs a thread. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"
#include "nfs_rig.h"
#include "smb_rig.h"
#include "unit.h"
#include "worker_rig.h"

enum { WORKERS = 4 };
#define DEADLINE (INT64_C(60) * CLOCK_NS_PER_S)

/* A target as the harness has it before it forks: checked, not yet open. */
struct job {
	const struct bench_backend *backend;
	const void *config;
	struct bench_ctx *ctx;
	const char *directory; /* the server's */
	unsigned depth;
	unsigned each; /* workers of a process */
	struct board *board;
};

/* In the forked processes ------------------------------------------------ */

static void be_busy(const struct job *job, unsigned unused)
{
	int64_t end = clock_now_ns() + DEADLINE;

	(void)unused;
	while (atomic_load(&job->board->finished) < WORKERS && clock_now_ns() < end)
		atomic_fetch_add(&job->board->turns, 1);
}

/* Ends the process with 1 where not all of them can come to the start. */
static void be_workers(const struct job *job, unsigned first)
{
	struct worker *workers = &job->board->workers[first];
	pthread_t threads[WORKERS];
	void *target = NULL;
	int error = job->backend->target_open(job->config, job->ctx, &target);

	if (error) {
		workers->ctx = job->ctx;
		worker_fault(workers, "target", 0, error);
		_exit(1);
	}
	for (unsigned i = 0; i < job->each; i++)
		workers[i].target = target;
	for (unsigned i = 1; i < job->each; i++)
		if (pthread_create(&threads[i], NULL, worker_live, &workers[i]))
			_exit(1);
	worker_live(&workers[0]);
	for (unsigned i = 1; i < job->each; i++)
		pthread_join(threads[i], NULL);
	job->backend->target_close(target);
}

static pid_t begin(void (*life)(const struct job *, unsigned),
                   const struct job *job, unsigned first)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		life(job, first);
	_exit(0);
}

/* In the test's own ------------------------------------------------------ */

/* Until all have ended.  After the deadline, or once one came to a bad end, the
 * others are killed: they may wait for it for ever. */
static bool all_end_well(pid_t *pids, unsigned count)
{
	int64_t end = clock_now_ns() + DEADLINE;
	bool well = true;

	for (unsigned i = 0; i < count; i++)
		well = well && pids[i] > 0;
	for (unsigned left = 1; left > 0;) {
		left = 0;
		for (unsigned i = 0; i < count; i++) {
			int status = 0;

			if (pids[i] <= 0)
				continue;
			if (!well)
				kill(pids[i], SIGKILL);
			if (waitpid(pids[i], &status, WNOHANG) == pids[i])
				pids[i] = 0;
			else
				left++;
			well = well && status == 0;
		}
		well = well && (left == 0 || clock_now_ns() < end);
		nanosleep(&(struct timespec){0, 5000000}, NULL);
	}
	return well;
}

static bool run_them(const struct job *job)
{
	pid_t pids[WORKERS + 1];
	unsigned count = 0;

	pids[count++] = begin(be_busy, job, 0);
	for (unsigned first = 0; first < WORKERS; first += job->each)
		pids[count++] = begin(be_workers, job, first);
	return all_end_well(pids, count);
}

static void look_at(const struct job *job, struct worker *w)
{
	char *path = text_format("%s/%s", job->directory, w->name);
	unsigned twice = 0;

	CU_ASSERT(w->good);
	CU_ASSERT(worker_left(w, path));
	for (unsigned i = 0; i < WORKER_RECORDS; i++)
		twice += w->generation[i] == 2;
	CU_ASSERT_EQUAL(twice, WORKER_RECORDS / 2);
	if (*w->why)
		printf("\n    worker %u at depth %u: %s\n", w->number, job->depth,
		       w->why);
	CU_ASSERT_EQUAL(unlink(path), 0);
	free(path);
}

static struct board *board_new(const struct bench_backend *backend,
                               unsigned count, unsigned depth)
{
	pthread_barrierattr_t shared;
	struct board *board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
	                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (board == MAP_FAILED)
		return NULL;
	board->backend = backend;
	board->count = count;
	board->depth = depth;
	for (unsigned i = 0; i < count; i++) {
		board->workers[i] = (struct worker){
		        .board = board, .number = i, .random = (uint64_t)i << 32};
		snprintf(board->workers[i].name, sizeof(board->workers[i].name),
		         "worker-%u-%u", i, depth);
	}
	pthread_barrierattr_init(&shared);
	pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&board->start, &shared, count);
	pthread_barrierattr_destroy(&shared);
	return board;
}

/* The barrier just goes: to destroy it would wait for workers that were killed
 * at it. */
static void board_free(struct board *board)
{
	munmap(board, sizeof(*board));
}

static void four_at_once(struct job *job)
{
	int64_t last_start = 0, first_end = INT64_MAX;

	job->board = board_new(job->backend, WORKERS, job->depth);
	CU_ASSERT_PTR_NOT_NULL(job->board);
	if (!job->board)
		return;
	CU_ASSERT(run_them(job));
	for (unsigned i = 0; i < WORKERS; i++) {
		struct worker *w = &job->board->workers[i];

		look_at(job, w);
		if (w->began > last_start)
			last_start = w->began;
		if (w->ended < first_end)
			first_end = w->ended;
	}
	CU_ASSERT(last_start < first_end);
	CU_ASSERT_EQUAL(atomic_load(&job->board->finished), WORKERS);
	CU_ASSERT(atomic_load(&job->board->turns) > 0);
	board_free(job->board);
}

static void processes_by_smb(void)
{
	struct smb_server server;
	struct smb_client client;
	char port[32];
	const char *const settings[] = {"host=127.0.0.1", "share=bench",
	                                "timeout=20s", port, NULL};
	struct job job = {.depth = 1, .each = 1};

	if (smb_missing())
		return;
	CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	snprintf(port, sizeof(port), "port=%d", server.port);
	CU_ASSERT_FATAL(smb_prepare(&client, settings));
	job.backend = client.backend;
	job.config = client.options->config;
	job.ctx = client.ctx;
	job.directory = server.directory;
	CU_ASSERT_EQUAL(client.backend->threads, BENCH_ONE_PER_PROCESS);
	CU_ASSERT_EQUAL(client.backend->check(job.config, job.ctx), 0);
	four_at_once(&job);
	smb_close(&client);
	CU_ASSERT(smb_stop(&server));
}

static void threads_by_nfs(void)
{
	static const unsigned depths[] = {1, WORKER_DEPTH};
	struct nfs_server server;
	struct rig_client client;
	char port[32], mount_port[32];
	const char *const settings[] = {"host=127.0.0.1", "export=/bench",
	                                "timeout=20s",    port,
	                                mount_port,       NULL};
	struct job job = {.each = WORKERS};

	if (!nfs_server_start(&server, NULL, NULL))
		return;
	snprintf(port, sizeof(port), "port=%d", server.port);
	snprintf(mount_port, sizeof(mount_port), "mount_port=%d", server.port + 1);
	CU_ASSERT_FATAL(rig_client_prepare(&server.rig, &client, settings));
	job.backend = client.backend;
	job.config = client.options->config;
	job.ctx = client.ctx;
	job.directory = server.directory;
	CU_ASSERT_EQUAL(client.backend->check(job.config, job.ctx), 0);
	for (unsigned i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		job.depth = depths[i];
		four_at_once(&job);
	}
	rig_client_close(&client);
	nfs_server_stop(&server);
	CU_ASSERT_EQUAL(rmdir(server.directory), 0);
}

static CU_TestInfo cases[] = {{"four processes by smb", processes_by_smb},
                              {"four threads by nfs", threads_by_nfs},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(four_workers, cases)
