#!/bin/bash
# A disk that is too small is found out before the first byte; one that fills up
# on the way gives error rows for the files that no longer fit.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can mount a small disk"
mkdir small
mount -t tmpfs -o size=8m tmpfs small 2>/dev/null ||
	skip "mounting is not permitted here"
trap 'umount -l small' EXIT

cat >room.ini <<-INI
	[bench]
	file_sizes = 64k, 16m
	record_sizes = 64k
	tests = write, read
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target small]
	plugin = posix
	path = small
INI

# Refused, and nothing has been touched.
status 2 "$BENCH" -c room.ini
has err 'target `small` has room for 8M'
has err 'takes 16M'
[ -z "$(ls -A small)" ] || fail "it left in the target: $(ls -A small)"
[ ! -e results ] || fail "it left results: $(find results)"

# Four threads have a file each.
status 2 "$BENCH" -c room.ini --set bench.file_sizes=3m --set bench.threads=4
has err 'has room for 8M'
has err 'takes 12M'
[ -z "$(ls -A small)" ] || fail "it left in the target: $(ls -A small)"
[ ! -e results ] || fail "it left results: $(find results)"

# What fits is measured.
status 0 "$BENCH" -c room.ini --set bench.file_sizes=64k,7m
rm -rf results

# Somebody else needs the room in the middle of a run.
"$BENCH" -c room.ini --set bench.file_sizes=64k,4m --rounds 30 >out 2>err &
run=$!
eventually has_row results
eventually fallocate -l 6m small/hog
ends 1 "$run"
csv=$(results)/results.csv
full='c["file_size_bytes"] == 4194304'
[ "$(rows "$csv" "$full && c[\"status\"] == \"error\"")" -gt 0 ] ||
	fail "the full disk went unnoticed: $(cat "$csv")"
grep ',4194304,' "$csv" | grep ',error,' | grep -v 'No space left on device' &&
	fail "rows of the full disk with another reason"
[ "$(rows "$csv" "$full && c[\"round\"] == 30 && c[\"test\"] == \"write\" &&
	c[\"status\"] == \"error\"")" = 1 ] || fail "the disk is not full to the end"
[ "$(rows "$csv" 'c["file_size_bytes"] == 65536 && c["replaces"] == "" &&
	c["status"] == "ok"')" = 60 ] ||
	fail "not all of the small files were measured: $(cat "$csv")"
[ "$(ls -A small)" = hog ] || fail "files were left behind: $(ls -A small)"
grep -q 'failed; results:' out || fail "no count of failures: $(tail -n 1 out)"
