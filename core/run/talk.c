/* talk.c - the coordinator's side of the pipe. */
#include "run/talk.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"
#include "run/child.h"

#define TICK_NS      (CLOCK_NS_PER_S / 4)
#define LINE_AT_MOST ((size_t)16 << 20)
/* A worker that said its last word has this long to go. */
#define EXIT_NS (2 * CLOCK_NS_PER_S)

/* One conversation. */
struct conversation {
	const struct talk *talk;
	struct talk_result *result;
	struct child child;
	struct text input;
	int64_t deadline_ns;
	bool ended, stays; /* the job has; the worker does */
};

static void finish(struct conversation *with, enum talk_end end, char *why)
{
	with->ended = true;
	with->result->end = end;
	free(with->result->why);
	with->result->why = why;
}

static void take_line(struct conversation *with, const char *line)
{
	struct event event;
	char *why = NULL;

	if (event_decode(line, &event, &why)) {
		finish(with, TALK_LOST, why);
		return;
	}
	with->deadline_ns = clock_now_ns() + with->talk->limit_ns;
	if (event.kind == EVENT_DONE) {
		with->stays = event.stays;
		finish(with, TALK_DONE, NULL);
	} else if (event.kind == EVENT_FAILED) {
		with->result->error = event.error;
		finish(with, TALK_FAILED,
		       text_copy(event.text ? event.text : strerror(-event.error)));
	} else if (with->talk->event) {
		with->talk->event(with->talk->arg, &event);
	}
	event_free(&event);
}

static void take_lines(struct conversation *with)
{
	struct text *input = &with->input;
	char *newline;

	while (!with->ended && input->length &&
	       (newline = memchr(input->bytes, '\n', input->length))) {
		size_t used = (size_t)(newline - input->bytes) + 1;

		*newline = '\0';
		take_line(with, input->bytes);
		input->length -= used;
		memmove(input->bytes, input->bytes + used, input->length + 1);
	}
	if (!with->ended && input->length > LINE_AT_MOST)
		finish(with, TALK_LOST,
		       text_format("the worker sent a line without an end"));
}

static void take_end(struct conversation *with)
{
	char *text;

	if (!child_wait(&with->child, EXIT_NS)) {
		finish(with, TALK_HUNG,
		       text_copy("the worker closed its pipe and went on"));
		return;
	}
	text = child_end_text(with->child.status);
	finish(with, TALK_DIED,
	       text_format("the worker %s", text ? text : "ended"));
	free(text);
}

static void read_events(struct conversation *with)
{
	char bytes[65536];
	ssize_t got = read(with->child.from, bytes, sizeof bytes);

	if (got < 0 && errno == EINTR)
		return;
	if (got <= 0) {
		take_end(with);
		return;
	}
	text_add_bytes(&with->input, bytes, (size_t)got);
	take_lines(with);
}

static void wait_once(struct conversation *with)
{
	struct signals *signals = with->talk->signals;
	struct pollfd fds[2] = {
	        {.fd = with->child.from, .events = POLLIN},
	        {.fd = signals ? signals->fd : -1, .events = POLLIN}};
	int64_t now = clock_now_ns(), left = with->deadline_ns - now;
	int signal;

	if (left <= 0) {
		finish(with, TALK_HUNG,
		       text_format("no answer for %.3g s: the worker was killed",
		                   (double)with->talk->limit_ns / 1e9));
		return;
	}
	poll(fds, 2, (int)((left < TICK_NS ? left : TICK_NS) / 1000000 + 1));
	if (signals && (signal = signals_take(signals))) {
		with->result->signal = signal;
		finish(with, TALK_SIGNAL, text_format("ended by signal %d", signal));
	} else if (fds[0].revents) {
		read_events(with);
	}
	if (with->talk->tick)
		with->talk->tick(with->talk->tick_arg);
}

static int start_worker(const struct talk *talk, struct child *child,
                        char **why)
{
	const char *argv[] = {talk->exe, "--worker", NULL};
	struct child_spec spec = {.argv = argv,
	                          .log_fd = talk->log_fd,
	                          .job_fd = PROTOCOL_JOB_FD,
	                          .event_fd = PROTOCOL_EVENT_FD};

	return child_start(&spec, child, why);
}

/* The one that stayed, or a new one. */
static int find_worker(const struct talk *talk, struct conversation *with)
{
	struct talk_worker *kept = talk->worker;

	if (!kept || kept->child.pid == 0)
		return start_worker(talk, &with->child, &with->result->why);
	with->child = kept->child;
	*kept = (struct talk_worker){0};
	with->result->stayed = true;
	return 0;
}

static void end_worker(struct child *child, bool waits)
{
	if (waits)
		child_wait(child, EXIT_NS);
	child_stop(child, 0);
}

void talk_dismiss(struct talk_worker *worker)
{
	if (worker->child.pid == 0)
		return;
	close(worker->child.to);
	worker->child.to = -1;
	end_worker(&worker->child, true);
	*worker = (struct talk_worker){0};
}

void talk(const struct talk *talk, const struct job *job,
          struct talk_result *result)
{
	struct conversation with = {.talk = talk, .result = result};

	memset(result, 0, sizeof *result);
	if (find_worker(talk, &with)) {
		result->end = TALK_LOST;
		return;
	}
	with.deadline_ns = clock_now_ns() + talk->limit_ns;
	/* A worker that dies before it reads is found out by reading. */
	(void)protocol_send(with.child.to, job_encode(job));
	while (!with.ended)
		wait_once(&with);
	if (with.stays && talk->worker)
		talk->worker->child = with.child;
	else
		end_worker(&with.child,
		           result->end == TALK_DONE || result->end == TALK_FAILED);
	text_free(&with.input);
}
