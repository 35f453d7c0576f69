/* toy_delays.c - every record takes some percent longer than it took: how many
 * says the label, as in delays://10.  For comparisons that must find it. */
#include <time.h>
#include "toy.h"

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Goes on in circles: a sleep would take far longer than it is asked to. */
static void delay(const struct toy_file *handle, int64_t began)
{
	const char *label = handle->session->target->config->label;
	long percent = label ? strtol(label, NULL, 10) : 0;
	int64_t end = now_ns();

	end += (end - began) * percent / 100;
	while (now_ns() < end) {
		/* until then */
	}
}

static int64_t read_late(void *file, void *buf, size_t len, uint64_t off)
{
	int64_t began = now_ns(), got = toy_read(file, buf, len, off);

	delay((const struct toy_file *)file, began);
	return got;
}

static int64_t write_late(void *file, const void *buf, size_t len, uint64_t off)
{
	int64_t began = now_ns(), put = toy_write(file, buf, len, off);

	delay((const struct toy_file *)file, began);
	return put;
}

#define TOY_NAME    "toy_delays"
#define TOY_SCHEMES "delays"
#define TOY_READ    read_late
#define TOY_WRITE   write_late
#include "toy_backend.h"

BENCH_REGISTER(backend)
