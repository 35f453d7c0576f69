/* wire.h - the protocol between a client and `bench serve socket`.
 *
 * Both ends first send a hello of WIRE_HELLO bytes and a short text.  Its
 * layout never changes, so that any version can refuse any other one.  After
 * it the client sends requests of WIRE_HEADER bytes, followed by names or data,
 * and gets replies of WIRE_HEADER bytes, followed by data.  All numbers are in
 * network byte order.
 *
 * All but data and lists of names is filled up to WIRE_ALIGN bytes, the hello's
 * text by blanks: data whose records are multiples of it then lie so in the
 * stream, and copies in the kernel go from line to line of the caches.  Where
 * they began anywhere the rate differed more from connection to connection.
 *
 * Version 2 has patterns: a client says what bytes it will write or read, and
 * the far end checks those that it gets and those that it sends.  Version 3 has
 * what is said above of WIRE_ALIGN.  Version 4 has WIRE_DISCARD. */
#ifndef SOCKET_WIRE_H
#define SOCKET_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bench_plugin.h"

enum {
	WIRE_VERSION = 4,
	WIRE_ALIGN = 64,
	WIRE_HELLO = 16,
	WIRE_HEADER = 64,    /* 24 bytes and zeros */
	WIRE_TEXT_MAX = 255, /* bytes of a hello's text */
	WIRE_NAME_MAX = 255,
	WIRE_PATTERN = 64 /* seed, file, generation, and zeros */
};

#define WIRE_RECORD_MAX (UINT64_C(1) << 30) /* bytes of data in one request */
#define WIRE_LIST_MAX   (UINT64_C(1) << 26) /* bytes of a directory's names */

enum wire_op {
	WIRE_OPEN = 1, /* name; reply: handle, value = size */
	WIRE_CLOSE,    /* handle; reply unless quiet: as for flush */
	WIRE_WRITE,    /* handle, offset, length, data; reply unless quiet */
	WIRE_READ,     /* handle, offset, length; reply: value = bytes, data */
	WIRE_STREAM,   /* handle, offset; replies up to the one marked last */
	WIRE_STOP,     /* ends a stream early; no reply of its own */
	WIRE_FLUSH,    /* handle; reply: value = bytes of quiet writes */
	WIRE_STAT,     /* name; reply: value = size, extra = mtime */
	WIRE_RENAME,   /* two names, the second one's length in `length` */
	WIRE_UNLINK,
	WIRE_MKDIR,
	WIRE_RMDIR,
	WIRE_LIST,    /* name; reply: value = bytes of names, each with a NUL */
	WIRE_SPACE,   /* reply: value = bytes left, extra = bytes in all */
	WIRE_EXPECT,  /* handle, pattern; reply */
	WIRE_CHECKED, /* reply: value = bytes checked and right so far */
	WIRE_PING     /* reply */
};

/* Flags of requests. */
enum {
	WIRE_QUIET = 1 << 0, /* no reply; an error waits for the next flush */
	WIRE_FOR_READ = 1 << 1,
	WIRE_FOR_WRITE = 1 << 2,
	WIRE_CREATE = 1 << 3,
	WIRE_EXCL = 1 << 4,
	WIRE_TRUNC = 1 << 5,
	WIRE_DISCARD = 1 << 6 /* of an open: what is written through the handle
	                         counts, and is thrown away */
};
/* Flags of replies. */
enum { WIRE_LAST = 1 << 0, WIRE_DIRECTORY = 1 << 1 };

struct wire_hello {
	uint16_t version, status;
	uint32_t text_length;
};

struct wire_request {
	uint8_t op, flags;
	uint16_t name_length;
	uint32_t handle;
	uint64_t offset, length;
};

struct wire_reply {
	uint8_t op, flags;
	uint16_t status; /* 0, or what wire_status() made of an errno */
	uint32_t handle;
	uint64_t value;
	uint64_t extra; /* with the status of EILSEQ: where the wrong byte is */
};

/* Bytes that fill up so many. */
static inline size_t wire_padding(uint64_t length)
{
	return (size_t)(-length % WIRE_ALIGN);
}

void wire_put_hello(unsigned char *bytes, const struct wire_hello *hello);
/* False: these bytes are no hello. */
bool wire_get_hello(const unsigned char *bytes, struct wire_hello *hello);
void wire_put_request(unsigned char *bytes, const struct wire_request *request);
void wire_get_request(const unsigned char *bytes, struct wire_request *request);
void wire_put_reply(unsigned char *bytes, const struct wire_reply *reply);
void wire_get_reply(const unsigned char *bytes, struct wire_reply *reply);
void wire_put_pattern(unsigned char *bytes,
                      const struct bench_pattern *pattern);
void wire_get_pattern(const unsigned char *bytes,
                      struct bench_pattern *pattern);

/* Errors travel as numbers of the protocol's own, since errno differs between
 * systems.  Both take and give negative errno. */
uint16_t wire_status(int error);
int wire_error(uint16_t status);
/* A sentence for an error that came over the wire. */
const char *wire_error_text(int error);

#endif
