/* draft.h - all that was said, from all sources, as text: which sections there
 * are and what each key was given.  Nothing is read by its meaning yet.  Inside
 * of config only. */
#ifndef BENCH_CONFIG_DRAFT_H
#define BENCH_CONFIG_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include "config/config.h"
#include "config/ini.h"

struct draft_pair {
	char *key, *text;
	struct config_place place;
};

struct draft_section {
	char *name; /* the target's or the suite's; NULL for [bench] */
	struct config_place place;
	char *url; /* a target of the command line: its URL or path */
	struct draft_pair *pairs;
	size_t count;
};

struct draft {
	struct draft_section bench;
	struct draft_section *targets;
	size_t count;
	struct draft_section *suites; /* [suite NAME] */
	size_t suite_count;
	bool refused; /* a section or a target was left out, with a problem */
};

/* NULL where the key was not given. */
struct draft_pair *draft_find(const struct draft_section *section,
                              const char *key);
/* Adds the pair, or replaces what was said before. */
int draft_put(struct draft_section *section, const char *key, const char *text,
              struct config_place place);
/* Forgets the key if it was given. */
void draft_drop(struct draft_section *section, const char *key);
struct draft_section *draft_target(const struct draft *draft, const char *name);
/* The new target has no pairs; NULL without memory. */
struct draft_section *draft_add_target(struct draft *draft, const char *name,
                                       struct config_place place);
void draft_free(struct draft *draft);

/* The four sources.  0, or -ENOMEM; all else goes to problems.  path lives as
 * long as the places in the draft do. */
int draft_from_ini(struct draft *draft, const struct ini_file *ini,
                   const char *path, struct problems *problems);
int draft_from_json(struct draft *draft, const json_t *sections,
                    const char *path, struct problems *problems);
int draft_from_urls(struct draft *draft, const struct config_source *source,
                    const struct config_vocabulary *vocabulary,
                    struct problems *problems);
int draft_from_sets(struct draft *draft, const struct config_source *source,
                    struct problems *problems);

/* Letters, digits, dot, dash and underline; begins with a letter or a digit,
 * so that it can name a file. */
bool draft_is_name(const char *name);

#endif
