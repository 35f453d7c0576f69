/* file.c - a file's bytes, and what run.json keeps of it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "import/parts.h"
#include "result/environment.h"

/* A file that cannot be read is a doubt like any other: the next one may be
 * fine. */
static char *load(struct import_source *source, size_t *length)
{
	/* A FIFO must not hold us up. */
	int fd = open(source->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat about;
	char *bytes = NULL;

	if (fd < 0 || fstat(fd, &about)) {
		import_doubt(source, 0, "%s", strerror(errno));
	} else if (!S_ISREG(about.st_mode)) {
		import_doubt(source, 0, "%s",
		             S_ISDIR(about.st_mode)
		                     ? "it is a directory; name the files in it"
		                     : "it is no regular file; save it to one first");
	} else if (about.st_size > (off_t)IMPORT_LARGEST) {
		import_doubt(source, 0, "it is larger than 64 MiB; no result is");
	} else if (!(bytes = malloc((size_t)about.st_size + 1))) {
		source->import->no_memory = true;
	} else {
		ssize_t got;

		*length = 0;
		while (*length < (size_t)about.st_size &&
		       (got = read(fd, bytes + *length,
		                   (size_t)about.st_size - *length)) > 0)
			*length += (size_t)got;
		if (*length < (size_t)about.st_size) {
			import_doubt(source, 0, "it could not be read to its end");
			free(bytes);
			bytes = NULL;
		}
	}
	if (fd >= 0)
		close(fd);
	return bytes;
}

/* What run.json keeps of the file itself. */
static void add_sum(struct import *import, const char *path, size_t length)
{
	json_t *about = json_array_get(import->sources,
	                               json_array_size(import->sources) - 1);
	char hex[65];

	if (environment_sha256(path, hex, NULL) == 0 &&
	    (json_object_set_new(about, "sha256", json_string(hex)) ||
	     json_object_set_new(about, "bytes", json_integer((json_int_t)length))))
		import->no_memory = true;
}

int import_file(struct import *import, const struct import_options *options,
                const char *path, char **why)
{
	struct import_source source = {
	        .import = import, .options = options, .path = path};
	size_t length = 0;
	char *bytes = load(&source, &length);
	int error = 0;

	if (bytes) {
		error = import_bytes(import, options, path, bytes, length, why);
		if (!error)
			add_sum(import, path, length);
	}
	free(bytes);
	if (!error && import->no_memory)
		error = failure(why, ENOMEM, "no memory");
	return error;
}
