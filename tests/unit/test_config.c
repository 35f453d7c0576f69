/* test_config.c - configurations that are right, and what they come to. */
#include <unistd.h>
#include <sys/stat.h>
#include "config_toy.h"
#include "config/units.h"

/* Loads what must load. */
static struct bench_config *load(const char *ini, const char *targets,
                                 const char *sets)
{
	struct bench_config *config = NULL;
	struct problems problems = {0};

	CU_ASSERT_EQUAL(toy_load(ini, targets, sets, &config, &problems), 0);
	for (size_t i = 0; i < problems.count; i++)
		fprintf(stderr, "%s\n", problems.sentences[i]);
	CU_ASSERT_EQUAL(problems.count, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(config);
	problems_free(&problems);
	return config;
}

static void expect_sweep(const struct sweep *sweep, const char *values)
{
	struct text list = {0};
	char buffer[UNITS_TEXT], *text;

	for (size_t i = 0; i < sweep->count; i++)
		text_add(&list, "%s%s", i ? " " : "",
		         units_print_size(sweep->values[i], buffer));
	text = text_take(&list);
	CU_ASSERT_STRING_EQUAL(text, values);
	free(text);
}

static void expect_tests(const struct config_settings *settings,
                         const char *names)
{
	struct text list = {0};
	char *text;

	for (size_t i = 0; i < settings->test_count; i++)
		text_add(&list, "%s%s", i ? " " : "", settings->tests[i]);
	text = text_take(&list);
	CU_ASSERT_STRING_EQUAL(text, names);
	free(text);
}

static void has_defaults(void)
{
	struct bench_config *config = load(NULL, "/dev/shm", "");
	const struct config_target *target = config->targets;
	const struct config_settings *settings = &target->settings;
	const struct alpha *alpha = target->options->config;

	CU_ASSERT_PTR_NULL(config->file);
	CU_ASSERT_STRING_EQUAL(config->name, "bench");
	CU_ASSERT_EQUAL(config->rounds_min, 7);
	CU_ASSERT_EQUAL(config->rounds_max, 7);
	CU_ASSERT_DOUBLE_EQUAL(config->precision, 0.05, 1e-12);
	CU_ASSERT_EQUAL(config->slices, 3);
	CU_ASSERT_EQUAL(config->slice_ns, 20000000);
	CU_ASSERT_EQUAL(config->passes, 0);
	CU_ASSERT_EQUAL(config->seed, 1);
	CU_ASSERT_EQUAL(config->target_count, 1);
	CU_ASSERT_STRING_EQUAL(target->name, "alpha");
	CU_ASSERT_PTR_EQUAL(target->backend, &alpha_backend);
	CU_ASSERT_STRING_EQUAL(alpha->path, "/dev/shm");
	expect_tests(settings, "write read ping");
	expect_sweep(&settings->file_sizes, "64k 1m 16m 64m");
	expect_sweep(&settings->record_sizes, "4k 64k 1m");
	expect_sweep(&settings->threads, "1");
	CU_ASSERT_TRUE(settings->threads_auto);
	expect_sweep(&settings->depths, "1");
	CU_ASSERT_DOUBLE_EQUAL(settings->mix, 0.7, 1e-12);
	CU_ASSERT_EQUAL(settings->fill, CONFIG_FILL_RANDOM);
	CU_ASSERT_EQUAL(settings->share, CONFIG_SHARE_OWN);
	CU_ASSERT_EQUAL(settings->files, 1000);
	CU_ASSERT_EQUAL(settings->think_ns, 0);
	CU_ASSERT_EQUAL(settings->time_ns, 0);
	CU_ASSERT_EQUAL(settings->ramp_ns, 0);
	CU_ASSERT_FALSE(settings->crossover);
	CU_ASSERT_FALSE(settings->direct);
	CU_ASSERT_EQUAL(settings->sync, CONFIG_SYNC_FSYNC);
	CU_ASSERT_EQUAL(settings->cache, CONFIG_CACHE_WARM);
	CU_ASSERT_EQUAL(settings->include, CONFIG_INCLUDE_FLUSH);
	CU_ASSERT_EQUAL(settings->time_limit_ns, INT64_C(60000000000));
	CU_ASSERT_DOUBLE_EQUAL(settings->link, -1, 0);
	CU_ASSERT_PTR_NULL(target->start);
	CU_ASSERT_PTR_NULL(target->ready);
	CU_ASSERT_EQUAL(target->start_timeout_ns, INT64_C(10000000000));
	CU_ASSERT_FALSE(target->reference);
	config_free(config);
	config_free(NULL);
}

static const char everything[] = "\xef\xbb\xbf; all keys there are\r\n"
                                 "[bench]\r\n"
                                 "name = first\r\n"
                                 "suite = quick\r\n"
                                 "file_sizes = 64k..1m*4\r\n"
                                 "record_sizes = 4k\r\n"
                                 "rounds = 7..15\r\n"
                                 "precision = 2.5%\r\n"
                                 "slices = 5\r\n"
                                 "slice_time = 50ms\r\n"
                                 "passes = 1\r\n"
                                 "seed = 42\r\n"
                                 "threads = 1..4\r\n"
                                 "link = 1g\r\n"
                                 "[target one]\r\n"
                                 "plugin = alpha\r\n"
                                 "path = /tmp/x\r\n"
                                 "direct = yes\r\n"
                                 "sync = dsync\r\n"
                                 "cache = cold\r\n"
                                 "include = open, flush close\r\n"
                                 "time_limit = 2m\r\n"
                                 "[target two.2]\r\n"
                                 "plugin = beta\r\n"
                                 "host = fe80::1%lo\r\n"
                                 "tests = read, write, read\r\n"
                                 "depth = 1, 8\r\n"
                                 "threads = 2\r\n"
                                 "file_sizes = 1m\r\n"
                                 "include = none\r\n"
                                 "link = none\r\n"
                                 "start = serve 'x; y'=1\r\n"
                                 "start_timeout = 3s\r\n"
                                 "ready = [::1]:5201\r\n"
                                 "reference = yes\r\n";

static void reads_everything(void)
{
	struct bench_config *config = load(everything, "", "");
	const struct config_target *one = config->targets, *two = one + 1;

	CU_ASSERT_STRING_EQUAL(config->name, "first");
	CU_ASSERT_EQUAL(config->rounds_min, 7);
	CU_ASSERT_EQUAL(config->rounds_max, 15);
	CU_ASSERT_DOUBLE_EQUAL(config->precision, 0.025, 1e-12);
	CU_ASSERT_EQUAL(config->slices, 5);
	CU_ASSERT_EQUAL(config->slice_ns, 50000000);
	CU_ASSERT_EQUAL(config->passes, 1);
	CU_ASSERT_EQUAL(config->seed, 42);
	CU_ASSERT_EQUAL_FATAL(config->target_count, 2);
	CU_ASSERT_STRING_EQUAL(one->name, "one");
	CU_ASSERT_EQUAL(one->place.line, 15);
	CU_ASSERT_PTR_EQUAL(one->place.file, config->file);
	CU_ASSERT_STRING_EQUAL(((const struct alpha *)one->options->config)->path,
	                       "/tmp/x");
	expect_tests(&one->settings, "ping reread");
	expect_sweep(&one->settings.file_sizes, "64k 256k 1m");
	expect_sweep(&one->settings.threads, "1 2 4");
	CU_ASSERT_TRUE(one->settings.direct);
	CU_ASSERT_EQUAL(one->settings.sync, CONFIG_SYNC_DSYNC);
	CU_ASSERT_EQUAL(one->settings.cache, CONFIG_CACHE_COLD);
	CU_ASSERT_EQUAL(one->settings.include, CONFIG_INCLUDE_OPEN |
	                                               CONFIG_INCLUDE_FLUSH |
	                                               CONFIG_INCLUDE_CLOSE);
	CU_ASSERT_EQUAL(one->settings.time_limit_ns, INT64_C(120000000000));
	CU_ASSERT_DOUBLE_EQUAL(one->settings.link, 1e9, 0);
	CU_ASSERT_STRING_EQUAL(two->name, "two.2");
	expect_tests(&two->settings, "read write");
	expect_sweep(&two->settings.depths, "1 8");
	expect_sweep(&two->settings.threads, "2");
	expect_sweep(&two->settings.file_sizes, "1m");
	CU_ASSERT_EQUAL(two->settings.include, 0);
	CU_ASSERT_EQUAL(two->settings.sync, CONFIG_SYNC_FSYNC);
	CU_ASSERT_DOUBLE_EQUAL(two->settings.link, 0, 0);
	CU_ASSERT_STRING_EQUAL(two->start, "serve 'x; y'=1");
	CU_ASSERT_EQUAL(two->start_timeout_ns, INT64_C(3000000000));
	CU_ASSERT_STRING_EQUAL(two->ready, "[::1]:5201");
	CU_ASSERT_TRUE(two->reference);
	CU_ASSERT_FALSE(one->reference);
	config_free(config);
}

/* Case A02: a list of 5000 bytes and a path of 300. */
static void reads_long_lines(void)
{
	struct text ini = {0}, path = {0};
	struct bench_config *config;

	for (int i = 0; i < 300; i++)
		text_add(&path, "%c", i % 10 ? 'p' : '/');
	text_add(&ini, "[target a]\nplugin = alpha\npath = %s\nfile_sizes = 1m",
	         path.bytes);
	for (unsigned i = 1; i <= 700; i++)
		text_add(&ini, ", %uk", 1000 + i);
	text_add(&ini, "\n");
	config = load(ini.bytes, "", "");
	CU_ASSERT_STRING_EQUAL(
	        ((const struct alpha *)config->targets->options->config)->path,
	        path.bytes);
	/* 1024k is 1m again. */
	CU_ASSERT_EQUAL(config->targets->settings.file_sizes.count, 701 - 1);
	config_free(config);
	text_free(&ini);
	text_free(&path);
}

static void makes_targets_of_words(void)
{
	struct bench_config *config =
	        load("[target alpha]\nplugin = alpha\npath = /a\n",
	             "/b|beta://h:77|BETAS://i|file:///c", "alpha-2.mode=odd");
	static const char *const names[] = {"alpha", "alpha-2", "beta", "beta-2",
	                                    "alpha-3"};

	CU_ASSERT_EQUAL_FATAL(config->target_count, 5);
	for (size_t i = 0; i < 5; i++)
		CU_ASSERT_STRING_EQUAL(config->targets[i].name, names[i]);
	CU_ASSERT_STRING_EQUAL(
	        ((const struct alpha *)config->targets[1].options->config)->path,
	        "/b");
	CU_ASSERT_STRING_EQUAL(
	        ((const struct alpha *)config->targets[1].options->config)->mode,
	        "odd");
	CU_ASSERT_EQUAL(
	        ((const struct beta *)config->targets[2].options->config)->port,
	        77);
	CU_ASSERT_STRING_EQUAL(
	        ((const struct beta *)config->targets[3].options->config)->host,
	        "i");
	CU_ASSERT_PTR_NULL(config->targets[3].place.file);
	config_free(config);
}

static void obeys_sets(void)
{
	struct bench_config *config =
	        load(everything, "",
	             "bench.rounds=3|two.2.port=99|target.one.path = /q=r |"
	             "bench.tests=write|target.two.2.suite=quick|one.threads=16");
	const struct config_target *one = config->targets, *two = one + 1;

	CU_ASSERT_EQUAL(config->rounds_min, 3);
	CU_ASSERT_EQUAL(config->rounds_max, 3);
	CU_ASSERT_EQUAL(((const struct beta *)two->options->config)->port, 99);
	CU_ASSERT_STRING_EQUAL(((const struct alpha *)one->options->config)->path,
	                       "/q=r");
	expect_tests(&one->settings, "write");
	expect_tests(&two->settings, "ping reread");
	expect_sweep(&one->settings.threads, "16");
	config_free(config);
}

/* `url =` fills the options, and what the section says itself wins. */
static void expands_urls(void)
{
	struct bench_config *config = load("[target b]\n"
	                                   "port = 4\n"
	                                   "url = beta://u:pw@far:3\n"
	                                   "plugin = beta\n",
	                                   "", "");
	const struct beta *beta = config->targets->options->config;

	CU_ASSERT_STRING_EQUAL(beta->host, "far");
	CU_ASSERT_STRING_EQUAL(beta->password, "pw");
	CU_ASSERT_EQUAL(beta->port, 4);
	config_free(config);
}

static const char *text_at(const json_t *root, const char *section,
                           const char *key)
{
	const char *text = json_string_value(
	        json_object_get(json_object_get(root, section), key));

	return text ? text : "(none)";
}

static void tells_what_is_in_force(void)
{
	static const struct {
		const char *section, *key, *text;
	} table[] = {
	        {"bench", "name", "toy"},
	        {"bench", "rounds", "7..9"},
	        {"bench", "precision", "5%"},
	        {"bench", "tests", "write, read, ping"},
	        {"bench", "suite", "(none)"},
	        {"bench", "file_sizes", "1m"},
	        {"bench", "plugin", "(none)"},
	        {"target b", "plugin", "beta"},
	        {"target b", "file_sizes", "1m"},
	        {"target b", "tests", "read"},
	        {"target b", "time_limit", "60s"},
	        {"target b", "start_timeout", "10s"},
	        {"target b", "start", "(none)"},
	        {"target b", "rounds", "(none)"},
	        {"target b", "host", "h"},
	        {"target b", "password", "***"},
	        {"target b", "port", "5201"},
	        {"target b", "window", "64k"},
	        {"target c", "password", "$BENCH_UNIT_WORD"},
	        {"target d", "password", "***"},
	        {"target d", "url", "(none)"},
	        {"target alpha", "path", "file://u:***@h/x"},
	        {"target alpha", "mode", "plain"},
	};
	struct bench_config *config;

	setenv("BENCH_UNIT_WORD", "hush", 1);
	config = load("[bench]\nrounds = 7..9\nfile_sizes = 1m\n"
	              "[target b]\nplugin = beta\nhost = h\npassword = hush\n"
	              "tests = read\n"
	              "[target c]\nplugin = beta\nhost = h\n"
	              "password = $BENCH_UNIT_WORD\n"
	              "[target d]\nplugin = beta\nurl = beta://u:hush@h\n",
	              "file://u:hush@h/x", "");
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		CU_ASSERT_STRING_EQUAL(
		        text_at(config->effective, table[i].section, table[i].key),
		        table[i].text);
	char *all = json_dumps(config->effective, 0);
	CU_ASSERT_PTR_NULL(strstr(all, "hush"));
	free(all);
	CU_ASSERT_STRING_EQUAL(
	        ((const struct beta *)config->targets[1].options->config)->password,
	        "hush");
	unsetenv("BENCH_UNIT_WORD");
	config_free(config);
}

static void finds_files(void)
{
	char *here = getcwd(NULL, 0), *found, *why = NULL;
	char *data = text_format("%s/data", unit_scratch());
	char *conf = text_format("%s/data/conf", unit_scratch());
	char *both = NULL, *expected;

	CU_ASSERT_EQUAL(mkdir(data, 0700), 0);
	CU_ASSERT_EQUAL(mkdir(conf, 0700), 0);
	free(toy_file("data/conf/far.ini", ""));
	free(toy_file("data/near.ini", ""));
	CU_ASSERT_EQUAL(chdir(data), 0);
	found = config_find("near", "/no", NULL);
	CU_ASSERT_STRING_EQUAL(found, "near.ini");
	free(found);
	/* conf is a directory, so it is not taken as given. */
	found = config_find("far.ini", NULL, NULL);
	CU_ASSERT_STRING_EQUAL(found, "./conf/far.ini");
	free(found);
	CU_ASSERT_EQUAL(chdir("/"), 0);
	found = config_find("far", data, NULL);
	expected = text_format("%s/far.ini", conf);
	CU_ASSERT_STRING_EQUAL(found, expected);
	free(found);
	free(expected);
	CU_ASSERT_PTR_NULL(config_find("nope", "/no", &why));
	CU_ASSERT_STRING_EQUAL(
	        why, "no configuration `nope`; looked for nope, nope.ini, "
	             "./conf/nope, ./conf/nope.ini, /no/conf/nope, "
	             "/no/conf/nope.ini");
	free(why);
	why = NULL;
	CU_ASSERT_PTR_NULL(config_find(conf, NULL, &why));
	both = text_format("no configuration `%s`; looked for %s, %s.ini", conf,
	                   conf, conf);
	CU_ASSERT_STRING_EQUAL(why, both);
	CU_ASSERT_EQUAL(chdir(here), 0);
	free(why);
	free(both);
	free(conf);
	free(data);
	free(here);
}

/* A file's name becomes the run's; what could not be one is replaced. */
static void names_runs(void)
{
	static const struct {
		const char *file, *name;
	} table[] = {{"gige-ramdisk.ini", "gige-ramdisk"},
	             {"my nas.ini", "my-nas"},
	             {"plain", "plain"},
	             {".ini", "bench"},
	             {"-x.y.ini", "xx.y"}};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char *path = toy_file(table[i].file,
		                      "[target a]\nplugin = alpha\npath = /\n");
		struct config_source source = {.file = path};
		struct bench_config *config = NULL;
		struct problems problems = {0};

		CU_ASSERT_EQUAL(
		        config_load(&source, &toy_vocabulary, &config, &problems), 0);
		CU_ASSERT_PTR_NOT_NULL_FATAL(config);
		CU_ASSERT_STRING_EQUAL(config->name, table[i].name);
		config_free(config);
		problems_free(&problems);
		free(path);
	}
}

static void measures_all_without_the_usual_suite(void)
{
	struct config_vocabulary vocabulary = toy_vocabulary;
	const char *targets[] = {"/x"};
	struct config_source source = {.targets = targets, .target_count = 1};
	struct bench_config *config = NULL;
	struct problems problems = {0};

	vocabulary.suite_count = 0;
	CU_ASSERT_EQUAL(config_load(&source, &vocabulary, &config, &problems), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(config);
	expect_tests(&config->targets->settings, "write rewrite read reread ping");
	config_free(config);
	problems_free(&problems);
}

static void explains_its_keys(void)
{
	const struct config_key_help *help = config_key_table();
	size_t count = 0;

	for (; help[count].key; count++) {
		CU_ASSERT(strlen(help[count].meaning) > 0);
		CU_ASSERT_PTR_NULL(strchr(help[count].meaning, '\n'));
	}
	CU_ASSERT_EQUAL(count, 47);
	CU_ASSERT_STRING_EQUAL(help[0].key, "name");
	CU_ASSERT_STRING_EQUAL(help[0].where, "[bench]");
	CU_ASSERT_STRING_EQUAL(help[3].key, "file_sizes");
	CU_ASSERT_STRING_EQUAL(help[3].where, "[bench] and targets");
	CU_ASSERT_STRING_EQUAL(help[3].dflt, "64k, 1m, 16m, 64m");
	CU_ASSERT_STRING_EQUAL(help[41].key, "plugin");
	CU_ASSERT_STRING_EQUAL(help[41].where, "targets");
}

static CU_TestInfo cases[] = {
        {"has defaults", has_defaults},
        {"reads everything", reads_everything},
        {"reads long lines", reads_long_lines},
        {"makes targets of words", makes_targets_of_words},
        {"obeys sets", obeys_sets},
        {"expands urls", expands_urls},
        {"tells what is in force", tells_what_is_in_force},
        {"finds files", finds_files},
        {"names runs", names_runs},
        {"measures all without the usual suite",
         measures_all_without_the_usual_suite},
        {"explains its keys", explains_its_keys},
        CU_TEST_INFO_NULL};
UNIT_SUITE(config, cases)
