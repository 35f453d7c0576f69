/* histogram_json.c - buckets as pairs of number and count. */
#include "result/histogram_json.h"

#include <errno.h>

json_t *histogram_to_json(const struct histogram *histogram)
{
	json_t *counts = json_array();

	for (unsigned i = 0; counts && i < HISTOGRAM_BUCKETS; i++) {
		if (!histogram->counts[i])
			continue;
		if (json_array_append_new(
		            counts, json_pack("[iI]", (int)i,
		                              (json_int_t)histogram->counts[i]))) {
			json_decref(counts);
			return NULL;
		}
	}
	return json_pack("{sI sI sf so}", "min", (json_int_t)histogram->min, "max",
	                 (json_int_t)histogram->max, "sum",
	                 histogram_sum(histogram), "counts", counts);
}

int histogram_from_json(struct histogram *histogram, const json_t *object)
{
	json_t *counts;
	json_int_t min, max;
	double sum;

	histogram_reset(histogram);
	if (json_unpack((json_t *)object, "{sI sI sF so}", "min", &min, "max", &max,
	                "sum", &sum, "counts", &counts))
		return -EPROTO;
	for (size_t i = 0; i < json_array_size(counts); i++) {
		int bucket;
		json_int_t count;

		if (json_unpack(json_array_get(counts, i), "[iI]", &bucket, &count) ||
		    bucket < 0 || bucket >= HISTOGRAM_BUCKETS || count < 0)
			return -EPROTO;
		histogram_add_bucket(histogram, (unsigned)bucket, (uint64_t)count);
	}
	histogram->min = (uint64_t)min;
	histogram->max = (uint64_t)max;
	histogram_set_sum(histogram, sum);
	return 0;
}
