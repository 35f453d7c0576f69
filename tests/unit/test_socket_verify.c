/* test_socket_verify.c - both ends of the socket backend check bytes that are
 * known beforehand: one that is spoilt is found, and by whom is said. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "socket_batch.h"
#include "socket_proxy.h"
#include "unit.h"

#define HEADER 64
#define RECORD ((size_t)4096)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

static const struct bench_pattern first = {1, 2, 3}, second = {1, 2, 4};

struct way {
	struct rig rig;
	struct proxy proxy;
	struct rig_client c;
};

static void begin(struct way *way)
{
	memset(way, 0, sizeof(*way));
	CU_ASSERT_FATAL(
	        rig_start(&way->rig, (const char *const[]){"memory=64m", NULL}));
	proxy_start(&way->proxy, &way->rig);
	CU_ASSERT_EQUAL_FATAL(
	        rig_client_open(
	                &way->rig, &way->c,
	                (const char *const[]){way->proxy.port, "timeout=5s", NULL}),
	        0);
}

static void end(struct way *way)
{
	rig_client_close(&way->c);
	proxy_end(&way->proxy);
	CU_ASSERT_EQUAL(rig_stop(&way->rig), 0);
}

static void *open_expecting(struct rig_client *c, unsigned flags,
                            const struct bench_pattern *pattern)
{
	void *file = rig_open_file(c, "f", flags);

	if (pattern)
		CU_ASSERT_EQUAL(c->backend->expect(file, pattern), 0);
	return file;
}

/* The last sentence has all of these words and the offset. */
static void says(const struct rig_client *c, const char *words, uint64_t offset)
{
	char number[64];

	snprintf(number, sizeof(number), " at offset %llu ",
	         (unsigned long long)offset);
	if (!strstr(rig_client_why(c), words) ||
	    !strstr(rig_client_why(c), number)) {
		CU_FAIL("the sentence lacks its words");
		fprintf(stderr, "\n\"%s\" lacks \"%s\" or \"%s\"\n", rig_client_why(c),
		        words, number);
	}
}

static void write_all(struct rig_client *c, void *file, unsigned records,
                      const struct bench_pattern *pattern)
{
	unsigned char bytes[RECORD];

	for (unsigned i = 0; i < records; i++) {
		pattern_fill(pattern, bytes, RECORD, i * RECORD);
		CU_ASSERT_EQUAL(c->backend->write(file, bytes, RECORD, i * RECORD),
		                (int64_t)RECORD);
	}
}

/* A file of the pattern, that nobody checked. */
static void make_file(struct rig_client *c, unsigned records)
{
	void *file = rig_open_file(c, "f", WRITES);

	write_all(c, file, records, &first);
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
}

/* Which bytes are spoilt. */
static const struct {
	unsigned record;
	size_t byte;
} places[] = {{0, 0}, {0, RECORD - 1}, {3, 77}, {7, RECORD - 1}, {29, 1}};
#define PLACES (sizeof(places) / sizeof(places[0]))

/* Its number on the wire: each record has a header. */
static int64_t on_wire(size_t place)
{
	return (int64_t)(places[place].record * (HEADER + RECORD) + HEADER +
	                 places[place].byte);
}

static uint64_t in_file(size_t place)
{
	return places[place].record * RECORD + places[place].byte;
}

static void spoilt_writes(void)
{
	unsigned char bytes[RECORD];
	struct way w;

	begin(&w);
	for (size_t i = 0; i < PLACES; i++) {
		void *file = open_expecting(&w.c, WRITES, &first);
		int64_t put = 0;
		unsigned record = 0;

		proxy_spoil(&w.proxy, PROXY_THERE, on_wire(i));
		for (; record < 30; record++) {
			uint64_t at = record * RECORD;

			pattern_fill(&first, bytes, RECORD, at);
			put = w.c.backend->write(file, bytes, RECORD, at);
			if (put != (int64_t)RECORD)
				break;
		}
		CU_ASSERT_EQUAL(put, -EILSEQ);
		CU_ASSERT_EQUAL(record, places[i].record);
		says(&w.c, "write to f at 127.0.0.1", in_file(i));
		says(&w.c, "the far end received another byte", in_file(i));
		/* The next ones are none the worse. */
		CU_ASSERT_EQUAL(w.c.backend->write(file, bytes, RECORD, 29 * RECORD),
		                record == 29 ? (int64_t)RECORD : -EILSEQ);
		pattern_fill(&first, bytes, RECORD, 0);
		CU_ASSERT_EQUAL(w.c.backend->write(file, bytes, RECORD, 0),
		                (int64_t)RECORD);
		CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	}
	end(&w);
}

/* The one that is asked says it: the flush, or the close if there is none. */
static void spoilt_write_streams(void)
{
	struct way w;

	begin(&w);
	for (size_t i = 0; i < 2 * PLACES; i++) {
		void *file = open_expecting(&w.c, WRITES | BENCH_O_SEQUENTIAL, &first);
		bool flushes = i % 2;

		proxy_spoil(&w.proxy, PROXY_THERE, on_wire(i / 2));
		write_all(&w.c, file, 30, &first);
		if (flushes) {
			CU_ASSERT_EQUAL(w.c.backend->flush(file), -EILSEQ);
			says(&w.c, "flush f at 127.0.0.1", in_file(i / 2));
			says(&w.c, "the far end received", in_file(i / 2));
			/* All of it once more, and well. */
			write_all(&w.c, file, 30, &first);
			CU_ASSERT_EQUAL(w.c.backend->flush(file), 0);
		}
		CU_ASSERT_EQUAL(w.c.backend->close(file), flushes ? 0 : -EILSEQ);
		if (!flushes)
			says(&w.c, "close f at 127.0.0.1", in_file(i / 2));
	}
	end(&w);
}

static void spoilt_reads(void)
{
	static const unsigned ways[] = {0, BENCH_O_SEQUENTIAL};
	unsigned char bytes[RECORD];
	struct way w;

	begin(&w);
	make_file(&w.c, 30);
	for (size_t i = 0; i < 2 * PLACES; i++) {
		unsigned flags = ways[i % 2];
		void *file = open_expecting(&w.c, BENCH_O_READ | flags, &first);
		/* All 30 records are one frame of a stream. */
		int64_t number =
		        flags ? (int64_t)in_file(i / 2) + HEADER : on_wire(i / 2);

		proxy_spoil(&w.proxy, PROXY_BACK, number);
		for (unsigned j = 0; j < 30; j++)
			CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, RECORD, j * RECORD),
			                j == places[i / 2].record ? -EILSEQ
			                                          : (int64_t)RECORD);
		says(&w.c, "read f at 127.0.0.1", in_file(i / 2));
		says(&w.c, "this end received another byte", in_file(i / 2));
		CU_ASSERT(proxy_spoilt(&w.proxy, PROXY_BACK));
		CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	}
	end(&w);
}

static void spoilt_in_flight(void)
{
	static const enum bench_op ops[] = {BENCH_OP_WRITE, BENCH_OP_READ};
	struct batch batch;
	struct way w;

	begin(&w);
	make_file(&w.c, 8);
	batch_make(&batch, 8, RECORD);
	pattern_fill(&first, batch.bytes, 8 * RECORD, 0);
	/* The last place is beyond eight records. */
	for (size_t i = 0; i < 2 * (PLACES - 1); i++) {
		enum bench_op op = ops[i % 2];
		bool writes = op == BENCH_OP_WRITE;
		void *file = open_expecting(&w.c,
		                            (writes ? BENCH_O_WRITE : BENCH_O_READ) |
		                                    BENCH_O_SEQUENTIAL,
		                            &first);

		proxy_spoil(&w.proxy, writes ? PROXY_THERE : PROXY_BACK,
		            on_wire(i / 2));
		batch_aim(&batch, op, file);
		CU_ASSERT_EQUAL(batch_run(&w.c, &batch), 8);
		for (unsigned j = 0; j < 8; j++)
			CU_ASSERT_EQUAL(batch.ios[j].result, j == places[i / 2].record
			                                             ? -EILSEQ
			                                             : (int64_t)RECORD);
		says(&w.c, writes ? "the far end received" : "this end received",
		     in_file(i / 2));
		/* Once more, undisturbed. */
		CU_ASSERT_EQUAL(batch_run(&w.c, &batch), 8);
		for (unsigned j = 0; j < 8; j++)
			CU_ASSERT_EQUAL(batch.ios[j].result, (int64_t)RECORD);
		CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	}
	batch_free(&batch);
	end(&w);
}

/* What was stored wrong is found before it is sent, by whoever reads it. */
static void spoilt_in_the_store(void)
{
	static const unsigned ways[] = {0, BENCH_O_SEQUENTIAL};
	unsigned char byte = 0, bytes[RECORD];
	struct batch batch;
	struct way w;
	void *file;

	begin(&w);
	make_file(&w.c, 600);
	file = rig_open_file(&w.c, "f", BENCH_O_WRITE | BENCH_O_READ);
	/* Beyond the first frame of a stream. */
	CU_ASSERT_EQUAL(w.c.backend->read(file, &byte, 1, 500 * RECORD + 5), 1);
	byte ^= 1;
	CU_ASSERT_EQUAL(w.c.backend->write(file, &byte, 1, 500 * RECORD + 5), 1);
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	for (size_t i = 0; i < 2; i++) {
		int64_t got = 0;
		unsigned record = 0;

		file = open_expecting(&w.c, BENCH_O_READ | ways[i], &first);
		for (; record < 600; record++) {
			got = w.c.backend->read(file, bytes, RECORD, record * RECORD);
			if (got != (int64_t)RECORD)
				break;
		}
		CU_ASSERT_EQUAL(got, -EILSEQ);
		/* A stream's frame comes as a whole or not at all. */
		CU_ASSERT(record <= 500 && (ways[i] || record == 500));
		says(&w.c, "the far end holds another byte", 500 * RECORD + 5);
		CU_ASSERT_EQUAL(w.c.backend->ping(w.c.session), 0);
		CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	}
	batch_make(&batch, 8, RECORD);
	file = open_expecting(&w.c, BENCH_O_READ, &first);
	batch_aim(&batch, BENCH_OP_READ, file);
	batch.ios[4].off = 500 * RECORD;
	CU_ASSERT_EQUAL(batch_run(&w.c, &batch), 8);
	for (unsigned i = 0; i < 8; i++)
		CU_ASSERT_EQUAL(batch.ios[i].result,
		                i == 4 ? -EILSEQ : (int64_t)RECORD);
	says(&w.c, "the far end holds another byte", 500 * RECORD + 5);
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	batch_free(&batch);
	end(&w);
}

/* A pass that rewrites: what is written is of the new generation, and what is
 * read meanwhile may be of the old one. */
static void generations(void)
{
	unsigned char bytes[RECORD];
	struct way w;
	void *file;

	begin(&w);
	make_file(&w.c, 4);
	file = open_expecting(&w.c, BENCH_O_WRITE | BENCH_O_READ, &second);
	write_all(&w.c, file, 2, &second);
	for (unsigned i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, RECORD, i * RECORD),
		                (int64_t)RECORD);
	pattern_fill(&first, bytes, RECORD, 2 * RECORD);
	CU_ASSERT_EQUAL(w.c.backend->write(file, bytes, RECORD, 2 * RECORD),
	                -EILSEQ);
	says(&w.c, "received", 2 * RECORD);
	/* The next pass over the open file. */
	CU_ASSERT_EQUAL(w.c.backend->expect(file, &first), 0);
	write_all(&w.c, file, 4, &first);
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	file = open_expecting(&w.c, BENCH_O_READ, &second);
	CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, RECORD, 0), -EILSEQ);
	says(&w.c, "holds", 0);
	CU_ASSERT_EQUAL(w.c.backend->expect(file, &first), 0);
	CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, RECORD, 0), (int64_t)RECORD);
	/* Behind the end there is nothing to be wrong. */
	CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, RECORD, 4 * RECORD), 0);
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	end(&w);
}

/* Large records, odd offsets, several frames; and nobody checks unasked. */
static void right_is_right(void)
{
	enum { SIZE = 5 * 1024 * 1024 + 13 };
	unsigned char *bytes = malloc(SIZE);
	struct way w;
	void *file;

	CU_ASSERT_FATAL(bytes != NULL);
	begin(&w);
	pattern_fill(&first, bytes, SIZE, 0);
	file = open_expecting(&w.c, WRITES | BENCH_O_SEQUENTIAL, &first);
	CU_ASSERT_EQUAL(w.c.backend->write(file, bytes, 13, 0), 13);
	CU_ASSERT_EQUAL(w.c.backend->write(file, bytes + 13, SIZE - 13, 13),
	                SIZE - 13);
	CU_ASSERT_EQUAL(w.c.backend->flush(file), 0);
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	CU_ASSERT_EQUAL(w.c.backend->counters(w.c.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(w.c.facts, "peer_verified_bytes=5242893\n"));
	for (unsigned i = 0; i < 2; i++) {
		file = open_expecting(&w.c, BENCH_O_READ | (i ? BENCH_O_SEQUENTIAL : 0),
		                      &first);
		memset(bytes, 0, SIZE);
		CU_ASSERT_EQUAL(w.c.backend->read(file, bytes, SIZE, 0), SIZE);
		CU_ASSERT_EQUAL(pattern_check(&first, bytes, SIZE, 0), SIZE);
		CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	}
	w.c.facts[0] = '\0';
	CU_ASSERT_EQUAL(w.c.backend->counters(w.c.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(w.c.facts, "peer_verified_bytes=10485786\n"));
	file = rig_open_file(&w.c, "f", WRITES);
	proxy_spoil(&w.proxy, PROXY_THERE, HEADER + 5);
	CU_ASSERT_EQUAL(w.c.backend->write(file, bytes, 10, 0), 10);
	CU_ASSERT(proxy_spoilt(&w.proxy, PROXY_THERE));
	CU_ASSERT_EQUAL(w.c.backend->close(file), 0);
	end(&w);
	free(bytes);
}

static CU_TestInfo cases[] = {
        {"spoilt on the way there", spoilt_writes},
        {"spoilt in a stream there", spoilt_write_streams},
        {"spoilt on the way back", spoilt_reads},
        {"spoilt in flight, both ways", spoilt_in_flight},
        {"spoilt in the store", spoilt_in_the_store},
        {"generations", generations},
        {"what is right is right", right_is_right},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_verify, cases)
