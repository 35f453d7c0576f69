/* differences_runs.c - what run.json tells of both sides: link, file systems,
 * settings, machines. */
#include "compare/differences.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* Numbers that are found out anew each time are the same within this. */
#define NEAR 0.02

enum weight { IGNORED, WARNS, REFUSES };

struct rule {
	const char *key;
	enum weight weight;
};

/* Facts of a backend about its target.  Those that are not here warn. */
static const struct rule facts[] = {{"file_system", REFUSES},
                                    {"mount_options", REFUSES},
                                    {"file_system_options", REFUSES},
                                    {"free_bytes", IGNORED},
                                    {"rtt_us", IGNORED},
                                    {NULL, WARNS}};
/* Keys of a target's section.  Options of its plugin warn.  What is in the rows
 * is looked at there. */
static const struct rule keys[] = {{"include", REFUSES},
                                   {"wearout", REFUSES},
                                   {"tests", IGNORED},
                                   {"suite", IGNORED},
                                   {"file_sizes", IGNORED},
                                   {"record_sizes", IGNORED},
                                   {"threads", IGNORED},
                                   {"depth", IGNORED},
                                   {"direct", IGNORED},
                                   {"sync", IGNORED},
                                   {"cache", IGNORED},
                                   {"verify", IGNORED},
                                   {"rate", IGNORED},
                                   {"buffers", IGNORED},
                                   {"layout", IGNORED},
                                   {"cpus", IGNORED},
                                   {"mix", IGNORED},
                                   {"think", IGNORED},
                                   {"fill", IGNORED},
                                   {"compressible", IGNORED},
                                   {"dedupable", IGNORED},
                                   {"time", IGNORED},
                                   {"ramp", IGNORED},
                                   {"files", IGNORED},
                                   {"sharing", IGNORED},
                                   {"link", IGNORED},
                                   {"time_limit", IGNORED},
                                   {"start", IGNORED},
                                   {"start_timeout", IGNORED},
                                   {"reference", IGNORED},
                                   {"port", IGNORED},
                                   {"mount_port", IGNORED},
                                   {"seed", IGNORED},
                                   {"user", IGNORED},
                                   {"password", IGNORED},
                                   {"plugin", IGNORED},
                                   {NULL, WARNS}};
/* Of two targets with different names only these are of interest. */
static const struct rule common_keys[] = {
        {"include", REFUSES}, {"wearout", REFUSES}, {"warmup", WARNS},
        {"steady", WARNS},    {"crossover", WARNS}, {NULL, IGNORED}};
static const struct rule bench_keys[] = {{"passes", REFUSES},
                                         {"slices", WARNS},
                                         {"slice_time", WARNS},
                                         {"clock", WARNS},
                                         {NULL, IGNORED}};
static const struct rule environment[] = {
        {"load_1m", IGNORED}, {"steal_s", IGNORED}, {NULL, WARNS}};
static const struct rule tool[] = {{"version", WARNS}, {NULL, IGNORED}};
static const struct rule target_members[] = {{"backend_version", WARNS},
                                             {NULL, IGNORED}};

static enum weight weight_of(const struct rule *rules, const char *key)
{
	while (rules->key && strcmp(rules->key, key) != 0)
		rules++;
	return rules->weight;
}

static bool equal(const json_t *a, const json_t *b)
{
	if (json_is_number(a) && json_is_number(b)) {
		double x = json_number_value(a), y = json_number_value(b);

		return fabs(x - y) <= NEAR * fmax(fabs(x), fabs(y));
	}
	return json_equal(a, b) != 0;
}

/* As a person would write it; NULL where there is none, or no memory. */
static char *print(const json_t *value)
{
	char *dump, *copy;

	if (json_is_string(value))
		return text_copy(json_string_value(value));
	if (!value)
		return NULL;
	dump = json_dumps(value,
	                  JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
	copy = text_copy(dump);
	free(dump);
	return copy;
}

static int add_pair(const struct difference_key *like, const json_t *a,
                    const json_t *b, enum weight weight,
                    struct differences *out)
{
	struct difference_key key = *like;
	char *of_a = print(a), *of_b = print(b);
	int error = -ENOMEM;

	key.a = of_a;
	key.b = of_b;
	key.refuses = weight == REFUSES && a && b;
	if ((of_a || !a) && (of_b || !b))
		error = differences_add(out, &key);
	free(of_a);
	free(of_b);
	return error;
}

/* Members of two objects that differ, `like` says whose they are.  What one
 * side alone has is told once. */
static int compare_members(json_t *a, json_t *b, const struct rule *rules,
                           const struct difference_key *like,
                           struct differences *out)
{
	struct difference_key key = *like;
	const char *name;
	json_t *value;
	int error = 0;

	if (!a || !b)
		return 0;
	json_object_foreach(a, name, value)
	{
		enum weight weight = weight_of(rules, name);
		json_t *other = json_object_get(b, name);

		key.what = name;
		if (!error && weight != IGNORED && !equal(value, other))
			error = add_pair(&key, value, other, weight, out);
	}
	json_object_foreach(b, name, value)
	{
		enum weight weight = weight_of(rules, name);

		key.what = name;
		if (!error && weight != IGNORED && !json_object_get(a, name))
			error = add_pair(&key, NULL, value, weight, out);
	}
	return error;
}

/* What the link carries. */
static int compare_links(const json_t *a, const json_t *b,
                         const struct difference_key *like, bool same_target,
                         struct differences *out)
{
	const json_t *of_a = json_object_get(a, "ceiling_bytes_per_s");
	const json_t *of_b = json_object_get(b, "ceiling_bytes_per_s");
	struct difference_key key = *like;

	key.what = "link, bytes/s";
	if ((!of_a && !of_b) || (of_a && of_b && equal(of_a, of_b)))
		return 0;
	return add_pair(&key, of_a, of_b, same_target ? REFUSES : WARNS, out);
}

static int compare_targets(const struct side *a, const struct side *b,
                           const struct match *match, struct differences *out)
{
	json_t *of_a = side_told(a, match->a->target);
	json_t *of_b = side_told(b, match->b->target);
	struct difference_key like = {.target_a = match->a->target,
	                              .target_b = match->b->target};
	bool same = strcmp(match->a->target, match->b->target) == 0;
	int error = 0;

	if (of_a && of_b)
		error = compare_links(of_a, of_b, &like, same, out);
	if (!error && same)
		error = compare_members(json_object_get(of_a, "facts"),
		                        json_object_get(of_b, "facts"), facts, &like,
		                        out);
	if (!error && same && of_a && of_b)
		error = compare_members(of_a, of_b, target_members, &like, out);
	if (error)
		return error;
	return compare_members(side_section(a, match->a->target),
	                       side_section(b, match->b->target),
	                       same ? keys : common_keys, &like, out);
}

static bool first_of_target(const struct matches *matches, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (strcmp(matches->list[i].a->target, matches->list[at].a->target) ==
		    0)
			return false;
	return true;
}

/* A run that was broken off has fewer rounds, and of other cells. */
static int compare_ends(const struct side *a, const struct side *b,
                        struct differences *out)
{
	const json_t *of_a = json_object_get(a->run, "complete");
	const json_t *of_b = json_object_get(b->run, "complete");
	struct difference_key key = {.what = "complete"};

	if ((!json_is_false(of_a) && !json_is_false(of_b)) || !of_a || !of_b)
		return 0;
	return add_pair(&key, of_a, of_b, WARNS, out);
}

int differences_of_runs(const struct side *a, const struct side *b,
                        const struct matches *matches, struct differences *out)
{
	struct difference_key like = {0};
	int error = 0;

	for (size_t i = 0; !error && i < matches->count; i++)
		if (first_of_target(matches, i))
			error = compare_targets(a, b, &matches->list[i], out);
	if (error || a == b)
		return error;
	error = compare_members(side_section(a, NULL), side_section(b, NULL),
	                        bench_keys, &like, out);
	if (!error)
		error = compare_members(json_object_get(a->run, "environment"),
		                        json_object_get(b->run, "environment"),
		                        environment, &like, out);
	if (!error)
		error = compare_members(json_object_get(a->run, "tool"),
		                        json_object_get(b->run, "tool"), tool, &like,
		                        out);
	return error ? error : compare_ends(a, b, out);
}
