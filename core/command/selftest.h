/* selftest.h - the checks of `bench selftest`: figures that are known, and what
 * this machine's clock, timer and noise permit. */
#ifndef BENCH_COMMAND_SELFTEST_H
#define BENCH_COMMAND_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>
#include "base/text.h"
#include "command/command.h"

enum selftest_verdict { SELFTEST_OK, SELFTEST_FAILED, SELFTEST_DOUBT };

struct selftest {
	const struct command_context *context;
	double precision; /* asked for: half an interval's width, as a share */
	unsigned failed, doubts;
	int signal; /* that ended it; 0: none */
};

/* One line on stdout, at once. */
void selftest_say(struct selftest *test, enum selftest_verdict verdict,
                  const char *name, const char *format, ...) TEXT_PRINTF(4, 5);

/* Runs each FILE.ini of DATADIR/selftest and holds its rows against
 * FILE.expect. */
void selftest_truths(struct selftest *test);
void selftest_clock(struct selftest *test);
void selftest_timer(struct selftest *test);

/* Half the width of a 95 % interval of the median, as a share of it, for so
 * many rounds. */
#define SELFTEST_ROUNDS 5
extern const unsigned selftest_rounds[SELFTEST_ROUNDS];

struct selftest_widths {
	bool known;
	double width[SELFTEST_ROUNDS];
};

void selftest_noise(struct selftest *test, struct selftest_widths *widths);

/* What came of holding results against expectations. */
struct selftest_findings {
	size_t held, missed, doubted;   /* figures */
	char *first_miss, *first_doubt; /* sentences; NULL where there is none */
};

/* status is that of the bench that wrote csv_path.  0, or a negative errno and
 * a sentence where a file cannot be read or understood. */
int selftest_expect(const char *expect_path, const char *csv_path, int status,
                    struct selftest_findings *out, char **why);
void selftest_findings_free(struct selftest_findings *findings);

#endif
