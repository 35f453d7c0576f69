/* names.h - names below the target's directory. */
#ifndef SFTP_NAMES_H
#define SFTP_NAMES_H

#include "session.h"

/* The whole path of a name, which is the caller's; "" is the directory. */
char *names_path(const struct session *session, const char *name);
/* session_begin(), after what still flies. */
int names_begin(struct session *session);
/* session_failure(), for a call that made or opened something: version 3 of the
 * protocol has no word for a name that is taken, so that is looked at. */
int names_failure(struct session *session, const char *what, const char *name,
                  const char *path, bool wanted_new);

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_rename(void *session, const char *from, const char *to);
int names_unlink(void *session, const char *name);
int names_mkdir(void *session, const char *name);
int names_rmdir(void *session, const char *name);
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);
int names_ping(void *session);

#endif
