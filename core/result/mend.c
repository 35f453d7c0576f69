/* mend.c - which lines of a file stay, and how the others leave it. */
#include "result/mend.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "result/output.h"

/* One file on its way through. */
struct mending {
	struct text kept; /* the lines that stay, but for those below */
	uint64_t whole;   /* bytes that stay where they are */
	bool gap;         /* a line that stays comes behind one that goes */
	struct mend_lost *lost;
};

/* Lines stay where they are up to the first that goes; later ones are moved up,
 * which takes a new file. */
static void take_line(struct mending *mending, const char *line, size_t length,
                      bool stays)
{
	if (!stays) {
		mending->lost->dropped++;
		return;
	}
	if (mending->lost->dropped == 0)
		mending->whole += length;
	else
		mending->gap = true;
	text_add_bytes(&mending->kept, line, length);
}

static int read_lines(FILE *file, mend_keep *keep, void *arg,
                      struct mending *mending)
{
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t length;
	int error = 0;

	errno = 0;
	while ((length = getline(&line, &room, file)) > 0) {
		bool stays = true;

		if (line[length - 1] != '\n') {
			mending->lost->torn_bytes = (uint64_t)length;
			break;
		}
		number++;
		if (keep) {
			line[length - 1] = '\0';
			stays = keep(arg, line, number);
			line[length - 1] = '\n';
		}
		take_line(mending, line, (size_t)length, stays);
	}
	if (ferror(file))
		error = errno ? -errno : -EIO;
	free(line);
	return mending->kept.failed ? -ENOMEM : error;
}

static int store(const char *path, const struct mending *mending, char **why)
{
	if (mending->gap)
		return output_replace_file(path, mending->kept.bytes,
		                           mending->kept.length, why);
	if (!mending->lost->dropped && !mending->lost->torn_bytes)
		return 0;
	if (truncate(path, (off_t)mending->whole) == 0)
		return 0;
	return failure(why, errno, "%s: its torn end cannot be cut off: %s", path,
	               strerror(errno));
}

int mend_lines(const char *path, mend_keep *keep, void *arg,
               struct mend_lost *lost, char **why)
{
	struct mending mending = {.lost = lost};
	FILE *file = fopen(path, "re");
	int error;

	*lost = (struct mend_lost){0};
	if (!file && errno == ENOENT)
		return 0;
	if (!file)
		return failure(why, errno, "%s: cannot be read: %s", path,
		               strerror(errno));
	error = read_lines(file, keep, arg, &mending);
	fclose(file);
	if (error)
		failure(why, error, "%s: cannot be read: %s", path, strerror(-error));
	else
		error = store(path, &mending, why);
	text_free(&mending.kept);
	return error;
}
