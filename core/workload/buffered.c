/* buffered.c - a buffer of the record's size between the test and the backend,
 * as the C library's streams have it, over any backend.
 *
 * char_*: a record is put into the buffer byte by byte, and written when the
 * buffer is full, or at the end of the file; for reading the buffer is filled
 * from the backend when it is empty, and taken out byte by byte.  stdio_*: a
 * whole record goes past the buffer, since it would fill an empty one: fwrite
 * and fread of the GNU C library do that; the shorter one at the end of a file
 * goes through it by one copy.  Record and buffer are of one size, so an
 * operation is one call of the backend; nothing is left over behind the last
 * one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "workload/operate.h"
#include "workload/lane.h"

/* Direct I/O wants it. */
#define ALIGNMENT 4096

/* The buffer while a record goes through it. */
struct stream {
	struct workload_lane *lane;
	unsigned char *at, *end; /* free room, or what is still to be taken */
	uint64_t offset;         /* in the file, of the buffer */
	int64_t result;          /* of the backend's last call */
};

/* Writes what is in the buffer. */
static bool drain(struct stream *stream)
{
	struct workload_lane *lane = stream->lane;
	size_t length = (size_t)(stream->at - lane->buffer);

	stream->result = lane->backend->write(lane->file, lane->buffer, length,
	                                      stream->offset);
	stream->at = lane->buffer;
	stream->offset += length;
	return stream->result == (int64_t)length;
}

/* Fills the buffer with the next bytes of the file. */
static bool fill(struct stream *stream, size_t length)
{
	struct workload_lane *lane = stream->lane;

	stream->result = lane->backend->read(lane->file, lane->buffer, length,
	                                     stream->offset);
	stream->at = lane->buffer;
	stream->end = lane->buffer + length;
	stream->offset += length;
	return stream->result == (int64_t)length;
}

/* putc() and getc(): a call for each byte is what these tests are about, so it
 * may not become a part of the loop around it. */
__attribute__((noinline)) static bool put_byte(struct stream *stream,
                                               unsigned char byte)
{
	if (stream->at == stream->end && !drain(stream))
		return false;
	*stream->at++ = byte;
	return true;
}

__attribute__((noinline)) static int get_byte(struct stream *stream)
{
	return stream->at < stream->end ? *stream->at++ : -1;
}

static bool goes_past(const struct workload_lane *lane, size_t length)
{
	return lane->cell->test->layer == WORKLOAD_STDIO &&
	       length == lane->cell->record_size;
}

int64_t buffered_write(struct workload_lane *lane, const unsigned char *from,
                       size_t length, uint64_t offset)
{
	struct stream stream = {.lane = lane,
	                        .at = lane->buffer,
	                        .end = lane->buffer + lane->cell->record_size,
	                        .offset = offset};

	if (goes_past(lane, length))
		return lane->backend->write(lane->file, from, length, offset);
	if (lane->cell->test->layer == WORKLOAD_STDIO) {
		memcpy(stream.at, from, length);
		stream.at += length;
	} else {
		for (size_t i = 0; i < length; i++)
			if (!put_byte(&stream, from[i]))
				return stream.result < 0 ? stream.result : -EIO;
	}
	/* Full, or at the end of the file. */
	(void)drain(&stream);
	return stream.result;
}

int64_t buffered_read(struct workload_lane *lane, unsigned char *into,
                      size_t length, uint64_t offset)
{
	struct stream stream = {.lane = lane, .offset = offset};

	if (goes_past(lane, length))
		return lane->backend->read(lane->file, into, length, offset);
	if (!fill(&stream, length))
		return stream.result;
	if (lane->cell->test->layer == WORKLOAD_STDIO) {
		memcpy(into, stream.at, length);
		return stream.result;
	}
	for (size_t i = 0; i < length; i++) {
		int byte = get_byte(&stream);

		if (byte < 0)
			return (int64_t)i;
		into[i] = (unsigned char)byte;
	}
	return stream.result;
}

int buffered_prepare(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	void *buffer = NULL;

	buffered_close(lane);
	if (cell->test->layer == WORKLOAD_BARE)
		return 0;
	if (cell->record_size > SIZE_MAX ||
	    posix_memalign(&buffer, ALIGNMENT, (size_t)cell->record_size))
		return lane_fail(lane, -ENOMEM, "buffer of the stream");
	lane->buffer = buffer;
	return 0;
}

void buffered_close(struct workload_lane *lane)
{
	free(lane->buffer);
	lane->buffer = NULL;
}
