/* ftp_stub.h - an FTP server that says what a test wants it to say. */
#ifndef BENCH_TESTS_FTP_STUB_H
#define BENCH_TESTS_FTP_STUB_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An answer in place of the usual one; "" closes the connection, NULL is
 * silence.  The verb "" is the greeting; "RETR end" and "STOR end" are what
 * comes after the data. */
struct ftp_answer {
	const char *verb, *reply;
};

struct ftp_stub {
	const struct ftp_answer *answers; /* ends with verb == NULL */
	bool truncates; /* STOR after REST cuts the rest off, as some do */
	int64_t sends;  /* RETR breaks off after so many bytes; 0: never */
	/* The stub's own. */
	pthread_t thread;
	int listener, data, control;
	uint64_t rest;
	size_t stored;
	unsigned char file[65536]; /* the one that there is */
	bool exists;
	char port[32];   /* "port=N" */
	char heard[512]; /* the last command */
};

void ftp_stub_start(struct ftp_stub *stub);
/* After the client is gone. */
void ftp_stub_end(struct ftp_stub *stub);

#endif
