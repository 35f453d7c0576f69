/* verify.c - the book of what each record holds, and the checks by it. */
#include "workload/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "workload/lane.h"
#include "workload/order.h"

/* A book of more would take 1 GiB of each lane's. */
#define MOST_RECORDS (UINT64_C(1) << 28)

static struct bench_pattern pattern_of(const struct workload_lane *lane,
                                       uint64_t generation)
{
	return (struct bench_pattern){.seed = lane->cell->seed,
	                              .file = lane->index,
	                              .generation = generation};
}

bool verify_wants(const struct workload_lane *lane, uint64_t number)
{
	if (!lane->written || lane->written[number] == 0)
		return false;
	return lane->cell->verify == WORKLOAD_VERIFY_ALL ||
	       number % WORKLOAD_SAMPLE == 0 || number + 1 == lane->written_count;
}

void verify_forget(struct workload_lane *lane)
{
	free(lane->written);
	lane->written = NULL;
	lane->written_count = 0;
	lane->uniform = false;
}

int verify_prepare(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	uint64_t count = order_records(cell->file_size, cell->record_size);

	if (!cell->verify) {
		verify_forget(lane);
		return 0;
	}
	if (lane->written && lane->written_count == count)
		return 0;
	verify_forget(lane);
	lane->layout = 0;
	if (count <= MOST_RECORDS)
		lane->written = calloc((size_t)count, sizeof *lane->written);
	if (!lane->written)
		return lane_fail(lane, -ENOMEM, "book of records to verify");
	lane->written_count = count;
	return 0;
}

int verify_start_pass(struct workload_lane *lane)
{
	bool writes = workload_writes(lane->cell->test);
	struct bench_pattern pattern;
	int error;

	if (!lane->cell->verify)
		return 0;
	if (writes) {
		lane->generation++;
		lane->uniform = false;
	}
	pattern = pattern_of(lane, lane->generation);
	if (!lane->backend->expect || (!writes && !lane->uniform))
		return 0;
	error = lane->backend->expect(lane->file, &pattern);
	return error < 0 && error != -ENOTSUP ? lane_fail(lane, error, "expect")
	                                      : 0;
}

void verify_end_pass(struct workload_lane *lane)
{
	bool uniform = lane->written != NULL;

	for (uint64_t i = 0; uniform && i < lane->written_count; i++)
		uniform = lane->written[i] == (uint32_t)lane->generation;
	lane->uniform = uniform;
}

void verify_new_file(struct workload_lane *lane)
{
	lane->uniform = false;
	if (lane->written)
		memset(lane->written, 0, lane->written_count * sizeof *lane->written);
}

void verify_filled(struct workload_lane *lane)
{
	for (uint64_t i = 0; i < lane->written_count; i++)
		lane->written[i] = (uint32_t)lane->generation;
	verify_end_pass(lane);
}

void verify_make(const struct workload_lane *lane, void *buffer, size_t length,
                 uint64_t offset)
{
	struct bench_pattern pattern = pattern_of(lane, lane->generation);

	pattern_fill(&pattern, buffer, length, offset);
}

void verify_wrote(struct workload_lane *lane, uint64_t number, bool good)
{
	if (lane->written)
		lane->written[number] = good ? (uint32_t)lane->generation : 0;
}

void verify_spoil(const struct workload_lane *lane, uint64_t number,
                  void *buffer, size_t length)
{
	if (verify_wants(lane, number))
		memset(buffer, VERIFY_SPOILT, length);
}

int verify_check(struct workload_lane *lane, uint64_t number,
                 const void *buffer, size_t length, uint64_t offset)
{
	struct verify_fault fault = {
	        .lane = lane, .bytes = buffer, .length = length, .offset = offset};

	if (!verify_wants(lane, number))
		return 0;
	fault.expected = pattern_of(lane, lane->written[number]);
	fault.wrong = pattern_check(&fault.expected, buffer, length, offset);
	if (fault.wrong == length) {
		lane->tally.verified_bytes += length;
		return 0;
	}
	return lane_fail_with(lane, -EILSEQ, verify_explain(&fault));
}
