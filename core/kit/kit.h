/* kit.h - the conformance kit: holds a backend against the contract of
 * bench_plugin.h, one check after the other.
 *
 * Each check runs in a process of its own, so that a call that crashes, ends
 * the process or never returns is a finding like any other. */
#ifndef BENCH_KIT_KIT_H
#define BENCH_KIT_KIT_H

#include <stdint.h>
#include <stdio.h>
#include "config/options.h"
#include "plugin/loader.h"

/* How long a check may take unless something else is said. */
#define KIT_DEADLINE_NS INT64_C(10000000000)

enum kit_status { KIT_OK, KIT_FAILED, KIT_SKIPPED };

struct kit_result {
	const char *name;
	enum kit_status status;
	/* What was called, what was expected, what came.  Of a skipped check only
	 * `got` is there: why.  Of one that is fine all are NULL. */
	char *call, *expected, *got;
};

struct kit_report {
	char *file, *plugin, *version; /* "" where the file was refused */
	struct kit_result *results;
	size_t count, ok, failed, skipped;
};

/* Opens the file, first in a process of its own.  0 with *out; else what is
 * wrong with it is the report's finding on the table, and the result is
 * -ENOEXEC; or -ENOMEM. */
int kit_load(const char *path, int64_t deadline_ns, struct plugin **out,
             struct kit_report *report);
/* Runs all checks.  options NULL: the defaults cannot be read, which is a
 * finding, and nothing that needs a target is tried.  0 or -ENOMEM; kit_free()
 * in each case. */
int kit_run(const struct plugin *plugin, const struct options *options,
            int64_t deadline_ns, struct kit_report *report);
void kit_free(struct kit_report *report);

/* How many checks there are, and their names in order. */
size_t kit_count(void);
const char *kit_check_name(size_t index);

/* One line a check and a last one that counts; TAP 13; one JSON document.  0 or
 * -ENOMEM. */
int kit_print(FILE *out, const struct kit_report *report);
int kit_print_tap(FILE *out, const struct kit_report *report);
int kit_print_json(FILE *out, const struct kit_report *report);

#endif
