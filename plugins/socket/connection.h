/* connection.h - the client's end: one connection to a far end, and requests
 * over it.
 *
 * A connection that broke once stays broken; every later call says so. */
#ifndef SOCKET_CONNECTION_H
#define SOCKET_CONNECTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include "bench_plugin.h"
#include "config.h"
#include "wire.h"

struct file;
struct flight;

struct connection {
	struct bench_ctx *ctx;
	const struct socket_config *config;
	int fd, family;
	char *label;   /* "127.0.0.1:5201", for sentences */
	char *peer;    /* "127.0.0.1"; NULL for a Unix socket */
	char *version; /* what the far end calls itself */
	int broken;    /* the negative errno that ended it */
	atomic_bool cancelled;
	struct file *streaming; /* reads a stream that has not ended */
	struct flight *flight;  /* flight.c: NULL before the first submit */
	uint32_t retransmits;   /* as last reported */
	bool expects;           /* the far end was told what to check */
	uint64_t checked;       /* bytes there, as last reported */
};

int connection_open(const struct socket_config *config, struct bench_ctx *ctx,
                    struct connection **out);
/* NULL is fine. */
void connection_close(struct connection *connection);

/* Breaks the connection and says why; returns error. */
int connection_lost(struct connection *connection, int error);
/* 0, or what broke it, said again. */
int connection_usable(struct connection *connection);

/* Usable, and nothing is on its way any more: streams are ended, records in
 * flight are waited for. */
int connection_ready(struct connection *connection);

/* What a request is about, for its sentence of failure. */
struct subject {
	const char *verb, *name, *second; /* second: for rename, else NULL */
};

/* Makes ready, sends the request with its names and up to `length` bytes of
 * data, without waiting for an answer. */
int connection_send(struct connection *connection, struct wire_request *request,
                    const struct subject *subject, const void *data,
                    size_t length);
/* Waits for the reply to `op`; an error in it becomes the result. */
int connection_receive(struct connection *connection, uint8_t op,
                       const struct subject *subject, struct wire_reply *reply);
/* Judges reply bytes that came another way. */
int connection_judge(struct connection *connection, uint8_t op,
                     const struct subject *subject, const unsigned char *bytes,
                     struct wire_reply *reply);
/* Both, for requests without data. */
int connection_call(struct connection *connection, struct wire_request *request,
                    const struct subject *subject, struct wire_reply *reply);

/* file.c: tells the far end to stop a stream and forgets what is on its way. */
int file_stop_stream(struct connection *connection);

/* Facts: of the connection, and since the last time. */
void facts_describe(const struct connection *connection, struct bench_ctx *ctx);
void facts_counters(struct connection *connection);
/* Later counters start from here. */
void facts_start(struct connection *connection);

#endif
