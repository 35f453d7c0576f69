/* caps.c - what only the target itself can say: the cells that it cannot do. */
#include "base/text.h"
#include "config/units.h"
#include "plan/plan.h"

/* Why the target cannot have the state of the client's cache that is asked for;
 * NULL if it can. */
static char *cache_reason(const struct plan_cell *cell,
                          const struct config_target *target,
                          const struct bench_caps *caps)
{
	const struct config_settings *settings = &target->settings;
	bool direct = settings->direct || settings->cache == CONFIG_CACHE_DIRECT;
	const char *key = settings->direct ? "direct = yes" : "cache = direct";

	if (cell->file_size == 0)
		return NULL;
	if (direct && !(caps->props & BENCH_DIRECT))
		return text_format("%s: the target has no direct I/O", key);
	if (direct && caps->align > 1 &&
	    (cell->record_size % caps->align || cell->file_size % caps->align))
		return text_format("%s: file and record sizes must be multiples of %u "
		                   "bytes here",
		                   key, caps->align);
	if (settings->cache == CONFIG_CACHE_DONTCACHE &&
	    !(caps->props & BENCH_DONTCACHE))
		return text_copy("cache = dontcache: the target cannot go through the "
		                 "client's cache without leaving data in it");
	if (settings->cache == CONFIG_CACHE_COLD && workload_reads(cell->test) &&
	    !target->backend->drop_cache)
		return text_copy("cache = cold: the backend has no drop_cache "
		                 "operation");
	return NULL;
}

/* The same for verification, flushes within a pass and pacing. */
static const char *lacks_for_settings(const struct plan_cell *cell,
                                      const struct config_target *target,
                                      const struct bench_caps *caps)
{
	const struct config_settings *settings = &target->settings;
	bool each =
	        settings->sync == CONFIG_SYNC_EACH && workload_writes(cell->test);
	struct workload_cell asked = {
	        .test = cell->test,
	        .file_size = cell->file_size,
	        .record_size = cell->record_size,
	        .depth = cell->depth,
	        .verify = (unsigned)settings->verify,
	        .flush_every = each ? settings->sync_every : 0,
	        .rate_bytes = settings->rate_bytes,
	        .rate_ops = settings->rate_ops,
	        .think_ns = settings->think_ns,
	        .share_file =
	                settings->share == CONFIG_SHARE_ONE && cell->threads > 1,
	        .zeroes = settings->fill == CONFIG_FILL_ZERO,
	        .compressible = settings->compressible,
	        .dedupable = settings->dedupable};

	return workload_lacks_for_cell(&asked, target->backend, caps);
}

/* Why this target's caps do not allow the cell; NULL if they do. */
static char *caps_reason(const struct plan_cell *cell,
                         const struct config_target *target,
                         const struct bench_caps *caps)
{
	const char *lacks = workload_lacks_property(cell->test, caps);
	char limit[UNITS_TEXT], *reason;

	if (!lacks)
		lacks = lacks_for_settings(cell, target, caps);
	if (lacks)
		return text_copy(lacks);
	reason = cache_reason(cell, target, caps);
	if (reason)
		return reason;
	if (cell->depth > 1 && caps->max_depth && cell->depth > caps->max_depth)
		return text_format("depth: the target takes %u in flight at most; "
		                   "`bench plugin help %s` says what its options "
		                   "allow",
		                   caps->max_depth, target->backend->name);
	if (caps->max_size && cell->file_size > caps->max_size)
		return text_format("the target takes files up to %s",
		                   units_print_size(caps->max_size, limit));
	if (caps->max_io && cell->record_size > caps->max_io)
		return text_format("the target takes records up to %s",
		                   units_print_size(caps->max_io, limit));
	if (caps->min_io && cell->record_size && cell->record_size < caps->min_io)
		return text_format("the target takes records from %s",
		                   units_print_size(caps->min_io, limit));
	return NULL;
}

void plan_apply_caps(struct plan *plan, size_t target,
                     const struct bench_caps *caps)
{
	const struct config_target *given = &plan->config->targets[target];

	for (size_t i = 0; i < plan->cell_count; i++) {
		struct plan_cell *cell = &plan->cells[i];
		char *reason;

		if (cell->target != target || cell->verdict != PLAN_RUN)
			continue;
		reason = caps_reason(cell, given, caps);
		if (reason) {
			cell->verdict = PLAN_UNSUPPORTED;
			cell->reason = reason;
		}
	}
}
