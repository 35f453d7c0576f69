/* label.c - measures, cuts, pads and wraps text by columns.
 *
 * wcwidth() would need setlocale(), so the few ranges that matter stand in a
 * table here. */
#include "view/label.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "config/units.h"
#include "result/row.h"

/* One character as it will be shown. */
struct glyph {
	const char *bytes; /* what to print */
	size_t length;     /* bytes to print */
	size_t taken;      /* bytes of the text behind it; 0 at its end */
	size_t columns;
};

enum width { HIDDEN, ZERO, DOUBLE };

/* Characters that are not one column wide, in rising order. */
static const struct {
	uint32_t first, last;
	enum width width;
} widths[] = {
        {0x0080, 0x009f, HIDDEN},   {0x0300, 0x036f, ZERO},
        {0x1100, 0x115f, DOUBLE},   {0x200b, 0x200d, ZERO},
        {0x200e, 0x200f, HIDDEN},   {0x2028, 0x202e, HIDDEN},
        {0x2066, 0x2069, HIDDEN},   {0x2e80, 0xa4cf, DOUBLE},
        {0xac00, 0xd7a3, DOUBLE},   {0xf900, 0xfaff, DOUBLE},
        {0xfe00, 0xfe0f, ZERO},     {0xfe30, 0xfe6f, DOUBLE},
        {0xff00, 0xff60, DOUBLE},   {0xffe0, 0xffe6, DOUBLE},
        {0x1f300, 0x1faff, DOUBLE}, {0x20000, 0x3fffd, DOUBLE},
};

/* The length of the valid UTF-8 sequence at bytes, or 0. */
static size_t decode(const unsigned char *bytes, uint32_t *code)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = bytes[0] < 0x80   ? 1
	                : bytes[0] < 0xc0 ? 0
	                : bytes[0] < 0xe0 ? 2
	                : bytes[0] < 0xf0 ? 3
	                : bytes[0] < 0xf8 ? 4
	                                  : 0;

	if (length < 2) {
		*code = bytes[0];
		return length;
	}
	*code = bytes[0] & (0xffu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (bytes[i] & 0x3fu);
	}
	if (*code < smallest[length] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return length;
}

static struct glyph glyph_at(const char *text, bool utf8)
{
	uint32_t code;
	size_t length = decode((const unsigned char *)text, &code);
	struct glyph mark = {"?", 1, length > 0 ? length : 1, 1};
	struct glyph glyph = {text, length, length, 1};

	if (*text == '\0')
		return (struct glyph){text, 0, 0, 0};
	if (code == '\n' || code == '\r' || code == '\t')
		return (struct glyph){" ", 1, 1, 1};
	if (length == 0 || code < 0x20 || code == 0x7f || (code > 0x7f && !utf8))
		return mark;
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		if (code < widths[i].first || code > widths[i].last)
			continue;
		if (widths[i].width == HIDDEN)
			return mark;
		glyph.columns = widths[i].width == DOUBLE ? 2 : 0;
	}
	return glyph;
}

static void add_blanks(struct text *to, size_t count)
{
	while (count-- > 0)
		text_add_bytes(to, " ", 1);
}

/* Adds glyphs from text up to `end`. */
static void add_glyphs(struct text *to, const char *text, const char *end,
                       bool utf8)
{
	while (text < end) {
		struct glyph glyph = glyph_at(text, utf8);

		text_add_bytes(to, glyph.bytes, glyph.length);
		text += glyph.taken;
	}
}

/* Where the first `most` columns of text end. */
static const char *reach(const char *text, size_t most, bool utf8)
{
	struct glyph glyph;
	size_t columns = 0;

	while ((glyph = glyph_at(text, utf8)).taken > 0) {
		columns += glyph.columns;
		if (columns > most)
			break;
		text += glyph.taken;
	}
	return text;
}

/* The same, but at a blank if there is one. */
static const char *reach_blank(const char *text, size_t most, bool utf8)
{
	const char *end = reach(text, most, utf8);
	const char *blank = end;

	if (*end == '\0' || *end == ' ')
		return end;
	while (blank > text && *blank != ' ')
		blank--;
	return blank > text ? blank : end;
}

size_t label_columns(const char *text, bool utf8)
{
	struct glyph glyph;
	size_t columns = 0;

	for (; text && (glyph = glyph_at(text, utf8)).taken > 0;
	     text += glyph.taken)
		columns += glyph.columns;
	return columns;
}

void label_cut(struct text *to, const char *text, size_t most, bool utf8)
{
	if (!text || most == 0)
		return;
	if (label_columns(text, utf8) <= most) {
		add_glyphs(to, text, text + strlen(text), utf8);
		return;
	}
	add_glyphs(to, text, reach(text, most - 1, utf8), utf8);
	text_add_bytes(to, "~", 1);
}

void label_left(struct text *to, const char *text, size_t columns, bool utf8)
{
	size_t before = to->length, taken;

	label_cut(to, text, columns, utf8);
	if (to->failed)
		return;
	taken = to->bytes ? label_columns(to->bytes + before, true) : 0;
	add_blanks(to, taken < columns ? columns - taken : 0);
}

void label_right(struct text *to, const char *text, size_t columns, bool utf8)
{
	struct text cut = {0};
	size_t taken;

	label_cut(&cut, text, columns, utf8);
	taken = label_columns(cut.bytes, true);
	add_blanks(to, taken < columns ? columns - taken : 0);
	text_add_bytes(to, cut.bytes ? cut.bytes : "", cut.length);
	to->failed = to->failed || cut.failed;
	text_free(&cut);
}

void label_wrap(struct text *to, const char *sentence, size_t first,
                size_t others, bool utf8)
{
	size_t indent = first;

	if (!sentence)
		return;
	do {
		const char *end = reach_blank(sentence, LABEL_LINE - indent, utf8);

		add_blanks(to, indent);
		add_glyphs(to, sentence, end, utf8);
		text_add_bytes(to, "\n", 1);
		sentence = end;
		while (*sentence == ' ')
			sentence++;
		indent = others;
	} while (*sentence != '\0');
}

char *label_size(uint64_t size, char *buffer)
{
	if (size != RESULT_NO_COUNT)
		return units_print_size_label(size, buffer);
	buffer[0] = '-';
	buffer[1] = '\0';
	return buffer;
}

char *label_sizes(uint64_t file_size, uint64_t record_size, char *buffer)
{
	char size[UNITS_TEXT];
	size_t length;

	buffer[0] = '\0';
	if (file_size == RESULT_NO_COUNT)
		return buffer;
	snprintf(buffer, LABEL_SIZES, "%s", label_size(file_size, size));
	length = strlen(buffer);
	if (record_size != RESULT_NO_COUNT)
		snprintf(buffer + length, LABEL_SIZES - length, "/%s",
		         label_size(record_size, size));
	return buffer;
}

char *label_size_within(uint64_t size, size_t most, char *buffer)
{
	static const char letters[] = "KMGTPE";

	label_size(size, buffer);
	for (size_t i = 0; letters[i] != '\0' && strlen(buffer) > most; i++) {
		unsigned shift = 10 * ((unsigned)i + 1);
		uint64_t half = UINT64_C(1) << (shift - 1);

		snprintf(buffer, UNITS_TEXT, "~%" PRIu64 "%c",
		         (size >> shift) + ((size & half) != 0), letters[i]);
	}
	return buffer;
}
