#!/bin/bash
# A round waits for a quiet machine, but not for ever, and a signal ends that.

. "$(dirname "$0")/lib.sh"

hogs=()
calm() {
	[ ${#hogs[@]} = 0 ] || kill "${hogs[@]}" 2>/dev/null
	hogs=()
}
trap calm EXIT
small=(--set "bench.tests=write,read" --set bench.record_sizes=4k
	--set bench.slices=1 --set bench.slice_time=1ms
	--set bench.file_sizes=4k..512k)
has_begun() {
	ls results/*/run.json
}
member() {
	sed -n "s/^    \"$2\": \\([^,]*\\),*\$/\\1/p" "$1/run.json"
}

# Not asked for: no wait, no figure.
status 0 "$BENCH" null:// -q "${small[@]}" --rounds 1 --set bench.quiet=0
dir=$(results) || fail "$dir"
[ "$(member "$dir" asked_for)" = false ] || fail "$(cat "$dir/run.json")"
[ "$(rows "$dir/results.csv" 'c["quiet_s"] != ""')" = 0 ] || fail "waited"

# All processors busy: three gates take their time, the others one short look.
for _ in $(seq "$(nproc)"); do
	sh -c 'while :; do :; done' &
	hogs+=($!)
done
rm -r results
status 0 "$BENCH" null:// -q "${small[@]}" --rounds 1 --set bench.quiet=800ms
dir=$(results) || fail "$dir"
grep -q '"not_known"' "$dir/run.json" && skip "nobody knows whether this is quiet"
[ "$(member "$dir" gates)" = 8 ] || fail "not 8 gates: $(cat "$dir/run.json")"
[ "$(member "$dir" timed_out)" = 8 ] || fail "it was quiet: $(cat "$dir/run.json")"
awk -v waited="$(member "$dir" waited_s)" 'BEGIN { exit !(waited >= 2.4 &&
	waited < 0.75 * 8 * 0.8) }' || fail "$(cat "$dir/run.json")"
# The rows of a block have waited together.
blocks=$(awk -F, '
	{ sub(/\r$/, "") }
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $at["round"], $at["file_size_bytes"], $at["quiet_s"] }
	' "$dir/results.csv" | sort -u)
[ "$(wc -l <<<"$blocks")" = 8 ] || fail "waits of a block differ: $blocks"
awk '$3 < 0.14 { exit 1 }' <<<"$blocks" || fail "did not look: $blocks"

# Whoever looks on is told.
if command -v script >/dev/null; then
	rm -r results
	TERM=xterm status 0 script -qec "stty cols 100; exec \"$BENCH\" null:// -q \
		${small[*]} --rounds 1 --set bench.quiet=800ms >shown" live
	has live "waiting for a quiet machine"
fi

# Interrupted while it waits.
rm -r results
"$BENCH" null:// -q "${small[@]}" --rounds 2 --set bench.quiet=60s >out 2>err &
run=$!
eventually has_begun
sleep 0.5
kill -INT $run
started=$SECONDS
ends 130 $run
[ $((SECONDS - started)) -lt 20 ] || fail "a signal did not end the wait"
has err "ended by Interrupt"
calm
