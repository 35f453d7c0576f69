/* link.h - what the interface on the way to a peer says of its speed. */
#ifndef BENCH_RUN_LINK_H
#define BENCH_RUN_LINK_H

/* Bits per second of the interface that packets to this numeric address leave
 * by; 0 where it has none (loopback, virtual, wireless) or is not known. */
double link_speed_to(const char *address);

#endif
