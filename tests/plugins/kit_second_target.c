/* kit_second_target.c - the target can be opened once in a process. */
#include "kit_store.h"

static int opened;

static int opens_once(const void *config, struct bench_ctx *ctx, void **target)
{
	if (opened++ > 0) {
		bench->fail(ctx, "the library was shut down already");
		return -EIO;
	}
	return toy_target_open(config, ctx, target);
}

KIT_FAULT("kit_second_target", target_open, opens_once)
