/* target.c - one [target NAME]: harness keys, a backend, its options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/settings.h"
#include "config/target.h"
#include "config/unknown.h"
#include "config/url.h"
#include "config/wrap.h"

/* What the steps below share. */
struct making {
	const struct draft *draft;
	const struct draft_section *section;
	const struct config_vocabulary *vocabulary;
	struct config_target *target;
	struct problems *problems;
	bool url_failed;
};

static const struct bench_backend *
find_backend(const struct config_vocabulary *vocabulary, const char *name)
{
	for (size_t i = 0; i < vocabulary->backend_count; i++)
		if (strcmp(vocabulary->backends[i]->name, name) == 0)
			return vocabulary->backends[i];
	return NULL;
}

static void miss_plugin_key(const struct making *making)
{
	const struct config_vocabulary *vocabulary = making->vocabulary;
	struct text list = {0};

	for (size_t i = 0; i < vocabulary->backend_count; i++)
		if (!vocabulary->backends[i]->wraps)
			text_add(&list, "%s%s", list.length ? ", " : "",
			         vocabulary->backends[i]->name);
	problems_add(making->problems, making->section->place,
	             "[target %s] lacks plugin = NAME; there are %s",
	             making->section->name, list.bytes ? list.bytes : "none");
	text_free(&list);
}

/* A plugin that is named by its file, beside the file that names it. */
static void open_backend(const struct making *making,
                         const struct draft_pair *pair)
{
	const struct config_vocabulary *vocabulary = making->vocabulary;
	const char *from = pair->place.file ? pair->place.file : "";
	const char *slash = strrchr(from, '/');
	bool beside = slash && pair->text[0] != '/';
	char *path = text_format("%.*s%s", beside ? (int)(slash + 1 - from) : 0,
	                         from, pair->text);
	char *why = NULL;

	if (path && vocabulary->backend_of_file)
		making->target->backend = vocabulary->backend_of_file(
		        vocabulary->arg, path, &making->target->plugin_file, &why);
	if (!making->target->backend)
		problems_add(making->problems, pair->place, "%s",
		             why ? why : "out of memory");
	free(path);
	free(why);
}

/* One that is laid over a backend, and is none. */
static void refuse_wrapper(const struct making *making)
{
	const struct draft_pair *pair = draft_find(making->section, "plugin");

	if (!making->target->backend || !making->target->backend->wraps)
		return;
	problems_add(making->problems, pair->place,
	             "plugin `%s` is a wrapper and needs a backend beneath it: "
	             "write plugin = NAME and wrap = %s",
	             pair->text, making->target->backend->name);
	making->target->backend = NULL;
}

/* Without a backend the section's other keys cannot be judged, and are not. */
static void choose_backend(const struct making *making)
{
	const struct config_vocabulary *vocabulary = making->vocabulary;
	const struct draft_pair *pair = draft_find(making->section, "plugin");
	char *sentence = NULL;

	if (!pair) {
		miss_plugin_key(making);
		return;
	}
	/* No name has a slash. */
	if (strchr(pair->text, '/')) {
		open_backend(making, pair);
		return;
	}
	making->target->backend = find_backend(vocabulary, pair->text);
	if (making->target->backend)
		return;
	if (vocabulary->missing_backend)
		sentence = vocabulary->missing_backend(vocabulary->arg, pair->text);
	if (sentence)
		problems_add(making->problems, pair->place, "%s", sentence);
	else
		problems_add(making->problems, pair->place, "plugin `%s` not found",
		             pair->text);
	free(sentence);
}

/* The section's `url =` is to be expanded by its backend. */
static bool has_url(const struct draft_section *section,
                    const struct bench_backend *backend)
{
	return draft_find(section, "url") && backend->from_url &&
	       !options_find(backend, "url");
}

/* First, so that what the section says itself wins. */
static void fill_from_url(struct making *making)
{
	const struct draft_section *section = making->section;
	struct config_place place = section->place;
	const char *url = section->url;
	char *why = NULL;

	if (has_url(section, making->target->backend)) {
		place = draft_find(section, "url")->place;
		url = draft_find(section, "url")->text;
	}
	if (!url)
		return;
	if (url_expand(making->vocabulary, url, making->target->options, &why) <
	    0) {
		making->url_failed = true;
		problems_add(making->problems, place, "%s", why ? why : "bad URL");
	}
	free(why);
}

static void set_option(const struct making *making,
                       const struct draft_pair *pair)
{
	const struct config_target *target = making->target;
	char *why = NULL;

	if (!target->backend)
		return;
	if (!options_find(target->backend, pair->key))
		unknown_key(pair, target->backend, making->vocabulary,
		            making->problems);
	else if (target->options &&
	         options_set(target->options, pair->key, pair->text, &why) < 0)
		problems_add(making->problems, pair->place, "%s",
		             why ? why : "out of memory");
	free(why);
}

static void read_pairs(const struct making *making)
{
	const struct draft_section *section = making->section;
	struct config_target *target = making->target;
	struct setting_sink sink = {.vocabulary = making->vocabulary,
	                            .settings = &target->settings,
	                            .target = target};

	for (size_t i = 0; i < section->count; i++) {
		const struct draft_pair *pair = &section->pairs[i];
		const struct setting *setting = settings_find(pair->key);

		if (setting && setting->scope & (SETTING_CELLS | SETTING_TARGET))
			settings_read(setting, &sink, pair, making->problems);
		else if (strcmp(pair->key, "url") == 0 && target->backend &&
		         has_url(section, target->backend))
			continue;
		else if (!wrap_take(pair, making->vocabulary, target, making->problems))
			set_option(making, pair);
	}
}

/* A key that was given and did not fit has had its sentence. */
static void check_required(const struct making *making)
{
	const struct config_target *target = making->target;
	const struct bench_opt *option = target->backend->options;

	if (making->url_failed)
		return;
	for (; option && option->key; option++)
		if (option->flags & BENCH_REQUIRED &&
		    !options_is_given(target->options, option->key) &&
		    !draft_find(making->section, option->key))
			problems_add(making->problems, making->section->place,
			             "[target %s] lacks %s = ... (%s), which plugin %s "
			             "needs",
			             making->section->name, option->key,
			             option->help ? option->help : "no default",
			             target->backend->name);
}

/* Where a key that is at odds with another one stands. */
static struct config_place place_of(const struct making *making,
                                    const char *key)
{
	const struct draft_pair *pair = draft_find(making->section, key);

	if (!pair)
		pair = draft_find(&making->draft->bench, key);
	return pair ? pair->place : making->section->place;
}

/* Depth never falls back to 1 in silence. */
static void check_depth(const struct making *making)
{
	const struct config_target *target = making->target;
	const struct sweep *depths = &target->settings.depths;
	if (target->backend->submit && target->backend->reap)
		return;
	for (size_t i = 0; i < depths->count; i++)
		if (depths->values[i] > 1) {
			problems_add(making->problems, place_of(making, "depth"),
			             "depth: plugin %s of [target %s] keeps one record in "
			             "flight per thread; use threads = %llu, or another "
			             "plugin",
			             target->backend->name, target->name,
			             (unsigned long long)depths->values[i]);
			return;
		}
}

static void check_shape(const struct making *making)
{
	const struct config_settings *settings = &making->target->settings;

	if (settings->fill == CONFIG_FILL_ZERO &&
	    (settings->compressible > 0 || settings->dedupable > 0))
		problems_add(making->problems, place_of(making, "fill"),
		             "fill: zeroes are all of one kind; compressible and "
		             "dedupable need fill = random");
	if (settings->think_ns &&
	    (settings->rate_bytes > 0 || settings->rate_ops > 0))
		problems_add(making->problems, place_of(making, "think"),
		             "think: a pause after each operation and a rate that is "
		             "kept (rate = ...) are two paces; choose one");
}

static int read_options(struct making *making)
{
	struct config_target *target = making->target;
	char *why = NULL;
	int status = options_new(target->backend, &target->options, &why);

	if (status == -EINVAL)
		problems_add(making->problems,
		             draft_find(making->section, "plugin")->place, "%s",
		             why ? why : "the plugin's options are broken");
	free(why);
	if (status == 0)
		fill_from_url(making);
	return status == -EINVAL ? 0 : status;
}

int target_read(const struct draft *draft, const struct draft_section *section,
                const struct config_settings *common,
                const struct config_vocabulary *vocabulary,
                struct config_target *out, struct problems *problems)
{
	struct setting_sink sink = {.vocabulary = vocabulary, .target = out};
	struct making making = {.draft = draft,
	                        .section = section,
	                        .vocabulary = vocabulary,
	                        .target = out,
	                        .problems = problems};

	out->place = section->place;
	out->name = text_copy(section->name);
	if (!out->name || settings_copy(&out->settings, common) < 0 ||
	    settings_default(SETTING_TARGET, &sink, NULL) < 0)
		return -ENOMEM;
	choose_backend(&making);
	refuse_wrapper(&making);
	if (out->backend && read_options(&making) < 0)
		return -ENOMEM;
	if (wrap_choose(section, vocabulary, out, problems) < 0)
		return -ENOMEM;
	read_pairs(&making);
	if (!out->backend)
		return 0;
	if (out->options)
		check_required(&making);
	wrap_check_required(section, out, problems);
	check_depth(&making);
	check_shape(&making);
	return 0;
}

void target_free(struct config_target *target)
{
	settings_free(&target->settings);
	options_free(target->options);
	options_free(target->wrap_options);
	free(target->name);
	free(target->plugin_file);
	free(target->start);
	free(target->ready);
	*target = (struct config_target){0};
}
