/* limits.c - the rules of what limits a result. */
#include "report/limits.h"

#include <errno.h>
#include <math.h>
#include "base/text.h"
#include "config/units.h"

#define ABOVE        1.02 /* of the wire; nearer may be the wire itself */
#define NEAR         0.9  /* of a ceiling: it is reached */
#define BUSY         90.0 /* percent */
#define STEEP        0.8  /* slope of the rate over the record, by logarithm */
#define OCTAVES      8.0  /* largest by smallest record of a slope: three */
#define COST         0.2  /* share of a file's time that is worth saying */
#define USUAL_FILE   1048576.0
#define FEWEST_FILES 3

/* A rule: the sentence, or NULL where it does not hold. */
typedef char *rule(const struct limits_facts *facts, bool *holds);

static char *judge_cache(const struct limits_facts *facts, bool *holds)
{
	bool by_link = facts->rate > ABOVE * facts->link;
	bool by_wire = isnan(facts->link) && facts->rate > ABOVE * facts->wire_most;

	if (!facts->over_network || facts->is_reference || (!by_link && !by_wire))
		return NULL;
	*holds = true;
	return text_format("%.0f MB/s, but %s %.0f MB/s: that came from the "
	                   "client's memory, not over the wire",
	                   facts->rate / 1e6,
	                   by_link ? "the link carries at most"
	                           : "the bare wire's fastest round reached",
	                   (by_link ? facts->link : facts->wire_most) / 1e6);
}

static char *judge_network(const struct limits_facts *facts, bool *holds)
{
	bool by_wire = !facts->is_reference && facts->rate >= NEAR * facts->wire;
	bool by_link = facts->rate >= NEAR * facts->link;
	double ceiling = by_wire ? facts->wire : facts->link;

	if (!facts->over_network || (!by_wire && !by_link))
		return NULL;
	*holds = true;
	return text_format("%.0f MB/s, %.0f %% of the %.0f MB/s that the %s",
	                   facts->rate / 1e6, 100 * facts->rate / ceiling,
	                   ceiling / 1e6,
	                   by_wire ? "bare wire gets" : "link carries");
}

static char *judge_cpu(const struct limits_facts *facts, bool *holds)
{
	if (!(facts->cpu_percent >= BUSY))
		return NULL;
	*holds = true;
	return text_format("the client's process keeps a processor busy for "
	                   "%.0f %% of the time",
	                   facts->cpu_percent);
}

static char *judge_storage(const struct limits_facts *facts, bool *holds)
{
	if (!(facts->rate >= NEAR * facts->disk))
		return NULL;
	*holds = true;
	return text_format("%.0f MB/s, %.0f %% of the %.0f MB/s that the "
	                   "server's own storage reached",
	                   facts->rate / 1e6, 100 * facts->rate / facts->disk,
	                   facts->disk / 1e6);
}

/* Least squares by logarithm over the points of at least three octaves that
 * end, or begin, at the cell's record; NAN where they are not there. */
static double slope_at(const struct limits_facts *facts)
{
	double at = (double)facts->record_size, from = (double)NAN, to = at;
	double n = 0, x = 0, y = 0, xx = 0, xy = 0, below;

	for (size_t i = 0; i < facts->record_count; i++)
		if ((double)facts->records[i].size * OCTAVES <= at)
			from = (double)facts->records[i].size;
	for (size_t i = facts->record_count; isnan(from) && i-- > 0;)
		if ((double)facts->records[i].size >= at * OCTAVES)
			to = (double)facts->records[i].size;
	if (isnan(from) && to > at)
		from = at;
	for (size_t i = 0; i < facts->record_count; i++) {
		double size = (double)facts->records[i].size;
		double rate = facts->records[i].rate;

		if (!(size >= from && size <= to && rate > 0))
			continue;
		n++;
		x += log(size);
		y += log(rate);
		xx += log(size) * log(size);
		xy += log(size) * log(rate);
	}
	below = n * xx - x * x;
	return n >= 2 && below > 0 ? (n * xy - x * y) / below : (double)NAN;
}

static char *judge_round_trip(const struct limits_facts *facts, bool *holds)
{
	double slope = slope_at(facts), us;
	char size[UNITS_TEXT];
	struct text text = {0};

	if (!facts->over_network || facts->depth != 1 || !(slope >= STEEP) ||
	    !(facts->rate > 0))
		return NULL;
	*holds = true;
	us = (double)facts->record_size / facts->rate * 1e6;
	text_add(&text,
	         "a record of %s takes %.3f ms, and larger ones hardly longer, so "
	         "the time goes into waiting for the reply",
	         units_print_size_label(facts->record_size, size), us / 1000);
	if (facts->ping_us > 0)
		text_add(&text, "; a ping takes %.3f ms", facts->ping_us / 1000);
	return text_take(&text);
}

/* T = a + bytes / rate by least squares of relative errors, so that small files
 * count as much as large ones. */
static bool fit_files(const struct limits_facts *facts, double *a,
                      double *per_byte)
{
	double w = 0, x = 0, y = 0, xx = 0, xy = 0, below;

	for (size_t i = 0; i < facts->file_count; i++) {
		double size = (double)facts->files[i].size;
		double time = size / facts->files[i].rate;
		double weight = 1 / (time * time);

		if (!(facts->files[i].rate > 0))
			return false;
		w += weight;
		x += weight * size;
		y += weight * time;
		xx += weight * size * size;
		xy += weight * size * time;
	}
	below = w * xx - x * x;
	if (facts->file_count < FEWEST_FILES || !(below > 0))
		return false;
	*per_byte = (w * xy - x * y) / below;
	*a = (y - *per_byte * x) / w;
	return *a > 0 && *per_byte > 0;
}

static char *judge_open_close(const struct limits_facts *facts, bool *holds)
{
	double a, per_byte, share;

	if (!facts->over_network || !fit_files(facts, &a, &per_byte))
		return NULL;
	share = a / (a + USUAL_FILE * per_byte);
	if (!(share > COST))
		return NULL;
	*holds = true;
	return text_format("each file costs %.3f ms beside its bytes: %.0f %% of "
	                   "the time of one of 1M",
	                   1000 * a, 100 * share);
}

static char *judge_protocol(const struct limits_facts *facts, bool *holds)
{
	if (!facts->over_network || facts->is_reference || !(facts->wire > 0))
		return NULL;
	*holds = true;
	return text_format("%.0f MB/s, %.0f %% of the bare wire's %.0f MB/s; "
	                   "neither wire nor client explains the rest",
	                   facts->rate / 1e6, 100 * facts->rate / facts->wire,
	                   facts->wire / 1e6);
}

int limits_judge(const struct limits_facts *facts,
                 struct limits_verdict *verdict)
{
	static rule *const rules[] = {
	        [LIMITS_CACHE] = judge_cache,
	        [LIMITS_NETWORK] = judge_network,
	        [LIMITS_CPU] = judge_cpu,
	        [LIMITS_STORAGE] = judge_storage,
	        [LIMITS_ROUND_TRIP] = judge_round_trip,
	        [LIMITS_OPEN_CLOSE] = judge_open_close,
	        [LIMITS_PROTOCOL] = judge_protocol,
	};

	for (size_t i = 0; i < LIMITS_UNKNOWN; i++) {
		bool holds = false;

		verdict->evidence = rules[i](facts, &holds);
		verdict->kind = (enum limits_kind)i;
		if (holds)
			return verdict->evidence ? 0 : -ENOMEM;
	}
	verdict->kind = LIMITS_UNKNOWN;
	verdict->evidence = text_copy("no rule holds on what was measured");
	return verdict->evidence ? 0 : -ENOMEM;
}

static const struct {
	const char *name, *word;
} names[] = {[LIMITS_CACHE] = {"client cache", "cache"},
             [LIMITS_NETWORK] = {"network", "network"},
             [LIMITS_CPU] = {"client CPU", "cpu"},
             [LIMITS_STORAGE] = {"storage", "storage"},
             [LIMITS_ROUND_TRIP] = {"round trip", "round_trip"},
             [LIMITS_OPEN_CLOSE] = {"open and close", "open_close"},
             [LIMITS_PROTOCOL] = {"protocol", "protocol"},
             [LIMITS_UNKNOWN] = {"not determined", "unknown"}};

const char *limits_name(enum limits_kind kind)
{
	return names[kind].name;
}

const char *limits_word(enum limits_kind kind)
{
	return names[kind].word;
}
