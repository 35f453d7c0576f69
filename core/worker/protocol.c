/* protocol.c - one line of either side on its way. */
#include "worker/protocol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "result/output.h"

int protocol_send(int fd, char *line)
{
	size_t length;
	int error;

	if (!line)
		return -ENOMEM;
	length = strlen(line);
	line[length] = '\n';
	error = output_write_all(fd, line, length + 1);
	free(line);
	return error;
}
