/* toy_opt_truncated.c - an options table with lines that end too early. */
#include "toy.h"

#define TOY_NAME "toy_opt_truncated"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend,
                    backend.opt_size = (uint32_t)BENCH_OPT_SIZE_1_0 - 8)
