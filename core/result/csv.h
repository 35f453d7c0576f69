/* csv.h - results.csv: RFC 4180, one header, a row appended and flushed at a
 * time, the same bytes in every locale. */
#ifndef BENCH_RESULT_CSV_H
#define BENCH_RESULT_CSV_H

#include "result/row.h"

struct csv_writer;
struct text;

/* Makes the file (it must not exist) with its header, both at once: there never
 * is a file without one. */
int csv_create(const char *path, struct csv_writer **out, char **why);
/* Goes on at the end of a file that csv_create() made and that ends in a whole
 * line. */
int csv_open(const char *path, struct csv_writer **out, char **why);
/* Writes one line and hands it to the kernel.  A failed write is a failure of
 * the run: the sentence names the file. */
int csv_write(struct csv_writer *writer, const struct result_row *row,
              char **why);
/* NULL is fine. */
int csv_close(struct csv_writer *writer, char **why);

/* Rows of a file. */
struct csv_rows {
	struct result_row *rows;
	size_t count;
	size_t columns; /* of the header */
	/* Bytes of the file up to the end of the last whole line; what comes
	 * behind it is a torn line and was not read. */
	uint64_t whole_bytes, torn_bytes;
};

/* Reads a results.csv of this schema.  Columns that a later bench appended are
 * ignored, those that an earlier one did not have yet are missing in the rows;
 * a column of the first bench that is missing, a moved one, a line with another
 * number of fields or a bad number is -EINVAL and a sentence with file:line.  A
 * last line without its line end is left out. */
int csv_read(const char *path, struct csv_rows *out, char **why);
void csv_rows_free(struct csv_rows *rows);

/* One field for a CSV line: quoted where RFC 4180 asks for it.  The caller
 * frees it; NULL when memory ran out. */
char *csv_quote(const char *text);
/* Adds the text, made clean and quoted; NULL is empty. */
void csv_add_text(struct text *line, const char *text);
/* A real with `decimals` digits and a point, whatever the locale; "" for NAN
 * and infinities.  Into buffer, which holds `size` bytes (400 always do). */
void csv_real(double value, unsigned decimals, char *buffer, size_t size);

#endif
