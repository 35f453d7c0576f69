/* test_import_tools.c - bonnie++, fio and iperf3. */
#include <math.h>
#include <string.h>
#include "import_rig.h"
#include "unit.h"

static void reads_bonnie(void)
{
	struct import import = import_rig_file("bonnie.csv", 0);
	const struct result_row *row;

	CU_ASSERT_EQUAL(import.count, 12 + 12 + 4 + 6);
	CU_ASSERT_EQUAL(import.doubts, 1);
	CU_ASSERT(import_rig_says(&import,
	                          "bonnie.csv:6: a line of bonnie++ with 8 "
	                          "fields"));
	row = import_rig_find(&import, "bonnie-alpha", "read_modify_write", 0, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->throughput, 48154 * 1024.0);
		CU_ASSERT_EQUAL(row->lat_max_us, 1759000);
		CU_ASSERT_EQUAL(row->file_size, UINT64_C(8) << 30);
	}
	row = import_rig_find(&import, "bonnie-alpha", "stat", 0, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->status, RESULT_SKIPPED);
		CU_ASSERT(isnan(row->ops_per_s));
		CU_ASSERT_STRING_EQUAL(row->flags, "below_resolution");
	}
	row = import_rig_find(&import, "bonnie-beta", "seeks", 0, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->ops_per_s, 330.6);
		CU_ASSERT_EQUAL(row->record_size, 65536);
		CU_ASSERT_EQUAL(row->file_size, 100 << 20);
	}
	row = import_rig_find(&import, "bonnie-delta", "seeks", 0, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->ops_per_s, 500.5);
		CU_ASSERT_EQUAL(row->lat_max_us, 6);
		CU_ASSERT_EQUAL(row->threads, 2);
	}
	import_free(&import);
}

static void reads_fio_3(void)
{
	struct import import = import_rig_file("fio-3.json", 0);
	const struct result_row *row =
	        import_rig_find(&import, NULL, "random_read", 64 << 20, 4096);

	CU_ASSERT_EQUAL(import.count, 2);
	CU_ASSERT_EQUAL(import.doubts, 1);
	CU_ASSERT(import_rig_says(&import, "cut short by a signal after 3 s"));
	if (row) {
		CU_ASSERT_EQUAL(row->bytes, 8192000);
		CU_ASSERT_EQUAL(row->throughput, 4096000);
		CU_ASSERT_EQUAL(row->lat_p99_us, 400);
		CU_ASSERT_EQUAL(row->depth, 16);
		CU_ASSERT_EQUAL(row->direct, 1);
		CU_ASSERT_STRING_EQUAL(row->flags, "cut_short");
	}
	row = import_rig_find(&import, NULL, "write", 0, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->status, RESULT_ERROR);
		CU_ASSERT(isnan(row->throughput));
		CU_ASSERT_EQUAL(row->file_size, RESULT_NO_COUNT);
	}
	import_free(&import);
}

static void reads_fio_2(void)
{
	struct import import = import_rig_file("fio-2.json", 0);
	const struct result_row *row =
	        import_rig_find(&import, "fio-2-seq_write", "write", 0, 0);

	CU_ASSERT_EQUAL(import.count, 1);
	if (row) {
		CU_ASSERT_EQUAL(row->throughput, 68118 * 1024.0);
		CU_ASSERT_EQUAL(row->bytes, UINT64_C(361984) * 1024);
		CU_ASSERT_EQUAL(row->lat_p50_us, 90);
		CU_ASSERT_STRING_EQUAL(row->flags, "order_by_name");
	}
	import_free(&import);
}

static void counts_clients_once(void)
{
	struct import import = import_rig_file("fio-clients.txt", 0);

	CU_ASSERT_EQUAL_FATAL(import.count, 1);
	CU_ASSERT_EQUAL(import.rows[0].throughput, 4096000);
	CU_ASSERT_EQUAL(import.rows[0].threads, 2);
	CU_ASSERT_EQUAL(import.rows[0].clients, 2);
	CU_ASSERT_EQUAL(import.rows[0].record_size, 4096);
	import_free(&import);
}

static void reads_iperf3(void)
{
	struct import import = import_rig_file("iperf3.json", 0);

	CU_ASSERT_EQUAL_FATAL(import.count, 1);
	CU_ASSERT_EQUAL(import.doubts, 0);
	CU_ASSERT_STRING_EQUAL(import.rows[0].test, "read");
	CU_ASSERT_EQUAL(import.rows[0].throughput, 124000000);
	CU_ASSERT_EQUAL(import.rows[0].threads, 2);
	CU_ASSERT_STRING_EQUAL(import.rows[0].counters,
	                       "protocol=TCP;sent_bytes_per_s=125000000;"
	                       "retransmits=3");
	import_free(&import);
}

static void refuses(void)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
	        {"", "ends at byte 0"},
	        {"{", "cut off or broken at byte"},
	        {"\x1f\x8b\x08 zipped", "gunzip"},
	        {"{\"start\": {}, \"end\": {}}\n", "nothing of what arrived"},
	        {"{\"start\": {}, \"end\": {}, \"error\": \"no route\"}\n",
	         "no route"},
	        {"{\"fio version\": \"fio-1.9\", \"jobs\": []}\n", "fio-1.9"},
	        {"{\"fio version\": \"fio-3.1\", \"jobs\": []}\n", "no jobs"},
	        {"{\"other\": 1}\n", "not of a tool"},
	        {"hello\n", "1 lines from here on"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct import import = import_rig_text(cases[i].text, 0);

		CU_ASSERT_EQUAL(import.count, 0);
		CU_ASSERT(import.doubts > 0);
		CU_ASSERT(import_rig_says(&import, cases[i].says));
		import_free(&import);
	}
}

static CU_TestInfo cases[] = {{"reads bonnie++ of three forms", reads_bonnie},
                              {"reads fio 3 behind other text", reads_fio_3},
                              {"reads fio 2, whose bytes are KiB", reads_fio_2},
                              {"counts clients once", counts_clients_once},
                              {"reads iperf3", reads_iperf3},
                              {"refuses with the reason", refuses},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(import_tools, cases)
