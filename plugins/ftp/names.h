/* names.h - names and round trips; the members of the backend's table that need
 * no open file. */
#ifndef FTP_NAMES_H
#define FTP_NAMES_H

#include "control.h"

struct found {
	bool is_dir, has_size;
	uint64_t bytes;
	int64_t mtime_ns; /* 0: not known */
};

/* What is behind the name?  0 or -ENOENT, or why that could not be learnt.
 * Without `everything` the answer costs one round trip, and a directory may
 * count as missing. */
int names_look(struct control *control, const char *name, bool everything,
               struct found *found);

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_rename(void *session, const char *from, const char *to);
int names_unlink(void *session, const char *name);
int names_mkdir(void *session, const char *name);
int names_rmdir(void *session, const char *name);
int names_ping(void *session);

/* list.c */
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);
/* Goes back to the target's directory after a CWD. */
int names_go_back(struct control *control);

#endif
