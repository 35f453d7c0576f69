/* data.c - data connections and the transfers that go over them.
 *
 * The connection always goes to the host of the control connection, whatever
 * address the server announces: behind NAT that one leads nowhere, and nobody
 * is to send us elsewhere. */
#include "data.h"

#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "net.h"

static void set_data(struct control *control, int fd)
{
	pthread_mutex_lock(&control->lock);
	control->data = fd;
	pthread_mutex_unlock(&control->lock);
}

void data_close(struct control *control)
{
	int fd = control->data;

	if (fd < 0)
		return;
	set_data(control, -1);
	close(fd);
}

static int not_understood(struct control *control)
{
	bench->fail(control->ctx,
	            "%s announces its data port in a way that is "
	            "not FTP: %s",
	            control->label, control->said);
	return -EPROTO;
}

/* 229 text (|||PORT|) with any character for the bar. */
static int read_epsv(struct control *control, unsigned *port)
{
	const char *at = strchr(control->said, '(');
	unsigned long value;
	char *end, bar;

	if (!at || !at[1])
		return not_understood(control);
	bar = at[1];
	if (at[2] != bar || at[3] != bar || at[4] < '0' || at[4] > '9')
		return not_understood(control);
	value = strtoul(at + 4, &end, 10);
	if (*end != bar || end[1] != ')' || value < 1 || value > 65535)
		return not_understood(control);
	*port = (unsigned)value;
	return 0;
}

/* 227 text h1,h2,h3,h4,p1,p2, with brackets or without. */
static int read_pasv(struct control *control, unsigned *port)
{
	const char *at = control->said + 3;
	unsigned long part[6];

	at += strcspn(at, "0123456789");
	for (int i = 0; i < 6; i++) {
		char *end;

		if (*at < '0' || *at > '9')
			return not_understood(control);
		part[i] = strtoul(at, &end, 10);
		if (part[i] > 255 || (i < 5 && *end != ','))
			return not_understood(control);
		at = end + 1;
	}
	*port = (unsigned)(part[4] << 8 | part[5]);
	return *port > 0 ? 0 : not_understood(control);
}

/* 0, 1 where the server does not know EPSV and PASV may be tried, or an error.
 */
static int ask_epsv(struct control *control, unsigned *port)
{
	int code = control_ask(control, "EPSV", NULL);

	if (code == 229) {
		control->passive = "epsv";
		return read_epsv(control, port);
	}
	if (code >= 500 && control->config->passive == PASSIVE_EITHER &&
	    control->address.ss_family == AF_INET) {
		control->pasv = true;
		return 1;
	}
	return control_refused(control, "EPSV", NULL, code, -EIO);
}

static int ask_pasv(struct control *control, unsigned *port)
{
	int code;

	if (control->address.ss_family != AF_INET) {
		bench->fail(control->ctx,
		            "PASV is for IPv4 only; %s needs "
		            "passive = epsv",
		            control->label);
		return -ENOTSUP;
	}
	code = control_ask(control, "PASV", NULL);
	if (code != 227)
		return control_refused(control, "PASV", NULL, code, -EIO);
	control->passive = "pasv";
	return read_pasv(control, port);
}

static int cannot_connect(struct control *control, unsigned port, int error)
{
	double limit = (double)control->config->connect_timeout / 1e9;

	if (error == -ETIMEDOUT)
		bench->fail(control->ctx,
		            "%s: the data connection to port %u was not answered "
		            "within %g s; a firewall may let only the control "
		            "connection pass",
		            control->label, port, limit);
	else
		bench->fail(control->ctx, "%s: the data connection to port %u: %s",
		            control->label, port, strerror(-error));
	return error;
}

static int open_data(struct control *control)
{
	struct sockaddr_storage address = control->address;
	unsigned port = 0;
	int fd, error = control->pasv ? 1 : ask_epsv(control, &port);

	if (error == 1)
		error = ask_pasv(control, &port);
	if (error)
		return error;
	if (address.ss_family == AF_INET6)
		((struct sockaddr_in6 *)&address)->sin6_port = htons((uint16_t)port);
	else
		((struct sockaddr_in *)&address)->sin_port = htons((uint16_t)port);
	fd = net_connect((struct sockaddr *)&address, control->address_length,
	                 bench->now_ns() + control->config->connect_timeout,
	                 control->config->timeout);
	if (fd < 0)
		return cannot_connect(control, port, fd);
	set_data(control, fd);
	control->counts.connections++;
	return 0;
}

static int restart_at(struct control *control, int64_t offset)
{
	char text[32];
	int code;

	snprintf(text, sizeof(text), "%" PRId64, offset);
	code = control_ask(control, "REST", text);
	if (code == 350)
		return 0;
	return control_refused(control, "REST", text, code, -EIO);
}

int data_start(struct control *control, const char *verb, const char *name,
               int64_t offset, int missing)
{
	int code, error = open_data(control);

	if (!error && offset != NO_RESTART)
		error = restart_at(control, offset);
	if (error) {
		data_close(control);
		return error;
	}
	code = control_ask(control, verb, name);
	if (code / 100 == 1)
		return 0;
	data_close(control);
	error = control_refused(control, verb, name, code, missing);
	return code == 554 && offset > 0 ? -ERANGE : error;
}

int data_finish(struct control *control, const char *what, const char *name)
{
	int code;

	shutdown(control->data, SHUT_WR);
	code = control_reply(control);
	data_close(control);
	if (code / 100 == 2)
		return 0;
	return control_refused(control, what, name, code, -EIO);
}

int data_drop(struct control *control)
{
	int code;

	data_close(control);
	code = control_reply(control);
	if (code < 0)
		return code;
	/* Some say another word later, which then belongs to this transfer. */
	control->owed = code != 226;
	return 0;
}

int data_broken(struct control *control, int error, const char *what,
                const char *name)
{
	double limit = (double)control->config->timeout / 1e9;
	int code;

	control->streaming = NULL;
	data_close(control);
	if (atomic_load(&control->cancelled))
		return control_lost(control, -ECANCELED);
	if (error == -ETIMEDOUT) {
		control->broken = error;
		bench->fail(control->ctx,
		            "%s %s: %s moved no byte for %g s (option `timeout`)", what,
		            name, control->label, limit);
		return error;
	}
	code = control_reply(control);
	if (code < 0)
		return code;
	error = control_refused(control, what, name, code, -EIO);
	return error ? error : -EIO;
}
