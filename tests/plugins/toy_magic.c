/* toy_magic.c - a function of the right name with another purpose. */
#include "toy.h"

#define TOY_NAME "toy_magic"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend, backend.magic = 0x12345678)
