/* script_client.c - clients of a backend whose server a script runs, and the
 * data they write. */
#include "script_rig.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

#ifndef PLUGIN_DIR
#define PLUGIN_DIR "plugins"
#endif

static void keep_line(char *place, size_t room, const char *a, const char *b)
{
	size_t length = strlen(place);

	snprintf(place + length, room - length, "%s%s%s\n", a, *b ? "=" : "", b);
}

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct script_client *client = arg;

	keep_line(client->facts, sizeof client->facts, key, value);
}

static void keep_note(void *arg, const char *text)
{
	struct script_client *client = arg;

	keep_line(client->notes, sizeof client->notes, text, "");
}

/* Kept to the end of the process, as plugins are. */
const struct bench_backend *script_backend(struct script_kind *kind)
{
	char *path, *why = NULL;

	if (kind->loaded)
		return &kind->loaded->backend;
	path = text_format("%s/%s.so", PLUGIN_DIR, kind->plugin);
	if (!path || plugin_load(path, &kind->loaded, &why)) {
		fprintf(stderr, "%s\n", why ? why : "no plugin");
		free(why);
		CU_FAIL_FATAL("the plugin does not load");
	}
	free(path);
	return &kind->loaded->backend;
}

static int set_all(struct options *options, const char *const *settings)
{
	for (; settings && *settings; settings++) {
		const char *equals = strchr(*settings, '=');
		char key[64], *why = NULL;

		snprintf(key, sizeof key, "%.*s", (int)(equals - *settings), *settings);
		if (options_set(options, key, equals + 1, &why)) {
			fprintf(stderr, "%s: %s\n", *settings, why ? why : "?");
			free(why);
			return -EINVAL;
		}
	}
	return 0;
}

int script_client_open(struct script_client *client, struct script_kind *kind,
                       const char *const *settings)
{
	static const struct bench_who who = {.size = sizeof who, .ranks = 1};
	struct host_sinks sinks = {
	        .arg = client, .fact = keep_fact, .note = keep_note};
	const struct bench_backend *backend = script_backend(kind);
	int error;

	*client = (struct script_client){.backend = backend};
	client->ctx = host_ctx_new(&sinks);
	if (!client->ctx || options_new(backend, &client->options, NULL))
		return -ENOMEM;
	error = set_all(client->options, settings);
	if (!error)
		error = backend->check(client->options->config, client->ctx);
	if (!error)
		error = backend->target_open(client->options->config, client->ctx,
		                             &client->target);
	if (!error)
		error = backend->describe(client->target);
	if (!error)
		error = backend->session_open(client->target, &who, client->ctx,
		                              &client->session);
	return error;
}

void script_client_close(struct script_client *client)
{
	if (client->session)
		client->backend->session_close(client->session);
	if (client->target)
		client->backend->target_close(client->target);
	options_free(client->options);
	host_ctx_free(client->ctx);
}

const char *script_why(const struct script_client *client)
{
	const char *why = host_ctx_failure(client->ctx);

	return why ? why : "";
}

void script_says(const struct script_client *client, const char *words)
{
	if (strstr(script_why(client), words)) {
		CU_PASS("the sentence has its words");
		return;
	}
	CU_FAIL("the sentence lacks its words");
	fprintf(stderr, "\n\"%s\" lacks \"%s\"\n", script_why(client), words);
}

static unsigned char byte_at(uint64_t offset, unsigned seed)
{
	return (unsigned char)((offset * 2654435761u + (offset >> 13) + seed) >> 5);
}

void script_fill(unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		bytes[i] = byte_at(offset + i, seed);
}

bool script_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                    unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] != byte_at(offset + i, seed))
			return false;
	return true;
}

int script_write(struct script_client *client, const char *name, unsigned flags,
                 uint64_t size, size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	void *file = NULL;
	int closed = 0, error = client->backend->open(client->session, name, flags,
	                                              size, &file);

	for (uint64_t at = 0; !error && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;
		int64_t put;

		script_fill(buffer, piece, at, seed);
		put = client->backend->write(file, buffer, piece, at);
		if (put != (int64_t)piece)
			error = put < 0 ? (int)put : -EIO;
	}
	if (!error)
		error = client->backend->flush(file);
	if (file)
		closed = client->backend->close(file);
	free(buffer);
	return error ? error : closed;
}

bool script_read(struct script_client *client, void *file, uint64_t size,
                 size_t record, unsigned seed)
{
	unsigned char *buffer = malloc(record);
	bool same = true;

	for (uint64_t at = 0; same && at < size; at += record) {
		size_t piece = size - at < record ? (size_t)(size - at) : record;

		same = client->backend->read(file, buffer, record, at) ==
		               (int64_t)piece &&
		       script_matches(buffer, piece, at, seed);
	}
	free(buffer);
	return same;
}

bool script_on_disk(const struct script_server *server, const char *name,
                    uint64_t size, unsigned seed)
{
	char path[512];
	FILE *stream;
	unsigned char *bytes = malloc((size_t)size + 1);
	bool same = false;

	snprintf(path, sizeof path, "%s/%s", server->directory, name);
	stream = fopen(path, "re");
	if (stream) {
		same = fread(bytes, 1, (size_t)size + 1, stream) == size &&
		       script_matches(bytes, (size_t)size, 0, seed);
		fclose(stream);
	}
	free(bytes);
	return same;
}
