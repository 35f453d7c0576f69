/* draft.c - sections and pairs, and how an INI file becomes them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/draft.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"

bool draft_is_name(const char *name)
{
	return strspn(name, LETTERS DIGITS) > 0 &&
	       name[strspn(name, LETTERS DIGITS "._-")] == '\0';
}

struct draft_pair *draft_find(const struct draft_section *section,
                              const char *key)
{
	for (size_t i = 0; i < section->count; i++)
		if (strcmp(section->pairs[i].key, key) == 0)
			return &section->pairs[i];
	return NULL;
}

static int add_pair(struct draft_section *section, const char *key,
                    const char *text, struct config_place place)
{
	struct draft_pair pair = {text_copy(key), text_copy(text), place};
	struct draft_pair *more =
	        realloc(section->pairs, (section->count + 1) * sizeof *more);

	if (more)
		section->pairs = more;
	if (!more || !pair.key || !pair.text) {
		free(pair.key);
		free(pair.text);
		return -ENOMEM;
	}
	more[section->count++] = pair;
	return 0;
}

int draft_put(struct draft_section *section, const char *key, const char *text,
              struct config_place place)
{
	struct draft_pair *pair = draft_find(section, key);
	char *copy;

	if (!pair)
		return add_pair(section, key, text, place);
	copy = text_copy(text);
	if (!copy)
		return -ENOMEM;
	free(pair->text);
	pair->text = copy;
	pair->place = place;
	return 0;
}

void draft_drop(struct draft_section *section, const char *key)
{
	struct draft_pair *pair = draft_find(section, key);
	size_t at;

	if (!pair)
		return;
	at = (size_t)(pair - section->pairs);
	free(pair->key);
	free(pair->text);
	section->count--;
	memmove(pair, pair + 1, (section->count - at) * sizeof *pair);
}

struct draft_section *draft_target(const struct draft *draft, const char *name)
{
	for (size_t i = 0; i < draft->count; i++)
		if (strcmp(draft->targets[i].name, name) == 0)
			return &draft->targets[i];
	return NULL;
}

static struct draft_section *append(struct draft_section **list, size_t *count,
                                    const char *name, struct config_place place)
{
	struct draft_section *more = realloc(*list, (*count + 1) * sizeof *more);
	char *copy;

	if (!more)
		return NULL;
	*list = more;
	copy = text_copy(name);
	if (!copy)
		return NULL;
	more += (*count)++;
	*more = (struct draft_section){.name = copy, .place = place};
	return more;
}

struct draft_section *draft_add_target(struct draft *draft, const char *name,
                                       struct config_place place)
{
	return append(&draft->targets, &draft->count, name, place);
}

static void free_section(struct draft_section *section)
{
	for (size_t i = 0; i < section->count; i++) {
		free(section->pairs[i].key);
		free(section->pairs[i].text);
	}
	free(section->pairs);
	free(section->name);
	free(section->url);
}

void draft_free(struct draft *draft)
{
	free_section(&draft->bench);
	for (size_t i = 0; i < draft->count; i++)
		free_section(&draft->targets[i]);
	free(draft->targets);
	for (size_t i = 0; i < draft->suite_count; i++)
		free_section(&draft->suites[i]);
	free(draft->suites);
	*draft = (struct draft){0};
}

/* What a section is of, by the first word of its header. */
enum kind { KIND_BENCH, KIND_TARGET, KIND_SUITE, KIND_UNKNOWN };

/* *name is what stands behind that word, "" where nothing does. */
static enum kind kind_of(const char *section, const char **name)
{
	static const char *const words[] = {
	        [KIND_TARGET] = "target", [KIND_SUITE] = "suite"};

	*name = "";
	if (strcmp(section, "bench") == 0)
		return KIND_BENCH;
	for (enum kind kind = KIND_TARGET; kind <= KIND_SUITE; kind++) {
		size_t length = strlen(words[kind]);

		if (strncmp(section, words[kind], length) != 0)
			continue;
		if (section[length] == ' ')
			*name = section + length + 1;
		if (section[length] == ' ' || section[length] == '\0')
			return kind;
	}
	return KIND_UNKNOWN;
}

static struct draft_section *find_suite(const struct draft *draft,
                                        const char *name)
{
	for (size_t i = 0; i < draft->suite_count; i++)
		if (strcmp(draft->suites[i].name, name) == 0)
			return &draft->suites[i];
	return NULL;
}

static struct draft_section *find_section(struct draft *draft,
                                          const char *section)
{
	const char *name;

	switch (kind_of(section, &name)) {
	case KIND_BENCH:
		return &draft->bench;
	case KIND_TARGET:
		return draft_target(draft, name);
	case KIND_SUITE:
		return find_suite(draft, name);
	case KIND_UNKNOWN:
		break;
	}
	return NULL;
}

static void refuse_section(struct draft *draft, const char *section,
                           struct config_place place, struct problems *problems)
{
	const char *name;
	enum kind kind = kind_of(section, &name);
	const char *what = kind == KIND_SUITE ? "suite" : "target";

	draft->refused = true;
	if (kind == KIND_UNKNOWN)
		problems_add(problems, place,
		             "unknown section [%s]; expected [bench], [target NAME] "
		             "or [suite NAME]",
		             section);
	else if (*name == '\0')
		problems_add(problems, place, "the %s has no name; expected [%s NAME]",
		             what, what);
	else if (strcmp(name, "bench") == 0)
		problems_add(problems, place,
		             "a %s cannot be named bench, like the section [bench]",
		             what);
	else
		problems_add(problems, place,
		             "`%s` cannot name a %s; expected letters, digits, "
		             "dots, dashes and underlines, beginning with a letter or "
		             "a digit",
		             name, what);
}

static int add_section(struct draft *draft, const char *section,
                       struct config_place place, struct problems *problems)
{
	const char *name;
	enum kind kind = kind_of(section, &name);

	if (kind == KIND_BENCH) {
		if (!draft->bench.place.file)
			draft->bench.place = place;
		return 0;
	}
	/* The INI reader has told of a section that comes again. */
	if (kind == KIND_TARGET ? draft_target(draft, name) != NULL
	                        : find_suite(draft, name) != NULL)
		return 0;
	if (kind == KIND_UNKNOWN || !draft_is_name(name) ||
	    strcmp(name, "bench") == 0) {
		refuse_section(draft, section, place, problems);
		return 0;
	}
	if (kind == KIND_TARGET)
		return draft_add_target(draft, name, place) ? 0 : -ENOMEM;
	return append(&draft->suites, &draft->suite_count, name, place) ? 0
	                                                                : -ENOMEM;
}

int draft_from_ini(struct draft *draft, const struct ini_file *ini,
                   const char *path, struct problems *problems)
{
	int status = 0;

	for (size_t i = 0; i < ini->section_count && status == 0; i++)
		status = add_section(draft, ini->sections[i].name,
		                     (struct config_place){path, ini->sections[i].line},
		                     problems);
	for (size_t i = 0; i < ini->count && status == 0; i++) {
		const struct ini_entry *entry = &ini->entries[i];
		struct draft_section *section = find_section(draft, entry->section);

		/* The keys of a refused section need no sentences of their own. */
		if (section)
			status = draft_put(section, entry->key, entry->value,
			                   (struct config_place){path, entry->line});
	}
	return status;
}
