/* test_sim_files.c - what the sim plugin keeps: names, sizes and, if asked,
 * bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "sim_rig.h"
#include "unit.h"

static void keeps_bytes_if_asked(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	char buffer[8];

	for (int memory = 0; memory < 2; memory++) {
		struct sim_life life;
		void *file;

		sim_begin(&life, memory ? "memory=yes&durable=stable" : "memory=no");
		CU_ASSERT_EQUAL(life.b->caps(life.target, &caps), 0);
		CU_ASSERT_EQUAL(caps.props & BENCH_KEEPS, memory ? BENCH_KEEPS : 0u);
		CU_ASSERT_EQUAL(caps.durable,
		                memory ? BENCH_DUR_STABLE : BENCH_DUR_NONE);
		file = sim_file_of(&life, "f", SIM_CREATE);
		CU_ASSERT_EQUAL(life.b->write(file, "abc", 3, 5000), 3);
		memset(buffer, '.', sizeof(buffer));
		CU_ASSERT_EQUAL(life.b->read(file, buffer, 8, 4999), 4);
		CU_ASSERT_EQUAL(memcmp(buffer, memory ? "\0abc...." : "........", 8),
		                0);
		CU_ASSERT_EQUAL(life.b->read(file, buffer, 8, 5003), 0);
		CU_ASSERT_EQUAL(life.b->read(file, buffer, 8, UINT64_MAX), 0);
		CU_ASSERT_EQUAL(life.b->write(file, "abc", 3, UINT64_MAX), -EFBIG);
		CU_ASSERT_EQUAL(life.b->close(file), 0);
		/* Truncated, it reads zeros where it grows again. */
		file = sim_file_of(&life, "f",
		                   BENCH_O_WRITE | BENCH_O_READ | BENCH_O_CREATE |
		                           BENCH_O_TRUNC);
		CU_ASSERT_EQUAL(life.b->write(file, "z", 1, 5002), 1);
		memset(buffer, '.', sizeof(buffer));
		CU_ASSERT_EQUAL(life.b->read(file, buffer, 8, 5000), 3);
		CU_ASSERT_EQUAL(memcmp(buffer, memory ? "\0\0z....." : "........", 8),
		                0);
		CU_ASSERT_EQUAL(life.b->close(file), 0);
		sim_end(&life);
	}
}

static void minds_the_flags(void)
{
	struct sim_life life;
	void *file, *none = NULL;
	char byte = 0;

	sim_begin(&life, "memory=yes");
	CU_ASSERT_EQUAL(life.b->open(life.session, "f", BENCH_O_READ, 0, &none),
	                -ENOENT);
	file = sim_file_of(&life, "f", BENCH_O_WRITE | BENCH_O_CREATE);
	CU_ASSERT_EQUAL(life.b->read(file, &byte, 1, 0), -EBADF);
	CU_ASSERT_EQUAL(life.b->open(life.session, "f", SIM_CREATE, 0, &none),
	                -EEXIST);
	/* An open file outlives its name. */
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "f"), 0);
	CU_ASSERT_EQUAL(life.b->write(file, "x", 1, 0), 1);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_EQUAL(life.b->open(life.session, "f", BENCH_O_READ, 0, &none),
	                -ENOENT);
	CU_ASSERT_EQUAL(life.b->mkdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(life.b->open(life.session, "d", BENCH_O_READ, 0, &none),
	                -EISDIR);
	file = sim_file_of(&life, "g", SIM_CREATE);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	file = sim_file_of(&life, "g", BENCH_O_READ);
	CU_ASSERT_EQUAL(life.b->write(file, "x", 1, 0), -EBADF);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_PTR_NULL(none);
	sim_end(&life);
}

static int add_entry(void *arg, const char *entry)
{
	char **list = arg, *more = text_format("%s%s ", *list ? *list : "", entry);

	free(*list);
	*list = more;
	return 0;
}

static void has_names(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct sim_life life;
	char *list = NULL;
	const struct bench_backend *b;
	void *s;

	sim_begin(&life, "memory=yes");
	b = life.b;
	s = life.session;
	CU_ASSERT_EQUAL(b->mkdir(s, "d"), 0);
	CU_ASSERT_EQUAL(b->mkdir(s, "d"), -EEXIST);
	CU_ASSERT_EQUAL(b->close(sim_file_of(&life, "d/a", SIM_CREATE)), 0);
	CU_ASSERT_EQUAL(b->close(sim_file_of(&life, "dd", SIM_CREATE)), 0);
	CU_ASSERT_EQUAL(b->mkdir(s, "d/e"), 0);
	CU_ASSERT_EQUAL(b->close(sim_file_of(&life, "d/e/f", SIM_CREATE)), 0);
	CU_ASSERT_EQUAL(b->stat(s, "d", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 1);
	CU_ASSERT_EQUAL(b->stat(s, "x", &st), -ENOENT);
	CU_ASSERT_EQUAL(b->readdir(s, "d", add_entry, &list), 0);
	CU_ASSERT_STRING_EQUAL(list, "e a ");
	CU_ASSERT_EQUAL(b->readdir(s, ".", add_entry, &list), 0);
	CU_ASSERT_STRING_EQUAL(list, "e a dd d ");
	CU_ASSERT_EQUAL(b->readdir(s, "x", add_entry, &list), -ENOENT);
	CU_ASSERT_EQUAL(b->readdir(s, "dd", add_entry, &list), -ENOTDIR);
	CU_ASSERT_EQUAL(b->rename(s, "d/a", "dd"), 0);
	CU_ASSERT_EQUAL(b->stat(s, "d/a", &st), -ENOENT);
	CU_ASSERT_EQUAL(b->rename(s, "d/a", "dd"), -ENOENT);
	CU_ASSERT_EQUAL(b->rename(s, "dd", "dd"), 0);
	CU_ASSERT_EQUAL(b->rename(s, "dd", "d"), -EISDIR);
	CU_ASSERT_EQUAL(b->rmdir(s, "dd"), -ENOTDIR);
	CU_ASSERT_EQUAL(b->unlink(s, "d"), -EISDIR);
	CU_ASSERT_EQUAL(b->rmdir(s, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(b->unlink(s, "d/e/f"), 0);
	CU_ASSERT_EQUAL(b->rmdir(s, "d/e"), 0);
	CU_ASSERT_EQUAL(b->rmdir(s, "d"), 0);
	CU_ASSERT_EQUAL(b->rmdir(s, "d"), -ENOENT);
	free(list);
	sim_end(&life);
}

static CU_TestInfo cases[] = {
        {"keeps bytes if asked", keeps_bytes_if_asked},
        {"minds the flags", minds_the_flags},
        {"has names", has_names},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(sim_files, cases)
