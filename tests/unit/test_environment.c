/* test_environment.c - facts of the machine, times, checksums, JSON files. */
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "result/environment.h"
#include "unit.h"

static char *path_of(const char *name)
{
	char *path = text_format("%s/%s", unit_scratch(), name);

	CU_ASSERT_PTR_NOT_NULL_FATAL(path);
	return path;
}

static void tells_the_machine(void)
{
	static const char *const known[] = {
	        "host",     "kernel",      "architecture",
	        "cpu",      "cpus",        "memory_bytes",
	        "governor", "clocksource", "virtualisation",
	        "load_1m",  "steal_s",     "tcp_congestion_control"};
	json_t *object = environment_to_json(), *value;
	struct utsname name;
	const char *key;
	size_t found = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(object);
	uname(&name);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "host")),
	                       name.nodename);
	CU_ASSERT_STRING_EQUAL(
	        json_string_value(json_object_get(object, "architecture")),
	        name.machine);
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "cpus")),
	                sysconf(_SC_NPROCESSORS_ONLN));
	CU_ASSERT_TRUE(json_integer_value(json_object_get(object, "memory_bytes")) >
	               1000000);
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		found += json_object_get(object, known[i]) != NULL;
	CU_ASSERT_EQUAL(found, json_object_size(object));
	json_object_foreach(object, key, value)
	{
		if (!json_is_string(value))
			continue;
		CU_ASSERT_TRUE(json_string_length(value) > 0);
		CU_ASSERT_PTR_NULL(strchr(json_string_value(value), '\n'));
	}
	json_decref(object);
}

/* Digits where the shape has 0, else the very character. */
static int has_shape(const char *text, const char *shape)
{
	if (strlen(text) != strlen(shape))
		return 0;
	for (; *text != '\0'; text++, shape++)
		if (*shape == '0' ? !isdigit((unsigned char)*text) : *text != *shape)
			return 0;
	return 1;
}

static void labels_time(void)
{
	char utc[25], compact[17];
	struct tm parts = {0};
	time_t now = time(NULL);

	environment_utc(utc, sizeof utc);
	CU_ASSERT_TRUE(has_shape(utc, "0000-00-00T00:00:00.000Z"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(strptime(utc, "%Y-%m-%dT%H:%M:%S", &parts));
	CU_ASSERT_TRUE(llabs((long long)timegm(&parts) - (long long)now) <= 2);
	environment_utc_compact(compact, sizeof compact);
	CU_ASSERT_TRUE(has_shape(compact, "00000000T000000Z"));
}

static void checksums(void)
{
	char *path = path_of("abc"), *why = NULL, hex[65];
	FILE *file = fopen(path, "wb");

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	fputs("abc", file);
	fclose(file);
	CU_ASSERT_EQUAL(environment_sha256(path, hex, &why), 0);
	CU_ASSERT_STRING_EQUAL(hex, "ba7816bf8f01cfea414140de5dae2223"
	                            "b00361a396177a9cb410ff61f20015ad");
	unlink(path);
	CU_ASSERT_EQUAL(environment_sha256(path, hex, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "abc: cannot be read"));
	free(why);
	free(path);
}

static void writes_json(void)
{
	char *path = path_of("run.json"), *pattern = path_of("run.json*"),
	     *why = NULL, bytes[64] = "";
	json_t *value = json_pack("{s:f, s:s}", "load", 0.1, "name", "\xc3\xa4");
	glob_t found;
	FILE *file;
	mode_t mask = umask(027);
	struct stat status;

	CU_ASSERT_EQUAL(environment_write_json(json_null(), path, &why), 0);
	CU_ASSERT_EQUAL(environment_write_json(value, path, &why), 0);
	umask(mask);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_EQUAL(stat(path, &status), 0);
	CU_ASSERT_EQUAL(status.st_mode & 0777, 0640);
	file = fopen(path, "rb");
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
	fclose(file);
	CU_ASSERT_STRING_EQUAL(
	        bytes, "{\n  \"load\": 0.1,\n  \"name\": \"\xc3\xa4\"\n}\n");
	CU_ASSERT_EQUAL(glob(pattern, 0, NULL, &found), 0);
	CU_ASSERT_EQUAL(found.gl_pathc, 1); /* no temporary file is left */
	globfree(&found);
	json_decref(value);
	free(path);
	free(pattern);
}

/* The rename fails, so the temporary file must go. */
static void leaves_nothing_behind(void)
{
	char *path = path_of("taken"), *inner = path_of("taken/x"),
	     *pattern = path_of("taken*"), *why = NULL;
	glob_t found;

	CU_ASSERT_EQUAL(mkdir(path, 0777), 0);
	CU_ASSERT_EQUAL(mkdir(inner, 0777), 0);
	CU_ASSERT_TRUE(environment_write_json(json_true(), path, &why) < 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "taken: cannot be written"));
	CU_ASSERT_EQUAL(glob(pattern, 0, NULL, &found), 0);
	CU_ASSERT_EQUAL(found.gl_pathc, 1);
	globfree(&found);
	free(why);
	free(path);
	free(inner);
	free(pattern);
}

static CU_TestInfo cases[] = {{"tells the machine", tells_the_machine},
                              {"labels time", labels_time},
                              {"checksums", checksums},
                              {"writes JSON", writes_json},
                              {"leaves nothing behind", leaves_nothing_behind},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(environment, cases)
