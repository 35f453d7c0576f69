/* names.c - names and round trips.
 *
 * Nearly all that can be wrong with a name has the code 550, so after one the
 * server is asked what the name stands for. */
#include "names.h"

#include <errno.h>
#include <string.h>

/* The sentence of the refusal has to outlive the questions about the name. */
static int say_again(struct control *control, int error, const char *what,
                     const char *name, const char *said)
{
	bench->fail(control->ctx, "%s %s at %s: %s", what, name, control->label,
	            said);
	return error;
}

/* After a refusal with 550: -ENOENT where nothing has that name. */
static int refused(struct control *control, const char *what, const char *name,
                   int code)
{
	int error = control_refused(control, what, name, code, -EACCES);
	char said[sizeof(control->said)];
	struct found found;
	int state;

	if (code != 550 || error != -EACCES)
		return error;
	memcpy(said, control->said, sizeof(said));
	state = names_look(control, name, true, &found);
	if (control->broken)
		return state;
	return say_again(control, state == -ENOENT ? -ENOENT : error, what, name,
	                 said);
}

int names_stat(void *session, const char *name, struct bench_stat *st)
{
	struct control *control = session;
	struct found found;
	int error = names_look(control, name, true, &found);

	if (error)
		return error;
	if (!found.is_dir && !found.has_size) {
		bench->fail(control->ctx, "%s has no way to ask for a file's size",
		            control->label);
		return -ENOTSUP;
	}
	st->is_dir = found.is_dir;
	st->bytes = found.bytes;
	st->mtime_ns = found.mtime_ns;
	return 0;
}

int names_rename(void *session, const char *from, const char *to)
{
	struct control *control = session;
	int code = control_ask(control, "RNFR", from);

	if (code != 350)
		return refused(control, "rename", from, code);
	code = control_ask(control, "RNTO", to);
	if (code / 100 == 2)
		return 0;
	return control_refused(control, "rename to", to, code, -EACCES);
}

int names_unlink(void *session, const char *name)
{
	struct control *control = session;
	int code = control_ask(control, "DELE", name);

	return code / 100 == 2 ? 0 : refused(control, "unlink", name, code);
}

/* Is the directory that the name is to be in missing? */
static bool lacks_parent(struct control *control, const char *name)
{
	const char *slash = strrchr(name, '/');
	struct found found;
	char *parent;
	int error;

	if (!slash || slash == name)
		return false;
	parent = bench->alloc(0, (size_t)(slash - name) + 1);
	if (!parent)
		return false;
	memcpy(parent, name, (size_t)(slash - name));
	parent[slash - name] = '\0';
	error = names_look(control, parent, true, &found);
	bench->free(parent);
	return error == -ENOENT;
}

int names_mkdir(void *session, const char *name)
{
	struct control *control = session;
	int code = control_ask(control, "MKD", name), error;
	char said[sizeof(control->said)];
	struct found found;

	if (code / 100 == 2)
		return 0;
	error = control_refused(control, "mkdir", name, code, -EACCES);
	if (code < 0 || error == -ENOTSUP || error == -ENOSPC || control->broken)
		return error;
	memcpy(said, control->said, sizeof(said));
	if (names_look(control, name, true, &found) == 0)
		error = -EEXIST;
	else if (!control->broken && lacks_parent(control, name))
		error = -ENOENT;
	if (control->broken)
		return control->broken;
	return say_again(control, error, "mkdir", name, said);
}

static int see_one(void *arg, const char *entry)
{
	(void)entry;
	*(bool *)arg = true;
	return 1;
}

int names_rmdir(void *session, const char *name)
{
	struct control *control = session;
	int code = control_ask(control, "RMD", name), error;
	char said[sizeof(control->said)];
	bool occupied = false;

	if (code / 100 == 2)
		return 0;
	memcpy(said, control->said, sizeof(said));
	error = refused(control, "rmdir", name, code);
	if (error != -EACCES)
		return error;
	(void)names_readdir(control, name, see_one, &occupied);
	if (control->broken)
		return control->broken;
	return say_again(control, occupied ? -ENOTEMPTY : error, "rmdir", name,
	                 said);
}

int names_ping(void *session)
{
	struct control *control = session;
	int code = control_ask(control, "NOOP", NULL);

	return code / 100 == 2 ? 0
	                       : control_refused(control, "NOOP", NULL, code, -EIO);
}
