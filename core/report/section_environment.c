/* section_environment.c - where and how it was measured: what run.json says. */
#include "report/sections.h"

#include <stdlib.h>
#include <string.h>
#include "report/html.h"

/* A value on one line: text bare, all else as JSON. */
static void add_value(struct text *page, const json_t *value)
{
	char *dump;

	if (json_is_string(value)) {
		html_text(page, json_string_value(value));
		return;
	}
	dump = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
	html_text(page, dump ? dump : "");
	if (!dump)
		page->failed = true;
	free(dump);
}

static void add_pair(struct text *page, const char *key, const json_t *value)
{
	if (!value)
		return;
	text_add(page, "<tr><th scope=row>");
	html_text(page, key);
	text_add(page, "<td class=text>");
	add_value(page, value);
	text_add(page, "\n");
}

/* All members but one (NULL: all). */
static void add_members(struct text *page, const json_t *object,
                        const char *but)
{
	void *at = json_object_iter((json_t *)object);

	for (; at; at = json_object_iter_next((json_t *)object, at)) {
		const char *key = json_object_iter_key(at);

		if (!but || strcmp(key, but) != 0)
			add_pair(page, key, json_object_iter_value(at));
	}
}

/* A table of an object's members, folded or not. */
static void add_object(struct text *page, const char *title,
                       const json_t *object, bool folded)
{
	if (!json_is_object(object) || json_object_size(object) == 0)
		return;
	text_add(page, folded ? "<details><summary>" : "<h3>");
	html_text(page, title);
	text_add(page, "%s<div class=wide><table class=facts><tbody>\n",
	         folded ? "</summary>" : "</h3>");
	add_members(page, object, NULL);
	text_add(page, "</table></div>%s\n", folded ? "</details>" : "");
}

static void add_command(struct text *page, const json_t *words)
{
	if (!json_is_array(words))
		return;
	text_add(page, "<h3>command</h3><pre>");
	for (size_t i = 0; i < json_array_size(words); i++) {
		text_add(page, "%s", i ? " " : "");
		html_text(page, json_string_value(json_array_get(words, i)));
	}
	text_add(page, "</pre>\n");
}

static void add_targets(struct text *page, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		text_add(page, "<details><summary>target ");
		html_text(page, json_string_value(json_object_get(one, "name")));
		text_add(page,
		         "</summary><div class=wide><table class=facts><tbody>\n");
		add_members(page, one, "facts");
		add_members(page, json_object_get(one, "facts"), NULL);
		text_add(page, "</table></div></details>\n");
	}
}

static void add_method(struct text *page, const json_t *about)
{
	static const char *const members[] = {
	        "run_id",  "tool",  "ended_utc", "complete", "interrupted_by",
	        "resumed", "plan",  "order",     "clock",    "clock_cost_ns",
	        "quiet",   "flags", "results",   "files",    "working_directory"};

	text_add(page, "<h3>run</h3><div class=wide><table class=facts><tbody>\n");
	for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
		add_pair(page, members[i], json_object_get(about, members[i]));
	text_add(page, "</table></div>\n");
}

void section_environment(struct text *page, const struct report_source *source)
{
	const json_t *about = source->about;
	const json_t *configuration = json_object_get(about, "configuration");
	const char *key;
	json_t *value;

	text_add(page, "<section id=environment><h2>Environment</h2>\n");
	if (!about)
		text_add(page, "<p>These results came without a run.json: nothing is "
		               "known of where and how they were measured.</p>\n");
	add_object(page, "client", json_object_get(about, "environment"), false);
	if (about)
		add_method(page, about);
	add_command(page, json_object_get(about, "command"));
	add_targets(page, json_object_get(about, "targets"));
	json_object_foreach((json_t *)configuration, key, value)
	{
		char *title = text_format("configuration: %s", key);

		add_object(page, title ? title : key, value, true);
		free(title);
	}
	text_add(page, "</section>\n");
}
