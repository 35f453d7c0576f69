/* classic_rig.c - summaries and printing for the tests of the classic views. */
#include "classic_rig.h"

#include <stdio.h>
#include <string.h>

void add_made(struct summary *summary, const struct classic_made *made,
              const struct histogram *latency)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.target, made->target);
	result_set_text(&row.test, made->test);
	row.file_size = made->file;
	row.record_size = made->record;
	row.threads = made->threads;
	row.depth = 1;
	row.round = 1;
	row.status = RESULT_OK;
	row.throughput = made->bytes;
	row.bytes = (uint64_t)made->bytes;
	row.ops_per_s = made->ops;
	row.ops = (uint64_t)made->ops;
	row.cpu_user_s = made->cpu_s;
	row.cpu_sys_s = 0;
	CU_ASSERT_EQUAL(summary_add(summary, &row, latency), 0);
	result_row_free(&row);
}

char *print_classic(struct summary *summary, enum classic_format format,
                    const struct classic_about *about)
{
	char *bytes = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&bytes, &length);

	CU_ASSERT_PTR_NOT_NULL_FATAL(out);
	summary_finish(summary);
	CU_ASSERT_EQUAL(classic_print(out, format, summary, about), 0);
	fclose(out);
	return bytes;
}

void expect_classic(struct summary *summary, enum classic_format format,
                    const struct classic_about *about, const char *expected)
{
	char *text = print_classic(summary, format, about);

	CU_ASSERT_STRING_EQUAL(text, expected);
	if (strcmp(text, expected) != 0)
		printf("\n%s", text);
	free(text);
	summary_free(summary);
}
