/* keys.c - cells by target, tool, test, sizes, threads and depth. */
#include "import/keys.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = mix(hash, (unsigned char)*text);
	return mix(hash, 256);
}

static uint64_t hash_of(const struct result_row *row)
{
	uint64_t hash = mix_text(1, row->target);

	hash = mix_text(mix_text(hash, row->backend), row->test);
	hash = mix(mix(hash, row->file_size), row->record_size);
	return mix(mix(hash, row->threads), row->depth);
}

static bool same(const struct result_row *a, const struct result_row *b)
{
	return a->file_size == b->file_size && a->record_size == b->record_size &&
	       a->threads == b->threads && a->depth == b->depth &&
	       strcmp(a->target, b->target) == 0 &&
	       strcmp(a->backend, b->backend) == 0 && strcmp(a->test, b->test) == 0;
}

static struct keys_entry *find(struct keys_entry *slots, size_t size,
                               const struct result_row *rows,
                               const struct result_row *row)
{
	size_t at = (size_t)(hash_of(row) & (size - 1));

	while (slots[at].index && !same(&rows[slots[at].index - 1], row))
		at = (at + 1) & (size - 1);
	return &slots[at];
}

static bool grow(struct keys *keys, const struct result_row *rows)
{
	size_t size = keys->size ? keys->size * 2 : 256;
	struct keys_entry *slots = calloc(size, sizeof *slots);

	if (!slots)
		return false;
	for (size_t i = 0; i < keys->size; i++)
		if (keys->slots[i].index)
			*find(slots, size, rows, &rows[keys->slots[i].index - 1]) =
			        keys->slots[i];
	free(keys->slots);
	keys->slots = slots;
	keys->size = size;
	return true;
}

struct keys_entry *keys_of(struct keys *keys, const struct result_row *rows,
                           size_t index)
{
	struct keys_entry *entry;

	if (keys->count * 2 >= keys->size && !grow(keys, rows))
		return NULL;
	entry = find(keys->slots, keys->size, rows, &rows[index]);
	if (!entry->index) {
		entry->index = index + 1;
		keys->count++;
	}
	return entry;
}

const struct keys_entry *keys_find(const struct keys *keys,
                                   const struct result_row *rows,
                                   const struct result_row *row)
{
	const struct keys_entry *entry;

	if (!keys->size)
		return NULL;
	entry = find(keys->slots, keys->size, rows, row);
	return entry->index ? entry : NULL;
}

void keys_free(struct keys *keys)
{
	free(keys->slots);
	*keys = (struct keys){0};
}
