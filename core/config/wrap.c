/* wrap.c - a wrapper over a target's backend: which one, and its options, whose
 * keys begin with its name. */
#include "config/wrap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/nearest.h"

static const struct bench_backend *
find_plugin(const struct config_vocabulary *vocabulary, const char *name,
            size_t length)
{
	for (size_t i = 0; i < vocabulary->backend_count; i++)
		if (strlen(vocabulary->backends[i]->name) == length &&
		    strncmp(vocabulary->backends[i]->name, name, length) == 0)
			return vocabulary->backends[i];
	return NULL;
}

/* No such wrapper: which there are, and which is near. */
static void miss_wrapper(const struct draft_pair *pair,
                         const struct config_vocabulary *vocabulary,
                         bool is_backend, struct problems *problems)
{
	const char **words = calloc(vocabulary->backend_count + 1, sizeof *words);
	const char *near, *what = is_backend ? "is a backend and no wrapper"
	                                     : "is no wrapper that was found";
	struct text list = {0};
	size_t count = 0;

	for (size_t i = 0; words && i < vocabulary->backend_count; i++)
		if (vocabulary->backends[i]->wraps) {
			words[count++] = vocabulary->backends[i]->name;
			text_add(&list, "%s%s", count > 1 ? ", " : "", words[count - 1]);
		}
	near = words ? nearest_word(pair->text, words, count) : NULL;
	if (near)
		problems_add(problems, pair->place,
		             "wrap: `%s` %s; did you mean `%s`? There are %s",
		             pair->text, what, near, list.bytes ? list.bytes : "none");
	else
		problems_add(problems, pair->place, "wrap: `%s` %s; there are %s",
		             pair->text, what, list.bytes ? list.bytes : "none");
	text_free(&list);
	free(words);
}

int wrap_choose(const struct draft_section *section,
                const struct config_vocabulary *vocabulary,
                struct config_target *target, struct problems *problems)
{
	const struct draft_pair *pair = draft_find(section, "wrap");
	const struct bench_backend *found;
	char *why = NULL;
	int status;

	if (!pair)
		return 0;
	found = find_plugin(vocabulary, pair->text, strlen(pair->text));
	if (!found || !found->wraps) {
		miss_wrapper(pair, vocabulary, found != NULL, problems);
		return 0;
	}
	target->wrapper = found;
	status = options_new(found, &target->wrap_options, &why);
	if (status == -EINVAL)
		problems_add(problems, pair->place, "%s",
		             why ? why : "the wrapper's options are broken");
	free(why);
	return status == -EINVAL ? 0 : status;
}

static void unknown_option(const struct draft_pair *pair,
                           const struct bench_backend *wrapper, const char *key,
                           struct problems *problems)
{
	const struct bench_opt *option = wrapper->options;
	const char **words, *near = NULL;
	size_t count = 0;

	while (option && option[count].key)
		count++;
	words = calloc(count + 1, sizeof *words);
	for (size_t i = 0; words && i < count; i++)
		words[i] = option[i].key;
	if (words)
		near = nearest_word(key, words, count);
	free(words);
	if (near)
		problems_add(problems, pair->place,
		             "unknown key `%s`; did you mean `%s.%s`?", pair->key,
		             wrapper->name, near);
	else
		problems_add(problems, pair->place,
		             "unknown key `%s`; wrapper %s has no such option",
		             pair->key, wrapper->name);
}

bool wrap_take(const struct draft_pair *pair,
               const struct config_vocabulary *vocabulary,
               struct config_target *target, struct problems *problems)
{
	const char *dot = strchr(pair->key, '.');
	const struct bench_backend *owner =
	        dot ? find_plugin(vocabulary, pair->key, (size_t)(dot - pair->key))
	            : NULL;
	char *why = NULL;

	if (!owner || !owner->wraps)
		return false;
	if (owner != target->wrapper)
		problems_add(problems, pair->place,
		             "`%s` goes with wrap = %s, which [target %s] does not "
		             "have",
		             pair->key, owner->name, target->name);
	else if (!options_find(owner, dot + 1))
		unknown_option(pair, owner, dot + 1, problems);
	else if (target->wrap_options &&
	         options_set(target->wrap_options, dot + 1, pair->text, &why) < 0)
		problems_add(problems, pair->place, "%s.%s", owner->name,
		             why ? why : "out of memory");
	free(why);
	return true;
}

void wrap_check_required(const struct draft_section *section,
                         const struct config_target *target,
                         struct problems *problems)
{
	const struct bench_opt *option =
	        target->wrapper ? target->wrapper->options : NULL;

	for (; option && option->key; option++) {
		char *key = text_format("%s.%s", target->wrapper->name, option->key);

		if (key && option->flags & BENCH_REQUIRED && !draft_find(section, key))
			problems_add(problems, section->place,
			             "[target %s] lacks %s = ... (%s), which wrap = %s "
			             "needs",
			             section->name, key,
			             option->help ? option->help : "no default",
			             target->wrapper->name);
		free(key);
	}
}

const struct bench_opt *config_option(const struct config_target *target,
                                      const char *key)
{
	size_t length = target->wrapper ? strlen(target->wrapper->name) : 0;

	if (length && strncmp(key, target->wrapper->name, length) == 0 &&
	    key[length] == '.')
		return options_find(target->wrapper, key + length + 1);
	return options_find(target->backend, key);
}
