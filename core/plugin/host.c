/* host.c - what bench lends to plugins: contexts that keep the last failure
 * and pass words on to sinks, memory, the clock. */
#include "plugin/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "base/text.h"
#include "measure/clock.h"
#include "plugin/wrap.h"

struct bench_ctx {
	struct host_sinks sinks;
	char *failure;
};

/* One line whatever the peer sent: a control character would break the row or
 * reach the terminal as an escape sequence. */
static void make_one_line(char *text)
{
	size_t length = strlen(text);

	while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
		text[--length] = '\0';
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = ' ';
}

/* The sentence in fresh memory, NULL when there is none. */
BENCH_PRINTF(1, 0)
static char *one_line(const char *format, va_list list)
{
	char *text = NULL;

	if (vasprintf(&text, format, list) < 0)
		return NULL;
	make_one_line(text);
	return text;
}

BENCH_PRINTF(2, 3)
static void take_failure(struct bench_ctx *ctx, const char *format, ...)
{
	va_list list;

	if (!ctx)
		return;
	va_start(list, format);
	free(ctx->failure);
	ctx->failure = one_line(format, list);
	va_end(list);
}

typedef void text_sink(void *arg, const char *text);

BENCH_PRINTF(3, 0)
static void pass(const struct host_sinks *sinks, text_sink *sink,
                 const char *format, va_list list)
{
	char *text = one_line(format, list);

	if (text)
		sink(sinks->arg, text);
	free(text);
}

BENCH_PRINTF(2, 3)
static void pass_note(struct bench_ctx *ctx, const char *format, ...)
{
	va_list list;

	if (!ctx || !ctx->sinks.note)
		return;
	va_start(list, format);
	pass(&ctx->sinks, ctx->sinks.note, format, list);
	va_end(list);
}

/* Keys become names of columns and members, so they are kept to the alphabet
 * of the contract. */
static char *fact_key(const char *key)
{
	char *copy = text_copy(key);

	for (char *at = copy; at && *at; at++) {
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
		else if (!(*at >= 'a' && *at <= 'z') && !(*at >= '0' && *at <= '9'))
			*at = '_';
	}
	return copy;
}

BENCH_PRINTF(3, 4)
static void pass_fact(struct bench_ctx *ctx, const char *key,
                      const char *format, ...)
{
	va_list list;
	char *name, *value;

	if (!ctx || !ctx->sinks.fact || !key || !*key)
		return;
	va_start(list, format);
	value = one_line(format, list);
	va_end(list);
	name = fact_key(key);
	if (name && value)
		ctx->sinks.fact(ctx->sinks.arg, name, value);
	free(name);
	free(value);
}

BENCH_PRINTF(2, 3)
static void pass_ready(struct bench_ctx *ctx, const char *format, ...)
{
	va_list list;

	if (!ctx || !ctx->sinks.ready)
		return;
	va_start(list, format);
	pass(&ctx->sinks, ctx->sinks.ready, format, list);
	va_end(list);
}

static int ask_stopping(struct bench_ctx *ctx)
{
	return ctx && ctx->sinks.stopping && ctx->sinks.stopping(ctx->sinks.arg);
}

static void *lend_memory(size_t align, size_t length)
{
	void *memory = NULL;

	if (length == 0)
		length = 1;
	if (align == 0)
		return malloc(length);
	if (align & (align - 1))
		return NULL;
	if (align < sizeof(void *))
		align = sizeof(void *);
	return posix_memalign(&memory, align, length) == 0 ? memory : NULL;
}

static void take_memory(void *memory)
{
	free(memory);
}

static int64_t tell_time(void)
{
	return clock_now_ns();
}

struct bench_ctx *host_ctx_new(const struct host_sinks *sinks)
{
	struct bench_ctx *ctx = calloc(1, sizeof(*ctx));

	if (ctx && sinks)
		ctx->sinks = *sinks;
	return ctx;
}

void host_ctx_free(struct bench_ctx *ctx)
{
	if (!ctx)
		return;
	free(ctx->failure);
	free(ctx);
}

const char *host_ctx_failure(const struct bench_ctx *ctx)
{
	return ctx->failure;
}

void host_ctx_clear(struct bench_ctx *ctx)
{
	free(ctx->failure);
	ctx->failure = NULL;
}

char *host_ctx_explain(const struct bench_ctx *ctx, int64_t error,
                       const char *what)
{
	/* Not strerror(): a plugin may have called setlocale(). */
	const char *known =
	        error < 0 && error > -4096 ? strerrordesc_np((int)-error) : NULL;

	if (ctx && ctx->failure && *ctx->failure)
		return text_format("%s: %s", what, ctx->failure);
	if (known)
		return text_format("%s: %s", what, known);
	return text_format("%s: the plugin returned %lld, which is no known error",
	                   what, (long long)error);
}

const struct bench_host *host_table(void)
{
	static const struct bench_host table = {
	        .size = sizeof(table),
	        .abi_minor = BENCH_ABI_MINOR,
	        .fail = take_failure,
	        .note = pass_note,
	        .fact = pass_fact,
	        .alloc = lend_memory,
	        .free = take_memory,
	        .now_ns = tell_time,
	        .stopping = ask_stopping,
	        .ready = pass_ready,
	        .pattern_fill = pattern_fill,
	        .pattern_check = pattern_check,
	        .calls_read = wrap_calls_read,
	        .call_name = wrap_call_name,
	};

	return &table;
}
