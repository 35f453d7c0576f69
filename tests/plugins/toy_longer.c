/* toy_longer.c - a table with members that this bench does not know yet, and
 * options with longer lines: accepted, the rest is left alone. */
#include "toy.h"

#define TOY_NAME "toy_longer"
#include "toy_backend.h"

static struct {
	struct bench_backend known;
	void *later[4];
} longer;

static struct {
	struct bench_opt known;
	void *later[2];
} longer_options[3];

static void lengthen(void)
{
	for (size_t i = 0; i < 3; i++) {
		longer_options[i].known = toy_options[i];
		longer_options[i].later[0] = longer_options;
	}
	longer.known = backend;
	longer.known.size = (uint32_t)sizeof(longer);
	longer.known.opt_size = (uint32_t)sizeof(longer_options[0]);
	longer.known.options = &longer_options[0].known;
	longer.later[0] = &longer;
}

const struct bench_host *bench;
BENCH_PUBLIC const struct bench_backend *
bench_plugin_entry(const struct bench_host *host);

const struct bench_backend *bench_plugin_entry(const struct bench_host *host)
{
	bench = host;
	backend.magic = BENCH_MAGIC;
	backend.abi_major = BENCH_ABI_MAJOR;
	backend.abi_minor = BENCH_ABI_MINOR;
	lengthen();
	return &longer.known;
}
