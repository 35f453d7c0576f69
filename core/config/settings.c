/* settings.c - the table of harness keys, and what it drives. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/readers.h"
#include "config/settings.h"

#define RUN    SETTING_RUN, "[bench]"
#define CELLS  SETTING_CELLS, "[bench] and targets"
#define TARGET SETTING_TARGET, "targets"

/* clang-format off */
#define EACH_SETTING(X) \
	X(name, RUN, reader_name, "", \
	  "names the run and its directory; else the file's name does") \
	X(suite, CELLS, reader_suite, "nas", \
	  "named lists of tests; instead of tests") \
	X(tests, CELLS, reader_tests, "", \
	  "what is measured, a list; instead of suite") \
	X(file_sizes, CELLS, reader_file_sizes, "64k, 1m, 16m, 64m", \
	  "sizes of the files: a list, or ranges such as 64k..64m*4") \
	X(record_sizes, CELLS, reader_record_sizes, "4k, 64k, 1m", \
	  "bytes per call: a list, or ranges such as 4k..16m*4") \
	X(threads, CELLS, reader_threads, "auto", \
	  "threads at once, each with a session of its own: a list; auto: 1, or " \
	  "what the test has of its own") \
	X(depth, CELLS, reader_depth, "1", \
	  "records in flight per thread: a list") \
	X(direct, CELLS, reader_direct, "no", \
	  "past the client's cache") \
	X(sync, CELLS, reader_sync, "fsync", \
	  "none, fsync (a flush at the end), dsync (every record) or each:N") \
	X(cache, CELLS, reader_cache, "warm", \
	  "the client's cache: warm, cold, direct, close_to_open or dontcache") \
	X(include, CELLS, reader_include, "flush", \
	  "what counts beside the records: open, flush, close, or none") \
	X(time_limit, CELLS, reader_time_limit, "60s", \
	  "of one cell in one round; then it is a timeout") \
	X(link, CELLS, reader_link, "auto", \
	  "what the link carries, such as 1g; auto as its interface says, or none") \
	X(verify, CELLS, reader_verify, "no", \
	  "read back what was written: no, yes (every byte) or sample") \
	X(rate, CELLS, reader_rate, "none", \
	  "pace of a cell: bytes (100m) or operations (500 ops) a second") \
	X(buffers, CELLS, reader_buffers, "hot", \
	  "where records lie in memory: hot, rotate (256m) or rotate:SIZE") \
	X(layout, CELLS, reader_layout, "record", \
	  "record size that files are filled with; record: the cell's own") \
	X(cpus, CELLS, reader_cpus, "any", \
	  "processors that threads are pinned to in turn: 0, 1 or 0-3; any: none") \
	X(wearout, CELLS, reader_wearout, "no", \
	  "all threads do all of their work; else the first to end ends all") \
	X(warmup, CELLS, reader_warmup, "yes", \
	  "passes before the first slice, until they are flat") \
	X(steady, CELLS, reader_steady, "no", \
	  "measure once the rate has settled, as devices that fill up need") \
	X(mix, CELLS, reader_mix, "70%", \
	  "share of reads in the test mixed") \
	X(think, CELLS, reader_think, "0", \
	  "pause between two operations, in no time of theirs") \
	X(fill, CELLS, reader_fill, "random", \
	  "what is written: random bytes, or zero") \
	X(compressible, CELLS, reader_compressible, "0%", \
	  "share of what is written that a compressor can save") \
	X(dedupable, CELLS, reader_dedupable, "0%", \
	  "share of what is written, in blocks of 4k, that is there already") \
	X(time, CELLS, reader_time, "passes", \
	  "how long a round measures a cell, such as 30s; passes: as they fill " \
	  "its slices") \
	X(ramp, CELLS, reader_ramp, "0", \
	  "how long a cell runs before the first slice, in no figure") \
	X(files, CELLS, reader_files, "1000", \
	  "files of each thread, in the tests of names and metadata") \
	X(sharing, CELLS, reader_sharing, "own", \
	  "own: a file for each thread; one: all threads go over the same") \
	X(crossover, CELLS, reader_crossover, "no", \
	  "above 16m files only records of 64k and more, as iozone -a has it") \
	X(rounds, RUN, reader_rounds, "7", \
	  "how often every cell is measured anew; 7..15 as often as it needs") \
	X(precision, RUN, reader_precision, "5%", \
	  "rounds between the two ends stop once the interval is that narrow") \
	X(slices, RUN, reader_slices, "3", \
	  "timed parts of a round; their median is its value") \
	X(slice_time, RUN, reader_slice_time, "20ms", \
	  "a slice is as many whole passes as fill this time") \
	X(passes, RUN, reader_passes, "auto", \
	  "passes of a slice, instead of slice_time") \
	X(seed, RUN, reader_seed, "1", \
	  "of the order, the offsets and the data; the same seed repeats a run") \
	X(order, RUN, reader_order, "shuffled", \
	  "of the pairs of sizes in a round: shuffled anew, or as they are listed") \
	X(clock, RUN, reader_clock, "auto", \
	  "of operations: tsc, system, or auto, which is tsc where it is sound") \
	X(quiet, RUN, reader_quiet, "1s", \
	  "how long at most a round waits for a quiet machine; 0: not at all") \
	X(report, RUN, reader_report, "yes", \
	  "an HTML page of the results, written after the run") \
	X(plugin, TARGET, NULL, "", \
	  "the kind of storage or transport; the rest of the section are its " \
	  "options") \
	X(wrap, TARGET, NULL, "", \
	  "a wrapper over the plugin, which slows, breaks or watches it; its " \
	  "options are NAME.KEY") \
	X(start, TARGET, reader_start, "", \
	  "a command that is started before the run and stopped after it") \
	X(start_timeout, TARGET, reader_start_timeout, "10s", \
	  "how long that command may take until it is ready") \
	X(ready, TARGET, reader_ready, "", \
	  "host:port that answers once it is; else it prints a line `ready`") \
	X(reference, TARGET, reader_reference, "no", \
	  "the target that the others are held against")
/* clang-format on */

#define SETTING_LINE(key, scope, where, read, dflt, meaning)                   \
	{#key, scope, read, dflt},
#define HELP_LINE(key, scope, where, read, dflt, meaning)                      \
	{#key, where, dflt, meaning},
/* RUN and its like stand for two arguments, once they are expanded. */
#define EXPANDED(line, ...) line(__VA_ARGS__)
#define AS_SETTING(...)     EXPANDED(SETTING_LINE, __VA_ARGS__)
#define AS_HELP(...)        EXPANDED(HELP_LINE, __VA_ARGS__)

static const struct setting settings[] = {
        EACH_SETTING(AS_SETTING){NULL, 0, NULL, NULL}};
static const struct config_key_help helps[] = {
        EACH_SETTING(AS_HELP){NULL, NULL, NULL, NULL}};

const struct config_key_help *config_key_table(void)
{
	return helps;
}

const struct setting *settings_table(void)
{
	return settings;
}

const struct setting *settings_find(const char *key)
{
	for (const struct setting *setting = settings; setting->key; setting++)
		if (strcmp(setting->key, key) == 0)
			return setting;
	return NULL;
}

size_t settings_count(void)
{
	return sizeof settings / sizeof *settings - 1;
}

size_t settings_words(unsigned scopes, const char **words)
{
	size_t count = 0;

	for (const struct setting *setting = settings; setting->key; setting++)
		if (setting->scope & scopes)
			words[count++] = setting->key;
	return count;
}

void settings_read(const struct setting *setting,
                   const struct setting_sink *sink,
                   const struct draft_pair *pair, struct problems *problems)
{
	char *why = NULL;

	if (setting->read && setting->read(sink, pair->text, &why) < 0)
		problems_add(problems, pair->place, "%s: %s", setting->key,
		             why ? why : "out of memory");
	free(why);
}

/* All tests of a vocabulary without the usual suite. */
static int all_tests(const struct setting_sink *sink, char **why)
{
	const struct config_vocabulary *vocabulary = sink->vocabulary;
	struct text list = {0};
	char *text;
	int status;

	for (size_t i = 0; i < vocabulary->test_count; i++)
		text_add(&list, "%s ", vocabulary->tests[i]);
	text = text_take(&list);
	if (!text)
		return failure(why, ENOMEM, "out of memory");
	status = reader_tests(sink, text, why);
	free(text);
	return status;
}

static int read_default(const struct setting *setting,
                        const struct setting_sink *sink, char **why)
{
	const struct config_vocabulary *vocabulary = sink->vocabulary;

	if (!setting->read || !*setting->dflt)
		return 0;
	if (setting->read != reader_suite)
		return setting->read(sink, setting->dflt, why);
	for (size_t i = 0; i < vocabulary->suite_count; i++)
		if (strcmp(vocabulary->suites[i].name, setting->dflt) == 0)
			return reader_suite(sink, setting->dflt, why);
	return all_tests(sink, why);
}

int settings_default(unsigned scopes, const struct setting_sink *sink,
                     char **why)
{
	int status = 0;

	for (const struct setting *setting = settings; setting->key && status == 0;
	     setting++)
		if (setting->scope & scopes)
			status = read_default(setting, sink, why);
	return status;
}

static int copy_tests(struct config_settings *to,
                      const struct config_settings *from)
{
	to->tests = calloc(from->test_count + 1, sizeof *to->tests);
	if (!to->tests)
		return -ENOMEM;
	for (; to->test_count < from->test_count; to->test_count++) {
		char *test = text_copy(from->tests[to->test_count]);

		if (!test)
			return -ENOMEM;
		to->tests[to->test_count] = test;
	}
	return 0;
}

int settings_copy(struct config_settings *to,
                  const struct config_settings *from)
{
	*to = *from;
	to->tests = NULL;
	to->test_count = 0;
	to->file_sizes = to->record_sizes = (struct sweep){0};
	to->threads = to->depths = to->cpus = (struct sweep){0};
	if (copy_tests(to, from) < 0 ||
	    sweep_copy(&to->file_sizes, &from->file_sizes) < 0 ||
	    sweep_copy(&to->record_sizes, &from->record_sizes) < 0 ||
	    sweep_copy(&to->threads, &from->threads) < 0 ||
	    sweep_copy(&to->depths, &from->depths) < 0 ||
	    sweep_copy(&to->cpus, &from->cpus) < 0) {
		settings_free(to);
		return -ENOMEM;
	}
	return 0;
}

void settings_free(struct config_settings *freed)
{
	for (size_t i = 0; i < freed->test_count; i++)
		free(freed->tests[i]);
	free(freed->tests);
	sweep_free(&freed->file_sizes);
	sweep_free(&freed->record_sizes);
	sweep_free(&freed->threads);
	sweep_free(&freed->depths);
	sweep_free(&freed->cpus);
	*freed = (struct config_settings){0};
}
