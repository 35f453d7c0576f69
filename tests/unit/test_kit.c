/* test_kit.c - what the conformance kit says of backends that are right and of
 * some that are not.  The toys of tests/plugins stand built in TOY_DIR. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include "base/text.h"
#include "kit/kit.h"
#include "unit.h"

#define SECOND INT64_C(1000000000)

/* Loads, runs, and hands the report over. */
static void check_toy(const char *name, int64_t deadline_ns,
                      struct kit_report *report)
{
	char *path = text_format("%s/%s.so", TOY_DIR, name), *why = NULL;
	struct kit_report loaded;
	struct plugin *plugin = NULL;
	struct options *options = NULL;

	CU_ASSERT_EQUAL_FATAL(kit_load(path, 10 * SECOND, &plugin, &loaded), 0);
	CU_ASSERT_EQUAL_FATAL(options_new(&plugin->backend, &options, &why), 0);
	CU_ASSERT_EQUAL_FATAL(kit_run(plugin, options, deadline_ns, report), 0);
	options_free(options);
	plugin_free(plugin);
	kit_free(&loaded);
	free(path);
}

static const struct kit_result *find(const struct kit_report *report,
                                     const char *name)
{
	for (size_t i = 0; i < report->count; i++)
		if (strcmp(report->results[i].name, name) == 0)
			return &report->results[i];
	CU_FAIL_FATAL("no such check");
	return NULL;
}

static void right_backends(void)
{
	static const struct {
		const char *toy;
		size_t skipped;
		const char *check, *why;
	} cases[] = {
	        {"toy_memory", 2, "cancel", "cancel is not offered"},
	        {"toy_stream", 4, "holes",
	         "caps() does not claim BENCH_RANDOM: offsets only go forward"},
	        {"toy_pipeline", 1, "cancel", "cancel is not offered"},
	        {"toy_one", 2, "depth", "submit and reap are not offered"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct kit_report report;
		const struct kit_result *result;

		check_toy(cases[i].toy, 30 * SECOND, &report);
		CU_ASSERT_EQUAL(report.count, kit_count());
		CU_ASSERT_EQUAL(report.failed, 0);
		for (size_t j = 0; j < report.count; j++)
			if (report.results[j].status == KIT_FAILED)
				fprintf(stderr, "%s: %s: %s: %s\n", cases[i].toy,
				        report.results[j].name, report.results[j].call,
				        report.results[j].got);
		result = find(&report, cases[i].check);
		CU_ASSERT_EQUAL(result->status, KIT_SKIPPED);
		CU_ASSERT_STRING_EQUAL(result->got, cases[i].why);
		CU_ASSERT_STRING_EQUAL(report.plugin, cases[i].toy);
		CU_ASSERT_EQUAL(report.ok + report.skipped, report.count);
		CU_ASSERT(report.skipped >= cases[i].skipped);
		kit_free(&report);
	}
}

/* The toy that watches the harness: the kit keeps the contract, but for the
 * names that no backend needs to take. */
static void keeps_the_contract(void)
{
	struct kit_report report;

	check_toy("toy_orders", 30 * SECOND, &report);
	CU_ASSERT_EQUAL(report.failed, 1);
	CU_ASSERT_EQUAL(find(&report, "names")->status, KIT_FAILED);
	kit_free(&report);
}

static void faults(void)
{
	static const struct {
		const char *toy;
		int64_t deadline_ns;
		const char *check, *call, *expected, *got;
	} cases[] = {
	        {"toy_exits", 30 * SECOND, "create", "open(", "to return",
	         "exit status 7"},
	        {"toy_fails", 30 * SECOND, "write_read", "write(",
	         "1: a write moves all",
	         "-5 (EIO), \"the toy disk is scratched at 0 (1)\""},
	        {"toy_sleeps", SECOND / 2, "short_end", "read(", "to return",
	         "nothing within 0.5 s: it hangs"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct kit_report report;
		const struct kit_result *result;

		check_toy(cases[i].toy, cases[i].deadline_ns, &report);
		result = find(&report, cases[i].check);
		CU_ASSERT_EQUAL_FATAL(result->status, KIT_FAILED);
		CU_ASSERT_PTR_NOT_NULL(strstr(result->call, cases[i].call));
		CU_ASSERT_PTR_NOT_NULL(strstr(result->expected, cases[i].expected));
		CU_ASSERT_PTR_NOT_NULL(strstr(result->got, cases[i].got));
		kit_free(&report);
	}
}

static void refused_file(void)
{
	char *path = text_format("%s/toy_magic.so", TOY_DIR);
	struct kit_report report;
	struct plugin *plugin = NULL;

	CU_ASSERT_EQUAL(kit_load(path, 10 * SECOND, &plugin, &report), -ENOEXEC);
	CU_ASSERT_PTR_NULL(plugin);
	CU_ASSERT_EQUAL(report.failed, 1);
	CU_ASSERT_EQUAL(report.skipped, kit_count() - 1);
	CU_ASSERT_STRING_EQUAL(report.results[0].name, "table");
	CU_ASSERT_PTR_NOT_NULL(strstr(report.results[0].got, "magic is 0x"));
	kit_free(&report);
	free(path);
}

/* Prints */

static char *printed(int (*print)(FILE *out, const struct kit_report *report))
{
	struct kit_result results[] = {{.name = "table", .status = KIT_OK},
	                               {.name = "ping",
	                                .status = KIT_FAILED,
	                                .call = (char[]){"ping()"},
	                                .expected = (char[]){"0"},
	                                .got = (char[]){"-5 (EIO), \"cut\""}},
	                               {.name = "depth",
	                                .status = KIT_SKIPPED,
	                                .got = (char[]){"not offered"}}};
	struct kit_report report = {.file = (char[]){"demo.so"},
	                            .plugin = (char[]){"demo"},
	                            .version = (char[]){"1"},
	                            .results = results,
	                            .count = 3,
	                            .ok = 1,
	                            .failed = 1,
	                            .skipped = 1};
	char *bytes = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&bytes, &length);

	CU_ASSERT_PTR_NOT_NULL_FATAL(out);
	CU_ASSERT_EQUAL(print(out, &report), 0);
	fclose(out);
	return bytes;
}

static void lines(void)
{
	char *text = printed(kit_print);

	CU_ASSERT_STRING_EQUAL(
	        text, "ok table\n"
	              "FAILED ping: ping(): expected 0; came -5 (EIO), \"cut\"\n"
	              "skipped depth: not offered\n"
	              "demo 1: 1 ok, 1 failed, 1 skipped\n");
	free(text);
	text = printed(kit_print_tap);
	CU_ASSERT_STRING_EQUAL(text, "TAP version 13\n"
	                             "1..3\n"
	                             "ok 1 - table\n"
	                             "not ok 2 - ping\n"
	                             "  ---\n"
	                             "  call: \"ping()\"\n"
	                             "  expected: \"0\"\n"
	                             "  got: \"-5 (EIO), \\\"cut\\\"\"\n"
	                             "  ...\n"
	                             "ok 3 - depth # SKIP not offered\n");
	free(text);
}

static void document(void)
{
	char *text = printed(kit_print_json);
	json_t *parsed = json_loads(text, 0, NULL);
	const json_t *checks = json_object_get(parsed, "checks"), *check;

	CU_ASSERT_PTR_NOT_NULL_FATAL(parsed);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(parsed, "plugin")),
	                       "demo");
	CU_ASSERT_EQUAL_FATAL(json_array_size(checks), 3);
	check = json_array_get(checks, 1);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(check, "status")),
	                       "failed");
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(check, "got")),
	                       "-5 (EIO), \"cut\"");
	check = json_array_get(checks, 0);
	CU_ASSERT(json_is_null(json_object_get(check, "call")));
	json_decref(parsed);
	free(text);
}

static CU_TestInfo cases[] = {{"backends that are right", right_backends},
                              {"keeps the contract", keeps_the_contract},
                              {"faults", faults},
                              {"a file that is refused", refused_file},
                              {"lines and TAP", lines},
                              {"JSON", document},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(kit, cases)
