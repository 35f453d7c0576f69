#!/bin/bash
# A target brings its server along: `start =`.  It is waited for before the run
# and stopped after it, whatever it is like and however the run ends.  A server
# that does not get ready costs its own target only.
. "$(dirname "$0")/lib.sh"

mkdir served beside

# server NAME: makes an executable of its standard input.
server() {
	{
		echo '#!/bin/bash'
		cat
	} >"$1"
	chmod +x "$1"
}

# configure COMMAND [KEY=VALUE...]: a target with that server, and one without.
configure() {
	local command=$1
	shift
	cat >fixture.ini <<-INI
		[bench]
		file_sizes = 64k
		record_sizes = 4k, 16k
		tests = write, read
		rounds = 1
		slices = 1
		slice_time = 1ms

		[target served]
		plugin = posix
		path = served
		start = $command
		$(printf '%s\n' "$@")

		[target beside]
		plugin = posix
		path = beside
	INI
	rm -rf results pids
}

measure() {
	status "$1" "$BENCH" -c fixture.ini
	left_nothing
	csv=$(results)/results.csv
}

left_nothing() {
	[ -z "$(ls -A served)$(ls -A beside)" ] || fail "files were left behind"
}

# All processes that wrote their number to ./pids have ended.
all_gone() {
	local pid
	[ -s pids ] || fail "the server was not started"
	while read -r pid; do
		gone "$pid" || fail "process $pid of the server runs on"
	done <pids
}

# The served target has nothing but errors with this text; the other one is
# complete.
served_failed() {
	[ "$(rows "$csv" 'c["target"] == "served" && c["status"] == "error"')" = 4 ] ||
		fail "not 4 error rows: $(cat "$csv")"
	[ "$(rows "$csv" 'c["target"] == "beside" && c["status"] == "ok"')" = 4 ] ||
		fail "the target beside is not complete: $(cat "$csv")"
	[ "$(grep -cF "$1" "$csv")" = 4 ] ||
		fail "the rows lack \`$1\`: $(cat "$csv")"
	has err "target \`served\`: its server"
	has err "$1"
}

# It says `ready`, is used, and is stopped in good order, also where a shell
# stands between.
server good.sh <<'END'
trap 'echo stopped in good order; exit' TERM
echo $$ >>pids
echo starting up
echo ready to serve
while :; do sleep 0.02; done
END
for command in ./good.sh 'exec ./good.sh' 'true && ./good.sh'; do
	configure "$command"
	measure 0
	all_gone
	has "$(results)/served.log" "starting up"
	has "$(results)/served.log" "stopped in good order"
done

# It never gets ready.
server never.sh <<'END'
echo $$ >>pids
echo still thinking
exec sleep 60
END
configure ./never.sh 'start_timeout = 300ms'
measure 1
served_failed 'was not ready after 0.3 s'
has err "$(results)/served.log"
has "$(results)/served.log" "still thinking"
all_gone

# `ready` must be the first word of a line.
server almost.sh <<'END'
echo $$ >>pids
echo almost ready
echo readying the disks
exec sleep 60
END
configure ./almost.sh 'start_timeout = 300ms'
measure 1
served_failed 'was not ready'
all_gone

# It ends at once; what it had started has to go as well.
server ends.sh <<'END'
echo cannot find my own configuration >&2
sleep 60 &
echo $! >>pids
exit 3
END
configure ./ends.sh
measure 1
served_failed 'ended with status 3 before it was ready'
has "$(results)/served.log" "cannot find my own configuration"
all_gone

configure ./no-such-server
measure 1
served_failed 'could not be executed'

# It says nothing, but answers on its port.
listening() {
	(exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}
port=$(free_port)
configure "bench serve socket port=$port >/dev/null 2>&1" \
	"ready = 127.0.0.1:$port" 'start_timeout = 20s'
measure 0
! listening "$port" || fail "the server still listens"

port=$(free_port)
configure ./never.sh "ready = 127.0.0.1:$port" 'start_timeout = 300ms'
measure 1
served_failed "expected 127.0.0.1:$port"
all_gone

# It has children and grandchildren.
server family.sh <<'END'
sleep 60 &
echo $! >>pids
bash -c 'sleep 60 & echo $! >>pids; wait' &
echo $! >>pids
while [ "$(wc -l <pids)" -lt 3 ]; do sleep 0.01; done
echo $$ >>pids
echo ready
wait
END
configure ./family.sh
measure 0
[ "$(wc -l <pids)" = 4 ] || fail "not a family of four: $(cat pids)"
all_gone

# It does not want to go: after its grace it has to.
server stubborn.sh <<'END'
trap '' TERM
echo $$ >>pids
echo ready
while :; do sleep 0.1; done
END
configure ./stubborn.sh
measure 0
all_gone

# The user has enough: in the middle of the run, and while the server is still
# being waited for.
configure ./good.sh
sed -i 's/^rounds = .*/rounds = 5000/' fixture.ini
"$BENCH" -c fixture.ini >out 2>err &
eventually has_row results
kill -TERM $!
ends 143 $!
all_gone
left_nothing
has "$(results)/served.log" "stopped in good order"

configure ./never.sh 'start_timeout = 60s'
"$BENCH" -c fixture.ini >out 2>err &
eventually test -s pids
kill -TERM $!
ends 143 $!
all_gone
[ ! -e results ] || fail "a run that did not begin left $(find results)"
