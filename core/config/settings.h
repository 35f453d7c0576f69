/* settings.h - the harness's own keys as one table: what each is called, where
 * it may stand, how it is read, its default and its help.  Inside of config
 * only. */
#ifndef BENCH_CONFIG_SETTINGS_H
#define BENCH_CONFIG_SETTINGS_H

#include "config/config.h"
#include "config/draft.h"

/* Where a key may stand. */
enum {
	SETTING_RUN = 1,   /* [bench] */
	SETTING_CELLS = 2, /* [bench], narrowed in a target */
	SETTING_TARGET = 4 /* a target */
};

/* Where a value goes: a reader fills the part that its key's scope stands
 * for. */
struct setting_sink {
	const struct config_vocabulary *vocabulary;
	struct bench_config *config;      /* SETTING_RUN */
	struct config_settings *settings; /* SETTING_CELLS */
	struct config_target *target;     /* SETTING_TARGET */
};

struct setting {
	const char *key;
	unsigned scope;
	/* The sentence does not name the key.  NULL: `plugin` and `wrap`, which
	 * decide what the rest of a section means and are read apart. */
	int (*read)(const struct setting_sink *sink, const char *text, char **why);
	const char *dflt; /* "" where none */
};

/* Ends with key NULL. */
const struct setting *settings_table(void);
const struct setting *settings_find(const char *key);
/* Reads one pair; what does not fit is a problem. */
void settings_read(const struct setting *setting,
                   const struct setting_sink *sink,
                   const struct draft_pair *pair, struct problems *problems);
/* The defaults of all keys of these scopes. */
int settings_default(unsigned scopes, const struct setting_sink *sink,
                     char **why);
/* to is zeroed. */
int settings_copy(struct config_settings *to,
                  const struct config_settings *from);
void settings_free(struct config_settings *settings);
/* Puts the keys of these scopes into words[] and returns how many. */
size_t settings_words(unsigned scopes, const char **words);
/* How many words there can be. */
size_t settings_count(void);

#endif
