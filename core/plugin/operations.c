/* operations.c - names of the operations that a table has. */
#include "plugin/operations.h"

#include <stddef.h>
#include <string.h>
#include "base/text.h"

#define OPERATION(name)                                                        \
	{                                                                          \
#name, offsetof(struct bench_backend, name)                            \
	}

static const struct {
	const char *name;
	size_t at; /* in the table */
} operations[] = {
        OPERATION(open),     OPERATION(close),      OPERATION(read),
        OPERATION(write),    OPERATION(flush),      OPERATION(drop_cache),
        OPERATION(submit),   OPERATION(reap),       OPERATION(stat),
        OPERATION(rename),   OPERATION(unlink),     OPERATION(mkdir),
        OPERATION(rmdir),    OPERATION(readdir),    OPERATION(ping),
        OPERATION(expect),   OPERATION(cancel),     OPERATION(counters),
        OPERATION(clock_ns), OPERATION(wait_until), OPERATION(serve),
        OPERATION(before),   OPERATION(after),
};

static bool is_there(const struct bench_backend *backend, size_t at)
{
	void (*operation)(void);

	memcpy(&operation, (const char *)backend + at, sizeof operation);
	return operation != NULL;
}

char *operations_text(const struct bench_backend *backend)
{
	struct text text = {0};

	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
		if (is_there(backend, operations[i].at))
			text_add(&text, "%s%s", text.length ? ", " : "",
			         operations[i].name);
	return text_take(&text);
}
