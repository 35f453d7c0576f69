/* suites.c - suites are pairs of keys and texts that stand in for what was not
 * said. */
#include "config/suites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/settings.h"
#include "config/unknown.h"

#define SEPARATORS ", \t"

/* A key of [bench] that makes sense in a suite. */
static const struct setting *find_key(const char *key)
{
	const struct setting *setting = settings_find(key);

	if (!setting || !(setting->scope & (SETTING_RUN | SETTING_CELLS)) ||
	    strcmp(key, "suite") == 0 || strcmp(key, "name") == 0)
		return NULL;
	return setting;
}

static void refuse_key(const struct draft_pair *pair,
                       const struct config_vocabulary *vocabulary,
                       struct problems *problems)
{
	if (settings_find(pair->key))
		problems_add(problems, pair->place, "`%s` cannot stand in a suite",
		             pair->key);
	else
		unknown_key(pair, NULL, vocabulary, problems);
}

/* Reads all keys for nothing but what is wrong with them. */
static int check(const struct draft_section *section,
                 const struct config_vocabulary *vocabulary,
                 struct problems *problems)
{
	struct bench_config *config = calloc(1, sizeof *config);
	struct config_settings settings = {0};
	struct setting_sink sink = {
	        .vocabulary = vocabulary, .config = config, .settings = &settings};

	if (!config)
		return -ENOMEM;
	for (size_t i = 0; i < section->count; i++) {
		const struct setting *setting = find_key(section->pairs[i].key);

		if (setting)
			settings_read(setting, &sink, &section->pairs[i], problems);
		else
			refuse_key(&section->pairs[i], vocabulary, problems);
	}
	if (!draft_find(section, "tests"))
		problems_add(problems, section->place,
		             "[suite %s] lacks tests = ..., a list", section->name);
	settings_free(&settings);
	config_free(config);
	return 0;
}

static void refuse_name(const struct draft_section *section,
                        const struct config_vocabulary *vocabulary,
                        struct problems *problems)
{
	for (size_t i = 0; i < vocabulary->suite_count; i++)
		if (strcmp(vocabulary->suites[i].name, section->name) == 0)
			problems_add(problems, section->place,
			             "there is a suite `%s` already; choose another name",
			             section->name);
}

static void free_words(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/* The words of a list, which ends with NULL. */
static char **split(const char *text)
{
	char **words = calloc(strlen(text) / 2 + 2, sizeof *words);
	size_t count = 0;

	while (words && *(text += strspn(text, SEPARATORS))) {
		size_t length = strcspn(text, SEPARATORS);

		words[count] = strndup(text, length);
		if (!words[count++]) {
			free_words(words);
			return NULL;
		}
		text += length;
	}
	return words;
}

static int add_section(struct suites *suites,
                       const struct draft_section *section,
                       const struct config_vocabulary *vocabulary,
                       struct problems *problems)
{
	size_t before = problems->count;
	const struct draft_pair *tests = draft_find(section, "tests");
	char **words;
	int error;

	refuse_name(section, vocabulary, problems);
	error = check(section, vocabulary, problems);
	if (error)
		return error;
	/* What is wrong has been said; then it need not be said where it is used.
	 */
	words = split(problems->count == before ? tests->text : "");
	if (!words)
		return -ENOMEM;
	suites->words[suites->count] = words;
	suites->sections[suites->count] =
	        problems->count == before ? section : NULL;
	suites->list[suites->count++] = (struct config_suite){
	        .name = section->name, .tests = (const char *const *)words};
	return 0;
}

int suites_make(struct suites *suites, const struct draft *draft,
                const struct config_vocabulary *vocabulary,
                struct problems *problems)
{
	size_t room = vocabulary->suite_count + draft->suite_count + 1;
	int error = 0;

	*suites = (struct suites){.vocabulary = *vocabulary};
	suites->list = calloc(room, sizeof *suites->list);
	suites->sections = calloc(room, sizeof *suites->sections);
	suites->words = calloc(room, sizeof *suites->words);
	if (!suites->list || !suites->sections || !suites->words)
		return -ENOMEM;
	for (; suites->count < vocabulary->suite_count; suites->count++)
		suites->list[suites->count] = vocabulary->suites[suites->count];
	for (size_t i = 0; i < draft->suite_count && !error; i++)
		error = add_section(suites, &draft->suites[i], vocabulary, problems);
	suites->vocabulary.suites = suites->list;
	suites->vocabulary.suite_count = suites->count;
	return error;
}

/* What the sections that a suite is for have said. */
struct filling {
	struct draft_section *into;
	const struct draft_section *bench;
	unsigned scopes;
};

/* Puts one pair, unless something is said of the key. */
static int fill(const struct filling *filling, const char *key,
                const char *text, struct config_place place)
{
	const struct setting *setting = find_key(key);

	/* A suite's tests are found by its name. */
	if (!setting || !(setting->scope & filling->scopes) ||
	    strcmp(key, "tests") == 0 || draft_find(filling->into, key) ||
	    draft_find(filling->bench, key))
		return 0;
	return draft_put(filling->into, key, text, place);
}

static int fill_from(const struct suites *suites, size_t index,
                     const struct filling *filling, struct config_place place)
{
	const struct draft_section *section = suites->sections[index];
	const char *const *keys = suites->list[index].keys;
	int error = 0;

	for (size_t i = 0; section && i < section->count && !error; i++)
		error = fill(filling, section->pairs[i].key, section->pairs[i].text,
		             section->pairs[i].place);
	for (; keys && keys[0] && !error; keys += 2)
		error = fill(filling, keys[0], keys[1], place);
	return error;
}

/* Of several suites the first that says something of a key. */
static int apply(const struct suites *suites, const struct filling *filling)
{
	const struct draft_pair *named = draft_find(filling->into, "suite");
	struct config_place place = named ? named->place : filling->into->place;
	char **words = named ? split(named->text) : NULL;
	int error = named && !words ? -ENOMEM : 0;

	for (size_t w = 0; words && words[w] && !error; w++)
		for (size_t i = 0; i < suites->count && !error; i++)
			if (strcmp(suites->list[i].name, words[w]) == 0)
				error = fill_from(suites, i, filling, place);
	free_words(words);
	return error;
}

/* Targets first: what a suite of [bench] says is not what [bench] says. */
int suites_apply(const struct suites *suites, struct draft *draft)
{
	struct filling filling = {.bench = &draft->bench, .scopes = SETTING_CELLS};
	int error = 0;

	for (size_t i = 0; i < draft->count && !error; i++) {
		filling.into = &draft->targets[i];
		error = apply(suites, &filling);
	}
	filling.into = &draft->bench;
	filling.scopes |= SETTING_RUN;
	return error ? error : apply(suites, &filling);
}

void suites_free(struct suites *suites)
{
	for (size_t i = 0; suites->words && i < suites->count; i++)
		free_words(suites->words[i]);
	free(suites->words);
	free(suites->sections);
	free(suites->list);
	*suites = (struct suites){0};
}
