/* facts.c - what run.json tells about the export. */
#include "facts.h"

#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>

/* The far end's numeric address; a socket of this machine has none. */
static void tell_peer(const struct session *session)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char text[256];

	if (session->config->socket ||
	    getpeername(nbd_aio_get_fd(session->nbd), (struct sockaddr *)&address,
	                &length) != 0 ||
	    getnameinfo((struct sockaddr *)&address, length, text, sizeof(text),
	                NULL, 0, NI_NUMERICHOST) != 0)
		return;
	bench->fact(session->ctx, "peer", "%s", text);
}

static void tell_size(const struct session *session, const char *key,
                      uint64_t bytes)
{
	if (bytes > 0)
		bench->fact(session->ctx, key, "%llu", (unsigned long long)bytes);
}

void facts_tell(struct session *session)
{
	static const struct {
		const char *key;
		int (*ask)(struct nbd_handle *nbd);
	} flags[] = {{"structured_replies", nbd_get_structured_replies_negotiated},
	             {"can_flush", nbd_can_flush},
	             {"can_fua", nbd_can_fua},
	             {"can_multi_conn", nbd_can_multi_conn},
	             {"can_cache", nbd_can_cache},
	             {"can_df", nbd_can_df},
	             {"can_trim", nbd_can_trim},
	             {"can_zero", nbd_can_zero},
	             {"can_fast_zero", nbd_can_fast_zero},
	             {"is_rotational", nbd_is_rotational}};
	const char *protocol = nbd_get_protocol(session->nbd);

	tell_peer(session);
	bench->fact(session->ctx, "export", "%s",
	            session->config->export ? session->config->export : "");
	bench->fact(session->ctx, "handshake", "%s",
	            protocol ? protocol : "not known");
	bench->fact(session->ctx, "transport", "%s",
	            session->config->socket ? "unix" : "tcp");
	bench->fact(session->ctx, "libnbd_version", "%s",
	            nbd_get_version(session->nbd));
	tell_size(session, "size", session->traits.size);
	tell_size(session, "block_size_minimum", session->traits.block_min);
	tell_size(session, "block_size_preferred", session->traits.block_best);
	tell_size(session, "block_size_maximum", session->traits.block_most);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		int answer = flags[i].ask(session->nbd);

		bench->fact(session->ctx, flags[i].key, "%s",
		            answer < 0   ? "not known"
		            : answer > 0 ? "yes"
		                         : "no");
	}
}
