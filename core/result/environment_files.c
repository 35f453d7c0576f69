/* environment_files.c - what goes with a run's files: the names and labels of
 * their time, their checksums, and JSON documents. */
#include "result/environment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/types.h>
#include <sha256.h>
#include "base/text.h"
#include "result/output.h"

static void utc_now(struct tm *parts, long *ms)
{
	struct timespec now = {0, 0};

	clock_gettime(CLOCK_REALTIME, &now);
	memset(parts, 0, sizeof *parts);
	gmtime_r(&now.tv_sec, parts);
	*ms = now.tv_nsec / 1000000;
}

void environment_utc(char *buffer, size_t size)
{
	struct tm now;
	long ms;

	utc_now(&now, &ms);
	snprintf(buffer, size, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ",
	         now.tm_year + 1900, now.tm_mon + 1, now.tm_mday, now.tm_hour,
	         now.tm_min, now.tm_sec, ms);
}

void environment_utc_compact(char *buffer, size_t size)
{
	struct tm now;
	long ms;

	utc_now(&now, &ms);
	snprintf(buffer, size, "%04d%02d%02dT%02d%02d%02dZ", now.tm_year + 1900,
	         now.tm_mon + 1, now.tm_mday, now.tm_hour, now.tm_min, now.tm_sec);
}

int environment_sha256(const char *path, char *hex, char **why)
{
	int error;

	errno = 0;
	if (SHA256File(path, hex))
		return 0;
	error = errno != 0 ? errno : EIO;
	return failure(why, error, "%s: cannot be read: %s", path, strerror(error));
}

int environment_write_json(const json_t *value, const char *path, char **why)
{
	struct text document = {0};
	/* 15 digits: 0.1 is written as 0.1. */
	char *dump = json_dumps(value, JSON_INDENT(2) | JSON_ENCODE_ANY |
	                                       JSON_REAL_PRECISION(15));
	int error;

	if (!dump)
		return failure(why, ENOMEM, "out of memory");
	text_add(&document, "%s\n", dump);
	free(dump);
	if (document.failed)
		error = failure(why, ENOMEM, "out of memory");
	else
		error = output_replace_file(path, document.bytes, document.length, why);
	text_free(&document);
	return error;
}
