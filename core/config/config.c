/* config.c - from what was asked to what will be done, in four steps: gather
 * the text of all sources, read [bench], read each target, and note the
 * result. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/config.h"
#include "config/draft.h"
#include "config/effective.h"
#include "config/settings.h"
#include "config/suites.h"
#include "config/target.h"
#include "config/unknown.h"

/* Reads the file; 0 where it cannot be read, which is a problem. */
static int gather_file(struct draft *draft, const char *path,
                       struct problems *problems)
{
	struct ini_file ini = {0};
	int status = ini_read(path, &ini, problems);

	if (status < 0) {
		draft->refused = true;
		return status == -ENOMEM ? status : 0;
	}
	status = draft_from_ini(draft, &ini, path, problems);
	ini_free(&ini);
	return status;
}

static int gather(struct draft *draft, const struct bench_config *config,
                  const struct config_source *source,
                  const struct config_vocabulary *vocabulary,
                  struct problems *problems)
{
	int status = 0;

	if (source->effective)
		status = draft_from_json(draft, source->effective, config->file,
		                         problems);
	else if (config->file)
		status = gather_file(draft, config->file, problems);
	if (status == 0)
		status = draft_from_urls(draft, source, vocabulary, problems);
	if (status == 0)
		status = draft_from_sets(draft, source, problems);
	if (status == 0 && draft->count == 0 && !draft->refused)
		problems_add(problems, (struct config_place){config->file, 0},
		             "there is no target; write a [target NAME] with plugin = "
		             "..., or name a path or a URL on the command line");
	return status;
}

static void refuse_two_lists(const struct draft_section *section,
                             struct problems *problems)
{
	const struct draft_pair *tests = draft_find(section, "tests");
	const struct draft_pair *suite = draft_find(section, "suite");

	if (!tests || !suite)
		return;
	if (suite->place.line > tests->place.line)
		tests = suite;
	problems_add(problems, tests->place,
	             "`tests` and `suite` cannot stand in one section; both say "
	             "what is measured");
}

static int read_bench(const struct draft_section *section,
                      const struct setting_sink *sink,
                      struct problems *problems)
{
	const unsigned scopes = SETTING_RUN | SETTING_CELLS;
	int status = settings_default(scopes, sink, NULL);

	if (status < 0)
		return -ENOMEM;
	for (size_t i = 0; i < section->count; i++) {
		const struct draft_pair *pair = &section->pairs[i];
		const struct setting *setting = settings_find(pair->key);

		if (setting && setting->scope & scopes)
			settings_read(setting, sink, pair, problems);
		else
			unknown_key(pair, NULL, sink->vocabulary, problems);
	}
	refuse_two_lists(section, problems);
	return 0;
}

static int read_targets(struct bench_config *config, const struct draft *draft,
                        const struct config_settings *common,
                        const struct config_vocabulary *vocabulary,
                        struct problems *problems)
{
	int status = 0;

	config->targets = calloc(draft->count + 1, sizeof *config->targets);
	if (!config->targets)
		return -ENOMEM;
	for (size_t i = 0; i < draft->count && status == 0; i++) {
		config->target_count++;
		refuse_two_lists(&draft->targets[i], problems);
		status = target_read(draft, &draft->targets[i], common, vocabulary,
		                     &config->targets[i], problems);
	}
	return status;
}

/* "conf/gige-ramdisk.ini" -> "gige-ramdisk"; what could not stand in a file's
 * name everywhere becomes a dash. */
static char *default_name(const char *file)
{
	const char *slash = file ? strrchr(file, '/') : NULL;
	char *name = text_copy(!file ? "bench" : slash ? slash + 1 : file), *dot;

	if (!name)
		return NULL;
	dot = strrchr(name, '.');
	if (dot && strcmp(dot, ".ini") == 0)
		*dot = '\0';
	for (char *at = name; *at; at++) {
		char letter[] = {'a', *at, '\0'};

		if (!draft_is_name(letter) ||
		    (at == name && !draft_is_name(letter + 1)))
			*at = at == name ? 'x' : '-';
	}
	if (*name)
		return name;
	free(name);
	return text_copy("bench");
}

/* Reads all sections, [bench] first. */
static int build(struct bench_config *config, const struct draft *draft,
                 struct config_settings *common,
                 const struct config_vocabulary *vocabulary,
                 struct problems *problems)
{
	struct setting_sink sink = {
	        .vocabulary = vocabulary, .config = config, .settings = common};
	int status = read_bench(&draft->bench, &sink, problems);

	if (status == 0)
		status = read_targets(config, draft, common, vocabulary, problems);
	if (status == 0 && !config->name) {
		config->name = default_name(config->file);
		status = config->name ? 0 : -ENOMEM;
	}
	if (status < 0 || problems->count > 0 || problems->failed)
		return status;
	config->effective = effective_json(config, common, draft);
	return config->effective ? 0 : -ENOMEM;
}

/* The same with the suites that the sections name. */
static int build_with_suites(struct bench_config *config, struct draft *draft,
                             struct config_settings *common,
                             const struct config_vocabulary *vocabulary,
                             struct problems *problems)
{
	struct suites suites;
	int status = suites_make(&suites, draft, vocabulary, problems);

	if (status == 0)
		status = suites_apply(&suites, draft);
	if (status == 0)
		status = build(config, draft, common, &suites.vocabulary, problems);
	suites_free(&suites);
	return status;
}

int config_load(const struct config_source *source,
                const struct config_vocabulary *vocabulary,
                struct bench_config **out, struct problems *problems)
{
	struct bench_config *config = calloc(1, sizeof *config);
	struct config_settings common = {0};
	struct draft draft = {0};
	int status = -ENOMEM;

	if (config)
		config->file = text_copy(source->file);
	if (config && (config->file || !source->file))
		status = gather(&draft, config, source, vocabulary, problems);
	if (status == 0)
		status = build_with_suites(config, &draft, &common, vocabulary,
		                           problems);
	if (status == 0 && problems->failed)
		status = -ENOMEM;
	if (status == 0 && problems->count > 0)
		status = -EINVAL;
	if (status == 0)
		*out = config;
	else
		config_free(config);
	settings_free(&common);
	draft_free(&draft);
	return status;
}

void config_free(struct bench_config *config)
{
	if (!config)
		return;
	for (size_t i = 0; i < config->target_count; i++)
		target_free(&config->targets[i]);
	free(config->targets);
	json_decref(config->effective);
	free(config->file);
	free(config->name);
	free(config);
}
