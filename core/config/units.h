/* units.h - sizes, times, shares and rates as people write them.
 *
 * One table a scale drives both reading and printing.  Anything that is not
 * understood is refused, never rounded.  Readers take the whole string, allow
 * blanks around it and between number and unit, and return 0 or -EINVAL /
 * -ERANGE with a sentence that quotes the text and says what was expected.  No
 * function here depends on the locale. */
#ifndef BENCH_CONFIG_UNITS_H
#define BENCH_CONFIG_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes, always binary: 4096 4k 4K 4kb 4KB 4Ki 4KiB are the same; 1.5m is
 * 1572864; 0.3k is refused because it is no whole number of bytes.  k m g t p
 * e.  Hexadecimal (0x1000) too. */
int units_size(const char *text, uint64_t *bytes, char **why);
/* ns.  ns us ms s m h d, also several: 1h30m.  A bare number other than 0 is
 * refused: seconds or milliseconds cannot be told apart. */
int units_time(const char *text, int64_t *ns, char **why);
/* 5% or 0.05; 0 to 100 % -> 0 to 1. */
int units_share(const char *text, double *share, char **why);
/* yes no true false on off 1 0, any case. */
int units_bool(const char *text, bool *value, char **why);
int units_count(const char *text, uint64_t *value, char **why);
int units_int(const char *text, int64_t *value, char **why);
int units_real(const char *text, double *value, char **why);
/* Bits per second of a link, decimal as networks count: 1g 984mbit 10G 100m;
 * `none` is 0, `auto` is -1. */
int units_link(const char *text, double *bits_per_s, char **why);

/* The shortest exact form: 4096 -> "4k", 1000 -> "1000", 1572864 -> "1536k".
 * Returns buffer, which holds UNITS_TEXT bytes. */
#define UNITS_TEXT 32
char *units_print_size(uint64_t bytes, char *buffer);
/* For eyes, upper case, as in the matrix: 4K, 16M, 1000. */
char *units_print_size_label(uint64_t bytes, char *buffer);
/* For eyes: 850 ns, 20 ms, 1.5 s, 3:05 min, 2:31 h. */
char *units_print_time(int64_t ns, char *buffer);
/* For eyes, three significant digits, the given divisor (1e6 for MB/s):
 * 0.123 4.56 94.2 1023 12345. "-" for NAN and infinities. */
char *units_print_rate(double bytes_per_s, double divisor, char *buffer);

#endif
