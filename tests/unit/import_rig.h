/* import_rig.h - imports for tests: a file or bytes, and one row of them. */
#ifndef BENCH_TESTS_IMPORT_RIG_H
#define BENCH_TESTS_IMPORT_RIG_H

#include "import/import.h"

#define IMPORT_DATA "tests/data/import/"
#define KIB         1024

/* Imports a file of tests/data/import/ with a unit (0: none). */
struct import import_rig_file(const char *name, double unit);
struct import import_rig_text(const char *text, double unit);
/* The row of that target (NULL: any), test, file and record size (0: any), or
 * NULL after a failed assertion. */
const struct result_row *import_rig_find(const struct import *import,
                                         const char *target, const char *test,
                                         uint64_t file, uint64_t record);
/* Does one of the notes hold this? */
bool import_rig_says(const struct import *import, const char *text);

#endif
