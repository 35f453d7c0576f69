#!/bin/bash
# Someone feeds results to other programs: each form is read by a parser that
# knows nothing of bench, and its figures are those of results.csv and
# summary.csv, whatever the targets are called.

. "$(dirname "$0")/lib.sh"

command -v python3 >/dev/null || skip "no python3"

cat >two.ini <<INI
[bench]
tests        = write, random_read, ping
file_sizes   = 64k, 1m
record_sizes = 4k, 1m
rounds       = 2
link         = none
quiet        = 0

[target plain]
plugin    = sim
latency   = 100us
bandwidth = 81920000

[target slower]
plugin    = sim
latency   = 200us
INI

# exports DIR: all forms into ./out.d, beside the summary of DIR.
exports() {
	local form
	rm -rf out.d
	mkdir out.d
	cp "$1/summary.csv" out.d
	for form in iozone jsonl markdown influx prometheus; do
		status 0 "$BENCH" export $form "$1" -o out.d/$form
		[ ! -s out ] || fail "$form: prints as well: $(cat out)"
		status 0 "$BENCH" export $form "$1"
		cmp -s out out.d/$form || fail "$form: not the same on stdout"
	done
	for form in matrix gnuplot; do
		status 0 "$BENCH" export $form "$1" -o out.d/$form
		[ "$(cat out)" = out.d/$form ] || fail "$form: says $(cat out)"
	done
	python3 "$ROOT/tests/cli/exports.py" "$1" out.d >difference 2>&1 ||
		fail "$(cat difference)"
}

status 0 "$BENCH" -c two.ini -q --progress none
dir=$(results)
exports "$dir"
status 0 "$BENCH" show --format iozone "$dir"
cmp -s out out.d/iozone || fail "iozone is not what show has"
[ "$(cat out.d/matrix/plain-write.csv)" = "$(printf '%s\r\n' \
	file_size_bytes,4096,1048576 65536,27306667, \
	1048576,27306667,81284961)" ] || fail "$(cat out.d/matrix/plain-write.csv)"

# Names that every form has to escape, two of which make the same file.
mkdir odd
cp "$dir/run.json" "$dir/histograms.jsonl" odd
for file in results summary; do
	python3 -c '
import csv, sys
lines = list(csv.reader(sys.stdin))
at = lines[0].index("target")
names = {"plain": "a,b =\"c\"|</x>\u00fc", "slower": "a.b =\"c\"|</x>\u00fc"}
for line in lines[1:]:
    line[at] = names[line[at]]
csv.writer(sys.stdout).writerows(lines)' <"$dir/$file.csv" >"odd/$file.csv"
done
exports odd
[ "$(find out.d/matrix -name '*.csv' | wc -l)" = 4 ] ||
	fail "not four matrices: $(ls out.d/matrix)"

# What is only failures has rows to export, and no figure.
mkdir failed
sed 's/,ok,/,error,/' "$dir/results.csv" | cut -d, -f 1-200 >failed/results.csv
status 0 "$BENCH" export influx failed
has out 'status="error"'
status 0 "$BENCH" export gnuplot failed
! grep -q '^plot' failed/gnuplot/plots.gp || fail 'a plot of nothing'

status 2 "$BENCH" export excel "$dir"
has err 'expected one of iozone, jsonl, markdown, influx, prometheus, matrix, gnuplot'
status 2 "$BENCH" export jsonl
status 2 "$BENCH" export jsonl --png "$dir"
has err '--png and --svg are for gnuplot'
status 2 "$BENCH" export jsonl /nowhere
has err 'no results.csv in it'
status 1 "$BENCH" export jsonl "$dir" -o /nowhere/file
has err '/nowhere/file'
"$BENCH" export jsonl "$dir" >/dev/full 2>err
[ $? = 1 ] || fail "a full disk is no failure"
has err 'No space left on device'
status 1 env PATH=/nowhere "$BENCH" export gnuplot "$dir" --svg
has err 'gnuplot cannot be run'
[ -s "$dir/gnuplot/plots.gp" ] || fail "no script"

if command -v gnuplot >/dev/null; then
	status 0 "$BENCH" export gnuplot odd --svg --png
	[ ! -s err ] || fail "gnuplot says: $(cat err)"
	for kind in svg png; do
		[ "$(find odd/gnuplot -name "*.$kind" -size +1k | wc -l)" = 6 ] ||
			fail "not six pictures: $(ls -l odd/gnuplot)"
	done
	grep -qF 'a,b ="c"|&lt;/x>' odd/gnuplot/lines-write.svg || fail "no name"
fi
