/* names_rig.c - the names in memory. */
#include "names_rig.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plugin/host.h"
#include "unit.h"

static struct names_rig the;

/* Time passes, and what else happens at this call. */
static int begin(enum rig_verb verb)
{
	unsigned count = ++the.counts[verb];

	the.now += (int64_t)verb * 1000;
	if (the.stop_verb == verb && the.stop_at == count)
		atomic_store(&the.stop, true);
	return the.fail_verb == verb && the.fail_at == count ? the.fail_error : 0;
}

static int find(const char *name)
{
	for (int i = 0; i < RIG_NAMES; i++)
		if (the.names[i].kind && strcmp(the.names[i].name, name) == 0)
			return i;
	return -1;
}

void names_rig_add(struct names_rig *rig, const char *name, enum rig_kind kind)
{
	int at = 0;

	while (at < RIG_NAMES && rig->names[at].kind)
		at++;
	CU_ASSERT_FATAL(at < RIG_NAMES);
	CU_ASSERT_FATAL(strlen(name) < RIG_NAME);
	rig->names[at].kind = kind;
	strcpy(rig->names[at].name, name);
}

/* Is there a directory that it is in?  Names without one stand in the root. */
static bool has_parent(const char *name)
{
	const char *slash = strrchr(name, '/');
	char parent[RIG_NAME] = "";
	int at;

	if (!slash)
		return true;
	memcpy(parent, name, (size_t)(slash - name));
	at = find(parent);
	return at >= 0 && the.names[at].kind == RIG_DIR;
}

static bool is_within(const char *name, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(name, directory, length) == 0 && name[length] == '/' &&
	       !strchr(name + length + 1, '/');
}

static void note_open(const char *name, unsigned flags)
{
	text_add(&the.calls, "open(%s %s%s%s%s%s%s) ", name,
	         flags & BENCH_O_READ ? "r" : "", flags & BENCH_O_WRITE ? "w" : "",
	         flags & BENCH_O_CREATE ? "c" : "", flags & BENCH_O_EXCL ? "x" : "",
	         flags & BENCH_O_TRUNC ? "t" : "",
	         flags & BENCH_O_SEQUENTIAL ? "" : "!");
}

static int open_file(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	int at = find(name), error = begin(RIG_OPEN);

	(void)session;
	(void)size_hint;
	note_open(name, flags);
	if (error)
		return error;
	if (at >= 0 && flags & BENCH_O_EXCL)
		return -EEXIST;
	if (at < 0 && (!(flags & BENCH_O_CREATE) || !has_parent(name)))
		return -ENOENT;
	if (at < 0) {
		names_rig_add(&the, name, RIG_FILE);
		at = find(name);
	}
	the.open_files++;
	*file = &the.names[at];
	return 0;
}

static int close_file(void *file)
{
	(void)file;
	the.open_files--;
	text_add(&the.calls, "close ");
	return begin(RIG_CLOSE);
}

static int64_t write_file(void *file, const void *buf, size_t len, uint64_t off)
{
	int error = begin(RIG_WRITE);

	(void)file;
	(void)buf;
	text_add(&the.calls, "write(%zu@%d) ", len, (int)off);
	if (error)
		return error;
	return (int64_t)len - (the.counts[RIG_WRITE] == the.short_at);
}

static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	int error = begin(RIG_READ);

	(void)file;
	(void)buf;
	text_add(&the.calls, "read(%zu@%d) ", len, (int)off);
	if (error)
		return error;
	return (int64_t)len - (the.counts[RIG_READ] == the.short_at);
}

static int flush_file(void *file)
{
	(void)file;
	text_add(&the.calls, "flush ");
	return begin(RIG_FLUSH);
}

static int drop_file(void *file)
{
	(void)file;
	text_add(&the.calls, "drop ");
	return begin(RIG_DROP);
}

static int unlink_name(void *session, const char *name)
{
	int at = find(name), error = begin(RIG_UNLINK);

	(void)session;
	text_add(&the.calls, "unlink(%s) ", name);
	if (error)
		return error;
	if (at < 0)
		return -ENOENT;
	if (the.names[at].kind == RIG_DIR)
		return -EISDIR;
	the.names[at].kind = RIG_FREE;
	return 0;
}

/* Follows links, as some do: the names that they lead to are elsewhere. */
static int stat_name(void *session, const char *name, struct bench_stat *st)
{
	int at = find(name), error = begin(RIG_STAT);

	(void)session;
	text_add(&the.calls, "stat(%s) ", name);
	if (error)
		return error;
	if (at < 0)
		return -ENOENT;
	st->is_dir = the.names[at].kind != RIG_FILE;
	return 0;
}

static int rename_name(void *session, const char *from, const char *to)
{
	int at = find(from), error = begin(RIG_RENAME);

	(void)session;
	text_add(&the.calls, "rename(%s %s) ", from, to);
	if (error)
		return error;
	if (at < 0 || !has_parent(to))
		return -ENOENT;
	if (find(to) >= 0)
		return -EEXIST;
	strcpy(the.names[at].name, to);
	return 0;
}

static int make_directory(void *session, const char *name)
{
	int error = begin(RIG_MKDIR);

	(void)session;
	text_add(&the.calls, "mkdir(%s) ", name);
	if (error)
		return error;
	if (find(name) >= 0)
		return -EEXIST;
	if (!has_parent(name))
		return -ENOENT;
	names_rig_add(&the, name, RIG_DIR);
	return 0;
}

static int remove_directory(void *session, const char *name)
{
	int at = find(name), error = begin(RIG_RMDIR);

	(void)session;
	text_add(&the.calls, "rmdir(%s) ", name);
	if (error)
		return error;
	if (at < 0)
		return -ENOENT;
	for (int i = 0; i < RIG_NAMES; i++)
		if (the.names[i].kind && is_within(the.names[i].name, name))
			return -ENOTEMPTY;
	the.names[at].kind = RIG_FREE;
	return 0;
}

static int list_directory(void *session, const char *name,
                          int (*each)(void *arg, const char *entry), void *arg)
{
	int at = find(name), error = begin(RIG_READDIR);
	unsigned hidden = 0;

	(void)session;
	text_add(&the.calls, "readdir(%s) ", name);
	if (error)
		return error;
	if (at < 0)
		return -ENOENT;
	error = each(arg, ".");
	for (int i = 0; i < RIG_NAMES && !error; i++)
		if (the.names[i].kind && is_within(the.names[i].name, name) &&
		    hidden++ >= the.hide)
			error = each(arg, strrchr(the.names[i].name, '/') + 1);
	return error;
}

static int64_t clock_ns(void *session)
{
	(void)session;
	return the.now;
}

struct names_rig *names_rig_set_up(const char *test, uint64_t files)
{
	memset(&the, 0, sizeof the);
	the.backend = (struct bench_backend){.open = open_file,
	                                     .close = close_file,
	                                     .read = read_file,
	                                     .write = write_file,
	                                     .flush = flush_file,
	                                     .drop_cache = drop_file,
	                                     .stat = stat_name,
	                                     .rename = rename_name,
	                                     .unlink = unlink_name,
	                                     .mkdir = make_directory,
	                                     .rmdir = remove_directory,
	                                     .readdir = list_directory,
	                                     .clock_ns = clock_ns};
	the.cell = (struct workload_cell){
	        .test = workload_find(test), .files = files, .seed = 1};
	the.lane = (struct workload_lane){.backend = &the.backend,
	                                  .ctx = host_ctx_new(NULL),
	                                  .session = &the,
	                                  .name = "t0",
	                                  .cell = &the.cell,
	                                  .latency = &the.latency,
	                                  .verbs = the.verbs,
	                                  .stop = &the.stop,
	                                  .deadline_ns = INT64_MAX};
	histogram_reset(&the.latency);
	for (unsigned i = 0; i < WORKLOAD_VERBS; i++)
		histogram_reset(&the.verbs[i]);
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.cell.test);
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.lane.ctx);
	return &the;
}

void names_rig_forget(struct names_rig *rig)
{
	text_free(&rig->calls);
	memset(rig->counts, 0, sizeof rig->counts);
}

void names_rig_prepare(struct names_rig *rig)
{
	CU_ASSERT_EQUAL_FATAL(workload_open(&rig->lane), 0);
	CU_ASSERT_EQUAL_FATAL(workload_prepare(&rig->lane), 0);
	names_rig_forget(rig);
}

unsigned names_rig_count(const struct names_rig *rig, enum rig_kind kind)
{
	unsigned count = 0;

	for (unsigned i = 0; i < RIG_NAMES; i++)
		count += rig->names[i].kind == kind;
	return count;
}

void names_rig_tear_down(struct names_rig *rig)
{
	workload_clear(&rig->lane);
	CU_ASSERT_EQUAL(workload_close(&rig->lane), 0);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FREE), RIG_NAMES);
	CU_ASSERT_EQUAL(rig->open_files, 0);
	workload_clear(&rig->lane);
	host_ctx_free(rig->lane.ctx);
	text_free(&rig->calls);
}

void names_rig_called(const struct names_rig *rig, const char *calls)
{
	const char *were = rig->calls.bytes ? rig->calls.bytes : "";

	CU_ASSERT_STRING_EQUAL(were, calls);
	if (strcmp(were, calls) != 0)
		printf("\n    %s\n    instead of\n    %s\n", were, calls);
}

void names_rig_says(const struct names_rig *rig, const char *words)
{
	const char *why = rig->lane.why ? rig->lane.why : "(nothing)";

	CU_ASSERT_PTR_NOT_NULL(strstr(why, words));
	if (!strstr(why, words))
		printf("\n    %s\n    lacks: %s\n", why, words);
}
