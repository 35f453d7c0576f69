#!/bin/bash
# Someone asks how a target answers at the pace that a program has, not flat out.
. "$(dirname "$0")/lib.sh"

mkdir place
small=(--progress none --set bench.rounds=1 --set bench.slices=1
	--set bench.slice_time=100ms --set bench.quiet=0 --set bench.file_sizes=1m
	--set bench.record_sizes=64k --set "bench.tests=write,read"
	--set bench.sync=none)
paced='c["status"] == "ok" && c["replaces"] == ""'

# 10m are 10 MiB a second, of all threads together; within 2 % of it.  A machine
# that was busy elsewhere may have kept a row from it: it says so then.
status 0 "$BENCH" place null:// "${small[@]}" --set bench.rate=10m \
	--set bench.threads=1,2
csv=$(results)/results.csv
[ "$(rows "$csv" "$paced")" = 8 ] || fail "not 8 rows: $(cat "$csv")"
[ "$(rows "$csv" "$paced && c[\"pace\"] == \"10m\" &&
	(c[\"flags\"] ~ /behind/ || c[\"throughput_bytes_per_s\"] > 10485760 * 0.98) &&
	c[\"throughput_bytes_per_s\"] < 10485760 * 1.02")" = 8 ] ||
	fail "not at their pace: $(cat "$csv")"
[ "$(rows "$csv" "$paced && c[\"flags\"] ~ /behind/")" -lt 4 ] ||
	fail "most are behind: $(cat "$csv")"
# From the intended start it lasts as long as from the real one, or longer.
[ "$(rows "$csv" "$paced && c[\"service_p50_us\"] > 0 &&
	c[\"lat_mean_us\"] >= c[\"service_mean_us\"] &&
	c[\"lat_max_us\"] >= c[\"service_max_us\"] &&
	c[\"service_p99_us\"] >= c[\"service_p50_us\"]")" = 8 ] ||
	fail "response and service: $(cat "$csv")"

# Operations a second, of round trips too.
rm -r results
status 0 "$BENCH" null:// "${small[@]}" --set "bench.rate=2000 ops" \
	--set bench.tests=read,ping
csv=$(results)/results.csv
[ "$(rows "$csv" "$paced && c[\"pace\"] == \"2000 ops\" &&
	(c[\"flags\"] ~ /behind/ || c[\"ops_per_s\"] > 1960) &&
	c[\"ops_per_s\"] < 2040")" = 2 ] || fail "operations: $(cat "$csv")"

# More than there is.
rm -r results
status 0 "$BENCH" place "${small[@]}" --set bench.rate=1t
csv=$(results)/results.csv
[ "$(rows "$csv" "$paced && c[\"flags\"] ~ /behind/")" = 2 ] ||
	fail "nobody says that they are behind: $(cat "$csv")"

# Flat out there is no pace and no service time.
rm -r results
status 0 "$BENCH" place "${small[@]}"
[ "$(rows "$(results)/results.csv" 'c["pace"] != "" ||
	c["service_mean_us"] != "" || c["flags"] ~ /behind/')" = 0 ] ||
	fail "a pace that nobody asked for"
