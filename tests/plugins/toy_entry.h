/* toy_entry.h - registers a table as BENCH_REGISTER() does, but spoils it by a
 * statement first. */
#define TOY_REGISTER_SPOILT(table, statement)                                  \
	const struct bench_host *bench;                                            \
	BENCH_PUBLIC const struct bench_backend *bench_plugin_entry(               \
	        const struct bench_host *host);                                    \
	const struct bench_backend *bench_plugin_entry(                            \
	        const struct bench_host *host)                                     \
	{                                                                          \
		bench = host;                                                          \
		(table).magic = BENCH_MAGIC;                                           \
		(table).size = (uint32_t)sizeof(table);                                \
		(table).abi_major = BENCH_ABI_MAJOR;                                   \
		(table).abi_minor = BENCH_ABI_MINOR;                                   \
		(table).opt_size = (uint32_t)sizeof(struct bench_opt);                 \
		statement;                                                             \
		return &(table);                                                       \
	}
