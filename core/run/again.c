/* again.c - a run that goes on must be the same run: the same configuration,
 * and whoever reads it must know what else has changed. */
#include "run/again.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"

#define MASKED "***"

static bool is_anonymised(const struct resume *resume)
{
	return json_is_true(json_object_get(resume->json, "anonymised"));
}

static const struct config_target *
find_target(const struct bench_config *config, const char *section)
{
	for (size_t i = 0; i < config->target_count; i++)
		if (strncmp(section, "target ", 7) == 0 &&
		    strcmp(config->targets[i].name, section + 7) == 0)
			return &config->targets[i];
	return NULL;
}

/* The option of a target's plugin, or NULL. */
static const struct bench_opt *find_option(const struct bench_config *config,
                                           const char *section, const char *key)
{
	const struct config_target *target = find_target(config, section);

	return target ? config_option(target, key) : NULL;
}

/* What the key is where nobody gives it; "" where it then is nothing. */
static const char *default_of(const struct bench_config *config,
                              const char *section, const char *key)
{
	const struct config_key_help *help = config_key_table();
	const struct bench_opt *option = find_option(config, section, key);

	if (option)
		return option->dflt ? option->dflt : "";
	for (; help->key; help++)
		if (strcmp(help->key, key) == 0)
			return help->dflt;
	return "";
}

static bool is_secret(const struct bench_config *config, const char *section,
                      const char *key)
{
	const struct bench_opt *option = find_option(config, section, key);

	return option && option->type == BENCH_SECRET;
}

/* A text that lost a word: a whole secret, or the password of a URL. */
static bool is_masked(const char *text, bool secret)
{
	return secret ? strcmp(text, MASKED) == 0
	              : strstr(text, "://") && strstr(text, ":" MASKED "@");
}

/* Of one section.  A name decides nothing.  A key that only a later bench has
 * counts as its default. */
static int compare_keys(const struct bench_config *config, const char *section,
                        json_t *before, json_t *now,
                        const struct resume *resume, char **why)
{
	json_t *all = json_object(), *value;
	const char *key;
	int error = 0;

	if (!all || json_object_update(all, before) ||
	    json_object_update_missing(all, now)) {
		json_decref(all);
		return failure(why, ENOMEM, "no memory");
	}
	json_object_foreach(all, key, value)
	{
		const char *dflt = default_of(config, section, key);
		const char *then = json_string_value(json_object_get(before, key));
		const char *here = json_string_value(json_object_get(now, key));
		bool both = then && here;

		if (strcmp(key, "name") == 0 ||
		    (resume->rounds_set && strcmp(key, "rounds") == 0) ||
		    (both && is_secret(config, section, key)))
			continue;
		if (strcmp(then ? then : dflt, here ? here : dflt) == 0 &&
		    (both || !is_secret(config, section, key)))
			continue;
		error = failure(
		        why, EINVAL,
		        "%s is of another configuration: in [%s], %s was %s%s%s "
		        "and is %s%s%s now; --resume goes on with the same one "
		        "only",
		        resume->directory, section, key, then ? "`" : "",
		        then ? then : "not there", then ? "`" : "", here ? "`" : "",
		        here ? here : "not there", here ? "`" : "");
		break;
	}
	json_decref(all);
	return error;
}

/* The first path that begins where bench was started, or NULL. */
static const struct option_given *relative_path(const struct options *options)
{
	for (size_t i = 0; options && i < options->given_count; i++) {
		const struct option_given *given = &options->given[i];
		const struct bench_opt *option =
		        options_find(options->backend, given->key);

		if (option && option->type == BENCH_PATH && *given->text != '/')
			return given;
	}
	return NULL;
}

static int check_directory(const struct resume *resume,
                           const struct bench_config *config, char **why)
{
	const char *before = json_string_value(
	        json_object_get(resume->json, "working_directory"));
	char *here = getcwd(NULL, 0);
	bool same = is_anonymised(resume) || !before || !here ||
	            strcmp(before, here) == 0;

	free(here);
	for (size_t i = 0; !same && i < config->target_count; i++) {
		const struct config_target *target = &config->targets[i];
		const struct option_given *given = relative_path(target->options);

		if (!given)
			given = relative_path(target->wrap_options);
		if (given)
			return failure(why, EINVAL,
			               "%s was begun in %s, and from here %s = %s of "
			               "[target %s] leads elsewhere: go there first",
			               resume->directory, before, given->key, given->text,
			               target->name);
	}
	return 0;
}

static int compare_configurations(const struct resume *resume,
                                  const struct bench_config *now, char **why)
{
	/* Walking through changes neither. */
	json_t *before = (json_t *)resume_configuration(resume), *pairs;
	void *other = json_object_iter(now->effective);
	const char *section;
	int error = 0;

	json_object_foreach(before, section, pairs)
	{
		const char *name = other ? json_object_iter_key(other) : NULL;

		if (!name || strcmp(name, section) != 0)
			return failure(why, EINVAL,
			               "%s is of another configuration: it has [%s] where "
			               "%s%s%s is now; --resume goes on with the same one "
			               "only",
			               resume->directory, section, name ? "[" : "",
			               name ? name : "nothing", name ? "]" : "");
		error = compare_keys(now, section, pairs, json_object_iter_value(other),
		                     resume, why);
		if (error)
			return error;
		other = json_object_iter_next(now->effective, other);
	}
	if (other)
		return failure(why, EINVAL,
		               "%s is of another configuration: it lacks [%s]; "
		               "--resume goes on with the same one only",
		               resume->directory, json_object_iter_key(other));
	return check_directory(resume, now, why);
}

/* wrapper and dot stand in front of a wrapper's keys; else both are "". */
static void check_secrets(const struct resume *resume,
                          const struct config_target *target,
                          const struct options *options, const char *wrapper,
                          const char *dot, struct problems *problems)
{
	for (size_t i = 0; options && i < options->given_count; i++) {
		const struct option_given *given = &options->given[i];

		if (is_masked(given->text, given->secret))
			problems_add(problems, target->place,
			             "[target %s] %s%s%s: results keep no secrets, so %s "
			             "does not have it; give it with --set %s.%s%s%s=%s",
			             target->name, wrapper, dot, given->key,
			             resume->directory, target->name, wrapper, dot,
			             given->key, given->secret ? "@FILE or =$NAME" : "...");
	}
}

static void check_all_secrets(const struct resume *resume,
                              const struct bench_config *config,
                              struct problems *problems)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct config_target *target = &config->targets[i];

		check_secrets(resume, target, target->options, "", "", problems);
		if (target->wrapper)
			check_secrets(resume, target, target->wrap_options,
			              target->wrapper->name, ".", problems);
	}
}

void again_check(const struct resume *resume, const struct bench_config *config,
                 struct problems *problems)
{
	char *why = NULL;

	check_all_secrets(resume, config, problems);
	if (!problems->count && compare_configurations(resume, config, &why))
		problems_add(problems, (struct config_place){config->file, 0}, "%s",
		             why ? why : "no memory");
	free(why);
}

const json_t *again_configuration(const struct resume *resume, char **why)
{
	if (!is_anonymised(resume))
		return resume_configuration(resume);
	failure(why, EINVAL,
	        "%s was run with --anonymise, so its run.json does not tell its "
	        "targets: give its configuration again, with -c FILE",
	        resume->directory);
	return NULL;
}

static void add_difference(json_t *differs, const char *what,
                           const json_t *before, const json_t *now)
{
	char *then = json_is_string(before) ? text_copy(json_string_value(before))
	                                    : json_dumps(before, JSON_ENCODE_ANY);
	char *here = json_is_string(now) ? text_copy(json_string_value(now))
	                                 : json_dumps(now, JSON_ENCODE_ANY);

	if ((before || now) && !json_equal(before, now))
		json_object_set_new(differs, what,
		                    json_pack("{ss ss}", "before",
		                              then ? then : "unknown", "now",
		                              here ? here : "unknown"));
	free(then);
	free(here);
}

static void compare_plugins(json_t *differs, const json_t *before,
                            const struct bench_config *config)
{
	json_t *targets = json_object_get(before, "targets"), *one;
	size_t i;

	json_array_foreach(targets, i, one)
	{
		json_t *then = json_object_get(one, "backend_version"), *now;
		char *what;

		if (i >= config->target_count)
			break;
		now = json_string(config->targets[i].backend->version
		                          ? config->targets[i].backend->version
		                          : "");
		what = text_format("plugin %s", config->targets[i].backend->name);
		if (what)
			add_difference(differs, what, then, now);
		free(what);
		json_decref(now);
	}
}

json_t *again_differs(const json_t *before, const json_t *environment,
                      const char *version, const struct bench_config *config)
{
	static const char *const facts[] = {
	        "host",           "kernel",
	        "architecture",   "cpu",
	        "cpus",           "memory_bytes",
	        "governor",       "clocksource",
	        "virtualisation", "tcp_congestion_control"};
	json_t *then = json_object_get(before, "environment");
	json_t *differs = json_object(), *now = json_string(version);
	bool anonymised = json_is_true(json_object_get(before, "anonymised"));

	for (size_t i = anonymised; i < sizeof facts / sizeof facts[0]; i++)
		add_difference(differs, facts[i], json_object_get(then, facts[i]),
		               json_object_get(environment, facts[i]));
	add_difference(differs, "bench",
	               json_object_get(json_object_get(before, "tool"), "version"),
	               now);
	compare_plugins(differs, before, config);
	json_decref(now);
	if (json_object_size(differs) > 0)
		return differs;
	json_decref(differs);
	return NULL;
}
