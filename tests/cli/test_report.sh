#!/bin/bash
# test_report.sh - the page of a run: where it is written, that every figure in
# it can be worked out anew from results.csv, that it opens and calls nobody.
set -u
# shellcheck source=lib.sh
. "$ROOT/tests/cli/lib.sh"

recompute() {
	python3 "$ROOT/tests/report/recompute.py" "$@" >figures ||
		fail "figures of $1 differ: $(cat figures)"
}

# Chromium may be missing on a machine that only builds.
opens() {
	command -v chromium >/dev/null || return 0
	python3 "$ROOT/tests/report/open.py" "$@" >opened ||
		fail "$1 does not open well: $(cat opened)"
	tail -n 1 opened
}

# A run writes it, and its path ends what the run prints.
mkdir data
status 0 "$BENCH" --rounds 2 --set posix.tests=write,random_read,ping \
	--set posix.file_sizes=64k --set posix.record_sizes=4k,64k \
	--progress none "$PWD/data"
run=$(results)
[ "$(tail -n 1 out)" = "report: $run/report.html" ] ||
	fail "the report is not what ends: $(tail -n 3 out)"
[ ! -s err ] || fail "a run that went well complains: $(cat err)"
recompute "$run" "$run/report.html"
real=$run

# Not where it is not wanted.
rm -rf results.off
status 0 "$BENCH" --rounds 1 --set posix.tests=ping --set bench.report=no \
	--results results.off --progress none "$PWD/data"
lacks out "report:"
[ -z "$(find results.off -name report.html)" ] || fail "a report for report = no"
status 2 "$BENCH" --set bench.report=maybe "$PWD/data"
has err "report:"

# From results that are there already, to wherever.
status 0 "$BENCH" report "$real" -o page.html
[ "$(cat out)" = page.html ] || fail "not the path: $(cat out)"
cmp page.html "$real/report.html" || fail "the same results, another page"
status 0 "$BENCH" report -o two.html "$real" "$real"
recompute "$real" two.html "$real"
has two.html 'data-table=compare'
lacks page.html 'data-table=compare'

# measure NAME LATENCY [OPTION...]: enough rounds for a verdict, into ./NAME/run.
measure() {
	local name=$1 latency=$2
	shift 2
	rm -f count
	status 0 "$BENCH" -q --progress none --rounds 7 --set bench.report=no \
		--set bench.quiet=0 --set bench.link=none --set bench.tests=read,ping \
		--set bench.file_sizes=64k,1m --set bench.record_sizes=4k "$@" \
		--results "$name" \
		"sim://?latency=$latency&level_deviation=0.01&level_file=$PWD/count"
	mv "$name"/bench-* "$name/run"
}

# A against B: the verdicts of bench compare, cell by cell, and none where it
# refuses.
measure a 100us
measure b 112us
measure unlike 100us --set bench.layout=64k
status 0 "$BENCH" report -o ab.html a/run b/run
recompute a/run ab.html b/run
has ab.html 'data-table=changes'
status 0 "$BENCH" compare a/run b/run --format json
python3 - "$ROOT/tests/report" ab.html out <<'PYTHON' || fail "not as compare says"
import json, sys
sys.path.insert(0, sys.argv[1])
import page
rows = page.tables(sys.argv[2])[0]['compare'][0][1:]
shown = [(cells[1][1], cells[13][1], cells[16][1]) for _, cells in rows]
told = [(cell['test'], '%.4f' % cell['ratio'], cell['verdict'])
        for cell in json.load(open(sys.argv[3]))['cells']]
assert shown == told and len(told) == 3, (shown, told)
assert sorted(cell[2] for cell in told) == ['same', 'slower', 'slower'], told
PYTHON
status 0 "$BENCH" report -o unlike.html a/run unlike/run
recompute a/run unlike.html unlike/run
has unlike.html 'not measured alike'
has unlike.html 'layout_bytes: 4096 in A, 65536 in B'
has unlike.html '<td>not alike'
lacks unlike.html 'data-table=means'
# Nothing in common: said, and the page is written.
status 0 "$BENCH" report -o nothing.html "$real" b/run
has nothing.html 'no cell with a figure is in both'

status 2 "$BENCH" report
status 2 "$BENCH" report --wrong "$real"
status 2 "$BENCH" report nowhere
has err "nowhere/results.csv"
status 0 "$BENCH" report --help
has out "usage: bench report"
mkdir broken
head -c 300 "$real/results.csv" >broken/results.csv
status 2 "$BENCH" report broken
[ ! -e broken/report.html ] || fail "a page of nothing"
cp "$real/results.csv" broken
echo "{" >broken/run.json
status 2 "$BENCH" report broken
has err "broken/run.json:"

# Without the chart library: the same tables, a note, and that is all.
mkdir -p alone/report
cp "$BENCH" alone/bench
cp "$BENCH_BUILD/report/app.js" "$BENCH_BUILD/report/style.css" alone/report
status 0 alone/bench report "$real" -o plain.html
has err "no charts"
recompute "$real" plain.html
opens "$real" plain.html --tables

# Names that would end an element, many rows, none, one.
python3 "$ROOT/tests/report/made.py" "$real/results.csv" made ||
	fail "made.py"
for name in names one errors many; do
	"$BENCH" report "made/$name" >out 2>err || fail "made/$name: $(cat err)"
	recompute "made/$name" "made/$name/report.html"
done
# The library has an <img of its own.
sed '/^<script>/,$d' made/names/report.html >upper.html
for element in '<img' '<script>alert' '<script>x' '</h1></script>'; do
	! grep -qF -- "$element" upper.html || fail "an element from a name: $element"
done

# With it, where it was fetched.
if [ -e "$BENCH_BUILD/report/echarts.min.js" ]; then
	cmp "$BENCH_BUILD/report/echarts.min.js" \
		"$ROOT/build/npm/node_modules/echarts/dist/echarts.min.js" ||
		fail "the chart library is not as it came"
	for directory in "$real" made/names made/errors; do
		opens "$directory" "$directory/report.html"
	done
fi
