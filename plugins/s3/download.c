/* download.c - one GET per pass; each record is the next part of its body.
 *
 * libcurl hands the body over in pieces of its own size.  What a record has no
 * room for waits in the spill; while that is full the transfer is paused. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "handle.h"

#define BUFFER 524288L

static size_t take_body(char *bytes, size_t one, size_t length, void *arg)
{
	struct file *file = arg;
	const struct reply *reply = &file->exchange.reply;
	size_t fits = length < file->room ? length : file->room;

	(void)one;
	file->link->moved_ns = bench->now_ns();
	if (reply->status / 100 != 2) {
		exchange_keep(&file->exchange, bytes, length);
		return length;
	}
	file->unfit = !record_fits(reply, file->start, file->start > 0);
	if (file->unfit)
		return 0;
	if (length - fits > SPILL_ROOM - file->spill_length) {
		file->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	if (fits > 0) {
		memcpy(file->into, bytes, fits);
		file->into += fits;
		file->room -= fits;
		file->ready = file->room == 0;
	}
	memcpy(file->spill + file->spill_length, bytes + fits, length - fits);
	file->spill_length += length - fits;
	return length;
}

static int start(struct file *file, uint64_t offset)
{
	struct exchange *exchange = &file->exchange;
	char range[32];
	int error;

	if (!file->spill)
		file->spill = bench->alloc(0, SPILL_ROOM);
	if (!file->spill)
		return -ENOMEM;
	error = exchange_open(exchange, file->link, NULL, file->name);
	if (error)
		return error;
	curl_easy_setopt(exchange->easy, CURLOPT_BUFFERSIZE, BUFFER);
	curl_easy_setopt(exchange->easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(exchange->easy, CURLOPT_WRITEDATA, file);
	snprintf(range, sizeof(range), "%" PRIu64 "-", offset);
	if (offset > 0)
		curl_easy_setopt(exchange->easy, CURLOPT_RANGE, range);
	error = exchange_start(exchange);
	if (error) {
		exchange_close(exchange);
		return error;
	}
	file->way = DOWNLOAD;
	file->position = file->start = offset;
	file->end = UINT64_MAX;
	file->room = file->spill_at = file->spill_length = 0;
	file->paused = file->unfit = false;
	return 0;
}

static size_t drain(struct file *file, char *buffer, size_t length)
{
	size_t there = file->spill_length - file->spill_at;
	size_t taken = there < length ? there : length;

	if (taken == 0)
		return 0;
	memcpy(buffer, file->spill + file->spill_at, taken);
	file->spill_at += taken;
	if (file->spill_at == file->spill_length)
		file->spill_at = file->spill_length = 0;
	return taken;
}

static int receive(struct file *file, char *buffer, size_t length)
{
	file->into = buffer;
	file->room = length;
	file->ready = false;
	if (file->paused) {
		file->paused = false;
		curl_easy_pause(file->exchange.easy, CURLPAUSE_CONT);
	}
	return exchange_wait(&file->exchange, &file->ready);
}

/* The transfer is done; was it the whole file? */
static int look_at_end(const struct file *file)
{
	const struct reply *reply = &file->exchange.reply;

	if (file->unfit)
		return record_unfit(file, reply);
	if (reply->status == 416 && file->start > 0)
		return 0;
	return exchange_result(&file->exchange, "GET", file->name);
}

void download_end(struct file *file)
{
	curl_off_t length = -1;

	curl_easy_getinfo(file->exchange.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
	                  &length);
	if (!file->exchange.done &&
	    file->position - file->start == (uint64_t)length)
		(void)exchange_wait(&file->exchange, NULL);
	file_abandon(file);
}

static int begin(struct file *file, uint64_t offset)
{
	int error = upload_finish(file);

	if (error)
		return error;
	if (file->way == DOWNLOAD)
		download_end(file);
	return start(file, offset);
}

int64_t download_read(struct file *file, void *buffer, size_t length,
                      uint64_t offset)
{
	size_t got;
	int error = 0;

	if (file->way != DOWNLOAD || offset != file->position) {
		if (offset > 0 && offset >= file->end)
			return 0;
		error = begin(file, offset);
		if (error)
			return error;
	}
	got = drain(file, buffer, length);
	if (got < length && !file->exchange.done) {
		error = receive(file, (char *)buffer + got, length - got);
		got = length - file->room;
		file->room = 0;
	}
	if (!error && file->exchange.done && (got < length || file->unfit))
		error = look_at_end(file);
	if (error) {
		file_abandon(file);
		return error;
	}
	file->position += got;
	if (got < length)
		file->end = file->position;
	return (int64_t)got;
}
