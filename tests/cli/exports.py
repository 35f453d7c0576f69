# exports.py - reads what `bench export` wrote with the standard library alone,
# and holds it against results.csv and summary.csv.
import csv
import json
import os
import re
import sys

run, where = sys.argv[1:3]


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


rows = rows_of(os.path.join(run, "results.csv"))
cells = rows_of(os.path.join(where, "summary.csv"))
measured = [c for c in cells if c["median"]]


def check(found, expected, what):
    if found != expected:
        sys.exit(f"{what}: {found!r}, not {expected!r}")


def jsonl():
    lines = [json.loads(x) for x in open(os.path.join(where, "jsonl"))]
    check(len(lines), len(rows), "jsonl, lines")
    for line, row in zip(lines, rows):
        latency = line.pop("latency", None)
        check(set(line), {k for k, v in row.items() if v}, "jsonl, keys")
        for key, value in line.items():
            if isinstance(value, float):
                check(abs(value - float(row[key])) <= 1e-6 + abs(value) * 1e-6
                      or abs(value - float(row[key])) <= 0.5, True, key)
            else:
                check(str(value), row[key], key)
        if row["lat_p50_us"]:
            check(latency["unit"], "ns", "latency")
            check(latency["min"] / 1000, float(row["lat_min_us"]), "min")
            check(latency["max"] / 1000, float(row["lat_max_us"]), "max")




def first_blank(line):
    return re.match(r"(?:\\.|[^\\ ])*", line).end()


def influx():
    from datetime import datetime, timezone
    lines = open(os.path.join(where, "influx")).read().splitlines()
    check(len(lines), len(rows), "influx, lines")
    for line, row in zip(lines, rows):
        end = first_blank(line)
        head = line[:end]
        tags, raw = {}, re.split(r"(?<!\\),", head)
        check(raw[0], "bench", "measurement")
        for tag in raw[1:]:
            key, value = tag.split("=", 1)
            tags[key] = re.sub(r"\\([, =])", r"\1", value)
        fields, rest = {}, line[end + 1:]
        while True:
            match = re.match(r'([a-z0-9_]+)=("(?:\\.|[^"\\])*"|[^", ]+)', rest)
            key, value = match.groups()
            if value[0] == '"':
                value = re.sub(r"\\(.)", r"\1", value[1:-1])
            elif value[-1] == "i":
                value = value[:-1]
            fields[key] = value
            rest = rest[match.end():]
            if not rest.startswith(","):
                break
            rest = rest[1:]
        stamp = datetime.strptime(row["started_utc"], "%Y-%m-%dT%H:%M:%S.%fZ")
        stamp = stamp.replace(tzinfo=timezone.utc)
        since = stamp - datetime(1970, 1, 1, tzinfo=timezone.utc)
        ns = ((since.days * 86400 + since.seconds) * 10**6
              + since.microseconds) * 1000
        check(rest, f" {ns}", "time")
        found = {**tags, **fields}
        expected = {k: v for k, v in row.items() if v and k != "started_utc"}
        expected["target"] = expected["target"].rstrip("\\")
        check(found, expected, "influx")


def prometheus():
    text = open(os.path.join(where, "prometheus")).read()
    check(text[-1], "\n", "prometheus, end")
    samples, typed = {}, []
    for line in text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            name, kind = line.split()[2:]
            check(kind, "gauge", name)
            check(name in typed, False, name + " twice")
            typed.append(name)
            continue
        match = re.fullmatch(r"([a-z_]+)(?:\{(.*)\})? ([0-9.]+)", line)
        name, labels, value = match.groups()
        check(name, typed[-1], "sample without its type")
        found = re.findall(r'([a-z_]+)="((?:\\.|[^"\\])*)"(?:,|$)', labels or "")
        check(",".join(f'{k}="{v}"' for k, v in found), labels or "", "labels")
        key = tuple((k, re.sub(r"\\(.)", r"\1", v)) for k, v in found)
        check((name, key) in samples, False, "twice")
        samples[name, key] = value
    seen = 0
    for cell in measured:
        same = [c for c in measured if all(
            c[k] == cell[k] for k in ("target", "test", "threads", "depth"))]
        sized = cell["file_size_bytes"]
        if sized and int(sized) < max(int(c["file_size_bytes"]) for c in same):
            continue
        usual = 4096 if "random" in cell["test"] else 1048576
        if sized and int(cell["record_size_bytes"]) != usual:
            continue
        names = ("test", "target", "backend", "file_size_bytes",
                 "record_size_bytes", "threads", "depth")
        key = tuple((k, cell[k]) for k in names if cell[k])
        name = ("bench_operations_per_second" if cell["unit"] == "ops_per_s"
                else "bench_throughput_bytes_per_second")
        check(samples[name, key], cell["median"], "prometheus")
        check(samples["bench_rounds", key], cell["n"], "rounds")
        for quantile, column in (("0.5", "lat_p50_us"), ("0.99", "lat_p99_us")):
            at = ("bench_latency_seconds", key + (("quantile", quantile),))
            if cell[column]:
                check(round(float(samples[at]) * 1e6, 3), float(cell[column]),
                      column)
        seen += 1
    rates = [n for n, _ in samples if n in (
        "bench_operations_per_second", "bench_throughput_bytes_per_second")]
    check(len(rates), seen, "prometheus, rates")


def matrix():
    found = {}
    for name in sorted(os.listdir(os.path.join(where, "matrix"))):
        with open(os.path.join(where, "matrix", name), newline="") as file:
            lines = list(csv.reader(file))
        check(lines[0][0], "file_size_bytes", name)
        for line in lines[1:]:
            for record, value in zip(lines[0][1:], line[1:], strict=True):
                if value:
                    found.setdefault((line[0], record), []).append(value)
    expected = {}
    for cell in measured:
        if cell["file_size_bytes"]:
            key = cell["file_size_bytes"], cell["record_size_bytes"]
            expected.setdefault(key, []).append(cell["median"])
    for table in (found, expected):
        for values in table.values():
            values.sort()
    check(found, expected, "matrix")


def markdown():
    lines = open(os.path.join(where, "markdown")).read().splitlines()
    head = re.split(r"(?<!\\)\|", lines[2])[4:-1]
    names = [re.sub(r"\\(.)", r"\1", x.strip()) for x in head]
    at = {}
    for cell in measured:
        at[cell["target"], cell["test"], cell["file_size_bytes"],
           cell["record_size_bytes"]] = float(cell["median"]) / 1e6
    seen = 0
    for line in lines[4:]:
        if not line.startswith("|"):
            break
        parts = [x.strip() for x in re.split(r"(?<!\\)\|", line)[1:-1]]
        test = re.sub(r"\\(.)", r"\1", parts[0])
        sizes = [str(int(x[:-1]) * {"K": 1024, "M": 1 << 20}[x[-1]])
                 for x in parts[1:3]]
        for name, value in zip(names, parts[3:], strict=True):
            expected = at[(name, test, *sizes)]
            check(abs(float(value) - expected) <= expected * 0.00501, True,
                  f"markdown, {value} for {expected}")
            seen += 1
    check(seen > 0, True, "markdown, figures")


def gnuplot():
    place = os.path.join(where, "gnuplot")
    points = set()
    for name in os.listdir(place):
        if not name.endswith(".dat") or name.startswith("lines-"):
            continue
        for line in open(os.path.join(place, name)):
            if not line.startswith("#"):
                points.add(tuple(line.split()[2:]))
    check(points, {(c["median"], c["file_size_bytes"], c["record_size_bytes"])
                   for c in measured if c["file_size_bytes"]}, "gnuplot, maps")
    known = {(c["file_size_bytes"], c["median"], c["min"], c["max"],
              c["record_size_bytes"]) for c in measured}
    lines = [tuple(line.split()) for name in os.listdir(place)
             if name.startswith("lines-") and name.endswith(".dat")
             for line in open(os.path.join(place, name))
             if line.strip() and not line.startswith("#")]
    check(set(lines) <= known and len(lines) > 0, True, "gnuplot, lines")


for verb in (jsonl, influx, prometheus, matrix, markdown, gnuplot):
    verb()
