/* anonymise.h - names of hosts and people taken out of what is published. */
#ifndef BENCH_RESULT_ANONYMISE_H
#define BENCH_RESULT_ANONYMISE_H

#include <jansson.h>

/* What stands for a word, the same each time: {"nas.lan": "host-1"}. */
struct anonymise {
	json_t *words;
	unsigned hosts, users, addresses;
};

/* Begins with this machine's name and the user's.  0 or -ENOMEM. */
int anonymise_begin(struct anonymise *anonymise);
void anonymise_end(struct anonymise *anonymise);
/* One more name; what stays on this machine (localhost, 127.0.0.1) tells
 * nothing and is left as it is.  0 or -ENOMEM. */
int anonymise_host(struct anonymise *anonymise, const char *name);
int anonymise_user(struct anonymise *anonymise, const char *name);
/* A copy in which no text has one of the words, as a word of its own, or an IP
 * address.  Keys stay.  NULL without memory. */
json_t *anonymise_json(struct anonymise *anonymise, const json_t *value);

#endif
