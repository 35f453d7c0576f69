/* readers.h - one reader for each harness key; see struct setting.  Inside of
 * config only. */
#ifndef BENCH_CONFIG_READERS_H
#define BENCH_CONFIG_READERS_H

#include "config/settings.h"

/* The index of the word in the list, or negative and a sentence. */
int readers_word(const char *text, const char *const *words, size_t count,
                 char **why);

#define READER(key)                                                            \
	int reader_##key(const struct setting_sink *sink, const char *text,        \
	                 char **why)

/* The run: readers_run.c */
READER(name);
READER(rounds);
READER(precision);
READER(slices);
READER(slice_time);
READER(passes);
READER(seed);
READER(order);
READER(clock);
READER(quiet);
READER(report);

/* Its cells: readers_cells.c */
READER(tests);
READER(suite);
READER(file_sizes);
READER(record_sizes);
READER(threads);
READER(depth);
READER(direct);
READER(sync);
READER(cache);
READER(include);
READER(time_limit);
READER(link);

/* How they are measured: readers_measure.c */
READER(verify);
READER(rate);
READER(buffers);
READER(layout);
READER(cpus);
READER(wearout);
READER(steady);
READER(warmup);

/* What the work is like: readers_shape.c */
READER(mix);
READER(think);
READER(fill);
READER(compressible);
READER(dedupable);
READER(time);
READER(ramp);
READER(files);
READER(sharing);
READER(crossover);

/* A target: readers_run.c */
READER(start);
READER(start_timeout);
READER(ready);
READER(reference);

#endif
