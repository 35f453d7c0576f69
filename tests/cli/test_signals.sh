#!/bin/bash
# Someone loses patience: INT, TERM or HUP at any moment of a run.  The exit
# status tells, no file stays in the target, the rows so far are whole, and the
# server that the run had started is gone.  Killed outright, a run at least
# takes its workers and its server along.

. "$(dirname "$0")/lib.sh"
set -m # so that what is started here listens to INT

port=$(free_port)
mkdir disk
cat >long.ini <<END
[bench]
file_sizes   = 64k, 256k
record_sizes = 4k, 64k
rounds       = 1000
slices       = 2

[target disk]
plugin = posix
path   = disk

[target wire]
plugin = socket
port   = $port
start  = bench serve socket port=$port
END

# The processes of this test that are bench, in whatever part.
benches() {
	find /proc/[0-9]*/exe -maxdepth 0 -lname "$BENCH" 2>/dev/null |
		while read -r exe; do
			[ "$(readlink "${exe%exe}cwd")" = "$PWD" ] && echo "$exe"
		done
}

port_open() {
	(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null
}

# A run may be ended before it has made its directory, never with half of one.
check_results() {
	local dir
	for dir in results/*/; do
		[ -d "$dir" ] || continue
		[ "$(tail -c 1 "$dir/results.csv" | od -An -tx1)" = " 0a" ] ||
			fail "$1: the last row is not whole"
		[ "$(awk -F, '{ print NF }' "$dir/results.csv" | sort -u | wc -l)" = 1 ] ||
			fail "$1: rows of other lengths"
		[ "$(rows "$dir/results.csv" 'c["status"] != "ok"')" = 0 ] ||
			fail "$1: the signal became a row: $(tail -n 3 "$dir/results.csv")"
		has "$dir/run.json" '"interrupted_by"'
		has out "$(rows "$dir/results.csv" 1) rows measured; results: ${dir%/}"
		has err "bench: ended by"
		[ -e "$dir/summary.csv" ] || fail "$1: no summary"
	done
}

# A run, and after SECONDS a signal.
interrupt() {
	local signal=$1 seconds=$2 expected=$3 got run
	"$BENCH" -c long.ini >out 2>err &
	run=$!
	sleep "$seconds"
	kill -s "$signal" "$run" || fail "the run ended by itself: $(cat out err)"
	wait "$run"
	got=$?
	[ $got = "$expected" ] ||
		fail "$signal after $seconds s: status $got: $(tail -n 5 out err)"
	[ -z "$(ls -A disk)" ] ||
		fail "$signal after $seconds s left $(ls -A disk): $(cat err)"
	[ -z "$(benches)" ] || fail "$signal after $seconds s: processes are left"
	port_open && fail "$signal after $seconds s: the server is left"
	check_results "$signal after $seconds s"
}

signals=(INT TERM HUP) statuses=(130 143 129)
turn=0 kept=0
for seconds in 0.00 0.05 0.10 0.15 0.20 0.25 0.30 0.35 0.40 0.45 0.50 0.60 \
	0.80 1.20 1.75; do
	interrupt "${signals[turn]}" $seconds "${statuses[turn]}"
	turn=$(((turn + 1) % 3))
	[ ! -e results ] || kept=$((kept + 1))
	rm -rf results
done
[ $kept -gt 0 ] || fail "no run came so far as to keep its rows"

# A run that is well under way; its process is $run.
start_run() {
	"$BENCH" -c long.ini >out 2>err &
	run=$!
	for _ in $(seq 400); do
		grep -qE '^ +1 wire' out && return
		sleep 0.05
	done
	fail "no rows of the wire: $(cat out err)"
}

# Twice in a row, as impatient people do: still in good order.
start_run
kill -INT "$run"
sleep 0.02
kill -INT "$run" 2>/dev/null
wait "$run"
[ $? = 130 ] || fail "not 130 after two signals"
[ -z "$(ls -A disk)" ] || fail "two signals left $(ls -A disk)"
check_results "two signals"
has "results/$(ls results)/run.json" Interrupt
rm -rf results

# Killed outright it can clean nothing up, but its children do not outlive it.
start_run
kill -KILL "$run"
wait "$run" 2>/dev/null
[ $? = 137 ] || fail "not 137 after KILL"
for _ in $(seq 100); do
	[ -z "$(benches)" ] && ! port_open && break
	sleep 0.05
done
[ -z "$(benches)" ] || fail "killed outright, it leaves $(benches)"
port_open && fail "killed outright, it leaves its server"
# Its rows up to the last are whole even so.
[ "$(awk -F, '{ print NF }' results/*/results.csv | sort -u | wc -l)" = 1 ] ||
	fail "killed outright, its rows are torn"
exit 0
