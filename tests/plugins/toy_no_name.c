/* toy_no_name.c - a name that no section can give. */
#include "toy.h"

#define TOY_NAME "toy_no_name"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend, backend.name = "No Name")
