#!/bin/bash
# The smb backend as a user meets it: a target that brings its server along, all
# tests with one worker and with four, what run.json says of the connection, and
# a server that dies in the middle of the run.
. "$(dirname "$0")/lib.sh"

PATH=$PATH:/usr/sbin:/sbin
command -v smbd >/dev/null || skip "smbd is not installed (Debian: samba)"
[ -e "$BENCH_BUILD/plugins/smb.so" ] || skip "plugin smb is not built"
server=$ROOT/conf/servers/smbd.sh
mkdir served beside state
# Where the script keeps the number of its smbd.
export TMPDIR=$PWD/state

port=$(free_port)
cat >smb.ini <<-INI
	[bench]
	file_sizes = 256k
	record_sizes = 4k, 256k
	tests = write, rewrite, read, reread, random_read, random_write, ping
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target share]
	plugin = smb
	url = smb://127.0.0.1:$port/bench
	threads = 1, 4
	start = $server --port $port --directory $PWD/served

	[target locked]
	plugin = smb
	host = 127.0.0.1
	port = $port
	share = enc
	user = $(id -un)
	password = \$SMB_PASSWORD
	tests = write, read
INI
# Two targets, one server: the second is an own one on another port.
other=$(free_port)
sed -i "/target locked/,\$s/^port = .*/port = $other/" smb.ini
echo "start = $server --port $other --directory $PWD/beside --password s3cr3t" \
	>>smb.ini
SMB_PASSWORD=s3cr3t status 0 "$BENCH" -c smb.ini
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "$(cat "$csv")"
# Six tests of two record sizes and ping, each with 1 and 4 workers.
[ "$(rows "$csv" 'c["target"] == "share"')" = 26 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "share" && c["threads"] == 4')" = 13 ] ||
	fail "$(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "locked"')" = 4 ] || fail "$(cat "$csv")"
facts=$(results)/run.json
for fact in '"dialect": "SMB3_11"' '"signed": "no"' '"encrypted": "no"' \
	'"encrypted": "yes"' '"guest": "yes"' '"peer": "127.0.0.1"'; do
	has "$facts" "$fact"
done
! grep -r s3cr3t results/*/results.csv || fail "the password is in the rows"
[ -z "$(ls -A served)$(ls -A beside)$(ls -A state)" ] ||
	fail "files were left behind"
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "the server runs on"

# The server dies in the middle: its cells are errors, the other target is
# complete.
rm -rf results
cat >dies.ini <<-INI
	[bench]
	file_sizes = 4m
	record_sizes = 4k
	tests = write, read
	rounds = 12
	slices = 1
	slice_time = 1ms

	[target share]
	plugin = smb
	url = smb://127.0.0.1:$port/bench
	timeout = 1s
	start = $server --port $port --directory $PWD/served

	[target disk]
	plugin = posix
	path = beside
INI
"$BENCH" -c dies.ini >out 2>err &
run=$!
eventually has_row results
kill -KILL -- "-$(cat state/bench-smbd.*/pid/smbd*.pid)" || fail "no smbd to kill"
ends 1 $run
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "disk" && c["status"] == "ok"')" = 24 ] ||
	fail "the other target is not complete: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "share" && c["status"] == "error"')" -gt 0 ] ||
	fail "no error row: $(cat "$csv")"
[ "$(rows "$csv" 'c["target"] == "share" && c["status"] == "ok"')" -gt 0 ] ||
	fail "no row from before: $(cat "$csv")"

# No server at all.
rm -rf results
status 1 "$BENCH" --set bench.tests=write --set bench.file_sizes=64k \
	--set bench.record_sizes=64k --set bench.rounds=1 \
	"smb://127.0.0.1:$port/bench"
has "$(results)/results.csv" "Connection refused"
exit 0
