/* test_ini.c - files as people's editors leave them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/ini.h"
#include "unit.h"

/* What a file came to: "section/key=value@line" each, and its problems, the
 * path taken off. */
struct outcome {
	int status;
	char *entries, *problems;
};

static void write_file(const char *path, const char *bytes, size_t length)
{
	FILE *stream = fopen(path, "w");

	CU_ASSERT_PTR_NOT_NULL_FATAL(stream);
	CU_ASSERT_EQUAL(fwrite(bytes, 1, length, stream), length);
	fclose(stream);
}

static struct outcome outcome_of(const char *path)
{
	struct problems problems = {0};
	struct text entries = {0}, sentences = {0};
	struct ini_file file = {0};
	struct outcome outcome = {.status = ini_read(path, &file, &problems)};

	for (size_t i = 0; i < file.count; i++)
		text_add(&entries, "%s/%s=%s@%u\n", file.entries[i].section,
		         file.entries[i].key, file.entries[i].value,
		         file.entries[i].line);
	for (size_t i = 0; i < problems.count; i++)
		text_add(&sentences, "%s\n", problems.sentences[i] + strlen(path));
	outcome.entries = text_take(&entries);
	outcome.problems = text_take(&sentences);
	problems_free(&problems);
	ini_free(&file);
	return outcome;
}

static struct outcome read_bytes(const char *bytes, size_t length)
{
	char *path = text_format("%s/x.ini", unit_scratch());
	struct outcome outcome;

	write_file(path, bytes, length);
	outcome = outcome_of(path);
	free(path);
	return outcome;
}

static void free_outcome(struct outcome *outcome)
{
	free(outcome->entries);
	free(outcome->problems);
}

static void expect(const char *bytes, size_t length, const char *entries,
                   const char *problems)
{
	struct outcome outcome = read_bytes(bytes, length);

	CU_ASSERT_EQUAL(outcome.status, 0);
	CU_ASSERT_STRING_EQUAL(outcome.entries, entries);
	CU_ASSERT_STRING_EQUAL(outcome.problems, problems);
	free_outcome(&outcome);
}

static void reads_files(void)
{
	static const struct {
		const char *text, *entries, *problems;
	} table[] = {
	        {"", "", ""},
	        {"\n\n; nothing\n# nothing\n   \n", "", ""},
	        {"[bench]\nname = x", "bench/name=x@2\n", ""},
	        {"\xef\xbb\xbf[bench]\r\npath = /tmp/x\r\nsize=4k\r\n",
	         "bench/path=/tmp/x@2\nbench/size=4k@3\n", ""},
	        {"[ target   nas ] ; the big one\n  a = 1\n\tb=2 \n",
	         "target nas/a=1@2\ntarget nas/b=2@3\n", ""},
	        {"[bench]\na = x;y ; comment\nb = # no comment\nc =\nd = ;all\n",
	         "bench/a=x;y@2\nbench/b=# no comment@3\nbench/c=@4\nbench/d=@5\n",
	         ""},
	        {"[bench]\nurl = nfs://h/p?x=1&y=[2]\n",
	         "bench/url=nfs://h/p?x=1&y=[2]@2\n", ""},
	        {"[bench]\nhost = [::1]:5201\n", "bench/host=[::1]:5201@2\n", ""},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		expect(table[i].text, strlen(table[i].text), table[i].entries,
		       table[i].problems);
}

static void tells_of_bad_lines(void)
{
	static const struct {
		const char *text, *entries, *problems;
	} table[] = {
	        {"[bench]\nfile_sizes 4k\nrounds = 7\n", "bench/rounds=7@3\n",
	         ":2: `file_sizes 4k`: expected key = value\n"},
	        {"[bench]\n= 4k\n", "", ":2: there is no key before the =\n"},
	        {"[bench]\npath: /tmp/a=b\n", "",
	         ":2: `path: /tmp/a`: a key ends with =, not with a colon\n"},
	        {"a = 1\nb = 2\n[bench]\nc = 3\n", "bench/c=3@4\n",
	         ":1: `a` stands before the first [section]\n"},
	        {"[bench\na = 1\n", "bench/a=1@2\n",
	         ":1: `[bench` has no closing ]\n"},
	        {"[bench] a = 1\n", "", ":1: there is more behind [section]\n"},
	        {"[bench]\na = 1\n\nb = 2\na = 3\n", "bench/a=1@2\nbench/b=2@4\n",
	         ":5: `a` stands twice in [bench]; first in line 2\n"},
	        {"[bench]\nhost = 127.0.0.1\nhost =\n", "bench/host=127.0.0.1@2\n",
	         ":3: `host` stands twice in [bench]; first in line 2\n"},
	        {"[target x]\na = 1\n[bench]\n[target  x]\na = 2\n",
	         "target x/a=1@2\ntarget x/a=2@5\n",
	         ":4: [target x] stands twice; first in line 1\n"},
	        {"[bench]\n"
	         "a234567890b234567890c234567890d234567890e234567890 = 1\n",
	         "",
	         ":2: `a234567890b234567890...` is longer than a key can be (49 "
	         "bytes)\n"},
	        {"[a]\nx\n[b]\ny\n", "",
	         ":2: `x`: expected key = value\n"
	         ":4: `y`: expected key = value\n"},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		expect(table[i].text, strlen(table[i].text), table[i].entries,
		       table[i].problems);
}

static void refuses_other_bytes(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *problem;
	} table[] = {
	        {"\xff\xfe[\0b\0", 6, ": is UTF-16; save it as UTF-8\n"},
	        {"\xfe\xff\0[\0b", 6, ": is UTF-16; save it as UTF-8\n"},
	        {"[bench]\na = 1\0 2\n", 17,
	         ":2: holds a NUL byte; it is no text file\n"},
	        {"[bench]\ra = 1\r", 14,
	         ":1: holds a carriage return without a line feed; save it with "
	         "Unix or Windows line ends\n"},
	        {"[bench]\r\na = 1\rb = 2\r\n", 22,
	         ":2: holds a carriage return without a line feed; save it with "
	         "Unix or Windows line ends\n"},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct outcome outcome = read_bytes(table[i].bytes, table[i].length);

		CU_ASSERT_EQUAL(outcome.status, -EINVAL);
		CU_ASSERT_STRING_EQUAL(outcome.entries, "");
		CU_ASSERT_STRING_EQUAL(outcome.problems, table[i].problem);
		free_outcome(&outcome);
	}
}

static void tells_of_unreadable_files(void)
{
	struct outcome outcome = outcome_of("/no/such.ini");

	CU_ASSERT_EQUAL(outcome.status, -ENOENT);
	CU_ASSERT_STRING_EQUAL(outcome.problems,
	                       ": cannot be read: No such file or directory\n");
	free_outcome(&outcome);
	outcome = outcome_of(unit_scratch());
	CU_ASSERT_EQUAL(outcome.status, -EISDIR);
	CU_ASSERT_STRING_EQUAL(outcome.problems,
	                       ": cannot be read: Is a directory\n");
	free_outcome(&outcome);
}

/* `before`, then a value of `length` bytes with = and ; in it, then `after`. */
static void expect_long(size_t length, const char *after)
{
	struct text text = {0}, value = {0}, entries = {0};

	for (size_t i = 0; i < length; i++)
		text_add(&value, "%c", "/a=b;c,"[i % 7]);
	text_add(&text, "[bench]\npath = %s%s\nnext = 1\n", value.bytes, after);
	text_add(&entries, "bench/path=%s@2\nbench/next=1@3\n", value.bytes);
	expect(text.bytes, text.length, entries.bytes, "");
	text_free(&text);
	text_free(&value);
	text_free(&entries);
}

static void takes_long_lines(void)
{
	static const size_t lengths[] = {1,   188, 189, 190, 191, 192, 193,
	                                 198, 199, 200, 201, 300, 400, 5000};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		expect_long(lengths[i], "");
		expect_long(lengths[i], "\r");
		expect_long(lengths[i], "  ; and a comment = of its own");
	}
}

static void takes_long_comments_and_sections(void)
{
	struct text text = {0}, name = {0}, entries = {0};

	for (int i = 0; i < 300; i++)
		text_add(&name, "%c", 'a' + i % 26);
	text_add(&text, "; %s = %s\n[target %s]\nkey = 1", name.bytes, name.bytes,
	         name.bytes);
	text_add(&entries, "target %s/key=1@3\n", name.bytes);
	expect(text.bytes, text.length, entries.bytes, "");
	text_free(&text);
	text_free(&name);
	text_free(&entries);
}

static CU_TestInfo cases[] = {
        {"reads files", reads_files},
        {"tells of bad lines", tells_of_bad_lines},
        {"refuses other bytes", refuses_other_bytes},
        {"tells of unreadable files", tells_of_unreadable_files},
        {"takes long lines", takes_long_lines},
        {"takes long comments and sections", takes_long_comments_and_sections},
        CU_TEST_INFO_NULL};
UNIT_SUITE(ini, cases)
