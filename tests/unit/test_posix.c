/* test_posix.c - the posix plugin's files and names, in a directory of the
 * scratch place. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "posix_rig.h"
#include "unit.h"

static void round_trip(void)
{
	struct posix_life life;
	struct bench_stat st = {.size = sizeof(st)};
	char data[5000], back[8192];
	void *file;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (char)(i * 7);
	posix_begin(&life, unit_scratch());
	file = posix_open(&life, "round", POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(life.b->write(file, data, 5000, 0), 5000);
	CU_ASSERT_EQUAL(life.b->write(file, data, 1000, 5000), 1000);
	CU_ASSERT_EQUAL(life.b->flush(file), 0);
	CU_ASSERT_EQUAL(life.b->read(file, back, 5000, 0), 5000);
	CU_ASSERT_EQUAL(memcmp(back, data, 5000), 0);
	/* Short at the end, nothing behind it. */
	CU_ASSERT_EQUAL(life.b->read(file, back, 8192, 4000), 2000);
	CU_ASSERT_EQUAL(memcmp(back + 1000, data, 1000), 0);
	CU_ASSERT_EQUAL(life.b->read(file, back, 8192, 6000), 0);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "round", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 6000);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT(st.mtime_ns > INT64_C(1500000000000000000));
	file = posix_open(&life, "round", BENCH_O_READ);
	CU_ASSERT_EQUAL(life.b->write(file, data, 1, 0), -EBADF);
	posix_says(&life, "write of 1 bytes at 0: Bad file descriptor");
	life.b->close(file);
	file = posix_open(&life, "round",
	                  BENCH_O_WRITE | BENCH_O_TRUNC | BENCH_O_SYNC);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "round", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 0);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "round"), 0);
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	posix_end(&life);
}

static int stop_at_once(void *arg, const char *entry)
{
	(void)arg;
	(void)entry;
	return -ECANCELED;
}

static void names(void)
{
	struct posix_life life;
	struct bench_stat st = {.size = sizeof(st)};
	struct text seen = {0};
	char *path = posix_directory("names");
	const struct bench_backend *b;

	posix_begin(&life, path);
	b = life.b;
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d"), -EEXIST);
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d/e"), 0);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/e", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 1);
	b->close(posix_open(&life, "d/e/f", POSIX_NEW_FILE));
	CU_ASSERT_EQUAL(b->rename(life.session, "d/e/f", "d/g"), 0);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/e/f", &st), -ENOENT);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/g", &st), 0);
	CU_ASSERT_EQUAL(b->readdir(life.session, ".", posix_add_entry, &seen), 0);
	CU_ASSERT_STRING_EQUAL(seen.bytes, "d ");
	CU_ASSERT_EQUAL(b->readdir(life.session, "d/e", stop_at_once, NULL), 0);
	CU_ASSERT_EQUAL(b->readdir(life.session, "d", stop_at_once, NULL),
	                -ECANCELED);
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(b->unlink(life.session, "d/g"), 0);
	CU_ASSERT_EQUAL(b->unlink(life.session, "d/g"), -ENOENT);
	posix_says(&life, "d/g: No such file or directory");
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d/e"), 0);
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d"), 0);
	text_free(&seen);
	posix_end(&life);
	free(path);
}

/* A directory that went away and came back is another one. */
static void forgets_a_removed_directory(void)
{
	struct posix_life life;
	struct bench_stat st = {.size = sizeof(st)};
	char *path = posix_directory("again"), *inner;

	posix_begin(&life, path);
	inner = text_format("%s/d", path);
	mkdir(inner, 0700);
	life.b->close(posix_open(&life, "d/f", POSIX_NEW_FILE));
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "d/f"), 0);
	rmdir(inner);
	CU_ASSERT_EQUAL(posix_open_fails(&life, "d/f", POSIX_NEW_FILE), -ENOENT);
	mkdir(inner, 0700);
	life.b->close(posix_open(&life, "d/f", POSIX_NEW_FILE));
	CU_ASSERT_EQUAL(life.b->stat(life.session, "d/f", &st), 0);
	posix_end(&life);
	free(inner);
	free(path);
}

static void refuses_names(void)
{
	static const char *const outside[] = {"",     "/",    "/etc/passwd",
	                                      "..",   "../x", "a/../../x",
	                                      "a//b", ".",    "a/"};
	struct bench_stat st = {.size = sizeof(st)};
	struct posix_life life;

	posix_begin(&life, unit_scratch());
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
		CU_ASSERT_EQUAL(posix_open_fails(&life, outside[i], BENCH_O_READ),
		                -EINVAL);
		posix_says(&life, "is no name inside of ");
		CU_ASSERT_EQUAL(life.b->stat(life.session, outside[i], &st), -EINVAL);
		CU_ASSERT_EQUAL(life.b->unlink(life.session, outside[i]), -EINVAL);
		CU_ASSERT_EQUAL(life.b->rename(life.session, "x", outside[i]), -EINVAL);
	}
	posix_end(&life);
}

static void opens_as_told(void)
{
	struct posix_life life;
	char *path = posix_directory("told"), *file;
	struct stat st;
	mode_t mask = umask(0);

	posix_begin(&life, path);
	CU_ASSERT_EQUAL(posix_open_fails(&life, "f", BENCH_O_READ), -ENOENT);
	posix_says(&life, "f: No such file or directory");
	life.b->close(posix_open(&life, "f", POSIX_NEW_FILE));
	CU_ASSERT_EQUAL(posix_open_fails(&life, "f", POSIX_NEW_FILE), -EEXIST);
	file = text_format("%s/f", path);
	CU_ASSERT_EQUAL(stat(file, &st), 0);
	CU_ASSERT_EQUAL(st.st_mode & 07777, 0600);
	umask(mask);
	posix_end(&life);
	free(file);
	free(path);
}

/* Neither the last part of a name nor one before it; the root may be one. */
static void follows_no_links(void)
{
	struct posix_life life;
	char *real = posix_directory("real"), *root = posix_directory("links");
	char *link_to_dir = text_format("%s/gate", root);
	char *dangling = text_format("%s/dangling", root);
	char *root_link = text_format("%s/root-link", unit_scratch());
	char *precious = text_format("%s/precious", real);
	struct bench_stat st = {.size = sizeof(st)};

	CU_ASSERT_EQUAL(symlink("../real", link_to_dir), 0);
	CU_ASSERT_EQUAL(symlink("../real/new", dangling), 0);
	CU_ASSERT_EQUAL(symlink("links", root_link), 0);
	close(open(precious, O_CREAT | O_WRONLY, 0600));
	posix_begin(&life, root_link);
	CU_ASSERT_EQUAL(posix_open_fails(&life, "gate/precious", BENCH_O_READ),
	                -ENOTDIR);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "gate/precious"), -ENOTDIR);
	CU_ASSERT_EQUAL(life.b->mkdir(life.session, "gate/x"), -ENOTDIR);
	CU_ASSERT_EQUAL(
	        posix_open_fails(&life, "dangling", BENCH_O_WRITE | BENCH_O_CREATE),
	        -ELOOP);
	posix_says(&life, "dangling is a symbolic link, which is not followed");
	CU_ASSERT_EQUAL(posix_open_fails(&life, "dangling", POSIX_NEW_FILE),
	                -EEXIST);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "gate", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT_EQUAL(life.b->describe(life.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "real_path="));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "/links\n"));
	CU_ASSERT_EQUAL(access(precious, F_OK), 0);
	posix_end(&life);
	free(real);
	free(root);
	free(link_to_dir);
	free(dangling);
	free(root_link);
	free(precious);
}

static CU_TestInfo cases[] = {
        {"round trip", round_trip},
        {"names", names},
        {"forgets a removed directory", forgets_a_removed_directory},
        {"refuses names", refuses_names},
        {"opens as told", opens_as_told},
        {"follows no links", follows_no_links},
        CU_TEST_INFO_NULL};
UNIT_SUITE(posix, cases)
