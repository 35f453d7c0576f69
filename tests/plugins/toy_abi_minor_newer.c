/* toy_abi_minor_newer.c - built for a later version than this bench. */
#include "toy.h"

#define TOY_NAME "toy_abi_minor_newer"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend, backend.abi_minor = 3)
