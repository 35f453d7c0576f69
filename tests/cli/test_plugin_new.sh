#!/bin/bash
# `bench plugin new`: from an installed bench, in an empty directory, the lines of
# docs/plugins.md lead to a measured backend; and so do the other three skeletons.
# What it must not write over, and plugins that are named by their file.

. "$(dirname "$0")/lib.sh"

for tool in make pkg-config "${CC:-cc}"; do
	command -v "$tool" >/dev/null || skip "no $tool here"
done
san=
[ "$(basename "$BENCH_BUILD")" != san ] || san=1

# Staged, as for a package; found by the PATH alone, with no help of pkg-config's.
make --no-print-directory -s -C "$ROOT" install BUILD="${BENCH_BUILD#"$ROOT"/}" \
	SAN="$san" PREFIX=/usr DESTDIR="$PWD/inst" >out 2>err ||
	fail "make install: $(cat out err)"
PATH=$PWD/inst/usr/bin:$PATH
bench=$PWD/inst/usr/bin/bench
docs=$PWD/inst/usr/share/doc/bench/plugins.md
export PKG_CONFIG_LIBDIR=$PWD/nowhere
unset BENCH BENCH_INCLUDE PKG_CONFIG_PATH
export CFLAGS='-O2 -g -Werror' CXXFLAGS='-O2 -g -Werror'

# measured CSV PLUGIN: each row has its figures, or says why not.
measured() {
	[ "$(rows "$1" 'c["backend"] == "'"$2"'" && c["status"] == "ok"')" -gt 0 ] ||
		fail "nothing of $2 was measured: $(cat "$1")"
	[ "$(rows "$1" 'c["status"] != "ok" && c["error"] == ""')" = 0 ] ||
		fail "rows without a reason: $(cat "$1")"
	[ "$(rows "$1" 'c["status"] != "ok" && c["status"] != "skipped" &&
		c["status"] != "unsupported"')" = 0 ] || fail "rows failed: $(cat "$1")"
}

# The page's own lines, in an empty directory.
awk '/^## Twenty minutes/ { page = 1 } /^```/ { on = 0 } on
	page && /^```sh$/ { on = 1; page = 0 }' "$docs" >path.sh
[ "$(head -n 1 path.sh)" = "bench plugin new demo" ] || fail "$(cat path.sh)"
lines path.sh 5
mkdir author
(cd author && exec bash -eu ../path.sh >../out 2>../err) ||
	fail "the way of docs/plugins.md: $(cat out err)"
has out "cd demo && make"
! grep -q 'warning' out err || fail "warnings: $(cat out err)"
measured author/demo/results/*/results.csv demo
[ "$(cd author/demo && find . -maxdepth 1 -type f | LC_ALL=C sort | tr '\n' ' ')" = \
	"./Makefile ./README.md ./demo.c ./demo.ini ./demo.so " ] ||
	fail "written: $(ls author/demo)"
! grep -rn '@[A-Z]*@' --include='*.[cmi]*' --include=Makefile author/demo ||
	fail "words are left that should have been filled in"

# All four, with each compiler there is, as strict as it goes; swept with every
# byte verified, several threads and the tests of names.
variant() {
	local name=$1 extension=$2 csv
	shift 2
	status 0 "$bench" plugin new "$name" "$@"
	[ -s "$name/$name.$extension" ] || fail "$* wrote $(ls "$name")"
	[ "$(wc -l <"$name/$name.$extension")" -lt 500 ] || fail "$name is long"
	(cd "$name" && make >../out 2>../err) || fail "$name: $(cat out err)"
	[ ! -s err ] || fail "$name: $(cat err)"
	status 0 "$bench" plugin check "./$name/$name.so" \
		--deadline 60s
	lacks out FAILED
	mkdir "results-$name"
	status 0 "$bench" -c "$name/$name.ini" --rounds 1 --progress none -q \
		--results "results-$name" --set bench.file_sizes=100k \
		--set bench.record_sizes=24k --set bench.slices=1 \
		--set bench.slice_time=1ms --set bench.report=no \
		--set "$name.verify=yes" --set "$name.threads=3" \
		--set "$name.files=8" --set bench.suite=nas,metadata
	csv=$(echo "results-$name"/*/results.csv)
	measured "$csv" "$name"
	has "$csv" ",read,102400,24576,3,8,"
}
variant random_c c
variant stream_c c --stream
has results-stream_c/*/results.csv unsupported
if command -v "${CXX:-c++}" >/dev/null; then
	variant random_cc cc --lang c++
	variant stream_cc cc --stream --lang=c++
fi
# The last one's is what valgrind can read.
for compiler in clang gcc clang++ g++; do
	command -v $compiler >/dev/null || continue
	case $compiler in
	*++) names="random_cc stream_cc" variable=CXX ;;
	*) names="random_c stream_c" variable=CC ;;
	esac
	for name in $names; do
		[ -d "$name" ] || continue
		make -s -B -C "$name" $variable=$compiler >out 2>err ||
			fail "$name with $compiler: $(cat out err)"
		[ ! -s err ] || fail "$name with $compiler: $(cat err)"
	done
done

# Nothing is leaked or overrun; a sanitized bench is none that valgrind can run.
if [ -z "$san" ] && command -v valgrind >/dev/null; then
	mkdir valgrind
	cat >valgrind.ini <<'END'
[bench]
file_sizes   = 10k
record_sizes = 4k
tests        = write
depth        = 4
rounds       = 1
slices       = 1
passes       = 1
quiet        = 0
warmup       = no
report       = no
END
	for name in random_c stream_cc; do
		[ ! -d $name ] || printf '[target %s]\nplugin = ./%s/%s.so\n' \
			$name $name $name >>valgrind.ini
	done
	valgrind -q --trace-children=yes --leak-check=full \
		--errors-for-leak-kinds=definite --error-exitcode=9 \
		--log-file=valgrind/%p "$bench" -c valgrind.ini --progress none -q \
		>out 2>err || fail "under valgrind: $(cat out err valgrind/*)"
	! cat valgrind/* | grep -q . || fail "under valgrind: $(cat valgrind/*)"
	measured results/*/results.csv random_c
fi

# What is refused, with nothing written.
refused() {
	local words=$1
	shift
	status 2 "$bench" plugin new "$@"
	has err "$words"
}
long=a23456789012345678901234567890123
refused "cannot name a plugin" Demo
refused "cannot name a plugin" 9demo
refused "cannot name a plugin" de-mo
refused "cannot name a plugin" ../demo
refused "cannot name a plugin" ''
refused "cannot name a plugin" $long
refused "there is a plugin \`null\`" null
refused "usage: bench plugin new"
refused "usage: bench plugin new" one two three
refused "usage: bench plugin new" one --lang pascal
refused "usage: bench plugin new" one --lang
refused "usage: bench plugin new" one --streams
mkdir full empty
touch full/.hidden
refused "full is there and not empty; nothing was written" one full
[ "$(ls -A full)" = .hidden ] || fail "written: $(ls -A full)"
refused "nowhere/one: No such file or directory" one nowhere/one
mv inst/usr/share/bench/skeleton/README.md .
refused "skeleton/README.md: No such file or directory" one half
[ ! -e half ] || fail "left behind: $(ls half)"
refused "skeleton/README.md" one empty
[ -z "$(ls -A empty)" ] || fail "left behind: $(ls empty)"
mv README.md inst/usr/share/bench/skeleton
status 0 "$bench" plugin new ${long%?} empty
[ -s "empty/${long%?}.c" ] || fail "written: $(ls empty)"

# By its file: from the INI's directory, by --set from here, and in run.json so
# that a run can go on from anywhere.
demo=$PWD/author/demo
status 0 "$bench" plugin help "$demo/demo.so"
has out "demo 0.1: files in the memory of the process"
has out "bytes of all files together"
status 0 "$bench" -c author/demo/demo.ini --dry-run
status 0 "$bench" -c author/demo/demo.ini --dry-run \
	--set demo.plugin=./author/demo/demo.so
status 0 "$bench" -c author/demo/demo.ini --dry-run --set "demo.plugin=$demo/demo.so"
grep -qF "\"plugin\": \"$demo/demo.so\"" author/demo/results/*/run.json ||
	fail "run.json: $(cat author/demo/results/*/run.json)"
status 2 "$bench" -c author/demo/demo.ini --dry-run --set demo.plugin=./demo.so
has err "plugin ./demo.so: No such file or directory; is it built?"
status 2 "$bench" -c author/demo/demo.ini --dry-run --set demo.plugin=demo.so
has err "plugin \`demo.so\` not found; a file is named with its path: ./demo.so"
status 2 "$bench" -c author/demo/demo.ini --dry-run \
	--set demo.plugin=./author/demo/demo.c
has err "author/demo/demo.c: "
status 2 "$bench" serve "$demo/demo.so"
has err "has no far end of its own to serve"
BENCH_PLUGIN_PATH=$demo status 0 "$bench" plugin list
has out "demo "
exit 0
