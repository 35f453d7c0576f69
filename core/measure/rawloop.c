/* rawloop.c - the bare system calls in a loop. */
#include "measure/rawloop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/pattern.h"
#include "measure/clock.h"
#include "measure/statistics.h"

#define HUGE_PAGE  ((size_t)2 << 20)
#define WARM_UP_NS (50 * CLOCK_NS_PER_S / 1000)

static uint64_t records_of(const struct rawloop *loop)
{
	if (loop->op == RAWLOOP_CREATE_UNLINK)
		return RAWLOOP_LOOPS;
	return (loop->file_size + loop->record - 1) / loop->record;
}

/* What a call that did not move all of its bytes comes to. */
static int broken(ssize_t moved)
{
	return moved < 0 ? -errno : -EIO;
}

static int read_pass(const struct rawloop *loop)
{
	uint64_t offset = 0;

	while (offset < loop->file_size) {
		uint64_t left = loop->file_size - offset;
		size_t length = left < loop->record ? (size_t)left : loop->record;
		ssize_t moved = pread(loop->fd, loop->buffer, length, (off_t)offset);

		if (moved != (ssize_t)length)
			return broken(moved);
		offset += length;
	}
	return 0;
}

static int write_pass(const struct rawloop *loop)
{
	uint64_t offset = 0;

	while (offset < loop->file_size) {
		uint64_t left = loop->file_size - offset;
		size_t length = left < loop->record ? (size_t)left : loop->record;
		ssize_t moved = pwrite(loop->fd, loop->buffer, length, (off_t)offset);

		if (moved != (ssize_t)length)
			return broken(moved);
		offset += length;
	}
	return 0;
}

static int ping_pass(const struct rawloop *loop)
{
	uint64_t count = records_of(loop);
	struct stat state;

	for (uint64_t i = 0; i < count; i++)
		if (fstat(loop->fd, &state) != 0)
			return -errno;
	return 0;
}

/* What a program in that directory would do. */
static int create_unlink_pass(const struct rawloop *loop)
{
	static const char *const names[] = {"file_name_1", "file_name_2",
	                                    "file_name_3", "file_name_4"};
	static const char sentence[RAWLOOP_SENTENCE] = "";

	for (unsigned i = 0; i < RAWLOOP_LOOPS; i++) {
		const char *name = names[i % 4];
		int fd = openat(loop->fd, name, O_WRONLY | O_CREAT | O_TRUNC, 0660);
		ssize_t moved;

		if (fd < 0)
			return -errno;
		moved = write(fd, sentence, sizeof sentence);
		if (moved != (ssize_t)sizeof sentence) {
			int error = broken(moved);

			close(fd);
			(void)unlinkat(loop->fd, name, 0);
			return error;
		}
		if (close(fd) != 0 || unlinkat(loop->fd, name, 0) != 0)
			return -errno;
	}
	return 0;
}

static int run_passes(const struct rawloop *loop, uint64_t passes, int64_t *ns)
{
	static int (*const pass[])(const struct rawloop *) = {
	        [RAWLOOP_READ] = read_pass,
	        [RAWLOOP_WRITE] = write_pass,
	        [RAWLOOP_PING] = ping_pass,
	        [RAWLOOP_CREATE_UNLINK] = create_unlink_pass};
	int64_t start = clock_now_ns();
	int error = 0;

	for (uint64_t i = 0; i < passes && !error; i++)
		error = pass[loop->op](loop);
	*ns = clock_now_ns() - start;
	return error;
}

/* Passes double until they are long enough to tell how many a slice takes. */
static int warm_up(const struct rawloop *loop, int64_t slice_ns,
                   uint64_t *passes)
{
	int64_t enough = slice_ns / 2 > WARM_UP_NS ? slice_ns / 2 : WARM_UP_NS, ns;
	uint64_t tried = 1;
	int error = run_passes(loop, tried, &ns);

	while (!error && ns < enough) {
		tried *= 2;
		error = run_passes(loop, tried, &ns);
	}
	*passes = (uint64_t)((double)tried * (double)slice_ns / (double)ns + 0.5);
	if (*passes == 0)
		*passes = 1;
	return error;
}

int rawloop_open(struct rawloop *loop, uint64_t file_size, size_t record)
{
	struct bench_pattern pattern = {.seed = 1};
	size_t length;

	if (record == 0 || record > SIZE_MAX / 4)
		return -ENOMEM;
	length = (record + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	/* Room to align by hand: mmap aligns to 4 KiB only. */
	loop->map_length = length + HUGE_PAGE;
	loop->map = mmap(NULL, loop->map_length, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (loop->map == MAP_FAILED) {
		loop->map = NULL;
		return -ENOMEM;
	}
	loop->buffer = (unsigned char *)(((uintptr_t)loop->map + HUGE_PAGE - 1) /
	                                 HUGE_PAGE * HUGE_PAGE);
	(void)madvise(loop->buffer, length, MADV_HUGEPAGE);
	pattern_fill(&pattern, loop->buffer, record, 0);
	loop->file_size = file_size;
	loop->record = record;
	return 0;
}

void rawloop_close(struct rawloop *loop)
{
	if (loop->map)
		munmap(loop->map, loop->map_length);
	loop->map = NULL;
	loop->buffer = NULL;
}

int rawloop_fill(const struct rawloop *loop, size_t layout)
{
	struct rawloop filler = {.op = RAWLOOP_WRITE, .fd = loop->fd};
	int error = rawloop_open(&filler, loop->file_size, layout);

	if (!error)
		error = write_pass(&filler);
	rawloop_close(&filler);
	return error;
}

int rawloop_run(const struct rawloop *loop, int64_t time_ns,
                struct rawloop_result *out)
{
	double sorted[RAWLOOP_SLICES];
	struct statistics statistics;
	int error;

	*out = (struct rawloop_result){0};
	error = warm_up(loop, time_ns / RAWLOOP_SLICES, &out->passes);
	out->ops = out->passes * records_of(loop);
	for (int i = 0; i < RAWLOOP_SLICES && !error; i++) {
		int64_t ns;

		error = run_passes(loop, out->passes, &ns);
		out->ns_per_op[i] = sorted[i] = (double)ns / (double)out->ops;
	}
	if (error)
		return error;
	statistics_describe(sorted, RAWLOOP_SLICES, &statistics);
	out->median_ns = statistics.median;
	if (loop->op == RAWLOOP_PING || loop->op == RAWLOOP_CREATE_UNLINK)
		return 0;
	out->bytes = out->passes * loop->file_size;
	out->bytes_per_second =
	        (double)out->bytes / ((double)out->ops * out->median_ns) * 1e9;
	return 0;
}
