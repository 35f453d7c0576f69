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
		warmup = no
		quiet = 0

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
	grep ',read,' "$csv" | grep -q 'checked_by=\(cachestat\|mincore\)' ||
		fail "the row does not say how the cache was checked: $(cat "$csv")"
	grep ',read,' "$csv" | grep -q 'resident=[01]\.[0-9][0-9]' ||
		fail "the row does not say how much stayed: $(cat "$csv")"

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

# The ways in which records are moved, on a disk and in memory.  A bench without
# liburing, and a system without io_uring, say so.
places=("$PWD/disk")
if [ -n "$memory" ]; then
	places+=("$memory")
fi
posix "$PWD/disk" 'io = uring'
"$BENCH" -c posix.ini >out 2>err
got=$?
if [ $got = 2 ]; then
	has err 'io = uring: this bench was built without liburing'
	[ ! -e results ] || fail "an error of the configuration left results"
	uring=
elif [ $got = 1 ]; then
	has err 'io = uring'
	uring=
else
	uring=yes
fi
for place in "${places[@]}"; do
	posix "$place" 'io = mmap' 'record_sizes = 4k, 64k' \
		'tests = write, rewrite, read, random_read, random_write'
	status 0 "$BENCH" -c posix.ini
	[ "$(rows "$(results)/results.csv" 'c["status"] == "ok"')" = 10 ] ||
		fail "io = mmap: $(cat "$(results)/results.csv")"
	has "$(results)/run.json" '"io": "mmap"'
	[ -n "$uring" ] || continue
	posix "$place" 'io = uring' 'depth = 1, 8, 32' 'threads = 1, 2' \
		'tests = write, rewrite, read, random_read, random_write'
	status 0 "$BENCH" -c posix.ini
	[ "$(rows "$(results)/results.csv" 'c["status"] == "ok"')" = 30 ] ||
		fail "io = uring: $(cat "$(results)/results.csv")"
	[ "$(rows "$(results)/results.csv" 'c["depth"] == 32')" = 10 ] ||
		fail "depth 32: $(cat "$(results)/results.csv")"
	has "$(results)/run.json" '"io": "uring"'
	has "$(results)/run.json" '"ring_flags": '
	[ -z "$(find "$place" -mindepth 1 ! -path '*/precious' \
		! -path '*/bench-mine*')" ] || fail "files were left: $(ls -A "$place")"
done
[ -n "$uring" ] || echo "no io_uring: that part is left out"

# Without it there is one record in flight, and what it would take is said.
for io in sync mmap; do
	posix "$PWD/disk" "io = $io" 'depth = 1, 8'
	"$BENCH" -c posix.ini >out 2>err
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["depth"] == 1 && c["status"] == "ok"')" = 2 ] ||
		fail "depth 1 with io = $io: $(cat "$csv")"
	[ "$(rows "$csv" 'c["depth"] == 8 && c["status"] == "unsupported"')" = 2 ] ||
		fail "depth 8 with io = $io: $(cat "$csv")"
	has "$csv" 'the target takes 1 in flight at most'
	has "$csv" 'bench plugin help posix'
done
"$BENCH" plugin help posix | tr '\n' ' ' | grep -q 'io_uring (which depth' ||
	fail "the help does not say what depth needs"
posix "$PWD/disk" 'io = aio'
status 2 "$BENCH" -c posix.ini
has err 'aio'

# A mapping has no way past the cache.
posix "$PWD/disk" 'io = mmap' 'direct = yes'
"$BENCH" -c posix.ini >out 2>err
every status unsupported read
has "$csv" 'the target has no direct I/O'
if [ -n "$uring" ] && [ "$(stat -f -c %T disk)" != tmpfs ]; then
	posix "$PWD/disk" 'io = uring' 'depth = 8, 32' 'direct = yes'
	"$BENCH" -c posix.ini >out 2>err
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["status"] == "ok" || c["status"] == "unsupported"')" = 4 ] ||
		fail "direct I/O at depth: $(cat "$csv")"
fi

# Whoever cuts a mapped file short ends the worker, which is told; between two
# opens it is a file that is too short.
cut() {
	local file
	file=$(find disk -type f -size 1024k 2>/dev/null | head -n 1)
	[ -n "$file" ] && truncate -s 0 "$file"
}
posix "$PWD/disk" 'io = mmap' 'file_sizes = 1m' 'tests = read'
sed -i 's/^slice_time = .*/slice_time = 2s/' posix.ini
"$BENCH" -c posix.ini >out 2>err &
runner=$!
eventually cut
ends 1 $runner
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "error"')" = 1 ] ||
	fail "a file that was cut short: $(cat "$csv")"
grep -q -e 'the worker died of signal 7' -e 'short record' "$csv" ||
	fail "a file that was cut short: $(cat "$csv")"
