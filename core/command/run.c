/* run.c - `bench -c FILE`, `bench TARGET ...`: load, plan, measure, show. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/dry.h"
#include "command/format.h"
#include "command/report.h"
#include "config/nearest.h"
#include "measure/clock.h"
#include "plan/plan.h"
#include "plugin/host.h"
#include "plugin/wrap.h"
#include "run/again.h"
#include "run/run.h"
#include "view/matrix.h"
#include "view/progress.h"

/* What the observer needs to show a run. */
struct showing {
	const struct arguments *arguments;
	size_t rows_before; /* of the part that is gone on with */
	struct terminal terminal;
	struct progress progress;
	struct matrix_scale scale;
	const char *tests[32];
	size_t test_count;
	bool header_done;
};

/* The columns of the rows: this plan's tests that have sizes, in their usual
 * order. */
static void find_tests(struct showing *showing, const struct plan *plan)
{
	for (size_t i = 0; i < workload_test_count; i++)
		for (size_t j = 0; j < plan->cell_count; j++)
			if (plan->cells[j].test == &workload_tests[i] &&
			    workload_has_sizes(&workload_tests[i])) {
				if (showing->test_count < 32)
					showing->tests[showing->test_count++] =
					        workload_tests[i].name;
				break;
			}
}

static void show_plan(void *arg, const struct plan *plan, const char *directory)
{
	struct showing *showing = arg;
	char *line;

	if (showing->arguments->quiet)
		return;
	line = dry_plan_line(plan);
	progress_clear(&showing->progress);
	fprintf(showing->terminal.out, "%s\nresults: %s\n", line ? line : "",
	        directory);
	if (showing->arguments->resume)
		fprintf(showing->terminal.out, "resumed: %zu rows are there already\n",
		        showing->rows_before);
	fprintf(showing->terminal.out, "\n");
	fflush(showing->terminal.out);
	free(line);
}

static void show_rows(void *arg, const struct result_row *rows, size_t count)
{
	struct showing *showing = arg;

	if (showing->arguments->quiet)
		return;
	progress_clear(&showing->progress);
	matrix_print_rows(&showing->terminal, &showing->scale, showing->tests,
	                  showing->test_count, rows, count, &showing->header_done);
	fflush(showing->terminal.out);
}

static void show_tick(void *arg, const struct run_status *status)
{
	struct showing *showing = arg;
	const struct plan_cell *cell = status->cell;
	struct progress_state state = {.done = status->done,
	                               .rate = status->rate,
	                               .waiting = status->waiting,
	                               .elapsed_ns = status->elapsed_ns,
	                               .left_ns = status->left_ns,
	                               .divisor = showing->scale.divisor,
	                               .unit = showing->scale.unit,
	                               .round = status->round,
	                               .rounds = status->rounds,
	                               .file_size = RESULT_NO_COUNT,
	                               .record_size = RESULT_NO_COUNT};

	if (cell) {
		state.target = status->target;
		state.test = cell->test->name;
	}
	if (cell && workload_has_sizes(cell->test)) {
		state.file_size = cell->file_size;
		state.record_size = cell->record_size;
	}
	progress_show(&showing->progress, &state, clock_now_ns());
}

static void show_warning(void *arg, const char *sentence)
{
	struct showing *showing = arg;

	progress_clear(&showing->progress);
	fprintf(stderr, "bench: %s\n", sentence);
}

static void show_note(void *arg, const char *sentence)
{
	struct showing *showing = arg;

	if (!showing->arguments->verbose)
		return;
	progress_clear(&showing->progress);
	fprintf(stderr, "note: %s\n", sentence);
}

/* What the matrices are held against: the link, else the reference target, else
 * the best of the run. */
static void find_scale(struct showing *showing,
                       const struct bench_config *config,
                       const struct run_outcome *outcome)
{
	struct matrix_scale *scale = &showing->scale;

	scale->ceiling = outcome->link_ceiling;
	scale->ceiling_name = "link";
	for (size_t i = 0; isnan(scale->ceiling) && i < config->target_count; i++)
		if (config->targets[i].reference) {
			scale->ceiling_name = config->targets[i].name;
			scale->ceiling = summary_best_rate(&outcome->summary,
			                                   config->targets[i].name);
		}
	if (isnan(scale->ceiling)) {
		scale->ceiling_name = "best";
		scale->ceiling = summary_best_rate(&outcome->summary, NULL);
	}
}

static int show_outcome(struct showing *showing,
                        const struct bench_config *config,
                        const struct run_outcome *outcome)
{
	FILE *out = showing->terminal.out;

	progress_clear(&showing->progress);
	find_scale(showing, config, outcome);
	fprintf(out, "\n");
	/* Of a run that is shown in another way -q leaves nothing but that. */
	if (!showing->arguments->format || !showing->arguments->quiet)
		matrix_print_summary(&showing->terminal, &showing->scale,
		                     &outcome->summary);
	fprintf(out, "%zu rows measured", outcome->rows_ok);
	if (outcome->rows_failed)
		fprintf(out, ", %zu failed", outcome->rows_failed);
	if (outcome->directory)
		fprintf(out, "; results: %s/results.csv", outcome->directory);
	fprintf(out, "\n");
	if (outcome->was_complete)
		fprintf(out, "the run was complete, so nothing was measured; --rounds "
		             "N adds rounds\n");
	if (outcome->signal) {
		fprintf(stderr, "bench: ended by %s: the rows so far are kept\n",
		        strsignal(outcome->signal));
		return EXIT_SIGNAL + outcome->signal;
	}
	return outcome->rows_failed || !outcome->rows_ok ? EXIT_SOME_FAILED
	                                                 : EXIT_ALL_MEASURED;
}

/* What each plugin thinks of its options; all complaints at once. */
static void check_targets(const struct command_context *context,
                          const struct bench_config *config,
                          struct problems *problems)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct config_target *target = &config->targets[i];
		const struct wrap options = {
		        .wrapper = target->wrapper,
		        .inner = target->backend,
		        .wrapper_config =
		                target->wrapper ? target->wrap_options->config : NULL,
		        .inner_config = target->options->config};
		int error;
		char *why;

		host_ctx_clear(context->ctx);
		error = wrap_check(&options, context->ctx);
		if (error >= 0)
			continue;
		why = host_ctx_explain(context->ctx, error, "options");
		problems_add(problems, target->place, "target `%s`: %s", target->name,
		             why ? why : strerror(-error));
		free(why);
	}
}

/* A bare word that is no path is a slip of the fingers, not a target. */
static int check_words(const struct arguments *arguments)
{
	static const char *const commands[] = {
	        "serve",  "plugin", "list",    "report",  "show",
	        "export", "import", "compare", "explain", "selftest"};

	for (size_t i = 0; i < arguments->target_count; i++) {
		const char *word = arguments->targets[i];
		const char *nearest;

		if (strchr(word, '/') || access(word, F_OK) == 0)
			continue;
		nearest = nearest_word(word, commands,
		                       sizeof commands / sizeof commands[0]);
		fprintf(stderr,
		        "bench: `%s` is no command, no URL and no path that "
		        "is there; ",
		        word);
		if (nearest)
			fprintf(stderr, "did you mean `bench %s`?\n", nearest);
		else
			fprintf(stderr, "bench --help tells more\n");
		return EXIT_USAGE;
	}
	return 0;
}

/* From the INI file and the command line; a resumed run that has neither is
 * what its run.json says. */
static int find_source(const struct command_context *context,
                       const struct arguments *arguments,
                       const struct resume *resume,
                       struct config_source *source, char **file)
{
	char *why = NULL;

	*source = (struct config_source){.targets = arguments->targets,
	                                 .target_count = arguments->target_count,
	                                 .sets = arguments->sets,
	                                 .set_count = arguments->set_count};
	if (arguments->config) {
		*file = config_find(arguments->config, context->datadir, &why);
	} else if (resume && !arguments->target_count) {
		source->effective = again_configuration(resume, &why);
		if (source->effective)
			*file = text_format("%s/run.json", resume->directory);
	} else {
		return 0;
	}
	source->file = *file;
	if (*file)
		return 0;
	fprintf(stderr, "bench: %s\n", why ? why : "no memory");
	free(why);
	return EXIT_USAGE;
}

static int load(const struct command_context *context,
                const struct arguments *arguments, const struct resume *resume,
                struct bench_config **config)
{
	struct config_source source;
	struct problems problems = {0};
	char *file = NULL;
	int status = find_source(context, arguments, resume, &source, &file);

	if (status)
		return status;
	if (config_load(&source, &context->vocabulary, config, &problems) == 0) {
		if (resume)
			again_check(resume, *config, &problems);
		if (!problems.count)
			check_targets(context, *config, &problems);
	} else {
		status = EXIT_USAGE;
	}
	for (size_t i = 0; i < problems.count; i++)
		fprintf(stderr, "bench: %s\n", problems.sentences[i]);
	if (problems.count)
		status = EXIT_USAGE;
	problems_free(&problems);
	free(file);
	return status;
}

/* The path of the page ends what a run prints. */
static void show_report(const struct command_context *context,
                        const struct showing *showing,
                        const struct bench_config *config,
                        const struct run_outcome *outcome)
{
	const char *directory = outcome->directory;
	bool without_charts = false;
	FILE *out = showing->terminal.out;
	char *path;

	if (!config->report || !directory)
		return;
	path = report_make(context->exe, context->datadir, &directory, 1, NULL,
	                   &without_charts);
	/* Of a run that is shown in another way -q leaves nothing but that. */
	if (path && !(showing->arguments->format && showing->arguments->quiet))
		fprintf(out, "%sreport: %s\n",
		        without_charts ? "the report has no charts: `make deps` "
		                         "fetches the chart library\n"
		                       : "",
		        path);
	free(path);
}

static int measure(const struct command_context *context,
                   const struct arguments *arguments, struct resume *resume,
                   struct plan *plan, char **argv)
{
	struct showing showing = {.arguments = arguments,
	                          .rows_before = resume ? resume->rows.count : 0};
	struct run_request request = {.config = plan->config,
	                              .plan = plan,
	                              .plugins = &context->plugins,
	                              .results = arguments->results,
	                              .resume = resume,
	                              .anonymise = arguments->anonymise,
	                              .exe = context->exe,
	                              .datadir = context->datadir,
	                              .version = BENCH_VERSION,
	                              .argv = (const char *const *)argv,
	                              .observer = {&showing, show_plan, show_rows,
	                                           show_tick, show_warning,
	                                           show_note}};
	struct run_outcome outcome;
	time_t began = time(NULL);
	char *why = NULL;
	int error, status;

	terminal_detect(&showing.terminal, arguments->format ? stderr : stdout,
	                stderr, arguments->colour, arguments->progress);
	progress_init(&showing.progress, &showing.terminal);
	showing.scale = (struct matrix_scale){.divisor = arguments->unit_divisor,
	                                      .unit = arguments->unit,
	                                      .ceiling = (double)NAN,
	                                      .ceiling_name = "best"};
	find_tests(&showing, plan);
	error = run_execute(&request, &outcome, &why);
	progress_clear(&showing.progress);
	if (error)
		fprintf(stderr, "bench: %s\n", why ? why : strerror(-error));
	if (outcome.directory)
		status = show_outcome(&showing, plan->config, &outcome);
	else
		status = outcome.signal ? EXIT_SIGNAL + outcome.signal : EXIT_USAGE;
	if (outcome.directory && format_print(arguments->format, &outcome, began))
		error = -EIO;
	show_report(context, &showing, plan->config, &outcome);
	if (error && status == EXIT_ALL_MEASURED)
		status = EXIT_SOME_FAILED;
	run_outcome_free(&outcome);
	free(why);
	return status;
}

static int plan_and_measure(const struct command_context *context,
                            const struct arguments *arguments,
                            struct resume *resume, char **argv)
{
	struct bench_config *config = NULL;
	struct plan *plan = NULL;
	int status = load(context, arguments, resume, &config);

	if (!status && plan_make(config, &plan)) {
		fprintf(stderr, "bench: no memory for the plan\n");
		status = EXIT_USAGE;
	} else if (!status && format_check(arguments->format, plan)) {
		status = EXIT_USAGE;
	} else if (!status && arguments->dry_run) {
		char *line = dry_plan_line(plan);

		dry_print(stdout, plan, arguments->verbose);
		printf("%s\n", line ? line : "");
		free(line);
	} else if (!status) {
		status = measure(context, arguments, resume, plan, argv);
	}
	plan_free(plan);
	config_free(config);
	return status;
}

/* The directory of --resume around all the rest. */
static int run_or_resume(const struct command_context *context,
                         const struct arguments *arguments, char **argv)
{
	struct resume resume;
	char *why = NULL;
	int status = EXIT_USAGE;

	if (!arguments->resume)
		return plan_and_measure(context, arguments, NULL, argv);
	if (resume_open(arguments->resume, &resume, &why)) {
		fprintf(stderr, "bench: %s\n", why ? why : "no memory");
		free(why);
	} else {
		resume.rounds_set = arguments_set(arguments, "bench.rounds");
		status = plan_and_measure(context, arguments, &resume, argv);
	}
	resume_close(&resume);
	return status;
}

int command_run(int argc, char **argv)
{
	struct command_context context;
	struct arguments arguments;
	int status = arguments_parse(&arguments, argc, argv);

	if (status)
		goto end;
	if (arguments.help) {
		fputs(arguments_help, stdout);
		goto end;
	}
	if (arguments.version) {
		printf("bench %s (plugin ABI %d.%d)\n", BENCH_VERSION, BENCH_ABI_MAJOR,
		       BENCH_ABI_MINOR);
		goto end;
	}
	if (!arguments.config && !arguments.target_count && !arguments.resume) {
		fprintf(stderr, "bench: nothing to measure: give -c FILE, or a "
		                "path or URL; bench --help tells more\n");
		status = EXIT_USAGE;
		goto end;
	}
	status = check_words(&arguments);
	if (status)
		goto end;
	status = EXIT_USAGE;
	if (command_context_open(&context) == 0)
		status = run_or_resume(&context, &arguments, argv);
	command_context_close(&context);
end:
	arguments_free(&arguments);
	return status;
}
