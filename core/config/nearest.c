/* nearest.c - edit distance with swaps (optimal string alignment). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "config/nearest.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* One row of the table: distances of a's first i letters to b's beginnings. */
static void fill_row(const char *a, size_t i, const char *b, size_t length,
                     size_t *const *rows)
{
	const size_t *before = rows[0], *last = rows[1];
	size_t *row = rows[2];

	row[0] = i;
	for (size_t j = 1; j <= length; j++) {
		char x = lower(a[i - 1]), y = lower(b[j - 1]);

		row[j] = smaller(last[j] + 1, row[j - 1] + 1);
		row[j] = smaller(row[j], last[j - 1] + (x != y));
		if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
			row[j] = smaller(row[j], before[j - 2] + 1);
	}
}

/* Without memory everything is far away: a hint is all that is lost. */
static size_t distance(const char *a, const char *b)
{
	size_t length = strlen(b), result;
	size_t *memory = calloc(3 * (length + 1), sizeof *memory);
	size_t *rows[3];

	if (!memory)
		return SIZE_MAX;
	for (size_t i = 0; i < 3; i++)
		rows[i] = memory + i * (length + 1);
	for (size_t j = 0; j <= length; j++)
		rows[2][j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t *oldest = rows[0];

		rows[0] = rows[1];
		rows[1] = rows[2];
		rows[2] = oldest;
		fill_row(a, i, b, length, rows);
	}
	result = rows[2][length];
	free(memory);
	return result;
}

const char *nearest_word(const char *word, const char *const *words,
                         size_t count)
{
	size_t length = strlen(word), best, limit = length / 3;
	const char *found = NULL;

	limit = limit < 1 ? 1 : limit > 3 ? 3 : limit;
	best = limit + 1;
	for (size_t i = 0; i < count; i++) {
		size_t other = strlen(words[i]), far;

		if (other > length + limit || length > other + limit)
			continue;
		far = distance(word, words[i]);
		if (far < best) {
			best = far;
			found = words[i];
		}
	}
	return found;
}
