/* limits.h - what limits a result: the first rule that holds, with its
 * evidence.
 *
 * Pure rules on measured figures; no cause is named that was not measured. */
#ifndef BENCH_REPORT_LIMITS_H
#define BENCH_REPORT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order in which they are tried. */
enum limits_kind {
	LIMITS_CACHE,      /* faster than the wire */
	LIMITS_NETWORK,    /* about as fast as the bare wire, or as the link */
	LIMITS_CPU,        /* the client's processor is busy */
	LIMITS_STORAGE,    /* about as fast as the server's own disk */
	LIMITS_ROUND_TRIP, /* one record at a time, and larger ones go faster */
	LIMITS_OPEN_CLOSE, /* a cost of each file beside its bytes */
	LIMITS_PROTOCOL,   /* what is left, of the bare wire */
	LIMITS_UNKNOWN
};

/* A cell of the same sweep. */
struct limits_point {
	uint64_t size; /* of the record, or of the file; above 0 */
	double rate;   /* bytes/s */
};

/* Bytes/s; NAN or 0 points where something was not measured. */
struct limits_facts {
	bool over_network;
	bool is_reference; /* it is the bare wire itself */
	double rate;
	double link; /* what it carries after TCP/IP */
	/* The bare wire in the same cell: median, and its fastest round. */
	double wire, wire_most;
	double disk; /* the server's own, measured there */
	/* Of one processor for each thread. */
	double cpu_percent;
	uint64_t depth;       /* records in flight */
	uint64_t record_size; /* of the cell */
	double ping_us;
	/* By record size over the same file, and by file size with the same
	 * record; rising. */
	const struct limits_point *records, *files;
	size_t record_count, file_count;
};

struct limits_verdict {
	enum limits_kind kind;
	char *evidence; /* a sentence without full stop; the caller frees it */
};

/* 0 or -ENOMEM. */
int limits_judge(const struct limits_facts *facts,
                 struct limits_verdict *verdict);
/* "client cache", "not determined". */
const char *limits_name(enum limits_kind kind);
/* The same as one word, for style sheets and programs. */
const char *limits_word(enum limits_kind kind);

#endif
