/* print.c - the report as lines, as TAP and as JSON. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include "kit/kit.h"
#include "base/text.h"

int kit_print(FILE *out, const struct kit_report *report)
{
	for (size_t i = 0; i < report->count; i++) {
		const struct kit_result *result = &report->results[i];

		if (result->status == KIT_OK)
			fprintf(out, "ok %s\n", result->name);
		else if (result->status == KIT_SKIPPED)
			fprintf(out, "skipped %s: %s\n", result->name, result->got);
		else
			fprintf(out, "FAILED %s: %s: expected %s; came %s\n", result->name,
			        result->call, result->expected, result->got);
	}
	fprintf(out, "%s %s: %zu ok, %zu failed, %zu skipped\n",
	        *report->plugin ? report->plugin : report->file, report->version,
	        report->ok, report->failed, report->skipped);
	return 0;
}

/* What is no UTF-8 (a name that a server sent, a sentence that was cut) keeps
 * its ASCII. */
static json_t *json_text(const char *text)
{
	json_t *string = json_string(text);
	char *copy;

	if (string)
		return string;
	copy = text_copy(text);
	for (char *at = copy; at && *at; at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	string = copy ? json_string(copy) : NULL;
	free(copy);
	return string;
}

/* A JSON string is a YAML one as well. */
static int print_member(FILE *out, const char *key, const char *text)
{
	json_t *string = json_text(text);
	char *line = json_dumps(string, JSON_ENCODE_ANY);

	json_decref(string);
	if (!line)
		return -ENOMEM;
	fprintf(out, "  %s: %s\n", key, line);
	free(line);
	return 0;
}

static int print_finding(FILE *out, const struct kit_result *result)
{
	int error;

	fprintf(out, "  ---\n");
	error = print_member(out, "call", result->call);
	if (!error)
		error = print_member(out, "expected", result->expected);
	if (!error)
		error = print_member(out, "got", result->got);
	fprintf(out, "  ...\n");
	return error;
}

int kit_print_tap(FILE *out, const struct kit_report *report)
{
	int error = 0;

	fprintf(out, "TAP version 13\n1..%zu\n", report->count);
	for (size_t i = 0; !error && i < report->count; i++) {
		const struct kit_result *result = &report->results[i];

		fprintf(out, "%sok %zu - %s",
		        result->status == KIT_FAILED ? "not " : "", i + 1,
		        result->name);
		if (result->status == KIT_SKIPPED)
			fprintf(out, " # SKIP %s", result->got);
		fprintf(out, "\n");
		if (result->status == KIT_FAILED)
			error = print_finding(out, result);
	}
	return error;
}

static json_t *or_null(const char *text)
{
	return text ? json_text(text) : json_null();
}

int kit_print_json(FILE *out, const struct kit_report *report)
{
	static const char *const words[] = {[KIT_OK] = "ok",
	                                    [KIT_FAILED] = "failed",
	                                    [KIT_SKIPPED] = "skipped"};
	json_t *list = json_array();
	json_t *document = json_pack(
	        "{so so so sI sI sI so}", "file", json_text(report->file), "plugin",
	        json_text(report->plugin), "version", json_text(report->version),
	        "ok", (json_int_t)report->ok, "failed", (json_int_t)report->failed,
	        "skipped", (json_int_t)report->skipped, "checks", list);
	int error = document ? 0 : -ENOMEM;

	for (size_t i = 0; !error && i < report->count; i++) {
		const struct kit_result *result = &report->results[i];
		json_t *check =
		        json_pack("{ss ss so so so}", "name", result->name, "status",
		                  words[result->status], "call", or_null(result->call),
		                  "expected", or_null(result->expected), "got",
		                  or_null(result->got));

		if (!check || json_array_append_new(list, check))
			error = -ENOMEM;
	}
	if (!error && json_dumpf(document, out, JSON_INDENT(2)))
		error = -EIO;
	if (!error)
		fprintf(out, "\n");
	json_decref(document);
	return error;
}
