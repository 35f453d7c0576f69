#!/bin/bash
# Someone holds a backend of his own against the contract.  One that is right in
# all passes each check of the conformance kit.  Each fault that was planted in it
# (tests/plugins/kit_*.c) is found by the check that is there for it, with what
# was called, what was expected and what came.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

# Nothing but what hangs is late, however busy the machine is.
ample=(--deadline 60s)

# A heap that is not the C library's cannot be counted.
memory_is_counted() {
	[ -z "${SAN:-}" ]
}

status 0 "$BENCH" plugin check "$TOYS/kit_none.so" "${ample[@]}"
[ ! -s err ] || fail "the correct store has words on stderr: $(cat err)"
lacks out FAILED
memory_is_counted || sed -i 's/^skipped memory: .*/ok memory/' out
sed -n 's/^ok //p' out >checks
has out "kit_none 1: "
printf '%s\n' table options target caps session create write_read whole_record \
	short_end holes overwrite truncate missing sentences stat names directories \
	flush ping depth cancel claims workers descriptors memory order cleanup |
	cmp -s - checks || fail "these are not the checks: $(cat out)"

# The plugin, the check that finds it, and what stands in that check's line: what
# was called, what was expected, what came.
cat >faults <<'END'
kit_help_lines table help of option `label`|one line|"a word and another"
kit_default_outside options default "1k" of option `limit`|range|out of range
kit_second_target target target_open()|expected 0|EIO|was shut down already
kit_align caps caps()|a power of two|align = 3
kit_second_session session session_open(worker 0|to return|SIGSEGV
kit_no_excl create /create", WRITE|CREATE|EXCL)|(EEXIST)|came 0
kit_write_loses write_read read("|all of these bytes|came 2
kit_exits write_read write("|to return|ended with exit status 7
kit_hangs write_read read("|to return|within 2 s: it hangs
kit_write_half whole_record write("|512 bytes at 0)|a write moves all|came 256
kit_read_past_end short_end read("|left before the end|came 4096
kit_end_is_error short_end read("|expected 0: |left before the end|(EIO)
kit_holes holes read("|zeros where nothing was written|0xa5 at offset
kit_overwrite_cuts overwrite read("|all of these bytes|came 0
kit_no_trunc truncate read("|since BENCH_O_TRUNC|came
kit_missing_eio missing stat("|(ENOENT)|(EIO)
kit_positive_errno sentences unlink("|a negative errno|came 2
kit_no_sentence sentences open("|a negative errno|came -4095
kit_stat_size stat stat("|expected bytes = 0|came bytes = 1
kit_stat_dir stat stat("|expected is_dir = 1|came is_dir = 0
kit_rename_copies names open("|/from", READ)|(ENOENT)|came 0
kit_name_cut names open("|nnnnm", WRITE|expected 0|(EEXIST)
kit_lists_twice directories readdir("|once|came two, two, one, sub
kit_lists_dots directories readdir("|without `.` and `..`|came ., .., two
kit_rmdir_missing directories rmdir("|(ENOENT)|came 0
kit_flush_fails flush flush("|expected 0|(EIO)
kit_ping_fails ping ping()|expected 0|(EIO)
kit_reaps_twice depth reap(|once|a second time
kit_never_reaps depth reap(|each record to come back|1 in flight
kit_swaps depth reap(|the bytes that were written|came byte
kit_some_writes depth close(|all of them taken, or none|writes in flight
kit_no_cancel cancel reap(|soon after cancel()|no return within 2 s
kit_no_rewrite claims write("|a write moves all|(EPERM), "write again
kit_max_size claims write("|/full", 4096 bytes at 8384512)|(EFBIG)
kit_keeps_nothing claims read("|all of these bytes|came 0
kit_shared_buffer workers read("|the bytes that were written|came byte
kit_leaks_descriptors descriptors open()|as before|(/dev/null)
kit_leaks_memory memory 200 times|no more memory|bytes more in use
kit_one_file order open("|/order-b"|expected 0|(EMFILE)
kit_unlink_keeps cleanup unlink()|nothing left behind|came bench-kit-
END

[ "$(wc -l <faults)" -ge 20 ] || fail "fewer than twenty faults"
cut -d' ' -f1 faults | sort >planted
(cd "$ROOT/tests/plugins" && ls kit_*.c) | sed -n 's/\.c$//; /^kit_none$/!p' |
	sort | cmp -s - planted ||
	fail "the table and tests/plugins/kit_*.c differ: $(cat planted)"
while read -r check; do
	cut -d' ' -f2 faults | grep -qx "$check" || fail "no fault for $check"
done <checks

# With sanitizers a process costs ten times as much to make, and the kit makes one
# for each check: some of the faults are enough to see that it keeps its memory.
[ -z "${SAN:-}" ] || sed -i '1~3!d' faults

# Several at the same time: most of it is waiting.
hold() {
	local deadline=60s

	[ "$1" != kit_hangs ] || deadline=2s
	"$BENCH" plugin check "$TOYS/$1.so" --deadline "$deadline" >"$1.out" \
		2>"$1.err"
	echo $? >"$1.status"
}

while read -r plugin _; do
	while [ "$(jobs -pr | wc -l)" -ge 4 ]; do
		wait -n
	done
	hold "$plugin" &
done <faults
wait

while read -r plugin check words; do
	if [ "$check" = memory ] && ! memory_is_counted; then
		has "$plugin.out" "skipped memory: "
		continue
	fi
	[ "$(cat "$plugin.status")" = 1 ] ||
		fail "$plugin: status $(cat "$plugin.status"): $(cat "$plugin".*)"
	grep "^FAILED $check: " "$plugin.out" >line ||
		fail "$plugin was not found by $check: $(cat "$plugin.out")"
	has line ": expected "
	while IFS= read -r word; do
		has line "$word"
	done < <(tr '|' '\n' <<<"$words")
done <faults

# For programs: the same, and none but the check that is meant.
status 1 "$BENCH" plugin check --json "$TOYS/kit_stat_size.so" "${ample[@]}"
python3 - out checks <<'END' || fail "JSON: $(cat out)"
import json, sys
report = json.load(open(sys.argv[1]))
names = open(sys.argv[2]).read().split()
assert report["plugin"] == "kit_stat_size" and report["version"] == "1"
assert [check["name"] for check in report["checks"]] == names
for check in report["checks"]:
    assert set(check) == {"name", "status", "call", "expected", "got"}, check
    failed = check["name"] == "stat"
    assert check["status"] in (["failed"] if failed else ["ok", "skipped"]), check
    assert (check["call"] is not None) == failed, check
    if failed:
        assert check["call"].startswith('stat("'), check
        assert check["expected"] == "bytes = 0", check
        assert check["got"] == "bytes = 1", check
END
status 1 "$BENCH" plugin check --tap "$TOYS/kit_help_lines.so" "${ample[@]}"
[ "$(head -n 1 out)" = "TAP version 13" ] || fail "no TAP: $(cat out)"
has out "1..$(wc -l <checks)"
[ "$(grep -cE '^(not )?ok [0-9]+ - ' out)" = "$(wc -l <checks)" ] ||
	fail "the plan is not kept: $(cat out)"
[ "$(grep -c '^not ok' out)" = 1 ] || fail "not one that failed: $(cat out)"
has out "not ok 1 - table"
has out 'got: "\"a word and another\""'
status 0 "$BENCH" plugin check --tap "$TOYS/kit_none.so" "${ample[@]}"
lacks out "not ok"

# A file that bench refuses is a finding; a mistake in the command is none.
status 1 "$BENCH" plugin check "$TOYS/toy_no_caps.so"
has out "FAILED table: "
has out "lacks caps"
status 2 "$BENCH" plugin check
status 2 "$BENCH" plugin check ./none.so
status 2 "$BENCH" plugin check "$TOYS/kit_none.so" size=1m
status 2 "$BENCH" plugin check "$TOYS/kit_none.so" --deadline soon
# Its options come from the command line too.
status 0 "$BENCH" plugin check "$TOYS/kit_none.so" limit=40m "${ample[@]}"
