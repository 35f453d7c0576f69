/* suites.c - the table of suites, each by the name that the field knows it by.
 */
#include "workload/suites.h"

/* A compound literal, so that each list stands where it belongs. */
#define LIST(...)                                                              \
	(const char *const[])                                                      \
	{                                                                          \
		__VA_ARGS__, NULL                                                      \
	}

#define SUITE(name, summary, tests, keys)                                      \
	{                                                                          \
#name, summary, tests, keys                                            \
	}

/* One pass, timed in ns, as the originals have it. */
#define ONE_PASS "passes", "1", "slices", "1", "warmup", "no"

const struct workload_suite workload_suites[] = {
        SUITE(nas, "sequential and random throughput, and the round trip",
              LIST("write", "rewrite", "read", "reread", "random_read",
                   "random_write", "ping"),
              NULL),
        SUITE(iozone, "thirteen ways over files and records of all sizes",
              LIST("write", "rewrite", "read", "reread", "random_read",
                   "random_write", "backward_read", "record_rewrite",
                   "stride_read", "stdio_write", "stdio_rewrite", "stdio_read",
                   "stdio_reread"),
              LIST("file_sizes", "64k..512m", "record_sizes", "4k..16m",
                   "crossover", "yes", "order", "listed", ONE_PASS, "rounds",
                   "1", "sync", "none", "include", "none", "quiet", "0")),
        SUITE(bonnie,
              "by character, by block, read and written back, and seeks",
              LIST("char_write", "block_write", "read_modify_write",
                   "char_read", "block_read", "seeks"),
              LIST("file_sizes", "100m", "record_sizes", "8k", ONE_PASS,
                   "rounds", "3")),
        SUITE(files, "small files made and removed again, four names in turn",
              LIST("create_unlink"),
              LIST("slices", "1", "slice_time", "3s", "rounds", "3", "warmup",
                   "no")),
        SUITE(sandra, "sequential and random throughput, and the access time",
              LIST("write", "read", "random_read", "random_write",
                   "access_time"),
              LIST("file_sizes", "64m", "record_sizes", "64k")),
        SUITE(ping, "the round trip alone", LIST("ping"), NULL),
        SUITE(ftp, "whole files put and got", LIST("transfer"),
              LIST("file_sizes", "150m", ONE_PASS, "rounds", "5")),
        SUITE(metadata, "names and directories: a tree of each thread",
              LIST("create", "stat", "open", "rename", "readdir", "unlink",
                   "mkdir", "rmdir"),
              LIST("files", "1000", "passes", "1", "warmup", "no")),
};
const size_t workload_suite_count =
        sizeof workload_suites / sizeof workload_suites[0];
