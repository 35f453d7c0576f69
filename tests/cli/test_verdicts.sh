#!/bin/bash
# Two ways to one place, one of them 12 % slower, and one that is no different:
# ten rounds tell them apart, in summary.csv and below the matrices.

. "$(dirname "$0")/lib.sh"

# The times are a script's, and so is how much rounds differ: 2 % from worker to
# worker, the same in each run.
cat >three.ini <<END
[bench]
tests        = write, read, random_read
file_sizes   = 64k
record_sizes = 4k, 16k
rounds       = 10
slices       = 1
slice_time   = 1ms
quiet        = 0

[target plain]
plugin          = sim
latency         = 100us
level_deviation = 0.02
level_file      = plain.level
seed            = 1

[target slow]
plugin          = sim
latency         = 112us
level_deviation = 0.02
level_file      = slow.level
seed            = 2

[target twin]
plugin          = sim
latency         = 100us
level_deviation = 0.02
level_file      = twin.level
seed            = 3
END
rm -f ./*.level
status 0 "$BENCH" -c three.ini -q
dir=$(results) || fail "$dir"
summary=$dir/summary.csv
[ "$(rows "$summary" 'c["n"] == 10 && c["used"] == 10')" = 18 ] ||
	fail "not 18 cells of ten rounds: $(cat "$summary")"
[ "$(rows "$summary" 'c["target"] == "plain" && c["against"] == "" &&
	c["ratio"] == "" && c["verdict"] == ""' | tr -d '\n')" = 6 ] ||
	fail "the first target is held against something: $(cat "$summary")"
[ "$(rows "$summary" 'c["target"] == "slow" && c["against"] == "plain" &&
	c["verdict"] == "slower" && c["ratio"] > 0.86 && c["ratio"] < 0.93')" = 6 ] ||
	fail "12 % less in ten rounds is not seen: $(cat "$summary")"
[ "$(rows "$summary" 'c["target"] == "twin" && (c["verdict"] == "same" ||
	c["verdict"] == "inconclusive") && c["ratio_low"] < 1.03 &&
	c["ratio_high"] > 0.97')" = 6 ] ||
	fail "two equal ones are told apart: $(cat "$summary")"
[ "$(rows "$summary" 'c["ratio"] != "" && !(c["ratio_low"] <= c["ratio"] &&
	c["ratio"] <= c["ratio_high"])')" = 0 ] || fail "an interval without its ratio"
has out "slow against plain: 6 cells slower, 0 faster, 0 the same, 0 inconclusive"
grep -q '^twin against plain: 0 cells slower, 0 faster, ' out || fail "$(cat out)"
has out "(paired by round; at most 5 % false alarms, effects above 5 %)"

# Against the reference; with too few rounds against nobody.
rm -r results ./*.level
status 0 "$BENCH" -c three.ini -q --set slow.reference=yes
has out "plain against slow: 0 cells slower, 6 faster, 0 the same, 0 inconclusive"
rm -r results ./*.level
status 0 "$BENCH" -c three.ini -q --rounds 5
lacks out " against "
[ "$(rows "$(results)/summary.csv" 'c["against"] != ""')" = 0 ] ||
	fail "five rounds are compared"
[ "$(rows "$(results)/summary.csv" 'c["converged"] != "" ||
	c["ci_low"] != ""')" = 0 ] || fail "five rounds have an interval"
