/* wrap_rig.c - a wrapper over the sim plugin, loaded, configured, opened. */
#include "wrap_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"

static void set_options(struct options *options, const char *text)
{
	char *copy = text_copy(text), *next = NULL, *why = NULL;

	for (char *pair = strtok_r(copy, " ", &next); pair;
	     pair = strtok_r(NULL, " ", &next)) {
		char *value = strchr(pair, '=');

		CU_ASSERT_PTR_NOT_NULL_FATAL(value);
		*value++ = '\0';
		if (options_set(options, pair, value, &why) != 0)
			fprintf(stderr, "\n%s\n", why);
		CU_ASSERT_PTR_NULL_FATAL(why);
	}
	free(copy);
}

void wrap_load(struct wrap_life *life, const char *sim, const char *wrapper,
               const char *options)
{
	char *path = text_format("%s/%s.so", PLUGIN_DIR, wrapper), *why = NULL;

	memset(life, 0, sizeof(*life));
	sim_load(&life->sim);
	CU_ASSERT_EQUAL_FATAL(sim_configure(&life->sim, sim), 0);
	if (plugin_load(path, &life->plugin, &why) != 0)
		fprintf(stderr, "\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->plugin);
	CU_ASSERT_EQUAL_FATAL(
	        options_new(&life->plugin->backend, &life->options, &why), 0);
	set_options(life->options, options);
	life->inner = *life->sim.b;
	free(path);
}

void wrap_open_life(struct wrap_life *life)
{
	struct bench_backend *wrapper = &life->plugin->backend;

	life->wrap = (struct wrap){wrapper, &life->inner, life->options->config,
	                           life->sim.options->config};
	wrap_make_table(&life->wrap, &life->b);
	if (wrapper->init)
		CU_ASSERT_EQUAL_FATAL(wrapper->init(), 0);
	CU_ASSERT_EQUAL_FATAL(life->b.check(&life->wrap, life->sim.ctx), 0);
	CU_ASSERT_EQUAL_FATAL(
	        life->b.target_open(&life->wrap, life->sim.ctx, &life->target), 0);
	life->session = wrap_session_of(life, 0);
}

void wrap_begin_life(struct wrap_life *life, const char *sim,
                     const char *wrapper, const char *options)
{
	wrap_load(life, sim, wrapper, options);
	wrap_open_life(life);
}

void wrap_end_life(struct wrap_life *life)
{
	if (life->session)
		life->b.session_close(life->session);
	if (life->target)
		life->b.target_close(life->target);
	if (life->target && life->plugin->backend.fini)
		life->plugin->backend.fini();
	options_free(life->options);
	plugin_free(life->plugin);
	sim_unload(&life->sim);
}

void *wrap_session_of(struct wrap_life *life, unsigned worker)
{
	struct bench_who who = {sizeof(who), 0, 1, worker, 4, 8};
	void *session = NULL;

	CU_ASSERT_EQUAL_FATAL(
	        life->b.session_open(life->target, &who, life->sim.ctx, &session),
	        0);
	return session;
}

void *wrap_file_of(struct wrap_life *life, const char *name)
{
	void *file = NULL;

	CU_ASSERT_EQUAL_FATAL(
	        life->b.open(life->session, name, SIM_CREATE, 0, &file), 0);
	return file;
}

int64_t wrap_life_now(const struct wrap_life *life)
{
	return life->b.clock_ns(life->session) - SIM_BEGIN;
}
