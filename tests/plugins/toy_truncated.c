/* toy_truncated.c - a table that ends too early. */
#include "toy.h"

#define TOY_NAME "toy_truncated"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend,
                    backend.size = (uint32_t)BENCH_BACKEND_SIZE_1_0 - 8)
