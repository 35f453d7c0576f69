/* row.c - the table of columns, and the life of a row. */
#include "result/row.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

#define TEXT(name, meaning)                                                    \
	{                                                                          \
#name, RESULT_TEXT, offsetof(struct result_row, name), 0, "", meaning  \
	}
#define COUNT_AS(name, member, unit, meaning)                                  \
	{                                                                          \
		name, RESULT_COUNT, offsetof(struct result_row, member), 0, unit,      \
		        meaning                                                        \
	}
#define COUNT(name, unit, meaning) COUNT_AS(#name, name, unit, meaning)
#define REAL_AS(name, member, decimals, unit, meaning)                         \
	{                                                                          \
		name, RESULT_REAL, offsetof(struct result_row, member), decimals,      \
		        unit, meaning                                                  \
	}
#define SECONDS(name, meaning)      REAL_AS(#name, name, 9, "s", meaning)
#define MICROS(name, meaning)       REAL_AS(#name, name, 3, "us", meaning)
#define RATE(name, member, meaning) REAL_AS(name, member, 0, "bytes/s", meaning)

const struct result_column result_columns[] = {
        COUNT(schema, "", "version of this list of columns"),
        TEXT(run_id, "the run that the row is from"),
        COUNT(seq, "", "order of execution, from 1"),
        TEXT(started_utc, "wall clock at the start of the cell, a label only"),
        TEXT(target, "name of the target's section"),
        TEXT(backend, "name of the plugin"),
        TEXT(test, "what was done and timed"),
        COUNT_AS("file_size_bytes", file_size, "bytes", "size of each file"),
        COUNT_AS("record_size_bytes", record_size, "bytes",
                 "bytes moved by one call"),
        COUNT(threads, "", "threads, each with its own session and file"),
        COUNT(depth, "", "records in flight per thread"),
        COUNT(round, "", "round, from 1"),
        COUNT(passes, "", "passes over the file in one slice"),
        {"status", RESULT_STATUS, offsetof(struct result_row, status), 0, "",
         "ok, error, unsupported, skipped or timeout"},
        COUNT(bytes, "bytes", "bytes really moved in the median slice"),
        COUNT(ops, "", "operations in the median slice"),
        SECONDS(elapsed_s,
                "time of the median slice: records, and the phases that "
                "`include` names; from the first thread's start to "
                "the last one's end"),
        SECONDS(open_s, "opening, by the slowest thread"),
        SECONDS(io_s, "records, by the slowest thread"),
        SECONDS(flush_s, "flushing, by the slowest thread"),
        SECONDS(close_s, "closing, by the slowest thread"),
        RATE("throughput_bytes_per_s", throughput, "bytes / elapsed_s"),
        REAL_AS("ops_per_s", ops_per_s, 3, "1/s", "ops / elapsed_s"),
        MICROS(lat_min_us, "shortest operation"),
        MICROS(lat_mean_us, "mean of all operations"),
        MICROS(lat_p50_us, "half of the operations took at most this"),
        MICROS(lat_p95_us, "95 % of the operations took at most this"),
        MICROS(lat_p99_us, "99 % of the operations took at most this"),
        MICROS(lat_p999_us, "99.9 % of the operations took at most this"),
        MICROS(lat_max_us, "longest operation"),
        SECONDS(cpu_user_s, "processor time of the worker in user mode"),
        SECONDS(cpu_sys_s, "processor time of the worker in the kernel"),
        SECONDS(cpu_host_s, "processor time of the whole machine"),
        COUNT(clients, "", "clients that took part"),
        RATE("client_min_bytes_per_s", client_min,
             "rate of the slowest client"),
        RATE("client_max_bytes_per_s", client_max,
             "rate of the fastest client"),
        COUNT(direct, "", "1: past the page cache; 0: through it"),
        COUNT_AS("layout_bytes", layout, "bytes",
                 "record size that the file was filled with"),
        TEXT(durability, "what a flush promises: none, peer or stable"),
        TEXT(cache, "cold, warm, client, memory or unknown"),
        TEXT(flags, "words parted by blanks, such as noisy or short"),
        TEXT(error, "why there is no number, in one sentence"),
        TEXT(counters, "key=value parted by semicolons, from the backend"),
        RATE("sum_bytes_per_s", sum_of_rates, "sum of the threads' own rates"),
        MICROS(lat_p90_us, "90 % of the operations took at most this"),
        MICROS(service_mean_us, "paced: mean from the real start, not from the "
                                "intended one as in lat_mean_us"),
        MICROS(service_p50_us, "paced: the same for half of the operations"),
        MICROS(service_p99_us, "paced: the same for 99 %"),
        MICROS(service_max_us, "paced: the same for the longest"),
        TEXT(slice_rates, "bytes/s (1/s for ping) of every slice of the round, "
                          "in order"),
        TEXT(warmup, "how warming up ended: flat, timeout or none"),
        COUNT(warmup_passes, "", "passes before the first slice"),
        TEXT(sync, "what the writer asked for: none, fsync, dsync or each:N"),
        TEXT(pace, "what the cell was held to: bytes or operations a second"),
        TEXT(buffers, "hot, or the size that records rotate through"),
        TEXT(cpus, "processor of each thread, where they are pinned"),
        TEXT(verify, "no, yes or sample"),
        COUNT(verified_bytes, "bytes", "read back and found right"),
        REAL_AS("resident_share", resident, 4, "",
                "of the file in the client's cache before the first read"),
        SECONDS(run_delay_s, "threads were ready and had no processor"),
        REAL_AS("steal_share", steal, 4, "",
                "of the machine's time taken by its host"),
        REAL_AS("psi_cpu_share", psi_cpu, 4, "",
                "of the time in which something waited for a processor"),
        REAL_AS("psi_io_share", psi_io, 4, "",
                "of the time in which something waited for a device"),
        REAL_AS("psi_memory_share", psi_memory, 4, "",
                "of the time in which something waited for memory"),
        COUNT(switches, "", "times that a thread gave its processor up"),
        COUNT(preemptions, "", "times that one was taken from a thread"),
        COUNT(minor_faults, "", "page faults without a device"),
        COUNT(major_faults, "", "page faults that read from a device"),
        SECONDS(cpu_server_s, "processor time of the server that `start` "
                              "started, over the round's cell"),
        MICROS(floor_us, "time per operation of the harness alone, in a cell "
                         "of this shape"),
        SECONDS(quiet_s, "waited for a quiet machine before the block"),
        COUNT(replaces, "", "the flagged round that this one stands in for"),
        REAL_AS("drift_ppm", drift_ppm, 1, "ppm",
                "of the clock of operations against the kernel's"),
        TEXT(data, "what was written: random, zero, compressible=50%, "
                   "dedupable=20%"),
        SECONDS(think_s, "pause between two operations, in none of the times"),
        TEXT(sharing,
             "own: a file for each thread; one: all went over the same"),
        REAL_AS("mix_share", mix, 4, "", "of reads, as it was asked for"),
        SECONDS(time_s, "that all slices of a round were to last"),
        SECONDS(ramp_s, "that the cell ran before its first slice"),
        COUNT(files, "", "files of each thread, in tests of names"),
        TEXT(source, "published figures: what was published, and where"),
        TEXT(conditions, "published figures: what is known of hardware, "
                         "software and units, and what is not"),
        TEXT(published, "published figures: as printed, with its unit")};

const size_t result_column_count =
        sizeof result_columns / sizeof result_columns[0];

static const char *const status_names[] = {[RESULT_OK] = "ok",
                                           [RESULT_ERROR] = "error",
                                           [RESULT_UNSUPPORTED] = "unsupported",
                                           [RESULT_SKIPPED] = "skipped",
                                           [RESULT_TIMEOUT] = "timeout"};

#define STATUS_COUNT (sizeof status_names / sizeof status_names[0])

static void *member(struct result_row *row, const struct result_column *column)
{
	return (char *)row + column->offset;
}

static void clear(struct result_row *row, const struct result_column *column)
{
	switch (column->kind) {
	case RESULT_TEXT:
		*(char **)member(row, column) = NULL;
		break;
	case RESULT_REAL:
		*(double *)member(row, column) = NAN;
		break;
	case RESULT_COUNT:
	case RESULT_STATUS:
		*(uint64_t *)member(row, column) = RESULT_NO_COUNT;
		break;
	}
}

void result_row_init(struct result_row *row)
{
	for (size_t i = 0; i < result_column_count; i++)
		clear(row, &result_columns[i]);
	row->schema = RESULT_SCHEMA;
}

void result_row_free(struct result_row *row)
{
	for (size_t i = 0; i < result_column_count; i++)
		if (result_columns[i].kind == RESULT_TEXT)
			free(*(char **)member(row, &result_columns[i]));
	result_row_init(row);
}

int result_row_copy(struct result_row *to, const struct result_row *from)
{
	*to = *from;
	for (size_t i = 0; i < result_column_count; i++)
		if (result_columns[i].kind == RESULT_TEXT)
			clear(to, &result_columns[i]);
	for (size_t i = 0; i < result_column_count; i++) {
		const struct result_column *column = &result_columns[i];
		const char *text;

		if (column->kind != RESULT_TEXT)
			continue;
		text = *(char *const *)((const char *)from + column->offset);
		if (result_set_text(member(to, column), text) != 0) {
			result_row_free(to);
			return -ENOMEM;
		}
	}
	return 0;
}

int result_set_text(char **string, const char *text)
{
	char *copy = text_copy(text);

	if (text && !copy)
		return -ENOMEM;
	free(*string);
	*string = copy;
	return 0;
}

const char *result_status_name(enum result_status status)
{
	return (size_t)status < STATUS_COUNT ? status_names[status] : "";
}

int result_status_find(const char *name)
{
	for (size_t i = 0; i < STATUS_COUNT; i++)
		if (strcmp(status_names[i], name) == 0)
			return (int)i;
	return -1;
}
