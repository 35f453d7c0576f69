#!/bin/bash
# A sceptic asks whether bench's figures are true: a script says how long each
# thing takes, on a clock of its own, and every row is computed a second time.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"

truth=$(dirname "$0")/sim_truth.py
base=(-q --set bench.quiet=0 --set bench.link=none)

# sim URL KEY=VALUE...: a run of its own, keys of [bench]; leaves $csv.
sim() {
	local url=$1 pair sets=()
	shift
	for pair; do
		sets+=(--set "bench.$pair")
	done
	rm -rf results
	status 0 "$BENCH" "${base[@]}" "${sets[@]}" "$url"
	csv=$(results)/results.csv
}

# holds CASE [LOG]: it will be looked whether the rows are those of the case.
holds() {
	cases=$((cases + 1))
	cp "$csv" "$cases.csv"
	[ $# = 1 ] || mv "$2" "$cases.log"
	echo "$1 $cases.csv $cases.log" >>cases
}
cases=0

# Rates, phases and latencies, with a last record that is short.
url='sim://?latency=100us&bandwidth=81920000&open_time=3ms&close_time=1ms&flush_time=2ms&ping_time=30us'
sim "$url" suite=nas file_sizes=64k,100k,1m record_sizes=4k,64k rounds=2
[ "$(rows "$csv" 'c["status"] == "ok"')" -ge 74 ] || fail "rows: $(head -n 20 "$csv")"
holds plain
sim "$url" suite=nas file_sizes=100k record_sizes=4k rounds=1 \
	include=open,flush,close
holds plain_all

# Percentiles: values in turn, and drawn ones against the backend's own log.
list=$(awk 'BEGIN { for (i = 0; i < 64; i++)
	printf "%s%dus", i ? "," : "", i * i * 37 % 1000 + 1 + i }')
sim "sim://?model=list&latencies=$list" tests=read,write,random_read,random_write \
	file_sizes=1m record_sizes=4k rounds=1 sync=none
holds in_turn
for model in normal\&deviation=30us two_peaked\&slow_share=0.02; do
	sim "sim://?latency=100us&model=$model&log=$PWD/log" tests=read \
		file_sizes=1m record_sizes=4k rounds=1
	holds drawn log
done

# A stall, as one sees it who asks one after the other, and at a pace.
url='sim://?latency=1us&stall_every=50000&stall_time=50ms'
one_pass=(tests=write file_sizes=400m record_sizes=4k sync=none rounds=1
	slices=1 passes=1)
sim "$url" "${one_pass[@]}"
holds closed
sim "$url" "${one_pass[@]}" 'rate=100000 ops'
holds paced

# Records in flight at a pace: one that they keep, and one that they do not.
for rate in 20000 100000; do
	sim 'sim://?latency=100us&channels=4' tests=read,write sync=none \
		file_sizes=1m record_sizes=4k depth=2,8 rounds=1 slices=1 passes=1 \
		"rate=$rate ops"
	holds paced_in_flight
done

# The common window of threads, one of which is slow.
url='sim://?latency=100us&slow_factor=2.5&slow_worker'
# shellcheck disable=SC2054 # lists of bench, not of the shell
threads=(tests=read,random_read file_sizes=1m record_sizes=4k threads=2 rounds=1)
for slow in 0 1; do
	sim "$url=$slow" "${threads[@]}"
	holds stonewalled
done
sim "$url=1" "${threads[@]}" wearout=yes
holds worn_out

# Records in flight wait for a channel, then for the wire.
sim 'sim://?latency=100us&channels=4&bandwidth=409600000' \
	tests=read,write,random_write file_sizes=1m record_sizes=4k \
	depth=2,4,5,16 sync=none rounds=1
holds queued

# Flushes within a pass.
sim 'sim://?latency=100us&flush_time=1ms' tests=write,rewrite,random_write \
	file_sizes=64k,1m record_sizes=4k sync=each:5 rounds=1
holds flushed_each
sim 'sim://?latency=100us&flush_time=1ms' tests=write,random_write \
	file_sizes=64k record_sizes=4k sync=dsync rounds=1
holds synced

# An hour a record takes no time, and its limit is one of its own clock.
sim 'sim://?latency=1h' tests=read file_sizes=64k record_sizes=4k rounds=1 \
	time_limit=1000h
holds hours
status 1 "$BENCH" "${base[@]}" --results late --set bench.tests=read \
	--set bench.file_sizes=64k --set bench.record_sizes=4k \
	--set bench.rounds=1 --set bench.time_limit=2h 'sim://?latency=1h'
[ "$(rows late/*/results.csv 'c["status"] == "timeout"')" = 1 ] ||
	fail "no timeout: $(cat late/*/results.csv)"

# Rounds that differ, and a run that can be repeated: the same seed and count of
# processes give the same figures, another seed gives others.
for seed in 1 1 2; do
	rm -f count
	sim "sim://?level_deviation=0.05&seed=$seed&level_file=$PWD/count" \
		tests=read file_sizes=64k record_sizes=4k rounds=7
	holds level
	column "$csv" throughput_bytes_per_s >>"rates.$seed"
	[ "$(column "$csv" throughput_bytes_per_s | sort -u | wc -l)" = 7 ] ||
		fail "rounds are alike: $(head -n 20 "$csv")"
	median=$(column "$csv" throughput_bytes_per_s | sort -n | sed -n 4p)
	[ "$(column "$(results)/summary.csv" median)" = "$median" ] ||
		fail "the median is not $median: $(cat "$(results)/summary.csv")"
done
[ "$(sort -u rates.1 | wc -l)" = 7 ] || fail "not repeated: $(cat rates.1)"
[ "$(sort -u rates.1 rates.2 | wc -l)" = 14 ] || fail "seed 2 is seed 1"

# The ready file is what its comments say.
rm -rf results
status 0 "$BENCH" "${base[@]}" -c "$ROOT/conf/sim.ini" --set bench.rounds=1
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "$(head -n 20 "$csv")"
four='c["test"] == "read" && c["record_size_bytes"] == 4096'
[ "$(rows "$csv" "$four && c[\"target\"] == \"plain\" &&
	c[\"throughput_bytes_per_s\"] == 27306667 && c[\"lat_p99_us\"] == 150")" = 1 ] ||
	fail "plain: $(head -n 20 "$csv")"
[ "$(rows "$csv" "$four && c[\"target\"] == \"two_levels\" &&
	c[\"throughput_bytes_per_s\"] == 19275294 && c[\"lat_mean_us\"] == 212.5 &&
	c[\"lat_p50_us\"] < 102 && c[\"lat_p90_us\"] > 984")" = 1 ] ||
	fail "two_levels: $(head -n 20 "$csv")"
[ "$(rows "$csv" "$four && c[\"target\"] == \"queue\" &&
	c[\"throughput_bytes_per_s\"] == 163840000")" = 1 ] ||
	fail "queue: $(head -n 20 "$csv")"

# All of them at once, since Python takes its time to start.
python3 "$truth" cases >faults || fail "$(cat faults)"
# Who looks must see: one nanosecond too many in one row.
awk -F, -v OFS=, '
	NR == 1 { for (i = 1; i <= NF; i++) if ($i == "elapsed_s") at = i }
	NR == 2 { $at = sprintf("%.9f", $at + 1e-9) }
	{ print }' 1.csv >wrong.csv
echo "plain wrong.csv none" >cases
! python3 "$truth" cases >faults || fail "a wrong row is taken for right"
has faults elapsed_s

# What is wrong is said before anything is begun.
rm -rf results
status 2 "$BENCH" 'sim://?latency=100us&latencies=1us'
has err 'goes with model = list'
status 2 "$BENCH" 'sim://?bandwith=1m'
has err 'bandwidth'
[ ! -e results ] || fail "a run was begun"
