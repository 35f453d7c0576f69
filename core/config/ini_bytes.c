/* ini_bytes.c - opens a file and refuses what editors of other systems leave
 * behind and a parser of lines would misread. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "config/ini_bytes.h"

#define INI_BYTES_MOST ((size_t)16 << 20)

static int refuse(struct problems *problems, const char *path, unsigned line,
                  int error, const char *text)
{
	problems_add(problems, (struct config_place){path, line}, "%s", text);
	return -error;
}

static int read_all(FILE *stream, struct text *out)
{
	char piece[4096];
	size_t got;

	while ((got = fread(piece, 1, sizeof piece, stream)) > 0) {
		text_add_bytes(out, piece, got);
		if (out->failed)
			return -ENOMEM;
		if (out->length > INI_BYTES_MOST)
			return -EFBIG;
	}
	return ferror(stream) ? -EIO : 0;
}

static int read_file(const char *path, struct text *out)
{
	FILE *stream = fopen(path, "rbe");
	int status;

	if (!stream)
		return -errno;
	errno = 0;
	status = read_all(stream, out);
	if (status == -EIO && errno)
		status = -errno;
	fclose(stream);
	return status;
}

static unsigned line_of(const struct text *text, const char *at)
{
	unsigned line = 1;

	for (const char *p = text->bytes; p < at; p++)
		line += *p == '\n';
	return line;
}

/* A carriage return that does not stand before a line feed, or NULL. */
static const char *lone_return(const struct text *text)
{
	const char *at = text->bytes, *end = at + text->length;

	while ((at = memchr(at, '\r', (size_t)(end - at)))) {
		if (at + 1 == end || at[1] != '\n')
			return at;
		at++;
	}
	return NULL;
}

static int check(const struct text *text, const char *path,
                 struct problems *problems)
{
	const char *bad;

	if (text->length >= 2 && (memcmp(text->bytes, "\xff\xfe", 2) == 0 ||
	                          memcmp(text->bytes, "\xfe\xff", 2) == 0))
		return refuse(problems, path, 0, EINVAL, "is UTF-16; save it as UTF-8");
	bad = memchr(text->bytes, '\0', text->length);
	if (bad)
		return refuse(problems, path, line_of(text, bad), EINVAL,
		              "holds a NUL byte; it is no text file");
	bad = lone_return(text);
	if (bad)
		return refuse(problems, path, line_of(text, bad), EINVAL,
		              "holds a carriage return without a line feed; save it "
		              "with Unix or Windows line ends");
	return 0;
}

static void drop_mark(struct text *text)
{
	if (text->length < 3 || memcmp(text->bytes, "\xef\xbb\xbf", 3) != 0)
		return;
	text->length -= 3;
	memmove(text->bytes, text->bytes + 3, text->length + 1);
}

int ini_bytes_read(const char *path, struct text *out,
                   struct problems *problems)
{
	int status = read_file(path, out);

	if (status == -EFBIG)
		return refuse(problems, path, 0, EFBIG,
		              "is larger than 16 MiB; it is no configuration");
	if (status < 0) {
		problems_add(problems, (struct config_place){path, 0},
		             "cannot be read: %s", strerror(-status));
		return status;
	}
	if (out->length == 0)
		return 0;
	drop_mark(out);
	return check(out, path, problems);
}
