/* posix.h - what the files of the posix plugin share. */
#ifndef POSIX_H
#define POSIX_H

#include <sys/types.h>
#include "bench_plugin.h"

/* Younger than many a C library's headers. */
#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80
#endif

/* What is called for each record or name: kept together, since each page of
 * code is looked up anew after a system call where the kernel has page tables
 * of its own. */
#define OFTEN __attribute__((hot))

/* A mount as /proc/self/mountinfo has it.  Texts belong to the struct and are
 * NULL where they are not known. */
struct mount {
	char *point, *type, *source;
	char *options;       /* of this mount */
	char *super_options; /* of the file system */
};

/* How records are moved: the option `io`. */
enum posix_io { POSIX_SYNC, POSIX_URING, POSIX_MMAP };

struct posix_target {
	struct bench_ctx *ctx;
	const char *path;
	enum posix_io io;
	int root; /* descriptor of the directory */
	int is_memory;
	struct mount mount;
	const char *type; /* of the file system; never NULL */
	uint32_t align;   /* for O_DIRECT */
	int has_direct, has_dontcache;
	struct device *device; /* instead of a directory; else NULL */
};

struct posix_session {
	struct posix_target *target;
	struct bench_ctx *ctx;
	/* The directory that the last name stood in, so that names cost one call
	 * each: NULL and -1 while there is none. */
	char *near_name;
	int near;
	struct ring *ring;        /* with io = uring; else NULL */
	struct posix_file *spare; /* of the file closed last, for the next one */
};

/* A file's bytes as memory. */
struct posix_map {
	char *bytes; /* NULL while nothing is mapped */
	size_t length;
	uint64_t size; /* of the file, as far as is known; bytes behind it must
	                  not be touched */
	unsigned flags;
};

struct posix_file {
	struct posix_session *session;
	int fd;
	/* One pread or pwrite is the record: nothing else to be looked at. */
	int plain;
	int direct;
	int rw_flags; /* of preadv2, pwritev2 and the ring */
	int slot;     /* ring.c: the registered file's, or RING_NO_SLOT */
	struct posix_map map;
};

/* Tells bench "what: why" and returns -error. */
int posix_failure(struct bench_ctx *ctx, int error, const char *what);

/* mount.c: the mount that the descriptor lies on. */
void mount_read(int fd, struct mount *mount);
void mount_free(struct mount *mount);
/* By statfs; a static text. */
const char *mount_type_of(int fd, int *is_memory);
/* Emits all that is known. */
void mount_describe(const struct mount *mount, struct bench_ctx *ctx);

/* What failed at which record; returns -error. */
int posix_record_failure(const struct posix_file *file, const char *what,
                         size_t len, uint64_t off, int error);
/* Whether a read that is short by now was cut by the end of the file. */
int posix_is_end(const struct posix_file *file, size_t done);

/* direct.c: whether files below the directory take O_DIRECT and what it asks of
 * buffers, offsets and lengths.  Leaves no file behind. */
int direct_probe(int root, uint32_t *align);
/* What the kernel says of this open file; 0: nothing. */
uint32_t direct_told(int fd);
/* Whether reads and writes there take RWF_DONTCACHE. */
int dontcache_probe(const struct posix_target *target);

/* place.c: the directory and the last part of a name.  No symbolic link is
 * followed and no way leads out of the root. */
struct place {
	int dir;
	const char *last;
	int owned; /* dir is to be closed by place_done() */
	int kept;  /* dir was found for an earlier name, and may be gone since */
};
int place_find(struct posix_session *session, const char *name,
               struct place *place);
/* The same for a second name, while the first one's place is in use. */
int place_find_second(struct posix_session *session, const char *name,
                      struct place *place);
void place_done(struct place *place);
/* Whether a name that was missing (-ENOENT) at a remembered place may be there
 * after all: the directory may have been removed and made anew.  Forgets it. */
int place_is_stale(struct posix_session *session, const struct place *place,
                   int rc);
void place_forget(struct posix_session *session);

/* sync.c: a system call for each record. */
/* first is what the first call gave: bytes, or -1 with its errno; 0 where none
 * was made yet (for a read: or where it met the end). */
int64_t sync_read(struct posix_file *file, void *buf, size_t len, uint64_t off,
                  ssize_t first);
int64_t sync_write(struct posix_file *file, const void *buf, size_t len,
                   uint64_t off, ssize_t first);

/* map.c: io = mmap. */
int map_open(struct posix_file *file, unsigned flags, uint64_t size_hint);
void map_close(struct posix_file *file);
int64_t map_read(struct posix_file *file, void *buf, size_t len, uint64_t off);
int64_t map_write(struct posix_file *file, const void *buf, size_t len,
                  uint64_t off);
int map_flush(struct posix_file *file);
/* The mapping lets go of the pages, so that the cache can. */
void map_release(struct posix_file *file);

/* ring.c and flight.c: io = uring. */
#define RING_NO_SLOT (-1)
/* The most records in flight of a session. */
#define RING_MOST 4096
/* Whether it was built in; says so if not. */
int ring_check(struct bench_ctx *ctx);
/* Whether this system has it; says why not, or with describe what it is like.
 */
int ring_probe(struct bench_ctx *ctx, int describe);
int ring_open(struct posix_session *session, unsigned depth);
void ring_close(struct posix_session *session);
/* The file is about to be closed: nothing of it may be in flight. */
void ring_forget_file(struct posix_file *file);
int64_t ring_read(struct posix_file *file, void *buf, size_t len, uint64_t off);
int64_t ring_write(struct posix_file *file, const void *buf, size_t len,
                   uint64_t off);
int ring_submit(void *session, struct bench_io *const *v, unsigned n);
int ring_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
              int64_t timeout_ns);
int ring_cancel(void *session);

/* cold.c: the operation drop_cache. */
int cold_drop(void *handle);

/* file.c and names.c: operations of the table. */
int posix_open(void *session, const char *name, unsigned flags,
               uint64_t size_hint, void **file);
int posix_close(void *file);
int64_t posix_read(void *file, void *buf, size_t len, uint64_t off);
int64_t posix_write(void *file, const void *buf, size_t len, uint64_t off);
int posix_flush(void *file);
int posix_stat(void *session, const char *name, struct bench_stat *st);
int posix_rename(void *session, const char *from, const char *to);
int posix_unlink(void *session, const char *name);
int posix_mkdir(void *session, const char *name);
int posix_rmdir(void *session, const char *name);
int posix_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);
int posix_ping(void *session);

/* device.c: a whole block device that the user gave up by name, as a place for
 * one directory with one file. */
int device_open(const char *path, const char *named, struct bench_ctx *ctx,
                struct posix_target *target);
void device_close(struct posix_target *target);
uint64_t device_bytes(const struct device *device);
/* Takes the one name; -EEXIST and the like as for files. */
int device_take(struct device *device, const char *name, unsigned flags,
                struct bench_ctx *ctx);
int device_stat(struct device *device, const char *name, struct bench_stat *st);
int device_unlink(struct device *device, const char *name);
int device_mkdir(struct device *device, const char *name,
                 struct bench_ctx *ctx);
int device_rmdir(struct device *device, const char *name);
/* For what a device cannot do. */
int device_cannot(struct bench_ctx *ctx, const char *what);

#endif
