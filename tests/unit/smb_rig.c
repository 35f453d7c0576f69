/* smb_rig.c - a real SMB server, started by its script, and clients of it. */
#include "smb_rig.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/text.h"
#include "unit.h"

#ifndef PLUGIN_DIR
#define PLUGIN_DIR "build/plugins"
#endif
#define PASSWORD "secret"

static const char *script(void)
{
	static const char *const places[] = {
	        "conf/servers/smbd.sh", PLUGIN_DIR "/../../conf/servers/smbd.sh",
	        PLUGIN_DIR "/../../../conf/servers/smbd.sh", NULL};

	for (size_t i = 0; places[i]; i++)
		if (access(places[i], X_OK) == 0)
			return places[i];
	return NULL;
}

bool smb_missing(void)
{
	static bool told;

	if (access(PLUGIN_DIR "/smb.so", R_OK) == 0 && script() &&
	    (access("/usr/sbin/smbd", X_OK) == 0 ||
	     access("/sbin/smbd", X_OK) == 0))
		return false;
	if (!told)
		printf("\n    skipped: smbd or the smb plugin is not installed\n");
	told = true;
	CU_PASS("skipped");
	return true;
}

const char *smb_user(void)
{
	const struct passwd *entry = getpwuid(getuid());

	return entry ? entry->pw_name : "nobody";
}

static int free_port(const char *address)
{
	bool six = strchr(address, ':') != NULL;
	struct sockaddr_in6 a6 = {.sin6_family = AF_INET6,
	                          .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	struct sockaddr_in a4 = {.sin_family = AF_INET,
	                         .sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct sockaddr *where = six ? (void *)&a6 : (void *)&a4;
	socklen_t length = six ? sizeof(a6) : sizeof(a4);
	int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM, 0), port = 0;

	if (fd >= 0 && bind(fd, where, length) == 0 &&
	    getsockname(fd, where, &length) == 0)
		port = ntohs(six ? a6.sin6_port : a4.sin_port);
	if (fd >= 0)
		close(fd);
	return port;
}

/* In the child.  The state of the server goes where smb_signal() finds it. */
static void become(const struct smb_server *server, const char *address,
                   const char *global, int output)
{
	char port[16];

	snprintf(port, sizeof(port), "%d", server->port);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	setenv("TMPDIR", unit_scratch(), 1);
	dup2(output, STDOUT_FILENO);
	execl(script(), "smbd.sh", "--address", address, "--port", port,
	      "--directory", server->directory, "--password", PASSWORD,
	      global ? "--global" : (char *)NULL, global, (char *)NULL);
	_exit(127);
}

static bool await_ready(const struct smb_server *server)
{
	char text[512] = "";
	size_t length = 0;
	struct pollfd waiting = {.fd = server->output, .events = POLLIN};

	while (length < sizeof(text) - 1 && poll(&waiting, 1, 20000) == 1) {
		ssize_t got =
		        read(server->output, text + length, sizeof(text) - 1 - length);

		if (got <= 0)
			break;
		length += (size_t)got;
		text[length] = '\0';
		if (strncmp(text, "ready ", 6) == 0)
			return true;
	}
	return false;
}

bool smb_start(struct smb_server *server, const char *address,
               const char *global)
{
	int ends[2];

	address = address ? address : "127.0.0.1";
	*server = (struct smb_server){.output = -1, .port = free_port(address)};
	server->directory = text_format("%s/smb-XXXXXX", unit_scratch());
	if (!server->directory || !mkdtemp(server->directory) ||
	    chmod(server->directory, 0755) || pipe2(ends, O_CLOEXEC))
		return false;
	server->script = fork();
	if (server->script == 0)
		become(server, address, global, ends[1]);
	close(ends[1]);
	server->output = ends[0];
	return server->script > 0 && await_ready(server);
}

/* smbd's number stands in a file of the script's state.  Tests start one server
 * after the other. */
static pid_t smbd_pid(void)
{
	char *pattern =
	        text_format("%s/bench-smbd.*/pid/smbd*.pid", unit_scratch());
	glob_t found = {0};
	char text[32] = "";
	FILE *file;

	if (glob(pattern, 0, NULL, &found) == 0) {
		file = fopen(found.gl_pathv[0], "re");
		if (file) {
			if (!fgets(text, sizeof(text), file))
				text[0] = '\0';
			fclose(file);
		}
	}
	globfree(&found);
	free(pattern);
	return atoi(text);
}

void smb_signal(const struct smb_server *server, int signal)
{
	pid_t pid = smbd_pid();

	(void)server;
	CU_ASSERT_FATAL(pid > 1);
	kill(-pid, signal);
}

bool smb_stop(struct smb_server *server)
{
	char *pattern = text_format("%s/bench-smbd.*", unit_scratch());
	glob_t found = {0};
	int status = 0;
	bool clean;

	if (server->script > 0) {
		kill(server->script, SIGTERM);
		waitpid(server->script, &status, 0);
	}
	if (server->output >= 0)
		close(server->output);
	clean = glob(pattern, 0, NULL, &found) == GLOB_NOMATCH &&
	        access(server->directory, F_OK) == 0;
	globfree(&found);
	free(pattern);
	free(server->directory);
	/* 1 where smbd had been killed before. */
	return clean && WIFEXITED(status) &&
	       (WEXITSTATUS(status) == 143 || WEXITSTATUS(status) == 1);
}

char *smb_path(const struct smb_server *server, const char *name)
{
	return text_format("%s/%s", server->directory, name);
}

/* Clients ---------------------------------------------------------------- */

static void keep_fact(void *arg, const char *key, const char *value)
{
	struct smb_client *client = arg;
	size_t length = strlen(client->facts);

	snprintf(client->facts + length, sizeof(client->facts) - length, "%s=%s\n",
	         key, value);
}

static bool set(struct smb_client *client, const char *setting)
{
	const char *equals = strchr(setting, '=');
	char *why = NULL,
	     *key = text_format("%.*s", (int)(equals - setting), setting);
	int error = options_set(client->options, key, equals + 1, &why);

	if (error)
		printf("%s: %s\n", setting, why ? why : "?");
	free(key);
	free(why);
	return error == 0;
}

bool smb_prepare(struct smb_client *client, const char *const *settings)
{
	struct host_sinks sinks = {.arg = client, .fact = keep_fact};
	char *why = NULL;

	*client = (struct smb_client){0};
	client->ctx = host_ctx_new(&sinks);
	if (!client->ctx ||
	    plugin_load(PLUGIN_DIR "/smb.so", &client->plugin, &why)) {
		printf("%s\n", why ? why : "?");
		free(why);
		return false;
	}
	client->backend = &client->plugin->backend;
	if (options_new(client->backend, &client->options, NULL))
		return false;
	for (; settings && *settings; settings++)
		if (!set(client, *settings))
			return false;
	return true;
}

static bool set_unless(struct smb_client *client, const char *key,
                       const char *value)
{
	return options_is_given(client->options, key) ||
	       options_set(client->options, key, value, NULL) == 0;
}

int smb_open(const struct smb_server *server, struct smb_client *client,
             const char *const *settings)
{
	static const struct bench_who who = {
	        .size = sizeof(who), .ranks = 1, .workers = 1, .depth = 1};
	char port[16];
	int error;

	snprintf(port, sizeof(port), "%d", server->port);
	if (!smb_prepare(client, settings) ||
	    !set_unless(client, "host", "127.0.0.1") ||
	    !set_unless(client, "port", port) ||
	    !set_unless(client, "share", "bench"))
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

void smb_close(struct smb_client *client)
{
	if (client->session)
		client->backend->session_close(client->session);
	if (client->target)
		client->backend->target_close(client->target);
	options_free(client->options);
	plugin_free(client->plugin);
	host_ctx_free(client->ctx);
}

const char *smb_why(const struct smb_client *client)
{
	const char *why = host_ctx_failure(client->ctx);

	return why ? why : "";
}

void smb_fails(const struct smb_server *server, const char *const *settings,
               int error, const char *words)
{
	struct smb_client client;
	int got = smb_open(server, &client, settings);

	CU_ASSERT_EQUAL(got, error);
	CU_ASSERT_PTR_NOT_NULL(strstr(smb_why(&client), words));
	if (got != error || !strstr(smb_why(&client), words))
		printf("\n    got %d (%s): \"%s\" for \"%s\"\n", got, strerror(-got),
		       smb_why(&client), words);
	smb_close(&client);
}

static unsigned char byte_at(uint64_t offset, unsigned seed)
{
	return (unsigned char)((offset * 2654435761u + (offset >> 13) + seed) >> 5);
}

void smb_fill(unsigned char *bytes, size_t length, uint64_t offset,
              unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		bytes[i] = byte_at(offset + i, seed);
}

bool smb_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] != byte_at(offset + i, seed))
			return false;
	return true;
}
