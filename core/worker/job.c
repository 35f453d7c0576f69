/* job.c - jobs as lines of JSON. */
#include "worker/protocol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

static json_t *strings_to_json(char *const *strings, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < count; i++)
		if (json_array_append_new(array, json_string(strings[i]))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static int strings_from_json(const json_t *array, char ***out, size_t *count)
{
	size_t size = json_array_size(array);

	*count = 0;
	*out = calloc(size ? size : 1, sizeof **out);
	if (!*out)
		return -ENOMEM;
	for (size_t i = 0; i < size; i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (!text || !((*out)[i] = text_copy(text)))
			return -EPROTO;
		++*count;
	}
	return 0;
}

char *job_encode(const struct job *job)
{
	json_t *object = json_pack(
	        "{si ss ss* sb so so so sI sI si si sb sb sb sb si si sI sI sI sI}",
	        "kind", (int)job->kind, "plugin", job->plugin, "directory",
	        job->directory, "remove_directory", job->remove_directory, "keys",
	        strings_to_json(job->keys, job->option_count), "texts",
	        strings_to_json(job->texts, job->option_count), "tests",
	        strings_to_json(job->tests, job->cell_count), "file_size",
	        (json_int_t)job->file_size, "record_size",
	        (json_int_t)job->record_size, "threads", (int)job->threads, "depth",
	        (int)job->depth, "direct", job->direct, "dsync", job->dsync,
	        "flush", job->flush, "drop_cache", job->drop_cache, "include",
	        (int)job->include, "slices", (int)job->slices, "slice_ns",
	        (json_int_t)job->slice_ns, "time_limit_ns",
	        (json_int_t)job->time_limit_ns, "passes", (json_int_t)job->passes,
	        "seed", (json_int_t)job->seed);
	char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return line;
}

/* Copies the plain members of an unpacked job. */
static int unpack(json_t *object, struct job *job)
{
	int kind, remove_directory, threads, depth, include, slices;
	int direct, dsync, flush, drop;
	json_int_t file_size, record_size, slice_ns, limit_ns, passes, seed;
	const char *plugin, *directory = NULL;

	if (json_unpack(object,
	                "{si ss s?s sb sI sI si si sb sb sb sb si si sI sI sI "
	                "sI}",
	                "kind", &kind, "plugin", &plugin, "directory", &directory,
	                "remove_directory", &remove_directory, "file_size",
	                &file_size, "record_size", &record_size, "threads",
	                &threads, "depth", &depth, "direct", &direct, "dsync",
	                &dsync, "flush", &flush, "drop_cache", &drop, "include",
	                &include, "slices", &slices, "slice_ns", &slice_ns,
	                "time_limit_ns", &limit_ns, "passes", &passes, "seed",
	                &seed))
		return -EPROTO;
	*job = (struct job){.kind = (enum job_kind)kind,
	                    .remove_directory = remove_directory,
	                    .file_size = (uint64_t)file_size,
	                    .record_size = (uint64_t)record_size,
	                    .threads = (unsigned)threads,
	                    .depth = (unsigned)depth,
	                    .direct = direct,
	                    .dsync = dsync,
	                    .flush = flush,
	                    .drop_cache = drop,
	                    .include = (unsigned)include,
	                    .slices = (unsigned)slices,
	                    .slice_ns = slice_ns,
	                    .time_limit_ns = limit_ns,
	                    .passes = (uint64_t)passes,
	                    .seed = (uint64_t)seed};
	job->plugin = text_copy(plugin);
	job->directory = text_copy(directory);
	return job->plugin ? 0 : -ENOMEM;
}

int job_decode(const char *line, struct job *job, char **why)
{
	json_error_t where;
	json_t *object = json_loads(line, 0, &where);
	size_t texts = 0;
	int error;

	memset(job, 0, sizeof *job);
	if (!object)
		return failure(why, EPROTO, "the job is no JSON: %s", where.text);
	error = unpack(object, job);
	if (!error)
		error = strings_from_json(json_object_get(object, "keys"), &job->keys,
		                          &job->option_count);
	if (!error)
		error = strings_from_json(json_object_get(object, "texts"), &job->texts,
		                          &texts);
	if (!error)
		error = strings_from_json(json_object_get(object, "tests"), &job->tests,
		                          &job->cell_count);
	json_decref(object);
	if (!error && texts != job->option_count)
		error = -EPROTO;
	if (!error)
		return 0;
	job_free(job);
	return failure(why, -error, "the job is incomplete");
}

static void free_strings(char **strings, size_t count)
{
	for (size_t i = 0; strings && i < count; i++)
		free(strings[i]);
	free(strings);
}

void job_free(struct job *job)
{
	free(job->plugin);
	free(job->directory);
	free_strings(job->keys, job->option_count);
	free_strings(job->texts, job->option_count);
	free_strings(job->tests, job->cell_count);
	memset(job, 0, sizeof *job);
}

char *job_file_name(const struct job *job, const struct bench_backend *backend,
                    unsigned lane)
{
	/* A backend without directories gets the name flat. */
	return text_format("%s%ct%u", job->directory, backend->mkdir ? '/' : '-',
	                   lane);
}
