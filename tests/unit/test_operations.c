/* test_operations.c - names of what a table has. */
#include <stdlib.h>
#include "plugin/operations.h"
#include "unit.h"

static int ping(void *session)
{
	(void)session;
	return 0;
}

static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)off;
	return (int64_t)len;
}

static void after(void *session, struct bench_call *call)
{
	(void)session;
	(void)call;
}

static void names_what_is_there(void)
{
	static const struct {
		struct bench_backend backend;
		const char *names;
	} expected[] = {
	        {{.name = "none"}, ""},
	        {{.ping = ping}, "ping"},
	        {{.ping = ping, .read = read_file}, "read, ping"},
	        {{.after = after}, "after"},
	        {{.ping = ping, .read = read_file, .after = after},
	         "read, ping, after"},
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		char *names = operations_text(&expected[i].backend);

		CU_ASSERT_PTR_NOT_NULL_FATAL(names);
		CU_ASSERT_STRING_EQUAL(names, expected[i].names);
		free(names);
	}
}

static CU_TestInfo cases[] = {{"names what is there", names_what_is_there},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(operations, cases)
