/* toy_abi_major.c - built for another major version of the contract. */
#include "toy.h"

#define TOY_NAME "toy_abi_major"
#include "toy_backend.h"
#include "toy_entry.h"

TOY_REGISTER_SPOILT(backend, backend.abi_major = 7)
