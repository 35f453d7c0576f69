#!/bin/bash
# Someone looks at results again: what is shown is what the run itself printed at
# its end, and the table of the largest files has the figures of summary.csv.

. "$(dirname "$0")/lib.sh"

cat >two.ini <<INI
[bench]
tests        = write, random_read, ping
file_sizes   = 64k, 1m
record_sizes = 4k, 1m
rounds       = 6
link         = none
quiet        = 0

[target plain]
plugin    = sim
latency   = 100us
bandwidth = 81920000
reference = yes

[target slower]
plugin    = sim
latency   = 200us
INI

status 0 "$BENCH" -c two.ini -q --progress none
cp out run
dir=$(results)
status 0 "$BENCH" show "$dir"
awk '/^largest files, / { exit } { print }' out | sed '$d' >shown
# The run's own lines are the plan, the directory, and how many rows there were.
awk '/^plain write, / { on = 1 } /rows measured/ { exit } on { print }' run >printed
[ -s printed ] || fail "the run printed no matrix: $(cat run)"
cmp -s shown printed || fail "shown is not what the run printed: $(diff shown printed)"

# 1 MiB in one record are 100 us and 12.8 ms at 81.92 MB/s.
has out 'largest files, MB/s and share of plain'
grep -qE '^write +1M/1M +81\.3 100% +5243 +\*$' out || fail "$(tail -n 6 out)"
grep -qE '^random_read +1M/4K +27\.3  34% +20\.5  25%$' out || fail "$(tail -n 6 out)"
awk 'length($0) > 80 { exit 1 }' out || fail "wider than 80 columns: $(cat out)"
! grep -q $'\033' out || fail "escapes that nobody asked for"
status 0 "$BENCH" show --color always "$dir"
grep -q $'\033' out || fail "no colour"
status 0 "$BENCH" show --unit KiB/s "$dir"
has out 'largest files, KiB/s'

# The classic tables, as of the run.
for format in iozone ping; do
	status 0 "$BENCH" -c two.ini -q --progress none --format $format \
		--results other
	grep -v -e 'Run began' -e 'Command line' -e ' time ' out >printed
	status 0 "$BENCH" show --format $format other/*/
	grep -v -e 'Run began' -e 'Command line' -e ' time ' out >shown
	cmp -s shown printed || fail "$format: $(diff shown printed)"
	rm -r other
done

# Without what can be missing, and with a torn last line.
mkdir bare
cp "$dir/results.csv" bare
printf '1,torn' >>bare/results.csv
status 0 "$BENCH" show bare
has out 'plain write, MB/s'
has out 'share of best'

status 2 "$BENCH" show
has err 'expected one directory of results'
status 2 "$BENCH" show "$dir" bare
status 2 "$BENCH" show --quick "$dir"
has err 'an option of runs'
status 2 "$BENCH" show /nowhere
has err '/nowhere: no results.csv in it'
status 0 "$BENCH" show --help
has out 'usage: bench show DIR'
