# lib.sh - what the end-to-end tests have in common.  Sourced by each of them.
# shellcheck shell=bash
#
# $BENCH is the binary, $TOYS the directory of toy plugins, $ROOT the source
# tree, $BENCH_BUILD the build directory.  The current directory is empty and the
# test's own.
set -u

fail() {
	echo "FAILED: $*"
	exit 1
}

skip() {
	echo "$*"
	exit 77
}

# status N COMMAND...: runs it, output to ./out and ./err, and insists on its
# exit status.
status() {
	local expected=$1 got
	shift
	"$@" >out 2>err
	got=$?
	[ "$got" = "$expected" ] ||
		fail "$* gave status $got, not $expected: $(head -c 2000 err out)"
}

# has FILE TEXT: the fixed text stands in the file.
has() {
	grep -qF -- "$2" "$1" || fail "$1 lacks \`$2\`: $(head -c 2000 "$1")"
}

lacks() {
	! grep -qF -- "$2" "$1" || fail "$1 has \`$2\`: $(head -c 2000 "$1")"
}

# lines FILE N: it has so many lines.
lines() {
	[ "$(wc -l <"$1")" = "$2" ] || fail "$1 has not $2 lines: $(head -c 2000 "$1")"
}

# The one results directory of this test.
results() {
	set -- results/*/
	if [ $# != 1 ] || [ ! -d "$1" ]; then
		fail "not one results directory: $*"
	fi
	echo "${1%/}"
}

# column FILE NAME: that column of a results.csv, without the header.  The files
# of these tests have no quoted commas before the last columns.
column() {
	awk -F, -v name="$2" '
		{ sub(/\r$/, "") }
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR > 1 { print $at }' "$1"
}

# rows FILE CONDITION: how many rows have it; columns are named c["test"].  Rounds
# that stand in for flagged ones come as the machine pleases and do not count.
rows() {
	awk -F, "
		{ sub(/\r\$/, \"\") }
		NR == 1 { for (i = 1; i <= NF; i++) name[i] = \$i; next }
		{ for (i = 1; i <= NF; i++) c[name[i]] = \$i }
		c[\"replaces\"] == \"\" && ($2) { n++ }
		END { print n + 0 }" "$1"
}

# A port that nobody listens on just now.
free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
			echo "$port"
			return
		}
	done
	fail "no free port"
}

# eventually COMMAND...: it comes true within some seconds.
eventually() {
	local deadline=$((SECONDS + 20))

	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $deadline ] || fail "never came true: $*"
		sleep 0.02
	done
}

# gone PID: no such process, or nothing but its status.
gone() {
	! grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status" 2>/dev/null
}

# ends N PID: that child of ours ends with this status.
ends() {
	local expected=$1 got
	wait "$2"
	got=$?
	[ "$got" = "$expected" ] ||
		fail "process $2 gave status $got, not $expected: $(cat out err)"
}

# has_row DIR: a run whose results go below DIR has written its first row.
has_row() {
	cat "$1"/*/results.csv 2>/dev/null | grep -q '^[0-9]'
}
