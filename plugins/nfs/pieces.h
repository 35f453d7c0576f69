/* pieces.h - a record on its way. */
#ifndef NFS_PIECES_H
#define NFS_PIECES_H

#include "file.h"

struct record {
	struct bench_io *io;
	size_t issued; /* bytes asked for up to now */
	size_t end;    /* bytes wanted; of a read, where the data end */
	unsigned flying;
	int error;
	bool is_waited_for; /* else it goes to the session's list when done */
	bool is_finished;
	struct record *next;
};

/* From here on it finishes by itself; at once where nothing can be sent. */
void pieces_begin(struct session *session, struct record *record);
void pieces_free(struct session *session);

#endif
