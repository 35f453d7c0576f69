/* test_units.c - what people write and what they get to read. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include "config/units.h"
#include "unit.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void reads_sizes(void)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} good[] = {{"4k", 4096},
	            {"4K", 4096},
	            {"4kB", 4096},
	            {"4KB", 4096},
	            {"4Ki", 4096},
	            {"4KiB", 4096},
	            {"4kib", 4096},
	            {"4096", 4096},
	            {"4096b", 4096},
	            {"4096B", 4096},
	            {"0x1000", 4096},
	            {"0X1000", 4096},
	            {"4 k", 4096},
	            {" 4\tKiB ", 4096},
	            {"4.0k", 4096},
	            {"0", 0},
	            {"1.5m", 1572864},
	            {"0.5k", 512},
	            {"0.0009765625k", 1},
	            {"1g", UINT64_C(1) << 30},
	            {"1t", UINT64_C(1) << 40},
	            {"1p", UINT64_C(1) << 50},
	            {"15e", UINT64_C(15) << 60},
	            {"15.5e", UINT64_C(31) << 59},
	            {"18446744073709551615", UINT64_MAX},
	            {"0xffffffffffffffff", UINT64_MAX}};

	for (size_t i = 0; i < COUNT(good); i++) {
		uint64_t bytes = 77;
		char *why = NULL;

		CU_ASSERT_EQUAL(units_size(good[i].text, &bytes, &why), 0);
		CU_ASSERT_EQUAL(bytes, good[i].bytes);
		CU_ASSERT_PTR_NULL(why);
		free(why);
	}
}

static void refuses_sizes(void)
{
	static const struct {
		const char *text;
		int error;
		const char *why;
	} bad[] = {
	        {"", -EINVAL, "``: expected a size such as 4096, 64k or 1.5m"},
	        {"64q", -EINVAL,
	         "`64q`: expected a size such as 4096, 64k or 1.5m"},
	        {"k", -EINVAL, "`k`: expected a size such as 4096, 64k or 1.5m"},
	        {"-4k", -EINVAL,
	         "`-4k`: expected a size such as 4096, 64k or 1.5m"},
	        {"4kk", -EINVAL,
	         "`4kk`: expected a size such as 4096, 64k or 1.5m"},
	        {"4kit", -EINVAL,
	         "`4kit`: expected a size such as 4096, 64k or 1.5m"},
	        {"4k 4k", -EINVAL,
	         "`4k 4k`: expected a size such as 4096, 64k or 1.5m"},
	        {"4,5k", -EINVAL,
	         "`4,5k`: expected a size such as 4096, 64k or 1.5m"},
	        {".5k", -EINVAL,
	         "`.5k`: expected a size such as 4096, 64k or 1.5m"},
	        {"5.k", -EINVAL,
	         "`5.k`: expected a size such as 4096, 64k or 1.5m"},
	        {"0x", -EINVAL, "`0x`: expected a size such as 4096, 64k or 1.5m"},
	        {"0x10g", -EINVAL,
	         "`0x10g`: expected a size such as 4096, 64k or 1.5m"},
	        {"1e3", -EINVAL,
	         "`1e3`: expected a size such as 4096, 64k or 1.5m"},
	        {"0.3k", -EINVAL, "`0.3k` is no whole number of bytes"},
	        {"1.5", -EINVAL, "`1.5` is no whole number of bytes"},
	        {"0.00048828125k", -EINVAL,
	         "`0.00048828125k` is no whole number of bytes"},
	        {"16e", -ERANGE, "`16e` is too large for a size in bytes"},
	        {"18446744073709551616", -ERANGE,
	         "`18446744073709551616` is too large for a size in bytes"},
	        {"0x10000000000000000", -ERANGE,
	         "`0x10000000000000000` is too large for a size in bytes"}};

	for (size_t i = 0; i < COUNT(bad); i++) {
		uint64_t bytes = 77;
		char *why = NULL;

		CU_ASSERT_EQUAL(units_size(bad[i].text, &bytes, &why), bad[i].error);
		CU_ASSERT_EQUAL(bytes, 77);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why, bad[i].why);
		free(why);
	}
	CU_ASSERT_EQUAL(units_size("64q", &(uint64_t){0}, NULL), -EINVAL);
}

static void reads_times(void)
{
	static const struct {
		const char *text;
		int status;
		int64_t ns;
	} table[] = {{"20ms", 0, 20000000},
	             {"1.5s", 0, 1500000000},
	             {"1h30m", 0, INT64_C(5400000000000)},
	             {"1h 30m", 0, INT64_C(5400000000000)},
	             {"2d", 0, INT64_C(172800000000000)},
	             {"7us", 0, 7000},
	             {"8 ns", 0, 8},
	             {"0", 0, 0},
	             {"0s", 0, 0},
	             {"0.000000001s", 0, 1},
	             {"20", -EINVAL, 0},
	             {"1m20", -EINVAL, 0},
	             {"30m1h", -EINVAL, 0},
	             {"1s1s", -EINVAL, 0},
	             {"0.5ns", -EINVAL, 0},
	             {"-1s", -EINVAL, 0},
	             {"1S", -EINVAL, 0},
	             {"1week", -EINVAL, 0},
	             {"", -EINVAL, 0},
	             {"106751d", 0, INT64_C(9223286400000000000)},
	             {"106752d", -ERANGE, 0},
	             {"99999999999999d", -ERANGE, 0}};
	char *why = NULL;
	int64_t ns;

	for (size_t i = 0; i < COUNT(table); i++) {
		ns = 0;
		CU_ASSERT_EQUAL(units_time(table[i].text, &ns, NULL), table[i].status);
		CU_ASSERT_EQUAL(ns, table[i].ns);
	}
	CU_ASSERT_EQUAL(units_time("20", &ns, &why), -EINVAL);
	CU_ASSERT_STRING_EQUAL(
	        why, "`20` has no unit; expected a time such as 20ms, 1.5s or 2m");
	free(why);
}

static void reads_shares(void)
{
	static const struct {
		const char *text;
		int status;
		double share;
	} table[] = {{"5%", 0, 0.05},
	             {"0.05", 0, 0.05},
	             {"100%", 0, 1},
	             {"1", 0, 1},
	             {"0", 0, 0},
	             {" 2.5 % ", 0, 0.025},
	             {"5", -ERANGE, 0},
	             {"101%", -ERANGE, 0},
	             {"-1%", -ERANGE, 0},
	             {"five", -EINVAL, 0},
	             {"%", -EINVAL, 0},
	             {"5%%", -EINVAL, 0},
	             {"nan", -EINVAL, 0},
	             {"0x1", -EINVAL, 0},
	             {"0.05 extra", -EINVAL, 0}};
	char *why = NULL;
	double share;

	for (size_t i = 0; i < COUNT(table); i++) {
		share = 0;
		CU_ASSERT_EQUAL(units_share(table[i].text, &share, NULL),
		                table[i].status);
		CU_ASSERT_DOUBLE_EQUAL(share, table[i].share, 1e-15);
	}
	units_share("5", &share, &why);
	CU_ASSERT_STRING_EQUAL(why,
	                       "`5` is more than the whole; did you mean `5%`?");
	free(why);
}

static void reads_numbers(void)
{
	bool flag = false;
	uint64_t count = 0;
	int64_t number = 0;
	double real = 0;

	CU_ASSERT_EQUAL(units_bool("Yes", &flag, NULL), 0);
	CU_ASSERT_TRUE(flag);
	CU_ASSERT_EQUAL(units_bool("OFF", &flag, NULL), 0);
	CU_ASSERT_FALSE(flag);
	CU_ASSERT_EQUAL(units_bool("1", &flag, NULL), 0);
	CU_ASSERT_TRUE(flag);
	CU_ASSERT_EQUAL(units_bool("2", &flag, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_bool("", &flag, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_bool("yesno", &flag, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_count(" 8 ", &count, NULL), 0);
	CU_ASSERT_EQUAL(count, 8);
	CU_ASSERT_EQUAL(units_count("8k", &count, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_count("-8", &count, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_count("18446744073709551616", &count, NULL), -ERANGE);
	CU_ASSERT_EQUAL(units_int("-9223372036854775808", &number, NULL), 0);
	CU_ASSERT_EQUAL(number, INT64_MIN);
	CU_ASSERT_EQUAL(units_int("9223372036854775808", &number, NULL), -ERANGE);
	CU_ASSERT_EQUAL(units_int("-0", &number, NULL), 0);
	CU_ASSERT_EQUAL(number, 0);
	CU_ASSERT_EQUAL(units_int("+7", &number, NULL), 0);
	CU_ASSERT_EQUAL(number, 7);
	CU_ASSERT_EQUAL(units_int("7.5", &number, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_real("-1.25e2", &real, NULL), 0);
	CU_ASSERT_DOUBLE_EQUAL(real, -125, 0);
	CU_ASSERT_EQUAL(units_real("1e999", &real, NULL), -ERANGE);
	CU_ASSERT_EQUAL(units_real("inf", &real, NULL), -EINVAL);
	CU_ASSERT_EQUAL(units_real("1,5", &real, NULL), -EINVAL);
}

static void reads_links(void)
{
	static const struct {
		const char *text;
		int status;
		double bits;
	} table[] = {{"1g", 0, 1e9},           {"984mbit", 0, 984e6},
	             {"10G", 0, 1e10},         {"100m", 0, 1e8},
	             {"2.5gbit/s", 0, 2.5e9},  {"1 Gbps", 0, 1e9},
	             {"none", 0, 0},           {" auto ", 0, -1},
	             {"1000", -EINVAL, 0},     {"0g", -EINVAL, 0},
	             {"1gb", -EINVAL, 0},      {"1MB/s", -EINVAL, 0},
	             {"fast", -EINVAL, 0},     {"", -EINVAL, 0},
	             {"99999999t", -ERANGE, 0}};

	for (size_t i = 0; i < COUNT(table); i++) {
		double bits = 0;

		CU_ASSERT_EQUAL(units_link(table[i].text, &bits, NULL),
		                table[i].status);
		CU_ASSERT_DOUBLE_EQUAL(bits, table[i].bits, 0);
	}
}

static void prints_sizes(void)
{
	static const struct {
		uint64_t bytes;
		const char *text, *label;
	} table[] = {{0, "0", "0"},
	             {1000, "1000", "1000"},
	             {4096, "4k", "4K"},
	             {1572864, "1536k", "1536K"},
	             {UINT64_C(16) << 20, "16m", "16M"},
	             {UINT64_C(15) << 60, "15e", "15E"},
	             {UINT64_MAX, "18446744073709551615", "18446744073709551615"}};
	char buffer[UNITS_TEXT];
	uint64_t back;

	for (size_t i = 0; i < COUNT(table); i++) {
		CU_ASSERT_STRING_EQUAL(units_print_size(table[i].bytes, buffer),
		                       table[i].text);
		CU_ASSERT_EQUAL(units_size(buffer, &back, NULL), 0);
		CU_ASSERT_EQUAL(back, table[i].bytes);
		CU_ASSERT_STRING_EQUAL(units_print_size_label(table[i].bytes, buffer),
		                       table[i].label);
	}
}

static void prints_times(void)
{
	static const struct {
		int64_t ns;
		const char *text;
	} table[] = {{0, "0 ns"},
	             {850, "850 ns"},
	             {999, "999 ns"},
	             {1000, "1 us"},
	             {1234, "1.23 us"},
	             {20000000, "20 ms"},
	             {999999, "1 ms"},
	             {9996000, "10 ms"},
	             {1500000000, "1.5 s"},
	             {-1500000000, "-1.5 s"},
	             {59960000000, "1:00 min"},
	             {INT64_C(185000000000), "3:05 min"},
	             {INT64_C(3599600000000), "1:00 h"},
	             {INT64_C(9060000000000), "2:31 h"},
	             {INT64_MAX, "2562047:47 h"},
	             {INT64_MIN, "-2562047:47 h"}};
	char buffer[UNITS_TEXT];

	for (size_t i = 0; i < COUNT(table); i++)
		CU_ASSERT_STRING_EQUAL(units_print_time(table[i].ns, buffer),
		                       table[i].text);
}

static void prints_rates(void)
{
	static const struct {
		double bytes, divisor;
		const char *text;
	} table[] = {{123e3, 1e6, "0.123"},
	             {4.56e6, 1e6, "4.56"},
	             {94.2e6, 1e6, "94.2"},
	             {1023e6, 1e6, "1023"},
	             {12345e6, 1e6, "12345"},
	             {0, 1e6, "0"},
	             {99.96e6, 1e6, "100"},
	             {9.996e6, 1e6, "10.0"},
	             {0.9996e6, 1e6, "1.00"},
	             {12.3e3, 1e6, "0.0123"},
	             {4.5e6, 1e6, "4.50"},
	             {-4.5e6, 1e6, "-4.50"},
	             {NAN, 1e6, "-"},
	             {INFINITY, 1e6, "-"},
	             {1, 0, "-"}};
	char buffer[UNITS_TEXT];

	for (size_t i = 0; i < COUNT(table); i++)
		CU_ASSERT_STRING_EQUAL(
		        units_print_rate(table[i].bytes, table[i].divisor, buffer),
		        table[i].text);
	CU_ASSERT(strlen(units_print_rate(1.7e308, 1, buffer)) < UNITS_TEXT);
}

/* Only where the machine has such a locale is there anything to be seen. */
static void ignores_the_locale(void)
{
	static const char *const commas[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"};
	char buffer[UNITS_TEXT];
	double share = 0;

	for (size_t i = 0; i < COUNT(commas); i++)
		if (setlocale(LC_ALL, commas[i]))
			break;
	CU_ASSERT_EQUAL(units_share("2.5%", &share, NULL), 0);
	CU_ASSERT_DOUBLE_EQUAL(share, 0.025, 1e-15);
	CU_ASSERT_STRING_EQUAL(units_print_rate(4.56e6, 1e6, buffer), "4.56");
	CU_ASSERT_STRING_EQUAL(units_print_time(1500000000, buffer), "1.5 s");
	setlocale(LC_ALL, "C");
}

static CU_TestInfo cases[] = {{"reads sizes", reads_sizes},
                              {"refuses sizes", refuses_sizes},
                              {"reads times", reads_times},
                              {"reads shares", reads_shares},
                              {"reads numbers", reads_numbers},
                              {"reads links", reads_links},
                              {"prints sizes", prints_sizes},
                              {"prints times", prints_times},
                              {"prints rates", prints_rates},
                              {"ignores the locale", ignores_the_locale},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(units, cases)
