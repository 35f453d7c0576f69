/* posix_rig.c - lives of the posix plugin's targets. */
#include "posix_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include "unit.h"

#define TMPFS 0x01021994

static void hear_fact(void *arg, const char *key, const char *value)
{
	text_add((struct text *)arg, "%s=%s\n", key, value);
}

void posix_load(struct posix_life *life)
{
	char *path = text_format("%s/posix.so", PLUGIN_DIR), *why = NULL;
	struct host_sinks sinks = {.arg = &life->facts, .fact = hear_fact};

	memset(life, 0, sizeof(*life));
	if (plugin_load(path, &life->plugin, &why) != 0)
		fprintf(stderr, "\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->plugin);
	life->b = &life->plugin->backend;
	life->ctx = host_ctx_new(&sinks);
	free(path);
}

void posix_unload(struct posix_life *life)
{
	text_free(&life->facts);
	host_ctx_free(life->ctx);
	plugin_free(life->plugin);
}

bool posix_begin_io(struct posix_life *life, const char *path, int io,
                    unsigned depth)
{
	struct bench_who who = {sizeof(who), 0, 1, 0, 1, depth};
	int rc;

	posix_load(life);
	life->config.path = text_copy(path);
	life->config.io = io;
	life->caps.size = sizeof(life->caps);
	rc = life->b->check(&life->config, life->ctx);
	if (rc == 0)
		rc = life->b->target_open(&life->config, life->ctx, &life->target);
	if (io == POSIX_IO_URING && rc != 0) {
		posix_says(life, "io = uring");
		free(life->config.path);
		posix_unload(life);
		return false;
	}
	CU_ASSERT_EQUAL_FATAL(rc, 0);
	CU_ASSERT_EQUAL(life->b->caps(life->target, &life->caps), 0);
	CU_ASSERT_EQUAL_FATAL(life->b->session_open(life->target, &who, life->ctx,
	                                            &life->session),
	                      0);
	return true;
}

void posix_begin(struct posix_life *life, const char *path)
{
	(void)posix_begin_io(life, path, POSIX_IO_SYNC, 1);
}

void posix_end(struct posix_life *life)
{
	life->b->session_close(life->session);
	life->b->target_close(life->target);
	free(life->config.path);
	posix_unload(life);
}

void *posix_open(struct posix_life *life, const char *name, unsigned flags)
{
	void *file = NULL;
	int rc = life->b->open(life->session, name, flags, 0, &file);

	if (rc != 0)
		fprintf(stderr, "\nopen %s: %s\n", name, host_ctx_failure(life->ctx));
	CU_ASSERT_EQUAL_FATAL(rc, 0);
	return file;
}

int posix_open_fails(struct posix_life *life, const char *name, unsigned flags)
{
	void *file = NULL;
	int rc = life->b->open(life->session, name, flags, 0, &file);

	CU_ASSERT_PTR_NULL(file);
	CU_ASSERT_PTR_NOT_NULL(host_ctx_failure(life->ctx));
	return rc;
}

void posix_says(struct posix_life *life, const char *words)
{
	const char *text = host_ctx_failure(life->ctx);

	if (!text || !strstr(text, words))
		fprintf(stderr, "\nnot there (%s): %s\n", words,
		        text ? text : "(none)");
	CU_ASSERT_PTR_NOT_NULL_FATAL(text);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
}

char *posix_directory(const char *name)
{
	char *path = text_format("%s/%s", unit_scratch(), name);

	mkdir(path, 0700);
	return path;
}

bool posix_scratch_is_memory(void)
{
	struct statfs fs;

	return statfs(unit_scratch(), &fs) == 0 && fs.f_type == TMPFS;
}

int posix_add_entry(void *arg, const char *entry)
{
	text_add((struct text *)arg, "%s ", entry);
	return 0;
}
