/* calls.c - procedures about files: arguments in, answers out. */
#include "calls.h"

#include <errno.h>
#include <string.h>

void handle_copy(struct handle *to, const nfs_fh3 *from)
{
	to->length = from->data.data_len;
	if (to->length > sizeof(to->bytes))
		to->length = 0;
	if (to->length > 0)
		memcpy(to->bytes, from->data.data_val, to->length);
}

/* libnfs takes no const; it only reads. */
nfs_fh3 handle_wire(const struct handle *handle)
{
	nfs_fh3 wire;

	wire.data.data_len = handle->length;
	wire.data.data_val = (char *)(uintptr_t)handle->bytes;
	return wire;
}

static void keep_attributes(struct attributes *to, const fattr3 *from)
{
	to->known = true;
	to->is_dir = from->type == NF3DIR;
	to->is_file = from->type == NF3REG;
	to->bytes = from->size;
	to->mtime_ns = (int64_t)from->mtime.seconds * 1000000000 +
	               (int64_t)from->mtime.nseconds;
}

static void keep_optional(struct attributes *to, const post_op_attr *from)
{
	to->known = false;
	if (from->attributes_follow)
		keep_attributes(to, &from->post_op_attr_u.attributes);
}

/* Of calls whose answer is nothing but a status. */
static void take_status(struct rpc_context *rpc, int status, void *data,
                        void *call)
{
	(void)rpc;
	call_answer(call, status, data);
}

static void take_null(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	/* No status comes with it; any answer is a good one. */
	int fine = 0;

	(void)rpc;
	call_answer(private_data, status,
	            status == RPC_STATUS_SUCCESS ? &fine : data);
}

int calls_null(struct link *link)
{
	struct call call = {.link = link, .what = "NULL", .name = ""};

	if (!link->rpc)
		return link->lost;
	return call_wait(&call, rpc_nfs3_null_async(link->rpc, take_null, &call));
}

static void take_lookup(struct rpc_context *rpc, int status, void *data,
                        void *private_data)
{
	struct call *call = private_data;
	const LOOKUP3res *answer = call_answer(call, status, data);
	struct found *found = call->out;

	(void)rpc;
	if (!answer)
		return;
	handle_copy(&found->handle, &answer->LOOKUP3res_u.resok.object);
	found->has_handle = found->handle.length > 0;
	keep_optional(&found->attributes,
	              &answer->LOOKUP3res_u.resok.obj_attributes);
}

static diropargs3 place(const struct handle *dir, const char *name)
{
	return (diropargs3){handle_wire(dir), (char *)(uintptr_t)name};
}

int calls_lookup(struct link *link, const struct handle *dir, const char *name,
                 struct found *out)
{
	struct call call = {
	        .link = link, .what = "LOOKUP", .name = name, .out = out};
	LOOKUP3args args = {place(dir, name)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_lookup_async(link->rpc, take_lookup, &args, &call));
}

static void take_attributes(struct rpc_context *rpc, int status, void *data,
                            void *private_data)
{
	struct call *call = private_data;
	const GETATTR3res *answer = call_answer(call, status, data);

	(void)rpc;
	if (answer)
		keep_attributes(call->out, &answer->GETATTR3res_u.resok.obj_attributes);
}

int calls_attributes(struct link *link, const struct handle *handle,
                     const char *name, struct attributes *out)
{
	struct call call = {
	        .link = link, .what = "GETATTR", .name = name, .out = out};
	GETATTR3args args = {handle_wire(handle)};

	if (!link->rpc)
		return link->lost;
	return call_wait(&call, rpc_nfs3_getattr_async(link->rpc, take_attributes,
	                                               &args, &call));
}

int calls_truncate(struct link *link, const struct handle *handle,
                   const char *name)
{
	struct call call = {.link = link, .what = "SETATTR", .name = name};
	SETATTR3args args = {.object = handle_wire(handle),
	                     .new_attributes.size.set_it = 1};

	if (!link->rpc)
		return link->lost;
	return call_wait(&call, rpc_nfs3_setattr_async(link->rpc, take_status,
	                                               &args, &call));
}

static void take_create(struct rpc_context *rpc, int status, void *data,
                        void *private_data)
{
	struct call *call = private_data;
	const CREATE3res *answer = call_answer(call, status, data);
	struct found *found = call->out;
	const CREATE3resok *good;

	(void)rpc;
	if (!answer)
		return;
	good = &answer->CREATE3res_u.resok;
	found->has_handle = false;
	if (good->obj.handle_follows) {
		handle_copy(&found->handle, &good->obj.post_op_fh3_u.handle);
		found->has_handle = found->handle.length > 0;
	}
	keep_optional(&found->attributes, &good->obj_attributes);
}

int calls_create(struct link *link, const struct handle *dir, const char *name,
                 bool exclusive, bool truncate, struct found *out)
{
	struct call call = {
	        .link = link, .what = "CREATE", .name = name, .out = out};
	CREATE3args args = {.where = place(dir, name)};
	sattr3 *wanted = &args.how.createhow3_u.obj_attributes;

	args.how.mode = exclusive ? GUARDED : UNCHECKED;
	wanted->mode.set_it = 1;
	wanted->mode.set_mode3_u.mode = 0644;
	wanted->size.set_it = truncate && !exclusive;
	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_create_async(link->rpc, take_create, &args, &call));
}

int calls_remove(struct link *link, const struct handle *dir, const char *name)
{
	struct call call = {.link = link, .what = "REMOVE", .name = name};
	REMOVE3args args = {place(dir, name)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_remove_async(link->rpc, take_status, &args, &call));
}

int calls_mkdir(struct link *link, const struct handle *dir, const char *name)
{
	struct call call = {.link = link, .what = "MKDIR", .name = name};
	MKDIR3args args = {.where = place(dir, name)};

	args.attributes.mode.set_it = 1;
	args.attributes.mode.set_mode3_u.mode = 0755;
	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_mkdir_async(link->rpc, take_status, &args, &call));
}

int calls_rmdir(struct link *link, const struct handle *dir, const char *name)
{
	struct call call = {.link = link, .what = "RMDIR", .name = name};
	RMDIR3args args = {place(dir, name)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_rmdir_async(link->rpc, take_status, &args, &call));
}

int calls_rename(struct link *link, const struct handle *from_dir,
                 const char *from, const struct handle *to_dir, const char *to)
{
	struct call call = {.link = link, .what = "RENAME", .name = from};
	RENAME3args args = {place(from_dir, from), place(to_dir, to)};

	if (!link->rpc)
		return link->lost;
	return call_wait(
	        &call, rpc_nfs3_rename_async(link->rpc, take_status, &args, &call));
}
