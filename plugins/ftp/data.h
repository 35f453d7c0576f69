/* data.h - data connections and the transfers that go over them. */
#ifndef FTP_DATA_H
#define FTP_DATA_H

#include "control.h"

#define NO_RESTART (-1)

/* Opens a data connection, asks for the restart at `offset` unless it is
 * NO_RESTART, and sends the command; on success the transfer is under way over
 * control->data.  missing: as for control_refused().  -ERANGE: the file ends
 * before the offset. */
int data_start(struct control *control, const char *verb, const char *name,
               int64_t offset, int missing);
/* Nothing more is sent; takes the server's word that all has arrived. */
int data_finish(struct control *control, const char *what, const char *name);
/* Breaks the transfer off and takes whatever the server says to that. */
int data_drop(struct control *control);
/* Sending or receiving failed: asks the server why.  Returns a negative errno.
 */
int data_broken(struct control *control, int error, const char *what,
                const char *name);
void data_close(struct control *control);

#endif
