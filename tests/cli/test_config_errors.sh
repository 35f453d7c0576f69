#!/bin/bash
# Someone makes mistakes in an INI file or in --set: each gives one sentence with
# file and line, what was expected and the nearest word; the exit status is 2,
# and nothing was touched: no results, nothing in the target.

. "$(dirname "$0")/lib.sh"

mkdir disk
echo precious >disk/letter
touch -d 2001-02-03 disk
: >out
: >err

# What could have been touched.
state() {
	find . ! -name out ! -name err -printf '%p %s %T@\n' | sort
}

# refused N COMMAND...: status 2, N sentences on stderr, nothing else, nothing
# touched.
refused() {
	local count=$1 before
	shift
	before=$(state)
	status 2 "$@"
	[ ! -s out ] || fail "$* prints results: $(cat out)"
	lines err "$count"
	[ "$(grep -c '^bench: ' err)" = "$count" ] || fail "$*: $(cat err)"
	[ "$(state)" = "$before" ] || fail "$* touched: $(diff <(echo "$before") \
		<(state))"
}

# says LINE TEXT: a sentence about that line of bad.ini has the text.
says() {
	grep -F "bench: bad.ini:$1: " err | grep -qF -- "$2" ||
		fail "no sentence about line $1 says \`$2\`: $(cat err)"
}

# A good file of two sections; sed makes the mistakes, one at a time.
cat >good.ini <<'END'
[bench]
rounds       = 1
slices       = 1
slice_time   = 1ms
file_sizes   = 64k
record_sizes = 4k
tests        = write, read

[target disk]
plugin = posix
path   = disk
END
refused_after() {
	local count=$1
	shift
	sed "$@" good.ini >bad.ini
	cmp -s good.ini bad.ini && fail "sed $* changed nothing"
	refused "$count" "$BENCH" -c bad.ini
}

refused_after 1 's/^file_sizes/file_size/'
says 5 "unknown key \`file_size\`; did you mean \`file_sizes\`?"
refused_after 1 's/write, read/write, raed/'
says 7 "unknown test \`raed\`; did you mean \`read\`?"
refused_after 1 's/ 4k/ 64q/'
says 6 "record_sizes"
says 6 "\`64q\`: expected a size such as"
refused_after 1 's/1ms/1/'
says 4 "slice_time"
refused_after 1 's/^rounds .*/rounds = 0/'
says 2 "rounds: \`0\` is out of range"
refused_after 1 's/^rounds .*/rounds = 9..3/'
says 2 "9..3"
refused_after 1 -e 's/^path/pth/' -e "\$a path = disk"
says 11 "unknown key \`pth\`; did you mean \`path\`?"
refused_after 1 '/^path/d'
says 9 "path"
refused_after 1 's/posix/posxi/'
says 10 "plugin \`posxi\` not found; did you mean \`posix\`?"
says 10 "; found: "
says 10 " posix, "
says 10 " socket; searched: "
refused_after 1 '/^plugin/d;/^path/d'
says 9 "lacks plugin = NAME"
refused_after 1 's/^\[bench\]/[bnech]/'
says 1 "unknown section [bnech]"
refused_after 1 's/^\[target disk\]/[target disk/'
says 9 "no closing ]"
refused_after 1 's/^slices.*/slices/'
says 3 "expected key = value"
refused_after 1 '1i first = 1'
says 1 "stands before the first [section]"
refused_after 1 "\$a rounds = 3"
says 12 "\`rounds\` belongs in [bench]"
# shellcheck disable=SC2016 # sed's own $
refused_after 1 '$a [target share]\nplugin = smb\nurl = smb://nas/share\ndepth = 8'
says 15 "depth"

# What stands twice: where it stood first.
refused_after 1 '3a rounds = 2'
says 4 "\`rounds\` stands twice in [bench]; first in line 2"
refused_after 1 "\$a path = elsewhere"
says 12 "\`path\` stands twice in [target disk]; first in line 11"
refused_after 1 "\$a [target disk]\nplugin = posix"
says 12 "[target disk] stands twice; first in line 9"
refused_after 1 "\$a [bench]"
says 12 "[bench] stands twice; first in line 1"

# All mistakes of a file at once, in the order of its lines.
refused_after 4 -e 's/64k/64q/' -e 's/write/wirte/' -e 's/^slices/slcies/' \
	-e "\$a pasth = disk"
says 3 "did you mean \`slices\`?"
says 5 "\`64q\`"
says 7 "did you mean \`write\`?"
says 12 "did you mean \`path\`?"
[ "$(cut -d: -f3 err | paste -sd ' ')" = "3 5 7 12" ] ||
	fail "not in the order of the lines: $(cat err)"

# Files that cannot be read as such.
refused 1 "$BENCH" -c nowhere.ini
has err "no configuration \`nowhere.ini\`; looked for nowhere.ini"
has err "./conf/nowhere.ini"
refused 1 "$BENCH" -c disk
: >bad.ini
refused 1 "$BENCH" -c bad.ini
has err "bad.ini: there is no target"
printf '\xff\xfe[\0b\0' >bad.ini
refused 1 "$BENCH" -c bad.ini
has err "bad.ini: is UTF-16"
printf '[bench]\nname = a\0b\n' >bad.ini
refused 1 "$BENCH" -c bad.ini
says 2 "NUL"

# A plugin that was built for another bench: both ABI numbers, and its file.
printf '[target toy]\nplugin = toy_abi_major\n' >bad.ini
BENCH_PLUGIN_PATH=$TOYS refused 1 "$BENCH" -c bad.ini
says 2 "plugin \`toy_abi_major\` was refused"
says 2 "$TOYS/toy_abi_major.so: built for plugin ABI 7.2, this bench has 1."
# It is no obstacle to a run without it.
BENCH_PLUGIN_PATH=$TOYS status 0 "$BENCH" -c good.ini --dry-run

# --set.
refused 1 "$BENCH" -c good.ini --set bnch.rounds=3
has err "--set bnch.rounds=3: unknown section \`bnch\`; did you mean \`bench\`?"
refused 1 "$BENCH" -c good.ini --set rounds=3
has err "--set rounds=3: expected section.key=value"
refused 1 "$BENCH" -c good.ini --set bench.rounds
has err "expected section.key=value"
refused 1 "$BENCH" -c good.ini --set bench.runds=3
has err "command line: unknown key \`runds\`; did you mean \`rounds\`?"
refused 1 "$BENCH" -c good.ini --set disk.pth=x
has err "command line: unknown key \`pth\`; did you mean \`path\`?"
refused 1 "$BENCH" -c good.ini --set bench.record_sizes=64q
has err "command line: record_sizes: \`64q\`"
refused 2 "$BENCH" -c good.ini --set bench.tests=fly --set bench.rounds=0
# A mistake in the file and one in --set are both told.
sed 's/ 4k/ 64q/' good.ini >bad.ini
refused 2 "$BENCH" -c bad.ini --set disk.pth=x
says 6 "\`64q\`"
has err "\`pth\`"
# Targets that no plugin answers to.
refused 1 "$BENCH" gopher://host/disk
has err "no plugin answers to gopher://; there are "
has err "tcp://"
refused 1 "$BENCH" -c good.ini tcp://host:port
has err "tcp://host:port"

# A file of another system: a byte order mark and its line ends do no harm.
sed 's/$/\r/;1s/^/\xef\xbb\xbf/' good.ini >other.ini
[ "$(head -c 3 other.ini)" = $'\xef\xbb\xbf' ] || fail "no byte order mark"
status 0 "$BENCH" -c other.ini
[ "$(rows "$(results)/results.csv" 'c["status"] == "ok"')" = 2 ] ||
	fail "other.ini did not measure its two cells"
[ "$(ls -A disk)" = letter ] || fail "left in the target: $(ls -A disk)"
rm -r results
# A mistake in it still has its line.
sed 's/ 4k/ 64q/;s/$/\r/;1s/^/\xef\xbb\xbf/' good.ini >bad.ini
refused 1 "$BENCH" -c bad.ini
says 6 "\`64q\`"
# The last line needs no end.
printf '%s' "$(cat good.ini)" >other.ini
status 0 "$BENCH" -c other.ini --dry-run
[ ! -e results ] || fail "--dry-run made results"
