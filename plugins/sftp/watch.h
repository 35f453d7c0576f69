/* watch.h - libssh waits for ever; a thread ends such waits by shutting the
 * connection down. */
#ifndef SFTP_WATCH_H
#define SFTP_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* One connection.  Members are watch.c's, but for what the comments say. */
struct watched {
	int fd; /* its own, so that no number is taken for another connection's */
	_Atomic int64_t deadline; /* for the step under way, 0: there is none */
	atomic_bool timed_out;    /* to be read */
	struct watched *next, *previous;
};

/* A target's: all its connections. */
struct watch {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct watched *first;
	bool is_ending;
};

int watch_start(struct watch *watch);
void watch_stop(struct watch *watch);
int watch_add(struct watch *watch, struct watched *watched, int fd);
void watch_remove(struct watch *watch, struct watched *watched);
/* A step begins, which may take so long; or has ended, with 0. */
void watch_step(struct watched *watched, int64_t limit);
/* Ends whatever waits on that connection.  From any thread. */
void watch_shut(struct watched *watched);

#endif
