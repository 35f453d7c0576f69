#!/bin/bash
# Someone lays a wrapper over a backend: a slower link, a longer way, operations
# that fail, a look at each of them.  On a clock of the backend's own, so every
# figure is known beforehand.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

cat >wrap.ini <<'END'
[bench]
tests        = write, read, ping
file_sizes   = 1m
record_sizes = 64k
rounds       = 2
slice_time   = 5ms
link         = none
quiet        = 0
report       = no

[target model]
plugin  = sim
latency = 100us
memory  = yes
END

# wrapped N KEY=VALUE...: a run with these set, with status N; leaves $csv.
wrapped() {
	local expected=$1 pair sets=()
	shift
	for pair; do
		sets+=(--set "$pair")
	done
	rm -rf results
	status "$expected" "$BENCH" --progress none -c wrap.ini "${sets[@]}"
	csv=$(results)/results.csv
}

# all N CONDITION: so many rows have it.
all() {
	[ "$(rows "$csv" "$2")" = "$1" ] ||
		fail "not $1 rows with $2: $(head -n 20 "$csv")"
}

# Without one nothing says so.
wrapped 0
all 6 'c["status"] == "ok" && c["flags"] == ""'
lacks out "wrapped"
lacks "$(results)/run.json" '"wrapper"'

# delay: each operation takes a millisecond more, to the digit.
wrapped 0 model.wrap=delay model.delay.time=1ms
all 2 'c["test"] == "ping" && c["lat_min_us"] == 1010 && c["lat_max_us"] == 1010'
all 4 'c["test"] != "ping" && c["lat_min_us"] == 1100 && c["lat_max_us"] == 1100 &&
	c["elapsed_s"] == c["passes"] * 0.0176'
# And nobody takes it for the bare backend.
all 6 'c["flags"] == "wrapped" && c["backend"] == "sim" && index(c["counters"], "wrap=delay")'
has out "wrapped: not the backend's own figures, a wrapper lies over it"
run=$(results)/run.json
has "$run" '"wrapper": "delay"'
has "$run" '"wrap": "delay"'
has "$run" '"delay.time": "1ms"'
has "$run" '"delay.on": "read, write, ping"'

# It is gone on with by what run.json says, and by nothing else.
status 0 "$BENCH" --resume "$(results)" --rounds 3
csv=$(results)/results.csv
all 9 'c["status"] == "ok" && c["flags"] == "wrapped"'
three=(-c wrap.ini --set bench.rounds=3)
status 2 "$BENCH" --resume "$(results)" "${three[@]}" --set model.wrap=delay \
	--set model.delay.time=2ms
has err 'delay.time was `1ms` and is `2ms` now'
status 2 "$BENCH" --resume "$(results)" "${three[@]}"
has err "is of another configuration: in [target model], "

# In flight each record is late by itself: four at once, a round of 1.1 ms each,
# and the last comes 300 us after the first.
wrapped 0 model.wrap=delay model.delay.time=1ms bench.depth=4 bench.tests=read
all 2 'c["status"] == "ok" && c["elapsed_s"] == c["passes"] * 0.0047'

# rate: 64 KiB at 100 MiB/s are 625 us, however many are in flight.
wrapped 0 model.wrap=rate model.rate.limit=100m bench.depth=1,4
all 8 'c["test"] != "ping" && c["elapsed_s"] == c["passes"] * 0.01'
all 4 'c["test"] != "ping" && c["depth"] == 1 && c["lat_min_us"] == 625 &&
	c["lat_max_us"] == 625'
all 2 'c["test"] == "ping" && c["lat_max_us"] == 10'

# fault: an error at the fifth read of each worker; the rest is measured.
fault=(model.wrap=fault bench.slices=1 bench.warmup=no bench.time_limit=1s)
for depth in 1 4; do
	wrapped 1 "${fault[@]}" model.fault.at=5 bench.depth=$depth bench.tests=write,read
	all 2 'c["test"] == "write" && c["status"] == "ok"'
	all 2 'c["test"] == "read" && c["status"] == "error"'
	[ "$(grep -c 'read number 5 failed on purpose (EIO, Input/output error)' \
		"$csv")" = 2 ] || fail "without its sentence: $(cat "$csv")"
done
# A flipped bit is found by verification, in both directions (what is written is
# read back after the last pass); half a record is no record.
wrapped 1 "${fault[@]}" model.fault.at=5 model.fault.kind=flip \
	bench.verify=yes bench.tests=read,ping
all 2 'c["test"] == "read" && c["status"] == "error"'
all 2 'c["test"] == "ping" && c["status"] == "ok"'
[ "$(grep -c 'one flipped bit' "$csv")" = 2 ] || fail "not found: $(cat "$csv")"
wrapped 1 "${fault[@]}" model.fault.at=5 model.fault.kind=flip \
	model.fault.on=write bench.verify=yes bench.tests=write bench.passes=1
all 2 'c["test"] == "write" && c["status"] == "error"'
[ "$(grep -c 'one flipped bit' "$csv")" = 2 ] || fail "not found: $(cat "$csv")"
wrapped 1 "${fault[@]}" model.fault.at=5 model.fault.kind=short bench.tests=read
all 2 'c["status"] == "error" && index(c["error"], "short record") == 1'
# What hangs ends by the time limit, and the others are measured.
wrapped 1 "${fault[@]}" model.fault.at=5 model.fault.kind=hang bench.rounds=1
all 1 'c["test"] == "read" && c["status"] == "timeout"'
all 2 'c["test"] != "read" && c["status"] == "ok"'
wrapped 1 "${fault[@]}" model.fault.at=5 model.fault.kind=hang bench.depth=4 \
	bench.tests=write,read
all 2 'c["test"] == "read" && c["status"] == "timeout"'
all 2 'c["test"] == "write" && c["status"] == "ok"'

# trace: a line for each operation that the backend's own log has, and for its
# files' names besides; whole lines, also of several threads.
wrapped 0 model.wrap=trace model.trace.file="$PWD/trace" model.log="$PWD/log" \
	bench.threads=2
awk '$4 ~ /^(read|write|flush|ping)$/ { print $3, $4, $6, $1, $1 + $2 }' trace |
	sort >traced
awk '{ print $1, $2, $3, $4, $5 }' log | sort >logged
[ -s logged ] || fail "nothing was logged"
cmp -s traced logged || fail "trace and log differ: $(diff traced logged | head)"
[ "$(grep -cvE '^[0-9]+ [0-9]+ [01] [a-z_]+ [0-9]+ [0-9]+ -?[0-9]+ [^ ]+$' trace)" = 0 ] ||
	fail "broken lines: $(grep -vE '^[0-9]+ [0-9]+ ' trace | head)"
grep -q ' mkdir ' trace || fail "no mkdir in the trace"

# What cannot be there beneath cannot be there above: toy_memory has no depth,
# and runs its threads as any.
export BENCH_PLUGIN_PATH=$TOYS
cat >toys.ini <<'END'
[bench]
tests        = write, read, ping
file_sizes   = 16k
record_sizes = 4k
rounds       = 1
slice_time   = 1ms
quiet        = 0
report       = no
threads      = 2

[target memory]
plugin     = toy_memory
wrap       = delay
delay.time = 20us

[target one]
plugin     = toy_one
wrap       = rate
rate.limit = 1g
END
rm -rf results
status 0 "$BENCH" -q -c toys.ini
csv=$(results)/results.csv
all 3 'c["target"] == "memory" && c["status"] == "ok" && index(c["flags"], "wrapped")'
all 3 'c["target"] == "memory" && c["lat_min_us"] >= 20'
[ "$(rows "$csv" 'c["target"] == "one" && c["status"] == "ok"')" -ge 2 ] ||
	fail "processes: $(cat "$csv")"
status 2 "$BENCH" -q -c toys.ini --set memory.depth=4
has err "keeps one record in flight per thread"

# What makes no sense is said, all at once, before anything is begun.
cat >wrong.ini <<'END'
[target a]
plugin = delay
[target b]
plugin = sim
wrap = null
[target c]
plugin = sim
wrap = dealy
[target d]
plugin = sim
wrap = delay
delay.tme = 1
delay.time = 5
rate.limit = 1m
[target e]
plugin = sim
wrap = rate
[target f]
plugin = sim
delay.time = 1ms
END
rm -rf results
status 2 "$BENCH" -c wrong.ini
lines err 8
has err 'wrong.ini:2: plugin `delay` is a wrapper and needs a backend beneath it: write plugin = NAME and wrap = delay'
has err 'wrong.ini:5: wrap: `null` is a backend and no wrapper; there are delay, fault, rate, trace'
has err 'wrong.ini:8: wrap: `dealy` is no wrapper that was found; did you mean `delay`? There are delay, fault'
has err 'wrong.ini:12: unknown key `delay.tme`; did you mean `delay.time`?'
has err 'wrong.ini:13: delay.time: `5` has no unit'
has err 'wrong.ini:14: `rate.limit` goes with wrap = rate, which [target d] does not have'
has err 'wrong.ini:15: [target e] lacks rate.limit = ...'
has err 'wrong.ini:20: `delay.time` goes with wrap = delay, which [target f] does not have'
status 2 "$BENCH" -c wrap.ini --set model.wrap=fault
has err 'target `model`: options: wrap = fault needs fault.at or fault.share to say when'
status 2 "$BENCH" -c wrap.ini --set model.wrap=fault --set model.falt.at=1
has err 'unknown key `falt.at`'
[ ! -e results ] || fail "a run was begun"
