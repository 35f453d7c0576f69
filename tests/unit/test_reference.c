/* test_reference.c - the rows of results/reference against the tables that they
 * were made of, as transcribed in tests/data/published: every figure is there
 * once, as printed, and nothing that was not printed. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/csv.h"
#include "unit.h"

#define MIB 1048576.0

/* source,config_label,test,file_size,record_size,value,unit,cpu_percent,notes
 */
enum field { PAPER, LABEL, TEST, FILE_SIZE, RECORD, VALUE, UNIT, CPU, NOTES };
#define FIELDS (NOTES + 1)

struct figure {
	char *fields[FIELDS];
};

struct figures {
	struct figure all[80];
	size_t count;
	char *bytes;
};

/* One published table, and the file of reference rows that it is part of. */
struct part {
	const char *published, *reference, *document;
	size_t figures;
	double mega; /* bytes of a MB in its rates */
};

#define BONNIE "bonnie over NFS, two NetBSD machines, 1995"
#define LOOPS  "results of files.c, 1999"
#define SHARED "RAM disk over gigabit Ethernet, 2004"
#define NAS                                                                    \
	"How To Build a Really Fast NAS, Part 2: Shaking Down the Testbed, Tim "   \
	"Higgins, smallnetbuilder.com, 2008"

static const struct part parts[] = {
        {"03-bonnie-nfs", "1995-bonnie-nfs", BONNIE, 12, 0},
        {"03-stated-figures", "1995-bonnie-nfs", BONNIE, 6, 0},
        {"02-files-c", "1999-files", LOOPS, 14, 0},
        {"00-sandra-ramdisk-gbe", "2004-gigabit-ramdisk", SHARED, 66, MIB},
        {"00-ftp-150mb", "2004-gigabit-ramdisk", SHARED, 4, 1e6},
        {"00-ping", "2004-gigabit-ramdisk", SHARED, 2, 0},
        {"00-stated-figures", "2004-gigabit-ramdisk", SHARED, 6, 0},
        {"01-smallnetbuilder-testbed", "2008-nas-testbed", NAS, 8, 1e6}};

#define PART_COUNT (sizeof parts / sizeof parts[0])

/* Where the figure of a printed test stands: in no column where it is "". */
static const struct {
	const char *printed, *test, *column;
} places[] = {
        {"bonnie Sequential Output Per Char", "char_write",
         "throughput_bytes_per_s"},
        {"bonnie Sequential Output Block", "block_write",
         "throughput_bytes_per_s"},
        {"bonnie Sequential Output Rewrite", "read_modify_write",
         "throughput_bytes_per_s"},
        {"bonnie Sequential Input Per Char", "char_read",
         "throughput_bytes_per_s"},
        {"bonnie Sequential Input Block", "block_read",
         "throughput_bytes_per_s"},
        {"bonnie Random Seeks", "seeks", "ops_per_s"},
        {"files.c create+write+close+unlink", "create_unlink", "ops_per_s"},
        {"Sandra Buffered Read", "read", "throughput_bytes_per_s"},
        {"Sandra Sequential Read", "read", "throughput_bytes_per_s"},
        {"Sandra Random Read", "random_read", "throughput_bytes_per_s"},
        {"Sandra Buffered Write", "write", "throughput_bytes_per_s"},
        {"Sandra Sequential Write", "write", "throughput_bytes_per_s"},
        {"Sandra Random Write", "random_write", "throughput_bytes_per_s"},
        {"Sandra Average Access Time", "access_time", "lat_mean_us"},
        {"Sandra Drive Index", "index", ""},
        {"FTP repeated disk-to-disk transfer", "transfer",
         "throughput_bytes_per_s"},
        {"ping average", "ping", "lat_mean_us"},
        {"iozone RAID 5 read", "read", "throughput_bytes_per_s"}};

#define PLACE_COUNT (sizeof places / sizeof places[0])

/* Columns that are no figures. */
static const char *const labels[] = {
        "schema", "seq",  "file_size_bytes", "record_size_bytes", "threads",
        "depth",  "round"};

static char *slurp(const char *path)
{
	FILE *file = fopen(path, "rbe");
	struct text text = {0};
	int c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while ((c = fgetc(file)) != EOF) {
		char byte = (char)c;

		text_add_bytes(&text, &byte, 1);
	}
	fclose(file);
	return text_take(&text);
}

/* Unquotes one field in place; returns what stands behind it. */
static char *cut_field(char *at, char **field)
{
	bool quoted = *at == '"';
	char *to = at;

	*field = at;
	for (at += quoted; *at && (quoted || !strchr(",\r\n", *at)); at++) {
		if (quoted && *at == '"' && *++at != '"')
			break;
		*to++ = *at;
	}
	while (*at == '\r')
		at++;
	if (*at)
		at++;
	*to = '\0';
	return at;
}

static void read_figures(const struct part *part, struct figures *figures)
{
	char *path = text_format("tests/data/published/%s.csv", part->published);
	char *at = figures->bytes = slurp(path);

	figures->count = 0;
	at = strchr(at, '\n') + 1;
	while (*at) {
		CU_ASSERT_FATAL(figures->count < 80);
		for (int i = 0; i < FIELDS; i++)
			at = cut_field(at, &figures->all[figures->count].fields[i]);
		figures->count++;
	}
	CU_ASSERT_EQUAL(figures->count, part->figures);
	free(path);
}

static void read_rows(const char *name, struct csv_rows *rows)
{
	char *path = text_format("results/reference/%s.csv", name), *why = NULL;
	int error = csv_read(path, rows, &why);

	if (error)
		printf("\n    %s\n", why);
	CU_ASSERT_EQUAL_FATAL(error, 0);
	CU_ASSERT_EQUAL(rows->torn_bytes, 0);
	free(path);
}

static bool starts_with(const char *text, const char *label)
{
	size_t length = strlen(label);

	return strncmp(text, label, length) == 0 &&
	       strncmp(text + length, ". ", 2) == 0;
}

/* The only row that names the figure. */
static const struct result_row *find_row(const struct csv_rows *rows,
                                         const struct part *part,
                                         const struct figure *figure)
{
	char *source = text_format("%s: %s", part->document, figure->fields[TEST]);
	const struct result_row *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct result_row *row = &rows->rows[i];

		CU_ASSERT_PTR_NOT_NULL_FATAL(row->source);
		CU_ASSERT_PTR_NOT_NULL_FATAL(row->conditions);
		if (strcmp(row->source, source) != 0 ||
		    !starts_with(row->conditions, figure->fields[LABEL]))
			continue;
		found = row;
		count++;
	}
	CU_ASSERT_EQUAL(count, 1);
	free(source);
	CU_ASSERT_PTR_NOT_NULL_FATAL(found);
	return found;
}

/* The printed digits without what parts the thousands. */
static double number_of(const char *printed, char *digits, int *decimals)
{
	const char *point;
	char *to = digits;

	for (const char *at = printed; *at; at++)
		if (*at != ',')
			*to++ = *at;
	*to = '\0';
	point = strchr(digits, '.');
	*decimals = point ? (int)strlen(point + 1) : 0;
	return strtod(digits, NULL);
}

/* Of our unit in the printed one; 0: not known. */
static double factor_of(const char *unit, double mega)
{
	if (strcmp(unit, "K/sec") == 0 || strcmp(unit, "kB/s") == 0)
		return 1024;
	if (strcmp(unit, "MB/s") == 0 || strcmp(unit, "MB/sec") == 0)
		return mega;
	if (strcmp(unit, "ms") == 0)
		return 1000;
	return strcmp(unit, "/sec") == 0 || strcmp(unit, "loops/second") == 0;
}

/* The figure is the printed one to the last digit, both ways. */
static void check_number(double found, const struct figure *figure, double mega)
{
	const char *printed = figure->fields[VALUE];
	char digits[32] = "", again[64];
	int decimals;
	double factor = factor_of(figure->fields[UNIT], mega), number;

	CU_ASSERT_FATAL(strlen(printed) < sizeof digits);
	number = number_of(printed, digits, &decimals);
	CU_ASSERT_FATAL(factor > 0);
	snprintf(again, sizeof again, "%.*f", decimals, found / factor);
	CU_ASSERT_STRING_EQUAL(again, digits);
	CU_ASSERT_DOUBLE_EQUAL(found, number * factor, 1e-6);
}

static bool is_label(const char *column)
{
	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
		if (strcmp(labels[i], column) == 0)
			return true;
	return false;
}

/* The figure in its column, and no other column with one. */
static void check_columns(const struct result_row *row, const char *column,
                          const struct figure *figure, double mega)
{
	size_t count = 0;

	for (size_t i = 0; i < result_column_count; i++) {
		const struct result_column *known = &result_columns[i];
		const void *at = (const char *)row + known->offset;

		if (known->kind == RESULT_COUNT && !is_label(known->name)) {
			CU_ASSERT_EQUAL(*(const uint64_t *)at, RESULT_NO_COUNT);
		} else if (known->kind == RESULT_REAL && !isnan(*(const double *)at)) {
			CU_ASSERT_STRING_EQUAL(known->name, column);
			check_number(*(const double *)at, figure, mega);
			count++;
		}
	}
	CU_ASSERT_EQUAL(count, *column != '\0');
}

static void check_counters(const struct result_row *row,
                           const struct figure *figure, double mega)
{
	static const char index_is[] = "index_bytes_per_s=";
	char *cpu = text_format("cpu_percent=%s", figure->fields[CPU]);

	if (strcmp(row->test, "index") == 0) {
		CU_ASSERT_PTR_NOT_NULL_FATAL(row->counters);
		CU_ASSERT_EQUAL_FATAL(
		        strncmp(row->counters, index_is, strlen(index_is)), 0);
		check_number(strtod(row->counters + strlen(index_is), NULL), figure,
		             mega);
	} else if (*figure->fields[CPU]) {
		CU_ASSERT_STRING_EQUAL(row->counters, cpu);
	} else {
		CU_ASSERT_PTR_NULL(row->counters);
	}
	free(cpu);
}

/* Sizes as printed in the conditions, those of our tests in their columns. */
static void check_sizes(const struct result_row *row,
                        const struct figure *figure)
{
	const char *printed = figure->fields[FILE_SIZE];
	uint64_t size = RESULT_NO_COUNT;
	char *unit;

	if (*printed) {
		double number = strtod(printed, &unit);

		if (strcmp(unit + strspn(unit, " "), "MB") == 0)
			size = (uint64_t)(number * MIB);
		CU_ASSERT_PTR_NOT_NULL(strstr(row->conditions, printed));
	}
	CU_ASSERT_EQUAL(row->file_size, size);
	CU_ASSERT_EQUAL(row->record_size, RESULT_NO_COUNT);
	CU_ASSERT_PTR_NOT_NULL(strstr(row->conditions, figure->fields[RECORD]));
	if (!*figure->fields[RECORD] && !isnan(row->throughput))
		CU_ASSERT_PTR_NOT_NULL(strstr(row->conditions, "size not printed"));
}

static void check_published(const struct result_row *row,
                            const struct figure *figure)
{
	char *printed =
	        text_format("%s%s%s", figure->fields[VALUE],
	                    *figure->fields[UNIT] ? " " : "", figure->fields[UNIT]);

	if (*printed)
		CU_ASSERT_STRING_EQUAL(row->published, printed);
	if (!*printed)
		CU_ASSERT_PTR_NULL(row->published);
	free(printed);
}

static void check_row(const struct result_row *row, const struct part *part,
                      const struct figure *figure)
{
	const char *test = "stated", *column = "";

	for (size_t i = 0; i < PLACE_COUNT; i++)
		if (strcmp(places[i].printed, figure->fields[TEST]) == 0) {
			test = places[i].test;
			column = places[i].column;
		}
	CU_ASSERT_STRING_EQUAL(row->test, test);
	CU_ASSERT_STRING_EQUAL(row->run_id, part->reference);
	CU_ASSERT_STRING_EQUAL(row->backend, "published");
	CU_ASSERT_EQUAL(row->status, *column ? RESULT_OK : RESULT_SKIPPED);
	CU_ASSERT_EQUAL(row->error == NULL, *column != '\0');
	CU_ASSERT_PTR_NOT_NULL(strstr(row->conditions, figure->fields[NOTES]));
	check_columns(row, column, figure, part->mega);
	check_counters(row, figure, part->mega);
	check_sizes(row, figure);
	check_published(row, figure);
}

static void rows_are_the_published_figures(void)
{
	for (size_t i = 0; i < PART_COUNT; i++) {
		struct figures figures;
		struct csv_rows rows;

		read_figures(&parts[i], &figures);
		read_rows(parts[i].reference, &rows);
		for (size_t j = 0; j < figures.count; j++)
			check_row(find_row(&rows, &parts[i], &figures.all[j]), &parts[i],
			          &figures.all[j]);
		csv_rows_free(&rows);
		free(figures.bytes);
	}
}

/* With the test above: each row is one figure, since each figure has one. */
static void nothing_else_is_there(void)
{
	for (size_t i = 0; i < PART_COUNT; i++) {
		struct csv_rows rows;
		size_t expected = 0;

		for (size_t j = 0; j < PART_COUNT; j++)
			if (strcmp(parts[j].reference, parts[i].reference) == 0)
				expected += parts[j].figures;
		read_rows(parts[i].reference, &rows);
		CU_ASSERT_EQUAL(rows.count, expected);
		for (size_t j = 0; j < rows.count; j++)
			CU_ASSERT_EQUAL(rows.rows[j].seq, j + 1);
		csv_rows_free(&rows);
	}
}

/* Two figures of one cell would be taken for rounds of it. */
static void figures_are_cells_of_their_own(void)
{
	for (size_t i = 0; i < PART_COUNT; i++) {
		struct csv_rows rows;

		read_rows(parts[i].reference, &rows);
		for (size_t j = 0; j < rows.count; j++)
			for (size_t k = j + 1; k < rows.count; k++) {
				const struct result_row *a = &rows.rows[j], *b = &rows.rows[k];

				if (a->status == RESULT_OK && b->status == RESULT_OK)
					CU_ASSERT(strcmp(a->target, b->target) != 0 ||
					          strcmp(a->test, b->test) != 0 ||
					          a->file_size != b->file_size);
			}
		csv_rows_free(&rows);
	}
}

static CU_TestInfo cases[] = {
        {"rows are the published figures", rows_are_the_published_figures},
        {"nothing else is there", nothing_else_is_there},
        {"figures are cells of their own", figures_are_cells_of_their_own},
        CU_TEST_INFO_NULL};
UNIT_SUITE(reference, cases)
