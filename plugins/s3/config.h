/* config.h - the options of a target, as bench fills them in. */
#ifndef S3_CONFIG_H
#define S3_CONFIG_H

#include <stdint.h>

#define S3_VERSION "1.0"

struct s3_config {
	char *bucket;
	char *prefix;   /* NULL: none */
	char *endpoint; /* NULL: Amazon's for the region */
	char *region;
	char *access_key, *secret_key; /* NULL: nothing is signed */
	int path_style;
	char *ca_file; /* NULL: the system's */
	int insecure;
	int64_t connect_timeout, timeout; /* ns */
};

#endif
