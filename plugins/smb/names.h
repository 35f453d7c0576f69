/* names.h - names and round trips; the members of the backend's table that
 * need no open file. */
#ifndef SMB_NAMES_H
#define SMB_NAMES_H

#include "smb.h"

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_rename(void *session, const char *from, const char *to);
int names_unlink(void *session, const char *name);
int names_mkdir(void *session, const char *name);
int names_rmdir(void *session, const char *name);
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);
int names_ping(void *session);

#endif
