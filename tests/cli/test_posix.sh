#!/bin/bash
# Paths of all kinds as a target: what may be measured, what is refused and why,
# and what the rows say about the state of the data.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

memory=
cleanup() {
	if [ -n "$memory" ]; then
		rm -rf "$memory"
	fi
	if mountpoint -q locked; then
		umount -l locked
	fi
}
trap cleanup EXIT

mkdir disk

# posix PATH [KEY=VALUE...]: an INI with that target.
posix() {
	local path=$1
	shift
	cat >posix.ini <<-INI
		[bench]
		file_sizes = 64k
		record_sizes = 4k
		tests = write, read
		rounds = 1
		slices = 1
		slice_time = 1ms

		[target place]
		plugin = posix
		path = $path
		$(printf '%s\n' "$@")
	INI
	rm -rf results
}

# refused TEXT: two error rows with that reason.
refused() {
	status 1 "$BENCH" -c posix.ini
	has err 'target `place`:'
	has err "$1"
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["status"] == "error"')" = 2 ] ||
		fail "not 2 error rows: $(cat "$csv")"
	[ "$(grep -cF "$1" "$csv")" = 2 ] ||
		fail "the rows lack \`$1\`: $(cat "$csv")"
}

# every NAME VALUE TEST: that column of the rows of that test.
every() {
	csv=$(results)/results.csv
	[ "$(rows "$csv" "c[\"test\"] == \"$3\"")" -gt 0 ] ||
		fail "no rows of $3: $(cat "$csv")"
	[ "$(rows "$csv" "c[\"test\"] == \"$3\" && c[\"$1\"] != \"$2\"")" = 0 ] ||
		fail "$1 of $3 is not $2: $(cat "$csv")"
}

# What is no directory.
posix "$PWD/missing"
refused 'No such file or directory'
[ ! -e missing ] || fail "the missing directory was made"

echo precious >file
posix "$PWD/file"
refused 'is a file; give a directory'
[ "$(cat file)" = precious ] || fail "the file was changed"

posix /dev/null
refused 'is a character device; give a directory'

# A block device wants its name said twice.
if [ "$(id -u)" = 0 ] && mknod block b 7 4095 2>/dev/null; then
	posix "$PWD/block"
	refused 'is a block device and a run would destroy what is on it'
	has err "device = $PWD/block"
else
	echo "no block device: that part is left out"
fi
posix "$PWD/disk" 'device = /dev/sda'
status 2 "$BENCH" -c posix.ini
has err "expected device = $PWD/disk, not /dev/sda"
[ ! -e results ] || fail "an error of the configuration left results"

# A directory in which nothing may be made.
mkdir locked
if [ "$(id -u)" != 0 ]; then
	chmod 555 locked
	posix "$PWD/locked"
	refused 'Permission denied'
elif mount -t tmpfs -o ro tmpfs locked 2>/dev/null; then
	posix "$PWD/locked"
	refused 'Read-only file system'
	umount locked
else
	echo "no read-only directory: that part is left out"
fi
[ -z "$(ls -A locked)" ] || fail "files in the read-only directory"

# A link to a directory is one; what else is there stays as it is.
echo precious >disk/precious
mkdir disk/bench-mine
echo mine >disk/bench-mine/0
chmod 400 disk/precious
before=$(find disk -printf '%p %m %s %T@\n' | grep / | sort)
ln -s disk link
posix "$PWD/link"
status 0 "$BENCH" -c posix.ini
[ -L link ] || fail "the link is gone"
[ "$(find disk -printf '%p %m %s %T@\n' | grep / | sort)" = "$before" ] ||
	fail "the files beside were touched: $(find disk -ls)"
[ "$(cat disk/precious disk/bench-mine/0)" = $'precious\nmine' ] ||
	fail "the files beside were changed"

# On a disk: what fsync makes durable, and a cache that is really empty.
if [ "$(stat -f -c %T disk)" != tmpfs ]; then
	every durability stable write
	every cache warm read
	posix "$PWD/disk" 'sync = none'
	status 0 "$BENCH" -c posix.ini
	every durability none write
	posix "$PWD/disk" 'sync = dsync'
	status 0 "$BENCH" -c posix.ini
	every durability stable write
	posix "$PWD/disk" 'cache = cold'
	status 0 "$BENCH" -c posix.ini
	every cache cold read
	grep ',read,' "$csv" | grep -q 'dropped_by=\(posix_fadvise\|drop_caches\)' ||
		fail "the row does not say how the cache was dropped: $(cat "$csv")"

	# Direct I/O asks for whole sectors.
	posix "$PWD/disk" 'direct = yes' 'record_sizes = 1000, 64k'
	"$BENCH" -c posix.ini >out 2>err
	csv=$(results)/results.csv
	small='c["record_size_bytes"] == 1000'
	[ "$(rows "$csv" "$small && c[\"status\"] == \"unsupported\"")" = 2 ] ||
		fail "records of 1000 bytes: $(cat "$csv")"
	if [ "$(rows "$csv" 'c["status"] == "ok"')" = 2 ]; then
		grep -c 'must be multiples of [0-9][0-9]* bytes here' "$csv" |
			grep -qx 2 || fail "the alignment is not named: $(cat "$csv")"
		[ "$(rows "$csv" 'c["status"] == "ok" && c["direct"] == 1')" = 2 ] ||
			fail "direct is not in the rows: $(cat "$csv")"
	fi
else
	echo "$PWD is in memory: the parts for a disk are left out"
fi

# In memory: it says so, and nothing is durable or cold.
memory=$(mktemp -d /dev/shm/bench-test-XXXXXX 2>/dev/null)
if [ -n "$memory" ] && [ "$(stat -f -c %T "$memory")" = tmpfs ]; then
	posix "$memory"
	status 0 "$BENCH" -c posix.ini
	every cache memory read
	every cache memory write
	every durability none write
	posix "$memory" 'cache = cold'
	status 0 "$BENCH" -c posix.ini
	every status unsupported read
	every status ok write
	has "$csv" 'a memory file system cannot be cold'
	[ -z "$(ls -A "$memory")" ] || fail "files were left: $(ls -A "$memory")"
else
	echo "no /dev/shm: the part for memory is left out"
fi
