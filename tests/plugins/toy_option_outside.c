/* toy_option_outside.c - an option that would be written past its struct. */
#include "toy.h"

#define TOY_NAME         "toy_option_outside"
#define TOY_LABEL_OFFSET sizeof(struct toy_config)
#include "toy_backend.h"

BENCH_REGISTER(backend)
