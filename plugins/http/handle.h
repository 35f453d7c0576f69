/* handle.h - what is behind a handle, for file.c, upload.c, download.c and
 * record.c. */
#ifndef HTTP_HANDLE_H
#define HTTP_HANDLE_H

#include "link.h"

#define SPILL_ROOM ((size_t)1 << 20)

enum way { NO_WAY, UPLOAD, DOWNLOAD };

struct file {
	struct link *link;
	struct exchange exchange; /* the stream under way, if way says one */
	enum way way;
	bool streams;       /* one GET per pass; else one per record */
	bool unmade;        /* still to be made, or emptied, by the first PUT */
	uint64_t position;  /* of the stream */
	uint64_t start;     /* where the download began */
	uint64_t end;       /* where the file was seen to end; else UINT64_MAX */
	uint64_t size_hint; /* 0: not known */
	bool ready;         /* the record in hand is through */
	bool paused;
	/* The rest of the record that is written. */
	const char *from;
	size_t left;
	bool ending;
	/* The rest of the record that is read, and what came beyond it. */
	char *into;
	size_t room;
	char *spill;
	size_t spill_at, spill_length;
	bool unfit; /* the reply is not what was asked for */
	char name[];
};

/* upload.c: one PUT per pass. */
int64_t upload_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset);
/* Ends the PUT that is under way and waits for the reply. */
int upload_finish(struct file *file);
/* Makes the file empty. */
int upload_empty(struct file *file);

/* download.c: one GET per pass. */
int64_t download_read(struct file *file, void *buffer, size_t length,
                      uint64_t offset);
/* The last reply may still be on its way; anything else that is breaks off. */
void download_end(struct file *file);

/* record.c: a GET per record. */
int64_t record_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset);
/* Is this the reply to a GET from that offset? */
bool record_fits(const struct reply *reply, uint64_t offset, bool ranged);
/* Why not; returns a negative errno. */
int record_unfit(const struct file *file, const struct reply *reply);

/* file.c: gives the stream up, with its connection if it is not done. */
void file_abandon(struct file *file);

#endif
