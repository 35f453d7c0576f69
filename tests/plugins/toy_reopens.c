/* toy_reopens.c - may be opened again in a process, and says at each opening in
 * which one.  With a label a write of 8 KiB ends the process. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include "toy.h"

static int say_where(const void *config, struct bench_ctx *ctx, void **target)
{
	fprintf(stderr, "opened in process %ld\n", (long)getpid());
	return toy_target_open(config, ctx, target);
}

static int again_caps(void *target, struct bench_caps *caps)
{
	int rc = toy_caps(target, caps);

	caps->props |= BENCH_REOPENS;
	return rc;
}

static int64_t crash_at_8k(void *file, const void *buf, size_t len,
                           uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;

	if (len == 8192 && handle->session->target->config->label) {
		signal(SIGSEGV, SIG_DFL);
		raise(SIGSEGV);
	}
	return toy_write(file, buf, len, off);
}

#define TOY_NAME        "toy_reopens"
#define TOY_TARGET_OPEN say_where
#define TOY_CAPS        again_caps
#define TOY_WRITE       crash_at_8k
#include "toy_backend.h"

BENCH_REGISTER(backend)
