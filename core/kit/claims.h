/* claims.h - the parts of the check of what caps() claims.  Each returns 0
 * where the target does not claim it. */
#ifndef BENCH_KIT_CLAIMS_H
#define BENCH_KIT_CLAIMS_H

#include "kit/parts.h"

struct kit_file claims_file(struct kit *kit, const char *stem);
/* One record at one place of a file, written and read again, with these flags
 * as well. */
int claims_try_record(struct kit_file *file, size_t len, uint64_t off,
                      unsigned flags);

int claims_direct(struct kit *kit);
int claims_dontcache(struct kit *kit);
int claims_shared(struct kit *kit);

#endif
