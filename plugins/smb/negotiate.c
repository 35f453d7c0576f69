/* negotiate.c - the first request of the protocol, sent by ourselves.
 *
 * The library does not say which dialect was agreed on, whether the server
 * insists on signing, and how long a request may be.  All of it stands in the
 * server's answer to NEGOTIATE, which needs no login; it is asked here with the
 * dialects that the library will offer, on a connection of its own. */
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include "smb.h"

enum {
	FRAME = 4,       /* length of the message, in front of it */
	HEADER = 64,     /* of a message */
	BODY = HEADER,   /* where the body starts */
	DIALECTS = 36,   /* in the body of the request */
	REPLY_LEAST = 40 /* of its body, what is read here */
};
static const unsigned char magic[4] = {0xfe, 'S', 'M', 'B'};
#define MESSAGE_MOST 4096

static void put16(unsigned char *to, uint16_t value)
{
	value = htole16(value);
	memcpy(to, &value, sizeof(value));
}

static void put32(unsigned char *to, uint32_t value)
{
	value = htole32(value);
	memcpy(to, &value, sizeof(value));
}

static uint16_t get16(const unsigned char *from)
{
	uint16_t value;

	memcpy(&value, from, sizeof(value));
	return le16toh(value);
}

static uint32_t get32(const unsigned char *from)
{
	uint32_t value;

	memcpy(&value, from, sizeof(value));
	return le32toh(value);
}

/* 3.1.1 wants to know how the talk is to be hashed: SHA-512 with a salt, here
 * of zeros, since nothing follows.  Returns the message's new end. */
static size_t add_context(unsigned char *message, size_t end)
{
	unsigned char *context;

	end = (end + 7) & ~(size_t)7;
	context = message + end;
	put32(message + BODY + 28, (uint32_t)end);
	put16(message + BODY + 32, 1); /* one context */
	put16(context, 1);             /* of this kind */
	put16(context + 2, 38);        /* and length */
	put16(context + 8, 1);         /* one hash */
	put16(context + 10, 32);       /* the salt's length */
	put16(context + 12, 1);        /* SHA-512 */
	return end + 8 + 38;
}

/* Returns the length of frame and message. */
static size_t make_request(const struct smb_config *config,
                           unsigned char *frame)
{
	unsigned char *message = frame + FRAME;
	size_t end = BODY + DIALECTS;
	uint16_t count = 0;

	memset(frame, 0, MESSAGE_MOST);
	memcpy(message, magic, sizeof(magic));
	put16(message + 4, HEADER);
	put16(message + 14, 1);            /* credits */
	put16(message + BODY, 36);         /* what every such body says */
	put16(message + BODY + 4, 1);      /* can sign */
	put32(message + BODY + 8, 0x44);   /* can do long requests, encrypt */
	memset(message + BODY + 12, 7, 1); /* a client's number must not be 0 */
	for (int i = config->dialect_min; i <= config->dialect_max; i++) {
		put16(message + end, smb_dialect_numbers[i]);
		end += 2;
		count++;
	}
	put16(message + BODY + 2, count);
	if (smb_dialect_numbers[config->dialect_max] >= 0x0311)
		end = add_context(message, end);
	frame[2] = (unsigned char)(end >> 8);
	frame[3] = (unsigned char)end;
	return FRAME + end;
}

/* Receives all of length; 0 or a positive errno. */
static int receive(int fd, unsigned char *to, size_t length, int64_t deadline)
{
	while (length > 0) {
		struct pollfd waiting = {.fd = fd, .events = POLLIN};
		int64_t left = (deadline - bench->now_ns() + 999999) / 1000000;
		ssize_t got = recv(fd, to, length, 0);

		if (got == 0)
			return ECONNRESET;
		if (got > 0) {
			to += got;
			length -= (size_t)got;
		} else if (errno != EAGAIN && errno != EINTR) {
			return errno;
		} else if (left <= 0) {
			return ETIMEDOUT;
		} else {
			poll(&waiting, 1, (int)left);
		}
	}
	return 0;
}

/* 0 or a positive errno; EPROTO for what is no SMB2. */
static int talk(int fd, const struct smb_config *config, unsigned char *frame,
                uint32_t *status)
{
	int64_t deadline = bench->now_ns() + config->timeout;
	size_t length = make_request(config, frame);
	int error;

	/* So short that it fits into the buffer of a fresh socket. */
	if (send(fd, frame, length, MSG_NOSIGNAL) != (ssize_t)length)
		return errno ? errno : EIO;
	error = receive(fd, frame, FRAME, deadline);
	if (error)
		return error;
	length = (size_t)frame[1] << 16 | (size_t)frame[2] << 8 | frame[3];
	if (frame[0] != 0 || length < HEADER + 8 || length > MESSAGE_MOST - FRAME)
		return EPROTO;
	error = receive(fd, frame + FRAME, length, deadline);
	if (error)
		return error;
	if (memcmp(frame + FRAME, magic, sizeof(magic)) != 0)
		return EPROTO;
	*status = get32(frame + FRAME + 8);
	return *status == 0 && length < HEADER + REPLY_LEAST ? EPROTO : 0;
}

static int failed(const struct connection *connection, int error)
{
	const struct smb_config *config = connection->config;

	if (error == ETIMEDOUT)
		bench->fail(connection->ctx,
		            "%s port %d takes connections but did not answer within "
		            "%g s (option `timeout`)",
		            config->host, (int)config->port,
		            (double)config->timeout / 1e9);
	else if (error == EPROTO || error == ECONNRESET)
		bench->fail(connection->ctx,
		            "what answers at %s port %d does not speak SMB2 or SMB3 "
		            "(SMB1 is not supported)",
		            config->host, (int)config->port);
	else
		bench->fail(connection->ctx, "%s port %d: %s", config->host,
		            (int)config->port, strerror(error));
	return -error;
}

int negotiate_ask(struct connection *connection, int fd)
{
	const struct smb_config *config = connection->config;
	unsigned char frame[MESSAGE_MOST];
	const unsigned char *body = frame + FRAME + BODY;
	uint32_t status = 0;
	int error = talk(fd, config, frame, &status);

	if (error)
		return failed(connection, error);
	if (status != 0) {
		bench->fail(connection->ctx,
		            "%s speaks none of the dialects from %s to %s "
		            "(`dialect_min`, `dialect_max`)",
		            config->host, smb_dialects[config->dialect_min],
		            smb_dialects[config->dialect_max]);
		return -EPROTONOSUPPORT;
	}
	connection->negotiated =
	        (struct negotiated){.dialect = get16(body + 4),
	                            .signing_required = (get16(body + 2) & 2) != 0,
	                            .max_transact = get32(body + 28),
	                            .max_read = get32(body + 32),
	                            .max_write = get32(body + 36)};
	return 0;
}
