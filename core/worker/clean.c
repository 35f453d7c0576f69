/* clean.c - a directory with content that nobody knows.
 *
 * Each entry is first removed as a file: a link goes by that, whatever it leads
 * to.  Only what can't be removed so, and is a directory, is gone into.  So
 * nothing outside of the directory is ever looked at. */
#include "worker/clean.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"

static int keep_failure(struct clean *clean, int error, const char *what)
{
	if (!clean->why)
		clean->why = host_ctx_explain(clean->ctx, error, what);
	host_ctx_clear(clean->ctx);
	return error;
}

/* The names of a directory, one after the other, each with its NUL. */
struct names {
	struct text bytes;
	bool refused; /* a name that bench does not make */
};

/* As the contract has names: a part that leads nowhere else. */
static bool is_ours(const char *entry)
{
	size_t length = strspn(entry, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                              "abcdefghijklmnopqrstuvwxyz"
	                              "0123456789._-");

	return length > 0 && entry[length] == '\0';
}

static int keep_name(void *arg, const char *entry)
{
	struct names *names = arg;

	if (strcmp(entry, ".") == 0 || strcmp(entry, "..") == 0)
		return 0;
	if (!is_ours(entry))
		names->refused = true;
	else
		text_add_bytes(&names->bytes, entry, strlen(entry) + 1);
	return names->bytes.failed ? -ENOMEM : 0;
}

static bool is_directory(const struct clean *clean, const char *name)
{
	struct bench_stat found = {.size = sizeof found};

	if (!clean->backend->stat)
		return true;
	return clean->backend->stat(clean->session, name, &found) >= 0 &&
	       found.is_dir;
}

static int clean_inside(struct clean *clean, const char *directory,
                        unsigned depth);

static int clean_entry(struct clean *clean, const char *name, unsigned depth)
{
	int error, inside;

	host_ctx_clear(clean->ctx);
	error = clean->backend->unlink(clean->session, name);
	if (error >= 0 || error == -ENOENT)
		return 0;
	if (!is_directory(clean, name))
		return keep_failure(clean, error, "unlink");
	if (depth == 0)
		return keep_failure(clean, -ELOOP, name);
	host_ctx_clear(clean->ctx);
	inside = clean_inside(clean, name, depth - 1);
	error = clean->backend->rmdir(clean->session, name);
	if (error < 0 && error != -ENOENT)
		return inside ? inside : keep_failure(clean, error, "rmdir");
	return inside;
}

static int refuse(struct clean *clean, const char *directory)
{
	if (!clean->why)
		clean->why = text_format("%s holds a name that bench never makes: it "
		                         "is left",
		                         directory);
	return -ENOTEMPTY;
}

static int clean_inside(struct clean *clean, const char *directory,
                        unsigned depth)
{
	struct names names = {0};
	int first = clean->backend->readdir(clean->session, directory, keep_name,
	                                    &names);

	if (first == -ENOENT)
		first = 0;
	if (first < 0)
		keep_failure(clean, first, "readdir");
	for (size_t at = 0; at < names.bytes.length;) {
		const char *entry = names.bytes.bytes + at;
		char *name = text_format("%s/%s", directory, entry);
		int error = name ? clean_entry(clean, name, depth) : -ENOMEM;

		free(name);
		first = first < 0 ? first : error;
		at += strlen(entry) + 1;
	}
	if (names.refused && first >= 0)
		first = refuse(clean, directory);
	text_free(&names.bytes);
	return first < 0 ? first : 0;
}

int clean_directory(struct clean *clean, const char *directory, bool itself)
{
	int first, error;

	host_ctx_clear(clean->ctx);
	first = clean_inside(clean, directory, CLEAN_DEPTH);
	if (!itself)
		return first;
	error = clean->backend->rmdir(clean->session, directory);
	if (error < 0 && error != -ENOENT && !first)
		first = keep_failure(clean, error, "rmdir");
	return first;
}
