/* bench_plugin.h - the contract between bench and a backend plugin.
 *
 * This is the only header that a plugin includes; it is clean C99 and C++17.
 * A plugin is one shared object with one exported function,
 * bench_plugin_entry(), which BENCH_REGISTER() writes.  bench hands its table
 * of helpers to that function and gets the plugin's table of operations back,
 * so a plugin links nothing but its own library.
 *
 * Rule of growth: members are appended, never moved, retyped or removed.  A
 * plugin that was built against any 1.x header loads into every later 1.y
 * bench.  A plugin built against a later header than bench's own is refused,
 * because it may count on members that are not there.
 *
 * Every call returns 0 or a positive count on success and a negative errno on
 * failure.  -ENOTSUP means "not here": the cell becomes `unsupported` with its
 * reason, never a zero and never another way of doing the same thing.  Before
 * a failing call returns, it says what happened with bench->fail().
 *
 * Order of a life in one process:
 *
 *   init, check, target_open, caps, describe,
 *     session_open,
 *       open, read/write ..., flush, close,
 *       unlink, ping ...,
 *     session_close,
 *   target_close, fini
 *
 * bench makes one target per worker process, with BENCH_REOPENS one after the
 * other, and one session per thread.  No thread, socket or fork handler may be
 * made before target_open.
 */
#ifndef BENCH_PLUGIN_H
#define BENCH_PLUGIN_H 1

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Guards against a stray symbol of the right name. */
#define BENCH_MAGIC UINT32_C(0x42424b31)
/* Raised when a member changes its meaning; bench loads its own major only. */
#define BENCH_ABI_MAJOR 1
/* Raised when members are appended. */
#define BENCH_ABI_MINOR 2

#if defined(__GNUC__)
#define BENCH_PRINTF(format_index, first_index)                                \
	__attribute__((format(printf, format_index, first_index)))
#define BENCH_PUBLIC __attribute__((visibility("default")))
#define BENCH_HIDDEN __attribute__((visibility("hidden")))
#else
#define BENCH_PRINTF(format_index, first_index)
#define BENCH_PUBLIC
#define BENCH_HIDDEN
#endif

/* Belongs to bench.  A plugin gets one with its target and one with each
 * session, keeps the pointer and passes it back to the helpers; a session's
 * context is used on that session's thread only. */
struct bench_ctx;

/* What the bytes of a file are when they are to be verified: since 1.1.  Each
 * byte is a function of these members and of its offset alone, so that whoever
 * knows them, on whatever side, can make and check any part.  generation rises
 * each time the whole file is written anew. */
struct bench_pattern {
	uint64_t seed, file, generation;
};

/* What bench lends.  `size` tells how much of it is there; a helper that was
 * appended after 1.0 is called only after BENCH_HAS() said yes. */
struct bench_host {
	uint32_t size, abi_minor;
	/* Why the call that is about to fail does so: one sentence in the
	 * protocol's own words, without a newline.  The last one counts. */
	void (*fail)(struct bench_ctx *ctx, const char *format, ...)
	        BENCH_PRINTF(2, 3);
	/* Shown with -v only. */
	void (*note)(struct bench_ctx *ctx, const char *format, ...)
	        BENCH_PRINTF(2, 3);
	/* A fact about the target or the session: a negotiated version, a mount
	 * option, a count of retransmits.  Keys are lower case with underscores.
	 * Facts from describe() go to run.json, facts emitted while a cell runs
	 * (from counters() or drop_cache()) go to the row's `counters` column.
	 * Reserved: `peer` is the numeric address of the far end, from which
	 * bench finds the network interface and its speed. */
	void (*fact)(struct bench_ctx *ctx, const char *key, const char *format,
	             ...) BENCH_PRINTF(3, 4);
	/* Memory for handles, not for records.  align is a power of two or 0;
	 * NULL when there is none. */
	void *(*alloc)(size_t align, size_t length);
	void (*free)(void *memory);
	/* The clock of all of bench's times: CLOCK_MONOTONIC in ns. */
	int64_t (*now_ns)(void);
	/* Not 0 once bench wants to end; to be asked at least every 100 ms in a
	 * loop that waits, and always by serve(). */
	int (*stopping)(struct bench_ctx *ctx);
	/* serve() only: the far end takes connections from now on.  The text
	 * says where. */
	void (*ready)(struct bench_ctx *ctx, const char *format, ...)
	        BENCH_PRINTF(2, 3);

	/* Since 1.1. */
	/* Makes the bytes [off, off + len) of a file. */
	void (*pattern_fill)(const struct bench_pattern *pattern, void *buf,
	                     size_t len, uint64_t off);
	/* How many bytes from the first on are right; len when all are. */
	size_t (*pattern_check)(const struct bench_pattern *pattern,
	                        const void *buf, size_t len, uint64_t off);

	/* Since 1.2.  For wrappers, see below. */
	/* Reads a list of calls such as `read, write, ping` (`all`: each that there
	 * is) into *calls, whose bit 1 << what is set for each.  -EINVAL with a
	 * sentence for a word that is none. */
	int (*calls_read)(struct bench_ctx *ctx, const char *list, uint32_t *calls);
	/* The word for a call (enum bench_what); NULL where it is none. */
	const char *(*call_name)(int what);
};

/* Options ---------------------------------------------------------------- */

/* The type says how the text is read and what stands at the offset in the
 * plugin's configuration struct. */
enum bench_type {
	BENCH_STR,    /* char *     the text; NULL where none was given */
	BENCH_SECRET, /* char *     from @file or $ENV; never shown or stored */
	BENCH_PATH,   /* char *     the text; must not be empty */
	BENCH_BOOL,   /* int        yes, no, true, false, on, off, 1, 0 */
	BENCH_INT,    /* int64_t    decimal */
	BENCH_SIZE,   /* uint64_t   bytes; 4k = 4 KiB = 4096 */
	BENCH_TIME,   /* int64_t    ns; 20ms, 1.5s, 2m; no bare numbers but 0 */
	BENCH_REAL,   /* double */
	BENCH_ENUM    /* int        index into choices */
};

enum {
	BENCH_REQUIRED = 1 << 0,  /* an error where it is not given */
	BENCH_DEPRECATED = 1 << 1 /* read, with a warning */
};

/* One line of the options table.  The table ends with key == NULL.  All text
 * belongs to the plugin and lives as long as it is loaded.  The strings in the
 * configuration struct belong to bench and live until fini(). */
struct bench_opt {
	const char *key; /* as in `key = value` of a [target] section */
	enum bench_type type;
	uint32_t flags;
	size_t offset;    /* offsetof(struct my_config, member) */
	const char *dflt; /* read like the user's text; NULL: zero bytes */
	const char *help; /* one line, no full stop */
	double min, max;  /* inclusive, for numbers; both 0: unbounded */
	const char *const *choices; /* BENCH_ENUM: ends with NULL */
};

/* A line whose key is the member's name, without range or choices. */
#define BENCH_OPT(config, member, type, flags, dflt, help)                     \
	{                                                                          \
#member, type, flags, offsetof(config, member), dflt, help, 0, 0, NULL \
	}
/* The same with a range. */
#define BENCH_OPT_RANGE(config, member, type, flags, dflt, help, min, max)     \
	{                                                                          \
#member, type, flags, offsetof(config, member), dflt, help, min, max,  \
		        NULL                                                           \
	}

/* Properties ------------------------------------------------------------- */

/* What the library underneath can stand. */
enum bench_threads {
	BENCH_ONE_PER_PROCESS, /* one session in a process, no more */
	BENCH_PER_WORKER,      /* sessions side by side, each on its thread */
	BENCH_FREE             /* any handle on any thread */
};

/* What a successful flush means. */
enum bench_durable {
	BENCH_DUR_NONE,  /* nothing */
	BENCH_DUR_PEER,  /* the far end has the data, perhaps in memory */
	BENCH_DUR_STABLE /* it survives a crash of the far end */
};

/* Properties of a target.  Whether an operation exists is told by its pointer
 * alone. */
enum {
	BENCH_RANDOM = 1 << 0,    /* any offset; else upwards from 0 without gaps,
	                             one direction per open */
	BENCH_REWRITE = 1 << 1,   /* written ranges may be written again */
	BENCH_KEEPS = 1 << 2,     /* a later open reads what was written; without
	                             it a read is whatever the peer sends */
	BENCH_SHARED = 1 << 3,    /* several sessions may hold one file open */
	BENCH_DIRECT = 1 << 4,    /* BENCH_O_DIRECT is honoured */
	BENCH_MEMORY = 1 << 5,    /* the data never leave memory: no figure of this
	                             target is a figure of a disk */
	BENCH_DONTCACHE = 1 << 6, /* BENCH_O_DONTCACHE is honoured; since 1.1 */
	BENCH_CACHES = 1 << 7,    /* reads may come from a cache of this machine's;
	                             since 1.1 */
	BENCH_REOPENS = 1 << 8    /* one process may open such targets one after the
	                             other, and each is as in a new process: then a
	                             run of one round saves processes; since 1.2 */
};

/* Asked once after each target_open, because it may depend on the peer.  bench
 * zeroes the struct and sets `size`; the plugin writes members below that size
 * only. */
struct bench_caps {
	uint32_t size, props;
	enum bench_durable durable;
	uint32_t max_depth; /* submit: most in flight per session; 0: no limit */
	uint32_t align;     /* buffer, offset and length with BENCH_O_DIRECT;
	                       0 or 1: none */
	uint64_t min_io, best_io, max_io; /* bytes; 0: not known */
	uint64_t max_size;   /* the largest file in bytes; 0: not known */
	uint64_t free_bytes; /* room for new files; 0: not known */
};

/* Files ------------------------------------------------------------------ */

/* A file's name is relative to the target's root, of [A-Za-z0-9._-] parts
 * parted by '/', and made by bench. */
enum {
	BENCH_O_READ = 1 << 0,
	BENCH_O_WRITE = 1 << 1,
	BENCH_O_CREATE = 1 << 2,
	BENCH_O_EXCL = 1 << 3, /* with CREATE: -EEXIST if the name is taken */
	BENCH_O_TRUNC = 1 << 4,
	BENCH_O_DIRECT = 1 << 5, /* past the client's cache */
	BENCH_O_SYNC = 1 << 6,   /* each write returns when its data are stable */
	BENCH_O_SEQUENTIAL = 1 << 7, /* a promise: offsets run from 0 upwards
	                               without gaps, perhaps several times; so a
	                               transport may stream ahead */
	BENCH_O_DONTCACHE = 1 << 8   /* through the client's cache, but
	                                nothing stays in it; since 1.1 */
};

enum bench_op { BENCH_OP_READ, BENCH_OP_WRITE, BENCH_OP_FLUSH };

/* One record in flight.  Made by bench, passed by pointer. */
struct bench_io {
	enum bench_op op;
	void *file, *buf;
	size_t len;
	uint64_t off;
	int64_t result;  /* the plugin's: bytes or negative errno */
	int64_t done_ns; /* the plugin's, by now_ns(); 0: at reap */
	void *priv;      /* the plugin's, while in flight */
};

struct bench_stat {
	uint32_t size;
	int is_dir;
	uint64_t bytes;
	int64_t mtime_ns; /* since 1970 */
};

/* Who a session belongs to. */
struct bench_who {
	uint32_t size;
	uint32_t rank, ranks;     /* machine in a cluster; 0 of 1 */
	uint32_t worker, workers; /* thread in the cell; 0 of 1 */
	uint32_t depth;           /* records in flight that will be asked for */
};

/* Wrappers: since 1.2 ---------------------------------------------------- */

/* A wrapper is laid over a backend, whatever it is, with `wrap = NAME` in a
 * target's section, and changes what happens there: slower, failing, watched.
 * Its table has `wraps` set, and beside the life of target and session (no
 * caps) nothing but two operations, before() and after(); bench calls the
 * backend between the two.  What the backend beneath can do, the wrapped one
 * can do, and no more.  A user gives its options as NAME.KEY.
 *
 * Neither operation waits or reads a clock: what is to take longer gets a later
 * due_ns, and bench waits.  So it is right for records in flight, which pass
 * before() when they are submitted and after() when they are back, in any
 * order; and for backends on a clock of their own. */
enum bench_what {
	BENCH_CALL_READ,
	BENCH_CALL_WRITE,
	BENCH_CALL_FLUSH,
	BENCH_CALL_OPEN,
	BENCH_CALL_CLOSE,
	BENCH_CALL_DROP_CACHE,
	BENCH_CALL_STAT,
	BENCH_CALL_RENAME,
	BENCH_CALL_UNLINK,
	BENCH_CALL_MKDIR,
	BENCH_CALL_RMDIR,
	BENCH_CALL_READDIR,
	BENCH_CALL_PING,
	BENCH_CALLS
};

/* Never due: the call hangs until it is cancelled, or the worker killed. */
#define BENCH_NEVER INT64_MAX

/* One call to the backend.  bench fills it and keeps it from before() to
 * after(); members may be appended. */
struct bench_call {
	uint32_t size;
	enum bench_what what;
	const char *name; /* as the call was given it; NULL: read, write, ... */
	/* Of a read or a write.  Data that before() changes in a write are to be
	 * put back by after(): they are the caller's. */
	void *buf;
	size_t len;
	uint64_t off;
	int in_flight; /* by submit and reap */
	int own_clock; /* times are of the session's own clock: clock_ns */
	int64_t start_ns, end_ns; /* end_ns: for after() */
	/* For after(), which may change it: bytes or 0, or a negative errno. */
	int64_t result;
	/* end_ns before after(), which may put it off: when the caller gets the
	 * result. */
	int64_t due_ns;
	uint64_t mark; /* the wrapper's own, 0 at first */
};

/* The backend ------------------------------------------------------------ */

/* Needed, or the plugin is refused (wrappers: see above): name, target_open,
 * target_close, caps, session_open, session_close; close beside open; open
 * beside read, write, flush, drop_cache and submit; submit and reap together;
 * and something to measure: ping, or open with read or write.  All else may be
 * NULL. */
struct bench_backend {
	uint32_t magic, size, abi_major, abi_minor; /* BENCH_REGISTER sets these */
	uint32_t opt_size;
	uint32_t config_size; /* sizeof(struct my_config); 0 without options */
	const char *name;     /* [a-z][a-z0-9_]*, as in `plugin = name` */
	const char *version, *summary, *license;
	/* URL schemes it answers to, parted by spaces; the word `path` stands
	 * for a plain path on the command line.  NULL: none. */
	const char *schemes;
	const struct bench_opt *options; /* NULL: none */
	enum bench_threads threads;

	/* Once per process.  init, fini, check and from_url are optional. */
	int (*init)(void);
	void (*fini)(void);
	/* Is this configuration sound?  Touches nothing outside the process. */
	int (*check)(const void *config, struct bench_ctx *ctx);
	/* Fills the options from a URL or path of the command line: calls set()
	 * for each key and hands its failure back. */
	int (*from_url)(const char *url, struct bench_ctx *ctx,
	                int (*set)(void *arg, const char *key, const char *value),
	                void *arg);
	/* Reaches the target.  config lives until target_close. */
	int (*target_open)(const void *config, struct bench_ctx *ctx,
	                   void **target);
	void (*target_close)(void *target);
	int (*caps)(void *target, struct bench_caps *caps);
	/* Emits facts.  Optional. */
	int (*describe)(void *target);

	/* A session is one thread's own way to the target (a connection). */
	int (*session_open)(void *target, const struct bench_who *who,
	                    struct bench_ctx *ctx, void **session);
	void (*session_close)(void *session);
	/* From any thread: make the call in progress return soon.  Optional. */
	int (*cancel)(void *session);

	/* Data.  A call moves all of len or fails; short only at the end of the
	 * data.  size_hint is the size that the file will get; 0: not known. */
	int (*open)(void *session, const char *name, unsigned flags,
	            uint64_t size_hint, void **file);
	int (*close)(void *file); /* the handle is gone even if it fails */
	int64_t (*read)(void *file, void *buf, size_t len, uint64_t off);
	int64_t (*write)(void *file, const void *buf, size_t len, uint64_t off);
	int (*flush)(void *file); /* to caps.durable */
	/* The file's data leave the client's cache.  0 only when that was
	 * checked; emits the fact `dropped_by`.  Optional. */
	int (*drop_cache)(void *file);
	/* Depth above 1.  submit takes a prefix of v and returns how many; reap
	 * waits for `min`, fills done[] up to `max` and returns how many. */
	int (*submit)(void *session, struct bench_io *const *v, unsigned n);
	int (*reap)(void *session, struct bench_io **done, unsigned min,
	            unsigned max, int64_t timeout_ns);

	/* Names and round trips.  A missing name is -ENOENT. */
	int (*stat)(void *session, const char *name, struct bench_stat *st);
	int (*rename)(void *session, const char *from, const char *to);
	int (*unlink)(void *session, const char *name);
	int (*mkdir)(void *session, const char *name); /* -EEXIST if taken */
	int (*rmdir)(void *session, const char *name);
	int (*readdir)(void *session, const char *name,
	               int (*each)(void *arg, const char *entry), void *arg);
	int (*ping)(void *session); /* the cheapest round trip there is */

	/* Emits facts about the cell that just ran.  Optional. */
	int (*counters)(void *session);
	/* `bench serve NAME`: be the far end until stopping(). */
	int (*serve)(const void *config, struct bench_ctx *ctx);

	/* Since 1.1. */
	/* A backend on a clock of its own (a simulation): ns, never back.  With
	 * it bench takes all times of the session's operations from here. */
	int64_t (*clock_ns)(void *session);
	/* Lets that clock go on to a time, so that pacing needs no sleep.  Beside
	 * clock_ns. */
	int (*wait_until)(void *session, int64_t ns);
	/* The bytes that will be written to the open file, or that are in it,
	 * are those of a pattern; a far end of the plugin's own checks what it
	 * gets.  A failed check fails the write or the flush with -EILSEQ and a
	 * sentence that names the offset.  Optional. */
	int (*expect)(void *file, const struct bench_pattern *pattern);

	/* Since 1.2: a wrapper.  Either of the two operations may be NULL; session
	 * is the wrapper's own, of session_open, whose thread they are called on.
	 */
	int wraps; /* not 0: it is one */
	/* 0; or a negative errno, which is then the call's result without a call
	 * to the backend, due at once. */
	int (*before)(void *session, struct bench_call *call);
	void (*after)(void *session, struct bench_call *call);
};

/* The size of the struct in 1.0; nothing shorter is a backend. */
#define BENCH_BACKEND_SIZE_1_0                                                 \
	(offsetof(struct bench_backend, serve) + sizeof(void (*)(void)))
#define BENCH_OPT_SIZE_1_0                                                     \
	(offsetof(struct bench_opt, choices) + sizeof(const char *const *))

/* Registration ----------------------------------------------------------- */

#ifdef __cplusplus
#define BENCH_EXTERN extern "C"
#else
#define BENCH_EXTERN extern
#endif

/* bench's helpers, in each of the plugin's files. */
extern BENCH_HIDDEN const struct bench_host *bench;

/* Once per plugin, at the end: defines `bench` and the one exported symbol. */
#define BENCH_REGISTER(backend)                                                \
	const struct bench_host *bench;                                            \
	BENCH_EXTERN BENCH_PUBLIC const struct bench_backend *bench_plugin_entry(  \
	        const struct bench_host *host);                                    \
	const struct bench_backend *bench_plugin_entry(                            \
	        const struct bench_host *host)                                     \
	{                                                                          \
		bench = host;                                                          \
		(backend).magic = BENCH_MAGIC;                                         \
		(backend).size = (uint32_t)sizeof(backend);                            \
		(backend).abi_major = BENCH_ABI_MAJOR;                                 \
		(backend).abi_minor = BENCH_ABI_MINOR;                                 \
		(backend).opt_size = (uint32_t)sizeof(struct bench_opt);               \
		return &(backend);                                                     \
	}

/* For a helper appended after 1.0: if (BENCH_HAS(bench, helper)) ... */
#define BENCH_HAS(host, helper)                                                \
	((host)->size >=                                                           \
	         offsetof(struct bench_host, helper) + sizeof((host)->helper) &&   \
	 (host)->helper)

#ifdef __cplusplus
}
#endif
#endif /* BENCH_PLUGIN_H */
