/* fio.h - between fio.c, which goes through the jobs, and fio_job.c. */
#ifndef BENCH_IMPORT_FIO_H
#define BENCH_IMPORT_FIO_H

#include "import/parts.h"

struct fio_document {
	struct import_source *source;
	size_t line;
	unsigned major; /* 2: io_bytes is KiB, latencies are in us */
	const json_t *jobs, *global;
	bool clients;
};

/* What a job was told, by itself or by all jobs; NULL: not said. */
const char *fio_option(const struct fio_document *fio, const json_t *job,
                       const char *name);
/* Rows of a job, one for each direction with figures. */
void fio_job(const struct fio_document *fio, const json_t *job,
             const char *label, const json_t *options_of);

#endif
