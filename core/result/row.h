/* row.h - one round of one cell: the unit of all results.
 *
 * One table, result_columns, drives the CSV's header, its fields, reading them
 * back, the JSON between worker and coordinator and the column list of
 * run.json.  Columns are only ever added at the end; any other change raises
 * RESULT_SCHEMA. */
#ifndef BENCH_RESULT_ROW_H
#define BENCH_RESULT_ROW_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#define RESULT_SCHEMA 1

/* A number that is not there.  In files it is an empty field. */
#define RESULT_NO_COUNT UINT64_MAX
/* The same for reals: NAN in memory; test with isnan(). */

enum result_status {
	RESULT_OK,
	RESULT_ERROR,
	RESULT_UNSUPPORTED,
	RESULT_SKIPPED,
	RESULT_TIMEOUT
};

/* Strings are owned by the row, NULL where empty. */
struct result_row {
	uint64_t schema;
	char *run_id;
	uint64_t seq;      /* order of execution, from 1 */
	char *started_utc; /* 2026-11-30T12:00:00.123Z */
	char *backend, *target, *test;
	uint64_t file_size, record_size; /* bytes; no count for ping */
	uint64_t threads, depth;
	uint64_t round, passes; /* round from 1; no count for skipped cells */
	uint64_t status;        /* enum result_status */
	uint64_t bytes, ops;    /* really moved, in the median slice */
	double elapsed_s, open_s, io_s, flush_s, close_s;
	double throughput, ops_per_s; /* bytes/s; 1/s */
	double lat_min_us, lat_mean_us, lat_p50_us, lat_p95_us, lat_p99_us,
	        lat_p999_us, lat_max_us;
	double cpu_user_s, cpu_sys_s, cpu_host_s;
	uint64_t clients;
	double client_min, client_max; /* bytes/s */
	uint64_t direct;               /* 0 or 1 */
	uint64_t layout;               /* record size of the file's filling */
	char *durability;              /* none, peer, stable */
	char *cache;                   /* cold, warm, client, memory, unknown */
	char *flags;                   /* words parted by spaces */
	char *error;                   /* one sentence */
	char *counters;                /* key=value parted by semicolons */
	double sum_of_rates;           /* bytes/s, of the threads' own rates */
	double lat_p90_us;
	double service_mean_us, service_p50_us, service_p99_us, service_max_us;
	char *slice_rates;       /* bytes/s or 1/s of every slice, by blanks */
	char *warmup;            /* flat, timeout, none */
	uint64_t warmup_passes;  /* before the first slice */
	char *sync;              /* none, fsync, dsync, each:N */
	char *pace;              /* what was asked for; NULL: none */
	char *buffers;           /* hot, rotate:256m */
	char *cpus;              /* of each thread, by blanks; NULL: any */
	char *verify;            /* no, yes, sample */
	uint64_t verified_bytes; /* read back and found right */
	double resident;         /* share of the file in the client's cache */
	double run_delay_s;      /* waited for a processor, all threads */
	double steal, psi_cpu, psi_io, psi_memory; /* shares of the time */
	uint64_t switches, preemptions, minor_faults, major_faults;
	double cpu_server_s; /* of servers that bench started */
	double floor_us;     /* the harness's own time per operation */
	double quiet_s;      /* waited for a quiet machine */
	uint64_t replaces;   /* the flagged round that this one stands in for */
	double drift_ppm;    /* of the clock of operations */
	char *data;          /* random, zero, compressible=50% dedupable=20% */
	double think_s;      /* between two operations */
	char *sharing;       /* own, one */
	double mix;          /* share of reads that was asked for */
	double time_s;       /* that slices were to last; NAN: by passes */
	double ramp_s;       /* before them */
	uint64_t files;      /* of each thread's tree */
	/* Of figures that others published; NULL in rows that bench measured. */
	char *source, *conditions;
	char *published; /* 10,740 kB/s */
};

enum result_kind { RESULT_TEXT, RESULT_COUNT, RESULT_REAL, RESULT_STATUS };

struct result_column {
	const char *name; /* as in the CSV's header: throughput_bytes_per_s */
	enum result_kind kind;
	size_t offset;
	unsigned decimals;   /* RESULT_REAL: digits behind the point */
	const char *unit;    /* "" where there is none */
	const char *meaning; /* one line */
};

extern const struct result_column result_columns[];
extern const size_t result_column_count;

/* Everything missing, schema set. */
void result_row_init(struct result_row *row);
void result_row_free(struct result_row *row);
/* 0 or -ENOMEM; on failure nothing needs freeing. */
int result_row_copy(struct result_row *to, const struct result_row *from);
/* Replaces a string member by a copy of text (NULL empties it). */
int result_set_text(char **member, const char *text);

const char *result_status_name(enum result_status status);
/* The status of that name, or -1. */
int result_status_find(const char *name);

/* A JSON object with the CSV's names as keys; missing ones are left out.  The
 * caller owns it; NULL when memory ran out. */
json_t *result_row_to_json(const struct result_row *row);
/* Fills an inited row from such an object.  -EINVAL and a sentence for an
 * unknown key or a wrong type. */
int result_row_from_json(struct result_row *row, const json_t *object,
                         char **why);
/* [{name, unit, type, meaning}, ...] for run.json. */
json_t *result_columns_to_json(void);

#endif
