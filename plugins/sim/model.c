/* model.c - how long each thing takes, in ns of the session's own clock.
 *
 * All of it follows from the configuration, the number of the worker and the
 * order of its calls: no clock of the machine is read, nothing sleeps. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "sim.h"

#define PI 3.14159265358979323846

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* 0 <= u < 1. */
static double uniform(uint64_t *state)
{
	return (double)(next_random(state) >> 11) * 0x1p-53;
}

/* Box and Muller, one of the two. */
static double gauss(uint64_t *state)
{
	double u = 1 - uniform(state), v = uniform(state);

	return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

uint64_t sim_mix(uint64_t seed, uint64_t number)
{
	uint64_t state = seed;

	state = next_random(&state) + number;
	return next_random(&state);
}

double sim_level(uint64_t seed, double deviation)
{
	double level = deviation > 0 ? 1 + deviation * gauss(&seed) : 1;

	return level > 0.01 ? level : 0.01;
}

/* Lists ------------------------------------------------------------------ */

/* One time at the start of the text, as in an INI file: 10us, 1.5ms.  Digits
 * are read here, because strtod() follows the locale. */
static const char *read_time(const char *text, int64_t *ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
	double value = 0, scale = 1;
	size_t digits = 0, i;

	for (; *text >= '0' && *text <= '9'; text++, digits++)
		value = value * 10 + (*text - '0');
	if (*text == '.')
		for (text++; *text >= '0' && *text <= '9'; text++, digits++)
			value += (*text - '0') * (scale /= 10);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strncmp(text, units[i].unit, strlen(units[i].unit)) == 0)
			break;
	if (digits == 0 || i == sizeof(units) / sizeof(units[0]) ||
	    value * units[i].ns > 3600e9)
		return NULL;
	*ns = (int64_t)llround(value * units[i].ns);
	return text + strlen(units[i].unit);
}

static int add_time(struct sim_list *list, int64_t ns)
{
	int64_t *more =
	        (int64_t *)realloc(list->ns, (list->count + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	list->ns = more;
	list->ns[list->count++] = ns;
	return 0;
}

int sim_list_read(const char *text, struct sim_list *list)
{
	int error = 0;

	*list = (struct sim_list){NULL, 0};
	for (;;) {
		int64_t ns = 0;

		text += strspn(text, " \t");
		text = read_time(text, &ns);
		error = text ? add_time(list, ns) : -EINVAL;
		if (error)
			break;
		text += strspn(text, " \t");
		if (*text == '\0')
			return 0;
		if (*text++ != ',') {
			error = -EINVAL;
			break;
		}
	}
	sim_list_free(list);
	return error;
}

void sim_list_free(struct sim_list *list)
{
	free(list->ns);
	*list = (struct sim_list){NULL, 0};
}

/* Times ------------------------------------------------------------------ */

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

int64_t sim_time(const struct sim_session *session, int64_t ns)
{
	return (int64_t)llround((double)ns * session->factor);
}

/* The latency of the next record, before the session's factor. */
static int64_t draw(struct sim_session *session)
{
	const struct sim_config *config = session->target->config;
	const struct sim_list *list = &session->target->list;
	double ns;

	switch (config->model) {
	case SIM_NORMAL:
		ns = (double)config->latency +
		     (double)config->deviation * gauss(&session->random);
		return ns > 0 ? (int64_t)llround(ns) : 0;
	case SIM_TWO_PEAKED:
		return uniform(&session->random) < config->slow_share
		               ? config->slow_latency
		               : config->latency;
	case SIM_LIST:
		return list->ns[session->turn % list->count];
	default:
		return config->latency;
	}
}

/* Never nothing: with a clock that stands still no slice would ever end. */
static int64_t next_latency(struct sim_session *session)
{
	const struct sim_config *config = session->target->config;
	int64_t ns = draw(session);

	session->turn++;
	if (config->stall_every > 0 &&
	    session->turn % (uint64_t)config->stall_every == 0) {
		session->stalls++;
		ns = config->stall_time;
	}
	return later(sim_time(session, ns), 1);
}

static int64_t wire_time(const struct sim_session *session, size_t length)
{
	uint64_t bandwidth = session->target->config->bandwidth;

	if (bandwidth == 0)
		return 0;
	return (int64_t)llround((double)length * 1e9 / (double)bandwidth *
	                        session->factor);
}

int64_t sim_record(struct sim_session *session, size_t length, int64_t start_ns,
                   int64_t extra_ns)
{
	int64_t wire = wire_time(session, length), done;
	int64_t channels = session->target->config->channels;
	int64_t *channel = session->free_ns;

	for (int64_t i = 1; i < channels; i++)
		if (session->free_ns[i] < *channel)
			channel = &session->free_ns[i];
	done = later(start_ns, *channel) + next_latency(session) + extra_ns;
	if (wire > 0)
		session->wire_free_ns = done =
		        later(done, session->wire_free_ns) + wire;
	*channel = done;
	return done;
}

int64_t sim_idle(const struct sim_session *session)
{
	int64_t idle = session->now_ns;

	for (int64_t i = 0; i < session->target->config->channels; i++)
		idle = later(idle, session->free_ns[i]);
	return idle;
}

void sim_go_on(struct sim_session *session, int64_t to_ns)
{
	session->now_ns = later(session->now_ns, to_ns);
}

void sim_log(struct sim_session *session, const char *what, size_t length,
             int64_t start_ns, int64_t end_ns)
{
	struct sim_target *target = session->target;

	if (!target->log)
		return;
	pthread_mutex_lock(&target->lock);
	fprintf(target->log, "%u %s %zu %lld %lld\n", session->worker, what, length,
	        (long long)start_ns, (long long)end_ns);
	pthread_mutex_unlock(&target->lock);
}
