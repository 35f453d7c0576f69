/* test_posix_target.c - what the posix plugin finds out about its target, how
 * it goes round the cache, and which targets it refuses. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "posix_rig.h"
#include "unit.h"

static void knows_memory(void)
{
	struct posix_life life;
	void *file;

	if (access("/dev/shm", W_OK) != 0)
		return;
	posix_begin(&life, "/dev/shm");
	CU_ASSERT_TRUE(life.caps.props & BENCH_MEMORY);
	CU_ASSERT_EQUAL(life.caps.durable, BENCH_DUR_NONE);
	CU_ASSERT_EQUAL(life.b->describe(life.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "file_system=tmpfs\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "memory=yes\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "mount_options=rw"));
	file = posix_open(&life, "bench-unit-cold", POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(life.b->drop_cache(file), -ENOTSUP);
	posix_says(&life, "a memory file system cannot be cold");
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "bench-unit-cold"), 0);
	posix_end(&life);
}

static void knows_its_disk(void)
{
	struct text seen = {0};
	struct posix_life life;
	char *path = posix_directory("disk");

	posix_begin(&life, path);
	CU_ASSERT_TRUE(life.caps.props & BENCH_RANDOM);
	CU_ASSERT_TRUE(life.caps.props & BENCH_REWRITE);
	CU_ASSERT_TRUE(life.caps.props & BENCH_KEEPS);
	CU_ASSERT_TRUE(life.caps.props & BENCH_SHARED);
	CU_ASSERT(life.caps.free_bytes > 0);
	CU_ASSERT(life.caps.best_io > 0);
	if (!posix_scratch_is_memory())
		CU_ASSERT_EQUAL(life.caps.durable, BENCH_DUR_STABLE);
	CU_ASSERT_EQUAL(life.b->readdir(life.session, ".", posix_add_entry, &seen),
	                0);
	CU_ASSERT_EQUAL(seen.length, 0); /* the probe left nothing */
	posix_end(&life);
	free(path);
}

/* Where there is direct I/O: a record that fits goes through, one that does not
 * is named with what would. */
static void direct(void)
{
	struct posix_life life;
	char *buffer, words[64];
	void *file;
	int64_t got;

	posix_begin(&life, unit_scratch());
	if (!(life.caps.props & BENCH_DIRECT)) {
		posix_end(&life);
		return;
	}
	CU_ASSERT(life.caps.align > 0);
	CU_ASSERT_EQUAL(life.caps.align & (life.caps.align - 1), 0);
	buffer = host_table()->alloc(1 << 16, 1 << 16);
	memset(buffer, 'd', 1 << 16);
	file = posix_open(&life, "direct", POSIX_NEW_FILE | BENCH_O_DIRECT);
	CU_ASSERT_EQUAL(life.b->write(file, buffer, 1 << 16, 0), 1 << 16);
	CU_ASSERT_EQUAL(life.b->read(file, buffer, 4096, 4096), 4096);
	if (life.caps.align > 8) {
		CU_ASSERT_EQUAL(life.b->write(file, buffer, 1000, 0), -EINVAL);
		snprintf(words, sizeof(words), "takes only multiples of %u bytes",
		         (unsigned)life.caps.align);
		posix_says(&life, words);
	}
	life.b->close(file);
	/* A tail that is no multiple is read as what is there. */
	file = posix_open(&life, "direct", BENCH_O_WRITE);
	CU_ASSERT_EQUAL(life.b->write(file, buffer, 1000, 1 << 16), 1000);
	CU_ASSERT_EQUAL(life.b->flush(file), 0);
	life.b->close(file);
	file = posix_open(&life, "direct", BENCH_O_READ | BENCH_O_DIRECT);
	got = life.b->read(file, buffer, 1 << 15, (1 << 16) - (1 << 14));
	CU_ASSERT_EQUAL(got, (1 << 14) + 1000);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "direct"), 0);
	host_table()->free(buffer);
	posix_end(&life);
}

static void drop_cache(void)
{
	struct posix_life life;
	char *megabyte = calloc(1, 1 << 20);
	void *file;

	posix_begin(&life, unit_scratch());
	file = posix_open(&life, "cold", POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(life.b->write(file, megabyte, 1 << 20, 0), 1 << 20);
	if (posix_scratch_is_memory()) {
		CU_ASSERT_EQUAL(life.b->drop_cache(file), -ENOTSUP);
	} else {
		CU_ASSERT_EQUAL(life.b->drop_cache(file), 0);
		CU_ASSERT_PTR_NOT_NULL_FATAL(life.facts.bytes);
		CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "dropped_by="));
	}
	CU_ASSERT_EQUAL(life.b->read(file, megabyte, 1 << 20, 0), 1 << 20);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "cold"), 0);
	posix_end(&life);
	free(megabyte);
}

static void refused_target(const char *path, const char *device, int error,
                           const char *words)
{
	struct posix_life life;

	posix_load(&life);
	life.config.path = text_copy(path);
	life.config.device = text_copy(device);
	CU_ASSERT_EQUAL(life.b->target_open(&life.config, life.ctx, &life.target),
	                error);
	CU_ASSERT_PTR_NULL(life.target);
	posix_says(&life, words);
	free(life.config.path);
	free(life.config.device);
	posix_unload(&life);
}

static void refuses_targets(void)
{
	char *file = text_format("%s/plain", unit_scratch());

	close(open(file, O_CREAT | O_WRONLY, 0600));
	refused_target(file, NULL, -ENOTDIR, "is a file; give a directory");
	refused_target("/dev/null", NULL, -ENOTDIR, "is a character device");
	refused_target("/nowhere/at/all", NULL, -ENOENT,
	               "/nowhere/at/all: No such file or directory");
	free(file);
}

/* The device number of the disk below the scratch directory, which is in use;
 * 0 where that is no plain block device. */
static dev_t used_device(void)
{
	struct stat st;

	if (stat(unit_scratch(), &st) != 0 || major(st.st_dev) == 0)
		return 0;
	return st.st_dev;
}

/* Not so in containers, where devices cannot be opened at all. */
static int kernel_says_busy(const char *node)
{
	int fd = open(node, O_RDWR | O_EXCL | O_CLOEXEC);
	int busy = fd < 0 && errno == EBUSY;

	if (fd >= 0)
		close(fd);
	return busy;
}

static void refuses_devices(void)
{
	char *node = text_format("%s/device", unit_scratch());
	char *link_to = text_format("%s/by-id", unit_scratch());
	dev_t used = used_device();

	/* The number of no device is enough: it must not even be opened. */
	if (mknod(node, S_IFBLK | 0600, used ? used : makedev(7, 255)) == 0) {
		refused_target(node, NULL, -EPERM, "would destroy what is on it");
		refused_target(node, NULL, -EPERM, "nothing was written");
		refused_target(node, "/dev/other", -EPERM, "`device` names /dev/other");
		refused_target(node, "destroy", -EPERM, "`device` names destroy");
		CU_ASSERT_EQUAL(symlink("device", link_to), 0);
		refused_target(link_to, NULL, -EPERM, "is a block device");
		if (used && kernel_says_busy(node))
			refused_target(node, node, -EBUSY, "is in use");
		unlink(link_to);
		unlink(node);
	}
	free(node);
	free(link_to);
}

static void checks_the_device_option(void)
{
	struct posix_life life;

	posix_load(&life);
	life.config.path = text_copy("/dev/sdx");
	life.config.device = text_copy("destroy");
	CU_ASSERT_EQUAL(life.b->check(&life.config, life.ctx), -EINVAL);
	posix_says(&life, "expected device = /dev/sdx, not destroy");
	free(life.config.device);
	life.config.device = text_copy("/dev/sdx");
	CU_ASSERT_EQUAL(life.b->check(&life.config, life.ctx), 0);
	free(life.config.device);
	free(life.config.path);
	posix_unload(&life);
}

static int take_path(void *arg, const char *key, const char *value)
{
	CU_ASSERT_STRING_EQUAL(key, "path");
	text_add((struct text *)arg, "%s", value);
	return 0;
}

static void reads_urls(void)
{
	static const struct {
		const char *url, *path; /* NULL: refused */
	} cases[] = {
	        {"/dev/shm", "/dev/shm"},
	        {"relative/50%", "relative/50%"},
	        {"file:///mnt/nas", "/mnt/nas"},
	        {"file://localhost/mnt/nas", "/mnt/nas"},
	        {"file:/mnt/nas", "/mnt/nas"},
	        {"file:///a%20b%2Fc", "/a b/c"},
	        {"file://nas/share", NULL},
	        {"file:relative", NULL},
	        {"file:///a%2", NULL},
	        {"file:///a%zz", NULL},
	        {"file:///a%00b", NULL},
	};
	struct posix_life life;

	posix_load(&life);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text path = {0};
		int rc = life.b->from_url(cases[i].url, life.ctx, take_path, &path);

		CU_ASSERT_EQUAL(rc, cases[i].path ? 0 : -EINVAL);
		if (cases[i].path)
			CU_ASSERT_STRING_EQUAL(path.bytes, cases[i].path);
		text_free(&path);
	}
	posix_unload(&life);
}

static CU_TestInfo cases[] = {
        {"knows memory", knows_memory},
        {"knows its disk", knows_its_disk},
        {"direct", direct},
        {"drop cache", drop_cache},
        {"refuses targets", refuses_targets},
        {"refuses devices", refuses_devices},
        {"checks the device option", checks_the_device_option},
        {"reads urls", reads_urls},
        CU_TEST_INFO_NULL};
UNIT_SUITE(posix_target, cases)
