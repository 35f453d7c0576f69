/* list.c - the names in a directory, by MLSD or NLST.
 *
 * The directory is gone to rather than named: servers read the argument of NLST
 * in ways of their own, as a pattern or as options. */
#include "names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "data.h"
#include "net.h"

#define LIST_MAX ((size_t)64 << 20)

struct list {
	char *bytes;
	size_t length, room;
};

int names_go_back(struct control *control)
{
	int code;

	if (!control->root) {
		bench->fail(control->ctx, "%s does not tell its directory (PWD)",
		            control->label);
		return -ENOTSUP;
	}
	code = control_ask(control, "CWD", control->root);
	if (code / 100 == 2)
		return 0;
	/* Every later name would mean something else. */
	control_refused(control, "go back to", control->root, code, -EIO);
	if (!control->broken)
		control->broken = -EIO;
	return control->broken;
}

static int grow(struct list *list)
{
	size_t room = list->room ? list->room * 2 : 65536;
	char *bytes;

	if (list->room - list->length > 1)
		return 0;
	if (room > LIST_MAX)
		return -EFBIG;
	bytes = realloc(list->bytes, room);
	if (!bytes)
		return -ENOMEM;
	list->bytes = bytes;
	list->room = room;
	return 0;
}

static int receive(struct control *control, const char *name, struct list *list)
{
	int64_t got = 1;

	while (got > 0) {
		int error = grow(list);

		if (error) {
			bench->fail(control->ctx, "list %s: more than 64 MiB of names",
			            name);
			(void)data_drop(control);
			return error;
		}
		got = net_receive_some(control->data, list->bytes + list->length,
		                       list->room - list->length - 1);
		if (got < 0)
			return data_broken(control, (int)got, "list", name);
		list->length += (size_t)got;
	}
	list->bytes[list->length] = '\0';
	return data_finish(control, "list", name);
}

/* The name in a line, or NULL for those that stand for the directory itself. */
static const char *entry_name(char *line, bool facts)
{
	const char *name = line;

	if (facts) {
		if (strcasestr(line, "type=cdir;") || strcasestr(line, "type=pdir;"))
			return NULL;
		name = strchr(line, ' ');
		name = name ? name + 1 : NULL;
	} else if (strrchr(line, '/')) {
		name = strrchr(line, '/') + 1;
	}
	if (!name || !*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return NULL;
	return name;
}

static int tell(const struct list *list, bool facts,
                int (*each)(void *arg, const char *entry), void *arg)
{
	char *line = list->bytes;
	int error = 0;

	while (line && *line && !error) {
		char *next = strchr(line, '\n');
		const char *name;

		if (next)
			*next++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		name = entry_name(line, facts);
		if (name)
			error = each(arg, name);
		line = next;
	}
	return error;
}

/* Some servers have no transfer for an empty directory, but code 450 or 550. */
static bool is_empty(int error)
{
	return error == -EBUSY || error == -ENOENT;
}

int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct control *control = session;
	bool facts = control->features.mlst;
	struct list list = {0};
	int code = control_ask(control, "CWD", name), error;

	if (code / 100 != 2)
		return control_refused(control, "list", name, code, -ENOENT);
	error = data_start(control, facts ? "MLSD" : "NLST", NULL, NO_RESTART,
	                   -ENOENT);
	if (!error)
		error = receive(control, name, &list);
	else if (is_empty(error))
		error = 0;
	if (!control->broken) {
		int back = names_go_back(control);

		error = error ? error : back;
	}
	if (!error && list.bytes)
		error = tell(&list, facts, each, arg);
	free(list.bytes);
	return error;
}
