/* names_rig.h - a backend in memory for the tests of names: it keeps names,
 * writes down what it is asked, fails when it is told to,
 * and has a clock of its own, on which every verb has its length. */
#ifndef BENCH_TESTS_NAMES_RIG_H
#define BENCH_TESTS_NAMES_RIG_H

#include <stdatomic.h>
#include <stdbool.h>
#include "base/text.h"
#include "workload/workload.h"

enum { RIG_NAMES = 512, RIG_NAME = 64 };

enum rig_kind { RIG_FREE, RIG_FILE, RIG_DIR, RIG_LINK };

/* The verbs, and how many us each takes. */
enum rig_verb {
	RIG_OPEN = 1,
	RIG_WRITE,
	RIG_CLOSE,
	RIG_UNLINK,
	RIG_READ,
	RIG_FLUSH,
	RIG_STAT,
	RIG_RENAME,
	RIG_MKDIR,
	RIG_RMDIR,
	RIG_READDIR,
	RIG_DROP,
	RIG_VERBS
};

struct names_rig {
	struct bench_backend backend;
	struct workload_cell cell;
	struct workload_lane lane;
	struct histogram latency, verbs[WORKLOAD_VERBS];
	atomic_bool stop;

	struct {
		enum rig_kind kind;
		char name[RIG_NAME];
	} names[RIG_NAMES];
	unsigned open_files;
	struct text calls; /* "open(t0.file_name_1 wct) write(53@0) close ..." */
	int64_t now;       /* of its clock, ns */

	unsigned counts[RIG_VERBS]; /* of calls since rig_forget() */
	/* The nth of these fails, from 1; 0: none. */
	enum rig_verb fail_verb;
	unsigned fail_at;
	int fail_error;
	unsigned short_at;       /* the nth read or write is a byte short */
	enum rig_verb stop_verb; /* the same: `stop` is set at it */
	unsigned stop_at;
	unsigned hide; /* names that are not listed */
};

/* One for each test at a time: with a lane t0 and that test's cell. */
struct names_rig *names_rig_set_up(const char *test, uint64_t files);
/* workload_open() and workload_prepare(), which succeed. */
void names_rig_prepare(struct names_rig *rig);
/* Closes the lane and insists that no name and no open file is left. */
void names_rig_tear_down(struct names_rig *rig);
/* The calls and counts so far. */
void names_rig_forget(struct names_rig *rig);
/* Fails the test and shows both if the calls are not just these. */
void names_rig_called(const struct names_rig *rig, const char *calls);
/* The same for the lane's sentence, of which this is a part. */
void names_rig_says(const struct names_rig *rig, const char *words);
/* How many names there are. */
unsigned names_rig_count(const struct names_rig *rig, enum rig_kind kind);
void names_rig_add(struct names_rig *rig, const char *name, enum rig_kind kind);

#endif
