#!/bin/bash
# S3 from end to end, against a server that computes each signature itself: every
# test with one thread and with four; wrong keys; a server that is killed costs its
# own cells only.
. "$(dirname "$0")/lib.sh"

[ -x /usr/bin/python3 ] || skip "python3 is not installed"
"$BENCH" plugin help s3 >/dev/null 2>&1 || skip "the plugin s3 is not built"
script=$ROOT/conf/servers/s3stub.py
port=$(free_port)
mkdir beside

# configure TESTS THREADS SERVER-OPTIONS [KEY=VALUE...]
configure() {
	local tests=$1 threads=$2 words=$3
	shift 3
	cat >s3.ini <<-INI
		[bench]
		file_sizes = 64k, 1m
		record_sizes = 16k, 64k
		tests = $tests
		threads = $threads
		slices = 1
		slice_time = 1ms
		$(printf '%s\n' "$@")

		[target store]
		plugin = s3
		url = s3://bench/some where
		endpoint = http://127.0.0.1:$port
		access_key = me
		secret_key = @key
		timeout = 10s
		start = $script --port $port --access-key me --secret-key other/+= $words
		start_timeout = 20s

		[target beside]
		plugin = posix
		path = beside
	INI
	printf 'other/+=' >key
	rm -rf results
}

left_nothing() {
	[ -z "$(ls -A beside)" ] || fail "files were left beside"
	! pgrep -f "[s]3stub.py --port $port" >/dev/null || fail "the server runs on"
}

# of STATUS TEST: how many rows of the server's.
of() {
	rows "$csv" "c[\"target\"] == \"store\" && c[\"status\"] == \"$1\" &&
		c[\"test\"] ~ /^($2)\$/"
}

for threads in 1 4; do
	configure 'write, rewrite, read, reread, random_read, random_write, ping' \
		$threads '' 'rounds = 1' 'verify = yes'
	status 0 "$BENCH" -c s3.ini
	csv=$(results)/results.csv
	left_nothing
	[ "$(of ok 'write|read|reread|random_read')" = 16 ] ||
		fail "$threads threads: $(cat "$csv")"
	[ "$(of ok ping)" -ge 1 ] || fail "no ping: $(cat "$csv")"
	[ "$(of unsupported 'rewrite|random_write')" = 8 ] ||
		fail "rewrite and random_write: $(cat "$csv")"
	has "$csv" 'ms_per_operation='
	run=$(results)/run.json
	has "$run" '"server": "s3stub/'
	has "$run" '"peer": "127.0.0.1"'
	! grep -rF 'secret_key": "other' results || fail "the key shows"
done

# A server that ignores Range gives no random figure, and all others.
configure 'write, random_read' 1 '--ranges no' 'rounds = 1'
status 0 "$BENCH" -c s3.ini
csv=$(results)/results.csv
[ "$(of ok write)" = 4 ] || fail "no ranges: $(cat "$csv")"
[ "$(of unsupported random_read)" = 4 ] || fail "no ranges: $(cat "$csv")"
has "$csv" 'ignores Range'

# A wrong key, which shows nowhere; no such bucket.
configure write 1 '' 'rounds = 1'
printf 'hushhush' >key
status 1 "$BENCH" -c s3.ini
csv=$(results)/results.csv
has err "HEAD bench at 127.0.0.1:$port: 403 Forbidden"
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 4 ] ||
	fail "the target beside is not complete: $(cat "$csv")"
! grep -r hushhush results out err || fail "the key shows"
configure write 1 '--bucket another' 'rounds = 1'
status 1 "$BENCH" -c s3.ini
has err "HEAD bench at 127.0.0.1:$port: 404 Not Found"
left_nothing

# The server is killed in the middle of the run.
configure 'write, read' 1 '' 'rounds = 6'
"$BENCH" -c s3.ini >out 2>err &
run=$!
eventually has_row results
kill -KILL "$(pgrep -f "^/usr/bin/python3 $script --port $port" | head -n 1)"
ends 1 $run
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 48 ] ||
	fail "the target beside is not complete: $(cat err)"
[ "$(of error 'write|read')" -gt 0 ] || fail "no error rows: $(cat "$csv")"
left_nothing

# What cannot be.
status 2 "$BENCH" s3://me:hush@bench/x
has err 'use access_key and secret_key'
