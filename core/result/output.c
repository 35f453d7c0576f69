/* output.c - whole files, or none. */
#include "result/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"

#define MOST_NAMES 100

char *output_create_beside(const char *path, int *fd)
{
	*fd = -EEXIST;
	for (int i = 0; i < MOST_NAMES && *fd == -EEXIST; i++) {
		char *name = text_format("%s.%ld-%d.tmp", path, (long)getpid(), i);

		if (name)
			*fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
			           0666);
		if (name && *fd >= 0)
			return name;
		*fd = name ? -errno : -ENOMEM;
		free(name);
	}
	return NULL;
}

int output_replace_file(const char *path, const char *bytes, size_t length,
                        char **why)
{
	int fd, error;
	char *name = output_create_beside(path, &fd);

	if (!name)
		return failure(why, fd, "%s: cannot be made: %s", path, strerror(-fd));
	error = output_write_all(fd, bytes, length);
	if (close(fd) != 0 && error == 0)
		error = -errno;
	if (error == 0 && rename(name, path) != 0)
		error = -errno;
	if (error != 0) {
		unlink(name);
		failure(why, error, "%s: cannot be written: %s", path,
		        strerror(-error));
	}
	free(name);
	return error;
}

int output_write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t done = write(fd, bytes, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -errno;
		if (done == 0)
			return -EIO;
		bytes += done;
		length -= (size_t)done;
	}
	return 0;
}
