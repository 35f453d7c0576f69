/* effective.h - what a run was really asked, defaults included.  Inside of
 * config only. */
#ifndef BENCH_CONFIG_EFFECTIVE_H
#define BENCH_CONFIG_EFFECTIVE_H

#include "config/config.h"
#include "config/draft.h"

/* {"bench": {key: text}, "target NAME": {"plugin": ..., key: text}}.  A secret
 * is "***" unless it is @file or $ENV, and so is a URL's password.  The targets
 * of config are those of draft, in its order; common is what [bench] says. NULL
 * without memory. */
json_t *effective_json(const struct bench_config *config,
                       const struct config_settings *common,
                       const struct draft *draft);

#endif
