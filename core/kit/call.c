/* call.c - the operations of a session, each noted on the board before it is
 * called and after it returned. */
#include <errno.h>
#include <string.h>
#include "kit/parts.h"

#define FLAGS_ROOM 128

static const char *flags_text(unsigned flags, char room[FLAGS_ROOM])
{
	static const char *const words[] = {"READ", "WRITE",      "CREATE",
	                                    "EXCL", "TRUNC",      "DIRECT",
	                                    "SYNC", "SEQUENTIAL", "DONTCACHE"};

	room[0] = '\0';
	for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (!(flags & 1u << i))
			continue;
		if (room[0])
			strcat(room, "|");
		strcat(room, words[i]);
	}
	return room;
}

int kit_open(struct kit_file *file, unsigned flags, uint64_t hint)
{
	struct kit_lane *lane = file->lane;
	char room[FLAGS_ROOM];
	int result;

	file->handle = NULL;
	if (!file->name)
		return -ENOMEM;
	kit_call(lane, "open(\"%s\", %s)", file->name, flags_text(flags, room));
	result = lane->kit->backend->open(lane->session, file->name, flags, hint,
	                                  &file->handle);
	kit_back(lane);
	return result;
}

int kit_close(struct kit_file *file)
{
	struct kit_lane *lane = file->lane;
	int result;

	kit_call(lane, "close(\"%s\")", file->name);
	result = lane->kit->backend->close(file->handle);
	kit_back(lane);
	file->handle = NULL;
	return result;
}

int64_t kit_read(struct kit_file *file, void *buf, size_t len, uint64_t off)
{
	struct kit_lane *lane = file->lane;
	int64_t result;

	kit_call(lane, "read(\"%s\", %zu bytes at %llu)", file->name, len,
	         (unsigned long long)off);
	result = lane->kit->backend->read(file->handle, buf, len, off);
	kit_back(lane);
	return result;
}

int64_t kit_write(struct kit_file *file, const void *buf, size_t len,
                  uint64_t off)
{
	struct kit_lane *lane = file->lane;
	int64_t result;

	kit_call(lane, "write(\"%s\", %zu bytes at %llu)", file->name, len,
	         (unsigned long long)off);
	result = lane->kit->backend->write(file->handle, buf, len, off);
	kit_back(lane);
	return result;
}

int kit_flush(struct kit_file *file)
{
	struct kit_lane *lane = file->lane;
	int result;

	kit_call(lane, "flush(\"%s\")", file->name);
	result = lane->kit->backend->flush(file->handle);
	kit_back(lane);
	return result;
}

int kit_stat(struct kit_lane *lane, const char *name, struct bench_stat *st)
{
	int result;

	*st = (struct bench_stat){.size = sizeof *st};
	if (!name)
		return -ENOMEM;
	kit_call(lane, "stat(\"%s\")", name);
	result = lane->kit->backend->stat(lane->session, name, st);
	kit_back(lane);
	return result;
}

int kit_rename(struct kit_lane *lane, const char *from, const char *to)
{
	int result;

	if (!from || !to)
		return -ENOMEM;
	kit_call(lane, "rename(\"%s\", \"%s\")", from, to);
	result = lane->kit->backend->rename(lane->session, from, to);
	kit_back(lane);
	return result;
}

typedef int name_operation(void *session, const char *name);

static int by_name(struct kit_lane *lane, const char *verb,
                   name_operation *operation, const char *name)
{
	int result;

	if (!name)
		return -ENOMEM;
	kit_call(lane, "%s(\"%s\")", verb, name);
	result = operation(lane->session, name);
	kit_back(lane);
	return result;
}

int kit_unlink(struct kit_lane *lane, const char *name)
{
	return by_name(lane, "unlink", lane->kit->backend->unlink, name);
}

int kit_mkdir(struct kit_lane *lane, const char *name)
{
	return by_name(lane, "mkdir", lane->kit->backend->mkdir, name);
}

int kit_rmdir(struct kit_lane *lane, const char *name)
{
	return by_name(lane, "rmdir", lane->kit->backend->rmdir, name);
}

static int keep_entry(void *arg, const char *entry)
{
	struct text *entries = arg;

	text_add_bytes(entries, entry, strlen(entry) + 1);
	return entries->failed ? -ENOMEM : 0;
}

int kit_readdir(struct kit_lane *lane, const char *name, struct text *entries)
{
	int result;

	if (!name)
		return -ENOMEM;
	kit_call(lane, "readdir(\"%s\")", name);
	result = lane->kit->backend->readdir(lane->session, name, keep_entry,
	                                     entries);
	kit_back(lane);
	return result;
}

int kit_ping(struct kit_lane *lane)
{
	int result;

	kit_call(lane, "ping()");
	result = lane->kit->backend->ping(lane->session);
	kit_back(lane);
	return result;
}

int kit_submit(struct kit_lane *lane, struct bench_io *const *v, unsigned n)
{
	int result;

	kit_call(lane, "submit(%u records, the first %zu bytes at %llu)", n,
	         v[0]->len, (unsigned long long)v[0]->off);
	result = lane->kit->backend->submit(lane->session, v, n);
	kit_back(lane);
	return result;
}

int kit_reap(struct kit_lane *lane, struct bench_io **done, unsigned min,
             unsigned max, int64_t timeout_ns)
{
	int result;

	kit_call(lane, "reap(min %u, max %u, timeout %lld ms)", min, max,
	         (long long)(timeout_ns / 1000000));
	result =
	        lane->kit->backend->reap(lane->session, done, min, max, timeout_ns);
	kit_back(lane);
	return result;
}
