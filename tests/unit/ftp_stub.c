/* ftp_stub.c - an FTP server that says what a test wants it to say. */
#include "ftp_stub.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include "unit.h"

static const struct ftp_answer usual[] = {
        {"", "220 stub\r\n"},
        {"USER", "331 and the password\r\n"},
        {"PASS", "230 welcome\r\n"},
        {"FEAT", "211-Features:\r\n SIZE\r\n REST STREAM\r\n211 End\r\n"},
        {"TYPE", "200 binary\r\n"},
        {"PWD", "257 \"/a \"\"quoted\"\" place\" is it\r\n"},
        {"CWD", "250 there\r\n"},
        {"REST", "350 from there\r\n"},
        {"RETR", "150 here it comes\r\n"},
        {"RETR end", "226 that was it\r\n"},
        {"STOR", "150 go on\r\n"},
        {"STOR end", "226 got it\r\n"},
        {"DELE", "250 gone\r\n"},
        {"NOOP", "200 fine\r\n"},
        {NULL, "500 never heard of it\r\n"}};

static int listen_any(int *port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof address;
	struct timeval limit = {3, 0};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CU_ASSERT_EQUAL_FATAL(bind(fd, (void *)&address, size), 0);
	CU_ASSERT_EQUAL_FATAL(listen(fd, 4), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(fd, (void *)&address, &size), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	*port = ntohs(address.sin_port);
	return fd;
}

static const struct ftp_answer *find(const struct ftp_answer *list,
                                     const char *verb)
{
	while (list && list->verb && strcmp(list->verb, verb) != 0)
		list++;
	return list;
}

/* False: the connection is to be closed. */
static bool answer(struct ftp_stub *stub, const char *verb, const char *other)
{
	const struct ftp_answer *found = find(stub->answers, verb);
	const char *reply = other;

	if (found && found->verb)
		reply = found->reply;
	else if (!other)
		reply = find(usual, verb)->reply;
	if (!reply)
		return true;
	(void)!send(stub->control, reply, strlen(reply), MSG_NOSIGNAL);
	return *reply != '\0';
}

static int port_of(int fd)
{
	struct sockaddr_in address;
	socklen_t size = sizeof address;

	getsockname(fd, (void *)&address, &size);
	return ntohs(address.sin_port);
}

static bool offer_data(struct ftp_stub *stub, const char *verb)
{
	int port = port_of(stub->data);
	char reply[80];

	if (strcmp(verb, "EPSV") == 0)
		snprintf(reply, sizeof reply, "229 here (|||%d|)\r\n", port);
	else /* An address that leads nowhere, as from behind NAT. */
		snprintf(reply, sizeof reply, "227 here (10,255,255,1,%d,%d)\r\n",
		         port >> 8, port & 255);
	return answer(stub, verb, reply);
}

static bool store(struct ftp_stub *stub)
{
	int fd = accept(stub->data, NULL, NULL);
	unsigned char bytes[4096];
	size_t at = stub->rest;
	ssize_t got;

	if (at == 0 || stub->truncates)
		stub->stored = at;
	stub->rest = 0;
	while ((got = recv(fd, bytes, sizeof bytes, 0)) > 0)
		if (at + (size_t)got <= sizeof stub->file) {
			memcpy(stub->file + at, bytes, (size_t)got);
			at += (size_t)got;
		}
	if (stub->stored < at)
		stub->stored = at;
	stub->exists = true;
	close(fd);
	return answer(stub, "STOR end", NULL);
}

static bool retrieve(struct ftp_stub *stub)
{
	int fd = accept(stub->data, NULL, NULL);
	size_t at = stub->rest, length = stub->stored - at;

	if (stub->sends > 0 && length > (size_t)stub->sends)
		length = (size_t)stub->sends;
	stub->rest = 0;
	(void)!send(fd, stub->file + at, length, MSG_NOSIGNAL);
	close(fd);
	return answer(stub, "RETR end", NULL);
}

static bool serve(struct ftp_stub *stub, char *line)
{
	char *argument = strchr(line, ' ');
	char size[64];

	snprintf(stub->heard, sizeof stub->heard, "%s", line);
	if (argument)
		*argument++ = '\0';
	if (strcmp(line, "EPSV") == 0 || strcmp(line, "PASV") == 0)
		return offer_data(stub, line);
	if (strcmp(line, "SIZE") == 0) {
		snprintf(size, sizeof size,
		         stub->exists ? "213 %zu\r\n" : "550 none\r\n", stub->stored);
		return answer(stub, line, size);
	}
	if (strcmp(line, "REST") == 0 && argument)
		stub->rest = strtoull(argument, NULL, 10);
	if (strcmp(line, "DELE") == 0)
		stub->exists = false;
	if (!answer(stub, line, NULL))
		return false;
	/* Where the command was refused there are no data. */
	if (find(stub->answers, line) && find(stub->answers, line)->verb)
		return true;
	if (strcmp(line, "STOR") == 0)
		return store(stub);
	return strcmp(line, "RETR") != 0 || retrieve(stub);
}

static void *run(void *arg)
{
	struct ftp_stub *stub = arg;
	struct timeval limit = {3, 0};
	char line[512], byte;
	size_t length = 0;
	int one = 1;
	bool on;

	stub->control = accept(stub->listener, NULL, NULL);
	setsockopt(stub->control, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	setsockopt(stub->control, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	on = answer(stub, "", NULL);
	while (on && recv(stub->control, &byte, 1, 0) == 1) {
		if (byte != '\n' && length < sizeof line - 1) {
			line[length++] = byte;
			continue;
		}
		line[length] = '\0';
		line[strcspn(line, "\r")] = '\0';
		length = 0;
		on = serve(stub, line);
	}
	close(stub->control);
	return NULL;
}

void ftp_stub_start(struct ftp_stub *stub)
{
	int port, data_port;

	stub->listener = listen_any(&port);
	stub->data = listen_any(&data_port);
	snprintf(stub->port, sizeof stub->port, "port=%d", port);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&stub->thread, NULL, run, stub), 0);
}

void ftp_stub_end(struct ftp_stub *stub)
{
	pthread_join(stub->thread, NULL);
	close(stub->listener);
	close(stub->data);
}
