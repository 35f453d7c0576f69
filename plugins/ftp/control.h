/* control.h - the control connection: commands, and replies read strictly.
 *
 * A connection that broke once stays broken; every later call says so. */
#ifndef FTP_CONTROL_H
#define FTP_CONTROL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include "bench_plugin.h"
#include "config.h"

struct file;

/* What the server says that it can. */
struct features {
	bool rest; /* REST STREAM */
	bool mlst, utf8;
};

/* What happened since the last counters. */
struct counts {
	uint64_t connections; /* for data */
	uint64_t operations;  /* records with a transfer of their own */
	int64_t operations_ns;
};

struct control {
	struct bench_ctx *ctx;
	const struct ftp_config *config;
	int fd;
	struct sockaddr_storage address; /* the server's */
	socklen_t address_length;
	char *label;  /* "127.0.0.1:21", for sentences */
	char *peer;   /* "127.0.0.1" */
	char *banner; /* one line */
	char *root;   /* the target's directory, as PWD calls it */
	struct features features;
	int broken; /* the negative errno that ended it */

	/* What came and was not read yet. */
	char input[4096];
	size_t input_start, input_length;
	/* The last reply: its lines with newlines between, without codes'
	 * carriage returns. */
	char *text;
	size_t text_length, text_room;
	char said[200]; /* the same as one clean line */
	/* A transfer was dropped and its last word may still come. */
	bool owed;

	/* The data connection, or -1.  The lock is for cancel(). */
	pthread_mutex_t lock;
	int data;
	atomic_bool cancelled;
	bool pasv;           /* EPSV was refused */
	const char *passive; /* what the last data connection came by; or NULL */
	/* The file whose transfer is under way. */
	struct file *streaming;
	/* Records can be written over in place; by a probe. */
	bool rewrites, rewrites_first;
	struct counts counts;
};

/* login.c: connects, logs in, learns what there is, goes to the directory. */
int control_open(const struct ftp_config *config, struct bench_ctx *ctx,
                 struct control **out);
/* NULL is fine. */
void control_close(struct control *control);

/* 0, or what broke it, said again. */
int control_usable(struct control *control);
/* Breaks the connection and says why; returns error. */
int control_lost(struct control *control, int error);

/* Sends "VERB ARGUMENT" (argument may be NULL); ends a download that is under
 * way, and refuses to interrupt an upload. */
int control_send(struct control *control, const char *verb,
                 const char *argument);
/* Waits for a whole reply and returns its code, or a negative errno. */
int control_reply(struct control *control);
/* Both. */
int control_ask(struct control *control, const char *verb,
                const char *argument);
/* What a reply of refusal means, with a sentence.  missing: the errno for code
 * 550, which stands for all that can be wrong with a name. */
int control_refused(struct control *control, const char *what, const char *name,
                    int code, int missing);
/* Is it "never heard of that command"? */
bool control_unknown(int code);

/* file.c: ends the transfer that is under way, if that does no harm. */
int file_settle(struct control *control);

#endif
