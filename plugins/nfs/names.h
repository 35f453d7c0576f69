/* names.h - the operations on names and the round trip. */
#ifndef NFS_NAMES_H
#define NFS_NAMES_H

#include "session.h"

/* What the name stands for, with its attributes. */
int names_look_up(struct session *session, const char *name,
                  struct found *found);

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_rename(void *session, const char *from, const char *to);
int names_unlink(void *session, const char *name);
int names_mkdir(void *session, const char *name);
int names_rmdir(void *session, const char *name);
int names_ping(void *session);

/* listing.c */
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);

#endif
