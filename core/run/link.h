/* link.h - what the interface on the way to a peer says of its speed. */
#ifndef BENCH_RUN_LINK_H
#define BENCH_RUN_LINK_H

#include <stdbool.h>

/* Bits per second of the interface that packets to this numeric address leave
 * by; 0 where it has none (loopback, virtual, wireless) or is not known. */
double link_speed_to(const char *address);

/* Is this numeric address one of this machine's own? */
bool link_is_here(const char *address);

#endif
