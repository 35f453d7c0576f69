/* pin.h - holding a thread on one processor. */
#ifndef BENCH_MEASURE_PIN_H
#define BENCH_MEASURE_PIN_H

/* The calling thread runs on this processor only, from now on; so do threads
 * that it starts, until they pin themselves.  -EINVAL and a sentence that says
 * which ones may be used when this one may not; the thread is then left as it
 * was. */
int pin_thread(unsigned cpu, char **why);

/* The processors that the calling thread may run on now, as "0-3,8"; the
 * caller frees it.  NULL when memory ran out or the kernel does not say. */
char *pin_allowed(void);

#endif
