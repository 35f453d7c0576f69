/* test_verify_backends.c - one byte of a large file is flipped behind the
 * backend's back: verification names its offset.  On the server's own disk for
 * those that serve one, by a second session for the one that serves memory.
 * 16 MiB; 1 GiB where BENCH_FULL is set. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/pattern.h"
#include "base/text.h"
#include "ftp_rig.h"
#include "measure/clock.h"
#include "nfs_rig.h"
#include "posix_rig.h"
#include "smb_rig.h"
#include "socket_rig.h"
#include "unit.h"
#include "workload/workload.h"

#define NAME   "verified"
#define RECORD (UINT64_C(1) << 20)

/* Who reads and writes, and how to get behind its back. */
struct place {
	const struct bench_backend *backend;
	struct bench_ctx *ctx;
	void *target, *session, *other; /* the second session, or NULL */
	const char *directory;          /* where the file lies, or NULL */
	const char *what;
};

static uint64_t file_size(void)
{
	return getenv("BENCH_FULL") ? UINT64_C(1) << 30 : UINT64_C(16) << 20;
}

static void flip_on_disk(const struct place *place, uint64_t offset)
{
	char *path = text_format("%s/" NAME, place->directory);
	int fd = open(path, O_RDWR | O_CLOEXEC);
	unsigned char byte = 0;

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(pread(fd, &byte, 1, (off_t)offset), 1);
	byte ^= 0x20;
	CU_ASSERT_EQUAL(pwrite(fd, &byte, 1, (off_t)offset), 1);
	close(fd);
	free(path);
}

static void flip_by_session(const struct place *place, uint64_t offset)
{
	unsigned char byte = 0;
	void *file = NULL;

	CU_ASSERT_EQUAL_FATAL(place->backend->open(place->other, NAME,
	                                           BENCH_O_READ | BENCH_O_WRITE, 0,
	                                           &file),
	                      0);
	CU_ASSERT_EQUAL(place->backend->read(file, &byte, 1, offset), 1);
	byte ^= 0x20;
	CU_ASSERT_EQUAL(place->backend->write(file, &byte, 1, offset), 1);
	CU_ASSERT_EQUAL(place->backend->close(file), 0);
}

static void flip(const struct place *place, uint64_t offset)
{
	if (place->directory)
		flip_on_disk(place, offset);
	else
		flip_by_session(place, offset);
}

static void report(const struct place *place, const struct workload_lane *lane,
                   int64_t written_ns, int64_t verified_ns)
{
	if (lane->why)
		printf("\n    %s: %s", place->what, lane->why);
	if (getenv("BENCH_FULL"))
		printf("\n    %s: written in %.2f s, verified in %.2f s", place->what,
		       (double)written_ns / 1e9, (double)verified_ns / 1e9);
}

/* Writes the file; all of it is right; then one byte is not. */
static void write_and_flip(struct place *place, struct workload_lane *lane)
{
	uint64_t offset = file_size() / 3 + 12345;
	char *words = text_format("offset %llu of " NAME " is ",
	                          (unsigned long long)offset);
	int64_t start = clock_now_ns(), written, verified;

	CU_ASSERT_EQUAL(workload_prepare(lane), 0);
	CU_ASSERT_EQUAL(workload_slice(lane, 1), 0);
	written = clock_now_ns();
	CU_ASSERT_EQUAL(workload_verify(lane), 0);
	verified = clock_now_ns();
	report(place, lane, written - start, verified - written);
	CU_ASSERT_EQUAL(lane->tally.verified_bytes, file_size());
	workload_clear(lane);
	flip(place, offset);
	CU_ASSERT_EQUAL(workload_verify(lane), -EILSEQ);
	CU_ASSERT_PTR_NOT_NULL(lane->why);
	if (lane->why && !strstr(lane->why, words))
		printf("\n    %s: %s\n    lacks: %s\n", place->what, lane->why, words);
	CU_ASSERT(lane->why && strstr(lane->why, words));
	CU_ASSERT(lane->why && strstr(lane->why, "one flipped bit"));
	workload_clear(lane);
	free(words);
}

static void one_byte(struct place *place)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct histogram *latency = malloc(sizeof(*latency));
	struct workload_cell cell = {.test = workload_find("write"),
	                             .file_size = file_size(),
	                             .record_size = RECORD,
	                             .flush = true,
	                             .verify = WORKLOAD_VERIFY_ALL,
	                             .seed = 7};
	struct workload_lane lane = {.backend = place->backend,
	                             .ctx = place->ctx,
	                             .session = place->session,
	                             .name = NAME,
	                             .index = 3,
	                             .cell = &cell,
	                             .latency = latency,
	                             .deadline_ns = INT64_MAX};

	CU_ASSERT_PTR_NOT_NULL_FATAL(latency);
	histogram_reset(latency);
	CU_ASSERT_EQUAL(place->backend->caps(place->target, &caps), 0);
	CU_ASSERT_PTR_NULL(workload_lacks_for_cell(&cell, place->backend, &caps));
	cell.reopen = !(caps.props & BENCH_RANDOM);
	CU_ASSERT_EQUAL(workload_open(&lane), 0);
	write_and_flip(place, &lane);
	CU_ASSERT_EQUAL(workload_close(&lane), 0);
	workload_clear(&lane);
	free(latency);
}

static void by_posix(void)
{
	struct posix_life life;
	struct place place = {.what = "posix"};
	char *directory = posix_directory("verified-by-posix");

	posix_begin(&life, directory);
	place.backend = life.b;
	place.ctx = life.ctx;
	place.target = life.target;
	place.session = life.session;
	place.directory = directory;
	one_byte(&place);
	posix_end(&life);
	CU_ASSERT_EQUAL(rmdir(directory), 0);
	free(directory);
}

static void by_nfs(void)
{
	struct nfs_server server;
	struct rig_client c;
	struct place place = {.what = "nfs"};

	if (!nfs_server_start(&server, NULL, NULL))
		return;
	CU_ASSERT_EQUAL_FATAL(nfs_client_open(&server, &c, NULL), 0);
	place.backend = c.backend;
	place.ctx = c.ctx;
	place.target = c.target;
	place.session = c.session;
	place.directory = server.directory;
	one_byte(&place);
	rig_client_close(&c);
	nfs_server_stop(&server);
	CU_ASSERT_EQUAL(rmdir(server.directory), 0);
}

static void by_smb(void)
{
	struct smb_server server;
	struct smb_client c;
	struct place place = {.what = "smb"};

	if (smb_missing())
		return;
	CU_ASSERT_FATAL(smb_start(&server, NULL, NULL));
	CU_ASSERT_EQUAL_FATAL(smb_open(&server, &c, NULL), 0);
	place.backend = c.backend;
	place.ctx = c.ctx;
	place.target = c.target;
	place.session = c.session;
	place.directory = server.directory;
	one_byte(&place);
	smb_close(&c);
	CU_ASSERT(smb_stop(&server));
}

static void by_ftp(void)
{
	static const char *const words[] = {NULL};
	struct script_server server = {0};
	struct script_client c;
	struct place place = {.what = "ftp"};

	if (!ftp_server_start(&server, NULL, words))
		return;
	CU_ASSERT_EQUAL_FATAL(ftp_client_reach(&c, &server), 0);
	place.backend = c.backend;
	place.ctx = c.ctx;
	place.target = c.target;
	place.session = c.session;
	place.directory = server.directory;
	one_byte(&place);
	script_client_close(&c);
	CU_ASSERT_EQUAL(script_server_stop(&server), 143);
}

static void by_socket(void)
{
	static const char *const settings[] = {"host=127.0.0.1", "memory=1280m",
	                                       NULL};
	struct rig rig = {0};
	struct rig_client c, other;
	struct place place = {.what = "socket"};

	CU_ASSERT_FATAL(rig_start(&rig, settings));
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &other), 0);
	place.backend = c.backend;
	place.ctx = c.ctx;
	place.target = c.target;
	place.session = c.session;
	place.other = other.session;
	one_byte(&place);
	rig_client_close(&other);
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static CU_TestInfo cases[] = {{"by posix", by_posix},   {"by nfs", by_nfs},
                              {"by smb", by_smb},       {"by ftp", by_ftp},
                              {"by socket", by_socket}, CU_TEST_INFO_NULL};
UNIT_SUITE(verify_backends, cases)
