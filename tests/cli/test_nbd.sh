#!/bin/bash
# Someone measures an NBD export beside a directory: nothing is written unless
# `overwrite` says so, the server is started by the run, depth works, what is
# written is verified, and a server that dies in mid-run costs its own rows only.
. "$(dirname "$0")/lib.sh"

server=$ROOT/conf/servers/nbdkit.sh
[ -e "$BENCH_BUILD/plugins/nbd.so" ] || [ -e "$(dirname "$BENCH")/plugins/nbd.so" ] ||
	skip "the nbd backend is not built"

port=$(free_port)
mkdir served beside state
export TMPDIR=$PWD/state

# Can it run here at all?
"$server" --port "$port" --directory "$PWD/served" --size 1M >ready 2>why &
pid=$!
until [ -s ready ] || gone $pid; do sleep 0.02; done
grep -q 'is missing' why && skip "$(cat why)"
has ready "ready 127.0.0.1:$port"
[ -e served/bench-nbd.img ] || fail "no image is served"
kill -TERM $pid
ends 143 $pid
[ -z "$(ls -A state)$(ls -A served)" ] || fail "the server left $(find state served)"

cat >nbd.ini <<-INI
	[bench]
	file_sizes = 64k, 300000
	record_sizes = 4k, 64k
	tests = write, rewrite, read, reread, random_read, random_write, ping
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target nbd]
	plugin = nbd
	url = nbd://127.0.0.1:$port/bench
	timeout = 2s
	overwrite = yes
	start = $server --port $port --directory $PWD/served --size 8M

	[target beside]
	plugin = posix
	path = beside
INI

left_nothing() {
	[ -z "$(ls -A served)$(ls -A beside)$(ls -A state)" ] ||
		fail "left behind: $(find served beside state)"
	! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null ||
		fail "the server is left"
}

# Without leave nothing is done.
status 2 "$BENCH" -c nbd.ini --set target.nbd.overwrite=no
has err "a run would destroy what is on the export \`bench\` of 127.0.0.1"
has err "say \`overwrite = yes\`"
left_nothing

# 6 tests x 4 pairs of sizes and ping; each byte is looked at.
status 0 "$BENCH" -c nbd.ini --set bench.verify=yes
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "nbd" && c["status"] == "ok"')" = 25 ] ||
	fail "not 25 rows: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "rows: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "nbd" && c["test"] == "write" &&
	c["durability"] == "stable"')" = 4 ] || fail "not stable: $(cat "$csv")"
for fact in '"handshake": "newstyle-fixed"' '"structured_replies": "yes"' \
	'"can_flush": "yes"' '"can_fua": "yes"' '"size": "8388608"' \
	'"peer": "127.0.0.1"'; do
	has "$(results)/run.json" "$fact"
done
left_nothing

# Several records in flight, stable ones too.
rm -r results
status 0 "$BENCH" -c nbd.ini --set target.nbd.depth=8 --set bench.sync=dsync \
	--set bench.file_sizes=4m --set bench.record_sizes=64k
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "nbd" && c["status"] == "ok" &&
	c["depth"] == 8')" -ge 6 ] || fail "depth: $(cat "$csv")"
[ "$(rows "$csv" 'c["status"] != "ok" && c["status"] != "unsupported"')" = 0 ] ||
	fail "rows: $(cat "$csv")"
left_nothing

# Two files do not fit on one export, and a file that is too large is left out.
rm -r results
status 0 "$BENCH" -c nbd.ini --set target.nbd.threads=2
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "nbd" && c["test"] != "ping" &&
	c["status"] == "unsupported"')" = 24 ] || fail "threads: $(cat "$csv")"
has "$csv" "holds one file at a time"

# No such export, and nobody there: one sentence, and the rest is measured.
rm -r results
status 1 "$BENCH" -c nbd.ini --set target.nbd.export=other --set bench.tests=ping
has err "server has no export named 'other'"
rm -r results
sed '/^start/d' nbd.ini >alone.ini
status 1 "$BENCH" -c alone.ini --set bench.tests=write,ping
has err "cannot connect to NBD server 127.0.0.1:$port"
has err "Connection refused"
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 5 ] ||
	fail "the target beside is not complete: $(tail -n 5 "$csv")"

# The server dies in the middle.
rm -r results
sed -i 's/^rounds = .*/rounds = 12/' nbd.ini
"$BENCH" -c nbd.ini --set bench.tests=write,read,ping >out 2>err &
pid=$!
eventually has_row results
for child in $(pgrep -x nbdkit); do
	tr '\0' '\n' <"/proc/$child/cmdline" 2>/dev/null | grep -qF "$PWD/state" &&
		kill -KILL "$child"
done
ends 1 $pid
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 108 ] ||
	fail "the target beside is not complete: $(tail -n 5 "$csv")"
[ "$(rows "$csv" 'c["target"] == "nbd" && c["status"] == "error"')" -gt 0 ] ||
	fail "no row tells of the server's end"
left_nothing
