/* posix.c - any mounted path: a directory of a local disk, a RAM disk, or a
 * file server that the kernel has mounted.
 *
 * This file is the life of the plugin from its options to its table.  file.c
 * and names.c have the operations of a session; sync.c, map.c and flight.c move
 * records; the other rooms know mounts, O_DIRECT, the page cache and devices.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "posix.h"

struct posix_config {
	char *path, *device;
	int io; /* enum posix_io */
};

static const char *const io_names[] = {"sync", "uring", "mmap", NULL};

static const struct bench_opt posix_options[] = {
        BENCH_OPT(struct posix_config, path, BENCH_PATH, BENCH_REQUIRED, NULL,
                  "the directory to measure in"),
        BENCH_OPT(struct posix_config, device, BENCH_STR, 0, NULL,
                  "where path is a block device: its name once more, which "
                  "allows to destroy what is on it"),
        {.key = "io",
         .type = BENCH_ENUM,
         .offset = offsetof(struct posix_config, io),
         .dflt = "sync",
         .help = "how records are moved: by a system call each, by io_uring "
                 "(which depth above 1 needs), or by a mapping of the file",
         .choices = io_names},
        {.key = NULL},
};

int posix_failure(struct bench_ctx *ctx, int error, const char *what)
{
	bench->fail(ctx, "%s: %s", what, strerror(error));
	return -error;
}

/* The configuration ------------------------------------------------------ */

static int posix_check(const void *config, struct bench_ctx *ctx)
{
	const struct posix_config *given = (const struct posix_config *)config;

	if (given->io == POSIX_URING && ring_check(ctx) != 0)
		return -EINVAL;
	if (!given->device || strcmp(given->device, given->path) == 0)
		return 0;
	bench->fail(ctx,
	            "`device` must repeat the name of the block device in `path`: "
	            "expected device = %s, not %s",
	            given->path, given->device);
	return -EINVAL;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* %20 and the like, in place; -EINVAL for anything that is no such pair. */
static int decode_percents(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		int high, low;

		if (*from != '%') {
			*to = *from++;
			continue;
		}
		high = hex_digit(from[1]);
		low = high < 0 ? -1 : hex_digit(from[2]);
		if (low < 0 || high * 16 + low == 0)
			return -EINVAL;
		*to = (char)(high * 16 + low);
		from += 3;
	}
	*to = '\0';
	return 0;
}

/* file:///path, file://localhost/path, file:/path, or a path as it is. */
static int posix_from_url(const char *url, struct bench_ctx *ctx,
                          int (*set)(void *arg, const char *key,
                                     const char *value),
                          void *arg)
{
	const char *path = url + 5;
	char *copy;
	int rc;

	if (strncmp(url, "file:", 5) != 0)
		return set(arg, "path", url);
	if (strncmp(path, "//localhost/", 12) == 0)
		path += 11;
	else if (strncmp(path, "///", 3) == 0)
		path += 2;
	if (path[0] != '/' || path[1] == '/') {
		bench->fail(ctx, "%s: expected file:///PATH", url);
		return -EINVAL;
	}
	copy = strdup(path);
	if (!copy)
		return -ENOMEM;
	rc = decode_percents(copy);
	if (rc != 0)
		bench->fail(ctx, "%s: a %% is not followed by two hex digits", url);
	else
		rc = set(arg, "path", copy);
	free(copy);
	return rc;
}

/* The target ------------------------------------------------------------- */

/* O_DIRECTORY fails before a device's driver is asked, so nothing but
 * directories is ever opened by this way. */
static int open_root(const struct posix_config *config, struct bench_ctx *ctx,
                     struct posix_target *target)
{
	struct stat st;

	target->root = open(config->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (target->root >= 0) {
		target->type = mount_type_of(target->root, &target->is_memory);
		mount_read(target->root, &target->mount);
		if (target->mount.type)
			target->type = target->mount.type;
		target->has_direct = direct_probe(target->root, &target->align);
		return 0;
	}
	if (errno != ENOTDIR || stat(config->path, &st) != 0)
		return posix_failure(ctx, errno, config->path);
	if (S_ISBLK(st.st_mode))
		return device_open(config->path, config->device, ctx, target);
	bench->fail(ctx, "%s is a %s; give a directory", config->path,
	            S_ISCHR(st.st_mode)   ? "character device"
	            : S_ISREG(st.st_mode) ? "file"
	                                  : "special file");
	return -ENOTDIR;
}

static int posix_target_open(const void *config, struct bench_ctx *ctx,
                             void **target)
{
	const struct posix_config *given = (const struct posix_config *)config;
	struct posix_target *posix =
	        (struct posix_target *)calloc(1, sizeof(*posix));
	int rc;

	if (!posix)
		return -ENOMEM;
	posix->ctx = ctx;
	posix->path = given->path;
	posix->io = (enum posix_io)given->io;
	rc = posix->io == POSIX_URING ? ring_probe(ctx, 0) : 0;
	if (rc == 0)
		rc = open_root(given, ctx, posix);
	if (rc != 0) {
		free(posix);
		return rc;
	}
	posix->has_dontcache = posix->io != POSIX_MMAP && dontcache_probe(posix);
	if (posix->io == POSIX_MMAP)
		posix->has_direct = 0;
	*target = posix;
	return 0;
}

static void posix_target_close(void *target)
{
	struct posix_target *posix = (struct posix_target *)target;

	device_close(posix);
	mount_free(&posix->mount);
	close(posix->root);
	free(posix);
}

/* Bytes that this user may write; 0 where that is not known. */
static uint64_t free_bytes(const struct posix_target *posix)
{
	struct statvfs fs;

	if (posix->device)
		return device_bytes(posix->device);
	if (fstatvfs(posix->root, &fs) != 0)
		return 0;
	return (uint64_t)fs.f_bavail * fs.f_frsize;
}

static int posix_caps(void *target, struct bench_caps *caps)
{
	struct posix_target *posix = (struct posix_target *)target;
	struct stat st;

	if (fstat(posix->root, &st) != 0)
		return posix_failure(posix->ctx, errno, posix->path);
	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED |
	              BENCH_REOPENS;
	if (posix->has_direct)
		caps->props |= BENCH_DIRECT;
	if (posix->has_dontcache)
		caps->props |= BENCH_DONTCACHE;
	caps->props |= posix->is_memory ? BENCH_MEMORY : BENCH_CACHES;
	caps->max_depth = posix->io == POSIX_URING ? RING_MOST : 1;
	caps->durable = posix->is_memory ? BENCH_DUR_NONE : BENCH_DUR_STABLE;
	caps->align = posix->align;
	caps->best_io = (uint64_t)st.st_blksize;
	caps->free_bytes = free_bytes(posix);
	if (posix->device)
		caps->max_size = caps->free_bytes;
	return 0;
}

static int posix_describe(void *target)
{
	struct posix_target *posix = (struct posix_target *)target;
	char *real = realpath(posix->path, NULL);

	bench->fact(posix->ctx, "file_system", "%s", posix->type);
	bench->fact(posix->ctx, "memory", "%s", posix->is_memory ? "yes" : "no");
	bench->fact(posix->ctx, "io", "%s", io_names[posix->io]);
	if (posix->io == POSIX_URING)
		(void)ring_probe(posix->ctx, 1);
	if (real)
		bench->fact(posix->ctx, "real_path", "%s", real);
	mount_describe(&posix->mount, posix->ctx);
	if (free_bytes(posix) > 0)
		bench->fact(posix->ctx, "free_bytes", "%llu",
		            (unsigned long long)free_bytes(posix));
	if (posix->has_direct)
		bench->fact(posix->ctx, "direct_align", "%u", (unsigned)posix->align);
	bench->fact(posix->ctx, "dontcache", "%s",
	            posix->has_dontcache ? "yes" : "no");
	free(real);
	return 0;
}

/* The session ------------------------------------------------------------ */

static int refuse_depth(const struct posix_session *posix, uint32_t depth)
{
	bench->fail(posix->ctx,
	            "depth = %u needs io = uring: io = %s has one record in flight",
	            (unsigned)depth, io_names[posix->target->io]);
	return -ENOTSUP;
}

static int posix_session_open(void *target, const struct bench_who *who,
                              struct bench_ctx *ctx, void **session)
{
	struct posix_session *posix =
	        (struct posix_session *)calloc(1, sizeof(*posix));
	int rc = 0;

	if (!posix)
		return -ENOMEM;
	posix->target = (struct posix_target *)target;
	posix->ctx = ctx;
	posix->near = -1;
	if (posix->target->io == POSIX_URING)
		rc = ring_open(posix, who->depth);
	else if (who->depth > 1)
		rc = refuse_depth(posix, who->depth);
	if (rc != 0) {
		free(posix);
		return rc;
	}
	*session = posix;
	return 0;
}

static void posix_session_close(void *session)
{
	struct posix_session *posix = (struct posix_session *)session;

	ring_close(posix);
	place_forget(posix);
	free(posix->spare);
	free(posix);
}

static struct bench_backend backend = {
        .config_size = sizeof(struct posix_config),
        .name = "posix",
        .version = "1.0",
        .summary = "any mounted path: local disk, RAM disk, mounted share",
        .schemes = "file path",
        .options = posix_options,
        .threads = BENCH_PER_WORKER,
        .check = posix_check,
        .from_url = posix_from_url,
        .target_open = posix_target_open,
        .target_close = posix_target_close,
        .caps = posix_caps,
        .describe = posix_describe,
        .session_open = posix_session_open,
        .session_close = posix_session_close,
        .cancel = ring_cancel,
        .open = posix_open,
        .close = posix_close,
        .read = posix_read,
        .write = posix_write,
        .flush = posix_flush,
        .drop_cache = cold_drop,
        .submit = ring_submit,
        .reap = ring_reap,
        .stat = posix_stat,
        .rename = posix_rename,
        .unlink = posix_unlink,
        .mkdir = posix_mkdir,
        .rmdir = posix_rmdir,
        .readdir = posix_readdir,
        .ping = posix_ping,
};

BENCH_REGISTER(backend)
