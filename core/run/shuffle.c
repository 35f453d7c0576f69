/* shuffle.c - Fisher and Yates, from the last place down. */
#include "run/shuffle.h"

#include "workload/data.h"

#define ROUND_STEP UINT64_C(0x9e3779b97f4a7c15)

const char shuffle_rule[] =
        "blocks are numbered as planned, from 0; round r shuffles them by "
        "Fisher and Yates from the last place down, exchanging place i - 1 "
        "with place random % i, random being splitmix64 started at seed + r * "
        "0x9e3779b97f4a7c15; targets stand in their order in odd rounds and "
        "backwards in even ones";

const char shuffle_rule_listed[] =
        "blocks stand as planned in each round; targets stand in their order "
        "in odd rounds and backwards in even ones";

void shuffle_list(size_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++)
		order[i] = i;
}

void shuffle_blocks(size_t *order, size_t count, uint64_t seed, unsigned round)
{
	uint64_t state = seed + round * ROUND_STEP;

	shuffle_list(order, count);
	for (size_t i = count; i > 1; i--) {
		size_t other = (size_t)(data_random(&state) % i);
		size_t kept = order[i - 1];

		order[i - 1] = order[other];
		order[other] = kept;
	}
}

size_t shuffle_target(size_t position, size_t count, unsigned round)
{
	return round % 2 ? position : count - 1 - position;
}
