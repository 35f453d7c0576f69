/* smb.h - what the rooms of the SMB backend share: the configuration and the
 * one connection that the library can stand in a process. */
#ifndef SMB_SMB_H
#define SMB_SMB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <libsmbclient.h>
#include "bench_plugin.h"

enum { SMB_PORT = 445 };

enum smb_guest { GUEST_AUTO, GUEST_YES, GUEST_NO };
enum smb_signing { SIGNING_DEFAULT, SIGNING_REQUIRED };
enum smb_encryption { ENCRYPTION_DEFAULT, ENCRYPTION_REQUIRED };

struct smb_config {
	char *host, *share, *directory, *user, *password, *domain;
	int64_t port, timeout;
	int guest, dialect_min, dialect_max, signing, encryption;
};

/* Names of the library's, numbers of the protocol's; the same index. */
extern const char *const smb_dialects[];
extern const uint16_t smb_dialect_numbers[];
/* The library's words for enum smb_signing. */
extern const char *const smb_signing[];

/* What the server said to the dialects it was offered. */
struct negotiated {
	uint16_t dialect;
	bool signing_required;
	uint32_t max_transact, max_read, max_write; /* bytes */
};

struct connection {
	const struct smb_config *config;
	struct bench_ctx *ctx;        /* the session's while there is one */
	struct bench_ctx *target_ctx; /* then: the target's */
	bool lent;                    /* there is a session */
	SMBCCTX *library;
	char *label; /* //host/share, for people */
	char *peer;  /* numeric address */
	char *root;  /* smb://ADDRESS:PORT/share/directory, encoded */
	char *said;  /* the last words of the library's log */
	struct sockaddr_storage address;
	socklen_t address_length;
	struct negotiated negotiated;
	int encrypted;        /* 1, 0, or -1: not known */
	uint32_t retransmits; /* up to the last counters() */
	atomic_bool cancelled;
};

/* No user: a guest. */
static inline bool smb_is_guest(const struct smb_config *config)
{
	return !config->user || config->user[0] == '\0';
}

/* connection.c */
int connection_open(const struct smb_config *config, struct bench_ctx *ctx,
                    struct connection **out);
void connection_close(struct connection *connection);
/* Fine now?  Makes it anew where it had broken. */
int connection_check(struct connection *connection);
/* The sentence for a call of the library that failed with this errno; name may
 * be NULL.  Returns -error. */
int connection_failed(struct connection *connection, int error,
                      const char *verb, const char *name);

/* reach.c: resolves the host and connects within the time limit.  Fills
 * address, peer; *fd is the caller's. */
int reach_server(struct connection *connection, int *fd);
/* negotiate.c: asks over that socket what the library will be told. */
int negotiate_ask(struct connection *connection, int fd);

/* path.c: the library's URL of a name below the target's root; free().  A NULL
 * or empty name is the root itself. */
char *path_url(const struct connection *connection, const char *name);
/* Its part before the names. */
char *path_root(const struct smb_config *config, const char *address);
/* url.c */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);

/* wire.c: the library's own socket, seen from outside. */
/* -1 where there is none. */
int wire_socket(const struct connection *connection);
/* Sets connection->encrypted by the length of a reply that is always the same.
 */
void wire_look(struct connection *connection);
/* TCP retransmits of the connection so far. */
uint32_t wire_retransmits(const struct connection *connection);

#endif
