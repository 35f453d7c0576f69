/* format.c - --format: a run in the tables of the classic programs. */
#include "command/format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include "base/text.h"
#include "command/command.h"

int format_check(enum classic_format format, const struct plan *plan)
{
	const char *const *tests = classic_tests(format);

	if (format == CLASSIC_NONE)
		return 0;
	for (size_t i = 0; i < plan->cell_count; i++)
		if (classic_shows(format, plan->cells[i].test->name))
			return 0;
	fprintf(stderr, "bench: --format: the run has none of the tests that it "
	                "shows:");
	for (; *tests; tests++)
		fprintf(stderr, " %s%s", *tests, tests[1] ? "," : "\n");
	return -EINVAL;
}

/* "Mon Nov 30 12:00:00 2026", as parsers have it; "" where there is none. */
static void tell_time(time_t began, char *buffer, size_t size)
{
	struct tm broken;

	buffer[0] = '\0';
	if (localtime_r(&began, &broken))
		buffer[strftime(buffer, size, "%a %b %e %H:%M:%S %Y", &broken)] = '\0';
}

int format_print(enum classic_format format, const struct run_outcome *outcome,
                 time_t began)
{
	struct classic_about about = {.version = BENCH_VERSION,
	                              .results = outcome->directory,
	                              .whole = outcome->signal == 0};
	char when[64];
	struct utsname names;
	char *system = NULL;
	int error;

	if (format == CLASSIC_NONE)
		return 0;
	tell_time(began, when, sizeof when);
	if (when[0])
		about.began = when;
	if (uname(&names) == 0)
		about.system = system =
		        text_format("%s %s", names.sysname, names.release);
	error = classic_print(stdout, format, &outcome->summary, &about);
	if (!error && (fflush(stdout) != 0 || ferror(stdout)))
		error = errno > 0 ? -errno : -EIO;
	if (error)
		fprintf(stderr, "bench: --format: %s\n", strerror(-error));
	free(system);
	return error;
}

int format_print_saved(FILE *out, enum classic_format format,
                       const struct saved *saved)
{
	const char *kernel = saved_text(saved, "environment", "kernel");
	struct classic_about about = {
	        .version = BENCH_VERSION,
	        .results = saved->directory,
	        .system = kernel,
	        .whole = !saved_text(saved, NULL, "interrupted_by")};
	char when[64];
	int64_t began;

	if (saved_utc(saved->rows.rows[0].started_utc, &began)) {
		tell_time((time_t)(began / 1000000000), when, sizeof when);
		if (when[0])
			about.began = when;
	}
	return classic_print(out, format, &saved->summary, &about);
}
