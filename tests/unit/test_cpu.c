/* test_cpu.c - processor time, of this process and of others. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "measure/clock.h"
#include "measure/cpu.h"
#include "unit.h"

#define MS INT64_C(1000000)

static int64_t process_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (int64_t)now.tv_sec * CLOCK_NS_PER_S + now.tv_nsec;
}

static void parts_by_ticks(void)
{
	static const struct {
		struct cpu_time before, after, expected;
	} table[] = {
	        /* ticks lose some: what there is goes in their ratio */
	        {{0, 0, 0, 0},
	         {10 * MS, 2 * MS, 6 * MS, 50 * MS},
	         {10 * MS, 2500000, 7500000, 50 * MS}},
	        /* no tick fell */
	        {{5 * MS, MS, MS, 7}, {8 * MS, MS, MS, 9}, {3 * MS, 3 * MS, 0, 2}},
	        /* only the kernel */
	        {{MS, 0, 0, 0}, {2 * MS, 0, 4 * MS, 0}, {MS, 0, MS, 0}},
	        /* the machine does not tell, before or after */
	        {{0, 0, 0, -1}, {MS, 0, 0, 5}, {MS, MS, 0, -1}},
	        {{0, 0, 0, 5}, {MS, 0, 0, -1}, {MS, MS, 0, -1}},
	        /* never below nothing */
	        {{5, 5, 5, 5}, {4, 4, 4, 4}, {0, 0, 0, 0}}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct cpu_time out;

		cpu_difference(&table[i].before, &table[i].after, &out);
		CU_ASSERT_EQUAL(out.process_ns, table[i].expected.process_ns);
		CU_ASSERT_EQUAL(out.user_ns, table[i].expected.user_ns);
		CU_ASSERT_EQUAL(out.system_ns, table[i].expected.system_ns);
		CU_ASSERT_EQUAL(out.host_busy_ns, table[i].expected.host_busy_ns);
	}
}

static void counts_work(void)
{
	struct cpu_time before, after, out;
	int64_t outside = 0, start = process_ns();

	cpu_read(&before);
	while (outside < 30 * MS)
		outside = process_ns() - start;
	cpu_read(&after);
	outside = process_ns() - start;
	cpu_difference(&before, &after, &out);
	CU_ASSERT_TRUE(out.process_ns <= outside);
	CU_ASSERT_TRUE(out.process_ns > 20 * MS);
	CU_ASSERT_EQUAL(out.user_ns + out.system_ns, out.process_ns);
	CU_ASSERT_TRUE(out.user_ns >= 0 && out.system_ns >= 0);
	CU_ASSERT_TRUE(before.host_busy_ns > 0);
	CU_ASSERT_TRUE(after.host_busy_ns >= before.host_busy_ns);
}

static void work(int64_t ns)
{
	int64_t start = process_ns();

	while (process_ns() - start < ns)
		;
}

/* The family of a server: it works 20 ms itself, its child that ended and was
 * waited for 40 ms, one that lives 20 ms, and an orphan of its group 20 ms.
 * Writes a byte when all of that is done, and waits to be killed. */
static void serve(int done)
{
	pid_t child;
	int ready[2];
	char byte = 0;

	setpgid(0, 0);
	if (pipe(ready))
		_exit(1);
	work(20 * MS);
	child = fork();
	if (child == 0) {
		work(40 * MS);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	if (fork() == 0) {
		/* Its child is an orphan at once, but of the same group. */
		if (fork() == 0) {
			work(20 * MS);
			(void)!write(ready[1], "o", 1);
			pause();
		}
		_exit(0);
	}
	if (fork() == 0) {
		work(20 * MS);
		(void)!write(ready[1], "c", 1);
		pause();
	}
	for (int i = 0; i < 2; i++)
		(void)!read(ready[0], &byte, 1);
	(void)!write(done, "d", 1);
	pause();
	_exit(0);
}

static void counts_a_family(void)
{
	int done[2];
	char byte = 0;
	pid_t server;
	int64_t ns = -1, own = -1;

	CU_ASSERT_EQUAL_FATAL(pipe(done), 0);
	server = fork();
	if (server == 0)
		serve(done[1]);
	CU_ASSERT_TRUE_FATAL(server > 0);
	close(done[1]);
	CU_ASSERT_EQUAL(read(done[0], &byte, 1), 1);
	CU_ASSERT_EQUAL(cpu_of_tree(server, &ns), 0);
	/* 60 ms are exact; the 40 ms of the child that ended are known to the
	 * kernel's own sampling only. */
	CU_ASSERT_TRUE(ns >= 75 * MS);
	CU_ASSERT_TRUE(ns < 1000 * MS);
	kill(-server, SIGKILL);
	waitpid(server, NULL, 0);
	close(done[0]);
	/* This process is not of that family, though it is an ancestor. */
	CU_ASSERT_EQUAL(cpu_of_tree(getpid(), &own), 0);
	CU_ASSERT_TRUE(own > 0);
}

static void no_such_process(void)
{
	int64_t ns = 5;
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	CU_ASSERT_EQUAL(cpu_of_tree(child, &ns), -ESRCH);
	CU_ASSERT_EQUAL(ns, 0);
}

static CU_TestInfo cases[] = {{"parts by ticks", parts_by_ticks},
                              {"counts work", counts_work},
                              {"counts a family", counts_a_family},
                              {"no such process", no_such_process},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(cpu, cases)
