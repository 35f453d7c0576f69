/* fio_job.c - the figures of one job. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "import/fio.h"

static double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) && json_number_value(value) >= 0
	               ? json_number_value(value)
	               : NAN;
}

const char *fio_option(const struct fio_document *fio, const json_t *job,
                       const char *name)
{
	const json_t *own =
	        json_object_get(json_object_get(job, "job options"), name);

	return json_string_value(own ? own : json_object_get(fio->global, name));
}

/* kB and KiB are told apart by kb_base, and the other way round than
 * elsewhere: only what has one reading is read. */
static uint64_t size_option(const struct fio_document *fio, const json_t *job,
                            const char *name)
{
	const char *text = fio_option(fio, job, name);
	const char *base = fio_option(fio, job, "kb_base");
	uint64_t bytes;

	if (!text || (base && strcmp(base, "1024") != 0) ||
	    !number_size(text, strlen(text), 1, &bytes))
		return RESULT_NO_COUNT;
	return bytes;
}

/* An option with a number; what nobody said is fio's own default. */
static uint64_t count_option(const struct fio_document *fio, const json_t *job,
                             const char *name, uint64_t dflt)
{
	const char *text = fio_option(fio, job, name);
	uint64_t count;

	if (!text)
		return dflt;
	return number_count(text, strlen(text), &count) ? count : RESULT_NO_COUNT;
}

/* Our name for a direction of a pattern.  NULL: we have none. */
static const char *test_of(const char *pattern, bool writes)
{
	static const struct {
		const char *pattern, *read, *write;
	} tests[] = {{"read", "read", NULL},
	             {"write", NULL, "write"},
	             {"randread", "random_read", NULL},
	             {"randwrite", NULL, "random_write"},
	             {"rw", "mixed_read", "mixed_write"},
	             {"readwrite", "mixed_read", "mixed_write"},
	             {"randrw", "mixed_random_read", "mixed_random_write"}};
	/* rw=randread:8 runs eight in order. */
	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
		if (strcmp(pattern, tests[i].pattern) == 0)
			return writes ? tests[i].write : tests[i].read;
	return NULL;
}

/* Without options only the job's name may say in which order it went. */
static const char *test_by_name(const json_t *job, bool writes)
{
	const char *name = json_string_value(json_object_get(job, "jobname"));

	if (name && strcasestr(name, "rand"))
		return writes ? "random_write" : "random_read";
	if (name && strcasestr(name, "seq"))
		return writes ? "write" : "read";
	return writes ? "write_unknown_order" : "read_unknown_order";
}

static double percentile(const json_t *latency, const char *key, double us)
{
	return number(json_object_get(latency, "percentile"), key) / us;
}

/* All of one kind: percentiles are there for clat, or for lat, seldom both. */
static void fill_latency(const struct fio_document *fio,
                         const json_t *direction, struct result_row *row)
{
	const json_t *all =
	        json_object_get(direction, fio->major < 3 ? "lat" : "lat_ns");
	const json_t *completion =
	        json_object_get(direction, fio->major < 3 ? "clat" : "clat_ns");
	const json_t *latency =
	        json_object_get(completion, "percentile") ? completion : all;
	double us = fio->major < 3 ? 1 : 1e3;

	if (!(number(latency, "max") > 0))
		return;
	row->lat_min_us = number(latency, "min") / us;
	row->lat_mean_us = number(latency, "mean") / us;
	row->lat_max_us = number(latency, "max") / us;
	row->lat_p50_us = percentile(latency, "50.000000", us);
	row->lat_p90_us = percentile(latency, "90.000000", us);
	row->lat_p95_us = percentile(latency, "95.000000", us);
	row->lat_p99_us = percentile(latency, "99.000000", us);
	row->lat_p999_us = percentile(latency, "99.900000", us);
}

static void fill_figures(const struct fio_document *fio,
                         const json_t *direction, struct result_row *row)
{
	double exact = number(direction, "bw_bytes");
	double moved = number(direction, "io_bytes");
	double ops = number(direction, "total_ios");

	row->throughput = isnan(exact) ? number(direction, "bw") * 1024 : exact;
	if (moved < 9e15 / 1024)
		row->bytes = (uint64_t)moved * (fio->major < 3 ? 1024 : 1);
	if (ops < 9e15)
		row->ops = (uint64_t)ops;
	row->elapsed_s = number(direction, "runtime") / 1e3;
	row->ops_per_s = number(direction, "iops");
	fill_latency(fio, direction, row);
}

static void fill_options(const struct fio_document *fio, const json_t *job,
                         struct result_row *row)
{
	const char *direct = fio_option(fio, job, "direct");
	uint64_t files = count_option(fio, job, "nrfiles", 1);

	if (!json_object_get(job, "job options") && !fio->global) {
		row->depth = RESULT_NO_COUNT;
		row->threads = RESULT_NO_COUNT;
		return;
	}
	row->record_size = size_option(fio, job, "bs");
	if (files == 1)
		row->file_size = size_option(fio, job, "size");
	row->depth = count_option(fio, job, "iodepth", 1);
	/* Else each of them has an entry of its own. */
	if (fio->clients || fio_option(fio, job, "group_reporting"))
		row->threads = count_option(fio, job, "numjobs", 1);
	if (direct)
		row->direct = direct[0] == '1';
}

static void add_direction(const struct fio_document *fio, const json_t *job,
                          const json_t *options_of, const char *label,
                          bool writes)
{
	struct import_source *source = fio->source;
	const json_t *direction = json_object_get(job, writes ? "write" : "read");
	const char *pattern = fio_option(fio, options_of, "rw");
	const char *name = json_string_value(json_object_get(job, "jobname"));
	const char *test =
	        pattern ? test_of(pattern, writes) : test_by_name(job, writes);
	struct result_row row;

	if (!(number(direction, "io_bytes") > 0) ||
	    !(number(direction, "runtime") > 0))
		return;
	if (!test) {
		import_doubt(source, fio->line,
		             "job %s: rw=%s has no test of ours; its figures are left "
		             "out",
		             name ? name : "without name", pattern);
		return;
	}
	if (!import_begin(source, &row, "fio", label, test))
		return;
	fill_figures(fio, direction, &row);
	fill_options(fio, options_of, &row);
	if (!pattern)
		import_note(source, fio->line,
		            "job %s does not say in which order it went: %s is by its "
		            "name",
		            name ? name : "without name", test);
	if (!pattern)
		import_text(source, &row.flags,
		            source->interrupted ? "order_by_name cut_short"
		                                : "order_by_name");
	else if (source->interrupted)
		import_text(source, &row.flags, "cut_short");
	import_add(source, &row);
}

static void add_failed(const struct fio_document *fio, const json_t *job,
                       const char *label, int error)
{
	struct import_source *source = fio->source;
	const char *pattern = fio_option(fio, job, "rw");
	const char *test = NULL;
	struct result_row row;
	char *words;

	if (pattern)
		test = test_of(pattern, strstr(pattern, "write") != NULL);
	if (!import_begin(source, &row, "fio", label, test ? test : "unknown"))
		return;
	fill_options(fio, job, &row);
	row.status = RESULT_ERROR;
	words = text_format("the job failed with error %d (%s)", error,
	                    strerror(error));
	import_text(source, &row.error, words);
	free(words);
	import_add(source, &row);
}

void fio_job(const struct fio_document *fio, const json_t *job,
             const char *label, const json_t *options_of)
{
	const char *name = json_string_value(json_object_get(job, "jobname"));
	double error = number(job, "error");
	size_t before = fio->source->import->count;

	if (error > 0 && error < 4096) {
		add_failed(fio, job, label, (int)error);
		import_doubt(fio->source, fio->line,
		             "job %s failed with error %.0f; it has no figures",
		             name ? name : "without name", error);
		return;
	}
	add_direction(fio, job, options_of, label, false);
	add_direction(fio, job, options_of, label, true);
	if (number(json_object_get(job, "trim"), "io_bytes") > 0)
		import_doubt(fio->source, fio->line, "job %s: trims are left out",
		             name ? name : "without name");
	if (fio->source->import->count == before)
		import_note(fio->source, fio->line, "job %s moved nothing",
		            name ? name : "without name");
}
