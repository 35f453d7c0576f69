/* parts.h - what the checks share.  Inside of kit only.
 *
 * What a check finds, and which call it is in, stands on a board in shared
 * memory, so that it is known however the check's process ends. */
#ifndef BENCH_KIT_PARTS_H
#define BENCH_KIT_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>
#include "base/text.h"
#include "kit/kit.h"

/* Sessions at the same time, at most. */
#define KIT_LANES 4
/* Longer words are cut. */
#define KIT_WORDS 1024
/* Room for the names that a check makes. */
#define KIT_NAMES ((size_t)64 << 10)

struct kit_board {
	atomic_bool settled; /* by the first that found something, or skipped */
	enum kit_status status;
	char call[KIT_WORDS], expected[KIT_WORDS], got[KIT_WORDS];
	struct {
		char words[KIT_WORDS];
		atomic_bool running;
	} calls[KIT_LANES];
	atomic_bool finished; /* the check came to its end by itself */
	bool hopeless;        /* no other check can be better */
	/* What a check that found nothing else left on the target. */
	char left[KIT_WORDS];
	/* `f` or `d`, the name, a NUL; and so on. */
	size_t names_used;
	char names[KIT_NAMES];
};

struct kit;

/* One session and what is needed to call it; used on one thread. */
struct kit_lane {
	struct kit *kit;
	unsigned number;
	struct bench_ctx *ctx; /* that of lane 0 is the target's too */
	void *session;
	bool has_session;
};

/* A check in its process. */
struct kit {
	const struct bench_backend *backend;
	const struct options *options;
	struct kit_board *board;
	int64_t deadline_ns;
	char *directory; /* all names are below it, or begin with it */
	struct bench_caps caps;
	void *target;
	bool inited, has_target;
	const char *claim; /* what is being tried, where it is not just a call */
	struct kit_lane lane;
};

struct kit_file {
	struct kit_lane *lane;
	const char *name;
	void *handle;
};

/* say.c: what was found.  All settle the check unless that was done, and return
 * -1. */

/* got is taken over; NULL is no memory. */
int kit_found(struct kit_lane *lane, char *got, const char *expected, ...)
        TEXT_PRINTF(3, 4);
/* The same for what a call returned, with the backend's sentence. */
int kit_came(struct kit_lane *lane, int64_t result, const char *expected, ...)
        TEXT_PRINTF(3, 4);
int kit_skip(struct kit_lane *lane, const char *why, ...) TEXT_PRINTF(2, 3);
/* 0 where it is as wanted. */
int kit_want(struct kit_lane *lane, int64_t result, int64_t wanted);
/* 0 for a negative errno that bench can tell its user something about. */
int kit_want_error(struct kit_lane *lane, int64_t result);
/* What is being called, in words; then that it returned. */
void kit_call(struct kit_lane *lane, const char *words, ...) TEXT_PRINTF(2, 3);
void kit_back(struct kit_lane *lane);

/* call.c: the backend's operations, noted on the board.  A name that is NULL
 * (no room for it) is -ENOMEM. */
int kit_open(struct kit_file *file, unsigned flags, uint64_t hint);
int kit_close(struct kit_file *file);
int64_t kit_read(struct kit_file *file, void *buf, size_t len, uint64_t off);
int64_t kit_write(struct kit_file *file, const void *buf, size_t len,
                  uint64_t off);
int kit_flush(struct kit_file *file);
int kit_stat(struct kit_lane *lane, const char *name, struct bench_stat *st);
int kit_rename(struct kit_lane *lane, const char *from, const char *to);
int kit_unlink(struct kit_lane *lane, const char *name);
int kit_mkdir(struct kit_lane *lane, const char *name);
int kit_rmdir(struct kit_lane *lane, const char *name);
/* The entries, each with its NUL, are added to the text. */
int kit_readdir(struct kit_lane *lane, const char *name, struct text *entries);
int kit_ping(struct kit_lane *lane);
int kit_submit(struct kit_lane *lane, struct bench_io *const *v, unsigned n);
int kit_reap(struct kit_lane *lane, struct bench_io **done, unsigned min,
             unsigned max, int64_t timeout_ns);

/* life.c: a target's and a session's, from both ends.  0, or -1 and settled. */
int kit_target_open(struct kit *kit);
void kit_target_close(struct kit *kit);
/* The last call of a process. */
void kit_finish(struct kit *kit);
/* Makes a lane of lane.number and opens its session. */
int kit_session_open(struct kit_lane *lane, unsigned depth);
/* Safe where there is none. */
void kit_session_close(struct kit_lane *lane);
/* Target, session and directory; the session is for as many in flight as there
 * may be if `deep`.  The end removes all names. */
int kit_begin(struct kit *kit, bool deep);
/* How many in flight are tried. */
unsigned kit_most_depth(const struct kit *kit);
/* May this process open a session after another one? */
bool kit_many_sessions(const struct kit *kit);
void kit_end(struct kit *kit);

/* names.c: names that are unlike all others, removed at the end.  NULL: no
 * room. */
const char *kit_name(struct kit *kit, const char *stem);
const char *kit_directory_name(struct kit *kit, const char *stem);
/* Removes all that was made; what is still there afterwards is added to `left`
 * where that is not NULL. */
void kit_remove_names(struct kit_lane *lane, struct text *left);

/* data.c: sizes that this target takes, and files of a pattern. */

/* The next larger size, or the largest that there may be. */
uint64_t kit_size(const struct kit *kit, uint64_t wanted);
size_t kit_record(const struct kit *kit, uint64_t wanted);
/* Offsets and lengths are multiples of it; 1 where any will do. */
uint64_t kit_unit(const struct kit *kit);
/* Flags of an open that goes forward only. */
unsigned kit_forward(unsigned flags);
struct bench_pattern kit_pattern(uint64_t file, uint64_t generation);
/* Each must come off, else it is found. */
int kit_must_open(struct kit_file *file, unsigned flags, uint64_t hint);
int kit_must_close(struct kit_file *file);
int kit_must_write(struct kit_file *file, const struct bench_pattern *pattern,
                   size_t len, uint64_t off);
/* Reads len bytes and compares them; NULL compares nothing. */
int kit_must_read(struct kit_file *file, const struct bench_pattern *pattern,
                  size_t len, uint64_t off);
/* Are these the bytes that belong there? */
int kit_must_match(struct kit_file *file, const struct bench_pattern *pattern,
                   const unsigned char *bytes, size_t len, uint64_t off);
/* A file anew, from front to end in records. */
int kit_make(struct kit_lane *lane, const char *name, uint64_t size,
             size_t record, const struct bench_pattern *pattern);
/* Reads it in the same way; pattern NULL compares nothing. */
int kit_verify(struct kit_lane *lane, const char *name, uint64_t size,
               size_t record, const struct bench_pattern *pattern);
bool kit_keeps(const struct kit *kit);
bool kit_random(const struct kit *kit);

/* child.c: a step in a process of its own. */
struct kit_board *kit_board_new(void);
void kit_board_free(struct kit_board *board);
/* Runs step(arg) and settles the board for a process that crashed, ended or
 * was late.  True when it came to its end by itself. */
bool kit_in_child(struct kit_board *board, void (*step)(void *arg), void *arg,
                  int64_t deadline_ns);
/* How a process ended, in words. */
char *kit_end_words(int status);

/* The checks; 0, or -1 and settled. */
int kit_table(struct kit *kit);
int kit_options(struct kit *kit);
int kit_target(struct kit *kit);
int kit_caps(struct kit *kit);
int kit_session(struct kit *kit);
int kit_create(struct kit *kit);
int kit_write_read(struct kit *kit);
int kit_whole_record(struct kit *kit);
int kit_short_end(struct kit *kit);
int kit_holes(struct kit *kit);
int kit_overwrite(struct kit *kit);
int kit_truncate(struct kit *kit);
int kit_missing(struct kit *kit);
int kit_sentences(struct kit *kit);
int kit_stat_right(struct kit *kit);
int kit_names_kept(struct kit *kit);
int kit_directories(struct kit *kit);
int kit_flushes(struct kit *kit);
int kit_pings(struct kit *kit);
int kit_depth(struct kit *kit);
int kit_cancel(struct kit *kit);
int kit_claims(struct kit *kit);
int kit_workers(struct kit *kit);
int kit_descriptors(struct kit *kit);
int kit_memory(struct kit *kit);
int kit_order(struct kit *kit);
int kit_cleanup(struct kit *kit);

#endif
