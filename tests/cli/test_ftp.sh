#!/bin/bash
# FTP from end to end: every test over a server that the target brings along,
# with one thread and with four; facts; a server that is killed costs its own
# cells only.
. "$(dirname "$0")/lib.sh"

script=$ROOT/conf/servers/ftpd.sh
port=$(free_port)
directory=

cleanup() {
	if [ -n "$directory" ]; then
		rm -rf "$directory"
	fi
}
trap cleanup EXIT
directory=$(mktemp -d /dev/shm/bench-test-XXXXXX) || skip "no /dev/shm"
chmod 755 "$directory"
mkdir beside

# configure TESTS THREADS [KEY=VALUE...]
configure() {
	local tests=$1 threads=$2
	shift 2
	cat >ftp.ini <<-INI
		[bench]
		file_sizes = 64k, 1m
		record_sizes = 16k, 64k
		tests = $tests
		threads = $threads
		rounds = 1
		slices = 1
		slice_time = 1ms
		$(printf '%s\n' "$@")

		[target nas]
		plugin = ftp
		url = ftp://127.0.0.1:$port/upload
		timeout = 10s
		start = $script --port $port --directory $directory --server $server
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
	! pgrep -f "[f]tpd.sh --port $port" >/dev/null || fail "the server runs on"
}

# of STATUS TEST: how many rows of the server's.
of() {
	rows "$csv" "c[\"target\"] == \"nas\" && c[\"status\"] == \"$1\" &&
		c[\"test\"] ~ /^($2)\$/"
}

installed=
for server in vsftpd pyftpdlib; do
	case $server in
	vsftpd) PATH=$PATH:/usr/sbin command -v vsftpd >/dev/null || continue ;;
	*) /usr/bin/python3 -c 'import pyftpdlib' 2>/dev/null || continue ;;
	esac
	installed=$server
	for threads in 1 4; do
		configure 'write, rewrite, read, reread, random_read, random_write, ping' \
			$threads
		status 0 "$BENCH" -c ftp.ini
		csv=$(results)/results.csv
		left_nothing
		[ "$(of ok 'write|rewrite|read|reread|random_read')" = 20 ] ||
			fail "$server, $threads threads: $(cat "$csv")"
		[ "$(of ok ping)" -ge 1 ] || fail "no ping: $(cat "$csv")"
		# Both servers cut a file off that is stored from offset 0.
		[ "$(of unsupported random_write)" = 4 ] ||
			fail "random_write: $(cat "$csv")"
		has "$csv" 'STOR at offset 0 cuts the file off'
		has "$csv" 'ms_per_operation='
		[ "$(rows "$csv" 'c["target"] == "nas" && c["test"] == "write" &&
			c["durability"] != "peer"')" = 0 ] || fail "durability: $(cat "$csv")"
		run=$(results)/run.json
		has "$run" '"rewrite_in_place": "yes, but not at offset 0"'
		has "$run" '"passive": "epsv"'
		has "$run" '"peer": "127.0.0.1"'
	done
done
[ -n "$installed" ] || skip "neither vsftpd nor pyftpdlib is installed"

server=$installed
# A password shows nowhere, and a wrong one is named with the server's words.
if [ "$server" = pyftpdlib ]; then
	configure write 1
	sed -i "s|url = .*|url = ftp://bench:hush@127.0.0.1:$port/upload|
		s|^start = .*|& --user bench --password other|" ftp.ini
	status 1 "$BENCH" -c ftp.ini
	csv=$(results)/results.csv
	# shellcheck disable=SC2016 # no command
	has err 'refuses the login of `bench`: 530'
	[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 4 ] ||
		fail "the target beside is not complete: $(cat "$csv")"
	! grep -r hush results out err || fail "the password shows"
fi

# The server is killed in the middle of the run.
configure 'write, read' 1 'rounds = 15'
sed -i '/^rounds = 1$/d' ftp.ini
"$BENCH" -c ftp.ini >out 2>err &
run=$!
eventually has_row results
# The script alone would clean up: what is below it goes first.
below() {
	local child children=''
	read -r children 2>/dev/null <"/proc/$1/task/$1/children"
	for child in $children; do
		echo "$child"
		below "$child"
	done
}
found=$(pgrep -f "^/bin/bash $script --port $port")
# shellcheck disable=SC2046 # a list of numbers
kill -KILL $(below "${found%%$'\n'*}") 2>/dev/null
ends 1 $run
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 120 ] ||
	fail "the target beside is not complete: $(cat err)"
[ "$(of error 'write|read')" -gt 0 ] || fail "no error rows: $(cat "$csv")"
# What the dead server kept is nobody's fault.
rm -rf "${directory:?}"/upload
left_nothing

# URLs that cannot be.
status 2 "$BENCH" ftps://nas/pub
has err 'FTP over TLS (ftps) is not supported'
