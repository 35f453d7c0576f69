/* flight.h - several records on their way at once: submit and reap.
 *
 * The far end answers in order, so what is in flight stands in a ring: taken,
 * sent, answered, reaped.  While there is something to send, replies are taken
 * in as well: both ends may have more to say than the socket holds, and whoever
 * only talks then waits for ever. */
#ifndef SOCKET_FLIGHT_H
#define SOCKET_FLIGHT_H

#include "bench_plugin.h"

struct connection;

enum { FLIGHT_MAX = 256 }; /* records in flight in one session */

/* Members of the backend's table.  Each record is acknowledged, also of a file
 * that is written in order.  A lost connection hands all records back with
 * what broke it. */
int flight_submit(void *session, struct bench_io *const *v, unsigned n);
int flight_reap(void *session, struct bench_io **done, unsigned min,
                unsigned max, int64_t timeout_ns);

/* Waits until every reply has come, so that the connection is free for another
 * request.  The records still wait for reap. */
int flight_settle(struct connection *connection);
void flight_free(struct connection *connection);

#endif
