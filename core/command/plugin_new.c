/* plugin_new.c - `bench plugin new NAME`: a complete small backend, outside of
 * bench's tree, from the templates in DATADIR/skeleton. */
#include "command/plugin_new.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"

#define NAME_MAX_LENGTH 32

/* What differs from language to language. */
struct language {
	const char *word, *extension, *standard, *compiler, *flags;
};

static const struct language languages[] = {
        {"c", "c", "c99", "CC", "CFLAGS"},
        {"c++", "cc", "c++17", "CXX", "CXXFLAGS"}};

struct request {
	const char *name, *directory;
	const struct language *language;
	bool stream;
};

static int usage(void)
{
	fprintf(stderr, "usage: bench plugin new NAME [DIR] [--stream] "
	                "[--lang c|c++]\n"
	                "  writes a small backend into DIR (default ./NAME), to be "
	                "made yours\n"
	                "  --stream      one that moves forward only\n"
	                "  --lang c++    in C++17; else in C99\n");
	return EXIT_USAGE;
}

/* Arguments -------------------------------------------------------------- */

static bool choose_language(struct request *request, const char *word)
{
	for (size_t i = 0; word && i < sizeof languages / sizeof *languages; i++)
		if (strcmp(word, languages[i].word) == 0) {
			request->language = &languages[i];
			return true;
		}
	return false;
}

static bool read_arguments(struct request *request, int argc, char **argv)
{
	*request = (struct request){.language = &languages[0]};
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--stream") == 0) {
			request->stream = true;
		} else if (strcmp(argv[i], "--lang") == 0) {
			if (!choose_language(request, i + 1 < argc ? argv[i + 1] : NULL))
				return false;
			i++;
		} else if (strncmp(argv[i], "--lang=", 7) == 0) {
			if (!choose_language(request, argv[i] + 7))
				return false;
		} else if (argv[i][0] == '-' || request->directory) {
			return false;
		} else if (request->name) {
			request->directory = argv[i];
		} else {
			request->name = argv[i];
		}
	}
	if (!request->directory)
		request->directory = request->name;
	return request->name != NULL;
}

static int check_name(const struct command_context *context, const char *name,
                      char **why)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	const struct plugin *taken = plugin_find(&context->plugins, name);
	size_t length = strlen(name);

	if (name[0] < 'a' || name[0] > 'z' || length > NAME_MAX_LENGTH ||
	    strspn(name, letters) != length)
		return failure(why, EINVAL,
		               "`%s` cannot name a plugin; expected up to %d lower "
		               "case letters, digits and underlines, beginning with a "
		               "letter",
		               name, NAME_MAX_LENGTH);
	if (taken)
		return failure(why, EEXIST, "there is a plugin `%s`: %s", name,
		               taken->path);
	return 0;
}

/* Templates -------------------------------------------------------------- */

/* All of a file; NULL with errno. */
static char *read_file(const char *path)
{
	FILE *stream = fopen(path, "r");
	struct text text = {0};
	char bytes[4096];
	size_t got;
	bool failed;

	if (!stream)
		return NULL;
	while ((got = fread(bytes, 1, sizeof bytes, stream)) > 0)
		text_add_bytes(&text, bytes, got);
	failed = ferror(stream);
	fclose(stream);
	if (failed) {
		text_free(&text);
		errno = EIO;
		return NULL;
	}
	errno = ENOMEM;
	return text_take(&text);
}

/* What stands for @WORD@; NULL where that is no word of ours. */
static const char *meaning(const struct request *request, const char *word,
                           size_t length)
{
	const struct language *language = request->language;
	const struct {
		const char *word, *text;
	} words[] = {{"@NAME@", request->name},
	             {"@EXT@", language->extension},
	             {"@STANDARD@", language->standard},
	             {"@CC@", language->compiler},
	             {"@FLAGS@", language->flags}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == length &&
		    memcmp(words[i].word, word, length) == 0)
			return words[i].text;
	return NULL;
}

/* The template with its words filled in; NULL without memory. */
static char *fill_in(const struct request *request, const char *template)
{
	struct text text = {0};
	const char *at;

	while ((at = strchr(template, '@'))) {
		size_t length = 1 + strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		const char *instead = NULL;

		length += at[length] == '@';
		instead = meaning(request, at, length);
		text_add_bytes(&text, template, (size_t)(at - template));
		text_add_bytes(&text, instead ? instead : at,
		               instead ? strlen(instead) : length);
		template = at + length;
	}
	text_add(&text, "%s", template);
	return text_take(&text);
}

/* Files ------------------------------------------------------------------ */

/* Only a new directory, or one with nothing in it.  *made: it is new. */
static int make_directory(const char *path, bool *made, char **why)
{
	struct dirent *entry;
	DIR *directory;
	bool empty = true;

	*made = mkdir(path, 0777) == 0;
	if (*made)
		return 0;
	if (errno != EEXIST || !(directory = opendir(path)))
		return failure(why, errno, "%s: %s", path, strerrordesc_np(errno));
	while ((entry = readdir(directory)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			empty = false;
	closedir(directory);
	if (!empty)
		return failure(why, ENOTEMPTY,
		               "%s is there and not empty; nothing was written", path);
	return 0;
}

/* A new file; nothing of it is left after a failure. */
static int write_file(const char *path, const char *bytes, char **why)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
	int error = stream ? 0 : -errno;

	if (!stream && fd >= 0)
		close(fd);
	if (stream && fputs(bytes, stream) < 0)
		error = -errno;
	if (stream && fclose(stream) != 0 && !error)
		error = -errno;
	if (!error)
		return 0;
	if (fd >= 0)
		unlink(path);
	return failure(why, -error, "%s: %s", path, strerrordesc_np(-error));
}

/* One file of the skeleton to its place. */
static int put_file(const struct command_context *context,
                    const struct request *request, const char *template,
                    const char *path, char **why)
{
	char *from = text_format("%s/skeleton/%s", context->datadir, template);
	char *bytes = from ? read_file(from) : NULL;
	char *filled = bytes ? fill_in(request, bytes) : NULL;
	int error;

	if (filled)
		error = write_file(path, filled, why);
	else if (from && !bytes)
		error = failure(why, errno, "%s: %s", from, strerrordesc_np(errno));
	else
		error = failure(why, ENOMEM, "out of memory");
	free(filled);
	free(bytes);
	free(from);
	return error;
}

#define FILES 4

static void forget_files(char **paths, const char *directory, size_t written,
                         bool made)
{
	for (size_t i = 0; i < written; i++)
		unlink(paths[i]);
	if (made)
		rmdir(directory);
}

/* All or none; their paths are the caller's in any case. */
static int put_files(const struct command_context *context,
                     const struct request *request, char **paths, char **why)
{
	const char *extension = request->language->extension;
	char *source = text_format("%s.%s", request->stream ? "stream" : "random",
	                           extension);
	const char *templates[FILES] = {source, "Makefile", "NAME.ini",
	                                "README.md"};
	size_t written = 0;
	bool made = false;
	int error = 0;

	paths[0] = text_format("%s/%s.%s", request->directory, request->name,
	                       extension);
	paths[1] = text_format("%s/Makefile", request->directory);
	paths[2] = text_format("%s/%s.ini", request->directory, request->name);
	paths[3] = text_format("%s/README.md", request->directory);
	if (!source || !paths[0] || !paths[1] || !paths[2] || !paths[3])
		error = failure(why, ENOMEM, "out of memory");
	if (!error)
		error = make_directory(request->directory, &made, why);
	for (; !error && written < FILES; written += !error)
		error = put_file(context, request, templates[written], paths[written],
		                 why);
	if (error)
		forget_files(paths, request->directory, written, made);
	free(source);
	return error;
}

static void tell(const struct request *request, char **paths)
{
	static const char *const what[FILES] = {
	        "the plugin: it keeps files in memory until you put yours in",
	        "builds it", "a small sweep", "what to do next"};
	int width = 0;

	for (size_t i = 0; i < FILES; i++)
		if ((int)strlen(paths[i]) > width)
			width = (int)strlen(paths[i]);
	for (size_t i = 0; i < FILES; i++)
		printf("%-*s  %s\n", width, paths[i], what[i]);
	printf("\nnext:\n"
	       "  cd %s && make\n"
	       "  bench plugin check ./%s.so\n"
	       "  bench -c %s.ini\n",
	       request->directory, request->name, request->name);
}

int plugin_new(const struct command_context *context, int argc, char **argv)
{
	struct request request;
	char *paths[FILES] = {NULL}, *why = NULL;
	int error;

	if (!read_arguments(&request, argc, argv))
		return usage();
	error = check_name(context, request.name, &why);
	if (!error && !context->datadir)
		error = failure(&why, ENOENT,
		                "the skeleton is not there: neither share/bench of an "
		                "installed bench nor the tree that it was built in");
	if (!error)
		error = put_files(context, &request, paths, &why);
	if (error)
		fprintf(stderr, "bench plugin new: %s\n", why ? why : "failed");
	else
		tell(&request, paths);
	for (size_t i = 0; i < FILES; i++)
		free(paths[i]);
	free(why);
	return error ? EXIT_USAGE : EXIT_ALL_MEASURED;
}
