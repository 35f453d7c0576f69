/* probe.h - what can only be learnt by trying. */
#ifndef FTP_PROBE_H
#define FTP_PROBE_H

#include "control.h"

/* Can a record be written over within a file, and can the first one?  Tried on
 * a small file of its own, which is removed again.  Whatever refuses leaves the
 * answer at no, with the reason in *why (NULL: there is an answer; the caller
 * frees it).  Fails only when the connection breaks. */
int probe_rewrites(struct control *control, char **why);

#endif
