#!/bin/bash
# Someone in a hurry names targets on the command line, as paths and URLs, with
# the far ends already running.

. "$(dirname "$0")/lib.sh"

servers=()
trap 'kill "${servers[@]}" 2>/dev/null; wait' EXIT

# serve LOG KEY=VALUE...: a far end, up and ready.
serve() {
	local log=$1
	shift
	"$BENCH" serve socket "$@" >"$log" 2>&1 &
	servers+=($!)
	for _ in $(seq 200); do
		grep -q '^ready' "$log" && return
		sleep 0.05
	done
	fail "the far end is not ready: $(cat "$log")"
}

port=$(free_port)
mkdir a b
serve tcp.log port="$port"
serve unix.log path="$PWD/sock"

small=(--set bench.rounds=1 --set bench.slices=1 --set bench.slice_time=1ms
	--set bench.file_sizes=64k --set bench.record_sizes=4k)

status 0 "$BENCH" "$PWD/a" "tcp://127.0.0.1:$port" "unix://$PWD/sock" b \
	"file://$PWD/a" "${small[@]}"
[ ! -s err ] || fail "warnings: $(cat err)"
dir=$(results) || fail "$dir"
[[ $dir == results/bench-* ]] || fail "called $dir"
csv=$dir/results.csv

# Named after their backends, numbered where one is taken.
[ "$(column "$csv" target | sort -u | paste -sd ' ')" = \
	"posix posix-2 posix-3 socket socket-2" ] ||
	fail "targets: $(column "$csv" target | sort -u)"
[ "$(rows "$csv" 'c["target"] ~ /^posix/ && c["backend"] != "posix"')" = 0 ] ||
	fail "a posix of another backend"
[ "$(rows "$csv" 'c["target"] ~ /^socket/ && c["backend"] != "socket"')" = 0 ] ||
	fail "a socket of another backend"

# The default suite, whole, for each of them.
[ "$(rows "$csv" 'c["status"] == "ok"')" = 35 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" 1)" = 35 ] || fail "$(rows "$csv" 1) rows"
[ "$(column "$csv" test | sort | uniq -c | awk '{ print $1 }' | sort -u)" = 5 ] ||
	fail "not each test for each target"
[ "$(ls -A a b)" = "$(printf 'a:\n\nb:')" ] || fail "left behind: $(ls -A a b)"
has "$dir/run.json" "\"$PWD/a\""

# Options of such a target by its name.
rm -r results
status 0 "$BENCH" "tcp://127.0.0.1:1" "${small[@]}" --set bench.tests=ping \
	--set socket.port="$port"
rm -r results

# A scheme that nobody answers to: told before anything is touched.
status 2 "$BENCH" a "gopher://there/x" "${small[@]}"
has err "no plugin answers to gopher://; there are "
has err "plain paths"
lines err 1
[ ! -e results ] || fail "a run was begun"

# A path that is not there, a port that nobody listens on: errors in their rows,
# a warning, status 1; their neighbours are measured all the same.
dead=$(free_port)
status 1 "$BENCH" "$PWD/nowhere" a "tcp://127.0.0.1:$dead" "${small[@]}"
dir=$(results) || fail "$dir"
csv=$dir/results.csv
[ "$(rows "$csv" 'c["target"] == "posix" && c["status"] == "error" &&
	c["error"] ~ /nowhere: No such file or directory/')" = 7 ] ||
	fail "rows of a path that is not there: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "socket" && c["status"] == "error" &&
	c["error"] ~ /Connection refused/')" = 7 ] ||
	fail "rows of a dead port: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "posix-2" && c["status"] == "ok"')" = 7 ] ||
	fail "rows beside them: $(cat "$csv")"
has err "target \`posix\`: "
has err "$PWD/nowhere: No such file or directory"
has err "target \`socket\`: "
lines err 2
has out "7 rows measured, 14 failed"
[ ! -e nowhere ] || fail "made the missing directory"

# A file is no directory, and stays as it is.
echo precious >letter
status 1 "$BENCH" letter "${small[@]}" --results more
has err "letter is a file; give a directory"
[ "$(cat letter)" = precious ] || fail "the file was written to"

# The far ends end when told to, and say with what.
for server in "${servers[@]}"; do
	kill -TERM "$server"
	wait "$server"
	[ $? = 143 ] || fail "a far end did not end by its signal"
done
servers=()
[ ! -e sock ] || fail "the Unix socket is left"
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "the port is open"
exit 0
