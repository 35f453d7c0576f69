/* unknown.h - the sentence for a key that means nothing where it stands.
 * Inside of config only. */
#ifndef BENCH_CONFIG_UNKNOWN_H
#define BENCH_CONFIG_UNKNOWN_H

#include "config/config.h"
#include "config/draft.h"

/* In a target of this backend, or in [bench] where backend is NULL. */
void unknown_key(const struct draft_pair *pair,
                 const struct bench_backend *backend,
                 const struct config_vocabulary *vocabulary,
                 struct problems *problems);

#endif
