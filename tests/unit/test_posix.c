/* test_posix.c - the posix plugin through its loaded table, in a directory of
 * the scratch place.  The plugin stands built in PLUGIN_DIR. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"

#define NEW_FILE (BENCH_O_READ | BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)
#define TMPFS    0x01021994

struct config {
	char *path, *device;
};

/* One opened target with one session. */
struct life {
	struct plugin *plugin;
	const struct bench_backend *b;
	struct bench_ctx *ctx;
	struct config config;
	struct bench_caps caps;
	struct text facts; /* "key=value\n" each */
	void *target, *session;
};

static void hear_fact(void *arg, const char *key, const char *value)
{
	text_add((struct text *)arg, "%s=%s\n", key, value);
}

static void load(struct life *life)
{
	char *path = text_format("%s/posix.so", PLUGIN_DIR), *why = NULL;
	struct host_sinks sinks = {.arg = &life->facts, .fact = hear_fact};

	memset(life, 0, sizeof(*life));
	if (plugin_load(path, &life->plugin, &why) != 0)
		fprintf(stderr, "\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->plugin);
	life->b = &life->plugin->backend;
	life->ctx = host_ctx_new(&sinks);
	free(path);
}

static void unload(struct life *life)
{
	text_free(&life->facts);
	host_ctx_free(life->ctx);
	plugin_free(life->plugin);
}

static void begin(struct life *life, const char *path)
{
	struct bench_who who = {sizeof(who), 0, 1, 0, 1, 1};

	load(life);
	life->config.path = text_copy(path);
	life->caps.size = sizeof(life->caps);
	CU_ASSERT_EQUAL(life->b->check(&life->config, life->ctx), 0);
	CU_ASSERT_EQUAL_FATAL(
	        life->b->target_open(&life->config, life->ctx, &life->target), 0);
	CU_ASSERT_EQUAL(life->b->caps(life->target, &life->caps), 0);
	CU_ASSERT_EQUAL_FATAL(life->b->session_open(life->target, &who, life->ctx,
	                                            &life->session),
	                      0);
}

static void end(struct life *life)
{
	life->b->session_close(life->session);
	life->b->target_close(life->target);
	free(life->config.path);
	unload(life);
}

static void *open_file(struct life *life, const char *name, unsigned flags)
{
	void *file = NULL;
	int rc = life->b->open(life->session, name, flags, 0, &file);

	if (rc != 0)
		fprintf(stderr, "\nopen %s: %s\n", name, host_ctx_failure(life->ctx));
	CU_ASSERT_EQUAL_FATAL(rc, 0);
	return file;
}

static int open_fails(struct life *life, const char *name, unsigned flags)
{
	void *file = NULL;
	int rc = life->b->open(life->session, name, flags, 0, &file);

	CU_ASSERT_PTR_NULL(file);
	CU_ASSERT_PTR_NOT_NULL(host_ctx_failure(life->ctx));
	return rc;
}

static void says(struct life *life, const char *words)
{
	const char *text = host_ctx_failure(life->ctx);

	if (!text || !strstr(text, words))
		fprintf(stderr, "\nnot there (%s): %s\n", words,
		        text ? text : "(none)");
	CU_ASSERT_PTR_NOT_NULL_FATAL(text);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
}

static char *make_directory(const char *name)
{
	char *path = text_format("%s/%s", unit_scratch(), name);

	mkdir(path, 0700);
	return path;
}

static int scratch_is_memory(void)
{
	struct statfs fs;

	return statfs(unit_scratch(), &fs) == 0 && fs.f_type == TMPFS;
}

static void round_trip(void)
{
	struct life life;
	struct bench_stat st = {.size = sizeof(st)};
	char data[5000], back[8192];
	void *file;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (char)(i * 7);
	begin(&life, unit_scratch());
	file = open_file(&life, "round", NEW_FILE);
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
	file = open_file(&life, "round", BENCH_O_READ);
	CU_ASSERT_EQUAL(life.b->write(file, data, 1, 0), -EBADF);
	says(&life, "write of 1 bytes at 0: Bad file descriptor");
	life.b->close(file);
	file = open_file(&life, "round",
	                 BENCH_O_WRITE | BENCH_O_TRUNC | BENCH_O_SYNC);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "round", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 0);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "round"), 0);
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	end(&life);
}

static int count_entry(void *arg, const char *entry)
{
	text_add((struct text *)arg, "%s ", entry);
	return 0;
}

static int stop_at_once(void *arg, const char *entry)
{
	(void)arg;
	(void)entry;
	return -ECANCELED;
}

static void names(void)
{
	struct life life;
	struct bench_stat st = {.size = sizeof(st)};
	struct text seen = {0};
	char *path = make_directory("names");
	const struct bench_backend *b;

	begin(&life, path);
	b = life.b;
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d"), -EEXIST);
	CU_ASSERT_EQUAL(b->mkdir(life.session, "d/e"), 0);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/e", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 1);
	b->close(open_file(&life, "d/e/f", NEW_FILE));
	CU_ASSERT_EQUAL(b->rename(life.session, "d/e/f", "d/g"), 0);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/e/f", &st), -ENOENT);
	CU_ASSERT_EQUAL(b->stat(life.session, "d/g", &st), 0);
	CU_ASSERT_EQUAL(b->readdir(life.session, ".", count_entry, &seen), 0);
	CU_ASSERT_STRING_EQUAL(seen.bytes, "d ");
	CU_ASSERT_EQUAL(b->readdir(life.session, "d/e", stop_at_once, NULL), 0);
	CU_ASSERT_EQUAL(b->readdir(life.session, "d", stop_at_once, NULL),
	                -ECANCELED);
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(b->unlink(life.session, "d/g"), 0);
	CU_ASSERT_EQUAL(b->unlink(life.session, "d/g"), -ENOENT);
	says(&life, "d/g: No such file or directory");
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d/e"), 0);
	CU_ASSERT_EQUAL(b->rmdir(life.session, "d"), 0);
	text_free(&seen);
	end(&life);
	free(path);
}

/* A directory that went away and came back is another one. */
static void forgets_a_removed_directory(void)
{
	struct life life;
	struct bench_stat st = {.size = sizeof(st)};
	char *path = make_directory("again"), *inner;

	begin(&life, path);
	inner = text_format("%s/d", path);
	mkdir(inner, 0700);
	life.b->close(open_file(&life, "d/f", NEW_FILE));
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "d/f"), 0);
	rmdir(inner);
	CU_ASSERT_EQUAL(open_fails(&life, "d/f", NEW_FILE), -ENOENT);
	mkdir(inner, 0700);
	life.b->close(open_file(&life, "d/f", NEW_FILE));
	CU_ASSERT_EQUAL(life.b->stat(life.session, "d/f", &st), 0);
	end(&life);
	free(inner);
	free(path);
}

static void refuses_names(void)
{
	static const char *const outside[] = {"",     "/",    "/etc/passwd",
	                                      "..",   "../x", "a/../../x",
	                                      "a//b", ".",    "a/"};
	struct bench_stat st = {.size = sizeof(st)};
	struct life life;

	begin(&life, unit_scratch());
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
		CU_ASSERT_EQUAL(open_fails(&life, outside[i], BENCH_O_READ), -EINVAL);
		says(&life, "is no name inside of ");
		CU_ASSERT_EQUAL(life.b->stat(life.session, outside[i], &st), -EINVAL);
		CU_ASSERT_EQUAL(life.b->unlink(life.session, outside[i]), -EINVAL);
		CU_ASSERT_EQUAL(life.b->rename(life.session, "x", outside[i]), -EINVAL);
	}
	end(&life);
}

static void opens_as_told(void)
{
	struct life life;
	char *path = make_directory("told"), *file;
	struct stat st;
	mode_t mask = umask(0);

	begin(&life, path);
	CU_ASSERT_EQUAL(open_fails(&life, "f", BENCH_O_READ), -ENOENT);
	says(&life, "f: No such file or directory");
	life.b->close(open_file(&life, "f", NEW_FILE));
	CU_ASSERT_EQUAL(open_fails(&life, "f", NEW_FILE), -EEXIST);
	file = text_format("%s/f", path);
	CU_ASSERT_EQUAL(stat(file, &st), 0);
	CU_ASSERT_EQUAL(st.st_mode & 07777, 0600);
	umask(mask);
	end(&life);
	free(file);
	free(path);
}

/* Neither the last part of a name nor one before it; the root may be one. */
static void follows_no_links(void)
{
	struct life life;
	char *real = make_directory("real"), *root = make_directory("links");
	char *link_to_dir = text_format("%s/gate", root);
	char *dangling = text_format("%s/dangling", root);
	char *root_link = text_format("%s/root-link", unit_scratch());
	char *precious = text_format("%s/precious", real);
	struct bench_stat st = {.size = sizeof(st)};

	CU_ASSERT_EQUAL(symlink("../real", link_to_dir), 0);
	CU_ASSERT_EQUAL(symlink("../real/new", dangling), 0);
	CU_ASSERT_EQUAL(symlink("links", root_link), 0);
	close(open(precious, O_CREAT | O_WRONLY, 0600));
	begin(&life, root_link);
	CU_ASSERT_EQUAL(open_fails(&life, "gate/precious", BENCH_O_READ), -ENOTDIR);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "gate/precious"), -ENOTDIR);
	CU_ASSERT_EQUAL(life.b->mkdir(life.session, "gate/x"), -ENOTDIR);
	CU_ASSERT_EQUAL(
	        open_fails(&life, "dangling", BENCH_O_WRITE | BENCH_O_CREATE),
	        -ELOOP);
	says(&life, "dangling is a symbolic link, which is not followed");
	CU_ASSERT_EQUAL(open_fails(&life, "dangling", NEW_FILE), -EEXIST);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "gate", &st), 0);
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT_EQUAL(life.b->describe(life.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "real_path="));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "/links\n"));
	CU_ASSERT_EQUAL(access(precious, F_OK), 0);
	end(&life);
	free(real);
	free(root);
	free(link_to_dir);
	free(dangling);
	free(root_link);
	free(precious);
}

static void knows_memory(void)
{
	struct life life;
	void *file;

	if (access("/dev/shm", W_OK) != 0)
		return;
	begin(&life, "/dev/shm");
	CU_ASSERT_TRUE(life.caps.props & BENCH_MEMORY);
	CU_ASSERT_EQUAL(life.caps.durable, BENCH_DUR_NONE);
	CU_ASSERT_EQUAL(life.b->describe(life.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "file_system=tmpfs\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "memory=yes\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "mount_options=rw"));
	file = open_file(&life, "bench-unit-cold", NEW_FILE);
	CU_ASSERT_EQUAL(life.b->drop_cache(file), -ENOTSUP);
	says(&life, "a memory file system cannot be cold");
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "bench-unit-cold"), 0);
	end(&life);
}

static void knows_its_disk(void)
{
	struct text seen = {0};
	struct life life;
	char *path = make_directory("disk");

	begin(&life, path);
	CU_ASSERT_TRUE(life.caps.props & BENCH_RANDOM);
	CU_ASSERT_TRUE(life.caps.props & BENCH_REWRITE);
	CU_ASSERT_TRUE(life.caps.props & BENCH_KEEPS);
	CU_ASSERT_TRUE(life.caps.props & BENCH_SHARED);
	CU_ASSERT(life.caps.free_bytes > 0);
	CU_ASSERT(life.caps.best_io > 0);
	if (!scratch_is_memory())
		CU_ASSERT_EQUAL(life.caps.durable, BENCH_DUR_STABLE);
	CU_ASSERT_EQUAL(life.b->readdir(life.session, ".", count_entry, &seen), 0);
	CU_ASSERT_EQUAL(seen.length, 0); /* the probe left nothing */
	end(&life);
	free(path);
}

/* Where there is direct I/O: a record that fits goes through, one that does not
 * is named with what would. */
static void direct(void)
{
	struct life life;
	char *buffer, words[64];
	void *file;
	int64_t got;

	begin(&life, unit_scratch());
	if (!(life.caps.props & BENCH_DIRECT)) {
		end(&life);
		return;
	}
	CU_ASSERT(life.caps.align > 0);
	CU_ASSERT_EQUAL(life.caps.align & (life.caps.align - 1), 0);
	buffer = host_table()->alloc(1 << 16, 1 << 16);
	memset(buffer, 'd', 1 << 16);
	file = open_file(&life, "direct", NEW_FILE | BENCH_O_DIRECT);
	CU_ASSERT_EQUAL(life.b->write(file, buffer, 1 << 16, 0), 1 << 16);
	CU_ASSERT_EQUAL(life.b->read(file, buffer, 4096, 4096), 4096);
	if (life.caps.align > 8) {
		CU_ASSERT_EQUAL(life.b->write(file, buffer, 1000, 0), -EINVAL);
		snprintf(words, sizeof(words), "takes only multiples of %u bytes",
		         (unsigned)life.caps.align);
		says(&life, words);
	}
	life.b->close(file);
	/* A tail that is no multiple is read as what is there. */
	file = open_file(&life, "direct", BENCH_O_WRITE);
	CU_ASSERT_EQUAL(life.b->write(file, buffer, 1000, 1 << 16), 1000);
	CU_ASSERT_EQUAL(life.b->flush(file), 0);
	life.b->close(file);
	file = open_file(&life, "direct", BENCH_O_READ | BENCH_O_DIRECT);
	got = life.b->read(file, buffer, 1 << 15, (1 << 16) - (1 << 14));
	CU_ASSERT_EQUAL(got, (1 << 14) + 1000);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "direct"), 0);
	host_table()->free(buffer);
	end(&life);
}

static void drop_cache(void)
{
	struct life life;
	char *megabyte = calloc(1, 1 << 20);
	void *file;

	begin(&life, unit_scratch());
	file = open_file(&life, "cold", NEW_FILE);
	CU_ASSERT_EQUAL(life.b->write(file, megabyte, 1 << 20, 0), 1 << 20);
	if (scratch_is_memory()) {
		CU_ASSERT_EQUAL(life.b->drop_cache(file), -ENOTSUP);
	} else {
		CU_ASSERT_EQUAL(life.b->drop_cache(file), 0);
		CU_ASSERT_PTR_NOT_NULL_FATAL(life.facts.bytes);
		CU_ASSERT_PTR_NOT_NULL(strstr(life.facts.bytes, "dropped_by="));
	}
	CU_ASSERT_EQUAL(life.b->read(file, megabyte, 1 << 20, 0), 1 << 20);
	life.b->close(file);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "cold"), 0);
	end(&life);
	free(megabyte);
}

static void refused_target(const char *path, const char *device, int error,
                           const char *words)
{
	struct life life;

	load(&life);
	life.config.path = text_copy(path);
	life.config.device = text_copy(device);
	CU_ASSERT_EQUAL(life.b->target_open(&life.config, life.ctx, &life.target),
	                error);
	CU_ASSERT_PTR_NULL(life.target);
	says(&life, words);
	free(life.config.path);
	free(life.config.device);
	unload(&life);
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
	struct life life;

	load(&life);
	life.config.path = text_copy("/dev/sdx");
	life.config.device = text_copy("destroy");
	CU_ASSERT_EQUAL(life.b->check(&life.config, life.ctx), -EINVAL);
	says(&life, "expected device = /dev/sdx, not destroy");
	free(life.config.device);
	life.config.device = text_copy("/dev/sdx");
	CU_ASSERT_EQUAL(life.b->check(&life.config, life.ctx), 0);
	free(life.config.device);
	free(life.config.path);
	unload(&life);
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
	struct life life;

	load(&life);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text path = {0};
		int rc = life.b->from_url(cases[i].url, life.ctx, take_path, &path);

		CU_ASSERT_EQUAL(rc, cases[i].path ? 0 : -EINVAL);
		if (cases[i].path)
			CU_ASSERT_STRING_EQUAL(path.bytes, cases[i].path);
		text_free(&path);
	}
	unload(&life);
}

static CU_TestInfo cases[] = {
        {"round trip", round_trip},
        {"names", names},
        {"forgets a removed directory", forgets_a_removed_directory},
        {"refuses names", refuses_names},
        {"opens as told", opens_as_told},
        {"follows no links", follows_no_links},
        {"knows memory", knows_memory},
        {"knows its disk", knows_its_disk},
        {"direct", direct},
        {"drop cache", drop_cache},
        {"refuses targets", refuses_targets},
        {"refuses devices", refuses_devices},
        {"checks the device option", checks_the_device_option},
        {"reads urls", reads_urls},
        CU_TEST_INFO_NULL};
UNIT_SUITE(posix, cases)
