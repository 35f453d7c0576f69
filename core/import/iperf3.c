/* iperf3.c - the JSON of an iperf3 client: what arrived, in one direction or
 * both. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "import/parts.h"

static double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) && json_number_value(value) >= 0
	               ? json_number_value(value)
	               : NAN;
}

static uint64_t count(const json_t *object, const char *key)
{
	double value = number(object, key);

	return value >= 0 && value < 9e15 ? (uint64_t)value : RESULT_NO_COUNT;
}

static void fill_start(const json_t *start, struct result_row *row)
{
	const json_t *test = json_object_get(start, "test_start");

	row->record_size = count(test, "blksize");
	row->threads = count(test, "num_streams");
	if (row->threads == RESULT_NO_COUNT)
		row->threads = 1;
}

static void fill_counters(struct import_source *source, const json_t *sent,
                          const json_t *received, const char *protocol,
                          struct result_row *row)
{
	struct text text = {0};
	double rate = number(sent, "bits_per_second");
	double again = number(sent, "retransmits");
	double lost = number(received, "lost_packets");
	char *words;

	text_add(&text, "protocol=%s", protocol ? protocol : "unknown");
	if (!isnan(rate) && sent != received)
		text_add(&text, ";sent_bytes_per_s=%.0f", rate / 8);
	if (!isnan(again))
		text_add(&text, ";retransmits=%.0f", again);
	if (!isnan(lost))
		text_add(&text, ";lost_packets=%.0f", lost);
	words = text_take(&text);
	import_text(source, &row->counters, words);
	free(words);
}

/* False: there is no figure. */
static bool add_direction(struct import_source *source, const json_t *root,
                          const char *sent_key, const char *received_key,
                          bool reverse)
{
	const json_t *start = json_object_get(root, "start");
	const json_t *end = json_object_get(root, "end");
	const json_t *sent = json_object_get(end, sent_key);
	const json_t *received = json_object_get(end, received_key);
	const char *protocol = json_string_value(
	        json_object_get(json_object_get(start, "test_start"), "protocol"));
	double rate = number(received, "bits_per_second");
	double seconds = number(received, "seconds");
	struct result_row row;

	if (!(rate > 0) || !(seconds > 0) || !(number(received, "bytes") > 0))
		return false;
	if (!import_begin(source, &row, "iperf3", NULL, reverse ? "read" : "write"))
		return true;
	row.throughput = rate / 8;
	row.elapsed_s = seconds;
	row.bytes = count(received, "bytes");
	fill_start(start, &row);
	fill_counters(source, sent, received, protocol, &row);
	if (source->import->no_memory)
		result_row_free(&row);
	else
		import_add(source, &row);
	return true;
}

static void tell_about(struct import_source *source, const json_t *start)
{
	const char *version = json_string_value(json_object_get(start, "version"));
	const char *time = json_string_value(
	        json_object_get(json_object_get(start, "timestamp"), "time"));

	if (version)
		import_fact(source, "version", version, strlen(version));
	if (time)
		import_fact(source, "date", time, strlen(time));
}

bool iperf3_read(struct import_source *source, size_t line, json_t *root)
{
	const json_t *start = json_object_get(root, "start");
	const json_t *end = json_object_get(root, "end");
	const json_t *test = json_object_get(start, "test_start");
	const json_t *error = json_object_get(root, "error");
	bool reverse = number(test, "reverse") > 0;
	bool read;

	if (!json_is_object(start) || !json_is_object(end))
		return false;
	tell_about(source, start);
	if (json_is_string(error)) {
		import_doubt(source, line, "iperf3 ended with an error: %s",
		             json_string_value(error));
		return true;
	}
	read = add_direction(source, root, "sum_sent", "sum_received", reverse);
	/* UDP of before 3.17 has one sum, the sender's. */
	if (!read && json_object_get(end, "sum")) {
		read = add_direction(source, root, "sum", "sum", reverse);
		if (read)
			import_note(source, line,
			            "iperf3 says only what was sent, not what arrived");
	}
	if (json_object_get(end, "sum_received_bidir_reverse"))
		read |= add_direction(source, root, "sum_sent_bidir_reverse",
		                      "sum_received_bidir_reverse", !reverse);
	if (!read)
		import_doubt(source, line,
		             "iperf3 says nothing of what arrived; the client's file "
		             "has it, a server's may not");
	return true;
}
