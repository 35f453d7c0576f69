/* suites.h - the suites of a configuration: those that bench has, and those
 * that its [suite NAME] sections add; and what their keys say where nothing
 * else does.  Inside of config only. */
#ifndef BENCH_CONFIG_SUITES_H
#define BENCH_CONFIG_SUITES_H

#include "config/config.h"
#include "config/draft.h"

struct suites {
	struct config_suite *list;
	size_t count;
	/* The same, for the readers of keys. */
	struct config_vocabulary vocabulary;
	/* Beside the list: the sections that they are from; NULL: bench's own. */
	const struct draft_section **sections;
	/* What those of sections consist of. */
	char ***words;
};

/* All suites there are.  Checks each [suite NAME], every key of it; what is
 * wrong goes to problems.  Suites with problems can be named, but say nothing.
 * Lives as long as draft and vocabulary do; suites_free() it. */
int suites_make(struct suites *suites, const struct draft *draft,
                const struct config_vocabulary *vocabulary,
                struct problems *problems);
/* Puts the keys of the suites that sections name into these sections, where
 * neither they nor [bench] say anything. */
int suites_apply(const struct suites *suites, struct draft *draft);
void suites_free(struct suites *suites);

#endif
