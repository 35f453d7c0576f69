/* parts.c - names, sizes and files of exports. */
#include "export/parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "result/clean.h"
#include "result/csv.h"
#include "result/output.h"

void parts_escape(struct text *to, const char *text, const char *special)
{
	char *clean = clean_text(text);

	to->failed = to->failed || !clean;
	for (const char *at = clean; at && *at; at++) {
		if (strchr(special, *at))
			text_add(to, "\\");
		text_add_bytes(to, at, 1);
	}
	free(clean);
}

void parts_real(struct text *to, double value, unsigned decimals)
{
	char buffer[400];

	csv_real(value, decimals, buffer, sizeof buffer);
	text_add(to, "%s", buffer);
}

unsigned parts_decimals(const struct summary_cell *cell)
{
	return cell->by_ops ? 3 : 0;
}

bool parts_has_rate(const struct summary_cell *cell)
{
	return cell && cell->count > 0 && cell->rate.count > 0;
}

bool parts_is_of(const struct parts_key *key, const struct summary_cell *cell)
{
	return cell->file_size != RESULT_NO_COUNT &&
	       cell->record_size != RESULT_NO_COUNT &&
	       key->threads == cell->threads && key->depth == cell->depth &&
	       strcmp(key->target, cell->target) == 0 &&
	       strcmp(key->test, cell->test) == 0;
}

struct parts_key *parts_keys(const struct summary *summary, size_t *count)
{
	struct parts_key *keys = calloc(summary->count + 1, sizeof *keys);

	*count = 0;
	for (size_t i = 0; keys && i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];
		struct parts_key key = {cell->target, cell->test, cell->threads,
		                        cell->depth};
		size_t at = 0;

		while (at < *count && !parts_is_of(&keys[at], cell))
			at++;
		if (at == *count && parts_is_of(&key, cell))
			keys[(*count)++] = key;
	}
	return keys;
}

static int compare_sizes(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

uint64_t *parts_sizes(const struct summary *summary,
                      const struct parts_key *key, bool of_records,
                      size_t *count)
{
	uint64_t *sizes = calloc(summary->count + 1, sizeof *sizes);
	size_t all = 0;

	*count = 0;
	for (size_t i = 0; sizes && i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (parts_is_of(key, cell))
			sizes[all++] = of_records ? cell->record_size : cell->file_size;
	}
	if (all)
		qsort(sizes, all, sizeof *sizes, compare_sizes);
	for (size_t i = 0; i < all; i++)
		if (i == 0 || sizes[i] != sizes[*count - 1])
			sizes[(*count)++] = sizes[i];
	return sizes;
}

static void add_safe(struct text *to, const char *name)
{
	for (; *name; name++) {
		bool safe = isascii((unsigned char)*name) &&
		            (isalnum((unsigned char)*name) || *name == '_');

		text_add(to, "%c", safe ? *name : '_');
	}
}

static char *plain_name(const struct parts_key *key)
{
	struct text name = {0};

	add_safe(&name, key->target);
	text_add(&name, "-");
	add_safe(&name, key->test);
	if (key->threads != RESULT_NO_COUNT && key->threads != 1)
		text_add(&name, "-t%llu", (unsigned long long)key->threads);
	if (key->depth != RESULT_NO_COUNT && key->depth != 1)
		text_add(&name, "-d%llu", (unsigned long long)key->depth);
	return text_take(&name);
}

/* Two names may become one: the later ones get a number, which no plain name
 * ends with. */
char *parts_name(const struct parts_key *keys, size_t i)
{
	char *name = plain_name(&keys[i]), *numbered;
	size_t twins = 0;

	for (size_t j = 0; name && j < i; j++) {
		char *other = plain_name(&keys[j]);

		if (!other) {
			free(name);
			return NULL;
		}
		twins += strcmp(name, other) == 0;
		free(other);
	}
	if (!name || twins == 0)
		return name;
	numbered = text_format("%s-n%zu", name, twins + 1);
	free(name);
	return numbered;
}

int parts_directory(const char *directory, char **why)
{
	struct stat status;

	if (mkdir(directory, 0777) == 0)
		return 0;
	if (errno == EEXIST && stat(directory, &status) == 0 &&
	    S_ISDIR(status.st_mode))
		return 0;
	return failure(why, errno, "%s cannot be made a directory: %s", directory,
	               strerror(errno));
}

int parts_write(const char *directory, const char *name, struct text *text,
                char **why)
{
	char *path = text_format("%s/%s", directory, name);
	int error;

	if (!path || text->failed)
		error = failure(why, ENOMEM, "no memory for %s/%s", directory, name);
	else
		error = output_replace_file(path, text->bytes ? text->bytes : "",
		                            text->length, why);
	free(path);
	text_free(text);
	return error;
}
