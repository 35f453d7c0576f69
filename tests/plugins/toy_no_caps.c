/* toy_no_caps.c - lacks an operation that bench needs. */
#include "toy.h"

#define TOY_NAME "toy_no_caps"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend, backend.caps = NULL)
