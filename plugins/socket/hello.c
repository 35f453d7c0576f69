/* hello.c - the first words of both ends. */
#include "hello.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "config.h"
#include "net.h"
#include "wire.h"

static int send_hello(int fd, uint16_t status, const char *text)
{
	unsigned char bytes[WIRE_HELLO];
	char blanks[WIRE_ALIGN];
	size_t length = strnlen(text, WIRE_TEXT_MAX - WIRE_ALIGN);
	size_t padding = wire_padding(WIRE_HELLO + length);
	struct wire_hello hello = {WIRE_VERSION, status,
	                           (uint32_t)(length + padding)};
	struct iovec vector[] = {
	        {bytes, sizeof(bytes)}, {(void *)text, length}, {blanks, padding}};

	memset(blanks, ' ', sizeof(blanks));
	wire_put_hello(bytes, &hello);
	return net_send(fd, vector, 3);
}

/* One wait for all of a hello; returns how much of it came. */
static ssize_t await_hello(int fd, unsigned char *bytes)
{
	ssize_t got;

	do
		got = recv(fd, bytes, WIRE_HELLO, MSG_WAITALL);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

/* Strangers' bytes as something that can be shown. */
static void printable(unsigned char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' || bytes[i] > '~')
			bytes[i] = '.';
}

static int receive_text(int fd, uint32_t length, char **out)
{
	char *text = calloc(1, WIRE_TEXT_MAX + 1);
	int error;

	if (!text)
		return -ENOMEM;
	error = net_receive(fd, text, length);
	if (error) {
		free(text);
		return error;
	}
	printable((unsigned char *)text, length);
	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
	*out = text;
	return 0;
}

/* No hello came; says what did. */
static int explain_silence(const char *peer, ssize_t got, unsigned char *bytes,
                           int64_t limit, struct bench_ctx *ctx)
{
	if (got == -EAGAIN || got == -EWOULDBLOCK) {
		bench->fail(ctx,
		            "%s took the connection but said nothing for %g s: is it "
		            "`bench serve socket`? (iperf3 uses the same port)",
		            peer, (double)limit / 1e9);
		return -ETIMEDOUT;
	}
	if (got <= 0) {
		bench->fail(ctx,
		            "%s closed the connection at once: is it `bench serve "
		            "socket`?",
		            peer);
		return -ECONNRESET;
	}
	printable(bytes, (size_t)got);
	bench->fail(ctx,
	            "%s is not `bench serve socket`: it answered \"%.*s\" instead "
	            "of a hello",
	            peer, (int)got, (char *)bytes);
	return -EPROTO;
}

static int judge_server(const char *peer, const struct wire_hello *hello,
                        const char *text, struct bench_ctx *ctx)
{
	if (hello->version != WIRE_VERSION) {
		bench->fail(ctx,
		            "%s speaks version %u of the socket protocol, this bench "
		            "speaks version %u: use the same bench at both ends",
		            peer, hello->version, WIRE_VERSION);
		return -EPROTO;
	}
	if (hello->status) {
		bench->fail(ctx, "%s refuses: %s", peer, text);
		return wire_error(hello->status);
	}
	return 0;
}

int hello_client(int fd, const char *peer, int64_t limit, struct bench_ctx *ctx,
                 char **version)
{
	unsigned char bytes[WIRE_HELLO];
	struct wire_hello hello;
	ssize_t got;
	int error = net_set_timeout(fd, limit);

	/* A far end that refuses may be gone already: its words still count. */
	if (!error)
		(void)send_hello(fd, 0, "bench " SOCKET_VERSION);
	got = await_hello(fd, bytes);
	if (got != WIRE_HELLO || !wire_get_hello(bytes, &hello))
		return explain_silence(peer, got, bytes, limit, ctx);
	error = receive_text(fd, hello.text_length, version);
	if (error) {
		bench->fail(ctx, "%s broke off in its hello", peer);
		return error;
	}
	error = judge_server(peer, &hello, *version, ctx);
	if (error) {
		free(*version);
		*version = NULL;
	}
	return error;
}

/* Tells both sides why: the client over the wire, the log by *why. */
static int refuse(int fd, int error, char **why, const char *format, ...)
        BENCH_PRINTF(4, 5);

static int refuse(int fd, int error, char **why, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (vasprintf(why, format, list) < 0)
		*why = NULL;
	va_end(list);
	(void)send_hello(fd, wire_status(error), *why ? *why : "refused");
	return error;
}

int hello_server(int fd, int64_t limit, const char *refusal, char **why)
{
	unsigned char bytes[WIRE_HELLO];
	struct wire_hello hello;
	char *text = NULL;
	ssize_t got;
	int error;

	*why = NULL;
	error = net_set_timeout(fd, limit);
	if (error)
		return error;
	got = await_hello(fd, bytes);
	if (got <= 0)
		return refuse(fd, -ETIMEDOUT, why,
		              "this is `bench serve socket`, and no hello came");
	if (got != WIRE_HELLO || !wire_get_hello(bytes, &hello)) {
		printable(bytes, (size_t)got);
		return refuse(fd, -EPROTO, why,
		              "this is `bench serve socket`; \"%.*s\" is not its "
		              "protocol",
		              (int)got, (char *)bytes);
	}
	if (receive_text(fd, hello.text_length, &text))
		return refuse(fd, -EPROTO, why, "the hello was broken off");
	free(text);
	if (hello.version != WIRE_VERSION)
		return refuse(fd, -EPROTO, why,
		              "this far end speaks version %d of the socket protocol, "
		              "the client speaks version %u: use the same bench at "
		              "both ends",
		              WIRE_VERSION, hello.version);
	if (refusal)
		return refuse(fd, -EBUSY, why, "%s", refusal);
	return send_hello(fd, 0, "bench " SOCKET_VERSION);
}
