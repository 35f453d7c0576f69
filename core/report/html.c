/* html.c - escapes, and figures as they are printed. */
#include "report/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "result/clean.h"
#include "result/csv.h"

static const char *entity(char character)
{
	switch (character) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void html_text(struct text *page, const char *text)
{
	char *clean = text ? clean_text(text) : NULL;

	if (text && !clean)
		page->failed = true;
	for (const char *at = clean; at && *at != '\0';) {
		size_t plain = strcspn(at, "&<>\"'");

		text_add_bytes(page, at, plain);
		at += plain;
		if (*at != '\0')
			text_add(page, "%s", entity(*at++));
	}
	free(clean);
}

void html_json(struct text *page, const char *json)
{
	while (*json != '\0') {
		size_t plain = strcspn(json, "<");

		text_add_bytes(page, json, plain);
		json += plain;
		if (*json != '\0') {
			text_add(page, "\\u003c");
			json++;
		}
	}
}

/* 12345 as 12,345; what has no four digits in a row before its point is as it
 * was. */
static void add_parted(struct text *page, const char *digits)
{
	size_t whole = strspn(digits, "0123456789");

	if (strchr(digits, 'e'))
		whole = 0;
	for (size_t i = 0; i < whole; i++)
		text_add(page, "%s%c", i > 0 && (whole - i) % 3 == 0 ? "," : "",
		         digits[i]);
	text_add(page, "%s", digits + whole);
}

void html_rate(struct text *page, double value, double divisor)
{
	char buffer[UNITS_TEXT];

	if (isfinite(value))
		add_parted(page, units_print_rate(value, divisor, buffer));
	else
		text_add(page, HTML_NOTHING);
}

void html_real(struct text *page, double value, unsigned decimals)
{
	char buffer[400];

	csv_real(value, decimals, buffer, sizeof buffer);
	text_add(page, "%s", buffer[0] != '\0' ? buffer : HTML_NOTHING);
}

void html_td_real(struct text *page, double value, unsigned decimals)
{
	text_add(page, "<td>");
	html_real(page, value, decimals);
}

void html_td_text(struct text *page, const char *text)
{
	text_add(page, "<td>");
	html_text(page, text);
}

void html_td_size(struct text *page, uint64_t size)
{
	char buffer[UNITS_TEXT];

	text_add(page, "<td>%s",
	         size == UINT64_MAX ? HTML_NOTHING
	                            : units_print_size_label(size, buffer));
}

void html_td_count(struct text *page, uint64_t count)
{
	if (count == UINT64_MAX)
		text_add(page, "<td>" HTML_NOTHING);
	else
		text_add(page, "<td>%" PRIu64, count);
}
