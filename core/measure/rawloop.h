/* rawloop.h - the bare system calls in a loop: what a figure of the harness is
 * held against.
 *
 * Nothing is timed or counted within the loop.  The clock is read once a slice.
 */
#ifndef BENCH_MEASURE_RAWLOOP_H
#define BENCH_MEASURE_RAWLOOP_H

#include <stddef.h>
#include <stdint.h>

enum rawloop_op {
	RAWLOOP_READ,
	RAWLOOP_WRITE,
	RAWLOOP_PING, /* fstat, as often as there are records */
	/* RAWLOOP_LOOPS times: creates a file, writes RAWLOOP_SENTENCE bytes,
	 * closes and removes it; four names in turn. */
	RAWLOOP_CREATE_UNLINK
};
#define RAWLOOP_LOOPS    100
#define RAWLOOP_SENTENCE 53

struct rawloop {
	enum rawloop_op op;
	int fd; /* RAWLOOP_CREATE_UNLINK: of an empty directory, and no buffer is
	           needed */
	uint64_t file_size;
	size_t record; /* the last one of the file may be short */
	unsigned char *buffer;
	void *map; /* of which buffer is the aligned part */
	size_t map_length;
};

/* An odd number, so that one of them is the median. */
#define RAWLOOP_SLICES 5

struct rawloop_result {
	uint64_t ops, bytes, passes;        /* of one slice */
	double ns_per_op[RAWLOOP_SLICES];   /* in order of time */
	double median_ns, bytes_per_second; /* 0 for RAWLOOP_PING and what makes
	                                       files */
};

/* Makes the buffer, `record` bytes aligned to 2 MiB in huge pages where there
 * are any, full of random bytes.  0 or -ENOMEM. */
int rawloop_open(struct rawloop *loop, uint64_t file_size, size_t record);
void rawloop_close(struct rawloop *loop);

/* Writes the file, in pieces of `layout` bytes.  0 or negative errno. */
int rawloop_fill(const struct rawloop *loop, size_t layout);
/* Slices of whole passes, after a warm-up, in about `time_ns`.  0 or negative
 * errno. */
int rawloop_run(const struct rawloop *loop, int64_t time_ns,
                struct rawloop_result *out);

#endif
