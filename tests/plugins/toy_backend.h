/* toy_backend.h - the table of a toy: the operations of toy.h, but for those
 * that the toy replaced by a macro. */
#ifndef TOY_NAME
#error "TOY_NAME must be defined before toy_backend.h is included"
#endif
#ifndef TOY_INIT
#define TOY_INIT NULL
#endif
#ifndef TOY_OPEN
#define TOY_OPEN toy_open
#endif
#ifndef TOY_READ
#define TOY_READ toy_read
#endif
#ifndef TOY_WRITE
#define TOY_WRITE toy_write
#endif
#ifndef TOY_CAPS
#define TOY_CAPS toy_caps
#endif
#ifndef TOY_SCHEMES
#define TOY_SCHEMES NULL
#endif
#ifndef TOY_TARGET_OPEN
#define TOY_TARGET_OPEN toy_target_open
#endif
#ifndef TOY_SESSION_OPEN
#define TOY_SESSION_OPEN toy_session_open
#endif
#ifndef TOY_THREADS
#define TOY_THREADS BENCH_PER_WORKER
#endif
#ifndef TOY_MAX_DEPTH
#define TOY_SUBMIT NULL
#define TOY_REAP   NULL
#endif
#ifndef TOY_LABEL_OFFSET
#define TOY_LABEL_OFFSET offsetof(struct toy_config, label)
#endif

static const struct bench_opt toy_options[] = {
        BENCH_OPT_RANGE(struct toy_config, limit, BENCH_SIZE, 0, "1g",
                        "most bytes that the store takes", 4096, 1e12),
        {"label", BENCH_STR, 0, TOY_LABEL_OFFSET, NULL,
         "a word that describe() repeats", 0, 0, NULL},
        {.key = NULL},
};

static struct bench_backend backend = {
        .config_size = sizeof(struct toy_config),
        .name = TOY_NAME,
        .version = "1",
        .summary = "a toy for bench's own tests",
        .schemes = TOY_SCHEMES,
        .options = toy_options,
        .threads = TOY_THREADS,
        .init = TOY_INIT,
        .from_url = toy_from_url,
        .target_open = TOY_TARGET_OPEN,
        .target_close = toy_target_close,
        .caps = TOY_CAPS,
        .describe = toy_describe,
        .session_open = TOY_SESSION_OPEN,
        .session_close = toy_session_close,
        .open = TOY_OPEN,
        .close = toy_close,
        .read = TOY_READ,
        .write = TOY_WRITE,
        .flush = toy_flush,
        .submit = TOY_SUBMIT,
        .reap = TOY_REAP,
        .stat = toy_stat,
        .rename = toy_rename,
        .unlink = toy_unlink,
        .mkdir = toy_mkdir,
        .rmdir = toy_rmdir,
        .readdir = toy_readdir,
        .ping = toy_ping,
};
