/* check_leaks.c - descriptors and memory: as many after as before. */
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kit/parts.h"
#include "measure/clock.h"

/* Writes, closes, opens what is not there, and removes. */
static int cycle(struct kit_lane *lane, const char *name, const char *missing)
{
	const struct kit *kit = lane->kit;
	const struct bench_backend *backend = kit->backend;
	const struct bench_pattern pattern = kit_pattern(20, 1);
	struct kit_file absent = {.lane = lane, .name = missing};
	size_t record = kit_record(kit, 1024);
	int error = 0;

	if (backend->write)
		error = kit_make(lane, name, record, record, &pattern);
	if (!error && backend->read && (backend->write || !kit_keeps(kit)))
		error = kit_verify(lane, name, record, record,
		                   kit_keeps(kit) ? &pattern : NULL);
	if (error)
		return error;
	if (kit_keeps(kit))
		(void)kit_open(&absent, BENCH_O_READ, 0);
	if (backend->write && backend->unlink)
		error = kit_want(lane, kit_unlink(lane, name), 0);
	return error;
}

/* Without unlink each cycle needs a file of its own, and there are few. */
static unsigned cycles(const struct kit *kit, unsigned wanted)
{
	return kit->backend->unlink || !kit_keeps(kit) ? wanted : 1;
}

/* Descriptors ------------------------------------------------------------ */

#define DESCRIPTORS_MOST 1024

/* Which are open: bit by bit. */
struct descriptors {
	bool open[DESCRIPTORS_MOST];
};

static int list_descriptors(struct descriptors *list)
{
	DIR *directory = opendir("/proc/self/fd");
	const struct dirent *entry;

	*list = (struct descriptors){0};
	if (!directory)
		return -errno;
	while ((entry = readdir(directory))) {
		long number = strtol(entry->d_name, NULL, 10);

		if (entry->d_name[0] != '.' && number != dirfd(directory) &&
		    number < DESCRIPTORS_MOST)
			list->open[number] = true;
	}
	closedir(directory);
	return 0;
}

/* "3 (/dev/null), 4 (socket:[123])"; NULL where there is none more. */
static char *more_descriptors(const struct descriptors *before,
                              const struct descriptors *after)
{
	struct text text = {0};

	for (int i = 0; i < DESCRIPTORS_MOST; i++) {
		char path[32], target[KIT_WORDS / 4];
		ssize_t length;

		if (before->open[i] || !after->open[i])
			continue;
		snprintf(path, sizeof path, "/proc/self/fd/%d", i);
		length = readlink(path, target, sizeof target - 1);
		target[length < 0 ? 0 : length] = '\0';
		text_add(&text, "%s%d (%s)", text.length ? ", " : "", i, target);
	}
	return text.length ? text_take(&text) : NULL;
}

static int compare(struct kit_lane *lane, const struct descriptors *before,
                   const char *what)
{
	struct descriptors after;
	char *more;

	if (list_descriptors(&after))
		return 0;
	more = more_descriptors(before, &after);
	if (!more)
		return 0;
	kit_call(lane, "%s", what);
	kit_back(lane);
	return kit_found(lane, more, "as many descriptors open after it as before");
}

/* Files of one session, which is kept. */
static int check_files(struct kit *kit)
{
	const char *name = kit_name(kit, "fds");
	const char *missing = kit_name(kit, "fds-missing");
	struct descriptors before;
	int error = cycle(&kit->lane, name, missing);

	if (error || list_descriptors(&before))
		return error;
	for (unsigned i = 0; !error && i < cycles(kit, 10); i++)
		if (cycles(kit, 10) > 1)
			error = cycle(&kit->lane, name, missing);
	if (error)
		return error;
	return compare(&kit->lane, &before,
	               "open(), write(), close(), ten times in one session");
}

static int whole_life(struct kit *kit)
{
	int error = kit_begin(kit, false);

	if (!error && kit->backend->open)
		error = check_files(kit);
	kit_end(kit);
	return error;
}

int kit_descriptors(struct kit *kit)
{
	struct descriptors before;
	/* A library may open something once, for ever. */
	int error = whole_life(kit);

	if (error || !kit_many_sessions(kit))
		return error;
	if (list_descriptors(&before))
		return kit_skip(&kit->lane, "/proc/self/fd cannot be read");
	for (unsigned i = 0; !error && i < 3; i++)
		error = whole_life(kit);
	if (error)
		return error;
	return compare(&kit->lane, &before,
	               "a whole life from target_open() to target_close(), three "
	               "times");
}

/* Memory ----------------------------------------------------------------- */

#define WARM_CYCLES 50u
#define HALF_CYCLES 100u
/* The smallest block that malloc() gives has 32 bytes; half of it in each cycle
 * is more than what a cache does. */
#define BYTES_PER_CYCLE 16

static int64_t bytes_in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return (int64_t)(info.uordblks + info.hblkhd);
}

/* Another malloc() may have taken this one's place (a sanitizer, valgrind). */
static bool can_count(void)
{
	int64_t before = bytes_in_use();
	void *volatile block = malloc(100000);
	int64_t after = bytes_in_use();

	free(block);
	return after >= before + 100000;
}

struct growth {
	unsigned cycles;
	int64_t bytes;
};

static int grow(struct kit *kit, unsigned wanted, int64_t end_ns,
                const char *name, const char *missing, struct growth *growth)
{
	int64_t before = bytes_in_use();
	int error = 0;

	*growth = (struct growth){0};
	while (!error && growth->cycles < wanted && clock_now_ns() < end_ns) {
		error = cycle(&kit->lane, name, missing);
		growth->cycles++;
	}
	growth->bytes = bytes_in_use() - before;
	return error;
}

static bool leaks(const struct growth *growth)
{
	return growth->cycles && growth->bytes > BYTES_PER_CYCLE * growth->cycles;
}

int kit_memory(struct kit *kit)
{
	const char *name = kit_name(kit, "memory");
	const char *missing = kit_name(kit, "memory-missing");
	struct kit_lane *lane = &kit->lane;
	int64_t start_ns = clock_now_ns(), part_ns = kit->deadline_ns / 4;
	struct growth warm, first, second;
	long long more;
	int error;

	if (!can_count())
		return kit_skip(lane, "the heap is not the C library's: nothing can be "
		                      "counted");
	if (cycles(kit, 2) < 2)
		return kit_skip(lane, "unlink is not offered: files stay");
	error = grow(kit, WARM_CYCLES, start_ns + part_ns, name, missing, &warm);
	if (!error)
		error = grow(kit, HALF_CYCLES, start_ns + 2 * part_ns, name, missing,
		             &first);
	if (!error)
		error = grow(kit, HALF_CYCLES, start_ns + 3 * part_ns, name, missing,
		             &second);
	if (error || !leaks(&first) || !leaks(&second))
		return error;
	more = first.bytes + second.bytes;
	kit_call(lane,
	         "open(), write(), close(), open(), read(), close() and more, "
	         "%u times",
	         first.cycles + second.cycles);
	kit_back(lane);
	return kit_found(lane, text_format("%lld bytes more in use", more),
	                 "no more memory in use than before");
}
