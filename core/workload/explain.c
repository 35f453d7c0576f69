/* explain.c - what stands where something else should: zeros, the same place of
 * an older pass or of another file, another place of this file, or a flipped
 * bit.  Who looks for the fault starts from that. */
#include <stdlib.h>
#include "base/pattern.h"
#include "base/text.h"
#include "workload/verify.h"

/* How far the search goes; all of it takes some us. */
#define OLDER     8    /* generations */
#define LANES     64   /* files */
#define NEAR      4096 /* bytes to either side */
#define RECORDS   64   /* records to either side */
#define EVIDENCE  8    /* bytes that do not agree by chance */
#define LOOKED_AT 32   /* bytes that are compared, where there are as many */

struct evidence {
	const struct verify_fault *fault;
	const unsigned char *bytes; /* from the first wrong one on */
	size_t length;
	uint64_t at; /* the first wrong one's offset in the file */
};

static bool all_are(const struct evidence *evidence, unsigned char value)
{
	for (size_t i = 0; i < evidence->length; i++)
		if (evidence->bytes[i] != value)
			return false;
	return true;
}

static bool matches(const struct evidence *evidence,
                    const struct bench_pattern *pattern, uint64_t offset)
{
	return pattern_check(pattern, evidence->bytes, evidence->length, offset) ==
	       evidence->length;
}

static char *older(const struct evidence *evidence)
{
	struct bench_pattern pattern = evidence->fault->expected;
	uint64_t expected = pattern.generation;

	for (unsigned i = 1; i <= OLDER && pattern.generation > 1; i++) {
		pattern.generation--;
		if (matches(evidence, &pattern, evidence->at))
			return text_format("data of pass %llu, but pass %llu wrote there "
			                   "since",
			                   (unsigned long long)pattern.generation,
			                   (unsigned long long)expected);
	}
	return NULL;
}

static char *other_file(const struct evidence *evidence)
{
	struct bench_pattern pattern = evidence->fault->expected;
	uint64_t newest = pattern.generation + 2, own = pattern.file;

	for (pattern.file = 0; pattern.file < LANES; pattern.file++) {
		pattern.generation = newest;
		for (unsigned i = 0;
		     pattern.file != own && i < OLDER && pattern.generation > 0;
		     i++, pattern.generation--)
			if (matches(evidence, &pattern, evidence->at))
				return text_format("data of another file, that of worker %llu",
				                   (unsigned long long)pattern.file);
	}
	return NULL;
}

static char *at_distance(const struct evidence *evidence, int64_t distance)
{
	uint64_t from = evidence->at + (uint64_t)distance;

	if (distance == 0 || (distance < 0 && from > evidence->at) ||
	    !matches(evidence, &evidence->fault->expected, from))
		return NULL;
	return text_format("data that belong at offset %llu",
	                   (unsigned long long)from);
}

static char *shifted(const struct evidence *evidence)
{
	int64_t record = (int64_t)evidence->fault->lane->cell->record_size;
	char *found = NULL;

	for (int64_t i = 1; i <= NEAR && !found; i++) {
		found = at_distance(evidence, i);
		if (!found)
			found = at_distance(evidence, -i);
	}
	for (int64_t i = 1; i <= RECORDS && !found; i++) {
		found = at_distance(evidence, i * record);
		if (!found)
			found = at_distance(evidence, -i * record);
	}
	return found;
}

/* Only one byte is wrong, and all behind it is right again. */
static char *single(const struct evidence *evidence, unsigned char wanted)
{
	const struct bench_pattern *expected = &evidence->fault->expected;
	unsigned char changed = evidence->bytes[0] ^ wanted;

	if (pattern_check(expected, evidence->bytes + 1, evidence->length - 1,
	                  evidence->at + 1) != evidence->length - 1)
		return NULL;
	return text_format("%s, what follows is right",
	                   changed & (changed - 1) ? "one wrong byte"
	                                           : "one flipped bit");
}

static char *recognise(const struct evidence *evidence, unsigned char wanted)
{
	char *found;

	if (evidence->length < EVIDENCE)
		return evidence->length > 1 ? single(evidence, wanted) : NULL;
	if (all_are(evidence, 0))
		return text_copy("zeros, as of data that were never written");
	if (all_are(evidence, VERIFY_SPOILT))
		return text_copy("nothing: the read said that it was done, and left "
		                 "the buffer as it was");
	found = single(evidence, wanted);
	if (!found)
		found = older(evidence);
	if (!found)
		found = other_file(evidence);
	if (!found)
		found = shifted(evidence);
	return found;
}

char *verify_explain(const struct verify_fault *fault)
{
	size_t rest = fault->length - fault->wrong;
	struct evidence evidence = {.fault = fault,
	                            .bytes = fault->bytes + fault->wrong,
	                            .length = rest < LOOKED_AT ? rest : LOOKED_AT,
	                            .at = fault->offset + fault->wrong};
	unsigned char wanted;
	char *found, *sentence;

	pattern_fill(&fault->expected, &wanted, 1, evidence.at);
	found = recognise(&evidence, wanted);
	sentence = text_format("verification: the byte at offset %llu of %s is "
	                       "0x%02x, not 0x%02x%s%s",
	                       (unsigned long long)evidence.at, fault->lane->name,
	                       evidence.bytes[0], wanted, found ? ": " : "",
	                       found ? found : "");
	free(found);
	return sentence;
}
