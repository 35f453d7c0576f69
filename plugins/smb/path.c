/* path.c - names become the URLs that the library takes: everything but plain
 * letters, digits and a few signs is encoded, so that a name is taken as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "smb.h"

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789-._~";

/* Room for the longest encoding is the caller's. */
static char *encode(char *to, const char *name, const char *also)
{
	static const char digits[] = "0123456789ABCDEF";

	for (const char *c = name; *c; c++) {
		unsigned char byte = (unsigned char)*c;

		if (strchr(plain, *c) || strchr(also, *c)) {
			*to++ = *c;
			continue;
		}
		*to++ = '%';
		*to++ = digits[byte >> 4];
		*to++ = digits[byte & 15];
	}
	*to = '\0';
	return to;
}

char *path_url(const struct connection *connection, const char *name)
{
	size_t root = strlen(connection->root);
	char *url = (char *)malloc(root + 2 + (name ? 3 * strlen(name) : 0));

	if (!url)
		return NULL;
	memcpy(url, connection->root, root + 1);
	if (name && name[0]) {
		url[root] = '/';
		encode(url + root + 1, name, "/");
	}
	return url;
}

char *path_root(const struct smb_config *config, const char *address)
{
	const char *directory = config->directory ? config->directory : "";
	size_t room =
	        sizeof("smb://:65535//") +
	        3 * (strlen(address) + strlen(config->share) + strlen(directory));
	char *root = (char *)malloc(room), *end;

	if (!root)
		return NULL;
	strcpy(root, "smb://");
	/* The colons of an IPv6 address have to be hidden from the library. */
	end = encode(root + strlen(root), address, "");
	end += snprintf(end, sizeof(":65535/"), ":%d/", (int)config->port);
	end = encode(end, config->share, "");
	directory += strspn(directory, "/");
	if (directory[0]) {
		*end++ = '/';
		end = encode(end, directory, "/");
	}
	while (end[-1] == '/')
		*--end = '\0';
	return root;
}
