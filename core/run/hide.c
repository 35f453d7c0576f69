/* hide.c - run.json without the names that --anonymise takes out. */
#include "run/state.h"

#include <errno.h>
#include <string.h>
#include "result/anonymise.h"

/* What backends call those options. */
static const char *const hosts[] = {"host", "server", "domain"};
static const char *const users[] = {"user"};

static bool is_among(const char *key, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(key, words[i]) == 0)
			return true;
	return false;
}

static int add_target(struct anonymise *anonymise,
                      const struct options *options)
{
	int error = 0;

	for (size_t i = 0; !error && i < options->given_count; i++) {
		const char *key = options->given[i].key;

		if (is_among(key, hosts, sizeof hosts / sizeof hosts[0]))
			error = anonymise_host(anonymise, options->given[i].text);
		else if (is_among(key, users, sizeof users / sizeof users[0]))
			error = anonymise_user(anonymise, options->given[i].text);
	}
	return error;
}

bool run_is_anonymous(const struct run *run)
{
	const struct resume *resume = run->request->resume;

	return run->request->anonymise ||
	       (resume &&
	        json_is_true(json_object_get(resume->json, "anonymised")));
}

static void keep(json_t *hidden, const json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value && hidden)
		json_object_set(hidden, key, value);
}

/* Words of bench's own that look like a name stay: what is compared goes by
 * them. */
static void keep_words(json_t *hidden, const json_t *object)
{
	static const char *const members[] = {"columns", "tool", "run_id"};
	static const char *const of_targets[] = {"name", "backend",
	                                         "backend_version", "summary"};
	json_t *sections = json_object_get(hidden, "configuration"), *section;
	json_t *targets = json_object_get(hidden, "targets"), *target;
	const char *name;
	size_t i;

	for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
		keep(hidden, object, members[k]);
	json_array_foreach(targets, i, target)
	{
		for (size_t k = 0; k < sizeof of_targets / sizeof of_targets[0]; k++)
			keep(target, json_array_get(json_object_get(object, "targets"), i),
			     of_targets[k]);
	}
	json_object_foreach(sections, name, section)
	{
		const struct config_key_help *help = config_key_table();

		for (; help->key; help++)
			if (strcmp(help->key, "start") != 0 &&
			    strcmp(help->key, "ready") != 0)
				keep(section,
				     json_object_get(json_object_get(object, "configuration"),
				                     name),
				     help->key);
	}
}

json_t *run_hide_names(const struct run *run, const json_t *object)
{
	struct anonymise anonymise;
	json_t *hidden = NULL;
	int error = anonymise_begin(&anonymise);

	for (size_t i = 0; !error && i < run->config->target_count; i++) {
		error = add_target(&anonymise, run->config->targets[i].options);
		if (!error)
			error = anonymise_host(&anonymise,
			                       json_string_value(json_object_get(
			                               run->targets[i].facts, "peer")));
	}
	if (!error)
		hidden = anonymise_json(&anonymise, object);
	if (hidden) {
		keep_words(hidden, object);
		json_object_set_new(hidden, "anonymised", json_true());
	}
	anonymise_end(&anonymise);
	return hidden;
}
