/* probe.c - does STOR after REST keep the rest of a file?
 *
 * Some servers cut it off at the restart, nearly all of them at offset 0.  A
 * file of three blocks of a gets b in its middle, then c at its start. */
#include "probe.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "data.h"
#include "names.h"
#include "net.h"

enum { BLOCK = 512, WHOLE = 3 * BLOCK };

static int put(struct control *control, const char *name, char letter,
               size_t length, int64_t offset)
{
	char bytes[WHOLE];
	int error = data_start(control, "STOR", name, offset, -EACCES);

	if (error)
		return error;
	memset(bytes, letter, length);
	error = net_send(control->data, bytes, length);
	if (error)
		return data_broken(control, error, "write to", name);
	return data_finish(control, "write to", name);
}

/* Does the file consist of blocks of these letters? */
static int compare(struct control *control, const char *name,
                   const char *letters, bool *same)
{
	char bytes[WHOLE + 1], expected[WHOLE];
	int error = data_start(control, "RETR", name, NO_RESTART, -ENOENT);
	int64_t got;

	if (error)
		return error;
	got = net_receive(control->data, bytes, sizeof(bytes));
	if (got < 0)
		return data_broken(control, (int)got, "read", name);
	for (size_t i = 0; i < WHOLE; i++)
		expected[i] = letters[i / BLOCK];
	*same = got == WHOLE && memcmp(bytes, expected, WHOLE) == 0;
	return data_finish(control, "read", name);
}

static int try_both(struct control *control, const char *name)
{
	int error = put(control, name, 'b', BLOCK, BLOCK);

	if (!error)
		error = compare(control, name, "aba", &control->rewrites);
	if (error || !control->rewrites)
		return error;
	error = put(control, name, 'c', BLOCK, 0);
	if (!error)
		error = compare(control, name, "cba", &control->rewrites_first);
	return error;
}

static void remove_probe(struct control *control, const char *name)
{
	if (!control->broken && names_unlink(control, name) < 0)
		bench->note(control->ctx, "the probe file %s cannot be removed: %s",
		            name, control->said);
}

int probe_rewrites(struct control *control, char **why)
{
	char name[80];
	int error;

	*why = NULL;
	control->rewrites = control->rewrites_first = false;
	if (!control->features.rest) {
		*why = strdup("no REST");
		return 0;
	}
	snprintf(name, sizeof(name), "bench-probe-%ld-%" PRIx64, (long)getpid(),
	         (uint64_t)bench->now_ns());
	error = put(control, name, 'a', WHOLE, NO_RESTART);
	if (!error) {
		error = try_both(control, name);
		if (error && !control->broken)
			*why = strdup(control->said);
		remove_probe(control, name);
	} else if (!control->broken) {
		*why = strdup(control->said);
	}
	return control->broken;
}
