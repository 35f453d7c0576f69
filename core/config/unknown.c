/* unknown.c - says where a key would belong, else which known key is near. */
#include <stdlib.h>
#include "config/nearest.h"
#include "config/settings.h"
#include "config/unknown.h"

/* Another backend that has an option of that name, or NULL. */
static const struct bench_backend *
owner(const struct config_vocabulary *vocabulary, const char *key)
{
	for (size_t i = 0; i < vocabulary->backend_count; i++)
		if (!vocabulary->backends[i]->wraps &&
		    options_find(vocabulary->backends[i], key))
			return vocabulary->backends[i];
	return NULL;
}

/* Of a table that ends with an empty line, or of none. */
static size_t option_count(const struct bench_opt *options)
{
	size_t count = 0;

	while (options && options[count].key)
		count++;
	return count;
}

/* Among the harness's keys and the backend's options. */
static const char *nearest_key(const char *key, unsigned scopes,
                               const struct bench_backend *backend)
{
	const struct bench_opt *options = backend ? backend->options : NULL;
	const char **words =
	        calloc(settings_count() + option_count(options), sizeof *words);
	const char *near = NULL;
	size_t count;

	if (!words)
		return NULL;
	count = settings_words(scopes, words);
	for (; options && options->key; options++)
		words[count++] = options->key;
	near = nearest_word(key, words, count);
	free(words);
	return near;
}

/* A key that has its place elsewhere. */
static bool tell_place(const struct draft_pair *pair,
                       const struct bench_backend *backend,
                       const struct config_vocabulary *vocabulary,
                       struct problems *problems)
{
	const struct bench_backend *other = owner(vocabulary, pair->key);

	if (settings_find(pair->key))
		problems_add(problems, pair->place, "`%s` belongs in %s", pair->key,
		             backend ? "[bench]" : "a [target NAME]");
	else if (!other)
		return false;
	else if (backend)
		problems_add(problems, pair->place,
		             "unknown key `%s`; it is an option of plugin %s, not of "
		             "%s",
		             pair->key, other->name, backend->name);
	else
		problems_add(problems, pair->place,
		             "`%s` is an option of plugin %s; it belongs in a "
		             "[target NAME]",
		             pair->key, other->name);
	return true;
}

void unknown_key(const struct draft_pair *pair,
                 const struct bench_backend *backend,
                 const struct config_vocabulary *vocabulary,
                 struct problems *problems)
{
	unsigned scopes = backend ? SETTING_CELLS | SETTING_TARGET
	                          : SETTING_RUN | SETTING_CELLS;
	const char *near;

	if (tell_place(pair, backend, vocabulary, problems))
		return;
	near = nearest_key(pair->key, scopes, backend);
	if (near)
		problems_add(problems, pair->place,
		             "unknown key `%s`; did you mean `%s`?", pair->key, near);
	else if (backend)
		problems_add(problems, pair->place,
		             "unknown key `%s`; neither bench nor plugin %s has it",
		             pair->key, backend->name);
	else
		problems_add(problems, pair->place, "unknown key `%s` in [bench]",
		             pair->key);
}
