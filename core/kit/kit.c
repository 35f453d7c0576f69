/* kit.c - all checks in order, what each needs, and the report. */
#include "kit/kit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kit/parts.h"

/* What the target must have or claim, or the check is skipped. */
enum {
	NEEDS_OPEN = 1 << 0,
	NEEDS_READ = 1 << 1,
	NEEDS_WRITE = 1 << 2,
	NEEDS_KEEPS = 1 << 3,
	NEEDS_RANDOM = 1 << 4,
	NEEDS_REWRITE = 1 << 5,
	NEEDS_FLUSH = 1 << 6,
	NEEDS_STAT = 1 << 7,
	NEEDS_MKDIR = 1 << 8,
	NEEDS_READDIR = 1 << 9,
	NEEDS_PING = 1 << 10,
	NEEDS_SUBMIT = 1 << 11,
	NEEDS_CANCEL = 1 << 12,
	/* Opens target and session itself. */
	ALONE = 1 << 13,
	/* A session for many records in flight. */
	DEEP = 1 << 14
};

#define NEEDS_DATA (NEEDS_OPEN | NEEDS_READ | NEEDS_WRITE | NEEDS_KEEPS)

static const struct check {
	const char *name;
	int (*run)(struct kit *kit);
	unsigned needs;
} checks[] = {
        {"table", kit_table, ALONE},
        {"options", kit_options, ALONE},
        {"target", kit_target, ALONE},
        {"caps", kit_caps, 0},
        {"session", kit_session, ALONE},
        {"create", kit_create, NEEDS_DATA},
        {"write_read", kit_write_read, NEEDS_DATA},
        {"whole_record", kit_whole_record, NEEDS_OPEN},
        {"short_end", kit_short_end, NEEDS_DATA},
        {"holes", kit_holes, NEEDS_DATA | NEEDS_RANDOM},
        {"overwrite", kit_overwrite, NEEDS_DATA | NEEDS_RANDOM | NEEDS_REWRITE},
        {"truncate", kit_truncate, NEEDS_DATA},
        {"missing", kit_missing, NEEDS_OPEN | NEEDS_KEEPS},
        {"sentences", kit_sentences, NEEDS_OPEN | NEEDS_KEEPS},
        {"stat", kit_stat_right, NEEDS_DATA | NEEDS_STAT},
        {"names", kit_names_kept, NEEDS_DATA},
        {"directories", kit_directories, NEEDS_KEEPS | NEEDS_MKDIR},
        {"flush", kit_flushes, NEEDS_OPEN | NEEDS_WRITE | NEEDS_FLUSH},
        {"ping", kit_pings, NEEDS_PING},
        {"depth", kit_depth, NEEDS_OPEN | NEEDS_SUBMIT | DEEP},
        {"cancel", kit_cancel, NEEDS_CANCEL},
        {"claims", kit_claims, NEEDS_OPEN},
        {"workers", kit_workers, NEEDS_OPEN | ALONE},
        {"descriptors", kit_descriptors, ALONE},
        {"memory", kit_memory, NEEDS_OPEN},
        {"order", kit_order, NEEDS_OPEN},
        {"cleanup", kit_cleanup, NEEDS_DATA},
};

#define CHECKS (sizeof checks / sizeof checks[0])

size_t kit_count(void)
{
	return CHECKS;
}

const char *kit_check_name(size_t index)
{
	return checks[index].name;
}

/* Why the check cannot be made here; NULL if it can. */
static const char *lacks_operation(const struct bench_backend *backend,
                                   unsigned needs)
{
	const struct {
		unsigned need;
		bool there;
		const char *why;
	} operations[] = {
	        {NEEDS_OPEN, backend->open, "open is not offered"},
	        {NEEDS_READ, backend->read, "read is not offered"},
	        {NEEDS_WRITE, backend->write, "write is not offered"},
	        {NEEDS_FLUSH, backend->flush, "flush is not offered"},
	        {NEEDS_STAT, backend->stat, "stat is not offered"},
	        {NEEDS_MKDIR, backend->mkdir, "mkdir is not offered"},
	        {NEEDS_READDIR, backend->readdir, "readdir is not offered"},
	        {NEEDS_PING, backend->ping, "ping is not offered"},
	        {NEEDS_SUBMIT, backend->submit, "submit and reap are not offered"},
	        {NEEDS_CANCEL, backend->cancel, "cancel is not offered"},
	};

	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
		if (needs & operations[i].need && !operations[i].there)
			return operations[i].why;
	return NULL;
}

static const char *lacks_property(const struct bench_caps *caps, unsigned needs)
{
	if (needs & NEEDS_KEEPS && !(caps->props & BENCH_KEEPS))
		return "caps() does not claim BENCH_KEEPS: what is written cannot be "
		       "looked for";
	if (needs & NEEDS_RANDOM && !(caps->props & BENCH_RANDOM))
		return "caps() does not claim BENCH_RANDOM: offsets only go forward";
	if (needs & NEEDS_REWRITE && !(caps->props & BENCH_REWRITE))
		return "caps() does not claim BENCH_REWRITE";
	return NULL;
}

/* What goes over to the check's process. */
struct trial {
	const struct check *check; /* NULL: just remove what is there */
	const struct bench_backend *backend;
	const struct options *options;
	struct kit_board *board;
	int64_t deadline_ns;
	char *directory;
};

static void try_check(void *arg)
{
	const struct trial *trial = arg;
	struct kit *kit = calloc(1, sizeof *kit);
	const char *lacks = NULL;
	bool alone = trial->check && trial->check->needs & ALONE;

	if (!kit)
		return;
	*kit = (struct kit){.backend = trial->backend,
	                    .options = trial->options,
	                    .board = trial->board,
	                    .deadline_ns = trial->deadline_ns,
	                    .directory = trial->directory};
	kit->lane.kit = kit;
	if (!alone && kit_begin(kit, trial->check && trial->check->needs & DEEP))
		goto done;
	if (trial->check && !alone)
		lacks = lacks_property(&kit->caps, trial->check->needs);
	if (lacks)
		kit_skip(&kit->lane, "%s", lacks);
	else if (trial->check)
		(void)trial->check->run(kit);
done:
	if (!alone)
		kit_end(kit);
	kit_finish(kit);
	free(kit);
}

static int keep(struct kit_result *result, const struct kit_board *board)
{
	result->status = board->status;
	if (board->status == KIT_OK)
		return 0;
	result->got = text_copy(board->got);
	if (board->status == KIT_FAILED) {
		result->call = text_copy(board->call);
		result->expected = text_copy(board->expected);
	}
	return result->got && (board->status == KIT_SKIPPED ||
	                       (result->call && result->expected))
	               ? 0
	               : -ENOMEM;
}

static int skip(struct kit_result *result, const char *why)
{
	result->status = KIT_SKIPPED;
	result->got = text_copy(why);
	return result->got ? 0 : -ENOMEM;
}

/* A backend whose options cannot be read has no target to open. */
static const char *hopeless(const struct trial *trial)
{
	const struct check *check = trial->check;

	if (check->run == kit_table || check->run == kit_options)
		return NULL;
	if (!trial->options)
		return "the defaults of the options cannot be read";
	if (trial->board->hopeless)
		return "the target, or a session to it, cannot be opened";
	return NULL;
}

static int run_check(struct trial *trial, struct kit_result *result)
{
	const char *why = lacks_operation(trial->backend, trial->check->needs);
	struct trial removal = *trial;
	int error;

	removal.check = NULL;
	if (!why)
		why = hopeless(trial);
	if (why)
		return skip(result, why);
	if (kit_in_child(trial->board, try_check, trial, trial->deadline_ns))
		return keep(result, trial->board);
	error = keep(result, trial->board);
	if (trial->options && !trial->board->hopeless)
		(void)kit_in_child(trial->board, try_check, &removal,
		                   trial->deadline_ns);
	return error;
}

static void count(struct kit_report *report)
{
	report->ok = report->failed = report->skipped = 0;
	for (size_t i = 0; i < report->count; i++)
		switch (report->results[i].status) {
		case KIT_OK:
			report->ok++;
			break;
		case KIT_FAILED:
			report->failed++;
			break;
		case KIT_SKIPPED:
			report->skipped++;
			break;
		}
}

static int make_report(struct kit_report *report, const char *file,
                       const char *plugin, const char *version)
{
	*report = (struct kit_report){.file = text_copy(file),
	                              .plugin = text_copy(plugin),
	                              .version = text_copy(version)};
	report->results = calloc(CHECKS, sizeof *report->results);
	if (!report->file || !report->plugin || !report->version ||
	    !report->results)
		return -ENOMEM;
	report->count = CHECKS;
	for (size_t i = 0; i < CHECKS; i++)
		report->results[i].name = checks[i].name;
	return 0;
}

int kit_run(const struct plugin *plugin, const struct options *options,
            int64_t deadline_ns, struct kit_report *report)
{
	struct trial trial = {.backend = &plugin->backend,
	                      .options = options,
	                      .deadline_ns = deadline_ns,
	                      .board = kit_board_new(),
	                      .directory =
	                              text_format("bench-kit-%d", (int)getpid())};
	int error = make_report(report, plugin->path, plugin->backend.name,
	                        plugin->backend.version);

	if (!trial.board || !trial.directory)
		error = -ENOMEM;
	for (size_t i = 0; !error && i < CHECKS; i++) {
		trial.check = &checks[i];
		error = run_check(&trial, &report->results[i]);
	}
	count(report);
	kit_board_free(trial.board);
	free(trial.directory);
	return error;
}

/* Loading ---------------------------------------------------------------- */

struct loading {
	const char *path;
	struct kit_board *board;
};

static void try_load(void *arg)
{
	const struct loading *loading = arg;
	struct kit kit = {.board = loading->board};
	struct plugin *plugin = NULL;
	char *why = NULL;

	kit.lane.kit = &kit;
	kit_call(&kit.lane, "bench_plugin_entry(), or loading the file");
	if (plugin_load(loading->path, &plugin, &why) == 0)
		plugin_free(plugin);
	else
		(void)kit_found(&kit.lane, why, "a backend that bench can load");
	kit_back(&kit.lane);
}

int kit_load(const char *path, int64_t deadline_ns, struct plugin **out,
             struct kit_report *report)
{
	struct loading loading = {.path = path, .board = kit_board_new()};
	char *why = NULL;
	int error = make_report(report, path, "", "");

	if (!loading.board)
		error = -ENOMEM;
	if (!error) {
		(void)kit_in_child(loading.board, try_load, &loading, deadline_ns);
		error = keep(&report->results[0], loading.board);
	}
	for (size_t i = 1; !error && i < CHECKS; i++)
		error = skip(&report->results[i], "the file was refused");
	if (!error && report->results[0].status != KIT_OK)
		error = -ENOEXEC;
	if (!error && plugin_load(path, out, &why))
		error = -ENOMEM;
	free(why);
	count(report);
	kit_board_free(loading.board);
	return error;
}

void kit_free(struct kit_report *report)
{
	for (size_t i = 0; report->results && i < report->count; i++) {
		free(report->results[i].call);
		free(report->results[i].expected);
		free(report->results[i].got);
	}
	free(report->results);
	free(report->file);
	free(report->plugin);
	free(report->version);
	*report = (struct kit_report){0};
}
