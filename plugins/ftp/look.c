/* look.c - what a name stands for, by whichever command the server has: MLST,
 * else SIZE and MDTM, else RNFR; a directory is what CWD can go to. */
#include "names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* YYYYMMDDHHMMSS in UTC, as ns since 1970; 0 for anything else. */
static int64_t read_time(const char *text)
{
	static const struct {
		int digits;
	} parts[] = {{4}, {2}, {2}, {2}, {2}, {2}};
	int value[6];
	struct tm when = {0};

	for (size_t i = 0; i < 6; i++) {
		value[i] = 0;
		for (int digit = 0; digit < parts[i].digits; digit++, text++) {
			if (*text < '0' || *text > '9')
				return 0;
			value[i] = value[i] * 10 + (*text - '0');
		}
	}
	when.tm_year = value[0] - 1900;
	when.tm_mon = value[1] - 1;
	when.tm_mday = value[2];
	when.tm_hour = value[3];
	when.tm_min = value[4];
	when.tm_sec = value[5];
	return (int64_t)timegm(&when) * 1000000000;
}

static bool read_size(const char *text, uint64_t *bytes)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*bytes = strtoull(text, &end, 10);
	return errno == 0 && (*end == '\0' || *end == ' ' || *end == ';');
}

static void read_fact(const char *fact, struct found *found)
{
	if (strncasecmp(fact, "type=", 5) == 0)
		found->is_dir = strncasecmp(fact + 5, "dir;", 4) == 0 ||
		                strncasecmp(fact + 5, "cdir;", 5) == 0;
	else if (strncasecmp(fact, "size=", 5) == 0)
		found->has_size = read_size(fact + 5, &found->bytes);
	else if (strncasecmp(fact, "modify=", 7) == 0)
		found->mtime_ns = read_time(fact + 7);
}

/* "250-...", " type=file;size=1; name", "250 End" */
static int look_mlst(struct control *control, const char *name,
                     struct found *found)
{
	int code = control_ask(control, "MLST", name);
	const char *line;

	if (code / 100 != 2)
		return control_refused(control, "stat", name, code, -ENOENT);
	line = strchr(control->text, '\n');
	if (!line)
		return 0;
	line += 1 + strspn(line + 1, " ");
	while (*line && *line != ' ' && *line != '\n') {
		read_fact(line, found);
		line += strcspn(line, "; \n");
		line += *line == ';';
	}
	if (found->is_dir)
		found->has_size = false;
	return 0;
}

static int look_for_directory(struct control *control, const char *name,
                              struct found *found)
{
	int code = control_ask(control, "CWD", name);

	if (code / 100 != 2)
		return control_refused(control, "stat", name, code, -ENOENT);
	found->is_dir = true;
	return names_go_back(control);
}

/* Servers without SIZE: is there anything of that name? */
static int look_rnfr(struct control *control, const char *name)
{
	int code = control_ask(control, "RNFR", name);

	if (code == 350)
		return 0;
	return control_refused(control, "stat", name, code, -ENOENT);
}

static int look_size(struct control *control, const char *name, bool everything,
                     struct found *found)
{
	int code = control_ask(control, "SIZE", name);

	if (code == 550 && everything)
		return look_for_directory(control, name, found);
	if (control_unknown(code))
		return look_rnfr(control, name);
	if (code != 213)
		return control_refused(control, "stat", name, code, -ENOENT);
	found->has_size = read_size(control->said + 4, &found->bytes);
	if (!found->has_size) {
		bench->fail(control->ctx, "%s answers SIZE with what is no size: %s",
		            control->label, control->said);
		return -EPROTO;
	}
	if (!everything)
		return 0;
	code = control_ask(control, "MDTM", name);
	if (code == 213)
		found->mtime_ns = read_time(control->said + 4);
	return code < 0 ? code : 0;
}

int names_look(struct control *control, const char *name, bool everything,
               struct found *found)
{
	*found = (struct found){0};
	if (control->features.mlst)
		return look_mlst(control, name, found);
	return look_size(control, name, everything, found);
}
