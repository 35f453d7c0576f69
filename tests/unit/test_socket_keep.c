/* test_socket_keep.c - the socket backend with `keep = no`: what the far end
 * counts and throws away. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "socket_rig.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)

static unsigned char bytes[65536];

/* A far end with little memory, and a client that wants nothing kept. */
static void begin(struct rig *rig, struct rig_client *c, const char *busy_poll)
{
	char port[32];

	CU_ASSERT_FATAL(rig_start(
	        rig, (const char *const[]){"memory=1m", busy_poll, NULL}));
	snprintf(port, sizeof(port), "port=%d", rig->port);
	CU_ASSERT_EQUAL_FATAL(
	        rig_client_open(rig, c,
	                        (const char *const[]){port, "keep=no", NULL}),
	        0);
}

static void end(struct rig *rig, struct rig_client *c)
{
	rig_client_close(c);
	CU_ASSERT_EQUAL(rig_stop(rig), 0);
}

static void write_file(struct rig_client *c, unsigned flags, uint64_t size)
{
	void *file;

	memset(bytes, 1, sizeof(bytes));
	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "a", WRITES | flags, size, &file), 0);
	for (uint64_t at = 0; at < size;) {
		size_t piece =
		        size - at < sizeof(bytes) ? (size_t)(size - at) : sizeof(bytes);

		CU_ASSERT_EQUAL(c->backend->write(file, bytes, piece, at),
		                (int64_t)piece);
		at += piece;
	}
	/* Has the far end's count of streamed bytes compared. */
	CU_ASSERT_EQUAL(c->backend->flush(file), 0);
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
}

static void check_zeros(struct rig_client *c, unsigned flags)
{
	static const unsigned char zeros[sizeof(bytes)];
	void *file;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->open(c->session, "a", BENCH_O_READ | flags, 0, &file),
	        0);
	memset(bytes, 1, sizeof(bytes));
	CU_ASSERT_EQUAL(c->backend->read(file, bytes, sizeof(bytes), 0),
	                (int64_t)sizeof(bytes));
	CU_ASSERT_EQUAL(memcmp(bytes, zeros, sizeof(bytes)), 0);
	CU_ASSERT_EQUAL(c->backend->close(file), 0);
}

/* More than the store has room for, streamed and record by record, with a far
 * end that looks before it sleeps and with one that does not. */
static void sizes_are_kept_and_bytes_are_not(void)
{
	static const struct {
		unsigned flags;
		const char *busy_poll;
	} table[] = {{BENCH_O_SEQUENTIAL, "busy_poll=100us"},
	             {BENCH_O_SEQUENTIAL, "busy_poll=0"},
	             {0, "busy_poll=100us"},
	             {0, "busy_poll=0"}};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct bench_stat st = {.size = sizeof(st)};
		struct rig rig = {0};
		struct rig_client c;

		begin(&rig, &c, table[i].busy_poll);
		write_file(&c, table[i].flags, 5 * MIB + 7);
		CU_ASSERT_EQUAL(c.backend->stat(c.session, "a", &st), 0);
		CU_ASSERT_EQUAL(st.bytes, 5 * MIB + 7);
		check_zeros(&c, table[i].flags);
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "keep=no"));
		end(&rig, &c);
	}
}

static void claims_no_memory_and_nothing_to_verify(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct bench_pattern pattern = {1, 2, 3};
	struct rig rig = {0};
	struct rig_client c;
	void *file;

	begin(&rig, &c, "busy_poll=0");
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_FALSE(caps.props & BENCH_KEEPS);
	CU_ASSERT_EQUAL(caps.max_size, 0);
	CU_ASSERT_EQUAL(caps.free_bytes, 0);
	CU_ASSERT_EQUAL_FATAL(c.backend->open(c.session, "a", WRITES, MIB, &file),
	                      0);
	CU_ASSERT_EQUAL(c.backend->expect(file, &pattern), -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "`keep = no`"));
	/* An offset that no file can have. */
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 1, INT64_MAX), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->write(file, bytes, 1, 0), 1);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	end(&rig, &c);
}

static void far_end_refuses_the_option(void)
{
	struct rig rig = {0};

	CU_ASSERT_FALSE(rig_start(&rig, (const char *const[]){"keep=no", NULL}));
	CU_ASSERT_EQUAL(rig.result, -EINVAL);
	rig_stop(&rig);
}

static CU_TestInfo cases[] = {
        {"sizes are kept and bytes are not", sizes_are_kept_and_bytes_are_not},
        {"claims no memory and nothing to verify",
         claims_no_memory_and_nothing_to_verify},
        {"a far end refuses the option", far_end_refuses_the_option},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_keep, cases)
