/* fio.c - a document of fio: its version, its jobs, its clients.
 *
 * Jobs of one group ran at the same time, so they are no rounds of one cell:
 * each gets a target of its own, unless fio added them up itself. */
#include "import/fio.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_total(const json_t *job)
{
	return same_text(text_of(job, "jobname"), "All clients");
}

static bool together(const json_t *a, const json_t *b)
{
	const json_t *left = json_object_get(a, "groupid");
	const json_t *right = json_object_get(b, "groupid");

	return json_integer_value(left) == json_integer_value(right);
}

/* Has another job of its group run beside it? */
static bool has_company(const struct fio_document *fio, size_t index)
{
	const json_t *job = json_array_get(fio->jobs, index);

	for (size_t i = 0; i < json_array_size(fio->jobs); i++) {
		const json_t *other = json_array_get(fio->jobs, i);

		if (i != index && !is_total(other) && together(job, other))
			return true;
	}
	return false;
}

static void add_job(const struct fio_document *fio, size_t index)
{
	const json_t *job = json_array_get(fio->jobs, index);
	const char *name = text_of(job, "jobname");
	bool told = json_object_get(job, "job options") || fio->global;
	char *label = NULL;

	if (has_company(fio, index)) {
		label = text_format("%s-%zu", name ? name : "job", index + 1);
		if (!label)
			fio->source->import->no_memory = true;
	} else if (!told && name) {
		label = text_copy(name);
	}
	fio_job(fio, job, label, job);
	free(label);
}

/* Did all clients do the same?  Then their total is a figure of a test. */
static const json_t *common_job(const struct fio_document *fio)
{
	static const char *const names[] = {"rw", "bs", "size", "iodepth"};
	const json_t *first = json_array_get(fio->jobs, 0);

	for (size_t i = 0; i < json_array_size(fio->jobs); i++) {
		const json_t *job = json_array_get(fio->jobs, i);

		if (is_total(job))
			continue;
		for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
			if (!same_text(fio_option(fio, job, names[k]),
			               fio_option(fio, first, names[k])))
				return NULL;
	}
	return first;
}

static const json_t *total_of(const struct fio_document *fio)
{
	for (size_t i = 0; i < json_array_size(fio->jobs); i++)
		if (is_total(json_array_get(fio->jobs, i)))
			return json_array_get(fio->jobs, i);
	return NULL;
}

static size_t count_hosts(const struct fio_document *fio)
{
	size_t hosts = 0, i, k;

	for (i = 0; i < json_array_size(fio->jobs); i++) {
		const json_t *job = json_array_get(fio->jobs, i);
		const char *host = text_of(job, "hostname");

		if (!host || is_total(job))
			continue;
		for (k = 0; k < i; k++)
			if (same_text(host,
			              text_of(json_array_get(fio->jobs, k), "hostname")))
				break;
		hosts += k == i;
	}
	return hosts;
}

static void add_total(const struct fio_document *fio, const json_t *total,
                      const json_t *common)
{
	struct import *import = fio->source->import;
	size_t before = import->count, hosts = count_hosts(fio);

	fio_job(fio, total, NULL, common);
	for (size_t i = before; i < import->count; i++) {
		import->rows[i].threads = json_array_size(fio->jobs) - 1;
		if (hosts)
			import->rows[i].clients = hosts;
	}
	import_note(fio->source, fio->line,
	            "%zu jobs on %zu clients: the total that fio made of them is "
	            "taken, not each of them",
	            json_array_size(fio->jobs) - 1, hosts);
}

static void add_jobs(const struct fio_document *fio)
{
	const json_t *total = fio->clients ? total_of(fio) : NULL;
	const json_t *common = total ? common_job(fio) : NULL;

	if (common && common != total) {
		add_total(fio, total, common);
		return;
	}
	for (size_t i = 0; i < json_array_size(fio->jobs); i++)
		if (!is_total(json_array_get(fio->jobs, i)))
			add_job(fio, i);
}

static void note_interrupted(const struct fio_document *fio)
{
	const json_t *job = json_array_get(fio->jobs, 0);
	const json_t *elapsed = json_object_get(job, "elapsed");
	const char *runtime = fio_option(fio, job, "runtime");

	if (!fio->source->interrupted)
		return;
	import_note(fio->source, fio->line,
	            "the run was cut short by a signal after %lld s of %s",
	            (long long)json_integer_value(elapsed),
	            runtime ? runtime : "a time that is not told");
}

bool fio_read(struct import_source *source, size_t line, json_t *root)
{
	const char *version = text_of(root, "fio version");
	const char *date = text_of(root, "time");
	struct fio_document fio = {.source = source, .line = line};

	if (!version)
		return false;
	fio.global = json_object_get(root, "global options");
	fio.jobs = json_object_get(root, "jobs");
	if (!fio.jobs) {
		fio.jobs = json_object_get(root, "client_stats");
		fio.clients = true;
	}
	import_fact(source, "version", version, strlen(version));
	if (date)
		import_fact(source, "date", date, strlen(date));
	if (strncmp(version, "fio-", 4) != 0 || version[4] < '2' ||
	    version[4] > '9' || version[5] != '.') {
		import_doubt(source, line,
		             "%s: only of fio-2 and later it is known which unit its "
		             "figures have; it is left out",
		             version);
		return true;
	}
	fio.major = (unsigned)(version[4] - '0');
	if (!json_is_array(fio.jobs) || json_array_size(fio.jobs) == 0 ||
	    json_array_size(fio.jobs) > 4096) {
		import_doubt(source, line, "no jobs in it, or more than 4096");
		return true;
	}
	note_interrupted(&fio);
	add_jobs(&fio);
	return true;
}
