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

struct draft_section *draft_add_target(struct draft *draft, const char *name,
                                       struct config_place place)
{
	struct draft_section *more =
	        realloc(draft->targets, (draft->count + 1) * sizeof *more);
	char *copy;

	if (!more)
		return NULL;
	draft->targets = more;
	copy = text_copy(name);
	if (!copy)
		return NULL;
	more += draft->count++;
	*more = (struct draft_section){.name = copy, .place = place};
	return more;
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
	*draft = (struct draft){0};
}

/* The name in "target NAME" ("" for "target" alone), or NULL. */
static const char *target_name(const char *section)
{
	if (strcmp(section, "target") == 0)
		return "";
	return strncmp(section, "target ", 7) == 0 ? section + 7 : NULL;
}

static struct draft_section *find_section(struct draft *draft,
                                          const char *section)
{
	const char *name = target_name(section);

	if (name)
		return draft_target(draft, name);
	return strcmp(section, "bench") == 0 ? &draft->bench : NULL;
}

static void refuse_section(struct draft *draft, const char *section,
                           struct config_place place, struct problems *problems)
{
	const char *name = target_name(section);

	draft->refused = true;
	if (!name)
		problems_add(problems, place,
		             "unknown section [%s]; expected [bench] or [target NAME]",
		             section);
	else if (*name == '\0')
		problems_add(problems, place,
		             "the target has no name; expected [target NAME]");
	else if (strcmp(name, "bench") == 0)
		problems_add(
		        problems, place,
		        "a target cannot be named bench, like the section [bench]");
	else
		problems_add(problems, place,
		             "`%s` cannot name a target; expected letters, digits, "
		             "dots, dashes and underlines, beginning with a letter or "
		             "a digit",
		             name);
}

static int add_section(struct draft *draft, const char *section,
                       struct config_place place, struct problems *problems)
{
	const char *name = target_name(section);

	/* The INI reader has told of a section that comes again. */
	if (strcmp(section, "bench") == 0) {
		if (!draft->bench.place.file)
			draft->bench.place = place;
		return 0;
	}
	if (name && draft_target(draft, name))
		return 0;
	if (!name || !draft_is_name(name) || strcmp(name, "bench") == 0) {
		refuse_section(draft, section, place, problems);
		return 0;
	}
	return draft_add_target(draft, name, place) ? 0 : -ENOMEM;
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
