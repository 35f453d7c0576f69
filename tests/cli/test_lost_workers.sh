#!/bin/bash
# A library may hang, crash, end the process or fail: that costs its own rows,
# named with the reason, and no row of the target beside it.

. "$(dirname "$0")/lib.sh"

export BENCH_PLUGIN_PATH=$TOYS

# beside TOY TESTS STATUS: a run of three rounds over a good target and that
# one; $csv is its table.
beside() {
	cat >lost.ini <<-END
		[bench]
		file_sizes   = 16k
		record_sizes = 4k
		tests        = $2
		rounds       = 3
		slices       = 1
		slice_time   = 1ms
		time_limit   = 1s

		[target good]
		plugin = toy_memory

		[target bad]
		plugin = $1
	END
	rm -rf results
	status "$3" "$BENCH" -c lost.ini
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["target"] == "good" && c["status"] == "ok"')" = \
		"$(rows "$csv" 'c["target"] == "good"')" ] ||
		fail "$1: the good target suffers: $(cat "$csv")"
	[ "$(rows "$csv" 'c["target"] == "good"')" = \
		$((3 * $(wc -w <<<"${2//,/ }"))) ] ||
		fail "$1: the good target lacks rows: $(cat "$csv")"
}

# bad N TEST STATUS REASON: so many rows of it.
bad() {
	local condition="c[\"target\"] == \"bad\" && c[\"test\"] == \"$2\""
	condition+=" && c[\"status\"] == \"$3\" && index(c[\"error\"], \"$4\") == 1"
	[ "$(rows "$csv" "$condition")" = "$1" ] ||
		fail "not $1 rows of $2 that are $3: $4: $(grep ,bad, "$csv")"
}

# all_of N TEST: the test has no more rows than these.
all_of() {
	[ "$(rows "$csv" "c[\"target\"] == \"bad\" && c[\"test\"] == \"$2\"")" = \
		"$1" ] || fail "not $1 rows of $2: $(grep ,bad, "$csv")"
}

again="not tried again: it hung or crashed in two rounds before this one"

# Hangs in a read: two rounds of patience; what only writes is still measured.
beside toy_sleeps "write, read, random_write, ping" 1
bad 3 write ok ""
bad 2 read timeout "no answer for 2.5 s: the worker was killed"
bad 1 read error "$again"
bad 3 random_write ok ""
bad 3 ping ok ""
all_of 3 read
has out "21 rows measured, 3 failed"
has out "no answer for 2.5 s"
[ ! -s err ] || fail "warnings: $(cat err)"

# Crashes in a write, which reading needs as well, to have a file.
beside toy_crashes "write, read, ping" 1
bad 2 write error "the worker died of signal 11 (Segmentation fault)"
bad 1 write error "$again"
bad 2 read error "the worker died of signal 11 (Segmentation fault)"
bad 1 read error "$again"
bad 3 ping ok ""
all_of 3 write
has out "12 rows measured, 6 failed"

# Ends the process, with all that it holds: no sanitizer should look for leaks.
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 \
	beside toy_exits "write, read, ping" 1
bad 2 write error "the worker ended with status 7"
bad 1 write error "$again"
bad 2 read error "the worker ended with status 7"
bad 3 ping ok ""
all_of 3 write

# Fails, in words of its own: no worker is lost, so each round is tried.
beside toy_fails "write, ping" 1
bad 3 write error "write: the toy disk is scratched at 0 (4096)"
bad 3 ping ok ""
all_of 3 write
has out "the toy disk is scratched"

# Can't do all tests, which is no failure: said once, with the reason.
beside toy_stream "write, rewrite, read, reread, random_read, random_write, ping" 0
bad 3 write ok ""
bad 3 read ok ""
bad 3 reread ok ""
bad 3 ping ok ""
bad 1 rewrite unsupported "the target cannot write a range again"
bad 1 random_read unsupported "the target is a stream: offsets only go forward"
bad 1 random_write unsupported "the target is a stream: offsets only go forward"
all_of 1 rewrite
all_of 1 random_read
all_of 1 random_write
exit 0
