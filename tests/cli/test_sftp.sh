#!/bin/bash
# Someone measures an SFTP server beside a directory: the server is started by
# the run, threads and depth work, what is written is verified, no secret is
# shown, wrong keys and passwords cost one sentence, and a server that dies in
# mid-run costs its own rows only.
. "$(dirname "$0")/lib.sh"

server=$ROOT/conf/servers/sshd.sh
[ -e "$BENCH_BUILD/plugins/sftp.so" ] || [ -e "$(dirname "$BENCH")/plugins/sftp.so" ] ||
	skip "the sftp backend is not built"

port=$(free_port)
mkdir served beside state
export TMPDIR=$PWD/state

# Can it run here at all?
"$server" --port "$port" --keys keys --directory served >ready 2>why &
pid=$!
until [ -s ready ] || gone $pid; do sleep 0.02; done
grep -q 'is missing\|needs the directory' why && skip "$(cat why)"
has ready "ready 127.0.0.1:$port"
[ -s keys/id ] || fail "no key to log in with"
[ -s keys/known_hosts ] || fail "no key of the server"
kill -TERM $pid
ends 143 $pid
[ -z "$(ls -A state)" ] || fail "the server left $(ls state)"
[ ! -e keys ] || fail "the keys are left"

cat >sftp.ini <<-INI
	[bench]
	file_sizes = 64k, 300000
	record_sizes = 4k, 64k
	tests = write, rewrite, read, reread, random_read, random_write, ping
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target sftp]
	plugin = sftp
	url = sftp://127.0.0.1:$port
	timeout = 5s
	key = $PWD/keys/id
	known_hosts = $PWD/keys/known_hosts
	start = $server --port $port --directory $PWD/served --keys $PWD/keys

	[target beside]
	plugin = posix
	path = beside
INI

left_nothing() {
	[ -z "$(ls -A served)$(ls -A beside)$(ls -A state)" ] ||
		fail "left behind: $(find served beside state)"
	[ ! -e keys ] || fail "the keys are left"
	! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null ||
		fail "the server is left"
}

# 6 tests x 4 pairs of sizes and ping, with one thread and with three; each byte
# is looked at.
status 0 "$BENCH" -c sftp.ini --set bench.verify=yes --set target.sftp.threads=1,3
csv=$(results)/results.csv
for threads in 1 3; do
	[ "$(rows "$csv" "c[\"target\"] == \"sftp\" && c[\"status\"] == \"ok\" &&
		c[\"threads\"] == $threads && c[\"clients\"] == $threads")" = 25 ] ||
		fail "not 25 rows with $threads threads: $(cat "$csv")"
done
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "rows: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "sftp" && c["test"] == "write" &&
	c["durability"] == "stable"')" = 8 ] || fail "not stable: $(cat "$csv")"
for fact in '"sftp_version": "3"' '"server_banner": "SSH-2.0-OpenSSH' \
	'"cipher_out": "' '"fsync_extension": "yes"' '"peer": "127.0.0.1"'; do
	has "$(results)/run.json" "$fact"
done
left_nothing

# Several records in flight, for readings; writings say why not.
rm -r results
status 0 "$BENCH" -c sftp.ini --set target.sftp.depth=8 \
	--set bench.file_sizes=1m --set bench.record_sizes=64k
csv=$(results)/results.csv
for test in read reread random_read; do
	[ "$(rows "$csv" "c[\"target\"] == \"sftp\" && c[\"status\"] == \"ok\" &&
		c[\"depth\"] == 8 && c[\"test\"] == \"$test\"")" = 1 ] ||
		fail "depth: $(cat "$csv")"
done
for test in write rewrite random_write; do
	[ "$(rows "$csv" "c[\"target\"] == \"sftp\" && c[\"test\"] == \"$test\" &&
		c[\"status\"] == \"unsupported\"")" = 1 ] ||
		fail "written at depth 8: $(cat "$csv")"
done
has "$csv" "libssh has no writes in flight"
left_nothing

# fails SENTENCE ARGUMENT...: that costs the target, with one sentence, and
# nothing else.
fails() {
	local sentence=$1
	shift
	rm -r results
	status 1 "$BENCH" -c sftp.ini --set bench.tests=write,ping "$@"
	has err "$sentence"
	lines err 1
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 5 ] ||
		fail "the target beside is not complete: $(tail -n 5 "$csv")"
	left_nothing
}

fails "or say \`host_key = accept\`" --set "target.sftp.known_hosts=$PWD/none"
fails "refuses the login of bench-nobody by that key" \
	--set target.sftp.user=bench-nobody
sed '/^key/d' sftp.ini >plain.ini
mv plain.ini sftp.ini
echo 'utterly-wrong' >secret
fails "by that password; it takes: keys passwords" \
	--set "target.sftp.password=@secret"
! grep -rqF utterly-wrong results out err || fail "the password is shown"
sed '/^start/d' sftp.ini >alone.ini
rm -r results
status 1 "$BENCH" -c alone.ini --set bench.tests=ping
has err "cannot connect to 127.0.0.1 port $port: Connection refused"

# The server dies in the middle.
rm -r results
sed -i "s/^rounds = .*/rounds = 12/
	s|^start|key = $PWD/keys/id\nstart|" sftp.ini
"$BENCH" -c sftp.ini --set bench.tests=write,read,ping >out 2>err &
pid=$!
eventually has_row results
for child in $(pgrep -x sshd); do
	tr '\0' '\n' <"/proc/$child/cmdline" 2>/dev/null | grep -qF "$PWD/state" &&
		kill -KILL "$child"
done
ends 1 $pid
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 108 ] ||
	fail "the target beside is not complete: $(tail -n 5 "$csv")"
[ "$(rows "$csv" 'c["target"] == "sftp" && c["status"] == "error"')" -gt 0 ] ||
	fail "no row tells of the server's end"
[ -z "$(ls -A beside)$(ls -A state)" ] || fail "left: $(find beside state)"
[ ! -e keys ] || fail "the keys are left"
