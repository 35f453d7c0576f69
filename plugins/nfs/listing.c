/* listing.c - readdir: as many READDIR calls as the directory takes. */
#include "names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LIST_LEAST 4096
#define LIST_MOST  65536

/* One answer: names one after the other, each with its zero byte. */
struct part {
	char *names;
	size_t length;
	bool is_last, has_failed;
	cookie3 cookie;
	cookieverf3 verifier;
};

static bool add(struct part *part, const char *name)
{
	size_t length = strlen(name) + 1;
	char *grown = realloc(part->names, part->length + length);

	if (!grown)
		return false;
	memcpy(grown + part->length, name, length);
	part->names = grown;
	part->length += length;
	return true;
}

static void take_part(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	struct call *call = private_data;
	const READDIR3res *answer = call_answer(call, status, data);
	struct part *part = call->out;
	const READDIR3resok *good;
	entry3 entry;

	(void)rpc;
	if (!answer)
		return;
	good = &answer->READDIR3res_u.resok;
	memcpy(part->verifier, good->cookieverf, sizeof(part->verifier));
	/* An answer without entries that is not the last would never end. */
	part->is_last = good->reply.eof || !good->reply.entries;
	/* libnfs does not align them. */
	for (const void *next = good->reply.entries; next; next = entry.nextentry) {
		memcpy(&entry, next, sizeof(entry));
		part->cookie = entry.cookie;
		if (strcmp(entry.name, ".") != 0 && strcmp(entry.name, "..") != 0 &&
		    !add(part, entry.name))
			part->has_failed = true;
	}
}

static int fetch(struct session *session, const struct handle *dir,
                 const char *name, struct part *part)
{
	struct link *link = &session->link;
	struct call call = {
	        .link = link, .what = "READDIR", .name = name, .out = part};
	READDIR3args args = {.dir = handle_wire(dir), .cookie = part->cookie};
	uint32_t best = session->limits.list_best;
	int error;

	memcpy(args.cookieverf, part->verifier, sizeof(args.cookieverf));
	args.count = best < LIST_LEAST  ? LIST_LEAST
	             : best > LIST_MOST ? LIST_MOST
	                                : best;
	if (!link->rpc)
		return link->lost;
	error = call_wait(
	        &call, rpc_nfs3_readdir_async(link->rpc, take_part, &args, &call));
	return !error && part->has_failed ? -ENOMEM : error;
}

int names_readdir(void *handle, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct session *session = handle;
	struct part part = {0};
	struct found found;
	int error = names_look_up(session, name, &found);

	if (!error && !found.attributes.is_dir) {
		bench->fail(session->link.ctx, "%s is no directory", name);
		error = -ENOTDIR;
	}
	while (!error && !part.is_last) {
		part.length = 0;
		error = fetch(session, &found.handle, name, &part);
		for (size_t at = 0; !error && at < part.length;
		     at += strlen(part.names + at) + 1)
			error = each(arg, part.names + at);
	}
	free(part.names);
	return error;
}
