/* record_pools.c - records pools.txt anew: real rates, for the tests of
 * statistics to draw from.
 *
 *     gcc -std=c11 -D_GNU_SOURCE -O2 tests/data/record_pools.c -o /tmp/record
 *     chrt -f 20 /tmp/record DIR_IN_MEMORY DIR_ON_DISK > pools.txt
 *
 * Seven loops in turns, 401 rounds (an odd number, so that the median of a pool
 * is one of its values); a value is the median of three slices of 10 ms.  One
 * and a half minutes.  chrt: bench waits for a quiet machine and queues another
 * round for a disturbed one; this goes before all other work instead. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SLICE_NS      10000000
#define SLICES        3
#define VALUES        401
#define RECORD        4096
#define STREAM_RECORD 65536
#define FILE_RECORDS  1024
#define PAYLOAD       53

struct loop {
	const char *name, *meaning;
	int (*once)(struct loop *loop);
	int fd;
	unsigned at; /* next record */
	const char *path;
	double rates[VALUES];
};

static char buffer[STREAM_RECORD] __attribute__((aligned(RECORD)));

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static off_t next_offset(struct loop *loop)
{
	loop->at = (loop->at + 1) % FILE_RECORDS;
	return (off_t)loop->at * RECORD;
}

static int read_record(struct loop *loop)
{
	return pread(loop->fd, buffer, RECORD, next_offset(loop)) != RECORD;
}

static int write_record(struct loop *loop)
{
	return pwrite(loop->fd, buffer, RECORD, next_offset(loop)) != RECORD;
}

static int write_through(struct loop *loop)
{
	return write_record(loop) || fdatasync(loop->fd);
}

static int create_unlink(struct loop *loop)
{
	int fd = open(loop->path, O_WRONLY | O_CREAT | O_TRUNC, 0660);
	int bad = fd < 0 || write(fd, buffer, PAYLOAD) != PAYLOAD;

	return bad || close(fd) || unlink(loop->path);
}

static int round_trip(struct loop *loop)
{
	return write(loop->fd, buffer, 1) != 1 || read(loop->fd, buffer, 1) != 1;
}

static int send_record(struct loop *loop)
{
	return write(loop->fd, buffer, STREAM_RECORD) != STREAM_RECORD;
}

/* The far end of both TCP loops: `reply` says which. */
static void serve(int fd, int reply)
{
	ssize_t got;

	while ((got = read(fd, buffer, sizeof buffer)) > 0)
		if (reply && write(fd, buffer, (size_t)got) != got)
			break;
	_exit(0);
}

static int connected(int reply)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	socklen_t length = sizeof address;
	int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(listener, (struct sockaddr *)&address, sizeof address) ||
	    listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&address, &length) ||
	    connect(fd, (struct sockaddr *)&address, length))
		return -1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	if (fork() == 0) {
		close(fd);
		serve(accept(listener, NULL, NULL), reply);
	}
	close(listener);
	return fd;
}

static int filled(const char *directory, const char *name, int flags)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	for (int i = 0; fd >= 0 && i < FILE_RECORDS; i++)
		if (pwrite(fd, buffer, RECORD, (off_t)i * RECORD) != RECORD)
			return -1;
	if (fd < 0 || fsync(fd))
		return -1;
	close(fd);
	fd = open(path, O_RDWR | flags);
	unlink(path);
	return fd;
}

/* Operations per second of one slice; 0 when one failed. */
static double slice(struct loop *loop)
{
	int64_t start = now_ns(), ns = 0;
	double operations = 0;

	while (ns < SLICE_NS) {
		for (int i = 0; i < 8; i++)
			if (loop->once(loop))
				return 0;
		operations += 8;
		ns = now_ns() - start;
	}
	return operations * 1e9 / (double)ns;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double value(struct loop *loop)
{
	double rates[SLICES];

	for (int i = 0; i < SLICES; i++)
		rates[i] = slice(loop);
	qsort(rates, SLICES, sizeof rates[0], by_value);
	return rates[0] > 0 ? rates[SLICES / 2] : 0;
}

static void print(const struct loop *loop)
{
	printf("\n# %s\n%s", loop->meaning, loop->name);
	for (int i = 0; i < VALUES; i++)
		printf("%s%.6g", i % 10 ? " " : "\n", loop->rates[i]);
	printf("\n");
}

static int record(struct loop *loops, size_t count)
{
	for (int i = -1; i < VALUES; i++) /* the first turn is the warm-up */
		for (size_t k = 0; k < count; k++) {
			double rate = value(&loops[k]);

			if (!(rate > 0)) {
				perror(loops[k].name);
				return 1;
			}
			if (i >= 0)
				loops[k].rates[i] = rate;
		}
	for (size_t k = 0; k < count; k++)
		print(&loops[k]);
	return 0;
}

int main(int argc, char **argv)
{
	static struct loop loops[] = {
	        {"read_4k",
	         "pread of 4 KiB, cached, in memory",
	         read_record,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"write_4k",
	         "pwrite of 4 KiB, cached, on a disk",
	         write_record,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"create_unlink",
	         "create, write 53 bytes, close, unlink, in memory",
	         create_unlink,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"tcp_round_trip",
	         "one byte to and fro, TCP, loopback",
	         round_trip,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"tcp_stream_64k",
	         "64 KiB into a TCP stream, loopback",
	         send_record,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"direct_4k",
	         "pread of 4 KiB, O_DIRECT, on a disk",
	         read_record,
	         -1,
	         0,
	         NULL,
	         {0}},
	        {"fdatasync_4k",
	         "pwrite of 4 KiB and fdatasync, on a disk",
	         write_through,
	         -1,
	         0,
	         NULL,
	         {0}}};
	char path[4096];
	int result;

	if (argc != 3)
		return 2;
	snprintf(path, sizeof path, "%s/record_pools", argv[1]);
	loops[0].fd = filled(argv[1], "record_pools.a", 0);
	loops[1].fd = filled(argv[2], "record_pools.b", 0);
	loops[2].path = path;
	loops[3].fd = connected(1);
	loops[4].fd = connected(0);
	loops[5].fd = filled(argv[2], "record_pools.c", O_DIRECT);
	loops[6].fd = filled(argv[2], "record_pools.d", 0);
	result = record(loops, LENGTH(loops));
	for (size_t i = 0; i < LENGTH(loops); i++)
		close(loops[i].fd);
	while (wait(NULL) > 0)
		;
	return result;
}
