/* handle.h - what is behind a handle, for file.c, stream.c and record.c. */
#ifndef FTP_HANDLE_H
#define FTP_HANDLE_H

#include "control.h"

struct file {
	struct control *control;
	/* One transfer per pass; else one per record. */
	bool streams;
	bool uploading; /* the transfer under way, if it is this file's */
	/* The file is still to be made, or emptied, by the first STOR. */
	bool unmade;
	uint64_t position;  /* of the stream */
	uint64_t end;       /* where the stream was seen to end; else UINT64_MAX */
	uint64_t size_hint; /* 0: not known */
	uint64_t size;      /* at least; UINT64_MAX: not known */
	char name[];
};

/* stream.c: one STOR or RETR per pass. */
int64_t stream_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset);
int64_t stream_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset);
/* Ends an upload and waits for the server's word; nothing to do for others. */
int stream_finish(struct file *file);

/* record.c: REST and STOR or RETR, a data connection and a reply per record. */
int64_t record_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset);
int64_t record_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset);
/* Makes the file empty. */
int record_make(struct file *file);

#endif
