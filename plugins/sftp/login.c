/* login.c - is it the right server, and who are we there? */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* SHA256:..., as ssh prints it; NULL where there is none. */
static char *fingerprint(ssh_session ssh)
{
	unsigned char *hash = NULL;
	char *text = NULL;
	size_t length;
	ssh_key key = NULL;

	if (ssh_get_server_publickey(ssh, &key) == SSH_OK &&
	    ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash,
	                           &length) == 0)
		text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash,
		                                length);
	ssh_clean_pubkey_hash(&hash);
	ssh_key_free(key);
	return text;
}

static const char *file_of(const struct sftp_config *config)
{
	return config->known_hosts ? config->known_hosts : "~/.ssh/known_hosts";
}

static void say_unknown(struct session *session, const char *print)
{
	const struct sftp_config *config = session->config;

	bench->fail(session->ctx,
	            "the host key of %s port %d, %s, is not in %s: compare it with "
	            "the server's, then add it with `ssh-keyscan -p %d %s >>%s`, "
	            "or say `host_key = accept`",
	            config->host, (int)config->port, print, file_of(config),
	            (int)config->port, config->host, file_of(config));
}

static void say_changed(struct session *session, const char *print)
{
	const struct sftp_config *config = session->config;

	bench->fail(session->ctx,
	            "the host key of %s port %d is %s and not the one in %s: "
	            "somebody may stand between, or the server was made anew; in "
	            "that case remove the old one with `ssh-keygen -f %s -R "
	            "'[%s]:%d'`",
	            config->host, (int)config->port, print, file_of(config),
	            file_of(config), config->host, (int)config->port);
}

static int check_host(struct session *session)
{
	enum ssh_known_hosts_e answer;
	char *print;

	if (session->config->host_key == HOST_KEY_ACCEPT)
		return 0;
	answer = ssh_session_is_known_server(session->ssh);
	if (answer == SSH_KNOWN_HOSTS_OK)
		return 0;
	print = fingerprint(session->ssh);
	if (answer == SSH_KNOWN_HOSTS_CHANGED || answer == SSH_KNOWN_HOSTS_OTHER)
		say_changed(session, print ? print : "of an unknown kind");
	else
		say_unknown(session, print ? print : "of an unknown kind");
	ssh_string_free_char(print);
	return -EKEYREJECTED;
}

static const char *user_of(const struct session *session)
{
	return session->config->user ? session->config->user : "this user";
}

static int offer_key(struct session *session)
{
	const struct sftp_config *config = session->config;
	ssh_key key = NULL;
	int answer = ssh_pki_import_privkey_file(config->key, config->passphrase,
	                                         NULL, NULL, &key);

	if (answer != SSH_OK) {
		session_end(session);
		bench->fail(session->ctx, "the key %s %s", config->key,
		            answer == SSH_EOF
		                    ? "cannot be read"
		                    : "is no private key, or its `passphrase` is "
		                      "wrong");
		return -EINVAL;
	}
	answer = ssh_userauth_publickey(session->ssh, NULL, key);
	ssh_key_free(key);
	return answer;
}

/* A server may ask for the password as a question of its own. */
static int answer_questions(struct session *session)
{
	ssh_session ssh = session->ssh;
	int answer = ssh_userauth_kbdint(ssh, NULL, NULL);

	while (answer == SSH_AUTH_INFO) {
		int questions = ssh_userauth_kbdint_getnprompts(ssh);

		for (int i = 0; i < questions; i++)
			if (ssh_userauth_kbdint_setanswer(ssh, (unsigned)i,
			                                  session->config->password) < 0)
				return SSH_AUTH_ERROR;
		answer = ssh_userauth_kbdint(ssh, NULL, NULL);
	}
	return answer;
}

static int offer_password(struct session *session)
{
	int methods = ssh_userauth_list(session->ssh, NULL);
	int answer = SSH_AUTH_DENIED;

	if (methods & SSH_AUTH_METHOD_PASSWORD)
		answer = ssh_userauth_password(session->ssh, NULL,
		                               session->config->password);
	if (answer == SSH_AUTH_DENIED && (methods & SSH_AUTH_METHOD_INTERACTIVE))
		answer = answer_questions(session);
	return answer;
}

static void say_refused(struct session *session)
{
	const struct sftp_config *config = session->config;
	int methods = ssh_userauth_list(session->ssh, NULL);

	bench->fail(session->ctx,
	            "%s port %d refuses the login of %s by %s; it takes:%s%s%s%s",
	            config->host, (int)config->port, user_of(session),
	            config->key        ? "that key"
	            : config->password ? "that password"
	                               : "the keys of ~/.ssh and of the agent (see "
	                                 "the options `key` and `password`)",
	            methods & SSH_AUTH_METHOD_PUBLICKEY ? " keys" : "",
	            methods & SSH_AUTH_METHOD_PASSWORD ? " passwords" : "",
	            methods & SSH_AUTH_METHOD_INTERACTIVE ? " questions" : "",
	            methods & SSH_AUTH_METHOD_HOSTBASED ? " hosts" : "");
}

static int log_in(struct session *session)
{
	const struct sftp_config *config = session->config;
	/* Asking for nothing tells which ways there are. */
	int answer = ssh_userauth_none(session->ssh, NULL);

	if (answer != SSH_AUTH_DENIED)
		return answer;
	if (config->key)
		answer = offer_key(session);
	else if (config->password)
		answer = offer_password(session);
	else
		answer = ssh_userauth_publickey_auto(session->ssh, NULL, NULL);
	return answer;
}

int login(struct session *session)
{
	int error = check_host(session), answer;

	if (!error)
		error = session_begin(session);
	if (error)
		return error;
	answer = log_in(session);
	session_end(session);
	if (answer == SSH_AUTH_SUCCESS)
		return 0;
	if (answer == -EINVAL)
		return answer;
	if (answer == SSH_AUTH_ERROR)
		return session_broken(session, "the login");
	say_refused(session);
	return -EACCES;
}
