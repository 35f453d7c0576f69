#!/bin/bash
# Someone wants another percentile than the rows have, and takes the histograms
# as docs/results.md tells.

. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "no python3"

status 0 "$BENCH" null:// -q --rounds 3 --set bench.file_sizes=64k \
	--set bench.record_sizes=4k,128k --set bench.slice_time=1ms \
	--set bench.quiet=0 --set bench.threads=1,2
dir=$(results) || fail "$dir"
python3 - "$dir" <<'END' || fail "histograms and rows disagree"
import csv, json, sys
def low(bucket):
    return bucket if bucket < 128 else (64 + bucket % 64) << (bucket // 64 - 1)
def quantile(h, q):
    want, seen = q * sum(n for _, n in h["counts"]), 0
    for bucket, n in h["counts"]:
        seen += n
        if seen >= want:
            return bucket
def bounds(bucket):
    return low(bucket), low(bucket + 1) - 1
rows = {r["seq"]: r for r in csv.DictReader(open(sys.argv[1] + "/results.csv", newline=""))}
lines = [json.loads(line) for line in open(sys.argv[1] + "/histograms.jsonl")]
ok = [r for r in rows.values() if r["status"] == "ok"]
assert len(lines) == len(ok), (len(lines), len(ok))
cells = {}
for h in lines:
    r = rows[str(h["seq"])]
    for key, column in (("target", "target"), ("test", "test"), ("threads", "threads"),
                        ("file_size", "file_size_bytes"), ("depth", "depth"),
                        ("record_size", "record_size_bytes"), ("round", "round")):
        assert str(h.get(key, "")) == r[column], (key, h, r)
    assert h["unit"] == "ns"
    assert h["counts"] == sorted(h["counts"]), h
    n = sum(n for _, n in h["counts"])
    assert n >= int(r["ops"]), (n, r)
    assert abs(h["sum"] / n / 1000 - float(r["lat_mean_us"])) < 0.001
    assert abs(h["min"] / 1000 - float(r["lat_min_us"])) < 0.0006
    assert abs(h["max"] / 1000 - float(r["lat_max_us"])) < 0.0006
    for column, q in (("lat_p50_us", .5), ("lat_p90_us", .9), ("lat_p99_us", .99)):
        a, b = bounds(quantile(h, q))
        assert a - 1 <= float(r[column]) * 1000 <= b + 1, (column, a, b, r)
    key = tuple(r[c] for c in ("test", "file_size_bytes", "record_size_bytes", "threads"))
    cell = cells.setdefault(key, {})
    for bucket, count in h["counts"]:
        cell[bucket] = cell.get(bucket, 0) + count
for s in csv.DictReader(open(sys.argv[1] + "/summary.csv", newline="")):
    key = tuple(s[c] for c in ("test", "file_size_bytes", "record_size_bytes", "threads"))
    if s["status"] != "ok":
        continue
    merged = {"counts": sorted(cells[key].items())}
    for column, q in (("lat_p50_us", .5), ("lat_p90_us", .9), ("lat_p999_us", .999)):
        a, b = bounds(quantile(merged, q))
        assert a - 1 <= float(s[column]) * 1000 <= b + 1, (column, a, b, s)
run = json.load(open(sys.argv[1] + "/run.json"))
assert [f["file"] for f in run["files"]] == ["summary.csv", "histograms.jsonl"]
floors = [f for f in run["floor"] if f["test"] == "read"]
assert floors and all(0 < f["min_us"] <= f["median_us"] for f in floors), run["floor"]
END
for file in summary.csv histograms.jsonl; do
	has "$dir/run.json" "$(sha256sum <"$dir/$file" | cut -d' ' -f1)"
done

# A steady run keeps the rate of every slice, from the first on.
rm -r results
status 0 "$BENCH" 'sim://?latency=100us' -q --rounds 1 --set bench.file_sizes=64k \
	--set bench.record_sizes=4k --set bench.tests=write,read \
	--set bench.slice_time=1ms --set bench.quiet=0 --set bench.steady=yes
dir=$(results) || fail "$dir"
lines "$dir/series.jsonl" 2
python3 - "$dir" <<'END' || fail "series and rows disagree: $(cat "$dir/series.jsonl")"
import csv, json, sys
rows = {r["seq"]: r for r in csv.DictReader(open(sys.argv[1] + "/results.csv", newline=""))}
for line in open(sys.argv[1] + "/series.jsonl"):
    s = json.loads(line)
    r = rows[str(s["seq"])]
    rates = [float(x) for x in r["slice_rates"].split()]
    assert s["unit"] == "bytes/s" and s["test"] == r["test"]
    assert len(s["rates"]) >= len(rates) >= 5, (s, r)
    assert all(abs(a / b - 1) < 1e-6 for a, b in zip(s["rates"][-len(rates):], rates))
END
