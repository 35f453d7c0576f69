/* login.c - from nothing to a session in the target's directory. */
#include "control.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "address.h"
#include "net.h"

static int cannot_connect(struct control *control, int error)
{
	double limit = (double)control->config->connect_timeout / 1e9;

	if (error == -ETIMEDOUT)
		bench->fail(control->ctx,
		            "%s did not answer within %g s (option "
		            "`connect_timeout`)",
		            control->label, limit);
	else
		bench->fail(control->ctx, "cannot connect to %s: %s", control->label,
		            strerror(-error));
	return error;
}

/* One address of the server.  On failure there is no fd. */
static int try_address(struct control *control, const struct addrinfo *address,
                       int64_t deadline)
{
	int fd, one = 1;

	free(control->label);
	free(control->peer);
	control->label = address_print(address->ai_addr, address->ai_addrlen, true);
	control->peer = address_print(address->ai_addr, address->ai_addrlen, false);
	if (!control->label || !control->peer)
		return -ENOMEM;
	fd = net_connect(address->ai_addr, address->ai_addrlen, deadline,
	                 control->config->timeout);
	if (fd < 0)
		return cannot_connect(control, fd);
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	memcpy(&control->address, address->ai_addr, address->ai_addrlen);
	control->address_length = address->ai_addrlen;
	control->fd = fd;
	return 0;
}

/* All addresses of the host; each may use its part of the time that is left. */
static int reach(struct control *control)
{
	const struct ftp_config *config = control->config;
	int64_t deadline = bench->now_ns() + config->connect_timeout;
	int64_t port = config->port, count = 0;
	struct addrinfo *list = NULL;
	char *host;
	int error = address_parse(config->host, control->ctx, &host, &port);

	if (error)
		return error;
	error = address_resolve(host, port, control->ctx, &list);
	for (const struct addrinfo *a = list; a; a = a->ai_next)
		count++;
	for (const struct addrinfo *a = list; a; a = a->ai_next) {
		int64_t now = bench->now_ns();

		error = try_address(control, a, now + (deadline - now) / count--);
		if (!error)
			break;
	}
	if (list)
		freeaddrinfo(list);
	free(host);
	return error;
}

/* A server that has enough of us says so with 421, or with 530 and words. */
static bool is_limit(const struct control *control)
{
	static const char *const words[] = {"too many", "maximum", "limit",
	                                    "connections", NULL};

	for (const char *const *word = words; *word; word++)
		if (strcasestr(control->said, *word))
			return true;
	return false;
}

/* 421 breaks the connection as everywhere, but here it means the limit. */
static int turned_away(struct control *control, int code)
{
	const char *user = control->config->user;

	if (strncmp(control->said, "421", 3) == 0 && code == -ECONNRESET) {
		bench->fail(control->ctx, "%s takes no further connection: %s",
		            control->label, control->said);
		return -EBUSY;
	}
	if (code < 0)
		return code;
	if (code == 530 && is_limit(control)) {
		bench->fail(control->ctx, "%s takes no further connection: %s",
		            control->label, control->said);
		return -EBUSY;
	}
	bench->fail(control->ctx, "%s refuses the login of `%s`: %s",
	            control->label, user, control->said);
	return code == 530 || code == 332 || code == 532 ? -EACCES : -EIO;
}

static const char *password(const struct ftp_config *config)
{
	if (config->password)
		return config->password;
	return strcasecmp(config->user, FTP_ANONYMOUS) == 0 ||
	                       strcasecmp(config->user, "ftp") == 0
	               ? "bench@"
	               : "";
}

/* 120 announces a delay; the greeting follows. */
static int greet(struct control *control)
{
	int code;

	control->said[0] = '\0';
	do
		code = control_reply(control);
	while (code == 120);
	if (code / 100 != 2)
		return turned_away(control, code);
	control->banner = strdup(control->said);
	return control->banner ? 0 : -ENOMEM;
}

static int log_in(struct control *control)
{
	int code = control_ask(control, "USER", control->config->user);

	if (code == 331)
		code = control_ask(control, "PASS", password(control->config));
	if (code == 332) {
		bench->fail(control->ctx,
		            "%s wants an account beside user and password, which is "
		            "not supported: %s",
		            control->label, control->said);
		return -EACCES;
	}
	return code / 100 == 2 ? 0 : turned_away(control, code);
}

/* Is there a line " NAME" or " NAME ..." in the reply? */
static bool offers(const struct control *control, const char *name)
{
	size_t length = strlen(name);

	for (const char *line = strchr(control->text, '\n'); line;
	     line = strchr(line, '\n')) {
		line += 1 + strspn(line + 1, " ");
		if (strncasecmp(line, name, length) == 0 && strchr(" \n", line[length]))
			return true;
	}
	return false;
}

static int learn_features(struct control *control)
{
	int code = control_ask(control, "FEAT", NULL);

	if (code < 0)
		return code;
	if (code == 211) {
		control->features = (struct features){
		        .rest = offers(control, "REST STREAM"),
		        .mlst = offers(control, "MLST"),
		        .utf8 = offers(control, "UTF8"),
		};
		if (control->features.utf8)
			code = control_ask(control, "OPTS", "UTF8 ON");
	}
	if (code >= 0 && !control->features.rest) {
		code = control_ask(control, "REST", "0");
		control->features.rest = code == 350;
	}
	return code < 0 ? code : 0;
}

/* 257 "NAME" where a quote within the name is doubled. */
static int read_root(struct control *control)
{
	const char *from = strchr(control->text, '"');
	char *to;

	if (!from)
		return 0;
	control->root = to = malloc(strlen(from));
	if (!to)
		return -ENOMEM;
	for (from++; *from; from++) {
		if (*from == '"' && *++from != '"')
			break;
		*to++ = *from;
	}
	*to = '\0';
	return 0;
}

static int go_to_directory(struct control *control)
{
	const char *path = control->config->path;
	int code;

	if (path) {
		code = control_ask(control, "CWD", path);
		if (code / 100 != 2)
			return control_refused(control, "go to directory", path, code,
			                       -ENOENT);
	}
	code = control_ask(control, "PWD", NULL);
	if (code < 0)
		return code;
	return code == 257 ? read_root(control) : 0;
}

int control_open(const struct ftp_config *config, struct bench_ctx *ctx,
                 struct control **out)
{
	struct control *control = calloc(1, sizeof(*control));
	int error;

	if (!control)
		return -ENOMEM;
	control->ctx = ctx;
	control->config = config;
	control->fd = control->data = -1;
	control->pasv = config->passive == PASSIVE_PASV;
	pthread_mutex_init(&control->lock, NULL);
	atomic_init(&control->cancelled, false);
	error = reach(control);
	if (!error)
		error = greet(control);
	if (!error)
		error = log_in(control);
	if (!error)
		error = learn_features(control);
	if (!error) {
		int code = control_ask(control, "TYPE", "I");

		if (code / 100 != 2)
			error = control_refused(control, "binary transfers", NULL, code,
			                        -EIO);
	}
	if (!error)
		error = go_to_directory(control);
	if (error) {
		control_close(control);
		return error;
	}
	*out = control;
	return 0;
}

void control_close(struct control *control)
{
	if (!control)
		return;
	if (control->data >= 0)
		close(control->data);
	/* Politeness: nobody waits for the answer. */
	if (control->fd >= 0 && !control->broken && !control->streaming)
		(void)control_send(control, "QUIT", NULL);
	if (control->fd >= 0)
		close(control->fd);
	free(control->label);
	free(control->peer);
	free(control->banner);
	free(control->root);
	free(control->text);
	pthread_mutex_destroy(&control->lock);
	free(control);
}
