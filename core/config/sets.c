/* sets.c - `--set section.key=value` laid over what the file said. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/draft.h"
#include "config/nearest.h"

static const struct config_place command_line;

/* The target of that name, with or without "target." before it. */
static struct draft_section *find_target(const struct draft *draft,
                                         const char *name)
{
	struct draft_section *section = draft_target(draft, name);

	if (!section && strncmp(name, "target.", 7) == 0)
		section = draft_target(draft, name + 7);
	return section;
}

static void unknown_section(const struct draft *draft, const char *name,
                            const char *set, struct problems *problems)
{
	const char **names = calloc(draft->count + 1, sizeof *names), *near = NULL;
	struct text list = {0};

	text_add(&list, "bench");
	for (size_t i = 0; i < draft->count; i++)
		text_add(&list, ", %s", draft->targets[i].name);
	if (names) {
		names[0] = "bench";
		for (size_t i = 0; i < draft->count; i++)
			names[i + 1] = draft->targets[i].name;
		near = nearest_word(name, names, draft->count + 1);
	}
	if (near)
		problems_add(problems, command_line,
		             "--set %s: unknown section `%s`; did you mean `%s`?", set,
		             name, near);
	else
		problems_add(problems, command_line,
		             "--set %s: unknown section `%s`; there are %s", set, name,
		             list.bytes ? list.bytes : "others");
	text_free(&list);
	free(names);
}

static char *trim(char *text)
{
	char *end = text + strlen(text);

	text += strspn(text, " \t");
	while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
		*--end = '\0';
	return text;
}

/* The two ways of naming tests take each other's place. */
static void drop_rival(struct draft_section *section, const char *key)
{
	const char *rival = strcmp(key, "tests") == 0   ? "suite"
	                    : strcmp(key, "suite") == 0 ? "tests"
	                                                : NULL;
	const struct draft_pair *pair = rival ? draft_find(section, rival) : NULL;

	if (pair && pair->place.file)
		draft_drop(section, rival);
}

static int put(struct draft_section *section, const char *key, const char *text)
{
	drop_rival(section, key);
	return draft_put(section, key, text, command_line);
}

/* A wrapper's option has a dot of its own, so the target's name may end one dot
 * earlier than it seemed: TARGET.WRAPPER.KEY, with a NUL at the last one. */
static struct draft_section *find_before(const struct draft *draft, char *name,
                                         char *dot, char **key)
{
	char *before = strrchr(name, '.');
	struct draft_section *section;

	if (!before)
		return NULL;
	*before = '\0';
	section = find_target(draft, name);
	if (!section) {
		*before = '.';
		return NULL;
	}
	*dot = '.';
	*key = before + 1;
	return section;
}

/* set is the text as given; copy is cut up. */
static int apply(struct draft *draft, const char *set, char *copy,
                 struct problems *problems)
{
	char *equals = strchr(copy, '='), *dot = NULL, *name, *key, *text;
	struct draft_section *section;

	if (equals) {
		*equals = '\0';
		dot = strrchr(copy, '.');
	}
	if (!dot || dot == copy || dot[1] == '\0') {
		problems_add(problems, command_line,
		             "--set %s: expected section.key=value, such as "
		             "bench.rounds=10",
		             set);
		return 0;
	}
	*dot = '\0';
	name = trim(copy);
	key = trim(dot + 1);
	text = trim(equals + 1);
	if (strcmp(name, "bench") == 0)
		return put(&draft->bench, key, text);
	section = find_target(draft, name);
	if (!section)
		section = find_before(draft, name, dot, &key);
	if (section)
		return put(section, key, text);
	/* A section that was refused has had its sentence. */
	if (!draft->refused)
		unknown_section(draft, name, set, problems);
	return 0;
}

int draft_from_sets(struct draft *draft, const struct config_source *source,
                    struct problems *problems)
{
	int status = 0;

	for (size_t i = 0; i < source->set_count && status == 0; i++) {
		char *copy = text_copy(source->sets[i]);

		status = copy ? apply(draft, source->sets[i], copy, problems) : -ENOMEM;
		free(copy);
	}
	return status;
}
