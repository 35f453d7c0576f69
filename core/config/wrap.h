/* wrap.h - `wrap = NAME` of a target, and the wrapper's options NAME.KEY.
 * Inside of config only. */
#ifndef BENCH_CONFIG_WRAP_H
#define BENCH_CONFIG_WRAP_H

#include "config/config.h"
#include "config/draft.h"

/* Finds the wrapper that the section asks for, if it does, and makes its
 * options, all defaults.  0 or -ENOMEM; what is wrong goes to problems. */
int wrap_choose(const struct draft_section *section,
                const struct config_vocabulary *vocabulary,
                struct config_target *target, struct problems *problems);
/* Reads a pair whose key is NAME.KEY of any wrapper; false: it is no such. */
bool wrap_take(const struct draft_pair *pair,
               const struct config_vocabulary *vocabulary,
               struct config_target *target, struct problems *problems);
/* A required option that was not given. */
void wrap_check_required(const struct draft_section *section,
                         const struct config_target *target,
                         struct problems *problems);

#endif
