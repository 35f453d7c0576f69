#!/bin/bash
# test_explain.sh - someone asks what limits a target.
. "$(dirname "$0")/lib.sh"

cat >sim.ini <<'INI'
[bench]
tests        = read, ping
file_sizes   = 1m
record_sizes = 4k, 8k, 16k, 32k, 64k
rounds       = 1
slices       = 1
quiet        = 0
report       = no
link         = 1g

[target wire]
plugin    = sim
latency   = 1us
bandwidth = 100m
reference = yes

[target far]
plugin    = sim
latency   = 1ms
ping_time = 1ms
INI
status 0 "$BENCH" -c sim.ini --progress none --results results
status 0 "$BENCH" explain "$(results)"
sed -n '/^far/,$p' out >far
has far "round trip"
has far "ping"
lacks out "not a number"

status 2 "$BENCH" explain
status 2 "$BENCH" explain nowhere
has err "nowhere"
status 0 "$BENCH" explain --help
has out "bench explain DIR"
