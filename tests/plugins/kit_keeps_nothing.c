/* kit_keeps_nothing.c - claims BENCH_KEEPS, and a file is empty once it is
 * closed. */
#include "kit_store.h"

static int forgets(void *file)
{
	((struct toy_file *)file)->node->size = 0;
	return toy_close(file);
}

KIT_FAULT("kit_keeps_nothing", close, forgets)
