/* environment.h - the machine that a run was made on, for run.json. */
#ifndef BENCH_RESULT_ENVIRONMENT_H
#define BENCH_RESULT_ENVIRONMENT_H

#include <jansson.h>

/* {host, kernel, architecture, cpu, cpus, memory_bytes, governor, clocksource,
 * virtualisation, load_1m, steal_s, tcp_congestion_control}; what this machine
 * does not tell is left out.  The caller owns it; NULL when memory ran out. */
json_t *environment_to_json(void);

/* The wall clock as 2026-11-30T12:00:00.123Z; buffer holds 25 bytes at least.
 * For labels only, never for an interval. */
void environment_utc(char *buffer, size_t size);
/* The same as 20261130T120000Z, for names of files. */
void environment_utc_compact(char *buffer, size_t size);

/* Hex sha256 of a file (65 bytes with the NUL), or a negative errno. */
int environment_sha256(const char *path, char *hex, char **why);
/* Writes indented JSON to a temporary name beside path and renames it. */
int environment_write_json(const json_t *value, const char *path, char **why);

#endif
