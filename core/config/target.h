/* target.h - a target's section, read.  Inside of config only. */
#ifndef BENCH_CONFIG_TARGET_H
#define BENCH_CONFIG_TARGET_H

#include "config/config.h"
#include "config/draft.h"

/* Fills out, which is zeroed, from the section and from [bench]'s settings;
 * what is wrong goes to problems.  0, or -ENOMEM; target_free() it in each
 * case. */
int target_read(const struct draft *draft, const struct draft_section *section,
                const struct config_settings *common,
                const struct config_vocabulary *vocabulary,
                struct config_target *out, struct problems *problems);
void target_free(struct config_target *target);

#endif
