/* sim_rig.c - the sim plugin, loaded, configured and opened. */
#include "sim_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct sim_life *life = arg;
	char *more =
	        text_format("%s%s=%s;", life->facts ? life->facts : "", key, value);

	free(life->facts);
	life->facts = more;
}

void sim_load(struct sim_life *life)
{
	char *path = text_format("%s/sim.so", PLUGIN_DIR), *why = NULL;
	struct host_sinks sinks = {.arg = life, .fact = keep_fact};

	memset(life, 0, sizeof(*life));
	if (plugin_load(path, &life->plugin, &why) != 0)
		fprintf(stderr, "\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->plugin);
	life->b = &life->plugin->backend;
	life->ctx = host_ctx_new(&sinks);
	CU_ASSERT_EQUAL_FATAL(options_new(life->b, &life->options, &why), 0);
	free(path);
}

void sim_unload(struct sim_life *life)
{
	options_free(life->options);
	host_ctx_free(life->ctx);
	plugin_free(life->plugin);
	free(life->facts);
}

int sim_set(void *arg, const char *key, const char *value)
{
	struct sim_life *life = arg;
	char *why = NULL;
	int error = options_set(life->options, key, value, &why);

	free(why);
	return error;
}

int sim_configure(struct sim_life *life, const char *pairs)
{
	char *url = text_format("sim://?%s", pairs), *why = NULL;
	int error = life->b->from_url(url, life->ctx, sim_set, life);

	free(url);
	if (!error)
		error = options_complete(life->options, &why);
	free(why);
	return error ? error : life->b->check(life->options->config, life->ctx);
}

void *sim_session_of(struct sim_life *life, unsigned worker)
{
	struct bench_who who = {sizeof(who), 0, 1, worker, 4, 8};
	void *session = NULL;

	CU_ASSERT_EQUAL_FATAL(
	        life->b->session_open(life->target, &who, life->ctx, &session), 0);
	return session;
}

void sim_begin(struct sim_life *life, const char *pairs)
{
	sim_load(life);
	CU_ASSERT_EQUAL_FATAL(sim_configure(life, pairs), 0);
	CU_ASSERT_EQUAL_FATAL(life->b->target_open(life->options->config, life->ctx,
	                                           &life->target),
	                      0);
	life->session = sim_session_of(life, 0);
}

void sim_end(struct sim_life *life)
{
	life->b->session_close(life->session);
	life->b->target_close(life->target);
	sim_unload(life);
}

int64_t sim_now(const struct sim_life *life)
{
	return life->b->clock_ns(life->session) - SIM_BEGIN;
}

void *sim_file_of(struct sim_life *life, const char *name, unsigned flags)
{
	void *file = NULL;

	CU_ASSERT_EQUAL_FATAL(life->b->open(life->session, name, flags, 0, &file),
	                      0);
	return file;
}

void sim_time_writes(struct sim_life *life, int64_t *ns, size_t count)
{
	static const char bytes[1000];
	void *file = sim_file_of(life, "w", SIM_CREATE);

	for (size_t i = 0; i < count; i++) {
		int64_t start = sim_now(life);

		CU_ASSERT_EQUAL(
		        life->b->write(file, bytes, sizeof(bytes), i * sizeof(bytes)),
		        sizeof(bytes));
		ns[i] = sim_now(life) - start;
	}
	CU_ASSERT_EQUAL(life->b->close(file), 0);
}
