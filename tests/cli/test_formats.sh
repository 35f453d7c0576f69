#!/bin/bash
# Someone who knows the tables of iozone, bonnie, files.c, Sandra and ping asks
# for them, and feeds them to programs that parse those: what they find is what
# summary.csv has.

. "$(dirname "$0")/lib.sh"

cat >two.ini <<'END'
[bench]
tests        = write, rewrite, read, reread, random_read, random_write,
               backward_read, record_rewrite, stride_read, stdio_write,
               stdio_rewrite, stdio_read, stdio_reread, char_write, char_read,
               block_write, read_modify_write, block_read, seeks,
               create_unlink, access_time, ping
file_sizes   = 16k, 64k
record_sizes = 4k, 32k
rounds       = 1
slices       = 1
passes       = 1
sync         = none
include      = none
link         = none
quiet        = 0

[target plain]
plugin    = sim
latency   = 100us
bandwidth = 81920000

[target slower]
plugin  = sim
latency = 200us
