/* toy_fails.c - each write fails and says why. */
#include "toy.h"

static int64_t fail(void *file, const void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;

	(void)buf;
	bench->fail(handle->session->ctx, "the toy disk is scratched at %llu (%zu)",
	            (unsigned long long)off, len);
	return -EIO;
}

#define TOY_NAME  "toy_fails"
#define TOY_WRITE fail
#include "toy_backend.h"

BENCH_REGISTER(backend)
