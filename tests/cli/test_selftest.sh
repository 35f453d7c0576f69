#!/bin/bash
# bench selftest: known figures come out, a wrong one is found, nothing stays
# behind; what it says of the machine is a doubt at most.
. "$(dirname "$0")/lib.sh"

mkdir tmp
export TMPDIR=$PWD/tmp
clean() {
	[ -z "$(ls -A tmp)" ] || fail "left behind: $(ls -A tmp)"
}

# On the command line.
status 0 "$BENCH" selftest --help
has out "usage: bench selftest"
for wrong in '--precision 0' '--precision much' '--precision' '--else' '--only x' 'word'; do
	# shellcheck disable=SC2086 # a list of words
	status 2 "$BENCH" selftest $wrong
	has err "bench selftest: "
	[ ! -s out ] || fail "$wrong: $(cat out)"
done

# This machine, whatever it is: truths hold, the clock does not go back.
status 0 "$BENCH" selftest
for name in error flip known list; do
	has out "ok truth-$name: "
done
grep -qE '^(ok|doubt) truth-floor: ' out || fail "no floor: $(cat out)"
for name in clock-cost clock-forward clock-step clock-between clock-rate \
	timer-sleep timer-spin noise-work noise-read noise-others precision; do
	[ "$(grep -cE "^(ok|doubt) $name: " out)" = 1 ] ||
		fail "not one line $name: $(cat out)"
done
lines out 17
tail -n 1 out | grep -qE '^This machine permits a median to be known to [0-9.e+]+ % with 7 rounds; 2 % was asked for(\.|: use rounds = (10|15|22|33) or make it quieter\.|, and 33 rounds reach [0-9.e+]+ % only: make it quieter\.)$' ||
	fail "the last line: $(tail -n 1 out)"
[ ! -e results ] || fail "it made results/"
clean

# So little is never reached.
status 0 "$BENCH" selftest --only noise --precision=0.00001%
has out "doubt precision: "
tail -n 1 out | grep -q '1e-05 % was asked for, and 33 rounds reach .* only' ||
	fail "the last line: $(tail -n 1 out)"

# One part of it.
status 0 "$BENCH" selftest --only timer
lines out 3
tail -n 1 out | grep -qE '^None of these checks failed, [0-2] in doubt; ' ||
	fail "the last line: $(tail -n 1 out)"

# A tree of its own whose truths can be changed.
mkdir -p own/build own/conf
cp "$BENCH" own/build/bench
ln -s "$BENCH_BUILD/plugins" own/build/plugins
cp -R "$ROOT/selftest" own/selftest
keep() {
	rm -rf own/selftest
	mkdir own/selftest
	cp "$ROOT/selftest/$1".* own/selftest
}
own() {
	status "$1" own/build/bench selftest --only truth
	clean
}
failed() {
	own 1
	grep -qxF -- "FAILED $1" out || fail "no line \`FAILED $1\`: $(cat out)"
	tail -n 1 out | grep -qE '^1 of these checks failed: trust no figure' ||
		fail "the last line: $(tail -n 1 out)"
}
change() {
	sed -i "$2" "own/selftest/$1"
	! cmp -s "own/selftest/$1" "$ROOT/selftest/$1" || fail "$1 is as it was"
}

keep list
change list.expect 's/lat_mean_us is 181.250/lat_mean_us is 181.251/'
failed 'truth-list: lat_mean_us of read: expected 181.251, found 181.250 (2 of 21 are wrong)'
keep list
change list.ini 's/^latencies = 100us/latencies = 300us/'
own 1
grep -qE '^FAILED truth-list: elapsed_s of read: expected 0.002900000, found 0.003100000 ' out ||
	fail "a slower model: $(cat out)"
keep error
change error.expect 's/^exit 1/exit 0/'
failed 'truth-error: exit status: expected 0, found 1 (1 of 13 are wrong)'
keep flip
change flip.ini 's/^verify .*/verify = no/'
own 1
grep -qE '^FAILED truth-flip: exit status: expected 1, found 0 ' out ||
	fail "nobody looked: $(cat out)"
keep floor
change floor.expect 's/^floor ping status/floor pong status/'
failed 'truth-floor: status of pong: expected ok, found no row (1 of 17 are wrong)'
keep floor
change floor.expect 's/usually 0.001 1$/usually 0 0.000001/'
own 0
grep -qE '^doubt truth-floor: floor_us of write: expected usually 0 0.000001, found 0' out ||
	fail "a slow machine: $(cat out)"

# Files that cannot be understood, and none.
keep list
change list.expect 's/lat_mean_us is/lat_meen_us is/'
own 1
has out "/list.expect: \`lat_meen_us\` is no column"
keep list
change list.expect 's/lat_mean_us is/lat_mean_us equals/'
own 1
has out "\`equals\`: expected is, has, between or usually"
keep list
change list.ini 's/^latencies/latency/'
own 1
has out 'FAILED truth-list: expected a run with results, found exit status 2: bench: '
keep list
: >own/selftest/list.expect
own 1
has out 'FAILED truth-list: expected something, found no expectation in its file'
rm own/selftest/list.expect
own 1
has out 'list.expect: No such file or directory'
rm own/selftest/*
own 1
grep -qE '^FAILED truth: expected files \*\.ini in .*/own/selftest, found none$' out ||
	fail "no files: $(cat out)"

# It is ended while bench runs below it: both go, and so does what they wrote.
keep list
change list.ini "\$a wrap = fault\nfault.kind = hang\nfault.at = 3"
own/build/bench selftest >out 2>err &
pid=$!
eventually compgen -G "tmp/*/list/*/run.json"
kill -TERM $pid
ends 143 $pid
[ ! -s out ] || fail "it went on: $(cat out)"
clean
exit 0
