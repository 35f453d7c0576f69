/* names.h - names, round trips and room; the members of the backend's table
 * that need no open file. */
#ifndef SOCKET_NAMES_H
#define SOCKET_NAMES_H

#include "connection.h"

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_rename(void *session, const char *from, const char *to);
int names_unlink(void *session, const char *name);
int names_mkdir(void *session, const char *name);
int names_rmdir(void *session, const char *name);
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);
int names_ping(void *session);
/* Bytes of the far end's store: left, and in all. */
int names_space(struct connection *connection, uint64_t *left, uint64_t *total);
/* Bytes that the far end checked on this connection so far. */
int names_checked(struct connection *connection, uint64_t *bytes);

#endif
