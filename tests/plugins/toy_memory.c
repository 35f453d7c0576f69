/* toy_memory.c - the reference toy: does everything right. */
#include "toy.h"

#define TOY_NAME    "toy_memory"
#define TOY_SCHEMES "toy"
#include "toy_backend.h"

BENCH_REGISTER(backend)
