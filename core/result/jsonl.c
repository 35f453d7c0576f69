/* jsonl.c - one write a line, so that a killed run tears the last one at most.
 */
#include "result/jsonl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "result/clean.h"
#include "result/output.h"

int jsonl_open(struct jsonl *file, const char *path, char **why)
{
	*file = (struct jsonl){.path = text_copy(path), .fd = -1};
	if (!file->path)
		return failure(why, ENOMEM, "out of memory");
	file->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (file->fd < 0) {
		int error = failure(why, errno, "%s: cannot be opened: %s", path,
		                    strerror(errno));

		jsonl_close(file);
		return error;
	}
	return 0;
}

int jsonl_add(struct jsonl *file, json_t *object, char **why)
{
	struct text text = {0};
	char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int error = -ENOMEM;

	json_decref(object);
	if (line)
		text_add(&text, "%s\n", line);
	if (line && !text.failed)
		error = output_write_all(file->fd, text.bytes, text.length);
	if (error)
		failure(why, error, "%s: cannot be written: %s", file->path,
		        strerror(-error));
	text_free(&text);
	free(line);
	return error;
}

void jsonl_close(struct jsonl *file)
{
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	*file = (struct jsonl){.fd = -1};
}

static void add_text(json_t *object, const char *key, const char *text)
{
	char *clean = text ? clean_text(text) : NULL;

	if (clean)
		json_object_set_new(object, key, json_string(clean));
	free(clean);
}

static void add_count(json_t *object, const char *key, uint64_t count)
{
	if (count != RESULT_NO_COUNT)
		json_object_set_new(object, key, json_integer((json_int_t)count));
}

json_t *jsonl_key(const struct result_row *row)
{
	json_t *object = json_object();

	if (!object)
		return NULL;
	add_count(object, "seq", row->seq);
	add_text(object, "target", row->target);
	add_text(object, "test", row->test);
	add_count(object, "file_size", row->file_size);
	add_count(object, "record_size", row->record_size);
	add_count(object, "threads", row->threads);
	add_count(object, "depth", row->depth);
	add_count(object, "round", row->round);
	return object;
}
