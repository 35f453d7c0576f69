#!/bin/bash
# The contract lasts: what was compiled against any 1.x header loads into this
# bench, passes the conformance kit and is swept; members are only appended; and
# each header stands alone in all the languages it promises.

. "$(dirname "$0")/lib.sh"

compilers=()
for compiler in gcc clang; do
	command -v $compiler >/dev/null && compilers+=("$compiler")
done
[ ${#compilers[@]} -gt 0 ] || skip "neither gcc nor clang here"

warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wundef
	-Werror)
mkdir now
cp "$ROOT/core/bench_plugin.h" now
for header in "$ROOT"/tests/plugins/bench_plugin_*.h; do
	version=${header##*bench_plugin_}
	mkdir "${version%.h}"
	cp "$header" "${version%.h}/bench_plugin.h"
done
[ -d 1_0 ] || fail "no frozen headers: $(ls)"

# The one in use is no older than the newest frozen one, and says so.
minor() {
	sed -n 's/^#define BENCH_ABI_MINOR \([0-9]*\)$/\1/p' "$1/bench_plugin.h"
}
for version in 1_*; do
	[ "$(minor "$version")" = "${version#1_}" ] ||
		fail "$version calls itself 1.$(minor "$version")"
	[ "$(minor now)" -ge "${version#1_}" ] || fail "older than $version"
done

# Alone, as C99, C11, C17 and C++17, with every warning.
echo '#include <bench_plugin.h>' >alone.c
for version in now 1_*; do
	for compiler in "${compilers[@]}"; do
		for standard in c99 c11 c17 c++17; do
			language=c
			[ $standard != c++17 ] || language=c++
			"$compiler" -x $language -std=$standard "${warnings[@]}" \
				-fsyntax-only -I"$version" alone.c 2>err ||
				fail "$version, $compiler, $standard: $(cat err)"
		done
	done
done

# Only appended: each member of a table stands where it stood.
offsets() {
	cat >offsets.c <<'END'
#include <bench_plugin.h>
#include <stdio.h>
int main(void)
{
#define AT(type, member) printf("%s.%s %zu\n", #type, #member, \
	offsetof(struct type, member));
END
	for struct in bench_host bench_backend bench_caps bench_opt bench_io \
		bench_who bench_stat; do
		awk -v struct="$struct" '
			$0 ~ "^struct " struct " \\{" { inside = 1; next }
			inside && /^\};/ { exit }
			inside && /^\t[a-z]/ && match($0, /\(\*[a-z_]+\)\(/) {
				print "AT(" struct ", " \
					substr($0, RSTART + 2, RLENGTH - 4) ")"
				next
			}
			inside && /^\t[a-z].*;/ {
				sub(/;.*/, "")
				n = split($0, names, ",")
				for (i = 1; i <= n; i++) {
					sub(/.*[ *]/, "", names[i])
					if (names[i] ~ /^[a-z_0-9]+$/)
						print "AT(" struct ", " names[i] ")"
				}
			}' "$1/bench_plugin.h"
	done >>offsets.c
	echo 'return 0; }' >>offsets.c
	"${compilers[0]}" -I"$2" -o offsets offsets.c 2>err ||
		fail "members of $1 are not in $2: $(cat err)"
	./offsets
}
for version in 1_*; do
	offsets "$version" "$version" >before
	offsets "$version" now >after
	[ "$(wc -l <before)" -gt 60 ] || fail "too few members: $(cat before)"
	cmp -s before after || fail "moved since $version: $(diff before after)"
done

# The same plugin by each header, in each bench that there is.
status 0 "$BENCH" plugin new kept
for version in now 1_*; do
	"${compilers[0]}" -std=c99 "${warnings[@]}" -Wno-conversion \
		-Wno-cast-qual -fPIC -shared -I"$version" -o kept.so kept/kept.c \
		2>err || fail "against $version: $(cat err)"
	status 0 "$BENCH" plugin help ./kept.so
	if [ "$version" = 1_0 ] || [ -z "${SAN:-}" ]; then
		status 0 "$BENCH" plugin check ./kept.so --deadline 60s
	fi
	printf '%s\n' '[bench]' 'file_sizes = 64k' 'record_sizes = 16k' \
		'rounds = 1' 'slices = 1' 'slice_time = 1ms' '[target old]' \
		'plugin = ./kept.so' >old.ini
	rm -rf results
	status 0 "$BENCH" -c old.ini
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["status"] == "ok"')" -ge 6 ] ||
		fail "$version: $(cat "$csv")"
done

# A later one than bench's own may count on what is not there.
mkdir later
sed "s/^#define BENCH_ABI_MINOR .*/#define BENCH_ABI_MINOR $(($(minor now) + 1))/" \
	now/bench_plugin.h >later/bench_plugin.h
"${compilers[0]}" -fPIC -shared -Ilater -o later.so kept/kept.c ||
	fail "does not compile"
status 2 "$BENCH" plugin help ./later.so
has err "1.$(($(minor now) + 1))"
exit 0
