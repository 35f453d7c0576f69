/* environment.c - the facts of this machine that explain a result.
 *
 * Each is a line of some file under /proc or /sys; what is not there is left
 * out, never guessed. */
#include "result/environment.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/text.h"
#include "result/clean.h"

/* The text behind the colon of "model name : Foo". */
static const char *value_of(const char *line)
{
	line = strchr(line, ':');
	if (!line)
		return NULL;
	line++;
	return line + strspn(line, " \t");
}

/* The first line of the file that starts with `start`, without its end; NULL
 * where there is none. */
static char *find_line(const char *path, const char *start)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	bool found = false;

	if (!file)
		return NULL;
	while (!found && getline(&line, &size, file) > 0)
		found = strncmp(line, start, strlen(start)) == 0;
	fclose(file);
	if (!found) {
		free(line);
		return NULL;
	}
	for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]);)
		line[--n] = '\0';
	return line;
}

/* Each of these leaves out what is missing and says false only when memory
 * ran out. */
static bool add_value(json_t *object, const char *key, json_t *value)
{
	return value && json_object_set_new(object, key, value) == 0;
}

static bool add_text(json_t *object, const char *key, const char *text)
{
	char *clean;
	bool added;

	if (!text || *text == '\0')
		return true;
	clean = clean_text(text);
	added = clean && add_value(object, key, json_string(clean));
	free(clean);
	return added;
}

static bool add_file(json_t *object, const char *key, const char *path)
{
	char *line = find_line(path, "");
	bool added = add_text(object, key, line);

	free(line);
	return added;
}

static bool add_system(json_t *object)
{
	struct utsname name;
	char *kernel;
	bool added;

	if (uname(&name) != 0)
		return true;
	kernel = text_format("%s %s", name.sysname, name.release);
	added = kernel && add_text(object, "host", name.nodename) &&
	        add_text(object, "kernel", kernel) &&
	        add_text(object, "architecture", name.machine);
	free(kernel);
	return added;
}

static bool add_processors(json_t *object)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);
	char *line = find_line("/proc/cpuinfo", "model name");
	bool added;

	if (!line) /* boards that name themselves instead of their processor */
		line = find_line("/proc/cpuinfo", "Model");
	added = add_text(object, "cpu", line ? value_of(line) : NULL);
	free(line);
	if (!added || count <= 0)
		return added;
	return add_value(object, "cpus", json_integer(count));
}

static bool add_memory(json_t *object)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || size <= 0)
		return true;
	return add_value(object, "memory_bytes",
	                 json_integer((json_int_t)pages * size));
}

/* What a guest can tell: the hypervisor's own file, or the name of the
 * "board" where the processor says that it is not real. */
static bool add_virtualisation(json_t *object)
{
	char *type = find_line("/sys/hypervisor/type", "");
	char *flags = find_line("/proc/cpuinfo", "flags");
	char *vendor = find_line("/sys/class/dmi/id/sys_vendor", "");
	char *product = find_line("/sys/class/dmi/id/product_name", "");
	struct text board = {0};
	char *name = NULL;
	bool added = true;

	if (!type && flags && strstr(flags, " hypervisor")) {
		if (vendor)
			text_add(&board, "%s ", vendor);
		text_add(&board, "%s", product ? product : "virtual machine");
		name = text_take(&board);
		added = name != NULL;
	}
	if (added)
		added = add_text(object, "virtualisation", type ? type : name);
	free(type);
	free(flags);
	free(vendor);
	free(product);
	free(name);
	return added;
}

static bool add_load(json_t *object)
{
	double load;

	if (getloadavg(&load, 1) != 1)
		return true;
	return add_value(object, "load_1m", json_real(load));
}

/* Time since boot that the host gave to others: the eighth number of the line
 * "cpu  user nice system idle iowait irq softirq steal". */
static bool add_steal(json_t *object)
{
	char *line = find_line("/proc/stat", "cpu ");
	char *at = line ? line + strlen("cpu ") : NULL;
	long ticks_per_s = sysconf(_SC_CLK_TCK);
	unsigned long long ticks = 0;

	for (int i = 0; at && i < 8; i++) {
		char *end;

		ticks = strtoull(at, &end, 10);
		at = end != at ? end : NULL;
	}
	free(line);
	if (!at || ticks_per_s <= 0)
		return true;
	return add_value(object, "steal_s",
	                 json_real((double)ticks / (double)ticks_per_s));
}

json_t *environment_to_json(void)
{
	json_t *object = json_object();

	if (object && add_system(object) && add_processors(object) &&
	    add_memory(object) &&
	    add_file(object, "governor",
	             "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") &&
	    add_file(object, "clocksource",
	             "/sys/devices/system/clocksource/clocksource0/"
	             "current_clocksource") &&
	    add_virtualisation(object) && add_load(object) && add_steal(object) &&
	    add_file(object, "tcp_congestion_control",
	             "/proc/sys/net/ipv4/tcp_congestion_control"))
		return object;
	json_decref(object);
	return NULL;
}
