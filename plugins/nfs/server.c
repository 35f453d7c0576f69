/* server.c - procedures about the server and its file system. */
#include "calls.h"

#include <string.h>

static void take_limits(struct rpc_context *rpc, int status, void *data,
                        void *private_data)
{
	struct call *call = private_data;
	const FSINFO3res *answer = call_answer(call, status, data);
	struct server_limits *limits = call->out;

	(void)rpc;
	if (!answer)
		return;
	limits->read_max = answer->FSINFO3res_u.resok.rtmax;
	limits->write_max = answer->FSINFO3res_u.resok.wtmax;
	limits->list_best = answer->FSINFO3res_u.resok.dtpref;
	limits->max_size = answer->FSINFO3res_u.resok.maxfilesize;
}

int calls_limits(struct link *link, const struct handle *root,
                 struct server_limits *out)
{
	struct call call = {.link = link, .what = "FSINFO", .name = "", .out = out};
	FSINFO3args args = {handle_wire(root)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_fsinfo_async(link->rpc, take_limits, &args, &call));
}

static void take_room(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	struct call *call = private_data;
	const FSSTAT3res *answer = call_answer(call, status, data);
	uint64_t *room = call->out;

	(void)rpc;
	if (answer)
		*room = answer->FSSTAT3res_u.resok.abytes;
}

int calls_room(struct link *link, const struct handle *root, uint64_t *out)
{
	struct call call = {.link = link, .what = "FSSTAT", .name = "", .out = out};
	FSSTAT3args args = {handle_wire(root)};

	if (!link->rpc)
		return link->lost;
	return call_wait(&call,
	                 rpc_nfs3_fsstat_async(link->rpc, take_room, &args, &call));
}

static void take_commit(struct rpc_context *rpc, int status, void *data,
                        void *private_data)
{
	struct call *call = private_data;
	const COMMIT3res *answer = call_answer(call, status, data);

	(void)rpc;
	if (answer)
		memcpy(call->out, answer->COMMIT3res_u.resok.verf, NFS3_WRITEVERFSIZE);
}

int calls_commit(struct link *link, const struct handle *handle,
                 const char *name, char verifier[NFS3_WRITEVERFSIZE])
{
	struct call call = {
	        .link = link, .what = "COMMIT", .name = name, .out = verifier};
	COMMIT3args args = {.file = handle_wire(handle)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_commit_async(link->rpc, take_commit, &args, &call));
}
