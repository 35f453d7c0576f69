/* list.c - the names below a prefix, by ListObjectsV2.
 *
 * Of the reply's XML only <Key>, <Prefix> in <CommonPrefixes>, and
 * <NextContinuationToken> are looked at, in the order that they come. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"

#define LARGEST_PAGE ((size_t)16 << 20)

struct page {
	struct exchange exchange;
	char *text;
	size_t length, room;
	bool too_long;
};

/* A walk over all pages. */
struct walk {
	struct link *link;
	char *prefix; /* the whole of it, with a slash at its end, or "" */
	char *token;  /* where the next page goes on; NULL: nowhere */
	int (*each)(void *arg, const char *entry);
	void *arg;
	bool any;
	int stopped;
};

static size_t take_page(char *bytes, size_t one, size_t length, void *arg)
{
	struct page *page = arg;

	(void)one;
	page->exchange.link->moved_ns = bench->now_ns();
	if (page->exchange.reply.status / 100 != 2) {
		exchange_keep(&page->exchange, bytes, length);
		return length;
	}
	if (page->length + length + 1 > page->room) {
		size_t room = (page->length + length + 1) * 2;
		char *text = room > LARGEST_PAGE ? NULL : realloc(page->text, room);

		page->too_long = !text;
		if (!text)
			return 0;
		page->text = text;
		page->room = room;
	}
	memcpy(page->text + page->length, bytes, length);
	page->length += length;
	page->text[page->length] = '\0';
	return length;
}

/* The parameters in the order in which they are signed. */
static char *make_query(const struct walk *walk)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputc('?', out);
	if (walk->token) {
		fputs("continuation-token=", out);
		url_encode(out, walk->token, true);
		fputc('&', out);
	}
	fputs("delimiter=%2F&list-type=2&prefix=", out);
	url_encode(out, walk->prefix, true);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

static int get_page(const struct walk *walk, struct page *page)
{
	char *query = make_query(walk);
	int error;

	if (!query)
		return -ENOMEM;
	error = exchange_open_bucket(&page->exchange, walk->link, NULL, query);
	free(query);
	if (error)
		return error;
	curl_easy_setopt(page->exchange.easy, CURLOPT_WRITEFUNCTION, take_page);
	curl_easy_setopt(page->exchange.easy, CURLOPT_WRITEDATA, page);
	error = exchange_start(&page->exchange);
	if (!error)
		error = exchange_wait(&page->exchange, NULL);
	if (!error && page->too_long)
		error = -ENOMEM;
	if (!error)
		error = exchange_result(&page->exchange, "list", walk->prefix);
	exchange_close(&page->exchange);
	return error;
}

/* Undoes &amp; and its like in place. */
static void unescape(char *text)
{
	static const struct {
		const char *name;
		char byte;
	} entities[] = {{"&amp;", '&'},  {"&lt;", '<'},    {"&gt;", '>'},
	                {"&quot;", '"'}, {"&apos;", '\''}, {"&#39;", '\''}};
	char *to = text;

	for (const char *from = text; *from;) {
		size_t i = 0;

		while (i < 6 &&
		       strncmp(from, entities[i].name, strlen(entities[i].name)) != 0)
			i++;
		*to++ = i < 6 ? entities[i].byte : *from;
		from += i < 6 ? strlen(entities[i].name) : 1;
	}
	*to = '\0';
}

/* The next element of that name, its text ended in place; NULL: none is left.
 * *at goes on behind it. */
static char *next_element(char **at, const char *open, const char *close)
{
	char *start = strstr(*at, open), *end;

	if (!start)
		return NULL;
	start += strlen(open);
	end = strstr(start, close);
	if (!end)
		return NULL;
	*end = '\0';
	*at = end + strlen(close);
	unescape(start);
	return start;
}

static void tell(struct walk *walk, char *name)
{
	size_t length = strlen(walk->prefix), left;

	if (walk->stopped || strncmp(name, walk->prefix, length) != 0)
		return;
	walk->any = true;
	name += length;
	left = strlen(name);
	if (left > 0 && name[left - 1] == '/')
		name[left - 1] = '\0';
	if (*name)
		walk->stopped = walk->each(walk->arg, name);
}

/* Before the names are: reading those ends them in place. */
static int read_token(struct walk *walk, const char *text)
{
	const char *at = strstr(text, "<NextContinuationToken>");

	free(walk->token);
	walk->token = NULL;
	if (at) {
		size_t length;

		at += strlen("<NextContinuationToken>");
		length = strcspn(at, "<");
		walk->token = strndup(at, length);
		if (!walk->token)
			return -ENOMEM;
		unescape(walk->token);
	}
	return 0;
}

static void read_names(struct walk *walk, char *text, const char *open,
                       const char *close)
{
	char *name;

	while ((name = next_element(&text, open, close)))
		tell(walk, name);
}

static int walk_page(struct walk *walk)
{
	struct page page = {0};
	char *copy = NULL;
	int error = get_page(walk, &page);

	if (!error && page.text && !(copy = strdup(page.text)))
		error = -ENOMEM;
	if (!error && copy)
		error = read_token(walk, copy);
	if (!error && copy) {
		read_names(walk, copy, "<Key>", "</Key>");
		read_names(walk, page.text, "<CommonPrefixes><Prefix>", "</Prefix>");
	}
	free(copy);
	free(page.text);
	return error;
}

/* PREFIX/NAME/ or what of it there is. */
static char *whole_prefix(const struct s3_config *config, const char *name)
{
	const char *prefix = config->prefix ? config->prefix : "";
	size_t length = strlen(prefix);
	bool here = !*name || strcmp(name, ".") == 0;
	bool slash = length > 0 && prefix[length - 1] != '/';
	char *text;

	return asprintf(&text, "%s%s%s%s", prefix, slash ? "/" : "",
	                here ? "" : name, here ? "" : "/") < 0
	               ? NULL
	               : text;
}

int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct link *link = session;
	struct walk walk = {.link = link,
	                    .prefix = whole_prefix(link->config, name),
	                    .each = each,
	                    .arg = arg};
	int error;

	if (!walk.prefix)
		return -ENOMEM;
	do
		error = walk_page(&walk);
	while (!error && walk.token && !walk.stopped);
	if (!error && walk.stopped < 0)
		error = walk.stopped;
	if (!error && !walk.any && *name && strcmp(name, ".") != 0) {
		bench->fail(link->ctx, "nothing at %s begins with %s", link->urls.label,
		            walk.prefix);
		error = -ENOENT;
	}
	free(walk.prefix);
	free(walk.token);
	return error;
}
