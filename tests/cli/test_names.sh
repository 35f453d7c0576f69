#!/bin/bash
# Someone asks what names cost: the create-and-delete loop, the metadata family,
# whole transfers and small reads, and what is left of them after a kill.
. "$(dirname "$0")/lib.sh"

ram=$(mktemp -d /dev/shm/bench-test-names.XXXXXX) || skip "no RAM disk"
trap 'rm -rf "$ram" "$ram.mine"' EXIT
run=(--rounds 1 --set bench.quiet=0 --set bench.slices=1
	--set bench.slice_time=5ms --progress none --quiet)
metadata=create,stat,open,rename,readdir,unlink,mkdir,rmdir

# number ROWS CONDITION: so many rows have it, and no others there are.
number() {
	[ "$(rows "$csv" "$2")" = "$1" ] || fail "not $1 rows with $2: $(cat "$csv")"
}

# The loop: only whole loops, and all verbs apart.
status 0 "$BENCH" "$ram" "${run[@]}" --set bench.tests=create_unlink \
	--set bench.threads=1,2
csv=$(results)/results.csv
number 2 'c["test"] == "create_unlink" && c["status"] == "ok" && c["ops"] > 0 &&
	c["ops_per_s"] > 0 && c["throughput_bytes_per_s"] == "" && c["lat_p50_us"] > 0'
number 1 'c["threads"] == 1 && c["ops"] == c["passes"] * 100'
for verb in create write close unlink; do
	for figure in p50_us p99_us max_us; do
		number 2 "index(\";\" c[\"counters\"], \";${verb}_$figure=\")"
	done
done
[ -z "$(ls -A "$ram")" ] || fail "create_unlink left $(ls -A "$ram")"
python3 - "$csv" <<'END' || fail "the verbs are not the loop: $(cat "$csv")"
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    verbs = dict(pair.split("=") for pair in row["counters"].split(";"))
    names = ("create", "write", "close", "unlink")
    assert all(float(verbs[n + "_max_us"]) <= float(row["lat_max_us"]) * 1.04
               for n in names)
    assert max(float(verbs[n + "_p50_us"]) for n in names) < \
        float(row["lat_p50_us"]) * 1.04
END

# The metadata family, by several threads, over several groups.
rm -r results
status 0 "$BENCH" "$ram" "${run[@]}" --set bench.tests=$metadata \
	--set bench.files=250 --set bench.threads=1,2
csv=$(results)/results.csv
number 16 'c["status"] == "ok" && c["ops_per_s"] > 0 && c["lat_p99_us"] > 0 &&
	c["lat_max_us"] >= c["lat_p99_us"]'
number 1 'c["test"] == "create" && c["threads"] == 1 &&
	c["ops"] == c["passes"] * 250'
number 1 'c["test"] == "readdir" && c["threads"] == 1 &&
	c["ops"] == c["passes"] * 3'
[ -z "$(ls -A "$ram")" ] || fail "metadata left $(ls -A "$ram")"

# Whole transfers: both ways in the figure, each way beside it.
rm -r results
status 0 "$BENCH" "$ram" "${run[@]}" --set bench.tests=transfer,access_time,ping \
	--set bench.file_sizes=1000k --set bench.passes=10
csv=$(results)/results.csv
number 1 'c["test"] == "transfer" && c["status"] == "ok" && c["ops"] == 20 &&
	c["bytes"] == 20 * 1024000 && c["record_size_bytes"] == 262144'
number 1 'c["test"] == "access_time" && c["status"] == "ok" && c["ops"] == 10000 &&
	c["throughput_bytes_per_s"] == "" && c["lat_mean_us"] > 0 &&
	c["layout_bytes"] == 262144'
number 1 'c["test"] == "ping" && c["ops"] == 1000'
python3 - "$csv" <<'END' || fail "put and get do not make the figure: $(cat "$csv")"
import csv, sys
row = [r for r in csv.DictReader(open(sys.argv[1])) if r["test"] == "transfer"][0]
ways = dict(pair.split("=") for pair in row["counters"].split(";"))
put, get = float(ways["put_bytes_per_s"]), float(ways["get_bytes_per_s"])
both = float(row["throughput_bytes_per_s"])
assert min(put, get) <= both * 1.02 and both <= max(put, get) * 1.02
assert abs(2 / (1 / put + 1 / get) / both - 1) < 0.1
phases = sum(float(row[p]) for p in ("open_s", "io_s", "flush_s", "close_s"))
assert abs(phases / float(row["elapsed_s"]) - 1) < 0.01
END
[ -z "$(ls -A "$ram")" ] || fail "transfer left $(ls -A "$ram")"

# What cannot be is said.
rm -r results
status 0 "$BENCH" null:// "${run[@]}" --set bench.tests=$metadata,create_unlink
csv=$(results)/results.csv
number 8 'c["status"] == "ok"'
number 1 'c["test"] == "readdir" && c["status"] == "unsupported" &&
	index(c["error"], "lists none of the names")'

# A worker that is killed leaves a tree; the run that started it removes that,
# and nothing beside it.
rm -r results
"$BENCH" "$ram" "${run[@]}" --set bench.tests=stat --set bench.files=3000 \
	--set bench.slice_time=20s >out 2>err &
run_pid=$!
# shellcheck disable=SC2317 # eventually calls it
tree_is_there() {
	[ "$(find "$ram" -name 'f000*' | wc -l)" -gt 2000 ]
}
eventually tree_is_there
worker=$(pgrep -P "$run_pid" | while read -r pid; do
	tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q -- --worker && echo "$pid"
done | head -n 1)
[ -n "$worker" ] || fail "no worker of $run_pid"
mkdir "$ram.mine"
echo mine >"$ram.mine/file"
ln -s "$ram.mine" "$(find "$ram" -mindepth 1 -maxdepth 1)/link"
kill -KILL "$worker"
ends 1 "$run_pid"
csv=$(results)/results.csv
number 1 'c["test"] == "stat" && c["status"] == "error"'
[ -z "$(ls -A "$ram")" ] || fail "a killed worker left $(find "$ram" | head)"
[ "$(cat "$ram.mine/file")" = mine ] || fail "the clean-up followed a link"
exit 0
