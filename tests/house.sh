#!/bin/bash
# house.sh - the rules of the house that a machine can check: which floor may
# include which, that no file of core/ names a backend, that the plugin header
# compiles alone in each language, that no file is longer than 500 lines.
set -u
cd "$(dirname "$0")/.." || exit 2
failed=0

complain() {
	echo "house: $*"
	failed=1
}

# Each module and those that it may include, itself aside.
declare -A below=(
	[base]=""
	[measure]="base"
	[result]="base measure"
	[compare]="base measure result"
	[import]="base measure result"
	[view]="base measure result compare config/units.h"
	[report]="base measure result compare config/units.h"
	[export]="base measure result config/units.h"
	[config]="base"
	[plugin]="base measure config/nearest.h"
	[workload]="base measure plugin/host.h"
	[plan]="base measure config workload"
	[worker]="base measure result config plugin workload"
	[kit]="base measure config/options.h plugin"
	[run]="base measure result config plugin workload plan worker/protocol.h"
	[command]="base measure result report compare import export view config plugin workload plan run kit"
)

for module in "${!below[@]}"; do
	while IFS=: read -r file line; do
		header=${line#*\"}
		header=${header%%\"*}
		allowed=no
		for place in $module ${below[$module]}; do
			case $header in
			"$place" | "$place"/* | bench_plugin.h) allowed=yes ;;
			esac
		done
		[ $allowed = yes ] || complain "$file includes $header"
	done < <(grep -H '#include "' core/"$module"/*.[ch])
done

# Backends are known by the folders of plugins/ alone.  NULL names none, and a
# suite may be called as the transfers were that it repeats.
for backend in plugins/*/; do
	name=$(basename "$backend")
	# A wrapper is no backend, and its name a word of the language.
	! grep -qs '\.wraps = 1' "$backend"*.c || continue
	found=$(grep -n '' core/*.[ch] core/*/*.[ch] | sed 's/\<NULL\>/0/g' |
		grep -Ei "[\"\` ]${name}[\"\`,. ]" |
		grep -vE 'sys/socket\.h|thread, socket or fork|POSIX' |
		grep -vE '^core/workload/suites\.c:[0-9]+:[[:space:]]*\{"'"$name"'", ')
	[ -z "$found" ] || complain "core/ names the backend $name: $found"
done
while IFS= read -r line; do
	complain "a plugin includes more than the contract: $line"
done < <(grep -nE '#include "(base|config|measure|result|plugin|run|worker|workload|view|command)/' plugins/*/*.[ch])

header=core/bench_plugin.h
for standard in c99 c11 c17; do
	gcc -std=$standard -pedantic -Wall -Wextra -Wshadow -Werror \
		-fsyntax-only -x c $header || complain "$header is no clean $standard"
done
g++ -std=c++17 -pedantic -Wall -Wextra -Wshadow -Werror -fsyntax-only \
	-x c++ $header || complain "$header is no clean C++17"

while read -r count file; do
	[ "$file" = total ] || [ "$count" -le 500 ] ||
		complain "$file has $count lines"
done < <(find core plugins tests -name '*.[ch]' -exec wc -l {} +)

# The tree compiles from what git has: no path of one machine in it.
found=$(grep -rnE '/home/|/work/|/root/' core plugins conf docs README.md 2>/dev/null)
[ -z "$found" ] || complain "a path of one machine: $found"

[ $failed = 0 ] && echo "house: in order"
exit $failed
