/* serve.h - the far end: `bench serve socket`. */
#ifndef SOCKET_SERVE_H
#define SOCKET_SERVE_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/uio.h>
#include "bench_plugin.h"
#include "config.h"
#include "expect.h"
#include "net.h"
#include "store.h"
#include "wire.h"

/* What all clients' threads share. */
struct server {
	const struct socket_config *config;
	struct bench_ctx *ctx;
	struct store *store;
	pthread_mutex_t note_lock; /* bench's context is for one thread at a time */
};

/* Handles of one client. */
#define CLIENT_HANDLES 1024

struct handle {
	struct node *node; /* NULL: free */
	uint8_t flags;
	uint64_t streamed; /* bytes of quiet writes since the last flush */
	int error;         /* the first one of a quiet write since then */
	uint64_t wrong;    /* of -EILSEQ: where */
	struct expect expect;
};

/* The far end's view of one client. */
struct client {
	struct server *server;
	int fd;
	/* What came along with the last request: the next ones. */
	unsigned char ahead[65536];
	size_t ahead_start, ahead_length;
	struct net_watch watch;
	bool streaming; /* the last request was a quiet write: more is to come */
	struct handle *handles; /* grown up to CLIENT_HANDLES */
	size_t handle_count;
	uint64_t checked; /* bytes that were expected, and right */
	/* Where bytes go that nobody keeps: a block, made when a file is opened so
	 * that it needs one. */
	unsigned char *sink;
};

/* All of serve(), until bench wants to stop. */
int server_run(const struct socket_config *config, struct bench_ctx *ctx);

void server_note(struct server *server, const char *format, ...)
        BENCH_PRINTF(2, 3);

/* conversation.c: serves requests until the client is gone; 0 for a client that
 * closed its connection between two requests. */
int client_serve(struct server *server, int fd);

/* ahead.c: reading a client's bytes, those first that have come already. */
/* 1 and a request; 0 if the client left between two; or what is wrong. */
int client_next(struct client *client, struct wire_request *request);
int client_receive(struct client *client, void *buffer, size_t length);
int client_discard(struct client *client, uint64_t length);
/* Fills `count` parts of `length` bytes in all; the vector has room for one
 * more.  more: what follows is a request.  On failure the vector is left as
 * net_scatter() leaves it. */
int client_fill(struct client *client, struct iovec *vector, int count,
                size_t length, bool more);

int client_reply(struct client *client, const struct wire_reply *reply);

/* transfer.c: the data path.  Each returns 0 or what is wrong with the
 * connection; what is wrong with the request goes to the client. */
int transfer_write(struct client *client, struct handle *handle,
                   const struct wire_request *request);
int transfer_read(struct client *client, struct handle *handle,
                  const struct wire_request *request);
int transfer_stream(struct client *client, struct handle *handle,
                    const struct wire_request *request);

#endif
