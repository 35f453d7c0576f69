/* report.c - the page, put together. */
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report/html.h"
#include "report/sections.h"
#include "result/output.h"

/* First of all, so that nothing that follows is loaded from anywhere. */
static const char beginning[] =
        "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "img-src data:\">\n"
        "<meta name=viewport content=\"width=device-width, "
        "initial-scale=1\">\n";

/* Filled by script, and not shown without. */
static const char charts[] =
        "<section id=lines class=charts hidden></section>\n"
        "<section id=maps class=charts hidden></section>\n"
        "<section id=sweep class=charts hidden></section>\n"
        "<section id=latency class=charts hidden></section>\n";

static bool add_file(struct text *page, FILE *file)
{
	char buffer[65536];
	size_t got;

	while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
		text_add_bytes(page, buffer, got);
	return !ferror(file);
}

/* An asset between two tags; false where there is none. */
static bool add_asset(struct text *page, const char *assets, const char *name,
                      const char *before, const char *behind)
{
	char *path = assets ? text_format("%s/%s", assets, name) : NULL;
	FILE *file = path ? fopen(path, "re") : NULL;
	size_t start = page->length;
	bool added = false;

	free(path);
	if (!file)
		return false;
	text_add(page, "%s", before);
	added = add_file(page, file);
	text_add(page, "%s", behind);
	fclose(file);
	if (!added && page->bytes) {
		page->length = start;
		page->bytes[start] = '\0';
	}
	return added;
}

static void add_title(struct text *page, const struct report_source *source)
{
	text_add(page, "<title>bench: ");
	html_text(page, source->rows.count && source->rows.rows[0].run_id
	                        ? source->rows.rows[0].run_id
	                        : source->directory);
	text_add(page, "</title>\n");
}

static bool add_page(struct text *page, const struct report_source *sources,
                     size_t count, const char *assets)
{
	bool with_charts;

	text_add(page, "%s", beginning);
	add_title(page, &sources[0]);
	add_asset(page, assets, "style.css", "<style>\n", "</style>\n");
	text_add(page, "<body>\n");
	section_head(page, &sources[0]);
	text_add(page, "<main>\n");
	section_limits(page, &sources[0]);
	section_large(page, &sources[0]);
	text_add(page, "%s", charts);
	section_cpu(page, &sources[0]);
	for (size_t i = 1; i < count; i++)
		section_compare(page, &sources[0], &sources[i]);
	section_numbers(page, &sources[0]);
	section_environment(page, &sources[0]);
	text_add(page, "</main>\n");
	section_data(page, &sources[0]);
	with_charts = add_asset(page, assets, "echarts.min.js", "<script>",
	                        "</script>\n");
	add_asset(page, assets, "app.js", "<script>\n", "</script>\n");
	text_add(page, "</html>\n");
	return with_charts;
}

int report_write(const struct report_request *request, bool *without_charts,
                 char **why)
{
	struct report_source *sources = calloc(request->count, sizeof *sources);
	struct text page = {0};
	int error = 0;

	*without_charts = false;
	if (!sources)
		return failure(why, ENOMEM, "no memory for the report");
	for (size_t i = 0; !error && i < request->count; i++)
		error = report_source_open(&sources[i], request->directories[i], why);
	if (!error) {
		*without_charts =
		        !add_page(&page, sources, request->count, request->assets);
		if (page.failed)
			error = failure(why, ENOMEM, "no memory for the report");
		else
			error = output_replace_file(request->output, page.bytes,
			                            page.length, why);
	}
	text_free(&page);
	for (size_t i = 0; i < request->count; i++)
		report_source_free(&sources[i]);
	free(sources);
	return error;
}
