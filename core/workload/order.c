/* order.c - permutations of record numbers. */
#include "workload/order.h"

#include <stdlib.h>
#include "workload/data.h"

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
