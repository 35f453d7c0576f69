/* selftest_walk.c - does the clock ever go back, on one processor or from one
 * to another? */
#include "command/selftest_walk.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include "measure/pin.h"

#define CPUS       32 /* that many are looked at; a minute at most in all */
#define PAIR_NS    (100 * CLOCK_NS_PER_S / 1000)
#define TURNS      20000
#define IDLE_TURNS 1000

/* The counter may be read before what stands before it in the program; between
 * two processors that would look like a step back. */
static inline uint64_t ordered_ticks(const struct clock_source *source)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#endif
	return clock_ticks(source);
}

/* Those of "0-3,8", CPUS at most. */
static size_t read_cpus(unsigned cpus[CPUS])
{
	char *list = pin_allowed(), *at = list;
	size_t count = 0;

	while (at && *at) {
		unsigned long first = strtoul(at, &at, 10), last = first;

		if (*at == '-')
			last = strtoul(at + 1, &at, 10);
		for (; first <= last && count < CPUS; first++)
			cpus[count++] = (unsigned)first;
		if (*at != ',')
			break;
		at++;
	}
	free(list);
	return count;
}

/* One processor: a million readings in a row. */
struct walk {
	const struct clock_source *source;
	unsigned cpu;
	bool pinned;
	uint64_t back, step; /* readings that went back; the least step forward */
};

static void *walk(void *argument)
{
	struct walk *self = argument;
	uint64_t last;

	self->pinned = pin_thread(self->cpu, NULL) == 0;
	self->step = UINT64_MAX;
	last = ordered_ticks(self->source);
	for (int i = 0; self->pinned && i < SELFTEST_READINGS; i++) {
		uint64_t now = ordered_ticks(self->source);

		self->back += now < last;
		if (now > last && now - last < self->step)
			self->step = now - last;
		last = now;
	}
	return NULL;
}

/* Two processors that read in turns, each after the other has. */
struct pair {
	const struct clock_source *source;
	int64_t limit;
	atomic_uint turn;
	atomic_bool over;
	uint64_t last, back, most_back; /* of whoever's turn it is */
};

struct player {
	struct pair *pair;
	unsigned cpu, parity;
	bool pinned;
};

static void take_turn(struct pair *pair)
{
	uint64_t now = ordered_ticks(pair->source);

	if (now < pair->last) {
		pair->back++;
		if (pair->last - now > pair->most_back)
			pair->most_back = pair->last - now;
	}
	pair->last = now;
}

static void *play(void *argument)
{
	struct player *self = argument;
	struct pair *pair = self->pair;
	unsigned idle = 0;

	self->pinned = pin_thread(self->cpu, NULL) == 0;
	if (!self->pinned)
		atomic_store(&pair->over, true);
	while (!atomic_load(&pair->over)) {
		unsigned turn = atomic_load(&pair->turn);

		if (turn % 2 == self->parity) {
			take_turn(pair);
			atomic_store(&pair->turn, turn + 1);
			idle = 0;
			if (turn + 1 >= TURNS)
				atomic_store(&pair->over, true);
		} else if (++idle % IDLE_TURNS == 0) {
			if (clock_now_ns() > pair->limit)
				atomic_store(&pair->over, true);
			sched_yield();
		}
	}
	return NULL;
}

/* False where no threads are to be had. */
static bool play_pair(struct pair *pair, struct player players[2])
{
	pthread_t threads[2];

	pair->limit = clock_now_ns() + PAIR_NS;
	if (pthread_create(&threads[0], NULL, play, &players[0]))
		return false;
	if (pthread_create(&threads[1], NULL, play, &players[1])) {
		atomic_store(&pair->over, true);
		pthread_join(threads[0], NULL);
		return false;
	}
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return players[0].pinned && players[1].pinned;
}

static void walk_all(const struct clock_source *source, const unsigned *cpus,
                     size_t count, struct selftest_walks *out)
{
	for (size_t i = 0; i < count; i++) {
		struct walk one = {.source = source, .cpu = cpus[i]};
		pthread_t thread;

		if (pthread_create(&thread, NULL, walk, &one))
			continue;
		pthread_join(thread, NULL);
		out->walked += one.pinned;
		out->back += one.back;
		if (one.step < out->step)
			out->step = one.step;
	}
}

static void pair_all(const struct clock_source *source, const unsigned *cpus,
                     size_t count, struct selftest_walks *out)
{
	for (size_t i = 1; i < count; i++) {
		struct pair pair = {.source = source};
		struct player players[2] = {{&pair, cpus[0], 0, false},
		                            {&pair, cpus[i], 1, false}};

		if (!play_pair(&pair, players))
			continue;
		out->paired++;
		out->turns += atomic_load(&pair.turn);
		out->pair_back += pair.back;
		if (pair.most_back > out->most_back)
			out->most_back = pair.most_back;
	}
}

void selftest_walk(const struct clock_source *source,
                   struct selftest_walks *out)
{
	unsigned cpus[CPUS];

	*out = (struct selftest_walks){.step = UINT64_MAX};
	out->cpus = read_cpus(cpus);
	walk_all(source, cpus, out->cpus, out);
	pair_all(source, cpus, out->cpus, out);
}
