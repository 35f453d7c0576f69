#!/bin/bash
# In a run of one round a worker stays for the next pair of sizes, where its
# backend may be opened again; if it is lost, that costs what it was at.

. "$(dirname "$0")/lib.sh"

export BENCH_PLUGIN_PATH=$TOYS

# sweep STATUS [LINE...]: three pairs of sizes, further lines of the target; $csv
# is the table, $processes the number of processes that opened the target, and
# $openings how often they did.
sweep() {
	local wanted=$1
	shift
	{
		cat <<-END
			[bench]
			file_sizes   = 16k
			record_sizes = 4k, 8k, 16k
			tests        = write, read
			rounds       = $rounds
			slices       = 1
			passes       = 1
			order        = listed
			quiet        = 0

			[target toy]
			plugin = toy_reopens
		END
		printf '%s\n' "$@"
	} >stays.ini
	rm -rf results
	status "$wanted" "$BENCH" -c stays.ini
	csv=$(results)/results.csv
	grep '^opened in process' "$(results)/workers.log" >openings
	openings=$(wc -l <openings)
	processes=$(sort -u openings | wc -l)
}

# Asked, three pairs in one worker, cleaned up.
rounds=1
sweep 0
[ "$(rows "$csv" 'c["status"] == "ok"')" = 6 ] || fail "rows: $(cat "$csv")"
[ "$openings" = 5 ] || fail "opened $openings times: $(cat openings)"
[ "$processes" = 3 ] || fail "$processes processes: $(cat openings)"

# A round of several is a draw: each pair has a process of its own.
rounds=2
sweep 0
[ "$processes" = 8 ] || fail "$processes processes: $(cat openings)"

# What a wrapper does is for one process.
rounds=1
sweep 0 "wrap = trace" "trace.file = trace.out"
[ "$processes" = 5 ] || fail "$processes processes: $(cat openings)"

# Lost in the second pair: that pair only.
sweep 1 "label = crash"
[ "$(rows "$csv" 'c["record_size_bytes"] != 8192 && c["status"] == "ok"')" = 4 ] ||
	fail "other pairs suffer: $(cat "$csv")"
[ "$(rows "$csv" 'c["record_size_bytes"] == 8192 && c["status"] == "error"')" = 2 ] ||
	fail "no error rows: $(cat "$csv")"
grep -q 'died of signal 11' "$csv" || fail "no reason: $(cat "$csv")"
exit 0
