/* order.c - permutations of record numbers. */
#include "workload/order.h"

#include <stdlib.h>

/* A number below `bound` without bias: values of the ragged end are drawn
 * again. */
static uint64_t random_below(uint64_t *state, uint64_t bound)
{
	uint64_t unfair = (0 - bound) % bound;
	uint64_t value;

	do
		value = data_random(state);
	while (value < unfair);
	return value % bound;
}

uint32_t *order_random(uint64_t count, uint64_t seed)
{
	uint32_t *order;

	if (count == 0 || count > UINT32_MAX)
		return NULL;
	order = malloc(count * sizeof *order);
	if (!order)
		return NULL;
	for (uint64_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	for (uint64_t i = count - 1; i > 0; i--) {
		uint64_t other = random_below(&seed, i + 1);
		uint32_t kept = order[i];

		order[i] = order[other];
		order[other] = kept;
	}
	return order;
}

/* Rounds of the network; four are enough to look random (Luby and Rackoff). */
#define ROUNDS 4

uint64_t order_permuted(uint64_t count, uint64_t seed, uint64_t index)
{
	unsigned bits = count > 1 ? 64u - (unsigned)__builtin_clzll(count - 1) : 1;
	unsigned half = (bits + 1) / 2;
	uint64_t mask = (UINT64_C(1) << half) - 1;

	do {
		uint64_t left = index >> half, right = index & mask;

		for (uint64_t i = 0; i < ROUNDS; i++) {
			uint64_t mixed = order_hash(seed + i, right) & mask;
			uint64_t kept = right;

			right = left ^ mixed;
			left = kept;
		}
		index = left << half | right;
	} while (index >= count);
	return index;
}
