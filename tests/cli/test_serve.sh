#!/bin/bash
# `bench serve socket`: the far end stands whatever its clients do, keeps to
# loopback, and goes at once when it is told to.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null' EXIT

# serve [KEY=VALUE...]: starts one and waits until it is ready.
serve() {
	rm -f ready
	"$BENCH" serve socket "$@" >ready 2>log &
	server=$!
	eventually grep -q '^ready ' ready
}

# stop: TERM, and it is gone at once with status 143.
stop() {
	local start=$SECONDS
	kill -TERM "$server"
	wait "$server"
	[ $? = 143 ] || fail "the server did not end by TERM: $(cat log)"
	[ $((SECONDS - start)) -le 3 ] || fail "TERM took $((SECONDS - start)) s"
	server=
}

# client ROUNDS URL [OPTION...]: a run against it; its results go to run-ROUNDS.
client() {
	local rounds=$1
	shift
	rm -rf "run-$rounds"
	set -- --results "run-$rounds" --rounds "$rounds" \
		--set bench.file_sizes=64k --set bench.record_sizes=4k \
		--set bench.tests=write,read,random_read,ping \
		--set bench.slices=1 --set bench.slice_time=1ms "$@"
	if [ "$rounds" = 1 ]; then
		"$BENCH" "$@"
	else
		"$BENCH" "$@" >out 2>err &
		run=$!
		eventually has_row "run-$rounds"
	fi
}

# measured: a new run against it is complete.
measured() {
	status 0 client 1 "$1"
	[ "$(rows run-1/*/results.csv 'c["status"] == "ok"')" = 4 ] ||
		fail "not 4 rows: $(cat run-1/*/results.csv)"
}

port=$(free_port)
url=tcp://127.0.0.1:$port
serve port="$port"
[ "$(cat ready)" = "ready 127.0.0.1:$port" ] || fail "it says: $(cat ready)"
measured "$url"
has log '127.0.0.1:'

# Several records in flight.
status 0 client 1 "$url" --set bench.depth=1,8
[ "$(rows run-1/*/results.csv 'c["status"] == "ok" && c["depth"] == 8')" -ge 3 ] ||
	fail "depth 8: $(cat run-1/*/results.csv)"

# Both ends check what is to be verified: in streams, in flight, with threads.
status 0 client 1 "$url" --set bench.verify=yes --set bench.depth=1,8 \
	--set bench.threads=1,2 \
	--set bench.tests=write,rewrite,read,reread,random_read,random_write
[ "$(rows run-1/*/results.csv 'c["status"] == "ok" && c["verify"] == "yes" &&
	c["verified_bytes"] >= 65536 * c["threads"]')" = 24 ] ||
	fail "verified: $(cat run-1/*/results.csv)"
[ "$(rows run-1/*/results.csv 'c["counters"] ~ /peer_verified_bytes/ &&
	c["counters"] !~ /peer_verified_bytes[=:" ]*0[^0-9]/')" = 24 ] ||
	fail "not by the far end: $(column run-1/*/results.csv counters)"
status 0 client 1 "$url"
[ "$(rows run-1/*/results.csv 'c["counters"] ~ /peer_verified/')" = 0 ] ||
	fail "verified unasked: $(column run-1/*/results.csv counters)"

# Loopback only, unless told otherwise.
hex=$(printf %04X "$port")
listeners=$(awk -v port=":$hex" '$4 == "0A" && $2 ~ port "$" { print $2 }' \
	/proc/net/tcp /proc/net/tcp6)
[ -n "$listeners" ] || fail "no listener at port $port ($hex)"
for listener in $listeners; do
	case $listener in
	0100007F:"$hex" | 00000000000000000000000001000000:"$hex") ;;
	*) fail "it listens on $listener" ;;
	esac
done

# A second one on the same port is one too many, and does no harm.
status 1 "$BENCH" serve socket port="$port"
has err "cannot listen on 127.0.0.1:$port"
has err 'Address already in use'
[ "$(wc -l <err)" -le 2 ] || fail "more than a sentence: $(cat err)"
lacks out ready
measured "$url"

# Strangers, garbage and another version while a run is on: it is not disturbed.
say() {
	(
		exec 3<>"/dev/tcp/127.0.0.1/$port" || exit
		printf %b "$1" >&3
		timeout 10 cat <&3
	) 2>/dev/null | tr -d '\0'
}
client 30 "$url"
say 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n' >answer
has answer 'this is `bench serve socket`; "GET / HTTP/1.1..'
say 'BENCHSKT\0\0143\0\0\0\0\0\0' >answer
has answer 'speaks version 4 of the socket protocol, the client speaks version 99'
say 'BENCHSKT\0\04\0\0\0377\0377\0377\0377' >answer
has answer 'is not its protocol'
# A proper hello, and then what is no request.
say 'BENCHSKT\0\04\0\0\0\0\0\0'"$(printf '\\0377%.0s' {1..64})" >answer
has answer BENCHSKT
head -c 100000 /dev/urandom >noise
timeout 10 cat noise 2>/dev/null >"/dev/tcp/127.0.0.1/$port"
for _ in 1 2 3 4 5; do
	(exec 3<>"/dev/tcp/127.0.0.1/$port")
done
ends 0 "$run"
[ "$(rows run-30/*/results.csv 'c["status"] == "ok"')" = 120 ] ||
	fail "the run was disturbed: $(cat run-30/*/results.csv)"
has log 'refused 127.0.0.1:'
measured "$url"

# A client is killed in the middle of a transfer, with all that belongs to it.
for _ in 1 2 3; do
	client 3000 "$url"
	kill -9 "$run"
	wait "$run" 2>/dev/null
done
measured "$url"

# It is told to go while a client is at work: the client notices.
client 3000 "$url"
stop
failed_row() {
	[ "$(rows run-3000/*/results.csv 'c["status"] == "error"')" -gt 0 ]
}
eventually failed_row
kill -INT "$run"
ends 130 "$run"
grep '^[0-9].*,error,' run-3000/*/results.csv >failed
has failed "127.0.0.1:$port"

# A Unix socket instead of a port; its file goes with the server.
serve path=here.sock
[ "$(cat ready)" = "ready here.sock" ] || fail "it says: $(cat ready)"
[ -S here.sock ] || fail "no socket file"
measured "unix://$PWD/here.sock"
status 1 "$BENCH" serve socket path=here.sock
has err 'another server answers on this socket'
stop
[ ! -e here.sock ] || fail "the socket file was left behind"

# A file of that name stays what it is.
echo precious >taken
status 1 "$BENCH" serve socket path=taken
has err 'is no socket'
[ "$(cat taken)" = precious ] || fail "the file was overwritten"

# Its memory has a limit.  What is known before is said before; the rest are
# error rows: here of three files of 40k, which take 64k each.
serve port="$port" memory=128k
status 0 client 1 "$url" --set bench.file_sizes=1m
has out 'the target takes files up to 128k'
status 2 client 1 "$url" --set bench.threads=3
has err 'has room for 128K'
status 1 client 1 "$url" --set bench.file_sizes=40k --set bench.threads=3
grep ',write,' run-1/*/results.csv | grep ',error,' |
	grep -q 'store is full' || fail "no such row: $(cat run-1/*/results.csv)"
[ "$(rows run-1/*/results.csv 'c["test"] == "ping" && c["status"] == "ok"')" = 1 ] ||
	fail "the ping failed as well: $(cat run-1/*/results.csv)"
measured "$url"
stop

# Room that is made ready before anybody comes.
serve port="$port" memory=96m reserve=64m
[ "$(awk '$1 == "VmRSS:" { print $2 }' "/proc/$server/status")" -ge 65536 ] ||
	fail "nothing is reserved: $(grep VmRSS "/proc/$server/status")"
measured "$url"
stop
serve port="$port" memory=128k reserve=128k
status 0 client 1 "$url" --set bench.file_sizes=1m
has out 'the target takes files up to 128k'
stop
status 1 "$BENCH" serve socket port="$port" memory=1m reserve=2m
has err 'option `reserve` is more than `memory`: the store has room for 1 MiB'

# What it does not understand.
status 2 "$BENCH" serve socket prot=1
has err 'did you mean `port`'
status 2 "$BENCH" serve socket port=99999
has err '99999'
status 2 "$BENCH" serve posix
has err 'no far end'
