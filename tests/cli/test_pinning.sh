#!/bin/bash
# Someone holds the threads on chosen processors: it stands in the row, and a
# processor that may not be used is said before anything is measured on another.
. "$(dirname "$0")/lib.sh"

mkdir place
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
small=(--progress none --set bench.rounds=1 --set bench.slices=1
	--set bench.slice_time=1ms --set bench.quiet=0 --set bench.file_sizes=64k
	--set bench.record_sizes=4k --set "bench.tests=write,read,ping")

status 0 "$BENCH" place null:// "${small[@]}" --set bench.cpus="$first" \
	--set bench.threads=1,3
csv=$(results)/results.csv
[ "$(rows "$csv" "c[\"status\"] == \"ok\" && c[\"threads\"] == 1 &&
	c[\"cpus\"] == \"$first\"")" -ge 6 ] || fail "one thread: $(cat "$csv")"
[ "$(rows "$csv" "c[\"status\"] == \"ok\" && c[\"threads\"] == 3 &&
	c[\"cpus\"] == \"$first $first $first\"")" -ge 6 ] ||
	fail "three threads: $(cat "$csv")"
# Three threads on one processor wait for each other: no disturbance.
[ "$(rows "$csv" 'c["threads"] == 3 && c["flags"] ~ /noisy/')" = 0 ] ||
	fail "threads that wait for each other are noise: $(cat "$csv")"

# Unpinned, nothing is said.
rm -r results
status 0 "$BENCH" place "${small[@]}"
[ "$(rows "$(results)/results.csv" 'c["cpus"] != ""')" = 0 ] || fail "pinned"

# The configuration takes it, the machine does not.
rm -r results
status 1 "$BENCH" place "${small[@]}" --set bench.cpus=4000
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "error" &&
	/processor 4000 may not be used/')" = 3 ] || fail "$(cat "$csv")"
[ -z "$(ls -A place)" ] || fail "files were left behind: $(find place)"

rm -r results
status 2 "$BENCH" place "${small[@]}" --set bench.cpus=9999
# shellcheck disable=SC2016 # backquotes are what the message has
has err 'cpus: `9999`'
[ ! -e results ] || fail "a run was begun"
