/* socket_rig.c - a far end of the socket backend in a thread, and clients of
 * it. */
#include "socket_rig.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "unit.h"

#ifndef PLUGIN_DIR
#define PLUGIN_DIR "plugins"
#endif

static void nap(void)
{
	nanosleep(&(struct timespec){0, 5000000}, NULL);
}

static void keep_ready(void *arg, const char *text)
{
	struct rig *rig = arg;
	const char *colon = strrchr(text, ':');

	snprintf(rig->where, sizeof(rig->where), "%s", text);
	rig->port = colon ? atoi(colon + 1) : 0;
	atomic_store(&rig->ready, 1);
}

static void keep_note(void *arg, const char *text)
{
	struct rig *rig = arg;
	size_t length;

	pthread_mutex_lock(&rig->lock);
	length = strlen(rig->log);
	snprintf(rig->log + length, sizeof(rig->log) - length, "%s\n", text);
	pthread_mutex_unlock(&rig->lock);
}

static bool ask_stop(void *arg)
{
	struct rig *rig = arg;

	return atomic_load(&rig->stop);
}

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct rig_client *client = arg;
	size_t length = strlen(client->facts);

	snprintf(client->facts + length, sizeof(client->facts) - length, "%s=%s\n",
	         key, value);
}

static void *serve(void *arg)
{
	struct rig *rig = arg;

	rig->result = rig->plugin->backend.serve(rig->options->config, rig->ctx);
	if (atomic_load(&rig->ready) == 0)
		atomic_store(&rig->ready, -1);
	return NULL;
}

static bool set_all(struct options *options, const char *const *settings)
{
	for (; settings && *settings; settings++) {
		const char *equals = strchr(*settings, '=');
		char key[64], *why = NULL;

		snprintf(key, sizeof(key), "%.*s", (int)(equals - *settings),
		         *settings);
		if (options_set(options, key, equals + 1, &why)) {
			fprintf(stderr, "%s: %s\n", *settings, why ? why : "?");
			free(why);
			return false;
		}
	}
	return true;
}

static bool load(struct rig *rig)
{
	char *why = NULL;

	if (plugin_load(PLUGIN_DIR "/socket.so", &rig->plugin, &why) == 0)
		return true;
	fprintf(stderr, "%s\n", why ? why : "no plugin");
	free(why);
	return false;
}

static bool await_ready(struct rig *rig)
{
	for (int i = 0; i < 600 && atomic_load(&rig->ready) == 0; i++)
		nap();
	return atomic_load(&rig->ready) == 1;
}

bool rig_start(struct rig *rig, const char *const *settings)
{
	static const char *const any[] = {"port=0", NULL};
	struct host_sinks sinks = {.arg = rig,
	                           .note = keep_note,
	                           .ready = keep_ready,
	                           .stopping = ask_stop};
	bool has_path =
	        settings && settings[0] && strncmp(settings[0], "path=", 5) == 0;

	pthread_mutex_init(&rig->lock, NULL);
	rig->ctx = host_ctx_new(&sinks);
	if (!rig->ctx || !load(rig) ||
	    options_new(&rig->plugin->backend, &rig->options, NULL))
		return false;
	if (!has_path && !set_all(rig->options, any))
		return false;
	if (!set_all(rig->options, settings))
		return false;
	rig->running = pthread_create(&rig->thread, NULL, serve, rig) == 0;
	return rig->running && await_ready(rig);
}

int rig_halt(struct rig *rig)
{
	atomic_store(&rig->stop, true);
	if (rig->running)
		pthread_join(rig->thread, NULL);
	rig->running = false;
	return rig->result;
}

int rig_stop(struct rig *rig)
{
	rig_halt(rig);
	options_free(rig->options);
	host_ctx_free(rig->ctx);
	plugin_free(rig->plugin);
	pthread_mutex_destroy(&rig->lock);
	return rig->result;
}

bool rig_logged(struct rig *rig, const char *word)
{
	bool found = false;

	for (int i = 0; i < 400 && !found; i++) {
		pthread_mutex_lock(&rig->lock);
		found = strstr(rig->log, word) != NULL;
		pthread_mutex_unlock(&rig->lock);
		if (!found)
			nap();
	}
	return found;
}

bool rig_client_prepare(struct rig *rig, struct rig_client *client,
                        const char *const *settings)
{
	struct host_sinks sinks = {.arg = client, .fact = keep_fact};

	*client = (struct rig_client){.backend = &rig->plugin->backend};
	client->ctx = host_ctx_new(&sinks);
	return client->ctx &&
	       options_new(client->backend, &client->options, NULL) == 0 &&
	       set_all(client->options, settings);
}

int rig_client_open(struct rig *rig, struct rig_client *client,
                    const char *const *settings)
{
	static const struct bench_who who = {.size = sizeof(who), .ranks = 1};
	int error;

	if (!rig_client_prepare(rig, client, settings))
		return -EINVAL;
	error = client->backend->check(client->options->config, client->ctx);
	if (!error)
		error = client->backend->target_open(client->options->config,
		                                     client->ctx, &client->target);
	if (!error)
		error = client->backend->session_open(client->target, &who, client->ctx,
		                                      &client->session);
	return error;
}

int rig_client_reach(struct rig *rig, struct rig_client *client)
{
	char port[32];

	snprintf(port, sizeof(port), "port=%d", rig->port);
	return rig_client_open(rig, client, (const char *const[]){port, NULL});
}

void rig_client_close(struct rig_client *client)
{
	if (client->session)
		client->backend->session_close(client->session);
	if (client->target)
		client->backend->target_close(client->target);
	options_free(client->options);
	host_ctx_free(client->ctx);
}

const char *rig_client_why(const struct rig_client *client)
{
	const char *why = host_ctx_failure(client->ctx);

	return why ? why : "";
}

void rig_client_fails(struct rig *rig, const char *const *settings, int error,
                      const char *words)
{
	struct rig_client c;

	CU_ASSERT_EQUAL(rig_client_open(rig, &c, settings), error);
	if (!strstr(rig_client_why(&c), words)) {
		CU_FAIL("the sentence lacks its words");
		fprintf(stderr, "\n\"%s\" lacks \"%s\"\n", rig_client_why(&c), words);
	}
	rig_client_close(&c);
}

int rig_dial(const struct rig *rig)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_port = htons((uint16_t)rig->port),
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct timeval limit = {3, 0};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0)
		return -1;
	if (connect(fd, (void *)&address, sizeof(address)) ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit))) {
		close(fd);
		return -1;
	}
	return fd;
}

static void *stub_main(void *arg)
{
	struct rig_stub *stub = arg;
	struct timeval limit = {3, 0};
	int fd = accept(stub->listener, NULL, NULL);
	char scratch[512];

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	(void)!send(fd, stub->words, stub->length, MSG_NOSIGNAL);
	while (recv(fd, scratch, sizeof(scratch), 0) > 0)
		;
	close(fd);
	return NULL;
}

void rig_stub_start(struct rig_stub *stub, const char *words, size_t length)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(address);

	stub->words = words;
	stub->length = length;
	stub->listener = socket(AF_INET, SOCK_STREAM, 0);
	CU_ASSERT_EQUAL_FATAL(bind(stub->listener, (void *)&address, size), 0);
	CU_ASSERT_EQUAL_FATAL(listen(stub->listener, 4), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(stub->listener, (void *)&address, &size),
	                      0);
	snprintf(stub->port, sizeof(stub->port), "port=%d",
	         ntohs(address.sin_port));
	CU_ASSERT_EQUAL_FATAL(pthread_create(&stub->thread, NULL, stub_main, stub),
	                      0);
}

void rig_stub_end(struct rig_stub *stub)
{
	pthread_join(stub->thread, NULL);
	close(stub->listener);
}

static unsigned char byte_at(uint64_t offset, unsigned seed)
{
	return (unsigned char)((offset * 2654435761u + (offset >> 13) + seed) >> 5);
}

void rig_fill(unsigned char *bytes, size_t length, uint64_t offset,
              unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		bytes[i] = byte_at(offset + i, seed);
}

bool rig_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] != byte_at(offset + i, seed))
			return false;
	return true;
}
