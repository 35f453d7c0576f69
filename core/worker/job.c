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

/* The plain members, for both ways. */
enum kind { KIND_BOOL, KIND_UNSIGNED, KIND_COUNT, KIND_TIME, KIND_REAL };

struct member {
	const char *name;
	enum kind kind;
	size_t offset;
};

#define MEMBER(kind, name)                                                     \
	{                                                                          \
#name, kind, offsetof(struct job, name)                                \
	}

static const struct member members[] = {MEMBER(KIND_BOOL, remove_directory),
                                        MEMBER(KIND_COUNT, file_size),
                                        MEMBER(KIND_COUNT, record_size),
                                        MEMBER(KIND_UNSIGNED, threads),
                                        MEMBER(KIND_UNSIGNED, depth),
                                        MEMBER(KIND_UNSIGNED, sync),
                                        MEMBER(KIND_COUNT, sync_every),
                                        MEMBER(KIND_UNSIGNED, cache),
                                        MEMBER(KIND_BOOL, direct),
                                        MEMBER(KIND_UNSIGNED, include),
                                        MEMBER(KIND_UNSIGNED, slices),
                                        MEMBER(KIND_TIME, slice_ns),
                                        MEMBER(KIND_TIME, time_limit_ns),
                                        MEMBER(KIND_COUNT, passes),
                                        MEMBER(KIND_COUNT, seed),
                                        MEMBER(KIND_UNSIGNED, verify),
                                        MEMBER(KIND_REAL, rate_bytes),
                                        MEMBER(KIND_REAL, rate_ops),
                                        MEMBER(KIND_COUNT, buffers),
                                        MEMBER(KIND_COUNT, layout),
                                        MEMBER(KIND_BOOL, wearout),
                                        MEMBER(KIND_BOOL, steady),
                                        MEMBER(KIND_BOOL, warmup),
                                        MEMBER(KIND_REAL, mix),
                                        MEMBER(KIND_TIME, think_ns),
                                        MEMBER(KIND_UNSIGNED, fill),
                                        MEMBER(KIND_REAL, compressible),
                                        MEMBER(KIND_REAL, dedupable),
                                        MEMBER(KIND_TIME, time_ns),
                                        MEMBER(KIND_TIME, ramp_ns),
                                        MEMBER(KIND_COUNT, files),
                                        MEMBER(KIND_UNSIGNED, share),
                                        MEMBER(KIND_BOOL, near),
                                        MEMBER(KIND_BOOL, stay),
                                        MEMBER(KIND_UNSIGNED, clock),
                                        MEMBER(KIND_REAL, ns_per_tick)};

#define MEMBERS (sizeof members / sizeof members[0])

static json_t *member_to_json(const struct member *member,
                              const struct job *job)
{
	const void *at = (const char *)job + member->offset;

	switch (member->kind) {
	case KIND_BOOL:
		return json_boolean(*(const bool *)at);
	case KIND_UNSIGNED:
		return json_integer(*(const unsigned *)at);
	case KIND_COUNT:
		return json_integer((json_int_t) * (const uint64_t *)at);
	case KIND_TIME:
		return json_integer(*(const int64_t *)at);
	case KIND_REAL:
		return json_real(*(const double *)at);
	}
	return NULL;
}

static int member_from_json(const struct member *member, const json_t *value,
                            struct job *job)
{
	void *at = (char *)job + member->offset;

	if (member->kind == KIND_BOOL   ? !json_is_boolean(value)
	    : member->kind == KIND_REAL ? !json_is_number(value)
	                                : !json_is_integer(value))
		return -EPROTO;
	switch (member->kind) {
	case KIND_BOOL:
		*(bool *)at = json_is_true(value);
		break;
	case KIND_UNSIGNED:
		*(unsigned *)at = (unsigned)json_integer_value(value);
		break;
	case KIND_COUNT:
		*(uint64_t *)at = (uint64_t)json_integer_value(value);
		break;
	case KIND_TIME:
		*(int64_t *)at = json_integer_value(value);
		break;
	case KIND_REAL:
		*(double *)at = json_number_value(value);
		break;
	}
	return 0;
}

static json_t *counts_to_json(const uint64_t *counts, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < count; i++)
		if (json_array_append_new(array, json_integer((json_int_t)counts[i]))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static int counts_from_json(const json_t *array, uint64_t **out, size_t *count)
{
	size_t size = json_array_size(array);

	*out = calloc(size ? size : 1, sizeof **out);
	if (!*out)
		return -ENOMEM;
	for (*count = 0; *count < size; ++*count)
		(*out)[*count] =
		        (uint64_t)json_integer_value(json_array_get(array, *count));
	return 0;
}

char *job_encode(const struct job *job)
{
	json_t *object = json_pack(
	        "{si ss ss* ss* so so so so so so}", "kind", (int)job->kind,
	        "plugin", job->plugin, "directory", job->directory, "wrapper",
	        job->wrapper, "keys", strings_to_json(job->keys, job->option_count),
	        "texts", strings_to_json(job->texts, job->option_count),
	        "wrap_keys",
	        strings_to_json(job->wrap_keys, job->wrap_option_count),
	        "wrap_texts",
	        strings_to_json(job->wrap_texts, job->wrap_option_count), "tests",
	        strings_to_json(job->tests, job->cell_count), "cpus",
	        counts_to_json(job->cpus, job->cpu_count));
	char *line;

	for (size_t i = 0; object && i < MEMBERS; i++)
		if (json_object_set_new(object, members[i].name,
		                        member_to_json(&members[i], job))) {
			json_decref(object);
			object = NULL;
		}
	line = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	return line;
}

/* Everything but the lists. */
static int unpack(json_t *object, struct job *job)
{
	const char *plugin, *directory = NULL, *wrapper = NULL;
	int kind, error = 0;

	if (json_unpack(object, "{si ss s?s s?s}", "kind", &kind, "plugin", &plugin,
	                "directory", &directory, "wrapper", &wrapper))
		return -EPROTO;
	job->kind = (enum job_kind)kind;
	for (size_t i = 0; !error && i < MEMBERS; i++)
		error = member_from_json(&members[i],
		                         json_object_get(object, members[i].name), job);
	if (error)
		return error;
	job->plugin = text_copy(plugin);
	job->directory = text_copy(directory);
	job->wrapper = text_copy(wrapper);
	return job->plugin && (job->wrapper || !wrapper) ? 0 : -ENOMEM;
}

/* Ends a list earlier. */
static void cut_strings(char **strings, size_t from, size_t to)
{
	for (; strings && from < to; from++) {
		free(strings[from]);
		strings[from] = NULL;
	}
}

/* Keys and their texts, which must be as many. */
static int options_from_json(const json_t *object, const char *keys_name,
                             const char *texts_name, char ***keys,
                             char ***texts, size_t *count)
{
	size_t text_count = 0;
	int error =
	        strings_from_json(json_object_get(object, keys_name), keys, count);

	if (!error)
		error = strings_from_json(json_object_get(object, texts_name), texts,
		                          &text_count);
	if (!error && text_count != *count)
		error = -EPROTO;
	if (text_count < *count) {
		cut_strings(*keys, text_count, *count);
		*count = text_count;
	}
	cut_strings(*texts, *count, text_count);
	return error;
}

int job_decode(const char *line, struct job *job, char **why)
{
	json_error_t where;
	json_t *object = json_loads(line, 0, &where);
	int error;

	memset(job, 0, sizeof *job);
	if (!object)
		return failure(why, EPROTO, "the job is no JSON: %s", where.text);
	error = unpack(object, job);
	if (!error)
		error = options_from_json(object, "keys", "texts", &job->keys,
		                          &job->texts, &job->option_count);
	if (!error)
		error = options_from_json(object, "wrap_keys", "wrap_texts",
		                          &job->wrap_keys, &job->wrap_texts,
		                          &job->wrap_option_count);
	if (!error)
		error = strings_from_json(json_object_get(object, "tests"), &job->tests,
		                          &job->cell_count);
	if (!error)
		error = counts_from_json(json_object_get(object, "cpus"), &job->cpus,
		                         &job->cpu_count);
	json_decref(object);
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
	free(job->wrapper);
	free_strings(job->wrap_keys, job->wrap_option_count);
	free_strings(job->wrap_texts, job->wrap_option_count);
	free_strings(job->tests, job->cell_count);
	free(job->cpus);
	memset(job, 0, sizeof *job);
}

char *job_file_name(const struct job *job, const struct bench_backend *backend,
                    unsigned lane)
{
	/* A backend without directories gets the name flat. */
	return text_format("%s%ct%u", job->directory, backend->mkdir ? '/' : '-',
	                   lane);
}
