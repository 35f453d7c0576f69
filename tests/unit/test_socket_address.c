/* test_socket_address.c - where the socket backend connects and listens. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "base/text.h"
#include "socket_rig.h"
#include "unit.h"

static void addresses(void)
{
	static const struct {
		const char *host, *port;
		int error;
		const char *words;
	} table[] = {
	        {"[::1", "5201", -EINVAL, "expected [ADDRESS]"},
	        {"[::1]x", "5201", -EINVAL, "expected [ADDRESS]"},
	        {"[]", "5201", -EINVAL, "host is empty"},
	        {":80", "5201", -EINVAL, "host is empty"},
	        {"a:99999", "5201", -EINVAL, "0 to 65535"},
	        {"a:http", "5201", -EINVAL, "0 to 65535"},
	        {"a:", "5201", -EINVAL, "0 to 65535"},
	        {"a:80", "81", -EINVAL, "`port` says 81"},
	        {"fe80::1", "5201", -EINVAL, "network interface: fe80::1%eth0"},
	        {"[fe80::1]:80", "5201", -EINVAL, "network interface"},
	        {"fe80::1%nosuch0", "5201", -EINVAL, "no network interface"},
	        {"a", "5201", 0, ""},
	        {"a:80", "5201", 0, ""},
	        {"[::1]:5201", "5201", 0, ""},
	        {"::1", "5201", 0, ""},
	        {"fe80::1%lo", "5201", 0, ""},
	        {"::ffff:127.0.0.1", "1", 0, ""},
	};
	struct rig rig = {0};

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *host = text_format("host=%s", table[i].host);
		char *port = text_format("port=%s", table[i].port);
		struct rig_client c;

		CU_ASSERT(rig_client_prepare(&rig, &c,
		                             (const char *const[]){host, port, NULL}));
		CU_ASSERT_EQUAL(c.backend->check(c.options->config, c.ctx),
		                table[i].error);
		CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), table[i].words));
		rig_client_close(&c);
		free(host);
		free(port);
	}
	rig_client_fails(&rig, (const char *const[]){"path=/x", "host=a", NULL},
	                 -EINVAL, "excludes");
	rig_client_fails(&rig, (const char *const[]){"path=/x", "mss=500", NULL},
	                 -EINVAL, "for TCP");
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static int keep_pair(void *arg, const char *key, const char *value)
{
	char *text = arg;
	size_t length = strlen(text);

	snprintf(text + length, 256 - length, "%s=%s ", key, value);
	return 0;
}

static void urls(void)
{
	static const struct {
		const char *url, *options; /* NULL: refused */
	} table[] = {
	        {"tcp://nas", "host=nas port=5201 "},
	        {"tcp://nas/", "host=nas port=5201 "},
	        {"TCP://nas:80", "host=nas port=80 "},
	        {"tcp://[::1]:5201", "host=::1 port=5201 "},
	        {"tcp://[fe80::1%25lo]:1", "host=fe80::1%lo port=1 "},
	        {"tcp://[fe80::1%lo]", "host=fe80::1%lo port=5201 "},
	        {"unix:///run/b.sock", "path=/run/b.sock "},
	        {"tcp://", NULL},
	        {"tcp://user@nas", NULL},
	        {"tcp://nas/share", NULL},
	        {"tcp://nas:x", NULL},
	        {"unix://run/b", NULL},
	        {"unix:///", NULL},
	        {"nfs://nas/x", NULL},
	};
	struct rig rig = {0};
	struct rig_client c;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	CU_ASSERT_FATAL(rig_client_prepare(&rig, &c, NULL));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char text[256] = "";
		int error = c.backend->from_url(table[i].url, c.ctx, keep_pair, text);

		CU_ASSERT_EQUAL(error, table[i].options ? 0 : -EINVAL);
		if (table[i].options)
			CU_ASSERT_STRING_EQUAL(text, table[i].options);
	}
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void facts(void)
{
	struct rig rig = {0};
	struct rig_client c;

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "peer=127.0.0.1\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "transport=tcp4\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "server_version=bench "));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "send_buffer="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "receive_buffer="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "congestion_control="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "mss="));
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "rtt_us="));
	c.facts[0] = '\0';
	CU_ASSERT_EQUAL(c.backend->counters(c.session), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "retransmits=0\n"));
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static bool has_ipv6(void)
{
	struct sockaddr_in6 address = {.sin6_family = AF_INET6,
	                               .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	int fd = socket(AF_INET6, SOCK_STREAM, 0);
	bool has = fd >= 0 && bind(fd, (void *)&address, sizeof(address)) == 0;

	if (fd >= 0)
		close(fd);
	return has;
}

static void reaches(struct rig *rig, const char *host, const char *transport)
{
	char *where = text_format("host=%s", host);
	char *port = text_format("port=%d", rig->port);
	struct rig_client c;

	CU_ASSERT_EQUAL(
	        rig_client_open(rig, &c, (const char *const[]){where, port, NULL}),
	        0);
	if (c.session) {
		CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
		CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, transport));
	}
	rig_client_close(&c);
	free(where);
	free(port);
}

static void both_loopbacks(void)
{
	struct rig rig = {0};

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	reaches(&rig, "127.0.0.1", "tcp4");
	reaches(&rig, "localhost", "tcp");
	if (has_ipv6()) {
		reaches(&rig, "::1", "tcp6");
		reaches(&rig, "[::1]", "tcp6");
		CU_ASSERT(rig_logged(&rig, "also listening on [::1]:"));
	}
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static void one_family_only(void)
{
	struct rig four = {0}, six = {0};

	CU_ASSERT_FATAL(
	        rig_start(&four, (const char *const[]){"host=127.0.0.1", NULL}));
	reaches(&four, "localhost", "tcp4");
	CU_ASSERT_EQUAL(rig_stop(&four), 0);
	if (!has_ipv6())
		return;
	CU_ASSERT_FATAL(rig_start(&six, (const char *const[]){"host=::1", NULL}));
	CU_ASSERT_NSTRING_EQUAL(six.where, "[::1]:", 6);
	reaches(&six, "::1", "tcp6");
	CU_ASSERT_EQUAL(rig_stop(&six), 0);
}

static void unix_sockets(void)
{
	char *path = text_format("path=%s/b.sock", unit_scratch());
	const char *file = path + strlen("path=");
	const char *const settings[] = {path, NULL};
	struct rig rig = {0}, second = {0};
	struct rig_client c;

	CU_ASSERT_FATAL(rig_start(&rig, settings));
	CU_ASSERT_STRING_EQUAL(rig.where, file);
	CU_ASSERT_EQUAL_FATAL(rig_client_open(&rig, &c, settings), 0);
	CU_ASSERT_EQUAL(c.backend->mkdir(c.session, "d"), 0);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	CU_ASSERT_EQUAL(c.backend->describe(c.target), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(c.facts, "transport=unix\n"));
	CU_ASSERT_PTR_NULL(strstr(c.facts, "peer="));
	CU_ASSERT_FALSE(rig_start(&second, settings));
	CU_ASSERT_PTR_NOT_NULL(strstr(host_ctx_failure(second.ctx), "answers"));
	CU_ASSERT_EQUAL(rig_stop(&second), -EADDRINUSE);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	rig_client_close(&c);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
	CU_ASSERT_EQUAL(access(file, F_OK), -1);
	free(path);
}

/* What lies at the path: a stale socket is replaced, a file is not. */
static void unix_leftovers(void)
{
	char *path = text_format("path=%s/left", unit_scratch());
	const char *file = path + strlen("path=");
	const char *const settings[] = {path, NULL};
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct rig stale = {0}, taken = {0};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", file);
	CU_ASSERT_EQUAL_FATAL(bind(fd, (void *)&address, sizeof(address)), 0);
	close(fd);
	CU_ASSERT(rig_start(&stale, settings));
	CU_ASSERT_EQUAL(rig_stop(&stale), 0);
	CU_ASSERT_EQUAL(access(file, F_OK), -1);
	fd = open(file, O_CREAT | O_WRONLY, 0600);
	CU_ASSERT_FATAL(fd >= 0);
	close(fd);
	CU_ASSERT_FALSE(rig_start(&taken, settings));
	CU_ASSERT_EQUAL(rig_stop(&taken), -EEXIST);
	CU_ASSERT_EQUAL(unlink(file), 0);
	free(path);
}

static void taken_port(void)
{
	struct rig rig = {0}, second = {0};
	char port[32];

	CU_ASSERT_FATAL(rig_start(&rig, NULL));
	snprintf(port, sizeof(port), "port=%d", rig.port);
	CU_ASSERT_FALSE(rig_start(&second, (const char *const[]){port, NULL}));
	CU_ASSERT_PTR_NOT_NULL(strstr(host_ctx_failure(second.ctx),
	                              "cannot listen on 127.0.0.1:"));
	CU_ASSERT_EQUAL(rig_stop(&second), -EADDRINUSE);
	reaches(&rig, "127.0.0.1", "tcp4");
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static CU_TestInfo cases[] = {
        {"ways to write an address", addresses},
        {"URLs", urls},
        {"facts", facts},
        {"both loopbacks", both_loopbacks},
        {"one address family only", one_family_only},
        {"Unix sockets", unix_sockets},
        {"what lies at a Unix socket's path", unix_leftovers},
        {"a port that is taken", taken_port},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_address, cases)
