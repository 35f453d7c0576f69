/* check_depth.c - many records in flight: each comes back once, with its own
 * result and its own bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/pattern.h"
#include "kit/parts.h"
#include "measure/clock.h"

#define LONGEST ((uint64_t)4096)
/* No record came back for so long: it is lost. */
#define PATIENCE_NS (3 * CLOCK_NS_PER_S)
/* What returns "at once" may take, on a busy machine. */
#define AT_ONCE_NS (CLOCK_NS_PER_S)

enum record_state { WAITING, FLYING, LANDED };

struct record {
	struct bench_io io; /* first: the way back from what reap() hands over */
	enum record_state state;
	unsigned char *bytes;
};

struct flight {
	struct kit_lane *lane;
	struct kit_file file;
	struct bench_pattern pattern;
	unsigned depth, count, landed, flying;
	unsigned refused; /* writes that came back with -ENOTSUP */
	bool compare;
	struct record *records;
	struct record **order; /* of submission */
	struct bench_io **room;
	unsigned char *bytes;
};

/* Random targets get records of unlike lengths, so that a result that belongs
 * to another record is told apart. */
static size_t length_of(const struct flight *flight, unsigned number)
{
	const struct kit *kit = flight->lane->kit;
	uint64_t unit = kit_unit(kit);
	size_t length = kit_record(kit, LONGEST);

	if (!kit_random(kit) || length < 16 * unit)
		return length;
	return length - (size_t)(number % 8 * unit);
}

static void lay_out(struct flight *flight, enum bench_op op)
{
	const struct kit *kit = flight->lane->kit;
	size_t most = kit_record(kit, LONGEST);
	uint64_t off = 0;

	flight->landed = flight->flying = 0;
	for (unsigned i = 0; i < flight->count; i++) {
		struct record *record = &flight->records[i];
		/* 7 does not divide the count, so each has its turn. */
		unsigned turn = kit_random(kit) ? i * 7u % flight->count : i;

		*record = (struct record){.bytes = flight->bytes + i * most};
		record->io = (struct bench_io){.op = op,
		                               .file = flight->file.handle,
		                               .buf = record->bytes,
		                               .len = length_of(flight, i),
		                               .off = off};
		off += record->io.len;
		flight->order[turn] = record;
		if (op == BENCH_OP_WRITE)
			pattern_fill(&flight->pattern, record->bytes, record->io.len,
			             record->io.off);
		else
			memset(record->bytes, 0xa5, record->io.len);
	}
}

/* As many as there may be. */
static int send(struct flight *flight)
{
	unsigned count = 0, first = flight->landed + flight->flying;
	int taken;

	while (first + count < flight->count &&
	       flight->flying + count < flight->depth) {
		flight->room[count] = &flight->order[first + count]->io;
		count++;
	}
	if (!count)
		return 0;
	taken = kit_submit(flight->lane, flight->room, count);
	if (taken < 0 || taken > (int)count || (taken == 0 && !flight->flying))
		return kit_came(flight->lane, taken, "how many of the %u it took%s",
		                count, flight->flying ? "" : ", at least one");
	for (unsigned i = 0; i < (unsigned)taken; i++)
		flight->order[first + i]->state = FLYING;
	flight->flying += (unsigned)taken;
	return 0;
}

static struct record *known(const struct flight *flight,
                            const struct bench_io *io)
{
	for (unsigned i = 0; i < flight->count; i++)
		if (&flight->records[i].io == io)
			return &flight->records[i];
	return NULL;
}

static int land(struct flight *flight, const struct bench_io *io)
{
	struct record *record = known(flight, io);

	if (!record)
		return kit_found(flight->lane, text_copy("an io that is none of them"),
		                 "records that were submitted");
	if (record->state != FLYING)
		return kit_found(flight->lane,
		                 text_format("the record at %llu %s",
		                             (unsigned long long)io->off,
		                             record->state == LANDED
		                                     ? "a second time"
		                                     : "before it was taken"),
		                 "each record that submit() took once");
	record->state = LANDED;
	flight->flying--;
	flight->landed++;
	if (io->result == -ENOTSUP && io->op == BENCH_OP_WRITE) {
		flight->refused++;
		return 0;
	}
	if (io->result != (int64_t)io->len)
		return kit_came(flight->lane, io->result,
		                "result %zu for the record at %llu", io->len,
		                (unsigned long long)io->off);
	if (io->op == BENCH_OP_READ && flight->compare)
		return kit_must_match(&flight->file, &flight->pattern, record->bytes,
		                      io->len, io->off);
	return 0;
}

static int take(struct flight *flight, int got, unsigned max)
{
	int error = 0;

	if (got < 0 || (unsigned)got > max)
		return kit_came(flight->lane, got, "how many came back, up to %u", max);
	for (int i = 0; !error && i < got; i++)
		error = land(flight, flight->room[i]);
	return error;
}

/* With min 0 and no patience it does not wait. */
static int look(struct flight *flight)
{
	int64_t start = clock_now_ns();
	int got = kit_reap(flight->lane, flight->room, 0, flight->depth, 0);
	int64_t took = clock_now_ns() - start;
	int error;

	if (took > AT_ONCE_NS)
		return kit_found(flight->lane,
		                 text_format("its return after %lld ms",
		                             (long long)(took / 1000000)),
		                 "to return at once");
	if (!flight->flying)
		return kit_want(flight->lane, got, 0);
	error = take(flight, got, flight->depth);
	return error;
}

static uint64_t missing_offset(const struct flight *flight)
{
	for (unsigned i = 0; i < flight->count; i++)
		if (flight->records[i].state == FLYING)
			return flight->records[i].io.off;
	return 0;
}

/* Waits for one at least. */
static int await(struct flight *flight, int64_t *last_ns)
{
	unsigned before = flight->landed, min = 1;
	int got = kit_reap(flight->lane, flight->room, min, flight->depth,
	                   CLOCK_NS_PER_S / 2);
	int error = take(flight, got, flight->depth);

	if (error)
		return error;
	if (flight->landed > before)
		*last_ns = clock_now_ns();
	else if (clock_now_ns() - *last_ns > PATIENCE_NS)
		return kit_found(
		        flight->lane,
		        text_format("nothing for %d s; %u in flight, the one "
		                    "at %llu among them",
		                    (int)(PATIENCE_NS / CLOCK_NS_PER_S), flight->flying,
		                    (unsigned long long)missing_offset(flight)),
		        "each record to come back");
	return 0;
}

static int fly(struct flight *flight, enum bench_op op)
{
	int64_t last_ns = clock_now_ns();
	int error;

	lay_out(flight, op);
	error = look(flight);
	while (!error && flight->landed < flight->count) {
		error = send(flight);
		if (!error && flight->landed % 3 == 0)
			error = look(flight);
		if (!error && flight->flying)
			error = await(flight, &last_ns);
	}
	/* Nothing comes back twice. */
	return error ? error : look(flight);
}

static int fly_on_file(struct flight *flight, enum bench_op op)
{
	unsigned flags = op == BENCH_OP_WRITE ? BENCH_O_WRITE | BENCH_O_CREATE
	                                      : BENCH_O_READ;
	int error = kit_must_open(
	        &flight->file,
	        kit_random(flight->lane->kit) ? flags : kit_forward(flags),
	        flight->count * LONGEST);

	if (error)
		return error;
	error = fly(flight, op);
	/* With records in flight there is no way to close that is safe. */
	return error ? error : kit_must_close(&flight->file);
}

/* A backend that has only reads in flight says so of each write, and bench
 * makes such cells `unsupported`; what is read is written one by one here. */
static int write_without(struct flight *flight)
{
	struct kit_file *file = &flight->file;
	uint64_t end = 0;
	int error;

	if (flight->refused != flight->count)
		return kit_found(flight->lane,
		                 text_format("-ENOTSUP for %u of %u writes in flight",
		                             flight->refused, flight->count),
		                 "all of them taken, or none");
	for (unsigned i = 0; i < flight->count; i++)
		end += flight->records[i].io.len;
	error = kit_must_open(file, kit_forward(BENCH_O_WRITE | BENCH_O_CREATE),
	                      end);
	for (unsigned i = 0; !error && i < flight->count; i++)
		error = kit_must_write(file, &flight->pattern,
		                       flight->records[i].io.len,
		                       flight->records[i].io.off);
	return error ? error : kit_must_close(file);
}

static int fly_both_ways(struct flight *flight)
{
	const struct bench_backend *backend = flight->lane->kit->backend;
	int error = 0;

	if (backend->write)
		error = fly_on_file(flight, BENCH_OP_WRITE);
	if (!error && flight->refused)
		error = write_without(flight);
	if (!error && backend->read && (backend->write || !flight->compare))
		error = fly_on_file(flight, BENCH_OP_READ);
	return error;
}

static int make_flight(struct flight *flight)
{
	size_t count = flight->count;

	flight->records = calloc(count, sizeof *flight->records);
	flight->order = calloc(count, sizeof *flight->order);
	flight->room = calloc(count, sizeof *flight->room);
	flight->bytes = malloc(count * kit_record(flight->lane->kit, LONGEST));
	if (!flight->records || !flight->order || !flight->room || !flight->bytes)
		return kit_found(flight->lane, NULL, "memory");
	return 0;
}

static void free_flight(struct flight *flight)
{
	free(flight->records);
	free(flight->order);
	free(flight->room);
	free(flight->bytes);
}

/* Three times the depth, unless there is less room; no multiple of 7. */
static unsigned records_for(const struct kit *kit, unsigned depth)
{
	uint64_t record = kit_record(kit, LONGEST);
	uint64_t count = kit_size(kit, (3u * depth + 2) * record) / record;

	return (unsigned)(count > 1 && count % 7 == 0 ? count - 1 : count);
}

int kit_depth(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	struct flight flight = {.lane = lane,
	                        .depth = kit_most_depth(kit),
	                        .pattern = kit_pattern(10, 1),
	                        .compare = kit_keeps(kit)};
	int error;

	if (kit->caps.max_depth == 1)
		return kit_skip(lane, "caps() says that one record in flight is the "
		                      "most");
	flight.file = (struct kit_file){lane, kit_name(kit, "depth"), NULL};
	flight.count = records_for(kit, flight.depth);
	error = make_flight(&flight);
	if (!error)
		error = fly_both_ways(&flight);
	/* The backend may still be at work on these bytes: the process ends as it
	 * is, and another one removes what it made. */
	if (error)
		_exit(0);
	free_flight(&flight);
	return 0;
}
