/* upload.c - one PUT per pass; each record is a part of its body.
 *
 * The size has to be known beforehand: it is the PUT's Content-Length.  The
 * reply says that the server has it all: that is what a flush waits for. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "handle.h"

static size_t give_body(char *place, size_t one, size_t count, void *arg)
{
	struct file *file = arg;
	size_t room = one * count;
	size_t length = room < file->left ? room : file->left;

	file->link->moved_ns = bench->now_ns();
	if (length == 0 && file->ending)
		return 0;
	if (length == 0) {
		file->paused = true;
		return CURL_READFUNC_PAUSE;
	}
	memcpy(place, file->from, length);
	file->from += length;
	file->left -= length;
	file->ready = file->left == 0;
	return length;
}

static int start(struct file *file, int64_t size)
{
	struct exchange *exchange = &file->exchange;
	int error = exchange_open(exchange, file->link, "PUT", file->name);

	if (error)
		return error;
	curl_easy_setopt(exchange->easy, CURLOPT_READFUNCTION, give_body);
	curl_easy_setopt(exchange->easy, CURLOPT_READDATA, file);
	curl_easy_setopt(exchange->easy, CURLOPT_INFILESIZE_LARGE,
	                 (curl_off_t)size);
	error = exchange_start(exchange);
	if (error) {
		exchange_close(exchange);
		return error;
	}
	file->way = UPLOAD;
	file->position = 0;
	file->left = 0;
	file->ending = file->paused = false;
	return 0;
}

static int out_of_order(const struct file *file, uint64_t offset)
{
	bench->fail(file->link->ctx,
	            "write to %s at offset %" PRIu64 " after %" PRIu64
	            ": a PUT goes from the start to the end only",
	            file->name, offset, file->position);
	return -ENOTSUP;
}

static bool is_half_sent(const struct file *file)
{
	return file->way == UPLOAD && file->position < file->size_hint;
}

static int begin(struct file *file, uint64_t offset)
{
	int error;

	if (offset != 0 || is_half_sent(file))
		return out_of_order(file, offset);
	error = upload_finish(file);
	if (error)
		return error;
	if (file->way == DOWNLOAD)
		download_end(file);
	return start(file, (int64_t)file->size_hint);
}

static void go_on(struct file *file)
{
	if (!file->paused)
		return;
	file->paused = false;
	curl_easy_pause(file->exchange.easy, CURLPAUSE_CONT);
}

/* The server answered while there was more to send, or refused it all. */
static int cut_short(struct file *file)
{
	int error = exchange_result(&file->exchange, "PUT", file->name);

	if (!error && file->left > 0) {
		bench->fail(file->link->ctx,
		            "PUT %s: %s answered before it had the whole", file->name,
		            file->link->urls.label);
		error = -EPROTO;
	}
	return error;
}

static int send_record(struct file *file, const void *buffer, size_t length)
{
	int error;

	file->from = buffer;
	file->left = length;
	file->ready = false;
	go_on(file);
	error = exchange_wait(&file->exchange, &file->ready);
	if (!error && file->exchange.done)
		error = cut_short(file);
	if (error)
		file_abandon(file);
	return error;
}

int64_t upload_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset)
{
	int error = 0;

	if (file->way != UPLOAD || offset != file->position)
		error = begin(file, offset);
	if (!error && offset + length > file->size_hint) {
		bench->fail(file->link->ctx,
		            "write to %s beyond the %" PRIu64
		            " bytes that the PUT announced",
		            file->name, file->size_hint);
		error = -EINVAL;
	}
	if (!error)
		error = send_record(file, buffer, length);
	if (error)
		return error;
	file->unmade = false;
	file->position += length;
	return (int64_t)length;
}

/* A connection that ended while it was idle is replaced without a word, and
 * what was handed to it already is lost. */
static int check_sent(const struct file *file)
{
	curl_off_t sent = 0;

	curl_easy_getinfo(file->exchange.easy, CURLINFO_SIZE_UPLOAD_T, &sent);
	if ((uint64_t)sent >= file->position)
		return 0;
	bench->fail(file->link->ctx,
	            "PUT %s: only %" PRIu64 " of %" PRIu64 " bytes were sent to %s",
	            file->name, (uint64_t)sent, file->position,
	            file->link->urls.label);
	return -EPROTO;
}

int upload_finish(struct file *file)
{
	int error;

	if (file->way != UPLOAD)
		return 0;
	if (is_half_sent(file)) {
		bench->fail(file->link->ctx,
		            "flush of %s after %" PRIu64 " of %" PRIu64
		            " bytes: a PUT has one reply, at its end",
		            file->name, file->position, file->size_hint);
		return -ENOTSUP;
	}
	file->ending = true;
	go_on(file);
	error = exchange_wait(&file->exchange, NULL);
	if (!error)
		error = exchange_result(&file->exchange, "PUT", file->name);
	if (!error)
		error = check_sent(file);
	file_abandon(file);
	return error;
}

int upload_whole(struct file *file, const char *bytes, uint64_t length)
{
	int error = start(file, (int64_t)length);

	if (error)
		return error;
	file->unmade = false;
	file->from = bytes;
	file->left = (size_t)length;
	file->ending = true;
	error = exchange_wait(&file->exchange, NULL);
	if (!error)
		error = exchange_result(&file->exchange, "PUT", file->name);
	file_abandon(file);
	return error;
}
