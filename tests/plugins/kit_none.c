/* kit_none.c - the correct store, which passes every check. */
#include "kit_store.h"

BENCH_REGISTER(kit_backend)
