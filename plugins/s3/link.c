/* link.c - making, cancelling and ending a session's way to the server. */
#include "link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int link_open(const struct s3_config *config, struct bench_ctx *ctx,
              struct link **out)
{
	struct link *link = bench->alloc(0, sizeof(*link));
	int error;

	if (!link)
		return -ENOMEM;
	memset(link, 0, sizeof(*link));
	link->config = config;
	link->ctx = ctx;
	link->multi = curl_multi_init();
	error = url_make(config, ctx, &link->urls);
	if (!error &&
	    (asprintf(&link->signer, "aws:amz:%s:s3", config->region) < 0 ||
	     !link->multi))
		error = -ENOMEM;
	if (error) {
		link_close(link);
		return error;
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
	url_clear(&link->urls);
	free(link->signer);
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
