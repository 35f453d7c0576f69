#!/bin/bash
# HTTP from end to end: every test over a server that the target brings along,
# with one thread and with four; facts; what is refused is said; a server that is
# killed costs its own cells only.
. "$(dirname "$0")/lib.sh"

PATH=$PATH:/usr/sbin command -v nginx >/dev/null || skip "nginx is not installed"
"$BENCH" plugin help http >/dev/null 2>&1 || skip "the plugin http is not built"
script=$ROOT/conf/servers/nginx.sh
port=$(free_port)
directory=

cleanup() {
	if [ -n "$directory" ]; then
		rm -rf "$directory"
	fi
}
trap cleanup EXIT
directory=$(mktemp -d /dev/shm/bench-test-XXXXXX) || skip "no /dev/shm"
mkdir beside

# configure TESTS THREADS SERVER-OPTIONS [KEY=VALUE...]
configure() {
	local tests=$1 threads=$2 words=$3
	shift 3
	cat >http.ini <<-INI
		[bench]
		file_sizes = 64k, 1m
		record_sizes = 16k, 64k
		tests = $tests
		threads = $threads
		slices = 1
		slice_time = 1ms
		$(printf '%s\n' "$@")

		[target web]
		plugin = http
		url = http://127.0.0.1:$port/
		timeout = 10s
		start = $script --port $port --directory $directory $words
		start_timeout = 20s

		[target beside]
		plugin = posix
		path = beside
	INI
	rm -rf results
}

left_nothing() {
	[ -z "$(ls -A beside)" ] || fail "files were left beside"
	[ -z "$(ls -A "$directory")" ] || fail "left: $(find "$directory")"
	! pgrep -f "[n]ginx.sh --port $port" >/dev/null || fail "the server runs on"
}

# of STATUS TEST: how many rows of the server's.
of() {
	rows "$csv" "c[\"target\"] == \"web\" && c[\"status\"] == \"$1\" &&
		c[\"test\"] ~ /^($2)\$/"
}

for threads in 1 4; do
	configure 'write, rewrite, read, reread, random_read, random_write, ping' \
		$threads '' 'rounds = 1' 'verify = yes'
	status 0 "$BENCH" -c http.ini
	csv=$(results)/results.csv
	left_nothing
	[ "$(of ok 'write|read|reread|random_read')" = 16 ] ||
		fail "$threads threads: $(cat "$csv")"
	[ "$(of ok ping)" -ge 1 ] || fail "no ping: $(cat "$csv")"
	[ "$(of unsupported 'rewrite|random_write')" = 8 ] ||
		fail "rewrite and random_write: $(cat "$csv")"
	has "$csv" 'ms_per_operation='
	[ "$(rows "$csv" 'c["target"] == "web" && c["test"] == "write" &&
		c["durability"] != "peer"')" = 0 ] || fail "durability: $(cat "$csv")"
	run=$(results)/run.json
	has "$run" '"server": "nginx/'
	has "$run" '"http_version": "1.1"'
	has "$run" '"peer": "127.0.0.1"'
done

# Names, by WebDAV.
configure 'mkdir, rename' 1 '' 'rounds = 1'
if "$BENCH" list tests | grep -q '^rename '; then
	status 0 "$BENCH" -c http.ini
	left_nothing
fi

# A server that ignores Range gives no random figure, and all others.
configure 'write, read, random_read' 1 '--ranges no' 'rounds = 1'
status 0 "$BENCH" -c http.ini
csv=$(results)/results.csv
left_nothing
[ "$(of ok 'write|read')" = 8 ] || fail "no ranges: $(cat "$csv")"
[ "$(of unsupported random_read)" = 4 ] || fail "no ranges: $(cat "$csv")"
has "$csv" 'ignores Range'

# A password shows nowhere, and a wrong one is named with the server's words.
configure write 1 '--user bench --password other' 'rounds = 1'
sed -i "s|^url = .*|url = http://bench:hush@127.0.0.1:$port/|" http.ini
status 1 "$BENCH" -c http.ini
csv=$(results)/results.csv
# shellcheck disable=SC2016 # no command
has err 'refuses the user `bench`: 401'
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 4 ] ||
	fail "the target beside is not complete: $(cat "$csv")"
! grep -r hush results out err || fail "the password shows"
left_nothing

# No such directory; nobody there.
configure write 1 '' 'rounds = 1'
sed -i "s|^url = .*|url = http://127.0.0.1:$port/none/|" http.ini
status 1 "$BENCH" -c http.ini
has err "HEAD http://127.0.0.1:$port/none/ at 127.0.0.1:$port: 404 Not Found"
status 1 "$BENCH" --rounds 1 --set bench.tests=ping --results none \
	"http://127.0.0.1:$port/"
has err "127.0.0.1:$port"

# The server is killed in the middle of the run.
configure 'write, read' 1 '' 'rounds = 6'
"$BENCH" -c http.ini >out 2>err &
run=$!
eventually has_row results
found=$(pgrep -f "^/bin/bash $script --port $port")
read -r child </proc/"${found%%$'\n'*}"/task/"${found%%$'\n'*}"/children
# shellcheck disable=SC2086 # a list of numbers
kill -KILL $child
ends 1 $run
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 48 ] ||
	fail "the target beside is not complete: $(cat err)"
[ "$(of error 'write|read')" -gt 0 ] || fail "no error rows: $(cat "$csv")"
# What the dead server kept is nobody's fault.
rm -rf "${directory:?}"/*
left_nothing

# URLs that cannot be.
status 2 "$BENCH" 'http://nas/x?y'
has err 'have no place'
