/* test_config_problems.c - configurations that are wrong, and each sentence
 * that says so. */
#include "config_toy.h"

/* Good sections to put beside what is tried. */
#define A "[target a]\nplugin = alpha\npath = /a\n"
#define B "[target b]\nplugin = beta\nhost = b\n"

struct wrong {
	const char *ini, *targets, *sets;
	const char *problems; /* a line each; the file's path taken off */
};

static void expect(const struct wrong *wrong)
{
	char *path = text_format("%s/toy.ini", unit_scratch()), *found;
	struct bench_config *config = NULL;
	struct problems problems = {0};
	struct text list = {0};

	CU_ASSERT_EQUAL(toy_load(wrong->ini, wrong->targets, wrong->sets, &config,
	                         &problems),
	                -EINVAL);
	CU_ASSERT_PTR_NULL(config);
	for (size_t i = 0; i < problems.count; i++) {
		const char *sentence = problems.sentences[i];
		bool in_file = strncmp(sentence, path, strlen(path)) == 0;

		text_add(&list, "%s\n", sentence + (in_file ? strlen(path) : 0));
	}
	found = text_take(&list);
	CU_ASSERT_STRING_EQUAL(found, wrong->problems);
	if (strcmp(found, wrong->problems) != 0)
		fprintf(stderr, "expected:\n%sgot:\n%s", wrong->problems, found);
	free(found);
	free(path);
	problems_free(&problems);
}

static void expect_all(const struct wrong *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		expect(&table[i]);
}

#define EXPECT_ALL(table) expect_all(table, sizeof(table) / sizeof *(table))

static void tells_of_keys(void)
{
	static const struct wrong table[] = {
	        {"[bench]\nrecrod_sizes = 4k\n" A, "", "",
	         ":2: unknown key `recrod_sizes`; did you mean `record_sizes`?\n"},
	        {"[bench]\nfile_size = 4k\n" A, "", "",
	         ":2: unknown key `file_size`; did you mean `file_sizes`?\n"},
	        {A "recordsize = 4k\n", "", "",
	         ":4: unknown key `recordsize`; did you mean `record_sizes`?\n"},
	        {A "moed = x\n", "", "",
	         ":4: unknown key `moed`; did you mean `mode`?\n"},
	        {A "host = x\n", "", "",
	         ":4: unknown key `host`; it is an option of plugin beta, not of "
	         "alpha\n"},
	        {A "frobnicate = x\n", "", "",
	         ":4: unknown key `frobnicate`; neither bench nor plugin alpha has "
	         "it\n"},
	        {A "rounds = 3\n", "", "", ":4: `rounds` belongs in [bench]\n"},
	        {"[bench]\npath = /x\n" A, "", "",
	         ":2: `path` is an option of plugin alpha; it belongs in a "
	         "[target NAME]\n"},
	        {"[bench]\nstart = x\n" A, "", "",
	         ":2: `start` belongs in a [target NAME]\n"},
	        {"[bench]\nzzz = x\n" A, "", "",
	         ":2: unknown key `zzz` in [bench]\n"},
	        {A "suite = nas\ntests = read\n", "", "",
	         ":5: `tests` and `suite` cannot stand in one section; both say "
	         "what is measured\n"},
	        {"[bench]\ntests = read\nsuite = nas\n" A, "", "",
	         ":3: `tests` and `suite` cannot stand in one section; both say "
	         "what is measured\n"},
	        {"[target x]\nplugin = alpha\n", "", "",
	         ":1: [target x] lacks path = ... (a directory), which plugin "
	         "alpha needs\n"},
	        {"[target x]\nplugin = alpha\npath =\n", "", "",
	         ":3: path: expected a path, not nothing\n"},
	        /* Both expand their url; only one of them is wrong. */
	        {A "url = x\n" B "url = beta://h:0\n", "", "",
	         ":8: beta://h:0: port: `0` is out of range; expected 1 to "
	         "65535\n"},
	};

	EXPECT_ALL(table);
}

static void tells_of_sections(void)
{
	static const struct wrong table[] = {
	        {"[foo]\na = 1\nb = 2\n" A, "", "",
	         ":1: unknown section [foo]; expected [bench], [target NAME] or "
	         "[suite NAME]\n"},
	        {"[poxis]\nx = 1\n", "", "",
	         ":1: unknown section [poxis]; expected [bench], [target "
	         "NAME] or [suite NAME]\n"},
	        {"[target]\nplugin = alpha\n", "", "",
	         ":1: the target has no name; expected [target NAME]\n"},
	        {"[target a/b]\nplugin = alpha\n", "", "",
	         ":1: `a/b` cannot name a target; expected letters, digits, dots, "
	         "dashes and underlines, beginning with a letter or a digit\n"},
	        {"[target ..]\nplugin = alpha\n", "", "",
	         ":1: `..` cannot name a target; expected letters, digits, dots, "
	         "dashes and underlines, beginning with a letter or a digit\n"},
	        {"[target bench]\nplugin = alpha\n", "", "",
	         ":1: a target cannot be named bench, like the section [bench]\n"},
	        {A "[target  a]\nplugin = alpha\npath = /b\n", "", "",
	         ":4: [target a] stands twice; first in line 1\n"},
	        {A "path = /b\n", "", "",
	         ":4: `path` stands twice in [target a]; first in line 3\n"},
	        {"", "", "",
	         ": there is no target; write a [target NAME] with plugin = ..., "
	         "or name a path or a URL on the command line\n"},
	        {NULL, "", "",
	         "command line: there is no target; write a [target NAME] with "
	         "plugin = ..., or name a path or a URL on the command line\n"},
	};

	EXPECT_ALL(table);
}

/* Case A05: one sentence for the plugin, none for its options. */
static void tells_of_plugins(void)
{
	static const struct wrong table[] = {
	        {"[target x]\nplugin = bteh\nhost = 1\nwhatever = 2\n"
	         "threads = 0\n" A,
	         "", "",
	         ":2: plugin `bteh` not found; there are alpha, beta\n"
	         ":5: threads: `0`: expected more than 0\n"},
	        {"\n[target x]\npath = /\nwhatever = 2\n", "", "",
	         ":2: [target x] lacks plugin = NAME; there are alpha, beta\n"},
	        {A "depth = 8\n" B "depth = 8\n", "", "",
	         ":4: depth: plugin alpha of [target a] keeps one record in flight "
	         "per thread; use threads = 8, or another plugin\n"},
	        {"[bench]\ndepth = 1, 4\n" A B, "", "",
	         ":2: depth: plugin alpha of [target a] keeps one record in flight "
	         "per thread; use threads = 4, or another plugin\n"},
	        {A, "", "bench.depth=2",
	         "command line: depth: plugin alpha of [target a] keeps one record "
	         "in flight per thread; use threads = 2, or another plugin\n"},
	};

	EXPECT_ALL(table);
}

static void tells_of_values(void)
{
	static const struct wrong table[] = {
	        {"[bench]\nfile_sizes = 64q\n" A, "", "",
	         ":2: file_sizes: `64q`: expected a size such as 4096, 64k or "
	         "1.5m\n"},
	        {"[bench]\nrecord_sizes = 4k, 0\n" A, "", "",
	         ":2: record_sizes: `0`: expected more than 0\n"},
	        {"[bench]\nrecord_sizes = 2g\n" A, "", "",
	         ":2: record_sizes: 2g is out of range; expected 1 to 1g\n"},
	        {"[bench]\nfile_sizes = 8e\n" A, "", "",
	         ":2: file_sizes: 8e is out of range; expected 1 to "
	         "9223372036854775807\n"},
	        {"[bench]\nthreads = 5000\n" A, "", "",
	         ":2: threads: 5000 is out of range; expected 1 to 1024\n"},
	        {"[bench]\nrounds = 15..7\n" A, "", "",
	         ":2: rounds: `15..7` runs downwards; write the smaller end "
	         "first\n"},
	        {"[bench]\nrounds = 0\n" A, "", "",
	         ":2: rounds: `0` is out of range; expected 1 to 10000\n"},
	        {"[bench]\nprecision = 0%\n" A, "", "",
	         ":2: precision: `0%`: expected more than 0%\n"},
	        {"[bench]\nslices = 0\n" A, "", "",
	         ":2: slices: `0` is out of range; expected 1 to 1000\n"},
	        {"[bench]\nslice_time = 20\n" A, "", "",
	         ":2: slice_time: `20` has no unit; expected a time such as 20ms, "
	         "1.5s or 2m\n"},
	        {"[bench]\nslice_time = 2h\n" A, "", "",
	         ":2: slice_time: `2h` is out of range; expected 1 us to 1:00 h\n"},
	        {"[bench]\npasses = some\n" A, "", "",
	         ":2: passes: `some`: expected auto or a whole number\n"},
	        {"[bench]\nname = a/b\n" A, "", "",
	         ":2: name: `a/b`: expected letters, digits, dots, dashes and "
	         "underlines, beginning with a letter or a digit\n"},
	        {"[bench]\ntests = read, wriet\n" A, "", "",
	         ":2: tests: unknown test `wriet`; did you mean `write`? There are "
	         "write, rewrite, read, reread, ping\n"},
	        {"[bench]\ntests = nas\n" A, "", "",
	         ":2: tests: `nas` is a suite; write suite = nas\n"},
	        {"[bench]\ntests = ,\n" A, "", "",
	         ":2: tests: expected a list of words, not nothing\n"},
	        {"[bench]\nsuite = bonnie\n" A, "", "",
	         ":2: suite: unknown suite `bonnie`; there are nas, quick\n"},
	        {"[bench]\nsync = fsnyc\n" A, "", "",
	         ":2: sync: unknown word `fsnyc`; did you mean `fsync`? There are "
	         "none, fsync, dsync, each:N\n"},
	        {"[bench]\ncache = drop\n" A, "", "",
	         ":2: cache: unknown word `drop`; there are warm, cold, direct, "
	         "close_to_open, dontcache\n"},
	        {"[bench]\ninclude = open, none\n" A, "", "",
	         ":2: include: unknown word `none`; there are "
	         "open, flush, close\n"},
	        {"[bench]\ntime_limit = 0\n" A, "", "",
	         ":2: time_limit: `0`: expected more than no time\n"},
	        {"[bench]\nlink = 1000\n" A, "", "",
	         ":2: link: `1000`: expected bits per second such as 1g, 984mbit "
	         "or 100m, or none, or auto\n"},
	        {A "direct = maybe\n", "", "",
	         ":4: direct: `maybe`: expected yes or no\n"},
	        {A "start =\n", "", "",
	         ":4: start: expected a command line, not nothing\n"},
	        {A "ready = ::1:5201\n", "", "",
	         ":4: ready: `::1:5201`: expected host:port or [address]:port\n"},
	        {A "ready = h:70000\n", "", "",
	         ":4: ready: `70000`: expected a port from 1 to 65535\n"},
	        {B "port = 99999\n", "", "",
	         ":4: port: `99999` is out of range; expected 1 to 65535\n"},
	};

	EXPECT_ALL(table);
}

static void tells_of_the_command_line(void)
{
	static const struct wrong table[] = {
	        {NULL, "gopher://x", "",
	         "command line: no plugin answers to gopher://; there are file://, "
	         "beta://, betas:// and plain paths\n"},
	        {NULL, "/refused", "",
	         "command line: /refused: the path is not to my liking\n"},
	        {NULL, "beta://u:secret@h:x", "",
	         "command line: beta://u:***@h:x: port: `x`: expected a whole "
	         "number\n"},
	        {A, "", "nope.path=/x",
	         "command line: --set nope.path=/x: unknown section `nope`; there "
	         "are bench, a\n"},
	        {A, "", "bnech.rounds=3",
	         "command line: --set bnech.rounds=3: unknown section `bnech`; did "
	         "you mean `bench`?\n"},
	        {A, "", "rounds=3|bench.rounds|.x=1|a.=1",
	         "command line: --set rounds=3: expected section.key=value, such "
	         "as bench.rounds=10\n"
	         "command line: --set bench.rounds: expected section.key=value, "
	         "such as bench.rounds=10\n"
	         "command line: --set .x=1: expected section.key=value, such as "
	         "bench.rounds=10\n"
	         "command line: --set a.=1: expected section.key=value, such as "
	         "bench.rounds=10\n"},
	        {A, "", "bench.roundz=3|a.hots=1",
	         "command line: unknown key `roundz`; did you mean `rounds`?\n"
	         "command line: unknown key `hots`; neither bench nor plugin alpha "
	         "has it\n"},
	        {A, "", "bench.tests=read|bench.suite=nas",
	         "command line: `tests` and `suite` cannot stand in one section; "
	         "both say what is measured\n"},
	};

	EXPECT_ALL(table);
}

/* All at once, in the order of the lines, whoever found them. */
static void tells_all_in_order(void)
{
	static const struct wrong table[] = {
	        {"[bench]\nrounds = 0\nfile_sizes 4k\nfoo = 1\n"
	         "[nonsense]\n"
	         "[target x]\nplugin = beta\nport = 0\nhost\n"
	         "[target y]\nplugin = alpha\nthreads = x\n",
	         "gopher://h", "bench.slices=0",
	         ":2: rounds: `0` is out of range; expected 1 to 10000\n"
	         ":3: `file_sizes 4k`: expected key = value\n"
	         ":4: unknown key `foo` in [bench]\n"
	         ":5: unknown section [nonsense]; expected [bench], [target "
	         "NAME] or [suite NAME]\n"
	         ":6: [target x] lacks host = ... (the far end), which plugin beta "
	         "needs\n"
	         ":8: port: `0` is out of range; expected 1 to 65535\n"
	         ":9: `host`: expected key = value\n"
	         ":10: [target y] lacks path = ... (a directory), which plugin "
	         "alpha needs\n"
	         ":12: threads: `x`: expected a whole number such as 8\n"
	         "command line: no plugin answers to gopher://; there are file://, "
	         "beta://, betas:// and plain paths\n"
	         "command line: slices: `0` is out of range; expected 1 to 1000\n"},
	};

	EXPECT_ALL(table);
}

static void tells_of_missing_files(void)
{
	struct config_source source = {.file = "/no/such.ini"};
	struct bench_config *config = NULL;
	struct problems problems = {0};

	CU_ASSERT_EQUAL(config_load(&source, &toy_vocabulary, &config, &problems),
	                -EINVAL);
	CU_ASSERT_EQUAL_FATAL(problems.count, 1);
	CU_ASSERT_STRING_EQUAL(
	        problems.sentences[0],
	        "/no/such.ini: cannot be read: No such file or directory");
	problems_free(&problems);
}

static CU_TestInfo cases[] = {
        {"tells of keys", tells_of_keys},
        {"tells of sections", tells_of_sections},
        {"tells of plugins", tells_of_plugins},
        {"tells of values", tells_of_values},
        {"tells of the command line", tells_of_the_command_line},
        {"tells all in order", tells_all_in_order},
        {"tells of missing files", tells_of_missing_files},
        CU_TEST_INFO_NULL};
UNIT_SUITE(config_problems, cases)
