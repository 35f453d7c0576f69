/* effective.c - the settings as text again, section by section. */
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/effective.h"
#include "config/settings.h"
#include "config/url.h"

static bool put(json_t *object, const char *key, const char *text)
{
	/* A path may be no UTF-8; then its bytes cannot stand in JSON. */
	json_t *value = json_string(text);

	if (!value)
		value = json_string("(not UTF-8)");
	return json_object_set_new(object, key, value) == 0;
}

/* With suites expanded, because what a suite holds may change. */
static bool put_tests(json_t *object, const struct config_settings *settings)
{
	struct text list = {0};
	char *text;
	bool done;

	for (size_t i = 0; i < settings->test_count; i++)
		text_add(&list, "%s%s", i ? ", " : "", settings->tests[i]);
	text = text_take(&list);
	done = text && put(object, "tests", text);
	free(text);
	return done;
}

/* The section's own text, else that of [bench], else the default. */
static const char *setting_text(const struct setting *setting,
                                const struct draft_section *section,
                                const struct draft_section *general)
{
	const struct draft_pair *pair = draft_find(section, setting->key);

	if (!pair && setting->scope & SETTING_CELLS)
		pair = draft_find(general, setting->key);
	return pair ? pair->text : setting->dflt;
}

static bool put_settings(json_t *object, unsigned scopes,
                         const struct draft_section *section,
                         const struct draft_section *general,
                         const struct config_settings *settings)
{
	const struct setting *setting = settings_table();
	bool done = true;

	for (; setting->key && done; setting++) {
		const char *text = setting_text(setting, section, general);

		/* Who is meant by `plugin` is known better, and stands already. */
		if (!(setting->scope & scopes) || strcmp(setting->key, "suite") == 0 ||
		    strcmp(setting->key, "plugin") == 0)
			continue;
		if (strcmp(setting->key, "tests") == 0)
			done = put_tests(object, settings);
		else if (*text)
			done = put(object, setting->key, text);
	}
	return done;
}

static const char *option_text(const struct options *options,
                               const struct bench_opt *option)
{
	for (size_t i = 0; i < options->given_count; i++)
		if (strcmp(options->given[i].key, option->key) == 0)
			return options->given[i].text;
	return option->dflt;
}

static bool put_option(json_t *object, const char *key,
                       const struct bench_opt *option, const char *text)
{
	char *masked;
	bool done;

	if (option->type == BENCH_SECRET && *text != '@' && *text != '$')
		return put(object, key, "***");
	masked = url_masked(text);
	done = masked && put(object, key, masked);
	free(masked);
	return done;
}

/* All of a plugin's; a wrapper's name and a dot stand in front of its keys. */
static bool put_options(json_t *object, const struct options *options,
                        const char *wrapper, const char *dot)
{
	const struct bench_opt *option = options->backend->options;
	bool done = true;

	for (; done && option && option->key; option++) {
		const char *text = option_text(options, option);
		char *key = text_format("%s%s%s", wrapper, dot, option->key);

		done = key && (!text || put_option(object, key, option, text));
		free(key);
	}
	return done;
}

static json_t *target_json(const struct config_target *target,
                           const struct draft_section *section,
                           const struct draft_section *general)
{
	const char *plugin =
	        target->plugin_file ? target->plugin_file : target->backend->name;
	json_t *object = json_object();
	bool done = object && put(object, "plugin", plugin) &&
	            put_settings(object, SETTING_CELLS | SETTING_TARGET, section,
	                         general, &target->settings) &&
	            put_options(object, target->options, "", "");

	if (done && target->wrapper)
		done = put_options(object, target->wrap_options, target->wrapper->name,
		                   ".");
	if (done)
		return object;
	json_decref(object);
	return NULL;
}

static bool put_target(json_t *root, const struct config_target *target,
                       const struct draft_section *section,
                       const struct draft_section *general)
{
	char *key = text_format("target %s", target->name);
	json_t *object = target_json(target, section, general);
	bool done = false;

	if (key && object)
		done = json_object_set(root, key, object) == 0;
	json_decref(object);
	free(key);
	return done;
}

json_t *effective_json(const struct bench_config *config,
                       const struct config_settings *common,
                       const struct draft *draft)
{
	json_t *root = json_object(), *general = json_object();
	bool done = root && general &&
	            put_settings(general, SETTING_RUN | SETTING_CELLS,
	                         &draft->bench, &draft->bench, common) &&
	            put(general, "name", config->name) &&
	            json_object_set(root, "bench", general) == 0;

	for (size_t i = 0; done && i < config->target_count; i++)
		done = put_target(root, &config->targets[i], &draft->targets[i],
		                  &draft->bench);
	json_decref(general);
	if (done)
		return root;
	json_decref(root);
	return NULL;
}
