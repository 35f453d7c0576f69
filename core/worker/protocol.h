/* protocol.h - what coordinator and worker say to each other.
 *
 * One JSON object a line.  The coordinator sends one job; the worker answers
 * with events and ends, or, where the job asks it to and it can, stays for
 * another job on the same target.  Both sides are of the same binary, so there
 * is no version; but a worker may die in the middle of a line, so the reader
 * takes nothing for granted. */
#ifndef BENCH_WORKER_PROTOCOL_H
#define BENCH_WORKER_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>
#include "bench_plugin.h"
#include "config/options.h"
#include "measure/histogram.h"
#include "result/histogram_json.h"
#include "result/row.h"

/* The worker's end of the two pipes. */
#define PROTOCOL_JOB_FD   3
#define PROTOCOL_EVENT_FD 4

enum job_kind {
	JOB_PROBE, /* open the target, tell caps and facts, make the directory */
	JOB_BLOCK, /* measure cells */
	JOB_CLEAN  /* remove files that a killed worker left */
};

struct job {
	enum job_kind kind;
	char *plugin;         /* path of the .so */
	char **keys, **texts; /* the target's options */
	size_t option_count;
	char *wrapper; /* path of the .so of the wrapper over it; NULL: none */
	char **wrap_keys, **wrap_texts; /* its options */
	size_t wrap_option_count;
	char *directory;       /* of this run below the target's root */
	bool remove_directory; /* JOB_CLEAN: the directory as well */
	char **tests;          /* JOB_BLOCK: one a cell */
	size_t cell_count;
	uint64_t file_size, record_size; /* bytes; 0 for tests without sizes */
	unsigned threads, depth;
	unsigned sync;       /* enum config_sync */
	uint64_t sync_every; /* records */
	unsigned cache;      /* enum config_cache */
	bool direct;         /* also with CONFIG_CACHE_DIRECT */
	unsigned include;    /* CONFIG_INCLUDE_* */
	unsigned slices;
	int64_t slice_ns, time_limit_ns;
	uint64_t passes, seed;
	unsigned verify;             /* enum config_verify */
	double rate_bytes, rate_ops; /* of all threads, per second; 0: none */
	uint64_t buffers, layout;    /* bytes; 0: hot, and the record size */
	uint64_t *cpus;              /* to pin threads to in turn */
	size_t cpu_count;
	bool wearout, steady, warmup;
	double mix;                     /* share of reads */
	int64_t think_ns;               /* between two operations */
	unsigned fill;                  /* enum config_fill */
	double compressible, dedupable; /* shares of what is written */
	int64_t time_ns, ramp_ns; /* of all slices, 0: by passes; before them */
	uint64_t files;           /* of a thread's tree */
	unsigned share;           /* enum config_share */
	bool near;                /* the far end runs on this machine too */
	bool stay;          /* for another job of the same plugins and options */
	unsigned clock;     /* enum config_clock */
	double ns_per_tick; /* of the TSC, as the coordinator measured it; 0: not */
};

/* Writes what an encode made with its newline, and frees it.  0 or a negative
 * errno; -ENOMEM for NULL. */
int protocol_send(int fd, char *line);

/* A line without its newline; the caller frees it.  NULL: out of memory. */
char *job_encode(const struct job *job);
int job_decode(const char *line, struct job *job, char **why);
/* Frees what job_decode() made. */
void job_free(struct job *job);

/* The name of a lane's file below the target's root; the caller frees it.
 * Coordinator and worker agree on it, so that what a killed worker left is
 * known by name. */
char *job_file_name(const struct job *job, const struct bench_backend *backend,
                    unsigned lane);

enum event_kind {
	EVENT_NOTE,   /* text */
	EVENT_FACT,   /* key, text */
	EVENT_CAPS,   /* caps */
	EVENT_START,  /* cell: it is being measured from now on */
	EVENT_ROW,    /* cell, row, latency, series */
	EVENT_FAILED, /* text, error: the whole job; always the last */
	EVENT_DONE    /* always the last of its job; stays */
};

struct event {
	enum event_kind kind;
	size_t cell;
	int error;  /* negative errno */
	bool stays; /* the worker takes another job */
	char *key, *text;
	struct bench_caps caps;
	struct result_row row; /* what was measured; the coordinator adds the key */
	struct histogram *latency; /* ns; NULL where there is none */
	/* `steady`: the rate of every slice from the first on, bytes/s or 1/s as in
	 * the row's slice_rates; NULL where there is none.  In JSON: "series",
	 * an array of numbers. */
	double *series;
	size_t series_count;
};

char *event_encode(const struct event *event);
/* -EPROTO and a sentence for a line that is no event. */
int event_decode(const char *line, struct event *event, char **why);
void event_free(struct event *event);

#endif
