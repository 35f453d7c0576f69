#!/bin/bash
# How each cell was warmed up stands in its row, and devices that settle slowly
# are waited for.
. "$(dirname "$0")/lib.sh"

mkdir place
small=(--progress none --set bench.rounds=1 --set bench.slice_time=2ms
	--set bench.quiet=0 --set bench.file_sizes=256k --set bench.record_sizes=16k)
first='c["status"] == "ok" && c["replaces"] == ""'

status 0 "$BENCH" place "${small[@]}" --set bench.tests=write,rewrite,read,ping
csv=$(results)/results.csv
[ "$(rows "$csv" "$first && c[\"test\"] == \"write\" && c[\"warmup\"] == \"none\" &&
	c[\"warmup_passes\"] >= 1")" = 1 ] || fail "new files: $(cat "$csv")"
# Five windows at least.
[ "$(rows "$csv" "$first && c[\"test\"] != \"write\" && c[\"warmup_passes\"] >= 5 &&
	(c[\"warmup\"] == \"flat\" || c[\"warmup\"] == \"timeout\")")" = 3 ] ||
	fail "warmed up: $(cat "$csv")"
[ "$(rows "$csv" "$first && split(c[\"slice_rates\"], rate, \" \") == 3")" = 4 ] ||
	fail "three slices: $(cat "$csv")"
# The row is the slice in the middle, and the slices stand in their order.
python3 - "$csv" <<-'PY' || fail "not the median: $(cat "$csv")"
	import csv, statistics, sys
	for row in csv.DictReader(open(sys.argv[1], newline="")):
	    rates = [float(rate) for rate in row["slice_rates"].split()]
	    value = row["throughput_bytes_per_s"] or row["ops_per_s"]
	    assert float(value) == statistics.median(rates), (value, rates)
PY

for off in bench.warmup=no bench.passes=2 bench.steady=yes; do
	rm -r results
	status 0 "$BENCH" place "${small[@]}" --set bench.tests=read --set $off \
		--set bench.time_limit=3s
	[ "$(rows "$(results)/results.csv" "$first && c[\"warmup\"] == \"none\"")" = 1 ] ||
		fail "$off: $(cat results/*/results.csv)"
done

# The steady run, that is: the row stands on the last five slices, or says that
# it never settled; all of them are in series.jsonl.
csv=$(results)/results.csv
[ "$(rows "$csv" "$first && (c[\"flags\"] ~ /unsteady/ ||
	split(c[\"slice_rates\"], rate, \" \") == 5)")" = 1 ] || fail "$(cat "$csv")"
python3 - "$(results)" <<-'PY' || fail "series.jsonl and results.csv differ"
	import csv, json, sys
	rows = {r["seq"]: r for r in csv.DictReader(
	    open(sys.argv[1] + "/results.csv", newline=""))}
	lines = [json.loads(line) for line in open(sys.argv[1] + "/series.jsonl")]
	assert len(lines) == len(rows) >= 1
	for line in lines:
	    kept = [float(rate) for rate in
	            rows[str(line["seq"])]["slice_rates"].split()]
	    last = line["rates"][-len(kept):]
	    assert all(abs(a - b) <= 1 for a, b in zip(kept, last)), (kept, last)
PY
