#!/bin/bash
# Someone who trusts no server has everything read back: one byte that is another
# than was written is found, and its place said.
. "$(dirname "$0")/lib.sh"

small=(-q --set bench.quiet=0 --set bench.rounds=1 --set bench.slices=1
	--set bench.slice_time=1ms --set bench.warmup=no --set bench.link=none)

# verify MODE KEY=VALUE... TARGET: a run of its own; its status is 0.
verify() {
	local mode=$1 sets=()
	shift
	while [ $# -gt 1 ]; do
		sets+=(--set "bench.$1")
		shift
	done
	rm -rf results
	status 0 "$BENCH" "${small[@]}" --set "bench.verify=$mode" "${sets[@]}" "$1"
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "$(head -n 20 "$csv")"
}

# Every byte of a file, or of what a reading test read, is checked.
mkdir posix
# shellcheck disable=SC2054 # lists of bench, not of the shell
sizes=(file_sizes=1m record_sizes=4k,64k
	tests=write,rewrite,read,reread,random_read,random_write)
for target in 'sim://?memory=yes' "$PWD/posix"; do
	verify yes "${sizes[@]}" "$target"
	[ "$(rows "$csv" 'c["verify"] == "yes"')" = 12 ] || fail "$(head -n 20 "$csv")"
	# Of a writing test the file once, at its end; of a reading one all passes.
	[ "$(rows "$csv" 'c["test"] ~ /write/ && c["verified_bytes"] == 1048576')" = \
		6 ] || fail "writing tests: $(head -n 20 "$csv")"
	[ "$(rows "$csv" 'c["test"] ~ /read/ && c["verified_bytes"] >= c["bytes"] &&
		c["verified_bytes"] % 1048576 == 0')" = 6 ] ||
		fail "reading tests: $(head -n 20 "$csv")"
done
rm -rf results
verify sample tests=write,read file_sizes=16m record_sizes=4k 'sim://?memory=yes'
# One record in 64 and the last: 64 and one of 4096.
[ "$(rows "$csv" 'c["test"] == "write" && c["verified_bytes"] == 65 * 4096')" = 1 ] ||
	fail "a sample: $(head -n 20 "$csv")"
verify no tests=write,read file_sizes=64k record_sizes=4k 'sim://?memory=yes'
[ "$(rows "$csv" 'c["verify"] == "no" && c["verified_bytes"] == ""')" = 2 ] ||
	fail "unasked: $(head -n 20 "$csv")"

# In flight, and with threads.
verify yes tests=write,random_write,random_read file_sizes=256k record_sizes=4k \
	threads=1,2 depth=1,8 'sim://?memory=yes&channels=4'
[ "$(rows "$csv" 'c["test"] ~ /write/ &&
	c["verified_bytes"] == 262144 * c["threads"]')" = 8 ] ||
	fail "in flight: $(head -n 20 "$csv")"

# What keeps nothing can't be verified: said, never counted as right.
for target in null:// sim://; do
	rm -rf results
	status 0 "$BENCH" "${small[@]}" --set bench.verify=yes \
		--set bench.tests=write,ping --set bench.file_sizes=64k \
		--set bench.record_sizes=4k "$target"
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["test"] == "write" && c["status"] == "unsupported" &&
		c["verified_bytes"] == ""')" = 1 ] || fail "$target: $(head -n 20 "$csv")"
	[ "$(rows "$csv" 'c["test"] == "ping" && c["status"] == "ok"')" = 1 ] ||
		fail "$target has no ping: $(head -n 20 "$csv")"
	grep -q 'write.*keep' "$csv" || fail "no reason: $(head -n 20 "$csv")"
done

# A store that turns one bit over.  TEST N AT SIZES...: the N-th write of the
# process is of the record at (N - 1) x record, its byte AT is wrong.
export BENCH_PLUGIN_PATH=$TOYS
cat >flips.ini <<END
[bench]
record_sizes = 4k
verify       = yes
passes       = 1

[target flips]
plugin = toy_flips
END

# flipped TEST N,AT OFFSET SET...
flipped() {
	local test=$1 order=$2 offset=$3
	shift 3
	rm -rf results
	TOY_FLIP=$order status 1 "$BENCH" -c flips.ini "${small[@]}" \
		--set "bench.tests=$test" --set bench.file_sizes=64k "$@"
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["status"] == "error"')" = 1 ] ||
		fail "$test $order is not found: $(head -n 20 "$csv")"
	grep -qE "(^|[^0-9])$offset([^0-9]|$)" <(column "$csv" error) ||
		fail "$test $order: the place $offset is not said: $(head -n 20 "$csv")"
	[ "$(rows "$csv" 'c["throughput_bytes_per_s"] != ""')" = 0 ] ||
		fail "a rate of wrong data: $(head -n 20 "$csv")"
}

flipped write 1,0 0
flipped write 16,4095 65535
flipped write 6,77 20557
# The first 16 writes fill the file, the next 16 are the test's.
flipped rewrite 32,4095 65535
flipped read 3,1 8193
flipped random_read 16,4095 65535
flipped write 2,10 5010 --set bench.record_sizes=5000
flipped write 6,77 20557 --set bench.verify=sample --set bench.file_sizes=24k

# The same store when it does not lie, and when nobody asks.
rm -rf results
status 0 "$BENCH" -c flips.ini "${small[@]}" --set bench.tests=write,read \
	--set bench.file_sizes=64k
rm -rf results
TOY_FLIP=3,1 status 0 "$BENCH" -c flips.ini "${small[@]}" \
	--set bench.tests=write,read --set bench.file_sizes=64k --set bench.verify=no
