/* test_suites.c - suites with parameters, bench's own and those of an INI, and
 * whose word wins. */
#include "config_toy.h"
#include "workload/suites.h"
#include "workload/workload.h"

static const char *const old_tests[] = {"read", "write", NULL};
static const char *const old_keys[] = {"file_sizes", "1m",    "record_sizes",
                                       "8k",         "sync",  "none",
                                       "passes",     "2",     "rounds",
                                       "3",          "mix",   "25%",
                                       "crossover",  "yes",   "think",
                                       "1ms",        "fill",  "zero",
                                       "time",       "30s",   "ramp",
                                       "2s",         "files", "7",
                                       "sharing",    "one",   NULL};
static const char *const late_tests[] = {"ping", "read", NULL};
static const char *const late_keys[] = {"rounds", "9", "slices", "5", NULL};
static const struct config_suite suites[] = {{"old", old_tests, old_keys},
                                             {"late", late_tests, late_keys},
                                             {"bare", late_tests, NULL}};

static int load_status(const char *ini, const char *set,
                       struct bench_config **out, struct problems *problems)
{
	struct config_vocabulary vocabulary = toy_vocabulary;
	char *path = toy_file("suites.ini", ini);
	struct config_source source = {
	        .file = path, .sets = &set, .set_count = set ? 1 : 0};
	int status;

	vocabulary.suites = suites;
	vocabulary.suite_count = 3;
	status = config_load(&source, &vocabulary, out, problems);
	free(path);
	return status;
}

static struct bench_config *load(const char *ini, const char *set)
{
	struct bench_config *config = NULL;
	struct problems problems = {0};

	CU_ASSERT_EQUAL(load_status(ini, set, &config, &problems), 0);
	for (size_t i = 0; i < problems.count; i++)
		fprintf(stderr, "%s\n", problems.sentences[i]);
	CU_ASSERT_PTR_NOT_NULL_FATAL(config);
	problems_free(&problems);
	return config;
}

static void expect_tests(const struct config_settings *settings,
                         const char *names)
{
	struct text list = {0};

	for (size_t i = 0; i < settings->test_count; i++)
		text_add(&list, "%s%s", i ? " " : "", settings->tests[i]);
	CU_ASSERT_STRING_EQUAL(list.bytes ? list.bytes : "", names);
	text_free(&list);
}

#define TARGET "[target t]\nplugin = alpha\npath = /x\n"

static void has_its_parameters(void)
{
	struct bench_config *config = load("[bench]\nsuite = old\n" TARGET, NULL);
	const struct config_settings *settings = &config->targets[0].settings;

	expect_tests(settings, "read write");
	CU_ASSERT_EQUAL(settings->file_sizes.count, 1);
	CU_ASSERT_EQUAL(settings->file_sizes.values[0], 1 << 20);
	CU_ASSERT_EQUAL(settings->record_sizes.values[0], 8192);
	CU_ASSERT_EQUAL(settings->sync, CONFIG_SYNC_NONE);
	CU_ASSERT_EQUAL(config->passes, 2);
	CU_ASSERT_EQUAL(config->rounds_max, 3);
	CU_ASSERT_DOUBLE_EQUAL(settings->mix, 0.25, 1e-12);
	CU_ASSERT_TRUE(settings->crossover);
	CU_ASSERT_EQUAL(settings->think_ns, 1000000);
	CU_ASSERT_EQUAL(settings->fill, CONFIG_FILL_ZERO);
	CU_ASSERT_EQUAL(settings->time_ns, INT64_C(30000000000));
	CU_ASSERT_EQUAL(settings->ramp_ns, INT64_C(2000000000));
	CU_ASSERT_EQUAL(settings->files, 7);
	CU_ASSERT_EQUAL(settings->share, CONFIG_SHARE_ONE);
	config_free(config);
}

static const char *noted(const struct bench_config *config, const char *section,
                         const char *key)
{
	return json_string_value(
	        json_object_get(json_object_get(config->effective, section), key));
}

/* What was really asked stands in run.json. */
static void is_noted_in_full(void)
{
	struct bench_config *config = load("[bench]\nsuite = old\n" TARGET, NULL);

	CU_ASSERT_STRING_EQUAL(noted(config, "bench", "passes"), "2");
	CU_ASSERT_STRING_EQUAL(noted(config, "bench", "file_sizes"), "1m");
	CU_ASSERT_STRING_EQUAL(noted(config, "target t", "sync"), "none");
	CU_ASSERT_STRING_EQUAL(noted(config, "target t", "tests"), "read, write");
	config_free(config);
}

/* [bench]'s word, a target's and --set's all win over a suite's. */
static void gives_way_to_the_user(void)
{
	struct bench_config *config =
	        load("[bench]\nsuite = old\nfile_sizes = 2m\n" TARGET
	             "record_sizes = 4k\n",
	             "bench.passes=5");
	const struct config_settings *settings = &config->targets[0].settings;

	CU_ASSERT_EQUAL(settings->file_sizes.values[0], 2 << 20);
	CU_ASSERT_EQUAL(settings->record_sizes.values[0], 4096);
	CU_ASSERT_EQUAL(config->passes, 5);
	CU_ASSERT_EQUAL(config->rounds_max, 3);
	config_free(config);
}

/* Keys of the whole run are not a target's to say. */
static void may_be_of_one_target(void)
{
	struct bench_config *config =
	        load("[bench]\nsync = dsync\n" TARGET "suite = old\n"
	             "[target u]\nplugin = alpha\npath = /y\n",
	             NULL);
	const struct config_target *t = config->targets, *u = t + 1;

	CU_ASSERT_EQUAL(t->settings.file_sizes.values[0], 1 << 20);
	CU_ASSERT_EQUAL(t->settings.sync, CONFIG_SYNC_DSYNC);
	CU_ASSERT_EQUAL(u->settings.file_sizes.count, 4);
	CU_ASSERT_FALSE(u->settings.crossover);
	CU_ASSERT_EQUAL(config->passes, 0);
	CU_ASSERT_EQUAL(config->rounds_max, 7);
	config_free(config);
}

static void may_be_several(void)
{
	struct bench_config *config =
	        load("[bench]\nsuite = late, old\n" TARGET, NULL);

	expect_tests(&config->targets[0].settings, "ping read write");
	CU_ASSERT_EQUAL(config->rounds_max, 9);
	CU_ASSERT_EQUAL(config->slices, 5);
	CU_ASSERT_EQUAL(config->passes, 2);
	config_free(config);
}

static void may_be_the_users(void)
{
	struct bench_config *config =
	        load("[bench]\nsuite = mine\nrounds = 8\n" TARGET
	             "[suite mine]\ntests = ping, write\nrecord_sizes = 16k\n"
	             "rounds = 2\nslices = 4\n",
	             NULL);
	const struct config_settings *settings = &config->targets[0].settings;

	expect_tests(settings, "ping write");
	CU_ASSERT_EQUAL(settings->record_sizes.values[0], 16384);
	CU_ASSERT_EQUAL(config->rounds_max, 8);
	CU_ASSERT_EQUAL(config->slices, 4);
	config_free(config);
}

static void tells_what_is_wrong(void)
{
	static const struct {
		const char *ini, *sentence;
	} cases[] = {
	        {"[bench]\nsuite = mine\n" TARGET "[suite mine]\ntests = wrote\n",
	         ":7: tests: unknown test `wrote`; did you mean `write`? There "
	         "are write, rewrite, read, reread, ping"},
	        {TARGET "[suite mine]\nrounds = 3\n",
	         ":4: [suite mine] lacks tests = ..., a list"},
	        {TARGET "[suite mine]\ntests = read\nfile_size = 1m\n",
	         ":6: unknown key `file_size`; did you mean `file_sizes`?"},
	        {TARGET "[suite mine]\ntests = read\nfile_sizes = x\n",
	         ":6: file_sizes: "},
	        {TARGET "[suite mine]\ntests = read\nsuite = old\n",
	         ":6: `suite` cannot stand in a suite"},
	        {TARGET "[suite mine]\ntests = read\nplugin = alpha\n",
	         ":6: `plugin` cannot stand in a suite"},
	        {TARGET "[suite mine]\ntests = read\npath = /x\n",
	         ":6: `path` is an option of plugin alpha"},
	        {TARGET "[suite old]\ntests = read\n",
	         ":4: there is a suite `old` already; choose another name"},
	        {TARGET "[suite]\ntests = read\n",
	         ":4: the suite has no name; expected [suite NAME]"},
	        {TARGET "[suite a b]\ntests = read\n",
	         ":4: `a b` cannot name a suite; expected letters"},
	        {"[bench]\nsuite = mime\n" TARGET "[suite mine]\ntests = read\n",
	         ":2: suite: unknown suite `mime`; did you mean `mine`? There are "
	         "old, late, bare, mine"},
	        {TARGET "fill = zero\ncompressible = 50%\n",
	         ":4: fill: zeroes are all of one kind; compressible and "
	         "dedupable need fill = random"},
	        {TARGET "think = 1ms\nrate = 1m\n",
	         ":4: think: a pause after each operation and a rate"},
	        {TARGET "files = 0\n", ":4: files: `0` is out of range"},
	        {TARGET "time = 30\n", ":4: time: "},
	        {TARGET "sharing = all\n",
	         ":4: sharing: unknown word `all`; there are own, one"}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct bench_config *config = NULL;
		struct problems problems = {0};

		CU_ASSERT_EQUAL(load_status(cases[i].ini, NULL, &config, &problems),
		                -EINVAL);
		CU_ASSERT_EQUAL_FATAL(problems.count, 1);
		if (!strstr(problems.sentences[0], cases[i].sentence))
			fprintf(stderr, "%zu: %s\n", i, problems.sentences[0]);
		CU_ASSERT_PTR_NOT_NULL(
		        strstr(problems.sentences[0], cases[i].sentence));
		problems_free(&problems);
		config_free(config);
	}
}

/* Every suite of bench's own names tests that there are, and keys that can be
 * read. */
static void are_all_readable(void)
{
	for (size_t i = 0; i < workload_suite_count; i++) {
		const struct workload_suite *suite = &workload_suites[i];
		struct text ini = {0};
		struct bench_config *config;

		CU_ASSERT(suite->summary && *suite->summary);
		CU_ASSERT_PTR_NOT_NULL(suite->tests[0]);
		for (size_t t = 0; suite->tests[t]; t++)
			CU_ASSERT_PTR_NOT_NULL(workload_find(suite->tests[t]));
		text_add(&ini, "[bench]\n");
		for (size_t k = 0; suite->keys && suite->keys[k]; k += 2)
			text_add(&ini, "%s = %s\n", suite->keys[k], suite->keys[k + 1]);
		text_add(&ini, TARGET);
		config = load(ini.bytes, NULL);
		config_free(config);
		text_free(&ini);
	}
}

/* As the original's -a has them. */
static void iozone_is_the_original(void)
{
	static const char *const order[] = {
	        "write",       "rewrite",      "read",          "reread",
	        "random_read", "random_write", "backward_read", "record_rewrite",
	        "stride_read", "stdio_write",  "stdio_rewrite", "stdio_read",
	        "stdio_reread"};
	const struct workload_suite *suite = workload_suites;

	while (strcmp(suite->name, "iozone") != 0)
		suite++;
	for (size_t i = 0; i < 13; i++)
		CU_ASSERT_STRING_EQUAL(suite->tests[i], order[i]);
	CU_ASSERT_PTR_NULL(suite->tests[13]);
}

static CU_TestInfo cases[] = {
        {"has its parameters", has_its_parameters},
        {"is noted in full", is_noted_in_full},
        {"gives way to the user", gives_way_to_the_user},
        {"may be of one target", may_be_of_one_target},
        {"may be several", may_be_several},
        {"may be the user's", may_be_the_users},
        {"tells what is wrong", tells_what_is_wrong},
        {"are all readable", are_all_readable},
        {"iozone is the original", iozone_is_the_original},
        CU_TEST_INFO_NULL};
UNIT_SUITE(suites, cases)
