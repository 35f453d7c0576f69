#!/bin/bash
# Someone measures an NFS server beside a directory: the server is started by
# the run, threads and depth work, the facts are in run.json, and a server that
# dies in mid-run costs its own rows only.
. "$(dirname "$0")/lib.sh"

server=$ROOT/conf/servers/ganesha.sh
[ -e "$BENCH_BUILD/plugins/nfs.so" ] || [ -e "$(dirname "$BENCH")/plugins/nfs.so" ] ||
	skip "the nfs backend is not built"

# Two ports side by side.
port=$(free_port)
while (exec 3<>"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null; do
	port=$(free_port)
done
mkdir served beside state
export TMPDIR=$PWD/state

# Can it run here at all?
"$server" --port "$port" --directory "$PWD/served" >ready 2>why &
pid=$!
until [ -s ready ] || gone $pid; do sleep 0.02; done
grep -q 'is missing\|takes root' why && skip "$(cat why)"
has ready "ready 127.0.0.1:$port"
kill -TERM $pid
ends 143 $pid
[ -z "$(ls -A state)" ] || fail "the server left $(ls state)"

cat >nas.ini <<-INI
	[bench]
	file_sizes = 64k, 300000
	record_sizes = 4k, 64k
	tests = write, rewrite, read, reread, random_read, random_write, ping
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target nfs]
	plugin = nfs
	url = nfs://127.0.0.1:$port/bench
	mount_port = $((port + 1))
	timeout = 2s
	threads = 1, 4
	start = $server --port $port --directory $PWD/served

	[target beside]
	plugin = posix
	path = beside
INI

left_nothing() {
	[ -z "$(ls -A served)$(ls -A beside)$(ls -A state)" ] ||
		fail "left behind: $(find served beside state)"
	(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "the server is left"
}

# 6 tests x 4 pairs of sizes and ping, with one thread and with four.
status 0 "$BENCH" -c nas.ini
csv=$(results)/results.csv
for threads in 1 4; do
	[ "$(rows "$csv" "c[\"target\"] == \"nfs\" && c[\"status\"] == \"ok\" &&
		c[\"threads\"] == $threads && c[\"clients\"] == $threads")" = 25 ] ||
		fail "not 25 rows with $threads threads: $(cat "$csv")"
done
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "rows: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "nfs" && c["test"] == "write" &&
	c["durability"] == "stable"')" = 8 ] || fail "not stable: $(cat "$csv")"
for fact in '"nfs_version": "3"' '"rsize": "1048576"' '"wsize": "1048576"' \
	'"readahead": "0"' '"peer": "127.0.0.1"'; do
	has "$(results)/run.json" "$fact"
done
left_nothing

# Several records in flight, and records that do not fit one request.
rm -r results
status 0 "$BENCH" -c nas.ini --set target.nfs.depth=8 \
	--set target.nfs.threads=1 --set bench.file_sizes=4m \
	--set bench.record_sizes=64k,2m
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "nfs" && c["status"] == "ok" &&
	c["depth"] == 8')" -ge 12 ] || fail "depth: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] != "ok" && c["status"] != "unsupported"')" = 0 ] ||
	fail "rows: $(cat "$csv")"
[ "$(rows "$csv" 'c["record_size_bytes"] == 2097152 &&
	index(c["counters"], "split_records=")')" -ge 6 ] ||
	fail "split records are not told: $(cat "$csv")"
left_nothing

# Version 4 is refused, with the reason, before anything is touched.
status 2 "$BENCH" -c nas.ini --set target.nfs.version=4
has err "writes above 3.9 KiB fail"

# The server dies in the middle.
rm -r results
sed -i 's/^rounds = .*/rounds = 30/' nas.ini
"$BENCH" -c nas.ini --set target.nfs.threads=1 >out 2>err &
pid=$!
eventually has_row results
for child in $(pgrep -x ganesha.nfsd); do
	tr '\0' '\n' <"/proc/$child/cmdline" 2>/dev/null | grep -qF "$PWD/state" &&
		kill -KILL "$child"
done
ends 1 $pid
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 750 ] ||
	fail "the target beside is not complete: $(tail -n 5 "$csv")"
[ "$(rows "$csv" 'c["target"] == "nfs" && c["status"] == "error"')" -gt 0 ] ||
	fail "no row tells of the server's end"
[ -z "$(ls -A beside)$(ls -A state)" ] || fail "left: $(find beside state)"
