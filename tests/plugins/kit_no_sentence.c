/* kit_no_sentence.c - an error without a word, of a number that nobody knows.
 */
#include "kit_store.h"

static int opens(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	return toy_open(session, name, flags, size_hint, file) ? -4095 : 0;
}

KIT_FAULT("kit_no_sentence", open, opens)
