/* verify.h - data that are known, and whether a file holds them.
 *
 * What is written follows a pattern of (seed, lane, generation, offset); each
 * pass is a generation of its own, and the lane keeps which generation each
 * record is of.  So a pass that was cut, or a random one, can be checked like
 * any other. */
#ifndef BENCH_WORKLOAD_VERIFY_H
#define BENCH_WORKLOAD_VERIFY_H

#include "workload/workload.h"

/* The book of records, as the cell needs it; where there was none, or one of
 * other records, the file counts as not made. */
int verify_prepare(struct workload_lane *lane);
void verify_forget(struct workload_lane *lane);

/* A pass begins on the open file: the backend is told what to expect.  All
 * three do nothing unless the cell is verified. */
int verify_start_pass(struct workload_lane *lane);
/* A writing pass came to its end.  Only a file that is of one generation has a
 * pattern; a pass may leave records out. */
void verify_end_pass(struct workload_lane *lane);
/* The file is gone, or about to be made anew. */
void verify_new_file(struct workload_lane *lane);
/* All of the file was written in the current generation. */
void verify_filled(struct workload_lane *lane);

/* Is that record known, and one of those that are checked? */
bool verify_wants(const struct workload_lane *lane, uint64_t number);
/* Makes a record that is to be written. */
void verify_make(const struct workload_lane *lane, void *buffer, size_t length,
                 uint64_t offset);
/* It was written, or, not good, nobody knows. */
void verify_wrote(struct workload_lane *lane, uint64_t number, bool good);
/* Makes sure that a read which does nothing is noticed. */
void verify_spoil(const struct workload_lane *lane, uint64_t number,
                  void *buffer, size_t length);
/* Holds a record that was read against what it must be, where it is one of
 * those that are checked.  -EILSEQ with its sentence in the lane. */
int verify_check(struct workload_lane *lane, uint64_t number,
                 const void *buffer, size_t length, uint64_t offset);

/* What verify_spoil() leaves. */
#define VERIFY_SPOILT 0x5a

/* A record that is wrong from byte `wrong` on. */
struct verify_fault {
	const struct workload_lane *lane;
	struct bench_pattern expected;
	const unsigned char *bytes;
	size_t length, wrong;
	uint64_t offset; /* of the record */
};

/* One sentence: where, what was expected, what stood there, and what that is,
 * as far as it can be recognised.  NULL: no memory. */
char *verify_explain(const struct verify_fault *fault);

#endif
