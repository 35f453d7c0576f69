#!/bin/bash
# lint.sh - style and analysis of everything that git has: clang-format,
# cppcheck, clang-tidy, shellcheck.  Silent where all is well.
set -u
cd "$(dirname "$0")/.." || exit 2
failed=0

mapfile -t code < <(git ls-files '*.c' '*.h')
mapfile -t sources < <(git ls-files 'core/*.c' 'plugins/*.c')
mapfile -t scripts < <(git ls-files '*.sh' .ci/run tests/lab tests/peers |
	xargs -r grep -lE '^#!/bin/(ba)?sh|shellcheck shell=')
standard=(-std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64)

clang-format --dry-run -Werror "${code[@]}" || failed=1
shellcheck -x -P SCRIPTDIR "${scripts[@]}" || failed=1
cppcheck -q -j "$(nproc)" --std=c11 --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
	-D__linux__ -Icore core plugins || failed=1

# One file a time: with several the analyzer takes a va_list of one for that of
# another.
# shellcheck disable=SC2016,SC2086 # expanded by the inner shell; a list of words
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 1 sh -c '
	clang-tidy --quiet "$@" -- '"${standard[*]} -Icore ${PACKAGE_CFLAGS:-}"' \
		2>/dev/null' tidy || failed=1

[ $failed = 0 ] && echo "lint: in order"
exit $failed
