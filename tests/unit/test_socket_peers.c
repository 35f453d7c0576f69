/* test_socket_peers.c - the socket backend among peers: strangers, other
 * versions, the dead and the silent. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "socket_rig.h"
#include "unit.h"

#define HELLO       "BENCHSKT\0\4\0\0\0\0\0\0"
#define HELLO_BYTES 16
#define HEADER      64

static void is_served(struct rig *rig)
{
	struct rig_client c;

	CU_ASSERT_EQUAL(rig_client_reach(rig, &c), 0);
	CU_ASSERT(c.session && c.backend->ping(c.session) == 0);
	rig_client_close(&c);
}

/* Reads until the far end closes. */
static size_t read_all(int fd, char *text, size_t room)
{
	size_t length = 0;
	ssize_t got;

	while ((got = recv(fd, text + length, room - 1 - length, 0)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\0')
			text[i] = '.';
	return length;
}

static void strangers(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *answer, *log;
	} table[] = {
	        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 26, "bench serve socket",
	         "GET / HTTP"},
	        {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03zzzzz", 16,
	         "is not its protocol", "is not its protocol"},
	        {"BENCHSKT\0\2\0\0\0\0\0\0", 16, "version 4 of the socket",
	         "client speaks version 2"},
	        {"BENCHSKT\0\4\0\0\xff\xff\xff\xff", 16, "is not its protocol",
	         "is not its protocol"},
	        {"x", 1, "is not its protocol", "\"x\" is not"},
	        {"", 0, "no hello came", "no hello came"},
	};
	struct rig rig = {0};
	char text[512];

	CU_ASSERT_FATAL(rig_start(
	        &rig, (const char *const[]){"connect_timeout=200ms", NULL}));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		int fd = rig_dial(&rig);

		CU_ASSERT_FATAL(fd >= 0);
		CU_ASSERT_EQUAL(send(fd, table[i].bytes, table[i].length, MSG_NOSIGNAL),
		                (ssize_t)table[i].length);
		CU_ASSERT(read_all(fd, text, sizeof(text)) > HELLO_BYTES);
		CU_ASSERT_PTR_NOT_NULL(strstr(text, table[i].answer));
		close(fd);
		CU_ASSERT(rig_logged(&rig, table[i].log));
	}
	is_served(&rig);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

/* Sends a hello, reads the far end's, then sends what follows. */
static int greet(struct rig *rig, const void *bytes, size_t length)
{
	char text[HELLO_BYTES + 256];
	int fd = rig_dial(rig), words;

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(send(fd, HELLO, HELLO_BYTES, MSG_NOSIGNAL), HELLO_BYTES);
	CU_ASSERT_EQUAL_FATAL(recv(fd, text, HELLO_BYTES, MSG_WAITALL),
	                      HELLO_BYTES);
	CU_ASSERT_EQUAL(memcmp(text, HELLO, 12), 0);
	words = text[15];
	CU_ASSERT_EQUAL((HELLO_BYTES + words) % HEADER, 0);
	CU_ASSERT_EQUAL(recv(fd, text, (size_t)words, MSG_WAITALL), words);
	CU_ASSERT_EQUAL(send(fd, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
	return fd;
}

/* Requests that no client of ours makes; each costs its own connection only. */
static void garbage_after_the_hello(void)
{
	static const unsigned char table[][HEADER] = {
	        {0xff}, /* no such request */
	        {3, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0,
	         0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}, /* a record of 4 GiB */
	        {3, 1, 0, 0, 0, 0, 0, 9},             /* quiet, no handle */
	        {1, 8, 1, 0},                         /* a name of 256 bytes */
	        {
	                9,    0,    0,    1,    0,    0,   0, 0,    0,
	                0,    0,    0,    0,    0,    0,   0, 0xff, 0xff,
	                0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, /* a second one of 2^64
	                                                      */
	};
	struct rig rig = {0};
	char text[512];

	CU_ASSERT_FATAL(
	        rig_start(&rig, (const char *const[]){"timeout=200ms", NULL}));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		int fd = greet(&rig, table[i], sizeof(table[i]));

		CU_ASSERT_EQUAL(read_all(fd, text, sizeof(text)), 0);
		close(fd);
	}
	CU_ASSERT(rig_logged(&rig, "broke the protocol"));
	is_served(&rig);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

/* An offset near 2^64 must not wrap, and costs no memory. */
static void far_offsets(void)
{
	struct rig rig = {0};
	struct rig_client c;
	void *file;
	char byte = 1;

	CU_ASSERT_FATAL(rig_start(&rig, (const char *const[]){"memory=1m", NULL}));
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
	CU_ASSERT_EQUAL_FATAL(
	        c.backend->open(c.session, "f",
	                        BENCH_O_WRITE | BENCH_O_READ | BENCH_O_CREATE, 0,
	                        &file),
	        0);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, UINT64_MAX), -ENOSPC);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, 1 << 20), -ENOSPC);
	CU_ASSERT_EQUAL(c.backend->write(file, &byte, 1, (1 << 20) - 1), 1);
	CU_ASSERT_EQUAL(c.backend->read(file, &byte, 1, UINT64_MAX), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static const unsigned char open_request[2 * HEADER] = {1, 4 + 8, 0,
                                                       1, [HEADER] = 'k'};
/* A write of 1 MiB to handle 0, of which only the header is sent. */
static const unsigned char write_request[HEADER] = {3, [21] = 0x10};

static int start_write(struct rig *rig)
{
	char reply[HEADER];
	int fd = greet(rig, open_request, sizeof(open_request));

	CU_ASSERT_EQUAL(recv(fd, reply, HEADER, MSG_WAITALL), HEADER);
	CU_ASSERT_EQUAL(send(fd, write_request, HEADER, MSG_NOSIGNAL), HEADER);
	CU_ASSERT_EQUAL(send(fd, "abc", 3, MSG_NOSIGNAL), 3);
	return fd;
}

static void killed_and_silent_clients(void)
{
	struct linger reset = {1, 0};
	struct rig rig = {0};
	int fd;

	CU_ASSERT_FATAL(
	        rig_start(&rig, (const char *const[]){"timeout=200ms", NULL}));
	close(start_write(&rig));
	CU_ASSERT(rig_logged(&rig, "broke off"));
	fd = start_write(&rig);
	CU_ASSERT_EQUAL(
	        setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)), 0);
	close(fd);
	fd = start_write(&rig);
	CU_ASSERT(rig_logged(&rig, "moved no byte for 0.2 s"));
	close(fd);
	is_served(&rig);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

/* Stopping does not wait for clients, busy or idle. */
static void stops_at_once(void)
{
	struct rig rig = {0};
	struct rig_client c;
	int fd;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	fd = start_write(&rig);
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	CU_ASSERT_EQUAL(rig_halt(&rig), 0);
	close(fd);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECONNRESET);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "closed the connection"));
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECONNRESET);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "broke before"));
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void too_many_clients(void)
{
	struct rig rig = {0};
	struct rig_client c;
	char port[32];

	CU_ASSERT_FATAL(rig_start(&rig, (const char *const[]){"clients=1", NULL}));
	snprintf(port, sizeof(port), "port=%d", rig.port);
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
	rig_client_fails(&rig, (const char *const[]){port, NULL}, -EBUSY,
	                 "`clients`");
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
	is_served(&rig);
	is_served(&rig);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void other_servers(void)
{
	static const struct {
		const char *words;
		size_t length;
		int error;
		const char *why;
	} table[] = {
	        {"", 0, -ETIMEDOUT, "said nothing for 0.3 s"},
	        {"220 (vsFTPd 3.0.3)\r\n", 20, -EPROTO, "220 (vsFTPd"},
	        {"BENCHSKT\0\2\0\0\0\0\0\3old", 19, -EPROTO, "speaks version 2"},
	        {"BENCHSKT\0\4\0\x0c\0\0\0\7too bad", 23, -EBUSY,
	         "refuses: too bad"},
	        {"BENCHSKT\0\4\0\0\0\0\0\5", 16, -ETIMEDOUT, "broke off"},
	        {"BENCHSKT\0\4\0\0\xff\0\0\0", 16, -EPROTO, "instead of a hello"},
	};
	struct rig rig = {0};

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct rig_stub stub;

		rig_stub_start(&stub, table[i].words, table[i].length);
		rig_client_fails(
		        &rig,
		        (const char *const[]){stub.port, "connect_timeout=300ms", NULL},
		        table[i].error, table[i].why);
		rig_stub_end(&stub);
	}
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void nobody_listens(void)
{
	struct rig rig = {0};
	struct rig_stub stub;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	rig_stub_start(&stub, "", 0);
	rig_client_fails(
	        &rig,
	        (const char *const[]){stub.port, "connect_timeout=100ms", NULL},
	        -ETIMEDOUT, "said nothing");
	rig_stub_end(&stub);
	rig_client_fails(&rig, (const char *const[]){stub.port, NULL},
	                 -ECONNREFUSED, "is `bench serve socket` running there?");
	rig_client_fails(&rig, (const char *const[]){"path=/nonexistent/b", NULL},
	                 -ENOENT, "cannot connect to /nonexistent/b");
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static int64_t ms_now(void)
{
	return host_table()->now_ns() / 1000000;
}

/* Greets as it should and then says nothing any more. */
static void silent_peer(void)
{
	struct rig rig = {0};
	struct rig_stub stub;
	struct rig_client c;
	int64_t before;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	rig_stub_start(&stub, "BENCHSKT\0\4\0\0\0\0\0\4stub", 20);
	CU_ASSERT_EQUAL_FATAL(
	        rig_client_open(
	                &rig, &c,
	                (const char *const[]){stub.port, "timeout=300ms", NULL}),
	        0);
	before = ms_now();
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ETIMEDOUT);
	CU_ASSERT(ms_now() - before >= 250);
	CU_ASSERT(ms_now() - before < 2500);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(rig_client_why(&c), "moved no byte for 0.3 s"));
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), -ETIMEDOUT);
	rig_client_close(&c);
	rig_stub_end(&stub);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void *cancel_soon(void *arg)
{
	struct rig_client *c = arg;

	nanosleep(&(struct timespec){0, 100000000}, NULL);
	c->backend->cancel(c->session);
	return NULL;
}

static void cancelled(void)
{
	struct rig rig = {0};
	struct rig_stub stub;
	struct rig_client c;
	pthread_t thread;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	rig_stub_start(&stub, "BENCHSKT\0\4\0\0\0\0\0\4stub", 20);
	CU_ASSERT_EQUAL_FATAL(
	        rig_client_open(&rig, &c, (const char *const[]){stub.port, NULL}),
	        0);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, cancel_soon, &c), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), -ECANCELED);
	pthread_join(thread, NULL);
	rig_client_close(&c);
	rig_stub_end(&stub);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static CU_TestInfo cases[] = {
        {"strangers on the port", strangers},
        {"garbage after the hello", garbage_after_the_hello},
        {"offsets beyond all bounds", far_offsets},
        {"killed and silent clients", killed_and_silent_clients},
        {"stops at once", stops_at_once},
        {"more clients than allowed", too_many_clients},
        {"servers of another kind", other_servers},
        {"nobody listens", nobody_listens},
        {"a peer that falls silent", silent_peer},
        {"cancelled", cancelled},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_peers, cases)
