#!/bin/bash
# Something else runs on the machine while it is measured: the rows say so.
. "$(dirname "$0")/lib.sh"

mkdir place
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
small=(--progress none --set bench.rounds=2 --set bench.slice_time=40ms
	--set bench.quiet=0 --set bench.file_sizes=256k --set bench.record_sizes=16k)

# A busy loop on the very processor that the thread is held on.
taskset -c "$cpu" bash -c 'while :; do :; done' &
hog=$!
trap 'kill $hog 2>/dev/null' EXIT
status 0 "$BENCH" place "${small[@]}" --set bench.cpus="$cpu" \
	--set bench.tests=rewrite,read
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "ok"')" -ge 4 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" 'c["status"] == "ok" && c["flags"] !~ /noisy/')" = 0 ] ||
	fail "half of the time is somebody else's, and no word: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] == "ok" && c["test"] == "read" &&
	c["run_delay_s"] > 0.01 && c["preemptions"] > 0')" -ge 2 ] || fail "no delay: $(cat "$csv")"

# With two threads there, they are each other's delay.
rm -r results
status 0 "$BENCH" place "${small[@]}" --set bench.cpus="$cpu" \
	--set bench.tests=read --set bench.threads=2
[ "$(rows "$(results)/results.csv" 'c["flags"] ~ /noisy/')" = 0 ] ||
	fail "noise of their own: $(cat results/*/results.csv)"
kill $hog
wait $hog 2>/dev/null
trap - EXIT

# A server on this machine shares its processors with the client.
rm -r results
port=$(free_port)
cat >near.ini <<-INI
	[target wire]
	plugin = socket
	port = $port
	start = exec bench serve socket port=$port
INI
status 0 "$BENCH" -c near.ini "${small[@]}" --set bench.tests=read,random_read,ping
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "ok"')" -ge 6 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" 'c["flags"] ~ /noisy/')" = 0 ] ||
	fail "its own server is noise: $(cat "$csv")"
# What that server took of them stands beside the client's.
[ "$(rows "$csv" 'c["status"] == "ok" && c["cpu_server_s"] == ""')" = 0 ] ||
	fail "the server's time is missing: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] == "ok" && c["cpu_server_s"] > 0')" -ge 2 ] ||
	fail "the server took no time: $(cat "$csv")"

# A share behind a link that cannot carry so much: this machine's memory answered.
# Of what was written it does not say so, and of a slow link's own rate neither.
cat >mount.ini <<-INI
	[target share]
	plugin = posix
	path = $PWD/place
	link = 125k
INI
if [ "$(stat -f -c %T place)" != tmpfs ]; then
	rm -r results
	status 0 "$BENCH" -c mount.ini "${small[@]}" --set bench.tests=write,read
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["test"] == "read" && c["status"] == "ok" &&
		c["flags"] ~ /(^| )above_link( |$)/ && c["flags"] ~ /(^| )cached( |$)/')" = \
		"$(rows "$csv" 'c["test"] == "read"')" ] ||
		fail "faster than the link, and no word: $(cat "$csv")"
	[ "$(rows "$csv" 'c["test"] == "write" && c["flags"] ~ /cached/')" = 0 ] ||
		fail "what was written is cached: $(cat "$csv")"
	rm -r results
	status 0 "$BENCH" -c mount.ini "${small[@]}" --set share.link=10t \
		--set bench.tests=read
	[ "$(rows "$(results)/results.csv" 'c["flags"] ~ /cached|above_link/')" = 0 ] ||
		fail "slower than the link: $(cat results/*/results.csv)"
fi

# What costs nothing is the harness, and its floor stands beside it.
rm -r results
status 0 "$BENCH" null:// "${small[@]}" --set bench.tests=read,ping \
	--set bench.rounds=6
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "ok" && c["test"] == "read" &&
	c["floor_us"] > 0 && c["flags"] ~ /harness_bound/')" -ge 1 ] ||
	fail "nothing is bound by the harness: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] == "ok" && c["drift_ppm"] > 50 &&
	c["flags"] !~ /drift/')" = 0 ] || fail "drift: $(cat "$csv")"
