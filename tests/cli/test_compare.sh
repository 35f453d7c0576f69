#!/bin/bash
# Someone asks whether an update made things slower: the same measured twice is
# no change, 10 % more latency is one, what was not measured alike is refused,
# and a build server gets an exit status that it can trust.
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2054 # a list of bench, not of the shell
base=(-q --progress none --set bench.report=no --set bench.quiet=0
	--set bench.link=none --set bench.tests=read,random_read --set bench.file_sizes=64k
	--set bench.record_sizes=4k --rounds 7)

# measure DIR LATENCY SEED [OPTION...]: rounds differ by 1 %, drawn from the seed,
# so that each run of this test sees the same.
measure() {
	local directory=$1 latency=$2 seed=$3
	shift 3
	rm -f count
	status 0 "$BENCH" "${base[@]}" "$@" --results "$directory" \
		"sim://?latency=$latency&level_deviation=0.01&seed=$seed&level_file=$PWD/count"
	mv "$directory"/bench-* "$directory/run"
}

# 20 pairs of the same, each run beside the next one.
for run in {1..20}; do
	measure "a$run" 100us "$run"
done
quiet=0
for run in {1..20}; do
	"$BENCH" compare "a$run/run" "a$((run % 20 + 1))/run" --fail-below 5% \
		>out 2>err &&
		grep -q '^no confirmed change in 2 cells' out && quiet=$((quiet + 1))
done
[ $quiet -ge 19 ] || fail "only $quiet of 20 pairs of the same are unchanged"

# 10 % more latency, however the round's level.
measure slow 110us 100
for run in {1..20}; do
	status 3 "$BENCH" compare "a$run/run" slow/run --fail-below 5%
	has out "2 cells compared: 2 slower"
	has out "--fail-below 5%: failed, 2 cells are confirmed slower by more"
done
# The latency is an option of the plugin, and may be the very reason.
has err "latency: 100us in A, 110us in B"
status 0 "$BENCH" compare a1/run slow/run
status 0 "$BENCH" compare a1/run slow/run/results.csv --fail-below 20%
status 0 "$BENCH" compare slow/run a1/run --fail-below 5%
has out "2 cells compared: 0 slower, 2 faster"

# What a program gets.
status 3 "$BENCH" compare a1/run slow/run --fail-below 5% --format json
if command -v python3 >/dev/null; then
	python3 - a1/run slow/run out <<'PYTHON' || fail "the JSON is not right"
import csv, json, math, statistics, sys
def cells(path):
    found = {}
    for row in csv.DictReader(open(path + "/results.csv", newline="")):
        key = row["test"], int(row["file_size_bytes"])
        found.setdefault(key, []).append(float(row["throughput_bytes_per_s"]))
    return found
a, b = cells(sys.argv[1]), cells(sys.argv[2])
told = json.load(open(sys.argv[3]))
assert told["failures"] == 2 and len(told["cells"]) == 2 and len(a) == 2
logs = []
for cell in told["cells"]:
    key = cell["test"], cell["file_size_bytes"]
    x, y = ([math.log(v) for v in side[key]] for side in (a, b))
    d = statistics.mean(y) - statistics.mean(x)
    logs.append(d)
    assert abs(cell["ratio"] - math.exp(d)) < 1e-9, cell
    assert cell["ratio_low"] < cell["ratio"] < cell["ratio_high"], cell
    assert cell["a_median"] == statistics.median(a[key]), cell
    assert cell["verdict"] == "slower" and cell["fails"], cell
mean = math.exp(statistics.mean(logs))
assert abs(told["overall"]["ratio"] - mean) < 1e-9, told["overall"]
assert told["overall"]["ratio_low"] < mean < told["overall"]["ratio_high"]
PYTHON
	status 3 "$BENCH" compare a1/run slow/run --fail-below 5% --format junit
	python3 -c '
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
assert len(suite.findall("testcase/failure")) == 2, suite.attrib' out ||
		fail "the XML is not right"
fi
status 3 "$BENCH" compare a1/run slow/run --fail-below 5% --format markdown
has out "| slower | sim | read | 64K/4K |"

# Not measured alike: refused, with the list, and nothing on stdout.
measure direct 100us 200 --set bench.layout=64k --set bench.include=none
status 2 "$BENCH" compare a1/run direct/run
[ ! -s out ] || fail "it compares all the same: $(cat out)"
has err "not measured alike"
has err "target sim: layout_bytes: 4096 in A, 65536 in B (2 cells)"
has err "target sim: include: flush in A, none in B"
status 0 "$BENCH" compare a1/run direct/run --force
has err "warning: A and B were not measured alike"
has out "2 cells compared"

# Too few rounds: ratios, no verdict, and no gate that was passed.
measure few 150us 300 --rounds 3
status 0 "$BENCH" compare a1/run few/run
has out "2 without"
has out "not enough rounds for a verdict"
status 1 "$BENCH" compare a1/run few/run --fail-below 5%
has err "no cell has enough rounds"

# What is there no more.
measure gone 100us 400 --set bench.tests=read
status 0 "$BENCH" compare a1/run gone/run
has out "1 cell only in A"
cp -r a1/run failed
awk 'BEGIN { FS = OFS = "," } NR > 1 && $8 == 65536 && $7 == "read" {
	$14 = "error"; $22 = ""; $23 = "" } { print }' a1/run/results.csv >failed/results.csv
status 1 "$BENCH" compare a1/run failed --fail-below 5%
has out "1 cell of A failed in B"
has err "cells of A failed in B"

# Two targets of one run, round by round.
cat >two.ini <<'INI'
[target near]
plugin = sim
level_deviation = 0.01
[target far]
plugin = sim
latency = 120us
level_deviation = 0.01
INI
status 0 "$BENCH" -c two.ini "${base[@]}" --results two
status 3 "$BENCH" compare two/* --target near --with far --fail-below 5%
has out "paired by round"
has out "2 cells compared: 2 slower"
status 2 "$BENCH" compare two/* --target near --with nowhere
has err "no target \`nowhere\` in it; there are near, far"
status 2 "$BENCH" compare two/* two/*
has err "are the same results"
status 2 "$BENCH" compare two/* a1/run
has err "A has the targets near, far, B has sim"
status 0 "$BENCH" compare two/* a1/run --target near --with sim

# Usage.
status 0 "$BENCH" compare --help
has out "usage: bench compare A B"
while IFS='|' read -r text words; do
	# shellcheck disable=SC2086 # words of a command line
	status 2 "$BENCH" compare $words
	has err "$text"
	lines err 1
done <<'WORDS'
expected A and B|
expected B as well|a1/run
expected A and B|a1/run a2/run slow/run
No such file|nowhere a1/run
no results.csv in it|a1 a2/run
--fail-below 5: expected a share|a1/run a2/run --fail-below 5
--fail-below 0: expected a share|a1/run a2/run --fail-below 0
--format xml: expected table|a1/run a2/run --format xml
--unit MB: expected one of|a1/run a2/run --unit MB
--with x needs --target|a1/run a2/run --with x
--unit lacks its value|a1/run a2/run --unit
unknown option --nonsense|a1/run a2/run --nonsense=3
unknown option -x|a1/run a2/run -x
WORDS
