/* iozone_throughput.c - several processes at once: what they saw together, and
 * what their parent saw, which includes flushing, closing and the last one's
 * end.  The parent's is the rate of a row; all are among its counters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "import/iozone.h"

static const struct {
	const char *name, *test;
} groups[] = {{"initial writers", "write"},
              {"rewriters", "rewrite"},
              {"readers", "read"},
              {"re-readers", "reread"},
              {"reverse readers", "backward_read"},
              {"stride readers", "stride_read"},
              {"random readers", "random_read"},
              {"mixed workload", "mixed"},
              {"random writers", "random_write"},
              {"pwrite writers", "pwrite"},
              {"pread readers", "pread"},
              {"fwriters", "stdio_write"},
              {"freaders", "stdio_read"}};

static const char *test_of(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
		if (strlen(groups[i].name) == length &&
		    memcmp(groups[i].name, name, length) == 0)
			return groups[i].test;
	return NULL;
}

void iozone_throughput_end(struct iozone *iozone)
{
	struct iozone_children *group = &iozone->children;

	if (group->test)
		import_doubt(iozone->source, group->line,
		             "the lines about %s end before the last of them (Min "
		             "xfer), or lack the parent's; they are left out",
		             group->test);
	*group = (struct iozone_children){0};
}

/* "= 246059.19 KB/sec"; NAN where it is not so. */
static double read_figure(const char *text, double *unit, bool *ops)
{
	double value;
	size_t length;

	text += strcspn(text, "=");
	if (*text != '=')
		return NAN;
	text++;
	text += strspn(text, " \t");
	length = strcspn(text, " \t");
	if (!number_real(text, length, &value))
		return NAN;
	text += length + strspn(text + length, " \t");
	*ops = strncmp(text, "ops", 3) == 0;
	*unit = *ops ? 1 : strncasecmp(text, "kb", 2) == 0 ? 1024 : 0;
	return *unit > 0 ? value : NAN;
}

/* "  5 initial writers \t= ..."; the name without its blanks. */
static const char *read_group(const char *text, uint64_t *threads,
                              size_t *length)
{
	size_t digits;

	text += strspn(text, " ");
	digits = strspn(text, "0123456789");
	if (!number_count(text, digits, threads))
		return NULL;
	text += digits + strspn(text + digits, " ");
	*length = strcspn(text, "=");
	while (*length && (text[*length - 1] == ' ' || text[*length - 1] == '\t'))
		--*length;
	return text;
}

static void begin_group(struct iozone *iozone, size_t line, const char *text)
{
	struct iozone_children *group = &iozone->children;
	uint64_t threads;
	size_t length;
	const char *name = read_group(text, &threads, &length), *test;

	iozone_throughput_end(iozone);
	test = name ? test_of(name, length) : NULL;
	group->children = read_figure(text, &group->unit, &group->ops);
	if (!test || isnan(group->children)) {
		import_doubt(
		        iozone->source, line,
		        "a test of the throughput mode that bench has no name for, "
		        "or a figure that is none; it is left out");
		return;
	}
	group->test = test;
	group->line = line;
	group->threads = threads;
	group->parent = group->min = group->max = group->avg = NAN;
}

static void add_group(struct iozone *iozone, double transfer)
{
	struct iozone_children *group = &iozone->children;
	struct import_source *source = iozone->source;
	struct result_row row;
	double unit = group->unit;
	char *counters;

	if (!import_begin(source, &row, "iozone", NULL, group->test))
		return;
	row.threads = group->threads;
	row.file_size = iozone->file;
	row.record_size = iozone->record;
	row.direct = iozone->direct;
	if (group->ops) {
		row.ops_per_s = group->parent;
	} else {
		row.throughput = group->parent * unit;
		row.sum_of_rates = group->children * unit;
	}
	counters =
	        text_format("children=%.2f;parent=%.2f;process_min=%.2f;"
	                    "process_max=%.2f;process_avg=%.2f;min_xfer=%.2f;"
	                    "unit=%s",
	                    group->children, group->parent, group->min, group->max,
	                    group->avg, transfer, group->ops ? "ops" : "KiB");
	import_text(source, &row.counters, counters);
	free(counters);
	import_add(source, &row);
	group->test = NULL;
}

/* One of the lines below the children's. */
static void read_member(struct iozone *iozone, double *member, const char *text)
{
	struct iozone_children *group = &iozone->children;
	double unit = 0, value;
	bool ops = false;

	value = read_figure(text, &unit, &ops);
	if (group->test && ops == group->ops)
		*member = value;
}

static void end_group(struct iozone *iozone, const char *text)
{
	struct iozone_children *group = &iozone->children;
	double transfer = NAN;

	read_member(iozone, &transfer, text);
	if (group->test && !isnan(group->parent) && !isnan(group->min) &&
	    !isnan(group->max) && !isnan(group->avg) && !isnan(transfer))
		add_group(iozone, transfer);
	else
		iozone_throughput_end(iozone);
}

bool iozone_throughput_line(struct iozone *iozone, size_t line,
                            const char *text)
{
	static const char children[] = "Children see throughput for ";
	static const char parent[] = "Parent sees throughput for ";
	struct iozone_children *group = &iozone->children;

	text += strspn(text, " \t");
	if (strncmp(text, children, strlen(children)) == 0)
		begin_group(iozone, line, text + strlen(children));
	else if (strncmp(text, parent, strlen(parent)) == 0)
		read_member(iozone, &group->parent, text);
	else if (strncmp(text, "Min throughput per ", 19) == 0)
		read_member(iozone, &group->min, text);
	else if (strncmp(text, "Max throughput per ", 19) == 0)
		read_member(iozone, &group->max, text);
	else if (strncmp(text, "Avg throughput per ", 19) == 0)
		read_member(iozone, &group->avg, text);
	else if (strncmp(text, "Min xfer", 8) == 0)
		end_group(iozone, text);
	else
		return strncmp(text, "Child[", 6) == 0 ||
		       strncmp(text, "CPU Utilization:", 16) == 0 ||
		       strncmp(text, "CPU utilization:", 16) == 0;
	return true;
}
