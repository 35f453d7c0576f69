/* url.c - targets that are given as one word. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "config/draft.h"
#include "config/url.h"

static const struct config_place command_line;

/* The length of the scheme before "://", or 0 for a path. */
static size_t scheme_length(const char *text)
{
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz"
	                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");

	return strncmp(text + length, "://", 3) == 0 ? length : 0;
}

static bool answers_to(const struct bench_backend *backend, const char *scheme,
                       size_t length)
{
	const char *at = backend->schemes ? backend->schemes : "";

	while (*at) {
		size_t word = strcspn(at, " ");

		if (word > 0 && word == length && strncasecmp(at, scheme, word) == 0)
			return true;
		at += word;
		at += strspn(at, " ");
	}
	return false;
}

/* "alpha:// beta:// and plain paths" */
static char *all_schemes(const struct config_vocabulary *vocabulary)
{
	struct text list = {0};
	bool paths = false;

	for (size_t i = 0; i < vocabulary->backend_count; i++) {
		const char *at = vocabulary->backends[i]->schemes;

		for (; at && *at; at += strspn(at, " ")) {
			size_t word = strcspn(at, " ");

			if (word == 4 && strncmp(at, "path", 4) == 0)
				paths = true;
			else if (word > 0)
				text_add(&list, "%s%.*s://", list.length ? ", " : "", (int)word,
				         at);
			at += word;
		}
	}
	if (paths)
		text_add(&list, "%splain paths", list.length ? " and " : "");
	if (!list.length)
		text_add(&list, "no schemes at all");
	return text_take(&list);
}

const struct bench_backend *
url_backend(const struct config_vocabulary *vocabulary, const char *text,
            char **why)
{
	size_t length = scheme_length(text);
	const char *scheme = length ? text : "path";
	char *list;

	for (size_t i = 0; *text && i < vocabulary->backend_count; i++)
		if (answers_to(vocabulary->backends[i], scheme, length ? length : 4))
			return vocabulary->backends[i];
	list = all_schemes(vocabulary);
	if (!*text)
		failure(why, EINVAL, "an empty word is no target");
	else if (length)
		failure(why, ENOENT, "no plugin answers to %.*s://; there are %s",
		        (int)length, text, list ? list : "others");
	else
		failure(why, ENOENT,
		        "no plugin takes the plain path `%s`; there are %s", text,
		        list ? list : "others");
	free(list);
	return NULL;
}

/* What set() is handed by way of the backend. */
struct filling {
	struct options *options;
	char *why;
};

static int set_option(void *arg, const char *key, const char *value)
{
	struct filling *filling = arg;

	free(filling->why);
	filling->why = NULL;
	return options_set(filling->options, key, value, &filling->why);
}

int url_expand(const struct config_vocabulary *vocabulary, const char *url,
               struct options *options, char **why)
{
	const struct bench_backend *backend = options->backend;
	struct filling filling = {.options = options};
	const char *reason = NULL;
	int status;

	if (!backend->from_url)
		return failure(why, ENOTSUP, "plugin %s takes no URL", backend->name);
	status = backend->from_url(url, vocabulary->ctx, set_option, &filling);
	if (status < 0) {
		char *masked = url_masked(url);

		if (vocabulary->ctx_failure)
			reason = vocabulary->ctx_failure(vocabulary->ctx);
		if (filling.why)
			reason = filling.why;
		failure(why, -status, "%s: %s", masked ? masked : backend->name,
		        reason ? reason : strerror(-status));
		free(masked);
	}
	free(filling.why);
	return status < 0 ? status : 0;
}

char *url_masked(const char *text)
{
	size_t scheme = scheme_length(text), authority, user;
	const char *start = text + scheme + 3, *at = NULL;
	struct text masked = {0};

	if (scheme == 0)
		return text_copy(text);
	/* The last @ before the path ends the password, which may hold one. */
	authority = strcspn(start, "/?#");
	for (size_t i = 0; i < authority; i++)
		if (start[i] == '@')
			at = start + i;
	user = strcspn(start, ":");
	if (!at || start + user >= at)
		return text_copy(text);
	text_add_bytes(&masked, text, scheme + 3 + user + 1);
	text_add(&masked, "***%s", at);
	return text_take(&masked);
}

/* The backend's name, or name-2, name-3 where it is taken; NULL without
 * memory. */
static char *free_name(const struct draft *draft,
                       const struct bench_backend *backend)
{
	char *name = text_copy(backend->name);

	for (unsigned i = 2; name && draft_target(draft, name); i++) {
		free(name);
		name = text_format("%s-%u", backend->name, i);
	}
	return name;
}

static int add_target(struct draft *draft, const char *url,
                      const struct bench_backend *backend)
{
	char *name = free_name(draft, backend);
	struct draft_section *target =
	        name ? draft_add_target(draft, name, command_line) : NULL;

	free(name);
	if (!target)
		return -ENOMEM;
	target->url = text_copy(url);
	if (!target->url)
		return -ENOMEM;
	return draft_put(target, "plugin", backend->name, command_line);
}

int draft_from_urls(struct draft *draft, const struct config_source *source,
                    const struct config_vocabulary *vocabulary,
                    struct problems *problems)
{
	int status = 0;

	for (size_t i = 0; i < source->target_count && status == 0; i++) {
		const char *url = source->targets[i];
		const struct bench_backend *backend;
		char *why = NULL;

		backend = url_backend(vocabulary, url, &why);
		if (backend) {
			status = add_target(draft, url, backend);
		} else {
			draft->refused = true;
			problems_add(problems, command_line, "%s",
			             why ? why : "out of memory");
		}
		free(why);
	}
	return status;
}
