/* control.c - commands and replies over the control connection. */
#include "control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "net.h"

#define REPLY_MAX ((size_t)65536)

int control_lost(struct control *control, int error)
{
	double limit = (double)control->config->timeout / 1e9;

	control->streaming = NULL;
	if (atomic_load(&control->cancelled))
		error = -ECANCELED;
	control->broken = error;
	if (error == -ECANCELED)
		bench->fail(control->ctx, "%s: cancelled", control->label);
	else if (error == -ETIMEDOUT)
		bench->fail(control->ctx, "%s said nothing for %g s (option `timeout`)",
		            control->label, limit);
	else if (error == -ECONNRESET)
		bench->fail(control->ctx, "%s closed the connection", control->label);
	else
		bench->fail(control->ctx, "the connection to %s broke: %s",
		            control->label, strerror(-error));
	return error;
}

int control_usable(struct control *control)
{
	if (!control->broken)
		return 0;
	bench->fail(control->ctx, "the connection to %s broke before: %s",
	            control->label, strerror(-control->broken));
	return control->broken;
}

static int strange(struct control *control, const char *what)
{
	control->streaming = NULL;
	control->broken = -EPROTO;
	bench->fail(control->ctx, "%s sent %s: `%s`", control->label, what,
	            control->said);
	return -EPROTO;
}

static int check_argument(struct control *control, const char *argument)
{
	if (!argument || !argument[strcspn(argument, "\r\n")])
		return 0;
	bench->fail(control->ctx, "FTP has no way to write a name with a line "
	                          "break in it");
	return -EINVAL;
}

int control_send(struct control *control, const char *verb,
                 const char *argument)
{
	struct iovec vector[4] = {{(void *)verb, strlen(verb)}};
	int count = 1, error = control_usable(control);

	if (!error && control->streaming)
		error = file_settle(control);
	if (!error)
		error = check_argument(control, argument);
	if (error)
		return error;
	if (argument) {
		vector[count++] = (struct iovec){(void *)" ", 1};
		vector[count++] = (struct iovec){(void *)argument, strlen(argument)};
	}
	vector[count++] = (struct iovec){(void *)"\r\n", 2};
	error = net_send_all(control->fd, vector, count);
	return error ? control_lost(control, error) : 0;
}

static int grow(struct control *control, size_t more)
{
	size_t room = control->text_room ? control->text_room : 1024;
	char *text;

	while (room < control->text_length + more + 1)
		room *= 2;
	if (room == control->text_room)
		return 0;
	text = realloc(control->text, room);
	if (!text)
		return -ENOMEM;
	control->text = text;
	control->text_room = room;
	return 0;
}

static int fill_input(struct control *control)
{
	int64_t got = net_receive_some(control->fd, control->input,
	                               sizeof(control->input));

	if (got <= 0)
		return control_lost(control, got < 0 ? (int)got : -ECONNRESET);
	control->input_start = 0;
	control->input_length = (size_t)got;
	return 0;
}

/* The reply as people can read it in a sentence. */
static void clean(struct control *control)
{
	size_t length = control->text_length;

	if (length >= sizeof(control->said)) {
		length = sizeof(control->said) - 1;
		/* Not in the middle of a character. */
		while (length > 0 && (control->text[length] & 0xc0) == 0x80)
			length--;
	}
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)control->text[i];

		control->said[i] = c < 0x20 || c == 0x7f ? ' ' : (char)c;
	}
	control->said[length] = '\0';
}

/* Appends one line to the text and says where it begins. */
static int read_line(struct control *control, size_t *start)
{
	*start = control->text_length;
	for (;;) {
		char *from = control->input + control->input_start, *newline;
		size_t length = control->input_length;
		int error;

		newline = length > 0 ? memchr(from, '\n', length) : NULL;
		if (newline)
			length = (size_t)(newline - from);
		error = grow(control, length + 1);
		if (error)
			return control_lost(control, error);
		memcpy(control->text + control->text_length, from, length);
		control->text_length += length;
		length += newline != NULL;
		control->input_start += length;
		control->input_length -= length;
		if (newline)
			break;
		clean(control);
		if (control->text_length > REPLY_MAX)
			return strange(control, "a reply of more than 64 KiB");
		error = fill_input(control);
		if (error)
			return error;
	}
	if (control->text_length > *start &&
	    control->text[control->text_length - 1] == '\r')
		control->text_length--;
	control->text[control->text_length] = '\0';
	return 0;
}

/* "226 text" or "226-text": the code, or 0 for a line that is neither. */
static int line_code(const char *line, bool *last)
{
	if (line[0] < '1' || line[0] > '5' || line[1] < '0' || line[1] > '9' ||
	    line[2] < '0' || line[2] > '9')
		return 0;
	if (line[3] != ' ' && line[3] != '-' && line[3] != '\0')
		return 0;
	*last = line[3] != '-';
	return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}

/* One reply with all of its lines; only the code of the first line counts. */
static int read_reply(struct control *control)
{
	size_t start;
	bool last = true;
	int code, error;

	control->text_length = 0;
	error = read_line(control, &start);
	if (error)
		return error;
	clean(control);
	code = line_code(control->text, &last);
	if (code == 0)
		return strange(control, "what is no FTP reply");
	while (!last) {
		bool end = false;

		control->text[control->text_length++] = '\n';
		error = read_line(control, &start);
		if (error)
			return error;
		clean(control);
		if (control->text_length > REPLY_MAX)
			return strange(control, "a reply of more than 64 KiB");
		last = line_code(control->text + start, &end) == code && end;
	}
	return code;
}

/* What no command but a transfer is answered with. */
static bool ends_transfer(int code)
{
	return code == 226 || code == 426;
}

int control_reply(struct control *control)
{
	int code = read_reply(control);

	if (code > 0 && control->owed && ends_transfer(code))
		code = read_reply(control);
	control->owed = false;
	if (code != 421)
		return code;
	control->streaming = NULL;
	control->broken = -ECONNRESET;
	bench->fail(control->ctx, "%s ends the session: %s", control->label,
	            control->said);
	return -ECONNRESET;
}

int control_ask(struct control *control, const char *verb, const char *argument)
{
	int error = control_send(control, verb, argument);

	return error ? error : control_reply(control);
}

bool control_unknown(int code)
{
	return code == 500 || code == 502 || code == 504;
}

static bool says(const struct control *control, const char *words)
{
	return strcasestr(control->said, words) != NULL;
}

static int meaning(const struct control *control, int code, int missing)
{
	if (code == 452 || code == 552 || says(control, "no space") ||
	    says(control, "quota") || says(control, "disk full"))
		return -ENOSPC;
	if (says(control, "read-only"))
		return -EROFS;
	if (control_unknown(code))
		return -ENOTSUP;
	if (code == 530 || code == 532 || code == 553)
		return -EACCES;
	if (code == 550)
		return missing;
	if (code == 450)
		return -EBUSY;
	return -EIO;
}

int control_refused(struct control *control, const char *what, const char *name,
                    int code, int missing)
{
	if (code < 0)
		return code;
	bench->fail(control->ctx, "%s%s%s at %s: %s", what, name ? " " : "",
	            name ? name : "", control->label, control->said);
	return meaning(control, code, missing);
}
