/* toy_stream.c - takes offsets upwards only and writes nothing twice. */
#include "toy.h"

/* Streams are strict about it, so that a harness that asks for more is found
 * out. */
static int64_t append(void *file, const void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;

	if (off != handle->node->size) {
		bench->fail(handle->session->ctx,
		            "a stream writes at its end (%zu), not at %llu",
		            handle->node->size, (unsigned long long)off);
		return -ESPIPE;
	}
	return toy_write(file, buf, len, off);
}

static int64_t read_on(void *file, void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;
	int64_t got;

	if (off != handle->next && off != 0) {
		bench->fail(handle->session->ctx,
		            "a stream reads on at %llu or from 0, not at %llu",
		            (unsigned long long)handle->next, (unsigned long long)off);
		return -ESPIPE;
	}
	got = toy_read(file, buf, len, off);
	handle->next = off + (uint64_t)(got > 0 ? got : 0);
	return got;
}

static int stream_caps(void *target, struct bench_caps *caps)
{
	int rc = toy_caps(target, caps);

	caps->props = BENCH_KEEPS | BENCH_MEMORY;
	return rc;
}

#define TOY_NAME  "toy_stream"
#define TOY_WRITE append
#define TOY_READ  read_on
#define TOY_CAPS  stream_caps
#include "toy_backend.h"

BENCH_REGISTER(backend)
