#!/bin/bash
# What is printed suits the place that it is printed to: a terminal gets a live
# line and colours, a file or a pipe gets plain lines and nothing else.
. "$(dirname "$0")/lib.sh"

unset NO_COLOR CLICOLOR_FORCE
export TERM=xterm LC_ALL=C
command -v script >/dev/null || skip "there is no script(1) to make a terminal"
mkdir place

cat >look.ini <<-INI
	[bench]
	file_sizes = 64k
	record_sizes = 4k, 16k
	tests = write, read, ping
	rounds = 1
	slices = 1
	slice_time = 1ms

	[target place]
	plugin = posix
	path = place
INI

escape=$'\033'
return=$'\r'

# on_terminal COLUMNS OPTIONS: both streams to a terminal; what came is ./screen.
on_terminal() {
	script -qec "stty cols $1 rows 24; exec \"$BENCH\" -c look.ini $2" \
		/dev/null >screen 2>&1 || fail "status $? on a terminal: $(cat screen)"
}

# A live line stands before a return that no newline follows.
has_live_line() {
	grep -q "$return.*%.*$return" "$1"
}
lacks_live_line() {
	! sed "s/$return\$//" "$1" | grep -q "$return" ||
		fail "$1 has a live line: $(cat -v "$1" | head -c 2000)"
}

# To files: no escape, no return; results apart from messages.
status 0 "$BENCH" -c look.ini
for file in out err; do
	lacks $file "$escape"
	lacks $file "$return"
done
has out 'place write, MB/s'
has out 'place read, MB/s'
has out 'round target'
has out 'rows measured; results: results/'
[ ! -s err ] || fail "messages without a reason: $(cat err)"

# Through a pipe: the same.
"$BENCH" -c look.ini 2>&1 | cat >piped
has piped 'place write, MB/s'
lacks piped "$escape"
lacks piped "$return"

# Messages do not get among the results.
status 1 "$BENCH" -c look.ini "$PWD/missing"
has err 'No such file or directory'
has err 'the other targets are measured'
[ "$(wc -l <err)" = 1 ] || fail "not one message: $(cat err)"
lacks out 'the other targets are measured'
has out 'place write, MB/s'

# On a terminal: colours and a live line, which leaves nothing behind.
on_terminal 80 ''
has screen "${escape}["
has_live_line screen || fail "no live line: $(cat -v screen)"
has screen 'place write, MB/s'
status 0 script -qec "stty cols 80; exec \"$BENCH\" -c look.ini >shown" /dev/null
has_live_line out || fail "no live line: $(cat -v out)"
lacks shown "$escape"
lacks shown "$return"
tr "$return" '\n' <out | tail -n 1 | grep -q '[^ ]' &&
	fail "the live line was not taken away: $(cat -v out)"

lacks out 0/0
status 0 script -qec "stty cols 80; exec \"$BENCH\" -c look.ini --unit Mbit/s --rounds 30 >shown" \
	/dev/null
has out Mbit/s
has shown 'place write, Mbit/s'
lacks out MB/s

# NO_COLOR and --color.
NO_COLOR=1 on_terminal 80 ''
lacks screen "$escape"
has_live_line screen || fail "NO_COLOR is not against the live line"
on_terminal 80 '--color never'
lacks screen "$escape"
NO_COLOR=1 on_terminal 80 '--color always'
has screen "${escape}["
status 0 "$BENCH" -c look.ini --color always
has out "${escape}["
lacks err "$escape"
status 2 "$BENCH" -c look.ini --color often
has err 'auto, always, never'

# A terminal that can do nothing.
TERM=dumb on_terminal 80 ''
lacks screen "$escape"
lacks_live_line screen
has screen 'place write, MB/s'

# --progress.
on_terminal 80 '--progress none'
lacks_live_line screen
on_terminal 80 '--progress plain'
lacks_live_line screen
on_terminal 80 '--progress bar'
has_live_line screen || fail "no bar: $(cat -v screen)"
for how in none plain bar; do
	status 0 "$BENCH" -c look.ini --progress $how
	lacks out "$return"
	lacks err "$return"
	lacks err '%'
done

# A narrow window, with and without UTF-8: the live line stays clear of the last
# column.
for locale in C C.UTF-8; do
	for columns in 40 20; do
		LC_ALL=$locale script -qec "stty cols $columns
			exec \"$BENCH\" -c look.ini --rounds 5 >shown" /dev/null >screen 2>&1 ||
			fail "status $? in a narrow window"
		has_live_line screen || fail "no live line: $(cat -v screen)"
		longest=$(tr "$return" '\n' <screen | LC_ALL=C.UTF-8 wc -L)
		[ "$longest" -lt "$columns" ] ||
			fail "a line of $longest in $columns columns: $(cat -v screen)"
	done
done

# -q: the matrices and where the numbers are.
status 0 "$BENCH" -q -c look.ini
has out 'place write, MB/s'
has out 'place read, MB/s'
lacks out 'round target'
lacks out 'cells to measure'
[ ! -s err ] || fail "-q says: $(cat err)"
