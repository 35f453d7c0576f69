/* draft_json.c - the effective configuration of an earlier run, from its
 * run.json, as a draft again. */
#include <errno.h>
#include <string.h>
#include "base/text.h"
#include "config/draft.h"

#define TARGET "target "

static int put_pairs(struct draft_section *section, json_t *pairs,
                     struct config_place place, struct problems *problems)
{
	const char *key;
	json_t *text;

	json_object_foreach(pairs, key, text)
	{
		if (!json_is_string(text))
			problems_add(problems, place, "%s: expected a text", key);
		else if (draft_put(section, key, json_string_value(text), place))
			return -ENOMEM;
	}
	return 0;
}

int draft_from_json(struct draft *draft, const json_t *sections,
                    const char *path, struct problems *problems)
{
	struct config_place place = {path, 0};
	const char *name;
	json_t *pairs;

	/* It is not changed by being walked through. */
	json_object_foreach((json_t *)sections, name, pairs)
	{
		struct draft_section *section = &draft->bench;
		bool target = strncmp(name, TARGET, strlen(TARGET)) == 0;

		if (!json_is_object(pairs) || (!target && strcmp(name, "bench") != 0) ||
		    (target && !draft_is_name(name + strlen(TARGET)))) {
			problems_add(problems, place, "unknown section `%s`", name);
			draft->refused = true;
			continue;
		}
		if (target)
			section = draft_add_target(draft, name + strlen(TARGET), place);
		if (!section || put_pairs(section, pairs, place, problems))
			return -ENOMEM;
	}
	return 0;
}
