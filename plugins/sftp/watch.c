/* watch.c - libssh's calls of SFTP wait for an answer without any limit, and
 * know of no way to be woken.  A thread looks at each connection now and then
 * and shuts down those whose step takes too long, which ends the call. */
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "bench_plugin.h"

#define LOOK_EVERY INT64_C(50000000)
#define SECOND     INT64_C(1000000000)

static void look(struct watched *watched, int64_t now)
{
	int64_t deadline =
	        atomic_load_explicit(&watched->deadline, memory_order_relaxed);

	if (deadline == 0 || now < deadline || watched->timed_out)
		return;
	atomic_store(&watched->timed_out, true);
	shutdown(watched->fd, SHUT_RDWR);
}

static void *keep_watch(void *arg)
{
	struct watch *watch = arg;

	pthread_mutex_lock(&watch->lock);
	while (!watch->is_ending) {
		int64_t now = bench->now_ns(), next = now + LOOK_EVERY;
		struct timespec until = {next / SECOND, next % SECOND};

		for (struct watched *at = watch->first; at; at = at->next)
			look(at, now);
		/* With nothing to look at there is nothing to wake up for. */
		if (watch->first)
			pthread_cond_timedwait(&watch->changed, &watch->lock, &until);
		else
			pthread_cond_wait(&watch->changed, &watch->lock);
	}
	pthread_mutex_unlock(&watch->lock);
	return NULL;
}

int watch_start(struct watch *watch)
{
	pthread_condattr_t clock;
	int error;

	watch->first = NULL;
	watch->is_ending = false;
	pthread_mutex_init(&watch->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&watch->changed, &clock);
	pthread_condattr_destroy(&clock);
	error = pthread_create(&watch->thread, NULL, keep_watch, watch);
	if (error) {
		pthread_cond_destroy(&watch->changed);
		pthread_mutex_destroy(&watch->lock);
	}
	return -error;
}

void watch_stop(struct watch *watch)
{
	pthread_mutex_lock(&watch->lock);
	watch->is_ending = true;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
	pthread_join(watch->thread, NULL);
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->lock);
}

int watch_add(struct watch *watch, struct watched *watched, int fd)
{
	watched->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (watched->fd < 0)
		return -errno;
	atomic_init(&watched->deadline, 0);
	atomic_init(&watched->timed_out, false);
	pthread_mutex_lock(&watch->lock);
	watched->previous = NULL;
	watched->next = watch->first;
	if (watched->next)
		watched->next->previous = watched;
	watch->first = watched;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
	return 0;
}

void watch_remove(struct watch *watch, struct watched *watched)
{
	if (watched->fd < 0)
		return;
	pthread_mutex_lock(&watch->lock);
	if (watched->previous)
		watched->previous->next = watched->next;
	else
		watch->first = watched->next;
	if (watched->next)
		watched->next->previous = watched->previous;
	pthread_mutex_unlock(&watch->lock);
	close(watched->fd);
	watched->fd = -1;
}

void watch_step(struct watched *watched, int64_t limit)
{
	atomic_store_explicit(&watched->deadline,
	                      limit > 0 ? bench->now_ns() + limit : 0,
	                      memory_order_relaxed);
}

void watch_shut(struct watched *watched)
{
	if (watched->fd >= 0)
		shutdown(watched->fd, SHUT_RDWR);
}
