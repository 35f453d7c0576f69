/* device.c - a whole block device as a target, which destroys what is on it.
 *
 * It is opened only when `device` repeats its name, and with O_EXCL, which the
 * kernel refuses while the device, a partition of it or anything built on it is
 * in use.  There are no names on a device: one directory and one file in it are
 * pretended, and a second of either is refused. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "posix.h"

struct device {
	pthread_mutex_t lock;
	uint64_t bytes;
	char *directory, *file; /* the names in use, or NULL */
};

static int refuse(struct bench_ctx *ctx, const char *path, const char *named)
{
	if (named)
		bench->fail(ctx,
		            "%s is a block device, but `device` names %s; nothing was "
		            "written",
		            path, named);
	else
		bench->fail(ctx,
		            "%s is a block device and a run would destroy what is on "
		            "it; give a directory, or repeat its name as `device = "
		            "%s`; nothing was written",
		            path, path);
	return -EPERM;
}

/* Two files, say of two threads, would overwrite each other. */
static int take_slot(char **slot, const char *name)
{
	if (*slot)
		return strcmp(*slot, name) == 0 ? -EEXIST : -ENOTSUP;
	*slot = strdup(name);
	return *slot ? 0 : -ENOMEM;
}

static int free_slot(struct device *device, char **slot, const char *name)
{
	int rc = 0;

	pthread_mutex_lock(&device->lock);
	if (*slot && strcmp(*slot, name) != 0) {
		rc = -ENOENT;
	} else {
		free(*slot);
		*slot = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	return rc;
}

int device_open(const char *path, const char *named, struct bench_ctx *ctx,
                struct posix_target *target)
{
	struct device *device;
	int logical = 0, error;

	if (!named || strcmp(named, path) != 0)
		return refuse(ctx, path, named);
	target->root = open(path, O_RDWR | O_EXCL | O_CLOEXEC);
	if (target->root < 0 && errno == EBUSY) {
		bench->fail(ctx,
		            "%s is in use: it, a partition of it or something built on "
		            "it is mounted; nothing was written",
		            path);
		return -EBUSY;
	}
	if (target->root < 0)
		return posix_failure(ctx, errno, path);
	device = (struct device *)calloc(1, sizeof(*device));
	if (!device) {
		close(target->root);
		return -ENOMEM;
	}
	if (ioctl(target->root, BLKGETSIZE64, &device->bytes) != 0 ||
	    ioctl(target->root, BLKSSZGET, &logical) != 0) {
		error = errno;
		close(target->root);
		free(device);
		return posix_failure(ctx, error, path);
	}
	pthread_mutex_init(&device->lock, NULL);
	target->device = device;
	target->type = "device";
	target->align = direct_told(target->root);
	if (target->align == 0)
		target->align = (uint32_t)logical;
	target->has_direct = 1;
	return 0;
}

void device_close(struct posix_target *target)
{
	struct device *device = target->device;

	if (!device)
		return;
	pthread_mutex_destroy(&device->lock);
	free(device->directory);
	free(device->file);
	free(device);
	target->device = NULL;
}

uint64_t device_bytes(const struct device *device)
{
	return device->bytes;
}

int device_take(struct device *device, const char *name, unsigned flags,
                struct bench_ctx *ctx)
{
	int rc;

	pthread_mutex_lock(&device->lock);
	rc = take_slot(&device->file, name);
	pthread_mutex_unlock(&device->lock);
	if (rc == -EEXIST && !(flags & BENCH_O_EXCL))
		return 0;
	if (rc == -ENOTSUP)
		return device_cannot(ctx, "hold more than one file");
	return rc;
}

int device_stat(struct device *device, const char *name, struct bench_stat *st)
{
	int rc = -ENOENT;

	pthread_mutex_lock(&device->lock);
	st->is_dir = device->directory && strcmp(device->directory, name) == 0;
	if (st->is_dir || (device->file && strcmp(device->file, name) == 0))
		rc = 0;
	pthread_mutex_unlock(&device->lock);
	st->bytes = st->is_dir ? 0 : device->bytes;
	st->mtime_ns = 0;
	return rc;
}

/* A name that an earlier process took is not known here and is free. */
int device_unlink(struct device *device, const char *name)
{
	return free_slot(device, &device->file, name);
}

int device_mkdir(struct device *device, const char *name, struct bench_ctx *ctx)
{
	int rc;

	pthread_mutex_lock(&device->lock);
	rc = take_slot(&device->directory, name);
	pthread_mutex_unlock(&device->lock);
	if (rc == -ENOTSUP)
		return device_cannot(ctx, "hold more than one directory");
	return rc;
}

int device_rmdir(struct device *device, const char *name)
{
	return free_slot(device, &device->directory, name);
}

int device_cannot(struct bench_ctx *ctx, const char *what)
{
	bench->fail(ctx, "a block device cannot %s", what);
	return -ENOTSUP;
}
