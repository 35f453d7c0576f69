/* config.h - what was asked for: the INI file, --set, and the targets of the
 * command line, checked and complete. */
#ifndef BENCH_CONFIG_CONFIG_H
#define BENCH_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>
#include "config/options.h"
#include "config/problems.h"
#include "config/sweep.h"

enum config_sync {
	CONFIG_SYNC_NONE,  /* no flush at the end of a writing test */
	CONFIG_SYNC_FSYNC, /* one flush, timed apart, in the rate (include) */
	CONFIG_SYNC_DSYNC, /* BENCH_O_SYNC: every record */
	CONFIG_SYNC_EACH   /* a flush after every sync_every records */
};
/* The state of the client's cache in which a file is read or written. */
enum config_cache {
	CONFIG_CACHE_WARM,
	CONFIG_CACHE_COLD,   /* dropped before each reading pass, and checked */
	CONFIG_CACHE_DIRECT, /* BENCH_O_DIRECT: past it */
	CONFIG_CACHE_CLOSE_TO_OPEN, /* closed by the writer, opened anew */
	CONFIG_CACHE_DONTCACHE      /* BENCH_O_DONTCACHE: nothing stays in it */
};
enum config_verify {
	CONFIG_VERIFY_NO,
	CONFIG_VERIFY_YES,   /* every byte */
	CONFIG_VERIFY_SAMPLE /* one record in CONFIG_SAMPLE, first and last */
};
#define CONFIG_SAMPLE 64
/* What is written. */
enum config_fill { CONFIG_FILL_RANDOM, CONFIG_FILL_ZERO };
/* Whose file a thread goes over. */
enum config_share { CONFIG_SHARE_OWN, CONFIG_SHARE_ONE };
/* crossover = yes: above the one, records below the other are left out. */
#define CONFIG_CROSSOVER_FILE   (UINT64_C(16) << 20)
#define CONFIG_CROSSOVER_RECORD (UINT64_C(64) << 10)
/* What operations are timed by. */
enum config_clock { CONFIG_CLOCK_AUTO, CONFIG_CLOCK_TSC, CONFIG_CLOCK_SYSTEM };

/* Which phases stand in elapsed_s beside the records. */
enum {
	CONFIG_INCLUDE_OPEN = 1,
	CONFIG_INCLUDE_FLUSH = 2,
	CONFIG_INCLUDE_CLOSE = 4
};

/* Harness keys that may stand in [bench] and be narrowed in a target. */
struct config_settings {
	char **tests; /* names, checked against the vocabulary, suites expanded */
	size_t test_count;
	struct sweep file_sizes, record_sizes, threads, depths;
	bool direct;
	int sync;              /* enum config_sync */
	int cache;             /* enum config_cache */
	unsigned include;      /* CONFIG_INCLUDE_* */
	int64_t time_limit_ns; /* of a cell */
	double link;           /* bits/s; 0 none, -1 auto */
	uint64_t sync_every;   /* records; CONFIG_SYNC_EACH only */
	int verify;            /* enum config_verify */
	/* Pace of each cell, all threads together; at most one is not 0. */
	double rate_bytes, rate_ops; /* per second; 0: as fast as it goes */
	uint64_t buffers;  /* bytes of data that records rotate through; 0: hot */
	uint64_t layout;   /* record size of a file's filling; 0: the record's */
	struct sweep cpus; /* that threads are pinned to in turn; empty: none */
	bool wearout;      /* every thread does all of its work */
	bool steady;       /* measure only once the rate has settled */
	bool warmup;       /* passes before the first slice, until they are flat */
	/* threads = auto: what a test has of its own, else one. */
	bool threads_auto;
	bool crossover;
	double mix;                     /* share of reads, of the test that mixes */
	int64_t think_ns;               /* between two operations */
	int fill;                       /* enum config_fill */
	double compressible, dedupable; /* shares of what is written */
	int64_t time_ns; /* of all slices of a round together; 0: by passes */
	int64_t ramp_ns; /* before the first slice */
	uint64_t files;  /* of a thread's tree */
	int share;       /* enum config_share */
};

struct config_target {
	char *name;
	struct config_place place;
	struct config_settings settings; /* [bench]'s, narrowed */
	struct options *options;
	const struct bench_backend *backend;
	char *plugin_file; /* absolute, where it was named by its file; or NULL */
	/* Laid over the backend; NULL: none. */
	const struct bench_backend *wrapper;
	struct options *wrap_options;
	/* A fixture: command line for /bin/sh, NULL where none is to be started. */
	char *start;
	int64_t start_timeout_ns;
	char *ready; /* host:port that answers; NULL: the word `ready` on a line */
	bool reference;
};

struct bench_config {
	char *file; /* NULL without one */
	char *name; /* of the run: name =, else the file's stem, else "bench" */
	unsigned rounds_min, rounds_max; /* rounds = 10 or 7..15 */
	double precision;                /* half the interval's width, as a share */
	unsigned slices;                 /* of a round */
	int64_t slice_ns;
	uint64_t passes;  /* of a slice; 0: as many as fill slice_ns */
	uint64_t seed;    /* of order, offsets and data */
	bool listed;      /* order = listed: blocks are not shuffled */
	int clock;        /* enum config_clock */
	int64_t quiet_ns; /* the most that is waited for a quiet machine */
	bool report;      /* written after the run */
	struct config_target *targets;
	size_t target_count;
	json_t *effective; /* for run.json: {section: {key: text}}, no secrets */
};

/* The words a configuration may use. */
struct config_suite {
	const char *name;
	const char *const *tests; /* ends with NULL */
	/* What its keys are where nothing else is said: key, text, key, text, ...,
	 * NULL.  NULL: none. */
	const char *const *keys;
};
struct config_vocabulary {
	const char *const *tests;
	size_t test_count;
	const struct config_suite *suites;
	size_t suite_count;
	const struct bench_backend *const *backends;
	size_t backend_count;
	/* The whole sentence for a plugin that is not among the backends (not
	 * found, refused), with the list of those found; the caller frees it. */
	char *(*missing_backend)(void *arg, const char *name);
	/* The backend in that file, or NULL and a sentence.  *real becomes the
	 * file's absolute path, which the caller frees. */
	const struct bench_backend *(*backend_of_file)(void *arg, const char *path,
	                                               char **real, char **why);
	void *arg;
	/* A context for from_url(), and the last failure told to it (or NULL). */
	struct bench_ctx *ctx;
	const char *(*ctx_failure)(const struct bench_ctx *ctx);
};

/* What the command line gave. */
struct config_source {
	const char *file; /* path of the INI, or NULL */
	/* What an earlier run noted as `effective`, instead of the INI; file is
	 * then the path that it is from.  NULL: none. */
	const json_t *effective;
	const char *const *targets; /* URLs and paths: `/dev/shm`, `tcp://nas` */
	size_t target_count;
	const char *const *sets; /* "section.key=value"; section is `bench` or a
	                            target's name */
	size_t set_count;
};

/* Reads everything, puts all that is wrong into problems, and returns 0 with
 * *out (config_free it) only when nothing is.  A target on the command line
 * without an INI gets the default sweep.  --set wins over the file. */
int config_load(const struct config_source *source,
                const struct config_vocabulary *vocabulary,
                struct bench_config **out, struct problems *problems);
/* NULL is fine. */
void config_free(struct bench_config *config);

/* The plugin's option that a key of the target's section stands for: of its
 * backend, or NAME.KEY of its wrapper; NULL where there is none. */
const struct bench_opt *config_option(const struct config_target *target,
                                      const char *key);

/* Finds a configuration: as given, then ./conf/NAME, then DATADIR/conf/NAME,
 * each also with .ini appended.  The caller frees the path; NULL and a sentence
 * that lists the places where none is. */
char *config_find(const char *name, const char *datadir, char **why);

/* The harness keys for help and docs: one line each.  Ends with key NULL. */
struct config_key_help {
	const char *key;
	const char *where;   /* "[bench]", "[bench] and targets", "targets" */
	const char *dflt;    /* "" where none */
	const char *meaning; /* one line */
};
const struct config_key_help *config_key_table(void);

#endif
