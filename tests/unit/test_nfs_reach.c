/* test_nfs_reach.c - the NFS backend and addresses where no NFS server is. */
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "nfs_rig.h"
#include "unit.h"

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A port with a listener that never accepts, or with none. */
static int open_port(bool listens, int *fd)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t length = sizeof(address);

	*fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	CU_ASSERT_EQUAL(bind(*fd, (void *)&address, sizeof(address)), 0);
	if (listens)
		CU_ASSERT_EQUAL(listen(*fd, 8), 0);
	getsockname(*fd, (void *)&address, &length);
	return ntohs(address.sin_port);
}

/* A mount from there must fail so, soon. */
static void mount_fails(int port, const char *host, const char *timeout,
                        int error, const char *words)
{
	char ports[2][32];
	const char *const settings[] = {host,     "export=/bench", ports[0],
	                                ports[1], timeout,         NULL};
	int64_t begun = milliseconds();
	struct rig rig;

	if (!nfs_plugin_load(&rig))
		return;
	snprintf(ports[0], sizeof(ports[0]), "port=%d", port);
	snprintf(ports[1], sizeof(ports[1]), "mount_port=%d", port);
	rig_client_fails(&rig, settings, error, words);
	CU_ASSERT(milliseconds() - begun < 3000);
	plugin_free(rig.plugin);
}

static void refused(void)
{
	int fd, port = open_port(false, &fd);
	char words[128];

	snprintf(words, sizeof(words),
	         "cannot connect to the mount service 127.0.0.1:%d: Connection "
	         "refused",
	         port);
	mount_fails(port, "host=127.0.0.1", "timeout=2s", -ECONNREFUSED, words);
	mount_fails(port, "host=[::1]", "timeout=2s", -ECONNREFUSED,
	            "the mount service [::1]:");
	mount_fails(port, "host=no.such.host.invalid", "timeout=2s", -EHOSTUNREACH,
	            "host `no.such.host.invalid`: ");
	close(fd);
}

static void silent(void)
{
	int fd, port = open_port(true, &fd);

	mount_fails(port, "host=127.0.0.1", "timeout=200ms", -ETIMEDOUT,
	            "did not answer within 0.2 s (option `timeout`)");
	close(fd);
}

/* Says what no NFS server says, and closes. */
static void *babble(void *arg)
{
	static const char words[] = "HTTP/1.0 400 Bad Request\r\n\r\n";
	int fd = accept(*(int *)arg, NULL, NULL);
	char byte;

	if (fd >= 0 && recv(fd, &byte, 1, 0) == 1 &&
	    send(fd, words, sizeof(words), MSG_NOSIGNAL) > 0)
		shutdown(fd, SHUT_WR);
	if (fd >= 0)
		close(fd);
	return NULL;
}

static void stranger(void)
{
	int fd, port = open_port(true, &fd);
	pthread_t thread;

	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, babble, &fd), 0);
	mount_fails(port, "host=127.0.0.1", "timeout=2s", -ECONNRESET,
	            "the mount service");
	shutdown(fd, SHUT_RDWR);
	pthread_join(thread, NULL);
	close(fd);
}

static CU_TestInfo cases[] = {{"refused connections, unknown hosts", refused},
                              {"a port that never answers", silent},
                              {"a stranger on the port", stranger},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(nfs_reach, cases)
