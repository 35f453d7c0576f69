/* facts.c - what the kernel says about a connection: what it really granted,
 * and how the transport fared. */
#include "connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include "names.h"

static bool tcp_state(const struct connection *connection,
                      struct tcp_info *state)
{
	socklen_t length = sizeof(*state);

	memset(state, 0, sizeof(*state));
	return connection->family != AF_UNIX &&
	       getsockopt(connection->fd, IPPROTO_TCP, TCP_INFO, state, &length) ==
	               0;
}

static void number(const struct connection *connection, struct bench_ctx *ctx,
                   int level, int name, const char *key)
{
	socklen_t length = sizeof(int);
	int value = 0;

	if (getsockopt(connection->fd, level, name, &value, &length) == 0)
		bench->fact(ctx, key, "%d", value);
}

static void describe_tcp(const struct connection *connection,
                         struct bench_ctx *ctx)
{
	char congestion[64] = "";
	socklen_t length = sizeof(congestion) - 1;
	struct tcp_info state;

	bench->fact(ctx, "peer", "%s", connection->peer);
	number(connection, ctx, IPPROTO_TCP, TCP_MAXSEG, "mss");
	number(connection, ctx, IPPROTO_TCP, TCP_NODELAY, "nodelay");
	if (getsockopt(connection->fd, IPPROTO_TCP, TCP_CONGESTION, congestion,
	               &length) == 0)
		bench->fact(ctx, "congestion_control", "%s", congestion);
	if (tcp_state(connection, &state))
		bench->fact(ctx, "rtt_us", "%u", state.tcpi_rtt);
}

void facts_describe(const struct connection *connection, struct bench_ctx *ctx)
{
	const char *transport = connection->family == AF_UNIX   ? "unix"
	                        : connection->family == AF_INET ? "tcp4"
	                                                        : "tcp6";

	bench->fact(ctx, "transport", "%s", transport);
	bench->fact(ctx, "server_version", "%s", connection->version);
	bench->fact(ctx, "keep", "%s", connection->config->keep ? "yes" : "no");
	number(connection, ctx, SOL_SOCKET, SO_SNDBUF, "send_buffer");
	number(connection, ctx, SOL_SOCKET, SO_RCVBUF, "receive_buffer");
	if (connection->family == AF_UNIX)
		bench->fact(ctx, "path", "%s", connection->config->path);
	else
		describe_tcp(connection, ctx);
}

void facts_start(struct connection *connection)
{
	struct tcp_info state;

	if (tcp_state(connection, &state))
		connection->retransmits = state.tcpi_total_retrans;
}

/* What the far end checked since the last time; nothing where it was not asked
 * to check. */
static void count_checked(struct connection *connection)
{
	uint64_t checked;

	if (!connection->expects || names_checked(connection, &checked))
		return;
	bench->fact(connection->ctx, "peer_verified_bytes", "%llu",
	            (unsigned long long)(checked - connection->checked));
	connection->checked = checked;
}

void facts_counters(struct connection *connection)
{
	struct tcp_info state;

	count_checked(connection);
	if (!tcp_state(connection, &state))
		return;
	bench->fact(connection->ctx, "retransmits", "%u",
	            state.tcpi_total_retrans - connection->retransmits);
	bench->fact(connection->ctx, "rtt_us", "%u", state.tcpi_rtt);
	connection->retransmits = state.tcpi_total_retrans;
}
