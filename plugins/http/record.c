/* record.c - a GET with a Range per record, on a kept connection. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "handle.h"

#define SMALLEST_BUFFER 16384
#define LARGEST_BUFFER  524288

/* One record's reply. */
struct piece {
	struct exchange exchange;
	char *into;
	size_t room;
	uint64_t offset;
	bool unfit;
};

bool record_fits(const struct reply *reply, uint64_t offset, bool ranged)
{
	if (!ranged)
		return reply->status == 200;
	return reply->status == 206 && reply->ranged && reply->first == offset;
}

int record_unfit(const struct file *file, const struct reply *reply)
{
	struct bench_ctx *ctx = file->link->ctx;

	if (reply->status == 200) {
		bench->fail(ctx,
		            "GET %s: %s ignores Range (it sends the whole file, 200, "
		            "in the place of 206)",
		            file->name, file->link->label);
		return -ENOTSUP;
	}
	bench->fail(ctx, "GET %s: %s sent something else than was asked for: %s",
	            file->name, file->link->label, reply->words);
	return -EPROTO;
}

static size_t take_body(char *bytes, size_t one, size_t length, void *arg)
{
	struct piece *piece = arg;
	const struct reply *reply = &piece->exchange.reply;

	(void)one;
	piece->exchange.link->moved_ns = bench->now_ns();
	if (reply->status / 100 != 2)
		return length;
	piece->unfit =
	        !record_fits(reply, piece->offset, true) || length > piece->room;
	if (piece->unfit)
		return 0;
	memcpy(piece->into, bytes, length);
	piece->into += length;
	piece->room -= length;
	return length;
}

static int ask(struct piece *piece, size_t length)
{
	CURL *easy = piece->exchange.easy;
	long buffer = length < SMALLEST_BUFFER  ? SMALLEST_BUFFER
	              : length > LARGEST_BUFFER ? LARGEST_BUFFER
	                                        : (long)length;
	char range[64];
	int error;

	snprintf(range, sizeof(range), "%" PRIu64 "-%" PRIu64, piece->offset,
	         piece->offset + length - 1);
	curl_easy_setopt(easy, CURLOPT_RANGE, range);
	curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffer);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, piece);
	error = exchange_start(&piece->exchange);
	return error ? error : exchange_wait(&piece->exchange, NULL);
}

/* Bytes, or why not. */
static int64_t outcome(const struct file *file, const struct piece *piece,
                       size_t length)
{
	const struct reply *reply = &piece->exchange.reply;
	int error;

	if (piece->unfit)
		return record_unfit(file, reply);
	if (reply->status == 416)
		return 0;
	error = exchange_result(&piece->exchange, "GET", file->name);
	if (error)
		return error;
	if (!record_fits(reply, piece->offset, true))
		return record_unfit(file, reply);
	return (int64_t)(length - piece->room);
}

int64_t record_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset)
{
	struct piece piece = {.into = buffer, .room = length, .offset = offset};
	int64_t start = bench->now_ns(), got;
	int error = exchange_open(&piece.exchange, file->link, NULL, file->name);

	if (error)
		return error;
	error = ask(&piece, length);
	got = error ? error : outcome(file, &piece, length);
	exchange_close(&piece.exchange);
	if (got >= 0) {
		file->link->counts.records++;
		file->link->counts.records_ns += bench->now_ns() - start;
	}
	return got;
}
