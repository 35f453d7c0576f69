#!/bin/bash
# run.sh - runs the end-to-end tests: each test_*.sh in an empty directory of
# its own, as a user's session.  Names on the command line choose some of them.
#
# A test passes with status 0 and is skipped with 77 (its last line says why).
# After each, nothing may be left: no process that it started, no file in
# /dev/shm.
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/${BENCH_BUILD:-build}
export BENCH=$build/bench
export TOYS=$build/tests/plugins
export ROOT=$root
export BENCH_BUILD=$build
export NO_COLOR=1
# A file cut under a mapping ends a worker by SIGBUS, and a test wants to see that
# signal, not the sanitizer's report in its place.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:handle_sigbus=0}
# The leak check takes the memory of a library's thread-local variables for an
# older C library's wherever it lies 16 bytes into a page, and dies of that; which
# is by chance of what was allocated before.  So it leaves them out.
export LSAN_OPTIONS=${LSAN_OPTIONS:-use_tls=0:print_suppressions=0}
# A test that takes so many seconds hangs; the sanitizers make all three times as
# slow.
longest=240
[ -z "${SAN:-}" ] || longest=600
unset BENCH_PLUGIN_PATH

scratch=$(mktemp -d /tmp/bench-cli-XXXXXX)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

# Marks the processes of one test by their environment, so that only ours are
# looked at.
leftovers() {
	grep -lzxF "BENCH_TEST_MARK=$1" /proc/[0-9]*/environ 2>/dev/null |
		cut -d/ -f3
}

shm_names() {
	find /dev/shm -maxdepth 1 \( -name 'bench-[0-9]*T*' -o -name 'bench-test-*' \) \
		2>/dev/null | sort
}

run_test() {
	local test=$1 name status start left before
	name=$(basename "$test" .sh)
	start=$SECONDS
	before=$(shm_names)
	mkdir "$scratch/$name"
	(cd "$scratch/$name" &&
		BENCH_TEST_MARK=$scratch/$name timeout -k 5 "$longest" \
			bash "$test" >"$scratch/$name.out" 2>&1 </dev/null)
	status=$?
	left=$(leftovers "$scratch/$name")
	if [ -n "$left" ] && [ $status = 0 ]; then
		echo "processes left behind: $left" >>"$scratch/$name.out"
		status=1
	fi
	[ -z "$left" ] || echo "$left" | xargs kill -9 2>/dev/null
	if [ "$(shm_names)" != "$before" ] && [ $status = 0 ]; then
		echo "files left behind in /dev/shm" >>"$scratch/$name.out"
		status=1
	fi
	case $status in
	0) passed=$((passed + 1)) && echo "ok      $name ($((SECONDS - start)) s)" ;;
	77) skipped=$((skipped + 1)) &&
		echo "skipped $name: $(tail -n 1 "$scratch/$name.out")" ;;
	*)
		failed=$((failed + 1))
		echo "FAILED  $name (status $status)"
		sed 's/^/    /' "$scratch/$name.out" | tail -n 60
		;;
	esac
}

if [ $# = 0 ]; then
	set -- "$here"/test_*.sh
fi
for test in "$@"; do
	run_test "$(realpath "$test")"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
