/* pattern.c - makes and checks the bytes of a pattern, word by word. */
#include "base/pattern.h"

#include <endian.h>
#include <string.h>

#define WORD sizeof(uint64_t)

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Seeds, files and generations are small numbers: mixed one after the other, so
 * that no two sets of them begin near each other. */
static uint64_t pattern_start(const struct bench_pattern *pattern)
{
	uint64_t start = mix(pattern->seed + UINT64_C(0x9e3779b97f4a7c15));

	start = mix(start ^ (pattern->file + UINT64_C(0xd1b54a32d192ed03)));
	return mix(start ^ (pattern->generation + UINT64_C(0x8cb92ba72f3d8dd7)));
}

static uint64_t pattern_word(uint64_t start, uint64_t number)
{
	return htole64(mix(start + number * UINT64_C(0x9e3779b97f4a7c15)));
}

/* The part of one word that begins `skip` bytes into it. */
static size_t part(uint64_t start, uint64_t offset, size_t length,
                   unsigned char *out)
{
	uint64_t word = pattern_word(start, offset / WORD);
	size_t skip = offset % WORD;
	size_t count = WORD - skip < length ? WORD - skip : length;

	memcpy(out, (const unsigned char *)&word + skip, count);
	return count;
}

void pattern_fill(const struct bench_pattern *pattern, void *bytes,
                  size_t length, uint64_t offset)
{
	uint64_t start = pattern_start(pattern);
	unsigned char *at = bytes;

	while (length) {
		size_t count = WORD;

		if (offset % WORD == 0 && length >= WORD) {
			uint64_t word = pattern_word(start, offset / WORD);

			memcpy(at, &word, WORD);
		} else {
			count = part(start, offset, length, at);
		}
		at += count;
		offset += count;
		length -= count;
	}
}

/* How many bytes two runs have in common. */
static size_t common(const unsigned char *a, const unsigned char *b,
                     size_t length)
{
	size_t count = 0;

	while (count < length && a[count] == b[count])
		count++;
	return count;
}

size_t pattern_check(const struct bench_pattern *pattern, const void *bytes,
                     size_t length, uint64_t offset)
{
	uint64_t start = pattern_start(pattern);
	const unsigned char *at = bytes;
	size_t done = 0;

	while (done < length) {
		unsigned char wanted[WORD];
		size_t count = part(start, offset + done, length - done, wanted);
		size_t same = common(at + done, wanted, count);

		done += same;
		if (same < count)
			break;
	}
	return done;
}
