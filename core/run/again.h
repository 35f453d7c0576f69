/* again.h - what was asked and found by the part before, held against now. */
#ifndef BENCH_RUN_AGAIN_H
#define BENCH_RUN_AGAIN_H

#include <jansson.h>
#include "config/config.h"
#include "run/resume.h"

/* The configuration that run.json tells; NULL and a sentence where names were
 * taken out of it. */
const json_t *again_configuration(const struct resume *resume, char **why);
/* Adds a problem for each secret that results do not keep and that was not
 * given anew; else one for the first difference between the configuration of
 * the broken run and this one.  What differs in secrets does not count, nor do
 * the rounds where the command line says how many there shall be. */
void again_check(const struct resume *resume, const struct bench_config *config,
                 struct problems *problems);
/* {"kernel": {"before": text, "now": text}, ...}: of machine, kernel, bench and
 * plugins what is not as it was; NULL: nothing, or no memory. */
json_t *again_differs(const json_t *before, const json_t *environment,
                      const char *version, const struct bench_config *config);

#endif
