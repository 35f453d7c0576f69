#!/bin/bash
# Every suite over every backend that can be had here: each row is a number, or
# says why there is none.  Then a suite of the user's own, and what one stands
# for.
. "$(dirname "$0")/lib.sh"

PATH=$PATH:/usr/sbin:/sbin
plugins=$BENCH_BUILD/plugins
servers=$ROOT/conf/servers
mkdir state
export TMPDIR=$PWD/state
directory=
cleanup() {
	if [ -n "$directory" ]; then
		rm -rf "$directory"
	fi
}
trap cleanup EXIT
directory=$(mktemp -d /dev/shm/bench-test-XXXXXX) || skip "no /dev/shm"
chmod 755 "$directory"

# Tiny: everything that a suite says of sizes and times gives way.
tiny() {
	cat <<-INI
		[bench]
		suite = $1
		file_sizes = 48k
		record_sizes = 16k
		files = 5
		rounds = 1
		slices = 1
		slice_time = 1ms
		quiet = 0
		time_limit = 20s
	INI
}

# local_targets: those that need no server of somebody else.
local_targets() {
	local port
	port=$(free_port)
	mkdir -p there
	cat <<-INI
		[target directory]
		plugin = posix
		path = there
		[target wire]
		plugin = socket
		host = 127.0.0.1
		port = $port
		start = $BENCH serve socket port=$port
	INI
	[ ! -e "$plugins/null.so" ] || printf '[target nothing]\nplugin = null\n'
	[ ! -e "$plugins/sim.so" ] || printf '[target model]\nplugin = sim\n'
}

# starts COMMAND...: can that server be had here?
starts() {
	local pid came=no
	"$@" >ready 2>why &
	pid=$!
	until [ -s ready ] || gone $pid; do sleep 0.02; done
	[ ! -s ready ] || came=yes
	kill -TERM $pid 2>/dev/null
	wait $pid
	[ $came = yes ]
}

served_targets() {
	local port
	port=$(free_port)
	while (exec 3<>"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null; do
		port=$(free_port)
	done
	mkdir "$directory/nfs" "$directory/smb" "$directory/ftp"
	chmod 755 "$directory"/*
	if [ -e "$plugins/nfs.so" ] && starts "$servers/ganesha.sh" \
		--port "$port" --directory "$directory/nfs"; then
		cat <<-INI
			[target nfs]
			plugin = nfs
			url = nfs://127.0.0.1:$port/bench
			mount_port = $((port + 1))
			start = $servers/ganesha.sh --port $port --directory $directory/nfs
			start_timeout = 30s
		INI
	fi
	port=$(free_port)
	if [ -e "$plugins/smb.so" ] && command -v smbd >/dev/null; then
		cat <<-INI
			[target smb]
			plugin = smb
			url = smb://127.0.0.1:$port/bench
			start = $servers/smbd.sh --port $port --directory $directory/smb
			start_timeout = 30s
		INI
	fi
	port=$(free_port)
	if [ -e "$plugins/ftp.so" ] && starts "$servers/ftpd.sh" \
		--port "$port" --directory "$directory/ftp"; then
		cat <<-INI
			[target ftp]
			plugin = ftp
			url = ftp://127.0.0.1:$port/upload
			start = $servers/ftpd.sh --port $port --directory $directory/ftp
			start_timeout = 30s
		INI
	fi
}

# check CSV: what a row may be.
check() {
	[ "$(rows "$1" 'c["status"] == "ok" && c["ops_per_s"] <= 0')" = 0 ] ||
		fail "no number: $(cat "$1")"
	[ "$(rows "$1" 'c["status"] == "ok" && c["passes"] < 1')" = 0 ] ||
		fail "no pass: $(cat "$1")"
	[ "$(rows "$1" 'c["status"] == "unsupported" && c["error"] == ""')" = 0 ] ||
		fail "no reason: $(cat "$1")"
	[ "$(rows "$1" 'c["status"] !~ /^(ok|unsupported)$/')" = 0 ] ||
		fail "$(grep -vE ',(ok|unsupported),' "$1" | cut -c 1-400)"
}

# All suites at once, so that servers start once.
suites=$("$BENCH" list suites | awk '/^[^ ]/ { print $1 }')
[ "$(echo "$suites" | sort | tr '\n' ' ')" = \
	"bonnie files ftp iozone metadata nas ping sandra " ] || fail "$suites"
{
	tiny "$(echo "$suites" | tr '\n' ' ')"
	local_targets
	served_targets
} >all.ini
status 0 "$BENCH" -c all.ini --progress none --results results
csv=$(results)/results.csv
check "$csv"
# Every test of every suite over every target has its row, and only one.
tests=$("$BENCH" list suites | awk '/^[^ ]/ { after = 1; next }
	after == 1 { for (i = 1; i <= NF; i++) print $i } { after = 0 }' | sort -u)
# shellcheck disable=SC2013
for target in $(sed -n 's/^\[target \(.*\)\]/\1/p' all.ini); do
	[ "$(awk -F, -v t="$target" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == "target") a = i
			else if ($i == "test") b = i }
		$a == t { print $b }' "$csv" | sort)" = "$tests" ] ||
		fail "$target: $(grep -c ",$target," "$csv") rows"
done
# A directory can do all of it.
[ "$(rows "$csv" 'c["target"] == "directory" && c["status"] != "ok"')" = 0 ] ||
	fail "$(cat "$csv")"
# Seeks are of three threads, all else of one.
[ "$(rows "$csv" '(c["test"] == "seeks") != (c["threads"] == 3)')" = 0 ] ||
	fail "$(cat "$csv")"
rm -rf results

# Each by itself, with its own passes and slices.
for suite in $suites; do
	{
		tiny "$suite"
		local_targets
	} | grep -v '^slices' >one.ini
	status 0 "$BENCH" -c one.ini --progress none --results results
	check "$(results)/results.csv"
	rm -rf results
done
[ -z "$(ls -A there)$(ls -A state)" ] || fail "files were left behind"

# What a suite stands for, in the plan: the matrix of iozone -a.
printf '[bench]\nsuite = iozone\n[target t]\nplugin = posix\npath = there\n' \
	>iozone.ini
status 0 "$BENCH" -c iozone.ini --dry-run
has out "1638 cells to measure, 728 skipped; 1 rounds"
[ "$(grep -c ' 126 cells; 56 skipped' out)" = 13 ] || fail "$(cat out)"
status 0 "$BENCH" -c iozone.ini --dry-run --set bench.crossover=no
has out "1898 cells to measure, 468 skipped"

# One's own.
cat >mine.ini <<-INI
	[suite mine]
	tests = read, ping
	file_sizes = 64k
	record_sizes = 4k, 16k
	rounds = 2
	passes = 3
	[bench]
	suite = mine
	slices = 1
	[target t]
	plugin = posix
	path = there
	record_sizes = 16k
INI
status 0 "$BENCH" -c mine.ini --progress none
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["passes"] == 3 && c["test"] == "read" &&
	c["record_size_bytes"] == 16384')" = 2 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" 1)" = 4 ] || fail "$(cat "$csv")"
has "$(results)/run.json" '"passes": "3"'
has "$(results)/run.json" '"tests": "read, ping"'
sed -i 's/^tests = read/tests = raed/' mine.ini
status 2 "$BENCH" -c mine.ini
has err "mine.ini:2: tests: unknown test \`raed\`; did you mean \`read\`?"
