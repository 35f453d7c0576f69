/* classic_sandra.c - the breakdown of a drive, and the index made of it.
 *
 * `Buffered` is what the client's cache may help with, the other lines are what
 * it may not.  One target has one way with the cache, so the buffered lines are
 * those of the target NAME-buffered where there is one; else the file that was
 * just read or written, once more. */
#include "view/classic_parts.h"

#include <math.h>
#include <string.h>
#include "view/label.h"

/* Shares of MiB/s in the index.  A fit: they give the indices of seven
 * published results to within 1.5 % from the other figures there.  The vendor's
 * own formula was never published. */
#define OF_READ         0.51
#define OF_RANDOM_READ  0.26
#define OF_WRITE        0.06
#define OF_RANDOM_WRITE 0.19

#define BUFFERED "-buffered"
#define MIB      1048576.0

/* One drive at one file size and record size. */
struct drive {
	const struct summary *summary;
	const struct classic_table *table, *buffered; /* buffered may be NULL */
	uint64_t file, record;
};

static bool has_end(const char *name)
{
	size_t length = strlen(name), end = strlen(BUFFERED);

	return length > end && strcmp(name + length - end, BUFFERED) == 0;
}

/* Is `name` that of the other one's buffered target? */
static bool is_buffered(const char *name, const char *other)
{
	size_t length = strlen(other);

	return strncmp(name, other, length) == 0 &&
	       strcmp(name + length, BUFFERED) == 0;
}

static bool same_load(const struct classic_table *a,
                      const struct classic_table *b)
{
	return a->threads == b->threads && a->depth == b->depth;
}

/* The table of the target that `table` is the other half of, or the other half
 * of `table`. */
static const struct classic_table *find_half(const struct classic_tables *all,
                                             const struct classic_table *table)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct classic_table *half = &all->tables[i];

		if (same_load(half, table) &&
		    (is_buffered(half->target, table->target) ||
		     is_buffered(table->target, half->target)))
			return half;
	}
	return NULL;
}

static double rate_of(const struct drive *drive,
                      const struct classic_table *table, const char *test)
{
	return classic_rate(classic_cell(drive->summary, table, test, drive->file,
	                                 drive->record));
}

/* MB are binary and without fraction, as they were there; what is slow is given
 * in kB. */
static void add_rate(struct text *to, const char *what, double rate)
{
	text_add(to, "  %-19s : ", what);
	if (isnan(rate))
		text_add(to, "-\n");
	else if (rate < 2 * MIB)
		text_add(to, "%.0f kB/s\n", floor(rate / 1024));
	else
		text_add(to, "%.0f MB/s\n", floor(rate / MIB));
}

static double buffered_rate(const struct drive *drive, const char *test,
                            const char *again)
{
	return drive->buffered ? rate_of(drive, drive->buffered, test)
	                       : rate_of(drive, drive->table, again);
}

static void add_index(struct text *to, double read, double random_read,
                      double write, double random_write)
{
	double index = OF_READ * read + OF_RANDOM_READ * random_read +
	               OF_WRITE * write + OF_RANDOM_WRITE * random_write;

	text_add(to, "  %-19s : ", "Drive Index");
	if (isnan(index))
		text_add(to, "-\n");
	else
		text_add(to, "%.0f kB/s (derived)\n", floor(index / 1024));
}

static void add_drive(struct text *to, const struct drive *drive)
{
	double read = rate_of(drive, drive->table, "read");
	double write = rate_of(drive, drive->table, "write");
	double random_read = rate_of(drive, drive->table, "random_read");
	double random_write = rate_of(drive, drive->table, "random_write");
	double access = classic_mean_ms(classic_cell(drive->summary, drive->table,
	                                             "access_time", drive->file,
	                                             CLASSIC_ANY),
	                                to);
	char sizes[LABEL_SIZES];

	classic_add_name(to, drive->table);
	text_add(to, ", %s\n", label_sizes(drive->file, drive->record, sizes));
	add_index(to, read, random_read, write, random_write);
	add_rate(to, "Buffered Read", buffered_rate(drive, "read", "reread"));
	add_rate(to, "Sequential Read", read);
	add_rate(to, "Random Read", random_read);
	add_rate(to, "Buffered Write", buffered_rate(drive, "write", "rewrite"));
	add_rate(to, "Sequential Write", write);
	add_rate(to, "Random Write", random_write);
	text_add(to, "  %-19s : ", "Average Access Time");
	if (isnan(access))
		text_add(to, "-\n\n");
	else
		text_add(to, "%.3f ms\n\n", access);
}

/* Has it any figure that goes by these sizes? */
static bool is_measured(const struct drive *drive)
{
	const char *const *tests = classic_tests(CLASSIC_SANDRA);

	for (; *tests; tests++)
		if (classic_cell(drive->summary, drive->table, *tests, drive->file,
		                 drive->record) ||
		    (drive->buffered &&
		     classic_cell(drive->summary, drive->buffered, *tests, drive->file,
		                  drive->record)))
			return true;
	return false;
}

static int add_drives(struct text *to, struct drive *drive)
{
	static const char *const with_records[] = {
	        "read",   "write",   "random_read", "random_write",
	        "reread", "rewrite", NULL};
	struct classic_sizes sizes;
	int error = classic_sizes_find(drive->summary, drive->table, with_records,
	                               &sizes);
	bool any = false;

	/* Nothing but access times. */
	if (!error && sizes.file_count == 0) {
		classic_sizes_free(&sizes);
		error = classic_sizes_find(drive->summary, drive->table,
		                           classic_tests(CLASSIC_SANDRA), &sizes);
	}
	if (error)
		return error;
	for (size_t i = 0; i < sizes.file_count; i++)
		for (size_t j = 0; j < sizes.record_count; j++) {
			drive->file = sizes.files[i];
			drive->record = sizes.records[j];
			if (!is_measured(drive))
				continue;
			any = true;
			add_drive(to, drive);
		}
	/* A drive that failed has its dashes all the same. */
	if (!any && sizes.file_count > 0)
		add_drive(to, drive);
	classic_sizes_free(&sizes);
	return 0;
}

int classic_sandra(struct text *to, const struct summary *summary,
                   const struct classic_about *about)
{
	struct classic_tables tables;
	int error = classic_tables_find(summary, classic_tests(CLASSIC_SANDRA),
	                                &tables);

	(void)about;
	if (error)
		return error;
	for (size_t i = 0; !error && i < tables.count; i++) {
		struct drive drive = {.summary = summary, .table = &tables.tables[i]};

		drive.buffered = find_half(&tables, drive.table);
		/* It stands in the table of the other half. */
		if (!drive.buffered || !has_end(drive.table->target))
			error = add_drives(to, &drive);
	}
	text_add(to,
	         "The index is derived: %.2f sequential read + %.2f random read "
	         "+ %.2f sequential\nwrite + %.2f random write, a fit to published "
	         "results, not the vendor's formula.\nMB and kB are binary; "
	         "fractions are cut off.\n",
	         OF_READ, OF_RANDOM_READ, OF_WRITE, OF_RANDOM_WRITE);
	classic_tables_free(&tables);
	return error;
}
