/* suites.c - the table of suites. */
#include "workload/suites.h"

/* A compound literal, so that each list stands where it belongs. */
#define LIST(...)                                                              \
	(const char *const[])                                                      \
	{                                                                          \
		__VA_ARGS__, NULL                                                      \
	}

/* One pass, timed in ns, as the originals have it. */
#define ONE_PASS "passes", "1", "slices", "1", "warmup", "no"

const struct workload_suite workload_suites[] = {
        {"nas", "sequential and random throughput, and the round trip",
         LIST("write", "rewrite", "read", "reread", "random_read",
              "random_write", "ping"),
         NULL},
        {"iozone", "thirteen ways over files and records of all sizes",
         LIST("write", "rewrite", "read", "reread", "random_read",
              "random_write", "backward_read", "record_rewrite", "stride_read",
              "stdio_write", "stdio_rewrite", "stdio_read", "stdio_reread"),
         LIST("file_sizes", "64k..512m", "record_sizes", "4k..16m", "crossover",
              "yes", ONE_PASS, "rounds", "1", "sync", "none", "include", "none",
              "quiet", "0")},
        {"bonnie", "by character, by block, read and written back, and seeks",
         LIST("char_write", "block_write", "read_modify_write", "char_read",
              "block_read", "seeks"),
         LIST("file_sizes", "100m", "record_sizes", "8k", ONE_PASS, "rounds",
              "3")},
        {"files", "small files made and removed again, four names in turn",
         LIST("create_unlink"),
         LIST("slices", "1", "slice_time", "3s", "rounds", "3", "warmup",
              "no")},
        {"sandra", "sequential and random throughput, and the access time",
         LIST("write", "read", "random_read", "random_write", "access_time"),
         LIST("file_sizes", "64m", "record_sizes", "64k")},
        {"ping", "the round trip alone", LIST("ping"),
         LIST("passes", "10", "slices", "1")},
        {"ftp", "whole files put and got", LIST("transfer"),
         LIST("file_sizes", "150m", ONE_PASS, "rounds", "5")},
        {"metadata", "names and directories: a tree of each thread",
         LIST("create", "stat", "open", "rename", "readdir", "unlink", "mkdir",
              "rmdir"),
         LIST("files", "1000")},
};
const size_t workload_suite_count =
        sizeof workload_suites / sizeof workload_suites[0];
