/* table.c - judges the table of operations that a plugin handed over, and
 * copies it to today's size.
 *
 * The order matters: no member is read before the ones in front of it have
 * vouched for it. */
#include "plugin/table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/object.h"

/* More lines than this means that the end of the table is missing. */
#define MOST_OPTIONS 1000u

/* The members that say how to read the rest; the same in every ABI. */
struct head {
	uint32_t magic, size, abi_major, abi_minor;
};

static int check_head(const struct head *head, const char *path, char **why)
{
	if (head->magic != BENCH_MAGIC)
		return failure(why, ENOEXEC,
		               "%s: not a bench plugin: magic is 0x%08x, not 0x%08x",
		               path, (unsigned)head->magic, (unsigned)BENCH_MAGIC);
	if (head->abi_major != BENCH_ABI_MAJOR || head->abi_minor > BENCH_ABI_MINOR)
		return failure(why, ENOEXEC,
		               "%s: built for plugin ABI %u.%u, this bench has %u.%u; "
		               "build it again with this bench's bench_plugin.h",
		               path, (unsigned)head->abi_major,
		               (unsigned)head->abi_minor, BENCH_ABI_MAJOR + 0u,
		               BENCH_ABI_MINOR + 0u);
	if (head->size < BENCH_BACKEND_SIZE_1_0)
		return failure(why, ENOEXEC,
		               "%s: its table of operations has %u bytes, fewer than "
		               "the %u of ABI 1.0",
		               path, (unsigned)head->size,
		               (unsigned)BENCH_BACKEND_SIZE_1_0);
	return 0;
}

/* [a-z][a-z0-9_]* */
static bool is_name(const char *name)
{
	if (!name || *name < 'a' || *name > 'z')
		return false;
	for (; *name; name++)
		if (!(*name >= 'a' && *name <= 'z') &&
		    !(*name >= '0' && *name <= '9') && *name != '_')
			return false;
	return true;
}

static int check_name(const struct bench_backend *backend, const char *path,
                      char **why)
{
	if (is_name(backend->name))
		return 0;
	return failure(why, ENOEXEC,
	               "%s: its name `%.64s` is not of the form [a-z][a-z0-9_]*",
	               path, backend->name ? backend->name : "(none)");
}

/* What bench calls without asking; the list stands in bench_plugin.h. */
static const char *missing_operation(const struct bench_backend *b)
{
	const struct {
		bool lacks;
		const char *what;
	} needs[] = {
	        {!b->target_open, "target_open"},
	        {!b->target_close, "target_close"},
	        {!b->caps, "caps"},
	        {!b->session_open, "session_open"},
	        {!b->session_close, "session_close"},
	        {b->open && !b->close, "close beside open"},
	        {(b->read || b->write || b->flush || b->drop_cache || b->submit) &&
	                 !b->open,
	         "open beside its operations on files"},
	        {!b->submit != !b->reap, "one of submit and reap"},
	        {!b->open && !b->ping, "anything to measure: open or ping"},
	        {b->open && !b->read && !b->write && !b->ping,
	         "anything to measure: read, write or ping"},
	};

	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (needs[i].lacks)
			return needs[i].what;
	return NULL;
}

/* The same for a wrapper, which has no operations but its two. */
static const char *missing_of_wrapper(const struct bench_backend *b)
{
	const struct {
		bool lacks;
		const char *what;
	} needs[] = {
	        {!b->target_open, "target_open"},
	        {!b->target_close, "target_close"},
	        {!b->session_open, "session_open"},
	        {!b->session_close, "session_close"},
	        {!b->before && !b->after, "before or after, which wrap a call"},
	};

	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (needs[i].lacks)
			return needs[i].what;
	return NULL;
}

static int check_operations(const struct bench_backend *backend,
                            const char *path, char **why)
{
	const char *missing = backend->wraps ? missing_of_wrapper(backend)
	                                     : missing_operation(backend);

	if (!missing)
		return 0;
	return failure(why, ENOEXEC, "%s: plugin `%s` lacks %s", path,
	               backend->name, missing);
}

/* Bytes at an option's offset; 0 for a type that 1.0 does not have. */
static size_t type_bytes(enum bench_type type)
{
	switch (type) {
	case BENCH_STR:
	case BENCH_SECRET:
	case BENCH_PATH:
		return sizeof(char *);
	case BENCH_BOOL:
	case BENCH_ENUM:
		return sizeof(int);
	case BENCH_INT:
	case BENCH_TIME:
		return sizeof(int64_t);
	case BENCH_SIZE:
		return sizeof(uint64_t);
	case BENCH_REAL:
		return sizeof(double);
	}
	return 0;
}

/* No type is aligned more strictly than a pointer. */
static size_t word(size_t bytes)
{
	return bytes < sizeof(void *) ? bytes : sizeof(void *);
}

static int check_option(const struct bench_backend *backend,
                        const struct bench_opt *option, const char *path,
                        char **why)
{
	size_t bytes = type_bytes(option->type);
	const char *fault = NULL;

	if (!is_name(option->key))
		fault = "has a key that is not of the form [a-z][a-z0-9_]*";
	else if (bytes == 0)
		fault = "has an unknown type";
	else if (option->offset > backend->config_size ||
	         backend->config_size - option->offset < bytes)
		fault = "lies outside of the configuration struct";
	else if (option->offset % word(bytes) != 0)
		fault = "has an offset that does not suit its type";
	else if (option->type == BENCH_ENUM &&
	         (!option->choices || !option->choices[0]))
		fault = "has no choices";
	if (!fault)
		return 0;
	return failure(why, ENOEXEC, "%s: option `%s` of plugin `%s` %s", path,
	               option->key, backend->name, fault);
}

/* One line of their table, whatever the size of its elements. */
static void read_option(const struct bench_backend *theirs, size_t index,
                        struct bench_opt *out)
{
	const char *first = (const char *)theirs->options;
	size_t bytes = theirs->opt_size;

	memset(out, 0, sizeof(*out));
	memcpy(out, first + index * bytes,
	       bytes < sizeof(*out) ? bytes : sizeof(*out));
	if (out->key && !out->help)
		out->help = "";
}

static int check_twice(const struct bench_opt *options, size_t last,
                       const char *path, char **why)
{
	for (size_t i = 0; i < last; i++)
		if (strcmp(options[i].key, options[last].key) == 0)
			return failure(why, ENOEXEC, "%s: option `%s` is there twice", path,
			               options[i].key);
	return 0;
}

static int copy_options(struct bench_backend *backend, const char *path,
                        char **why)
{
	struct bench_opt *copy = NULL;
	int rc = 0;

	if (backend->opt_size < BENCH_OPT_SIZE_1_0)
		return failure(why, ENOEXEC,
		               "%s: lines of its options table have %u bytes, fewer "
		               "than the %u of ABI 1.0",
		               path, (unsigned)backend->opt_size,
		               (unsigned)BENCH_OPT_SIZE_1_0);
	for (size_t i = 0; rc == 0; i++) {
		struct bench_opt *more = realloc(copy, (i + 1) * sizeof(*copy));

		if (!more) {
			rc = failure(why, ENOMEM, "%s: out of memory", path);
			break;
		}
		copy = more;
		read_option(backend, i, &copy[i]);
		if (!copy[i].key)
			break;
		rc = check_option(backend, &copy[i], path, why);
		if (rc == 0)
			rc = check_twice(copy, i, path, why);
		if (rc == 0 && i == MOST_OPTIONS)
			rc = failure(why, ENOEXEC, "%s: its options table has no end",
			             path);
	}
	if (rc != 0) {
		free(copy);
		return rc;
	}
	backend->options = copy;
	backend->opt_size = (uint32_t)sizeof(*copy);
	return 0;
}

/* So that what is shown needs no question. */
static void fill_texts(struct bench_backend *backend)
{
	if (!backend->version)
		backend->version = "";
	if (!backend->summary)
		backend->summary = "";
	if (!backend->license)
		backend->license = "";
}

int table_take(const void *theirs, const char *path, struct bench_backend *out,
               char **why)
{
	struct head head;
	int rc;

	if (!theirs)
		return failure(why, ENOEXEC, "%s: bench_plugin_entry() returned NULL",
		               path);
	if (!object_is_mapped(theirs, sizeof(head)))
		return failure(why, ENOEXEC,
		               "%s: not a bench plugin: bench_plugin_entry() returned "
		               "no valid address",
		               path);
	memcpy(&head, theirs, sizeof(head));
	rc = check_head(&head, path, why);
	if (rc != 0)
		return rc;
	memset(out, 0, sizeof(*out));
	memcpy(out, theirs, head.size < sizeof(*out) ? head.size : sizeof(*out));
	out->size = (uint32_t)sizeof(*out);
	fill_texts(out);
	rc = check_name(out, path, why);
	if (rc == 0)
		rc = check_operations(out, path, why);
	if (rc == 0 && out->options)
		rc = copy_options(out, path, why);
	return rc;
}

void table_free_options(struct bench_backend *backend)
{
	/* The copy is bench's own; only the contract calls it constant. */
	free((void *)(uintptr_t)backend->options);
	backend->options = NULL;
}
