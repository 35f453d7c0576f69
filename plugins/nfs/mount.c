/* mount.c - from a host's name to a mounted export: the MOUNT protocol gives
 * the root's handle, FSINFO the sizes. */
#include "session.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <nfsc/libnfs-raw-mount.h>

/* libnfs takes no longer answer. */
#define LIBRARY_MOST (UINT32_C(1) << 20)
/* Every server can do that. */
#define SERVER_LEAST UINT32_C(4096)

/* The name or address without brackets; NULL where they do not fit. */
static char *bare_host(const char *host)
{
	size_t length = strlen(host);

	if (host[0] != '[')
		return strdup(host);
	if (length < 3 || host[length - 1] != ']')
		return NULL;
	return strndup(host + 1, length - 2);
}

int session_check_host(const char *host, struct bench_ctx *ctx)
{
	char *bare = bare_host(host);
	struct in6_addr address;
	int error = 0;

	if (!bare || strpbrk(bare, "[]/ ") || bare[0] == '\0') {
		bench->fail(ctx, "host `%s`: expected a name or an address", host);
		error = -EINVAL;
	} else if (inet_pton(AF_INET6, bare, &address) == 1 &&
	           IN6_IS_ADDR_LINKLOCAL(&address)) {
		bench->fail(ctx,
		            "%s is a link-local address and needs the name of its "
		            "network interface: %s%%eth0",
		            bare, bare);
		error = -EINVAL;
	}
	free(bare);
	return error;
}

static int resolve(const char *host, struct bench_ctx *ctx,
                   struct addrinfo **list)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	char *bare = bare_host(host);
	int error;

	if (!bare)
		return -ENOMEM;
	error = getaddrinfo(bare, NULL, &hints, list);
	free(bare);
	if (error == 0)
		return 0;
	bench->fail(ctx, "host `%s`: %s", host, gai_strerror(error));
	return error == EAI_MEMORY ? -ENOMEM : -EHOSTUNREACH;
}

static void take_root(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	struct call *call = private_data;
	const mountres3 *answer = data;
	struct session *session = call->out;
	const fhandle3 *root;
	nfs_fh3 wire;

	(void)rpc;
	if (status != RPC_STATUS_SUCCESS) {
		call_answer(call, status, data);
		return;
	}
	call->is_done = true;
	if (answer->fhs_status != MNT3_OK) {
		call->error = status_mount_failure(call->link->config, call->link->ctx,
		                                   (int)answer->fhs_status);
		return;
	}
	root = &answer->mountres3_u.mountinfo.fhandle;
	wire.data.data_len = root->fhandle3_len;
	wire.data.data_val = root->fhandle3_val;
	handle_copy(&session->root, &wire);
}

/* *answered: the server is there and said what is wrong. */
static int get_root(struct session *session, const char *address,
                    bool *answered)
{
	struct link *link = &session->link;
	const struct nfs_config *config = link->config;
	struct call call = {.link = link,
	                    .what = "MNT",
	                    .name = config->export,
	                    .out = session};
	int error = link_open(link, address, config->mount_port, MOUNT_PROGRAM,
	                      MOUNT_V3, "the mount service");

	if (error)
		return error;
	error = call_wait(&call, rpc_mount3_mnt_async(link->rpc, take_root,
	                                              config->export, &call));
	*answered = !error || link->rpc;
	link_close(link);
	return error;
}

static uint32_t fitting(uint32_t most)
{
	if (most > LIBRARY_MOST)
		return LIBRARY_MOST;
	return most < SERVER_LEAST ? SERVER_LEAST : most;
}

static int mount_at(struct session *session, const char *address,
                    bool *answered)
{
	struct link *link = &session->link;
	int error = get_root(session, address, answered);

	if (error)
		return error;
	error = link_open(link, address, link->config->port, NFS_PROGRAM, NFS_V3,
	                  "the NFS server");
	if (!error)
		error = calls_limits(link, &session->root, &session->limits);
	if (error)
		return error;
	session->rsize = fitting(session->limits.read_max);
	session->wsize = fitting(session->limits.write_max);
	session->peer = strdup(address);
	return session->peer ? 0 : -ENOMEM;
}

/* A name may have several addresses, some of them dead. */
static int mount_any(struct session *session)
{
	struct bench_ctx *ctx = session->link.ctx;
	struct addrinfo *list;
	bool answered = false;
	int error = resolve(session->link.config->host, ctx, &list);

	if (error)
		return error;
	error = -EHOSTUNREACH;
	for (struct addrinfo *a = list; a && error && !answered; a = a->ai_next) {
		char address[NI_MAXHOST];

		if (getnameinfo(a->ai_addr, a->ai_addrlen, address, sizeof(address),
		                NULL, 0, NI_NUMERICHOST) == 0)
			error = mount_at(session, address, &answered);
	}
	freeaddrinfo(list);
	return error;
}

int session_mount(const struct nfs_config *config, struct bench_ctx *ctx,
                  struct session **out)
{
	struct session *session = calloc(1, sizeof(*session));
	int error;

	if (!session)
		return -ENOMEM;
	session->link.config = config;
	session->link.ctx = ctx;
	records_init(session);
	error = mount_any(session);
	if (error)
		session_unmount(session);
	else
		*out = session;
	return error;
}

void session_unmount(struct session *session)
{
	if (!session)
		return;
	link_close(&session->link);
	records_free(session);
	place_forget(session);
	free(session->peer);
	free(session);
}
