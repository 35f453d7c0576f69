/* options.c - fills a plugin's configuration struct by its options table. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/options_value.h"

static bool is_text(const struct bench_opt *option)
{
	return option->type == BENCH_STR || option->type == BENCH_SECRET ||
	       option->type == BENCH_PATH;
}

static char **text_at(const struct options *options,
                      const struct bench_opt *option)
{
	return (char **)(void *)((char *)options->config + option->offset);
}

const struct bench_opt *options_find(const struct bench_backend *backend,
                                     const char *key)
{
	const struct bench_opt *option = backend->options;

	for (; option && option->key; option++)
		if (strcmp(option->key, key) == 0)
			return option;
	return NULL;
}

static int store(struct options *options, const struct bench_opt *option,
                 const char *text, char **why)
{
	return options_value_read(option, text,
	                          (char *)options->config + option->offset, why);
}

static int set_defaults(struct options *options, char **why)
{
	const struct bench_opt *option = options->backend->options;

	for (; option && option->key; option++) {
		char *reason = NULL;
		int status = 0;

		if (option->dflt)
			status = store(options, option, option->dflt, &reason);
		if (status < 0) {
			failure(why, EINVAL,
			        "plugin %s: the default of `%s` does not fit: %s",
			        options->backend->name, option->key,
			        reason ? reason : "out of memory");
			free(reason);
			return status == -ENOMEM ? status : -EINVAL;
		}
	}
	return 0;
}

int options_new(const struct bench_backend *backend, struct options **out,
                char **why)
{
	struct options *options = calloc(1, sizeof *options);
	int status;

	if (!options)
		return failure(why, ENOMEM, "out of memory");
	options->backend = backend;
	/* Never NULL, also where there is nothing to be set. */
	options->config = calloc(1, backend->config_size + 1u);
	status = options->config ? set_defaults(options, why)
	                         : failure(why, ENOMEM, "out of memory");
	if (status < 0)
		options_free(options);
	else
		*out = options;
	return status;
}

void options_free(struct options *options)
{
	const struct bench_opt *option;

	if (!options)
		return;
	option = options->config ? options->backend->options : NULL;
	for (; option && option->key; option++)
		if (is_text(option))
			free(*text_at(options, option));
	for (size_t i = 0; i < options->given_count; i++) {
		free(options->given[i].key);
		free(options->given[i].text);
	}
	free(options->given);
	free(options->config);
	free(options);
}

static struct option_given *find_given(const struct options *options,
                                       const char *key)
{
	for (size_t i = 0; i < options->given_count; i++)
		if (strcmp(options->given[i].key, key) == 0)
			return &options->given[i];
	return NULL;
}

/* A line of given[] for the key, with room for its text. */
static struct option_given *want_given(struct options *options,
                                       const struct bench_opt *option)
{
	struct option_given *more, *given = find_given(options, option->key);

	if (given)
		return given;
	more = realloc(options->given,
	               (options->given_count + 1) * sizeof *options->given);
	if (!more)
		return NULL;
	options->given = more;
	given = &more[options->given_count];
	*given = (struct option_given){.key = text_copy(option->key),
	                               .secret = option->type == BENCH_SECRET};
	if (!given->key)
		return NULL;
	options->given_count++;
	return given;
}

static int remember(struct options *options, const struct bench_opt *option,
                    const char *text, char **why)
{
	struct option_given *given = want_given(options, option);
	char *copy = given ? text_copy(text) : NULL;

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	free(given->text);
	given->text = copy;
	return 0;
}

static int unknown_key(const struct bench_backend *backend, const char *key,
                       char **why)
{
	const struct bench_opt *option = backend->options;
	const char **keys, *near;
	size_t count = 0;

	while (option && option[count].key)
		count++;
	keys = calloc(count + 1, sizeof *keys);
	if (!keys)
		return failure(why, ENOENT, "unknown key `%s`", key);
	for (size_t i = 0; i < count; i++)
		keys[i] = option[i].key;
	near = nearest_word(key, keys, count);
	free(keys);
	if (near)
		return failure(why, ENOENT, "unknown key `%s`; did you mean `%s`?", key,
		               near);
	return failure(why, ENOENT,
	               "unknown key `%s`; plugin %s has no such option", key,
	               backend->name);
}

int options_set(struct options *options, const char *key, const char *text,
                char **why)
{
	const struct bench_opt *option = options_find(options->backend, key);
	char *reason = NULL;
	int status;

	if (!option)
		return unknown_key(options->backend, key, why);
	status = store(options, option, text, &reason);
	if (status < 0) {
		failure(why, EINVAL, "%s: %s", key, reason ? reason : "out of memory");
		free(reason);
		return status == -ENOMEM ? status : -EINVAL;
	}
	return remember(options, option, text, why);
}

bool options_is_given(const struct options *options, const char *key)
{
	return find_given(options, key) != NULL;
}

int options_complete(const struct options *options, char **why)
{
	const struct bench_opt *option = options->backend->options;

	for (; option && option->key; option++)
		if (option->flags & BENCH_REQUIRED &&
		    !options_is_given(options, option->key))
			return failure(why, EINVAL, "plugin %s needs `%s = ...` (%s)",
			               options->backend->name, option->key,
			               option->help ? option->help : "no default");
	return 0;
}
