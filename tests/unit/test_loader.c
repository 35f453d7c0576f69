/* test_loader.c - which files are plugins, and what is said of those that are
 * not.  The toys of tests/plugins stand built in TOY_DIR. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"

static char *toy(const char *name)
{
	return text_format("%s/%s.so", TOY_DIR, name);
}

static char *scratch(const char *name)
{
	return text_format("%s/%s", unit_scratch(), name);
}

static void write_file(const char *path, const void *bytes, size_t length)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(write(fd, bytes, length), (ssize_t)length);
	close(fd);
}

static char *read_all(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	char *bytes;

	CU_ASSERT_FATAL(file != NULL);
	fseek(file, 0, SEEK_END);
	*length = (size_t)ftell(file);
	rewind(file);
	bytes = malloc(*length);
	CU_ASSERT_EQUAL(fread(bytes, 1, *length, file), *length);
	fclose(file);
	return bytes;
}

static void copy_file(const char *from, const char *to, size_t most)
{
	size_t length;
	char *bytes = read_all(from, &length);

	write_file(to, bytes, length < most ? length : most);
	free(bytes);
}

/* Refused with a sentence that names the file and holds these words. */
static void refused(const char *path, const char *words)
{
	struct plugin *plugin = NULL;
	char *why = NULL;

	CU_ASSERT(plugin_load(path, &plugin, &why) < 0);
	CU_ASSERT_PTR_NULL(plugin);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	if (!strstr(why, path) || !strstr(why, words))
		fprintf(stderr, "\nnot as expected (%s): %s\n", words, why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, path));
	CU_ASSERT_PTR_NOT_NULL(strstr(why, words));
	CU_ASSERT_PTR_NULL(strchr(why, '\n'));
	free(why);
}

static void refuses_bad_plugins(void)
{
	static const struct {
		const char *toy, *words;
	} cases[] = {
	        {"toy_no_entry", "has no function bench_plugin_entry()"},
	        {"toy_data_entry", "is not a function"},
	        {"toy_null_entry", "bench_plugin_entry() returned NULL"},
	        {"toy_stray_entry", "no valid address"},
	        {"toy_undefined", "toy_nowhere"},
	        {"toy_magic", "magic is 0x12345678, not 0x42424b31"},
	        {"toy_abi_major", "ABI 7.2, this bench has 1.2"},
	        {"toy_abi_minor_newer", "ABI 1.3, this bench has 1.2"},
	        {"toy_truncated", "fewer than the "},
	        {"toy_opt_truncated", "lines of its options table"},
	        {"toy_no_name", "its name `No Name`"},
	        {"toy_no_caps", "plugin `toy_no_caps` lacks caps"},
	        {"toy_option_outside",
	         "option `label` of plugin `toy_option_outside` lies outside"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *path = toy(cases[i].toy);

		refused(path, cases[i].words);
		free(path);
	}
}

static void refuses_what_is_no_library(void)
{
	static const char text[1000] = "hello, I am a text\n";
	char *path = scratch("x.so"), *good = toy("toy_memory");
	size_t length;

	refused(path, "No such file");
	write_file(path, "", 0);
	refused(path, "too short");
	write_file(path, text, sizeof(text));
	refused(path, "ELF header");
	unlink(path);
	mkdir(path, 0700);
	refused(path, "not a regular file");
	rmdir(path);
	mkfifo(path, 0600);
	refused(path, "not a regular file");
	unlink(path);
	free(read_all(good, &length));
	for (size_t cut = 64; cut < length; cut += length / 7) {
		struct plugin *plugin = NULL;

		copy_file(good, path, cut);
		/* What is cut from the tail behind the segments is not missed. */
		if (plugin_load(path, &plugin, NULL) == 0)
			CU_ASSERT(cut > length / 3);
		plugin_free(plugin);
		unlink(path);
	}
	copy_file(good, path, 2000);
	refused(path, "cut short: has 2000 of at least ");
	unlink(path);
	free(path);
	free(good);
}

static void loads_a_good_one(void)
{
	char *path = toy("toy_memory");
	struct plugin *plugin = NULL;
	char *why = NULL;

	CU_ASSERT_EQUAL_FATAL(plugin_load(path, &plugin, &why), 0);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_STRING_EQUAL(plugin->path, path);
	CU_ASSERT_STRING_EQUAL(plugin->backend.name, "toy_memory");
	CU_ASSERT_STRING_EQUAL(plugin->backend.schemes, "toy");
	CU_ASSERT_EQUAL(plugin->backend.size, sizeof(struct bench_backend));
	CU_ASSERT_EQUAL(plugin->backend.opt_size, sizeof(struct bench_opt));
	CU_ASSERT_STRING_EQUAL(plugin->backend.options[0].key, "limit");
	CU_ASSERT_STRING_EQUAL(plugin->backend.options[1].key, "label");
	CU_ASSERT_PTR_NULL(plugin->backend.options[2].key);
	CU_ASSERT_PTR_NULL(plugin->backend.submit);
	plugin_free(plugin);
	plugin_free(NULL);
	free(path);
}

/* One write and one read through the loaded table. */
static void works_when_loaded(void)
{
	struct {
		uint64_t limit;
		char *label;
	} config = {1 << 20, NULL};
	struct bench_who who = {sizeof(who), 0, 1, 0, 1, 1};
	struct bench_ctx *ctx = host_ctx_new(NULL);
	void *target, *session, *file;
	char *path = toy("toy_memory"), back[8] = "";
	struct plugin *plugin = NULL;
	const struct bench_backend *b;

	CU_ASSERT_EQUAL_FATAL(plugin_load(path, &plugin, NULL), 0);
	b = &plugin->backend;
	CU_ASSERT_EQUAL_FATAL(b->target_open(&config, ctx, &target), 0);
	CU_ASSERT_EQUAL_FATAL(b->session_open(target, &who, ctx, &session), 0);
	CU_ASSERT_EQUAL(b->open(session, "f", BENCH_O_READ, 0, &file), -ENOENT);
	CU_ASSERT_EQUAL_FATAL(b->open(session, "f",
	                              BENCH_O_READ | BENCH_O_WRITE | BENCH_O_CREATE,
	                              0, &file),
	                      0);
	CU_ASSERT_EQUAL(b->write(file, "hello", 5, 3), 5);
	CU_ASSERT_EQUAL(b->read(file, back, 8, 0), 8);
	CU_ASSERT_EQUAL(memcmp(back, "\0\0\0hello", 8), 0);
	CU_ASSERT_EQUAL(b->write(file, back, 8, 1 << 20), -ENOSPC);
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(ctx), "the store is full");
	CU_ASSERT_EQUAL(b->close(file), 0);
	b->session_close(session);
	b->target_close(target);
	plugin_free(plugin);
	host_ctx_free(ctx);
	free(path);
}

/* Of a later minor's size but not of its number: the rest is cut off. */
static void cuts_a_longer_table(void)
{
	char *path = toy("toy_longer");
	struct plugin *plugin = NULL;

	CU_ASSERT_EQUAL_FATAL(plugin_load(path, &plugin, NULL), 0);
	CU_ASSERT_EQUAL(plugin->backend.size, sizeof(struct bench_backend));
	CU_ASSERT_PTR_NULL(plugin->backend.serve);
	CU_ASSERT_STRING_EQUAL(plugin->backend.options[0].key, "limit");
	CU_ASSERT_STRING_EQUAL(plugin->backend.options[0].dflt, "1g");
	CU_ASSERT_STRING_EQUAL(plugin->backend.options[1].key, "label");
	CU_ASSERT_PTR_NULL(plugin->backend.options[2].key);
	plugin_free(plugin);
	free(path);
}

static void make_place(const char *directory, const char *file,
                       const char *from)
{
	char *path = text_format("%s/%s", directory, file);
	char *source = toy(from);

	mkdir(directory, 0700);
	copy_file(source, path, (size_t)-1);
	free(path);
	free(source);
}

static void contains(const char *text, const char *words)
{
	if (!strstr(text, words))
		fprintf(stderr, "\nnot there (%s): %s\n", words, text);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
}

/* The first of a name wins, files that are no plugins are kept as refusals,
 * and hidden ones and other suffixes are not looked at. */
static void searches_in_order(void)
{
	char *first = scratch("first"), *second = scratch("second");
	char *path =
	        text_format("%s::%s/nowhere:%s:%s", first, first, second, first);
	char *wanted = text_format("%s/toy_stream.so", first), *text;
	struct plugin_catalogue found;

	make_place(first, "toy_stream.so", "toy_stream");
	make_place(first, "bad.so", "toy_magic");
	make_place(first, ".hidden.so", "toy_fails");
	make_place(first, "toy_fails.so.bak", "toy_fails");
	make_place(second, "toy_stream.so", "toy_stream");
	make_place(second, "other.so", "toy_stream");
	make_place(second, "toy_memory.so", "toy_memory");
	setenv("BENCH_PLUGIN_PATH", path, 1);
	CU_ASSERT_EQUAL_FATAL(plugin_catalogue_load(&found), 0);
	unsetenv("BENCH_PLUGIN_PATH");

	CU_ASSERT_PTR_NOT_NULL_FATAL(plugin_find(&found, "toy_stream"));
	CU_ASSERT_STRING_EQUAL(plugin_find(&found, "toy_stream")->path, wanted);
	CU_ASSERT_PTR_NOT_NULL(plugin_find(&found, "toy_memory"));
	CU_ASSERT_PTR_NULL(plugin_find(&found, "toy_fails"));
	CU_ASSERT_PTR_NULL(plugin_find(&found, "toy"));
	for (size_t i = 1; i < found.count; i++)
		CU_ASSERT(strcmp(found.plugins[i - 1]->backend.name,
		                 found.plugins[i]->backend.name) < 0);
	CU_ASSERT_FATAL(found.directory_count >= 4);
	CU_ASSERT_STRING_EQUAL(found.directories[0], first);
	CU_ASSERT_STRING_EQUAL(found.directories[2], second);

	text = plugin_missing(&found, "bad");
	contains(text, "plugin `bad` was refused: ");
	contains(text, "first/bad.so: not a bench plugin: magic is");
	free(text);
	text = plugin_missing(&found, "toy_memroy");
	contains(text, "plugin `toy_memroy` not found; did you mean `toy_memory`?");
	contains(text, "found: ");
	contains(text, "toy_memory, toy_stream");
	contains(text, "searched: ");
	contains(text, first);
	contains(text, "/plugins");
	free(text);
	plugin_catalogue_free(&found);
	free(first);
	free(second);
	free(path);
	free(wanted);
}

static CU_TestInfo cases[] = {
        {"refuses bad plugins", refuses_bad_plugins},
        {"refuses what is no library", refuses_what_is_no_library},
        {"loads a good one", loads_a_good_one},
        {"works when loaded", works_when_loaded},
        {"cuts a longer table", cuts_a_longer_table},
        {"searches in order", searches_in_order},
        CU_TEST_INFO_NULL};
UNIT_SUITE(loader, cases)
