/* config.h - the options of a target, as bench fills them in. */
#ifndef FTP_CONFIG_H
#define FTP_CONFIG_H

#include <stdint.h>

#define FTP_VERSION   "1.0"
#define FTP_PORT      21
#define FTP_ANONYMOUS "anonymous"

/* How the server is asked for data connections. */
enum passive { PASSIVE_EITHER, PASSIVE_EPSV, PASSIVE_PASV };

struct ftp_config {
	char *host;
	int64_t port;
	char *path; /* NULL: where the login leads */
	char *user;
	char *password; /* NULL: a polite one for anonymous, else empty */
	int passive;    /* enum passive */
	int64_t connect_timeout, timeout; /* ns */
};

#endif
