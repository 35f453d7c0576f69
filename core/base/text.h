/* text.h - growing strings, and failures as a value with a sentence.
 *
 * The floor of the house: knows nothing of the rest of bench. */
#ifndef BENCH_BASE_TEXT_H
#define BENCH_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define TEXT_PRINTF(format_index, first_index)                                 \
	__attribute__((format(printf, format_index, first_index)))

/* A growing string.  Zero-initialise it: struct text t = {0}.  `bytes` is NULL
 * or ends with a NUL at bytes[length].  Once memory ran out `failed` stays
 * true, later additions do nothing, and text_take() returns NULL. */
struct text {
	char *bytes;
	size_t length, capacity;
	bool failed;
};

void text_add(struct text *text, const char *format, ...) TEXT_PRINTF(2, 3);
void text_add_bytes(struct text *text, const void *bytes, size_t length);
/* Hands the string over (the caller frees it; "" when nothing was added) and
 * leaves an empty text.  NULL when memory ran out. */
char *text_take(struct text *text);
void text_free(struct text *text);

/* printf into fresh memory; NULL when there is none. */
char *text_format(const char *format, ...) TEXT_PRINTF(1, 2);
/* strdup that takes NULL for NULL. */
char *text_copy(const char *string);

/* How functions fail: they put one sentence that a person can act on (what,
 * where, what was expected, what to do; no newline, no capital, no full stop)
 * into *why and return a negative errno.  *why is NULL before the call, is set
 * only on failure, and belongs to the caller afterwards.  why itself may be
 * NULL.
 *
 *     return failure(why, EINVAL, "%s: expected a size such as 64k", text);
 */
int failure(char **why, int error, const char *format, ...) TEXT_PRINTF(3, 4);

#endif
