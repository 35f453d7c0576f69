#!/bin/bash
# Someone who knows the tables of iozone, bonnie, files.c, Sandra and ping asks
# for them, and feeds them to programs that parse those: what they find is what
# summary.csv has.

. "$(dirname "$0")/lib.sh"

names='write rewrite read reread random_read random_write backward_read
record_rewrite stride_read stdio_write stdio_rewrite stdio_read stdio_reread'
names=${names//$'\n'/ }
reports='Writer,Re-writer,Reader,Re-Reader,Random read,Random write,Backward read'
reports+=',Record rewrite,Stride read,Fwrite,Re-Fwrite,Fread,Re-Fread'

# The times are a script's, the same in each run.
cat >two.ini <<INI
[bench]
tests        = ${names// /, }, char_write, char_read, block_write, read_modify_write, block_read, seeks, create_unlink, access_time, ping
file_sizes   = 16k, 64k
record_sizes = 4k, 32k
rounds       = 1
slices       = 1
passes       = 1
sync         = none
include      = none
link         = none
quiet        = 0

[target plain]
plugin    = sim
latency   = 100us
bandwidth = 81920000
ping_time = 100us

[target slower]
plugin    = sim
latency   = 200us
ping_time = 1500us
INI

# shows FORMAT ARGUMENT...: nothing but its tables on stdout.
shows() {
	local format=$1
	shift
	rm -rf results
	status 0 "$BENCH" -c two.ini --progress none --format "$format" "$@"
	[ -s out ] || fail "--format $format shows nothing"
	lacks out 'write, MB/s'
	lacks out 'rows measured'
	has err 'rows measured; results: results/'
}

# medians TARGET: "test file record KiB/s" of what moved bytes, from summary.csv.
medians() {
	awk -F, -v target="$1" '
		{ sub(/\r$/, "") }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["target"] == target && $at["unit"] == "bytes_per_s" {
			print $at["test"], $at["file_size_bytes"] / 1024,
				$at["record_size_bytes"] / 1024, $at["median"] / 1024
		}' results/*/summary.csv
}

# same WHAT FOUND EXPECTED: lines of "test file record figure"; the figures
# found are the expected ones without their fraction (but for the byte that
# summary.csv may have rounded up).
same() {
	awk -v what="$1" '
		{ key = $1 " " $2 " " $3 }
		NR == FNR { figure[key] = $4; count++; next }
		!(key in figure) { print what " lacks " key; bad = 1; next }
		$4 - figure[key] >= 1.001 || figure[key] > $4 {
			print what " has " figure[key] " for " $4 ": " key
			bad = 1
		}
		{ seen++ }
		END { exit bad || seen != count || count == 0 }' "$2" "$3" >difference ||
		fail "$1: $(head -n 5 difference; wc -l "$2" "$3")"
}

# part TARGET: its part of iozone's output.
part() {
	awk -v name="$1" '/^\tbench: / { here = 0 }
		/^\tTarget: / { here = $2 == name }
		here' out
}

# As programs do that split at blanks: ^\s+\d+\s+\d+\s+\d+.
by_blanks() {
	awk -v names="$names" 'BEGIN { n = split(names, name, " ") }
		/^[ \t]+[0-9]+[ \t]+[0-9]+[ \t]+[0-9]+/ {
			for (i = 1; i <= n; i++) print name[i], $1, $2, $(i + 2)
		}'
}

# As others do, by the columns of 3.498 and later.
by_position() {
	awk -v names="$names" 'BEGIN { n = split(names, name, " ") }
		/^ +[0-9]+ +[0-9]+ / {
			at = 25
			for (i = 1; i <= n; i++) {
				width = i == 8 || i == 9 ? 11 : 10
				figure = substr($0, at, width)
				at += width
				if (figure ~ /[0-9]/)
					print name[i], substr($0, 1, 16) + 0,
						substr($0, 17, 8) + 0, figure + 0
			}
		}'
}

# The reports of -R.
by_report() {
	awk -v names="$names" -v reports="$reports" '
		BEGIN {
			n = split(names, name, " ")
			split(reports, report, ",")
			for (i = 1; i <= n; i++) test["\"" report[i] " report\""] = name[i]
		}
		$0 in test {
			now = test[$0]
			getline
			gsub(/"/, "")
			split($0, record)
			next
		}
		/^"[0-9]+"/ {
			gsub(/"/, "")
			for (i = 2; i <= NF; i++)
				if ($i != "-") print now, $1, record[i - 1], $i
		}'
}

shows iozone
head -n 1 out | grep -q '^	bench: ' || fail "no name: $(head -n 3 out)"
lacks out 'Iozone: Performance Test'
grep -qE '^	Output is in kBytes/sec$' out || fail "no unit"
grep -qE '^	Run began: [A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}$' out ||
	fail "no date as ctime has it: $(grep began out)"
[ "$(grep -c '^iozone test complete\.$' out)" = 2 ] || fail "not two tables"
# All else is on stderr.
has err 'plain write, MB/s'
has err 'cells to measure'
for target in plain slower; do
	medians $target | grep -E "^(${names// /|}) " >expected
	[ "$(wc -l <expected)" = 39 ] || fail "not 39 figures: $(cat expected)"
	for way in by_blanks by_position by_report; do
		part $target | $way >found
		same "$target, $way" found expected
	done
done
# 100 us and 50 us for 4096 bytes.
part plain | grep -qE '^              64       4 .* 26666 ' ||
	fail "no 26666 in $(part plain | grep '^  *64 ')"
grep -qxF '        "4"  "32"' out || fail "no records above a report: $(cat out)"
grep -qE '^"16"   [0-9]+ $' out || fail "a cell for a record larger than the file"

# What was not measured is a gap in its place, and no report.
shows iozone --set bench.tests=stdio_write,random_read -q
part plain | by_position >found
medians plain >expected
same "two tests" found expected
lacks out '"Writer report"'
has out '"Random read report"'
has out '"Fwrite report"'
if grep -E '^  .* 0( |$)' out; then
	fail "a 0 for nothing"
fi
# -q: nothing else but where the results are.
[ "$(grep -c . err)" = 1 ] || fail "-q says: $(cat err)"

shows bonnie -q --set bench.tests=char_write,char_read,block_write,read_modify_write,block_read,seeks
[ "$(grep -c '^Target: ' out)" = 2 ] || fail "not two targets: $(cat out)"
has out 'Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU'
grep '^1\.98,' out >lines
# Two sizes, of which one has both chunks, for two targets.
lines lines 6
[ "$(awk -F, '{ print NF }' lines | sort -u)" = 50 ] ||
	fail "not 50 fields: $(cat lines)"
awk -F, '$3 == "plain" {
	file = $6 + 0
	chunk = $7 + 0
	print "block_write", file, chunk, $12
	print "read_modify_write", file, chunk, $14
	print "block_read", file, chunk, $18
	if (chunk != 4)
		next
	print "char_write", file, 8, $10
	print "char_read", file, 8, $16
}' lines >found
medians plain | grep -E '^(block_|char_|read_modify)' >expected
same bonnie found expected
awk -F, '$20 == "" || $39 !~ /^[0-9]+us$/ { bad = 1 }
	END { exit bad }' lines || fail "no seeks, or no latency: $(cat lines)"
# The same figures in the classic line.
awk '/^plain / && $2 == "64K" { print $5, $11 }' out | sort >found
awk -F, '$3 == "plain" && $6 == "64K" { print $12, $18 }' lines | sort >expected
cmp -s found expected || fail "the line is not the CSV: $(cat out)"

shows files -q --set bench.tests=create_unlink
lines out 3
head -n 1 out | grep -qE '^system +file system +loops/second$' || fail "$(cat out)"
grep -qE '^Linux .* plain +[0-9]+\.[0-9]{2}$' out || fail "$(cat out)"

shows sandra -q --set bench.record_sizes=4k --set bench.file_sizes=64k \
	--set bench.tests=read,reread,write,rewrite,random_read,random_write,access_time
# 4k in 150 us are 26.04 MiB/s.
grep -qxE '  Drive Index         : 2[67][0-9]{3} kB/s \(derived\)' out ||
	fail "$(cat out)"
has out '  Buffered Read       : 26 MB/s'
has out '  Sequential Read     : 26 MB/s'
has out '  Random Write        : 26 MB/s'
grep -qE '^  Average Access Time : 0\.1[0-9]{2} ms$' out || fail "$(cat out)"
has out "not the vendor's formula"

shows ping -q --set bench.tests=ping,write
grep -qE '^[0-9]+ requests transmitted, [0-9]+ received, 0% loss$' out ||
	fail "$(cat out)"
has out '--- plain ping statistics ---'
has out 'rtt min/avg/max/mdev = 0.100/0.100/0.100/0.000 ms'
has out '--- slower ping statistics ---'
has out 'rtt min/avg/max/mdev = 1.500/1.500/1.500/0.000 ms'

# A target out of reach has its dashes, and the run the status of a failed one.
cat >half.ini <<'INI'
[bench]
tests  = ping
rounds = 1

[target plain]
plugin = sim

[target off]
plugin = posix
path   = /nowhere/at/all
INI
status 1 "$BENCH" -c half.ini -q --format ping --progress none
has out '--- off ping statistics ---'
has out 'rtt min/avg/max/mdev = -/-/-/- ms'

# Mistakes: before anything is measured.
rm -rf results
status 2 "$BENCH" -c two.ini --format excel
has err '--format excel: expected one of iozone, bonnie, files, sandra, ping'
status 2 "$BENCH" -c two.ini --set bench.tests=write --format bonnie
has err 'none of the tests that it shows: char_write, block_write'
[ ! -s out ] || fail "a mistake shows: $(cat out)"
status 0 "$BENCH" -c two.ini --format ping --dry-run
[ ! -e results ] || fail "something was measured"

# What cannot be written is said.
"$BENCH" -c two.ini -q --format ping --set bench.tests=ping >/dev/full 2>err
[ $? = 1 ] || fail "a full disk is no failure"
has err 'bench: --format: No space left on device'
