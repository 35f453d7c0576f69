/* test_wrap_fault.c - the wrapper that breaks operations breaks those that it
 * was told to, and the one that traces them leaves out none. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"
#include "worker/protocol.h"
#include "wrap_rig.h"

#define RECORD 1000

static unsigned char bytes[RECORD];

/* A file of eight records of zeroes. */
static void *eight_records(struct wrap_life *life)
{
	void *file = wrap_file_of(life, "a");

	memset(bytes, 0, sizeof(bytes));
	for (uint64_t i = 0; i < 8; i++)
		CU_ASSERT_EQUAL(life->b.write(file, bytes, RECORD, i * RECORD), RECORD);
	return file;
}

static void fails_at_the_nth(void)
{
	struct wrap_life life;
	void *file, *other = NULL;

	wrap_begin_life(&life, "latency=1us&memory=yes", "fault",
	                "at=3 error=ENOSPC");
	file = eight_records(&life);
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD);
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD);
	CU_ASSERT_PTR_NULL(host_ctx_failure(life.sim.ctx));
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), -ENOSPC);
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(life.sim.ctx),
	                       "read number 3 failed on purpose (ENOSPC, No space "
	                       "left on device)");
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD);
	/* Eight writes and three reads: the one that failed did not get there. */
	CU_ASSERT_EQUAL(wrap_life_now(&life), 11 * US);
	CU_ASSERT_EQUAL(life.b.counters(life.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(life.sim.facts, "faults=1;wrap=fault;"));
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
	/* An open that fails leaves nothing open; a close that fails neither. */
	wrap_begin_life(&life, "latency=1us", "fault", "at=2 on=open,close");
	file = wrap_file_of(&life, "a");
	CU_ASSERT_EQUAL(life.b.open(life.session, "b", SIM_CREATE, 0, &other),
	                -EIO);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
	wrap_begin_life(&life, "latency=1us", "fault", "at=1 on=close");
	CU_ASSERT_EQUAL(life.b.close(wrap_file_of(&life, "a")), -EIO);
	wrap_end_life(&life);
}

static unsigned count_faults(const char *options)
{
	struct wrap_life life;
	unsigned faults = 0;

	wrap_begin_life(&life, "latency=1us", "fault", options);
	for (unsigned i = 0; i < 4000; i++)
		faults += life.b.ping(life.session) == -EIO;
	wrap_end_life(&life);
	return faults;
}

static void fails_by_chance(void)
{
	unsigned faults = count_faults("share=0.05 on=ping");

	/* Five standard deviations about 200. */
	CU_ASSERT(faults > 130 && faults < 270);
	CU_ASSERT_EQUAL(count_faults("share=0.05 on=ping"), faults);
	CU_ASSERT_EQUAL(count_faults("share=1 on=ping"), 4000);
	CU_ASSERT_EQUAL(count_faults("share=1 on=read,write"), 0);
}

/* How many bytes are not 0, and how many of the bits. */
static unsigned wrong_bytes(unsigned *bits)
{
	unsigned wrong = 0;

	*bits = 0;
	for (size_t i = 0; i < sizeof(bytes); i++) {
		wrong += bytes[i] != 0;
		*bits += (unsigned)__builtin_popcount(bytes[i]);
	}
	return wrong;
}

static void flips_one_bit(void)
{
	struct wrap_life life;
	unsigned bits;
	void *file;

	wrap_begin_life(&life, "latency=1us&memory=yes", "fault", "at=2 kind=flip");
	file = eight_records(&life);
	for (unsigned i = 1; i <= 3; i++) {
		CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD);
		CU_ASSERT_EQUAL(wrong_bytes(&bits), i == 2);
		CU_ASSERT_EQUAL(bits, i == 2);
	}
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
	/* In a write the caller's bytes stay as they were. */
	wrap_begin_life(&life, "latency=1us&memory=yes", "fault",
	                "at=2 kind=flip on=write");
	file = eight_records(&life);
	CU_ASSERT_EQUAL(wrong_bytes(&bits), 0);
	for (unsigned i = 0; i < 8; i++) {
		CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, i * RECORD), RECORD);
		CU_ASSERT_EQUAL(wrong_bytes(&bits), i == 1);
		CU_ASSERT_EQUAL(bits, i == 1);
	}
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void moves_half_a_record(void)
{
	struct wrap_life life;
	void *file;

	wrap_begin_life(&life, "latency=1us&memory=yes", "fault",
	                "at=1 kind=short");
	file = eight_records(&life);
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD / 2);
	CU_ASSERT_EQUAL(life.b.read(file, bytes, RECORD, 0), RECORD);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

/* In flight a broken record comes back among the others. */
static void breaks_in_flight(void)
{
	static const struct {
		const char *options;
		int64_t result;
	} cases[] = {
	        {"at=2 on=write", -EIO},
	        {"at=2 on=write kind=short", RECORD / 2},
	        {"at=2 on=write kind=flip", RECORD},
	        {"at=2 on=write kind=hang", 0},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct bench_io io[3], *v[3], *done[3];
		int expected = cases[i].result ? 3 : 2, got;
		struct wrap_life life;
		unsigned bits;
		void *file;

		wrap_begin_life(&life, "latency=1us&memory=yes", "fault",
		                cases[i].options);
		file = wrap_file_of(&life, "a");
		memset(bytes, 0, sizeof(bytes));
		for (unsigned k = 0; k < 3; k++) {
			io[k] = (struct bench_io){.op = BENCH_OP_WRITE,
			                          .file = file,
			                          .buf = bytes,
			                          .len = RECORD,
			                          .off = k * RECORD};
			v[k] = &io[k];
		}
		CU_ASSERT_EQUAL(life.b.submit(life.session, v, 3), 3);
		got = life.b.reap(life.session, done, 3, 3, MS);
		CU_ASSERT_EQUAL(got, expected);
		CU_ASSERT_EQUAL(io[0].result, RECORD);
		CU_ASSERT_EQUAL(io[1].result, cases[i].result);
		CU_ASSERT_EQUAL(io[2].result, RECORD);
		CU_ASSERT_EQUAL(wrong_bytes(&bits), 0);
		CU_ASSERT_EQUAL(life.b.close(file), 0);
		wrap_end_life(&life);
	}
}

static void *cancel_later(void *arg)
{
	struct wrap_life *life = arg;

	usleep(30000);
	CU_ASSERT_EQUAL(life->b.cancel(life->session), 0);
	return NULL;
}

static void hangs_until_it_is_cancelled(void)
{
	struct wrap_life life;
	pthread_t thread;
	int64_t start;

	wrap_begin_life(&life, "latency=1us", "fault", "at=1 kind=hang on=ping");
	start = host_table()->now_ns();
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, cancel_later, &life),
	                      0);
	CU_ASSERT_EQUAL(life.b.ping(life.session), -ECANCELED);
	CU_ASSERT(host_table()->now_ns() - start >= 29 * MS);
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(life.sim.ctx),
	                       "cancelled while it was held back");
	pthread_join(thread, NULL);
	/* The cancel is over with the call that it was for. */
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	wrap_end_life(&life);
}

static void refuses_what_makes_no_sense(void)
{
	static const struct {
		const char *options, *words;
	} cases[] = {
	        {"on=read", "wrap = fault needs fault.at or fault.share"},
	        {"at=1 on=raed", "`raed` is no operation; there are read, write"},
	        {"at=1 error=EWHAT", "fault.error: `EWHAT` is no name of an error"},
	        {"at=1 kind=flip on=read,ping",
	         "fault.kind = flip is for read and write alone"},
	        {"at=1 kind=short on=all",
	         "fault.kind = short is for read and write alone"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct wrap_life life;
		const char *why;

		wrap_load(&life, "latency=1us", "fault", cases[i].options);
		CU_ASSERT_EQUAL(
		        life.plugin->backend.check(life.options->config, life.sim.ctx),
		        -EINVAL);
		why = host_ctx_failure(life.sim.ctx);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_PTR_EQUAL(strstr(why, cases[i].words), why);
		wrap_end_life(&life);
	}
}

/* trace ------------------------------------------------------------------ */

static void traces_every_call(void)
{
	static const char expected[] = "1000000000 2000 0 open 0 0 0 a\n"
	                               "1000002000 100000 0 write 0 1000 1000 -\n"
	                               "1000102000 100000 0 read 500 1000 500 -\n"
	                               "1000202000 0 0 flush 0 0 0 -\n"
	                               "1000202000 0 0 close 0 0 0 -\n"
	                               "1000202000 10000 0 ping 0 0 0 -\n"
	                               "1000212000 0 0 unlink 0 0 -2 nothing\n";
	char *path = text_format("%s/trace", unit_scratch());
	char *options = text_format("file=%s", path);
	char got[sizeof(expected) + 100] = "";
	struct wrap_life life;
	FILE *file;
	void *open;

	wrap_begin_life(&life, "latency=100us&ping_time=10us&open_time=2us",
	                "trace", options);
	open = wrap_file_of(&life, "a");
	CU_ASSERT_EQUAL(life.b.write(open, bytes, RECORD, 0), RECORD);
	CU_ASSERT_EQUAL(life.b.read(open, bytes, RECORD, 500), 500);
	CU_ASSERT_EQUAL(life.b.flush(open), 0);
	CU_ASSERT_EQUAL(life.b.close(open), 0);
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	CU_ASSERT_EQUAL(life.b.unlink(life.session, "nothing"), -ENOENT);
	wrap_end_life(&life);
	file = fopen(path, "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_EQUAL(fread(got, 1, sizeof(got) - 1, file), strlen(expected));
	CU_ASSERT_STRING_EQUAL(got, expected);
	fclose(file);
	unlink(path);
	free(options);
	free(path);
}

static void writes_buffers_whole(void)
{
	enum { MANY = 5000 };
	char *path = text_format("%s/trace", unit_scratch());
	char *options = text_format("file=%s", path), line[128];
	struct wrap_life life;
	unsigned lines = 0;
	FILE *file;

	wrap_begin_life(&life, "latency=100us", "trace", options);
	for (unsigned i = 0; i < MANY; i++)
		CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	wrap_end_life(&life);
	file = fopen(path, "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while (fgets(line, sizeof(line), file)) {
		char expected[128];

		snprintf(expected, sizeof(expected), "%lld 10000 0 ping 0 0 0 -\n",
		         (long long)(SIM_BEGIN + lines++ * 10 * US));
		CU_ASSERT_STRING_EQUAL_FATAL(line, expected);
	}
	CU_ASSERT_EQUAL(lines, MANY);
	fclose(file);
	unlink(path);
	free(options);
	free(path);
}

/* A full disk is no reason for a trace with holes. */
static void fails_without_its_file(void)
{
	struct wrap_life life;
	int result = 0;

	wrap_begin_life(&life, "latency=100us", "trace", "file=/dev/full");
	for (unsigned i = 0; i < 5000 && !result; i++)
		result = life.b.ping(life.session);
	CU_ASSERT_EQUAL(result, -ENOSPC);
	CU_ASSERT_STRING_EQUAL(host_ctx_failure(life.sim.ctx),
	                       "trace.file /dev/full: No space left on device");
	wrap_end_life(&life);
}

/* Jobs ------------------------------------------------------------------- */

static void crosses_the_pipe(void)
{
	char *keys[] = {"a"}, *texts[] = {"1"};
	char *wrap_keys[] = {"time", "on"}, *wrap_texts[] = {"1ms", "read"};
	struct job job = {.plugin = "/p.so",
	                  .wrapper = "/w.so",
	                  .keys = keys,
	                  .texts = texts,
	                  .option_count = 1,
	                  .wrap_keys = wrap_keys,
	                  .wrap_texts = wrap_texts,
	                  .wrap_option_count = 2};
	struct job got;
	char *line = job_encode(&job), *at, *why = NULL;

	CU_ASSERT_PTR_NOT_NULL_FATAL(line);
	CU_ASSERT_EQUAL_FATAL(job_decode(line, &got, &why), 0);
	CU_ASSERT_STRING_EQUAL(got.wrapper, "/w.so");
	CU_ASSERT_EQUAL_FATAL(got.wrap_option_count, 2);
	CU_ASSERT_STRING_EQUAL(got.wrap_keys[1], "on");
	CU_ASSERT_STRING_EQUAL(got.wrap_texts[0], "1ms");
	job_free(&got);
	/* A text is missing. */
	at = strstr(line, "\"1ms\",");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	memset(at, ' ', strlen("\"1ms\","));
	CU_ASSERT_EQUAL(job_decode(line, &got, &why), -EPROTO);
	CU_ASSERT_STRING_EQUAL(why, "the job is incomplete");
	free(why);
	free(line);
}

static CU_TestInfo cases[] = {
        {"fault: at the nth", fails_at_the_nth},
        {"fault: by chance", fails_by_chance},
        {"fault: flips one bit", flips_one_bit},
        {"fault: half a record", moves_half_a_record},
        {"fault: in flight", breaks_in_flight},
        {"fault: hangs until cancelled", hangs_until_it_is_cancelled},
        {"fault: refuses what makes no sense", refuses_what_makes_no_sense},
        {"trace: every call", traces_every_call},
        {"trace: buffers whole", writes_buffers_whole},
        {"trace: fails without its file", fails_without_its_file},
        {"crosses the pipe", crosses_the_pipe},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(wrap_fault, cases)
