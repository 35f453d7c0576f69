/* iozone.h - what the readers of iozone's text know of the run at hand. */
#ifndef BENCH_IMPORT_IOZONE_H
#define BENCH_IMPORT_IOZONE_H

#include "import/parts.h"

#define IOZONE_COLUMNS 13
#define IOZONE_BLOCKS  17
#define IOZONE_RECORDS 64

enum iozone_mode { IOZONE_RATE, IOZONE_OPS, IOZONE_TIME };

/* What "Children see throughput" and the lines below it say. */
struct iozone_children {
	const char *test; /* NULL: none at hand */
	size_t line;
	uint64_t threads;
	double children, parent, min, max, avg, unit;
	bool ops;
};

struct iozone {
	struct import_source *source;
	enum iozone_mode mode;
	double unit;   /* bytes; 0: not told */
	bool asked;    /* for --unit, so once */
	size_t repeat; /* line that was last said to repeat cells */
	bool preamble;
	uint64_t direct, file, record; /* of the throughput mode */
	/* The table: right edges of columns behind that of reclen; 0: none. */
	unsigned edges[IOZONE_COLUMNS];
	struct keys cells; /* of the table, for the blocks behind it */
	bool labels; /* rows may begin with a word: no other line came between */
	/* The block: the index of its test, or one of the two below. */
	int block;
	uint64_t records[IOZONE_RECORDS];
	size_t record_count;
	struct iozone_children children;
};

enum { IOZONE_NO_BLOCK = -1, IOZONE_PASS = -2 };

extern const char *const iozone_tests[IOZONE_BLOCKS];

/* Each true if the line was theirs. */
bool iozone_table_line(struct iozone *iozone, size_t line, const char *text);
bool iozone_excel_line(struct iozone *iozone, size_t line, const char *text);
bool iozone_throughput_line(struct iozone *iozone, size_t line,
                            const char *text);
/* Ends a group of throughput lines. */
void iozone_throughput_end(struct iozone *iozone);

/* Adds a figure of the table or of a block; 0 is one that was not measured. */
void iozone_add(struct iozone *iozone, size_t line, const char *label,
                const char *test, uint64_t file_kib, uint64_t record_kib,
                double figure);

/* iozone.c: any line; false: it says nothing. */
bool iozone_line(struct iozone *iozone, size_t line, const char *text);
void iozone_begin(struct iozone *iozone, struct import_source *source);
void iozone_end(struct iozone *iozone);

#endif
