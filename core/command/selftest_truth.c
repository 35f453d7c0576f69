/* selftest_truth.c - bench as a child of its own, on models whose figures are
 * known: the files of DATADIR/selftest say which, and what must come out. */
#include "command/selftest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "measure/clock.h"
#include "run/signals.h"

#define LIMIT_NS  (60 * CLOCK_NS_PER_S) /* of one file; they take a second */
#define KILL_NS   (5 * CLOCK_NS_PER_S)  /* from the asking to the ending */
#define LOOK_MS   5
#define SUFFIX    ".ini"
#define NO_STATUS (-1)

extern char **environ;

/* One file at work; all paths are owned. */
struct truth {
	char *name; /* without the suffix */
	char *ini, *expect, *log, *results, *csv;
};

static int remove_one(const char *path, const struct stat *state, int kind,
                      struct FTW *where)
{
	(void)state;
	(void)kind;
	(void)where;
	(void)remove(path);
	return 0;
}

static void remove_tree(const char *path)
{
	(void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

static char *make_scratch(void)
{
	const char *place = getenv("TMPDIR");
	char *path = text_format("%s/bench-selftest-XXXXXX",
	                         place && *place ? place : "/tmp");

	if (path && !mkdtemp(path)) {
		free(path);
		path = NULL;
	}
	return path;
}

/* The child ------------------------------------------------------------ */

static int spawn(const struct selftest *test, const struct truth *truth,
                 const sigset_t *mask, pid_t *pid)
{
	char *argv[] = {
	        test->context->exe, "--quiet",  "--progress", "none", "--results",
	        truth->results,     "--config", truth->ini,   NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t ignored;
	int error = posix_spawn_file_actions_init(&files);

	if (error)
		return -error;
	error = posix_spawnattr_init(&attributes);
	if (error) {
		posix_spawn_file_actions_destroy(&files);
		return -error;
	}
	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE);
	sigaddset(&ignored, SIGXFSZ);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setsigdefault(&attributes, &ignored);
	posix_spawnattr_setflags(&attributes,
	                         POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	error = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, truth->log,
	                                         O_WRONLY | O_CREAT | O_TRUNC,
	                                         0600);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO,
		                                         STDERR_FILENO);
	if (!error)
		error = posix_spawn(pid, argv[0], &files, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return -error;
}

/* Until it has ended; a signal for us is one for it as well. */
static int wait_for(struct selftest *test, struct signals *signals, pid_t pid)
{
	int64_t limit = clock_now_ns() + LIMIT_NS;
	bool asked = false;
	int status = 0;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		struct pollfd ready = {.fd = signals->fd, .events = POLLIN};
		int number;

		(void)poll(&ready, 1, LOOK_MS);
		number = signals_take(signals);
		if (number) {
			test->signal = number;
			kill(pid, number);
		}
		if (clock_now_ns() < limit)
			continue;
		kill(pid, asked ? SIGKILL : SIGTERM);
		asked = true;
		limit += KILL_NS;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status)
	                         : EXIT_SIGNAL + WTERMSIG(status);
}

static int run_bench(struct selftest *test, const struct truth *truth,
                     int *status, char **why)
{
	struct signals signals;
	pid_t pid;
	int error = signals_open(&signals, why);

	if (error)
		return error;
	error = spawn(test, truth, &signals.before, &pid);
	if (error)
		failure(why, -error, "%s cannot be started: %s", test->context->exe,
		        strerror(-error));
	else
		*status = wait_for(test, &signals, pid);
	signals_close(&signals);
	return error;
}

/* What it left --------------------------------------------------------- */

/* The results.csv in the one directory that a run makes; NULL without. */
static char *find_csv(const char *results)
{
	DIR *directory = opendir(results);
	const struct dirent *entry;
	char *found = NULL;

	while (directory && !found && (entry = readdir(directory))) {
		if (entry->d_name[0] == '.')
			continue;
		found = text_format("%s/%s/results.csv", results, entry->d_name);
		if (found && access(found, R_OK) != 0) {
			free(found);
			found = NULL;
		}
	}
	if (directory)
		closedir(directory);
	return found;
}

/* The first line of what it said. */
static char *first_line(const char *log)
{
	FILE *file = fopen(log, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return NULL;
	if (getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
	} else {
		free(line);
		line = NULL;
	}
	fclose(file);
	return line;
}

static void say_broken(struct selftest *test, const struct truth *truth,
                       const char *name, int status, const char *why)
{
	char *line = why ? NULL : first_line(truth->log);

	if (why)
		selftest_say(test, SELFTEST_FAILED, name, "%s", why);
	else
		selftest_say(test, SELFTEST_FAILED, name,
		             "expected a run with results, found exit status %d: %s",
		             status, line ? line : "it said nothing");
	free(line);
}

static void say_findings(struct selftest *test, const char *name,
                         const struct selftest_findings *findings)
{
	if (findings->missed)
		selftest_say(test, SELFTEST_FAILED, name, "%s (%zu of %zu are wrong)",
		             findings->first_miss ? findings->first_miss : "no memory",
		             findings->missed, findings->held);
	else if (findings->held == 0)
		selftest_say(test, SELFTEST_FAILED, name,
		             "expected something, found no expectation in its file");
	else if (findings->doubted)
		selftest_say(test, SELFTEST_DOUBT, name,
		             "%s: the machine is slow or busy, run it when it is "
		             "quieter",
		             findings->first_doubt ? findings->first_doubt
		                                   : "no memory");
	else
		selftest_say(test, SELFTEST_OK, name,
		             "%zu figures are what they must be", findings->held);
}

/* One file ------------------------------------------------------------- */

static void check_truth(struct selftest *test, struct truth *truth)
{
	struct selftest_findings findings = {0};
	char *name = text_format("truth-%s", truth->name), *why = NULL;
	int status = NO_STATUS;
	int error = run_bench(test, truth, &status, &why);

	if (!error && !test->signal)
		truth->csv = find_csv(truth->results);
	if (!error && truth->csv)
		error = selftest_expect(truth->expect, truth->csv, status, &findings,
		                        &why);
	if (test->signal)
		; /* whoever sent it wants no more lines */
	else if (error || !truth->csv || !name)
		say_broken(test, truth, name ? name : "truth", status, why);
	else
		say_findings(test, name, &findings);
	selftest_findings_free(&findings);
	free(name);
	free(why);
}

static void free_truth(struct truth *truth)
{
	free(truth->name);
	free(truth->ini);
	free(truth->expect);
	free(truth->log);
	free(truth->results);
	free(truth->csv);
}

static void check_file(struct selftest *test, const char *place,
                       const char *scratch, const char *file)
{
	struct truth truth = {.name = strndup(file, strlen(file) - strlen(SUFFIX))};

	if (truth.name) {
		truth.ini = text_format("%s/%s", place, file);
		truth.expect = text_format("%s/%s.expect", place, truth.name);
		truth.log = text_format("%s/%s.log", scratch, truth.name);
		truth.results = text_format("%s/%s", scratch, truth.name);
	}
	if (truth.ini && truth.expect && truth.log && truth.results)
		check_truth(test, &truth);
	else
		selftest_say(test, SELFTEST_FAILED, "truth", "out of memory");
	free_truth(&truth);
}

static int is_ini(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name), suffix = strlen(SUFFIX);

	return length > suffix &&
	       strcmp(entry->d_name + length - suffix, SUFFIX) == 0;
}

static void check_files(struct selftest *test, const char *place,
                        const char *scratch)
{
	struct dirent **files = NULL;
	int count = scandir(place, &files, is_ini, alphasort);

	if (count <= 0)
		selftest_say(test, SELFTEST_FAILED, "truth",
		             "expected files *" SUFFIX " in %s, found %s", place,
		             count < 0 ? strerror(errno) : "none");
	for (int i = 0; i < count; i++) {
		if (!test->signal)
			check_file(test, place, scratch, files[i]->d_name);
		free(files[i]);
	}
	free(files);
}

void selftest_truths(struct selftest *test)
{
	const char *data = test->context->datadir;
	char *place = data ? text_format("%s/selftest", data) : NULL;
	char *scratch = make_scratch();

	if (!data)
		selftest_say(test, SELFTEST_FAILED, "truth",
		             "expected selftest/ in share/bench of an installed bench "
		             "or in the tree that it was built in, found neither");
	else if (!place || !scratch)
		selftest_say(test, SELFTEST_FAILED, "truth",
		             "no temporary directory can be made; is TMPDIR one that "
		             "may be written to?");
	else
		check_files(test, place, scratch);
	if (scratch)
		remove_tree(scratch);
	free(scratch);
	free(place);
}
