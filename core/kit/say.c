/* say.c - what was called, what was expected, what came: in words. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"
#include "plugin/host.h"

/* Names and sentences may have any bytes in them. */
static void make_one_line(char *room)
{
	for (; *room; room++)
		if ((unsigned char)*room < 0x20 || *room == 0x7f)
			*room = ' ';
}

TEXT_PRINTF(3, 0)
static void put(char *room, bool first, const char *format, va_list list)
{
	if (!first)
		return;
	vsnprintf(room, KIT_WORDS, format, list);
	make_one_line(room);
}

static bool is_first(struct kit_lane *lane)
{
	return !atomic_exchange(&lane->kit->board->settled, true);
}

/* A lane that found something is not in a call any more. */
static void settle(struct kit_lane *lane, enum kit_status status,
                   const char *got)
{
	struct kit_board *board = lane->kit->board;

	const char *claim = lane->kit->claim;

	snprintf(board->got, KIT_WORDS, "%s", got ? got : "no memory");
	make_one_line(board->got);
	if (status == KIT_FAILED)
		snprintf(board->call, KIT_WORDS, "%s%s%.*s", claim ? claim : "",
		         claim ? " is claimed: " : "", KIT_WORDS - 64,
		         board->calls[lane->number].words);
	board->status = status;
}

static const char *sentence_of(const struct kit_lane *lane)
{
	const char *sentence = lane->ctx ? host_ctx_failure(lane->ctx) : NULL;

	return sentence && *sentence ? sentence : NULL;
}

/* Numbers from -4095 to -1 that the C library has words for. */
static const char *errno_words(int64_t result)
{
	return result < 0 && result > -4096 ? strerrordesc_np((int)-result) : NULL;
}

static char *describe(const struct kit_lane *lane, int64_t result)
{
	const char *sentence = sentence_of(lane);
	struct text text = {0};

	text_add(&text, "%lld", (long long)result);
	if (errno_words(result))
		text_add(&text, " (%s)", strerrorname_np((int)-result));
	else if (result < 0)
		text_add(&text, ", which is no errno");
	if (result < 0 && sentence)
		text_add(&text, ", \"%s\"", sentence);
	return text_take(&text);
}

int kit_found(struct kit_lane *lane, char *got, const char *expected, ...)
{
	bool first = is_first(lane);
	va_list list;

	va_start(list, expected);
	put(lane->kit->board->expected, first, expected, list);
	va_end(list);
	if (first)
		settle(lane, KIT_FAILED, got);
	free(got);
	return -1;
}

/* "Not here" is an answer, if it has a reason, but not to what is claimed. */
static bool is_not_here(const struct kit_lane *lane, int64_t result)
{
	return result == -ENOTSUP && lane->has_session && !lane->kit->claim &&
	       sentence_of(lane);
}

int kit_came(struct kit_lane *lane, int64_t result, const char *expected, ...)
{
	bool first;
	char *got;
	va_list list;

	if (is_not_here(lane, result))
		return kit_skip(lane, "%.400s says -ENOTSUP: %.400s",
		                lane->kit->board->calls[lane->number].words,
		                sentence_of(lane));
	first = is_first(lane);
	got = first ? describe(lane, result) : NULL;
	va_start(list, expected);
	put(lane->kit->board->expected, first, expected, list);
	va_end(list);
	if (first)
		settle(lane, KIT_FAILED, got);
	free(got);
	return -1;
}

int kit_skip(struct kit_lane *lane, const char *why, ...)
{
	bool first = is_first(lane);
	va_list list;

	va_start(list, why);
	put(lane->kit->board->got, first, why, list);
	va_end(list);
	if (first)
		lane->kit->board->status = KIT_SKIPPED;
	return -1;
}

int kit_want(struct kit_lane *lane, int64_t result, int64_t wanted)
{
	if (result == wanted)
		return 0;
	if (errno_words(wanted))
		return kit_came(lane, result, "%lld (%s)", (long long)wanted,
		                strerrorname_np((int)-wanted));
	return kit_came(lane, result, "%lld", (long long)wanted);
}

int kit_want_error(struct kit_lane *lane, int64_t result)
{
	if (result > 0)
		return kit_came(lane, result,
		                "a negative errno (what failed must not look like "
		                "success)");
	if (result == 0)
		return kit_came(lane, result, "a negative errno");
	if (!errno_words(result))
		return kit_came(lane, result, "a negative errno of the C library");
	/* Whoever returns -1 without a word seldom means EPERM. */
	if (result == -EPERM && !sentence_of(lane))
		return kit_came(lane, result,
		                "a negative errno, and for -1 a sentence by "
		                "bench->fail()");
	return 0;
}

void kit_call(struct kit_lane *lane, const char *words, ...)
{
	struct kit_board *board = lane->kit->board;
	va_list list;

	if (lane->ctx)
		host_ctx_clear(lane->ctx);
	va_start(list, words);
	put(board->calls[lane->number].words, true, words, list);
	va_end(list);
	atomic_store(&board->calls[lane->number].running, true);
}

void kit_back(struct kit_lane *lane)
{
	atomic_store(&lane->kit->board->calls[lane->number].running, false);
}
