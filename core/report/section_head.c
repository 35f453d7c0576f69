/* section_head.c - what run it is, and where to find what. */
#include "report/sections.h"

#include <string.h>
#include "report/html.h"

static const char *title_of(const struct report_source *source)
{
	const json_t *configuration =
	        json_object_get(source->about, "configuration");
	const char *name = json_string_value(
	        json_object_get(json_object_get(configuration, "bench"), "name"));

	if (!name || name[0] == '\0')
		name = report_about(source, NULL, "run_id");
	return name ? name : source->directory;
}

static uint64_t rounds_of(const struct report_source *source)
{
	const struct result_row *rows = source->rows.rows;
	uint64_t most = 0;

	for (size_t i = 0; rows && i < source->rows.count; i++)
		if (rows[i].round != RESULT_NO_COUNT && rows[i].round > most)
			most = rows[i].round;
	return most;
}

static void add_facts(struct text *page, const struct report_source *source)
{
	const struct result_row *first =
	        source->rows.count ? &source->rows.rows[0] : NULL;
	const char *host = report_about(source, "environment", "host");

	text_add(page, "<p class=lead>");
	if (first && first->started_utc) {
		html_text(page, first->started_utc);
		text_add(page, " &middot; ");
	}
	if (host) {
		text_add(page, "client <code>");
		html_text(page, host);
		text_add(page, "</code> &middot; ");
	}
	text_add(page,
	         "%zu target%s &middot; %zu test%s &middot; %zu cells &middot; "
	         "%llu round%s &middot; %zu rows",
	         source->target_count, source->target_count == 1 ? "" : "s",
	         source->test_count, source->test_count == 1 ? "" : "s",
	         source->summary.count, (unsigned long long)rounds_of(source),
	         rounds_of(source) == 1 ? "" : "s", source->rows.count);
	if (first && first->run_id) {
		text_add(page, " &middot; run <code>");
		html_text(page, first->run_id);
		text_add(page, "</code>");
	}
	text_add(page, "</p>\n");
	if (json_is_false(json_object_get(source->about, "complete")))
		text_add(page, "<p class=warn>This run did not come to its end: what "
		               "is shown is what was measured until then.</p>\n");
}

void section_head(struct text *page, const struct report_source *source)
{
	text_add(page, "<header><button id=theme type=button hidden>Light / dark"
	               "</button>\n<h1>");
	html_text(page, title_of(source));
	text_add(page, "</h1>\n");
	add_facts(page, source);
	text_add(page, "<nav>"
	               "<a href=#limits>What limits it</a> "
	               "<a href=#large>Large files</a> "
	               "<a href=#lines data-chart hidden>By file size</a> "
	               "<a href=#maps data-chart hidden>All sweeps</a> "
	               "<a href=#sweep data-chart hidden>One sweep</a> "
	               "<a href=#latency data-chart hidden>Latency</a> "
	               "<a href=#cpu>CPU</a> "
	               "<a href=#numbers>All numbers</a> "
	               "<a href=#environment>Environment</a>"
	               "</nav></header>\n");
}
