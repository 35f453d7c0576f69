/* readers_shape.c - the keys that say what the work is like: what is written,
 * how long, with what pauses, over whose files. */
#include <errno.h>
#include <string.h>
#include "base/text.h"
#include "config/readers.h"
#include "config/units.h"

#define FILES_MOST UINT64_C(10000000)
#define TIME_MOST  INT64_C(86400000000000)

static int read_time(const char *text, int64_t *out, char **why)
{
	int64_t ns = 0;
	int status = units_time(text, &ns, why);

	if (status == 0 && (ns < 0 || ns > TIME_MOST))
		status = failure(why, ERANGE, "`%s` is out of range; expected 0 to 1d",
		                 text);
	if (status == 0)
		*out = ns;
	return status;
}

READER(mix)
{
	return units_share(text, &sink->settings->mix, why);
}

READER(think)
{
	return read_time(text, &sink->settings->think_ns, why);
}

/* In the order of enum config_fill. */
READER(fill)
{
	static const char *const words[] = {"random", "zero"};
	int word = readers_word(text, words, 2, why);

	if (word >= 0)
		sink->settings->fill = word;
	return word < 0 ? word : 0;
}

READER(compressible)
{
	return units_share(text, &sink->settings->compressible, why);
}

READER(dedupable)
{
	return units_share(text, &sink->settings->dedupable, why);
}

READER(time)
{
	int64_t ns = 0;
	int status = strcmp(text, "passes") ? read_time(text, &ns, why) : 0;

	if (status == 0)
		sink->settings->time_ns = ns;
	return status;
}

READER(ramp)
{
	return read_time(text, &sink->settings->ramp_ns, why);
}

READER(files)
{
	uint64_t count = 0;
	int status = units_count(text, &count, why);

	if (status == 0 && (count == 0 || count > FILES_MOST))
		status =
		        failure(why, ERANGE, "`%s` is out of range; expected 1 to %llu",
		                text, (unsigned long long)FILES_MOST);
	if (status == 0)
		sink->settings->files = count;
	return status;
}

/* In the order of enum config_share. */
READER(sharing)
{
	static const char *const words[] = {"own", "one"};
	int word = readers_word(text, words, 2, why);

	if (word >= 0)
		sink->settings->share = word;
	return word < 0 ? word : 0;
}

READER(crossover)
{
	return units_bool(text, &sink->settings->crossover, why);
}
