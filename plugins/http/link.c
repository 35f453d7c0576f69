/* link.c - making, cancelling and ending a session's way to the server. */
#include "link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "url.h"

int link_open(const struct http_config *config, struct bench_ctx *ctx,
              struct link **out)
{
	struct link *link = bench->alloc(0, sizeof(*link));

	if (!link)
		return -ENOMEM;
	memset(link, 0, sizeof(*link));
	link->config = config;
	link->ctx = ctx;
	link->multi = curl_multi_init();
	link->base = url_base(config);
	link->label = url_label(config);
	if (!link->multi || !link->base || !link->label) {
		link_close(link);
		return -ENOMEM;
	}
	*out = link;
	return 0;
}

void link_close(struct link *link)
{
	if (!link)
		return;
	if (link->idle)
		curl_easy_cleanup(link->idle);
	if (link->multi)
		curl_multi_cleanup(link->multi);
	free(link->base);
	free(link->label);
	free(link->server);
	free(link->tls);
	free(link->peer);
	bench->free(link);
}

void link_cancel(struct link *link)
{
	atomic_store(&link->cancelled, true);
	curl_multi_wakeup(link->multi);
}
