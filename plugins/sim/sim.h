/* sim.h - what the rooms of the simulated backend share. */
#ifndef SIM_H
#define SIM_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "bench_plugin.h"

/* Where every session's clock begins.  Not 0, which means "at reap" in a
 * record in flight. */
#define SIM_BEGIN_NS INT64_C(1000000000)

enum sim_kind { SIM_FIXED, SIM_NORMAL, SIM_TWO_PEAKED, SIM_LIST };

/* docs/sim.md says what each is. */
struct sim_config {
	int model, durable, memory;
	int64_t latency, deviation, slow_latency, stall_time;
	int64_t open_time, close_time, flush_time, ping_time, name_time;
	int64_t stall_every, channels, slow_worker, seed;
	uint64_t bandwidth;
	double slow_share, slow_factor, level_deviation;
	char *latencies, *level_file, *log;
};

struct sim_list {
	int64_t *ns;
	size_t count;
};

/* A name: a directory, or a file with its size and, where they are kept, its
 * bytes. */
struct sim_node {
	struct sim_node *next;
	char *name;
	unsigned char *bytes;
	uint64_t size;
	size_t room;      /* of bytes */
	unsigned holders; /* the store's own hold and the open handles */
	int is_dir;
};

struct sim_target {
	const struct sim_config *config;
	struct bench_ctx *ctx;
	struct sim_list list; /* of SIM_LIST */
	double level;
	pthread_mutex_t lock; /* of what follows */
	struct sim_node *nodes;
	FILE *log; /* NULL: none */
};

struct sim_session {
	struct sim_target *target;
	struct bench_ctx *ctx;
	unsigned worker;
	double factor;           /* on all of its times */
	int64_t now_ns;          /* the session's clock */
	uint64_t random;         /* state of the generator */
	uint64_t turn;           /* records so far */
	uint64_t stalls;         /* of these */
	int64_t *free_ns;        /* when each channel has done its work */
	int64_t wire_free_ns;    /* the same of the wire behind them */
	struct bench_io *flying; /* by done_ns; chained by priv */
};

struct sim_file {
	struct sim_session *session;
	struct sim_node *node;
	unsigned flags;
};

/* model.c: how long things take. */
/* `10us, 20us, 1ms`; *list is empty and -EINVAL where it is no such list. */
int sim_list_read(const char *text, struct sim_list *list);
void sim_list_free(struct sim_list *list);
/* About 1, from a seed alone; never below a hundredth. */
double sim_level(uint64_t seed, double deviation);
uint64_t sim_mix(uint64_t seed, uint64_t number);
/* A time of the configuration, as this session takes it. */
int64_t sim_time(const struct sim_session *session, int64_t ns);
/* The next record of so many bytes, from start_ns on: takes a channel, then the
 * wire; returns when it is done.  extra_ns is added to its latency. */
int64_t sim_record(struct sim_session *session, size_t length, int64_t start_ns,
                   int64_t extra_ns);
/* When all that was begun is done. */
int64_t sim_idle(const struct sim_session *session);
/* Lets the session's clock go on; never back. */
void sim_go_on(struct sim_session *session, int64_t to_ns);
/* One line of the log. */
void sim_log(struct sim_session *session, const char *what, size_t length,
             int64_t start_ns, int64_t end_ns);

/* store.c: names and bytes.  All under the target's lock. */
struct sim_node *sim_find(struct sim_target *target, const char *name);
struct sim_node *sim_put_in(struct sim_target *target, const char *name,
                            int is_dir);
/* Out of the store; an open handle keeps the bytes. */
void sim_take_out(struct sim_target *target, struct sim_node *node);
void sim_let_go(struct sim_node *node);
int64_t sim_store_read(const struct sim_target *target,
                       const struct sim_node *node, void *buf, size_t len,
                       uint64_t off);
int64_t sim_store_write(const struct sim_target *target, struct sim_node *node,
                        const void *buf, size_t len, uint64_t off);

/* file.c */
int sim_open(void *session, const char *name, unsigned flags,
             uint64_t size_hint, void **file);
int sim_close(void *file);
int64_t sim_read(void *file, void *buf, size_t len, uint64_t off);
int64_t sim_write(void *file, const void *buf, size_t len, uint64_t off);
int sim_flush(void *file);
int sim_submit(void *session, struct bench_io *const *v, unsigned n);
int sim_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
             int64_t timeout_ns);

/* names.c */
int sim_stat(void *session, const char *name, struct bench_stat *st);
int sim_rename(void *session, const char *from, const char *to);
int sim_unlink(void *session, const char *name);
int sim_mkdir(void *session, const char *name);
int sim_rmdir(void *session, const char *name);
int sim_readdir(void *session, const char *name,
                int (*each)(void *arg, const char *entry), void *arg);
int sim_ping(void *session);

#endif
