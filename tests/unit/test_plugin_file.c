/* test_plugin_file.c - plugins that are named by their file: loaded once,
 * apart from those with names, and sought beside the INI that names them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/loader.h"
#include "config_toy.h"

static void is_loaded_once(void)
{
	char *path = text_format("%s/../plugins/toy_memory.so", TOY_DIR);
	char *real = realpath(path, NULL), *why = NULL;
	struct plugin_catalogue found = {0};
	struct plugin *first = NULL, *second = NULL, *third = NULL;

	CU_ASSERT_PTR_NOT_NULL_FATAL(real);
	CU_ASSERT_EQUAL_FATAL(plugin_from_file(&found, path, &first, &why), 0);
	CU_ASSERT_STRING_EQUAL(first->path, real);
	CU_ASSERT_EQUAL_FATAL(plugin_from_file(&found, real, &second, &why), 0);
	CU_ASSERT_PTR_EQUAL(first, second);
	CU_ASSERT_EQUAL(found.file_count, 1);
	CU_ASSERT_PTR_EQUAL(plugin_of(&found, &first->backend), first);
	CU_ASSERT_PTR_NULL(plugin_of(&found, &beta_backend));
	CU_ASSERT_PTR_NULL(plugin_find(&found, "toy_memory"));
	CU_ASSERT_EQUAL(plugin_named(&found, path, &third, &why), 0);
	CU_ASSERT_PTR_EQUAL(third, first);
	plugin_catalogue_free(&found);
	free(path);
	free(real);
}

static void is_refused_with_a_sentence(void)
{
	static const struct {
		const char *name, *words;
		int error;
	} table[] = {
	        {"./nowhere.so",
	         "plugin ./nowhere.so: No such file or directory; is it built?",
	         -ENOENT},
	        {TOY_DIR "/toy_magic.so", "magic is", -ENOEXEC},
	        {"toy_memory", "plugin `toy_memory` not found; found: none",
	         -ENOENT},
	        {"toy_memory.so",
	         "plugin `toy_memory.so` not found; a file is named with its path: "
	         "./toy_memory.so; found: none",
	         -ENOENT},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct plugin_catalogue found = {0};
		struct plugin *plugin = NULL;
		char *why = NULL;
		int error = plugin_named(&found, table[i].name, &plugin, &why);

		CU_ASSERT(error < 0);
		if (table[i].error == -ENOENT)
			CU_ASSERT_EQUAL(error, -ENOENT);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		if (!strstr(why, table[i].words))
			fprintf(stderr, "\nnot there (%s): %s\n", table[i].words, why);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, table[i].words));
		CU_ASSERT_PTR_NULL(plugin);
		plugin_catalogue_free(&found);
		free(why);
	}
}

/* Notes what it was asked for, and has one file. */
static const struct bench_backend *toy_of_file(void *arg, const char *path,
                                               char **real, char **why)
{
	char **asked = arg;

	free(*asked);
	*asked = text_copy(path);
	if (strstr(path, "beta.so")) {
		*real = text_copy("/real/beta.so");
		return &beta_backend;
	}
	failure(why, ENOENT, "no such file as %s", path);
	return NULL;
}

/* As loaded from below the scratch directory; with a --set where there is one.
 */
static int load(const char *plugin, const char *set, char **asked,
                struct bench_config **out, struct problems *problems)
{
	struct config_vocabulary vocabulary = toy_vocabulary;
	char *ini = text_format("[target b]\nplugin = %s\nhost = h\n", plugin);
	char *path = toy_file("file.ini", ini);
	struct config_source source = {
	        .file = path, .sets = &set, .set_count = set != NULL};
	int status;

	vocabulary.backend_of_file = toy_of_file;
	vocabulary.arg = asked;
	status = config_load(&source, &vocabulary, out, problems);
	free(path);
	free(ini);
	return status;
}

static void is_sought_beside_the_ini(void)
{
	static const struct {
		const char *plugin, *set, *below, *asked;
	} table[] = {
	        {"./beta.so", NULL, "/./beta.so", NULL},
	        {"../x/beta.so", NULL, "/../x/beta.so", NULL},
	        {"/x/beta.so", NULL, NULL, "/x/beta.so"},
	        {"alpha", "b.plugin=./beta.so", NULL, "./beta.so"},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct bench_config *config = NULL;
		struct problems problems = {0};
		char *asked = NULL, *wanted = NULL;
		const json_t *target;

		CU_ASSERT_EQUAL_FATAL(
		        load(table[i].plugin, table[i].set, &asked, &config, &problems),
		        0);
		wanted = table[i].below
		                 ? text_format("%s%s", unit_scratch(), table[i].below)
		                 : text_copy(table[i].asked);
		CU_ASSERT_STRING_EQUAL(asked, wanted);
		CU_ASSERT_PTR_EQUAL(config->targets[0].backend, &beta_backend);
		target = json_object_get(config->effective, "target b");
		CU_ASSERT_STRING_EQUAL(
		        json_string_value(json_object_get(target, "plugin")),
		        "/real/beta.so");
		config_free(config);
		problems_free(&problems);
		free(asked);
		free(wanted);
	}
}

static void has_its_problem_where_it_stands(void)
{
	struct bench_config *config = NULL;
	struct problems problems = {0};
	char *asked = NULL;

	CU_ASSERT_EQUAL(load("./gamma.so", NULL, &asked, &config, &problems),
	                -EINVAL);
	CU_ASSERT_EQUAL_FATAL(problems.count, 1);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(problems.sentences[0], "file.ini:2: no such file as "));
	problems_free(&problems);
	free(asked);
}

static CU_TestInfo cases[] = {
        {"is loaded once", is_loaded_once},
        {"is refused with a sentence", is_refused_with_a_sentence},
        {"is sought beside the INI", is_sought_beside_the_ini},
        {"has its problem where it stands", has_its_problem_where_it_stands},
        CU_TEST_INFO_NULL};
UNIT_SUITE(plugin_file, cases)
