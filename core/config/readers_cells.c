/* readers_cells.c - the keys that span the sweep and say how a cell is run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/nearest.h"
#include "config/readers.h"
#include "config/units.h"

/* A file's offsets are signed. */
#define FILE_SIZE_MOST   ((uint64_t)INT64_MAX)
#define RECORD_SIZE_MOST (UINT64_C(1) << 30)
#define THREADS_MOST     1024
#define DEPTH_MOST       4096

typedef int (*sweep_reader)(const char *text, struct sweep *out, char **why);

static int refuse_value(sweep_reader read, uint64_t value, uint64_t most,
                        char **why)
{
	char text[UNITS_TEXT], end[UNITS_TEXT];

	if (read == sweep_counts)
		return failure(why, ERANGE, "%llu is out of range; expected 1 to %llu",
		               (unsigned long long)value, (unsigned long long)most);
	return failure(why, ERANGE, "%s is out of range; expected 1 to %s",
	               units_print_size(value, text), units_print_size(most, end));
}

static int read_sweep(const char *text, sweep_reader read, uint64_t most,
                      struct sweep *out, char **why)
{
	struct sweep fresh = {0};
	int status = read(text, &fresh, why);

	for (size_t i = 0; i < fresh.count && status == 0; i++)
		if (fresh.values[i] > most)
			status = refuse_value(read, fresh.values[i], most, why);
	if (status < 0) {
		sweep_free(&fresh);
		return status;
	}
	sweep_free(out);
	*out = fresh;
	return 0;
}

READER(file_sizes)
{
	return read_sweep(text, sweep_sizes, FILE_SIZE_MOST,
	                  &sink->settings->file_sizes, why);
}

READER(record_sizes)
{
	return read_sweep(text, sweep_sizes, RECORD_SIZE_MOST,
	                  &sink->settings->record_sizes, why);
}

READER(threads)
{
	bool own = strcmp(text, "auto") == 0;

	sink->settings->threads_auto = own;
	if (own)
		text = "1";
	return read_sweep(text, sweep_counts, THREADS_MOST,
	                  &sink->settings->threads, why);
}

READER(depth)
{
	return read_sweep(text, sweep_counts, DEPTH_MOST, &sink->settings->depths,
	                  why);
}

static int refuse_word(const char *what, const char *word,
                       const char *const *words, size_t count, char **why)
{
	const char *near = nearest_word(word, words, count);
	struct text list = {0};
	int status;

	for (size_t i = 0; i < count; i++)
		text_add(&list, "%s%s", i ? ", " : "", words[i]);
	if (near)
		status = failure(why, EINVAL,
		                 "unknown %s `%s`; did you mean `%s`? There are %s",
		                 what, word, near, list.bytes ? list.bytes : "none");
	else
		status = failure(why, EINVAL, "unknown %s `%s`; there are %s", what,
		                 word, list.bytes ? list.bytes : "none");
	text_free(&list);
	return status;
}

int readers_word(const char *text, const char *const *words, size_t count,
                 char **why)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0)
			return (int)i;
	return refuse_word("word", text, words, count, why);
}

/* Calls each() for the words of a list parted by commas or blanks. */
static int each_word(const char *text,
                     int (*each)(void *arg, const char *word, char **why),
                     void *arg, char **why)
{
	char *copy = text_copy(text), *rest = NULL, *word;
	int status = 0;
	bool any = false;

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	for (word = strtok_r(copy, ", \t", &rest); word && status == 0;
	     word = strtok_r(NULL, ", \t", &rest)) {
		status = each(arg, word, why);
		any = true;
	}
	free(copy);
	if (!any)
		return failure(why, EINVAL, "expected a list of words, not nothing");
	return status;
}

/* Tests as they are named, before they replace what the settings hold. */
struct naming {
	const struct config_vocabulary *vocabulary;
	struct config_settings fresh;
};

static int add_test(struct naming *naming, const char *name, char **why)
{
	struct config_settings *fresh = &naming->fresh;
	char **more;

	for (size_t i = 0; i < fresh->test_count; i++)
		if (strcmp(fresh->tests[i], name) == 0)
			return 0;
	more = realloc(fresh->tests, (fresh->test_count + 1) * sizeof *more);
	if (!more)
		return failure(why, ENOMEM, "out of memory");
	fresh->tests = more;
	more[fresh->test_count] = text_copy(name);
	if (!more[fresh->test_count])
		return failure(why, ENOMEM, "out of memory");
	fresh->test_count++;
	return 0;
}

static const struct config_suite *
find_suite(const struct config_vocabulary *vocabulary, const char *name)
{
	for (size_t i = 0; i < vocabulary->suite_count; i++)
		if (strcmp(vocabulary->suites[i].name, name) == 0)
			return &vocabulary->suites[i];
	return NULL;
}

static int name_test(void *arg, const char *word, char **why)
{
	struct naming *naming = arg;
	const struct config_vocabulary *vocabulary = naming->vocabulary;

	for (size_t i = 0; i < vocabulary->test_count; i++)
		if (strcmp(vocabulary->tests[i], word) == 0)
			return add_test(naming, word, why);
	if (find_suite(vocabulary, word))
		return failure(why, EINVAL, "`%s` is a suite; write suite = %s", word,
		               word);
	return refuse_word("test", word, vocabulary->tests, vocabulary->test_count,
	                   why);
}

static int refuse_suite(const struct config_vocabulary *vocabulary,
                        const char *name, char **why)
{
	const char **names = calloc(vocabulary->suite_count + 1, sizeof *names);
	int status;

	if (!names)
		return failure(why, ENOMEM, "out of memory");
	for (size_t i = 0; i < vocabulary->suite_count; i++)
		names[i] = vocabulary->suites[i].name;
	status = refuse_word("suite", name, names, vocabulary->suite_count, why);
	free(names);
	return status;
}

static int name_suite(void *arg, const char *word, char **why)
{
	struct naming *naming = arg;
	const struct config_suite *suite = find_suite(naming->vocabulary, word);
	int status = 0;

	if (!suite)
		return refuse_suite(naming->vocabulary, word, why);
	for (size_t i = 0; suite->tests[i] && status == 0; i++)
		status = add_test(naming, suite->tests[i], why);
	return status;
}

static int read_tests(const struct setting_sink *sink, const char *text,
                      int (*each)(void *arg, const char *word, char **why),
                      char **why)
{
	struct naming naming = {.vocabulary = sink->vocabulary};
	struct config_settings old = {0};
	int status = each_word(text, each, &naming, why);

	if (status == 0) {
		old.tests = sink->settings->tests;
		old.test_count = sink->settings->test_count;
		sink->settings->tests = naming.fresh.tests;
		sink->settings->test_count = naming.fresh.test_count;
		naming.fresh = old;
	}
	settings_free(&naming.fresh);
	return status;
}

READER(tests)
{
	return read_tests(sink, text, name_test, why);
}

READER(suite)
{
	return read_tests(sink, text, name_suite, why);
}

READER(direct)
{
	return units_bool(text, &sink->settings->direct, why);
}

/* each:N */
static int read_each(const struct setting_sink *sink, const char *text,
                     char **why)
{
	uint64_t count = 0;

	if (units_count(text, &count, NULL) < 0 || count == 0)
		return failure(why, EINVAL,
		               "`each:%s`: expected a number of records, such as "
		               "each:16",
		               text);
	sink->settings->sync = CONFIG_SYNC_EACH;
	sink->settings->sync_every = count;
	return 0;
}

/* In the order of enum config_sync. */
READER(sync)
{
	static const char *const words[] = {"none", "fsync", "dsync", "each:N"};
	int word;

	if (strncmp(text, "each:", 5) == 0)
		return read_each(sink, text + 5, why);
	word = readers_word(text, words, 4, why);
	if (word == CONFIG_SYNC_EACH)
		return read_each(sink, "N", why);
	if (word >= 0)
		sink->settings->sync = word;
	return word < 0 ? word : 0;
}

/* In the order of enum config_cache. */
READER(cache)
{
	static const char *const words[] = {"warm", "cold", "direct",
	                                    "close_to_open", "dontcache"};
	int word = readers_word(text, words, 5, why);

	if (word >= 0)
		sink->settings->cache = word;
	return word < 0 ? word : 0;
}

static int include_phase(void *arg, const char *word, char **why)
{
	static const char *const words[] = {"open", "flush", "close"};
	int phase = readers_word(word, words, 3, why);

	if (phase >= 0)
		*(unsigned *)arg |= 1u << phase; /* as CONFIG_INCLUDE_* count */
	return phase < 0 ? phase : 0;
}

READER(include)
{
	unsigned include = 0;
	int status = 0;

	if (strcmp(text, "none") != 0)
		status = each_word(text, include_phase, &include, why);
	if (status == 0)
		sink->settings->include = include;
	return status;
}

READER(time_limit)
{
	int64_t limit = 0;
	int status = units_time(text, &limit, why);

	if (status == 0 && limit == 0)
		status = failure(why, ERANGE, "`%s`: expected more than no time", text);
	if (status == 0)
		sink->settings->time_limit_ns = limit;
	return status;
}

READER(link)
{
	return units_link(text, &sink->settings->link, why);
}
