/* test_posix_io.c - what all ways of moving records of the posix plugin have in
 * common, on a disk and in memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "posix_rig.h"
#include "unit.h"

#define MEGABYTE (1 << 20)

static const char *const io_names[] = {"sync", "uring", "mmap"};

/* Runs the test with each way in each place. */
static void everywhere(void (*test)(struct posix_life *life, int io))
{
	static const int ways[] = {POSIX_IO_SYNC, POSIX_IO_URING, POSIX_IO_MMAP};
	const char *places[] = {unit_scratch(), "/dev/shm"};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		for (size_t j = 0; j < 2; j++) {
			struct posix_life life;

			if (access(places[j], W_OK) != 0 ||
			    !posix_begin_io(&life, places[j], ways[i], 1))
				continue;
			test(&life, ways[i]);
			posix_end(&life);
		}
}

/* A name of this process's own, since /dev/shm is everybody's. */
static const char *name_of(char *room, size_t size, const char *what)
{
	snprintf(room, size, "bench-unit-%ld-%s", (long)getpid(), what);
	return room;
}

static void fill(char *bytes, size_t length, unsigned salt)
{
	for (size_t i = 0; i < length; i++)
		bytes[i] = (char)(i * 7 + i / 251 + salt);
}

static void moves_records(struct posix_life *life, int io)
{
	const struct bench_backend *b = life->b;
	struct bench_stat st = {.size = sizeof(st)};
	char data[5000], back[8192], name[64];
	void *file;

	(void)io;
	fill(data, sizeof(data), 1);
	memset(back, 0, sizeof(back));
	name_of(name, sizeof(name), "moves");
	file = posix_open(life, name, POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(b->read(file, back, 100, 0), 0);
	CU_ASSERT_EQUAL(b->write(file, data, 5000, 0), 5000);
	CU_ASSERT_EQUAL(b->write(file, data, 1000, 5000), 1000);
	CU_ASSERT_EQUAL(b->write(file, data, 0, 9000), 0);
	CU_ASSERT_EQUAL(b->flush(file), 0);
	CU_ASSERT_EQUAL(b->read(file, back, 5000, 0), 5000);
	CU_ASSERT_EQUAL(memcmp(back, data, 5000), 0);
	/* Short at the end, nothing behind it. */
	CU_ASSERT_EQUAL(b->read(file, back, 8192, 4000), 2000);
	CU_ASSERT_EQUAL(memcmp(back, data + 4000, 1000), 0);
	CU_ASSERT_EQUAL(memcmp(back + 1000, data, 1000), 0);
	CU_ASSERT_EQUAL(b->read(file, back, 8192, 6000), 0);
	CU_ASSERT_EQUAL(b->read(file, back, 8192, INT64_MAX - 8192), 0);
	CU_ASSERT_EQUAL(b->close(file), 0);
	CU_ASSERT_EQUAL(b->stat(life->session, name, &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 6000);
	/* A hole reads as zeros. */
	file = posix_open(life, name, BENCH_O_READ | BENCH_O_WRITE);
	CU_ASSERT_EQUAL(b->write(file, data, 10, 3 * MEGABYTE), 10);
	CU_ASSERT_EQUAL(b->read(file, back, 2, 2 * MEGABYTE), 2);
	CU_ASSERT_EQUAL(back[0] | back[1], 0);
	CU_ASSERT_EQUAL(b->read(file, back, 11, 3 * MEGABYTE), 10);
	CU_ASSERT_EQUAL(memcmp(back, data, 10), 0);
	CU_ASSERT_EQUAL(b->close(file), 0);
	CU_ASSERT_EQUAL(b->stat(life->session, name, &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 3 * MEGABYTE + 10);
	CU_ASSERT_EQUAL(b->unlink(life->session, name), 0);
}

static void keeps_to_the_direction(struct posix_life *life, int io)
{
	const struct bench_backend *b = life->b;
	char name[64], byte = 'b';
	void *file;

	(void)io;
	name_of(name, sizeof(name), "direction");
	file = posix_open(life, name, BENCH_O_WRITE | BENCH_O_CREATE);
	CU_ASSERT_EQUAL(b->write(file, &byte, 1, 0), 1);
	CU_ASSERT_EQUAL(b->read(file, &byte, 1, 0), -EBADF);
	posix_says(life, "read of 1 bytes at 0: Bad file descriptor");
	b->close(file);
	file = posix_open(life, name, BENCH_O_READ);
	CU_ASSERT_EQUAL(b->write(file, &byte, 1, 7), -EBADF);
	posix_says(life, "write of 1 bytes at 7: Bad file descriptor");
	CU_ASSERT_EQUAL(b->read(file, &byte, 1, 0), 1);
	b->close(file);
	CU_ASSERT_EQUAL(b->unlink(life->session, name), 0);
}

/* What one handle wrote, another that was open before sees. */
static void shares_a_file(struct posix_life *life, int io)
{
	const struct bench_backend *b = life->b;
	char name[64], data[3000], back[3000];
	void *writer, *reader;

	(void)io;
	fill(data, sizeof(data), 2);
	memset(back, 0, sizeof(back));
	name_of(name, sizeof(name), "shares");
	writer = posix_open(life, name,
	                    BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_SYNC);
	reader = posix_open(life, name, BENCH_O_READ);
	CU_ASSERT_EQUAL(b->write(writer, data, 1500, 0), 1500);
	CU_ASSERT_EQUAL(b->write(writer, data + 1500, 1500, 1500), 1500);
	CU_ASSERT_EQUAL(b->read(reader, back, 3000, 0), 3000);
	CU_ASSERT_EQUAL(memcmp(back, data, 3000), 0);
	b->close(reader);
	b->close(writer);
	CU_ASSERT_EQUAL(b->unlink(life->session, name), 0);
}

static void tells_what_it_is(struct posix_life *life, int io)
{
	char words[32];
	bool memory = (life->caps.props & BENCH_MEMORY) != 0;

	CU_ASSERT_EQUAL(!memory, (life->caps.props & BENCH_CACHES) != 0);
	if (io == POSIX_IO_URING)
		CU_ASSERT(life->caps.max_depth >= 1024);
	if (io != POSIX_IO_URING)
		CU_ASSERT_EQUAL(life->caps.max_depth, 1);
	if (io == POSIX_IO_MMAP)
		CU_ASSERT_EQUAL(life->caps.props & (BENCH_DIRECT | BENCH_DONTCACHE), 0);
	CU_ASSERT_EQUAL(life->b->describe(life->target), 0);
	snprintf(words, sizeof(words), "io=%s\n", io_names[io]);
	CU_ASSERT_PTR_NOT_NULL(strstr(life->facts.bytes, words));
	CU_ASSERT_EQUAL(strstr(life->facts.bytes, "ring_flags=") != NULL,
	                io == POSIX_IO_URING);
}

/* Where it works it works, and leaves nothing; elsewhere it is refused. */
static void does_without_the_cache(struct posix_life *life, int io)
{
	const struct bench_backend *b = life->b;
	char name[64], *data = calloc(1, MEGABYTE), *back = calloc(1, MEGABYTE);
	unsigned flags = POSIX_NEW_FILE | BENCH_O_DONTCACHE;
	void *file;

	CU_ASSERT_FATAL(data && back);
	name_of(name, sizeof(name), "dontcache");
	if (life->caps.props & BENCH_DONTCACHE) {
		CU_ASSERT_NOT_EQUAL(io, POSIX_IO_MMAP);
		fill(data, MEGABYTE, 3);
		file = posix_open(life, name, flags);
		CU_ASSERT_EQUAL(b->write(file, data, MEGABYTE, 0), MEGABYTE);
		CU_ASSERT_EQUAL(b->read(file, back, MEGABYTE, 0), MEGABYTE);
		CU_ASSERT_EQUAL(memcmp(back, data, MEGABYTE), 0);
		CU_ASSERT_EQUAL(b->read(file, back, 4096, MEGABYTE - 100), 100);
		b->close(file);
		CU_ASSERT_EQUAL(b->unlink(life->session, name), 0);
	} else {
		CU_ASSERT_EQUAL(posix_open_fails(life, name, flags), -ENOTSUP);
		posix_says(life, "the page cache");
		CU_ASSERT_EQUAL(posix_open_fails(life, name, BENCH_O_READ), -ENOENT);
	}
	free(data);
	free(back);
}

static void drops_its_cache(struct posix_life *life, int io)
{
	const struct bench_backend *b = life->b;
	char name[64], *data = calloc(1, MEGABYTE);
	void *file;

	(void)io;
	CU_ASSERT_FATAL(data != NULL);
	name_of(name, sizeof(name), "drops");
	file = posix_open(life, name, POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(b->write(file, data, MEGABYTE, 0), MEGABYTE);
	CU_ASSERT_EQUAL(b->read(file, data, MEGABYTE, 0), MEGABYTE);
	if (life->caps.props & BENCH_MEMORY) {
		CU_ASSERT_EQUAL(b->drop_cache(file), -ENOTSUP);
	} else {
		CU_ASSERT_EQUAL(b->drop_cache(file), 0);
		CU_ASSERT_PTR_NOT_NULL_FATAL(life->facts.bytes);
		CU_ASSERT_PTR_NOT_NULL(strstr(life->facts.bytes, "resident=0."));
		CU_ASSERT(strstr(life->facts.bytes, "checked_by=cachestat\n") ||
		          strstr(life->facts.bytes, "checked_by=mincore\n"));
	}
	CU_ASSERT_EQUAL(b->read(file, data, MEGABYTE, 0), MEGABYTE);
	b->close(file);
	CU_ASSERT_EQUAL(b->unlink(life->session, name), 0);
	free(data);
}

static void all_move_records(void)
{
	everywhere(moves_records);
}

static void all_keep_to_the_direction(void)
{
	everywhere(keeps_to_the_direction);
}

static void all_share_a_file(void)
{
	everywhere(shares_a_file);
}

static void all_tell_what_they_are(void)
{
	everywhere(tells_what_it_is);
}

static void all_do_without_the_cache(void)
{
	everywhere(does_without_the_cache);
}

static void all_drop_their_cache(void)
{
	everywhere(drops_its_cache);
}

/* The file has the size that it will get, and no direct I/O. */
static void maps_ahead(void)
{
	struct posix_life life;
	struct bench_stat st = {.size = sizeof(st)};
	void *file = NULL;

	posix_begin_io(&life, unit_scratch(), POSIX_IO_MMAP, 1);
	CU_ASSERT_EQUAL_FATAL(life.b->open(life.session, "ahead", POSIX_NEW_FILE,
	                                   MEGABYTE, &file),
	                      0);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "ahead", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, MEGABYTE);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_EQUAL(
	        posix_open_fails(&life, "ahead", BENCH_O_READ | BENCH_O_DIRECT),
	        -ENOTSUP);
	posix_says(&life, "io = mmap goes through the page cache");
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "ahead"), 0);
	posix_end(&life);
}

static CU_TestInfo cases[] = {
        {"all move records", all_move_records},
        {"all keep to the direction", all_keep_to_the_direction},
        {"all share a file", all_share_a_file},
        {"all tell what they are", all_tell_what_they_are},
        {"all do without the cache", all_do_without_the_cache},
        {"all drop their cache", all_drop_their_cache},
        {"maps ahead", maps_ahead},
        CU_TEST_INFO_NULL};
UNIT_SUITE(posix_io, cases)
