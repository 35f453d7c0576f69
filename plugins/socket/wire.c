/* wire.c - headers to bytes and back. */
#include "wire.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const char magic[8] = {'B', 'E', 'N', 'C', 'H', 'S', 'K', 'T'};

static const struct {
	uint16_t status;
	int error;
	const char *text;
} errors[] = {
        {1, ENOENT, "there is no such file or directory"},
        {2, EEXIST, "the name is taken"},
        {3, ENOSPC, "the far end's store is full (its option `memory`)"},
        {4, EINVAL, "the far end does not accept this request"},
        {5, ENOTDIR, "a part of the name is no directory"},
        {6, EISDIR, "it is a directory"},
        {7, ENOTEMPTY, "the directory is not empty"},
        {8, ENOMEM, "the far end has no memory left"},
        {9, EBADF, "the file is not open for that"},
        {10, EMFILE, "too many files are open on this connection"},
        {11, EPROTO, "the far end does not speak this protocol version"},
        {12, EBUSY, "the far end serves as many clients as it may"},
        {13, EPERM, "the root directory cannot be changed"},
        {14, EIO, "the far end failed"},
        {15, EILSEQ, "a byte is wrong"},
        {16, ENOTSUP, "the bench at the far end is too old for that"},
};

static void put(unsigned char *bytes, unsigned count, uint64_t value)
{
	while (count > 0) {
		bytes[--count] = (unsigned char)value;
		value >>= 8;
	}
}

static uint64_t get(const unsigned char *bytes, unsigned count)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < count; i++)
		value = value << 8 | bytes[i];
	return value;
}

void wire_put_hello(unsigned char *bytes, const struct wire_hello *hello)
{
	memcpy(bytes, magic, sizeof(magic));
	put(bytes + 8, 2, hello->version);
	put(bytes + 10, 2, hello->status);
	put(bytes + 12, 4, hello->text_length);
}

bool wire_get_hello(const unsigned char *bytes, struct wire_hello *hello)
{
	hello->version = (uint16_t)get(bytes + 8, 2);
	hello->status = (uint16_t)get(bytes + 10, 2);
	hello->text_length = (uint32_t)get(bytes + 12, 4);
	return memcmp(bytes, magic, sizeof(magic)) == 0 &&
	       hello->text_length <= WIRE_TEXT_MAX;
}

void wire_put_request(unsigned char *bytes, const struct wire_request *request)
{
	memset(bytes, 0, WIRE_HEADER);
	bytes[0] = request->op;
	bytes[1] = request->flags;
	put(bytes + 2, 2, request->name_length);
	put(bytes + 4, 4, request->handle);
	put(bytes + 8, 8, request->offset);
	put(bytes + 16, 8, request->length);
}

void wire_get_request(const unsigned char *bytes, struct wire_request *request)
{
	request->op = bytes[0];
	request->flags = bytes[1];
	request->name_length = (uint16_t)get(bytes + 2, 2);
	request->handle = (uint32_t)get(bytes + 4, 4);
	request->offset = get(bytes + 8, 8);
	request->length = get(bytes + 16, 8);
}

void wire_put_reply(unsigned char *bytes, const struct wire_reply *reply)
{
	memset(bytes, 0, WIRE_HEADER);
	bytes[0] = reply->op;
	bytes[1] = reply->flags;
	put(bytes + 2, 2, reply->status);
	put(bytes + 4, 4, reply->handle);
	put(bytes + 8, 8, reply->value);
	put(bytes + 16, 8, reply->extra);
}

void wire_get_reply(const unsigned char *bytes, struct wire_reply *reply)
{
	reply->op = bytes[0];
	reply->flags = bytes[1];
	reply->status = (uint16_t)get(bytes + 2, 2);
	reply->handle = (uint32_t)get(bytes + 4, 4);
	reply->value = get(bytes + 8, 8);
	reply->extra = get(bytes + 16, 8);
}

void wire_put_pattern(unsigned char *bytes, const struct bench_pattern *pattern)
{
	memset(bytes, 0, WIRE_PATTERN);
	put(bytes, 8, pattern->seed);
	put(bytes + 8, 8, pattern->file);
	put(bytes + 16, 8, pattern->generation);
}

void wire_get_pattern(const unsigned char *bytes, struct bench_pattern *pattern)
{
	pattern->seed = get(bytes, 8);
	pattern->file = get(bytes + 8, 8);
	pattern->generation = get(bytes + 16, 8);
}

uint16_t wire_status(int error)
{
	if (error == 0)
		return 0;
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].error == -error)
			return errors[i].status;
	return wire_status(-EIO);
}

int wire_error(uint16_t status)
{
	if (status == 0)
		return 0;
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].status == status)
			return -errors[i].error;
	return -EIO;
}

const char *wire_error_text(int error)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].error == -error)
			return errors[i].text;
	return "the far end failed";
}
