/* anonymise.c - finds words and addresses in texts and puts others there. */
#include "result/anonymise.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/text.h"

/* Of which numeric addresses are made; a zone (%eth0) is not one of them. */
#define ADDRESS "0123456789abcdefABCDEF.:"

static bool is_local(const char *name)
{
	return !*name || strcmp(name, "localhost") == 0 ||
	       strncmp(name, "127.", 4) == 0 || strcmp(name, "::1") == 0 ||
	       strcmp(name, "0.0.0.0") == 0 || strcmp(name, "::") == 0;
}

static int add(struct anonymise *anonymise, const char *word, const char *kind,
               unsigned *count)
{
	if (!word || is_local(word) || json_object_get(anonymise->words, word))
		return 0;
	return json_object_set_new(anonymise->words, word,
	                           json_sprintf("%s-%u", kind, ++*count))
	               ? -ENOMEM
	               : 0;
}

int anonymise_host(struct anonymise *anonymise, const char *name)
{
	return add(anonymise, name, "host", &anonymise->hosts);
}

int anonymise_user(struct anonymise *anonymise, const char *name)
{
	return add(anonymise, name, "user", &anonymise->users);
}

/* "client.lan" is also called "client". */
static int add_this_host(struct anonymise *anonymise)
{
	struct utsname name;
	int error;

	if (uname(&name) != 0)
		return 0;
	error = anonymise_host(anonymise, name.nodename);
	name.nodename[strcspn(name.nodename, ".")] = '\0';
	return error ? error : anonymise_host(anonymise, name.nodename);
}

int anonymise_begin(struct anonymise *anonymise)
{
	const struct passwd *user = getpwuid(getuid());
	int error;

	*anonymise = (struct anonymise){.words = json_object()};
	if (!anonymise->words)
		return -ENOMEM;
	error = add_this_host(anonymise);
	if (!error && user)
		error = anonymise_user(anonymise, user->pw_name);
	return error ? error : anonymise_user(anonymise, getenv("USER"));
}

void anonymise_end(struct anonymise *anonymise)
{
	json_decref(anonymise->words);
	*anonymise = (struct anonymise){0};
}

/* Letters and digits beside a word make it another one. */
static bool is_inside(char byte)
{
	return isalnum((unsigned char)byte) || byte == '_';
}

/* The word that stands here, alone; the longest one. */
static size_t find_word(const struct anonymise *anonymise, const char *text,
                        const char *at, const char **instead)
{
	const char *word;
	size_t longest = 0;
	json_t *value;

	if (at > text && is_inside(at[-1]))
		return 0;
	json_object_foreach(anonymise->words, word, value)
	{
		size_t length = strlen(word);

		if (length <= longest || strncmp(at, word, length) != 0 ||
		    is_inside(at[length]))
			continue;
		longest = length;
		*instead = json_string_value(value);
	}
	return longest;
}

/* The bytes of a numeric address here; a port or a full stop behind it is none
 * of it. */
static size_t find_address(const char *text, const char *at, char *address)
{
	size_t length = strspn(at, ADDRESS);
	unsigned char bytes[16];

	if ((at > text && (is_inside(at[-1]) || strchr(".:", at[-1]))) ||
	    length >= INET6_ADDRSTRLEN)
		return 0;
	for (; length > 2; length--) {
		memcpy(address, at, length);
		address[length] = '\0';
		if (!is_inside(at[length]) &&
		    (inet_pton(AF_INET, address, bytes) == 1 ||
		     inet_pton(AF_INET6, address, bytes) == 1))
			return length;
	}
	return 0;
}

static size_t find(struct anonymise *anonymise, const char *text,
                   const char *at, const char **instead)
{
	size_t length = find_word(anonymise, text, at, instead);
	char address[INET6_ADDRSTRLEN];

	if (length)
		return length;
	length = find_address(text, at, address);
	if (!length || is_local(address))
		return 0;
	if (add(anonymise, address, "address", &anonymise->addresses))
		return 0;
	*instead = json_string_value(json_object_get(anonymise->words, address));
	return *instead ? length : 0;
}

static json_t *clean_string(struct anonymise *anonymise, const char *text)
{
	struct text clean = {0};
	char *taken;
	json_t *value;

	for (const char *at = text; *at;) {
		const char *instead = NULL;
		size_t length = find(anonymise, text, at, &instead);

		if (length)
			text_add(&clean, "%s", instead);
		else
			text_add_bytes(&clean, at, 1);
		at += length ? length : 1;
	}
	taken = text_take(&clean);
	value = taken ? json_string(taken) : NULL;
	free(taken);
	return value;
}

/* What refers to nothing that can be cleaned is shared with the original. */
json_t *anonymise_json(struct anonymise *anonymise, const json_t *value)
{
	json_t *copy = NULL, *one;
	const char *key;
	size_t i;

	if (json_is_string(value))
		return clean_string(anonymise, json_string_value(value));
	if (json_is_array(value)) {
		copy = json_array();
		json_array_foreach((json_t *)value, i, one)
		{
			json_array_append_new(copy, anonymise_json(anonymise, one));
		}
	} else if (json_is_object(value)) {
		copy = json_object();
		json_object_foreach((json_t *)value, key, one)
		{
			json_object_set_new(copy, key, anonymise_json(anonymise, one));
		}
	} else {
		copy = json_incref((json_t *)value);
	}
	return copy;
}
