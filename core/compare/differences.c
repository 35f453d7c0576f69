/* differences.c - the list of them, each once. */
#include "compare/differences.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static char *name_targets(const struct difference_key *key)
{
	if (!key->target_a)
		return NULL;
	if (strcmp(key->target_a, key->target_b) == 0)
		return text_copy(key->target_a);
	return text_format("%s and %s", key->target_a, key->target_b);
}

static void free_one(struct difference *difference)
{
	free(difference->target);
	free(difference->what);
	free(difference->a);
	free(difference->b);
}

static struct difference *find(struct differences *differences,
                               const struct difference *wanted)
{
	for (size_t i = 0; i < differences->count; i++) {
		struct difference *each = &differences->list[i];

		if (same_text(each->what, wanted->what) &&
		    same_text(each->target, wanted->target) &&
		    same_text(each->a, wanted->a) && same_text(each->b, wanted->b))
			return each;
	}
	return NULL;
}

static int grow(struct differences *differences)
{
	size_t capacity = differences->capacity ? differences->capacity * 2 : 16;
	struct difference *list;

	if (differences->count < differences->capacity)
		return 0;
	list = realloc(differences->list, capacity * sizeof *list);
	if (!list)
		return -ENOMEM;
	differences->list = list;
	differences->capacity = capacity;
	return 0;
}

int differences_add(struct differences *differences,
                    const struct difference_key *key)
{
	struct difference one = {.target = name_targets(key),
	                         .what = text_copy(key->what),
	                         .a = text_copy(key->a),
	                         .b = text_copy(key->b),
	                         .cells = key->of_cell,
	                         .refuses = key->refuses};
	struct difference *known = find(differences, &one);
	bool whole = one.what && (one.target || !key->target_a) &&
	             (one.a || !key->a) && (one.b || !key->b);

	if (known && whole) {
		known->cells += one.cells;
		free_one(&one);
		return 0;
	}
	if (!whole || grow(differences) != 0) {
		free_one(&one);
		return -ENOMEM;
	}
	differences->list[differences->count++] = one;
	differences->refusing += one.refuses;
	return 0;
}

int differences_find(const struct side *a, const struct side *b,
                     const struct matches *matches, struct differences *out)
{
	int error;

	*out = (struct differences){0};
	error = differences_of_rows(a, b, matches, out);
	return error ? error : differences_of_runs(a, b, matches, out);
}

void differences_free(struct differences *differences)
{
	for (size_t i = 0; i < differences->count; i++)
		free_one(&differences->list[i]);
	free(differences->list);
	*differences = (struct differences){0};
}

char *differences_sentence(const struct difference *difference)
{
	struct text line = {0};

	if (difference->target)
		text_add(&line, "target %s: ", difference->target);
	text_add(&line, "%s: ", difference->what);
	if (difference->a && difference->b)
		text_add(&line, "%s in A, %s in B", difference->a, difference->b);
	else
		text_add(&line, "%s in %s, not told in %s",
		         difference->a ? difference->a : difference->b,
		         difference->a ? "A" : "B", difference->a ? "B" : "A");
	if (difference->cells)
		text_add(&line, " (%zu cell%s)", difference->cells,
		         difference->cells == 1 ? "" : "s");
	return text_take(&line);
}
