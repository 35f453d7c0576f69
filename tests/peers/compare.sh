#!/bin/bash
# compare.sh - does `bench compare` tell a real slowdown from none?  By hand, on a
# machine at rest:
#
#   compare.sh [PAIRS [SECONDS-OF-QUIET]]
#
# Measures the directory $PEERS_MEMORY (/dev/shm) so many times twice (5 unless
# given) and compares each pair.  Then a toy backend and the same toy with a delay
# of 10 % in each record, as two targets of one run; and with 12 %, and none, in
# runs of 10 rounds, four of each.  Prints what was claimed; ends with 1 if more than
# 1 of 20 pairs of the same differ, or a delay is not found, or one that is none.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
bench=$(realpath -m "${BENCH:-$root/build/bench}")
pairs=${1:-5}
quiet=${2:-2}
[ -x "$bench" ] || {
	echo "compare: $bench is not there; run make first" >&2
	exit 2
}
scratch=$(mktemp -d /tmp/bench-compare.XXXXXX) || exit 1
memory=$(mktemp -d "${PEERS_MEMORY:-/dev/shm}/bench-compare.XXXXXX") || exit 1
trap 'rm -rf "$scratch" "$memory"' EXIT
trap 'exit 130' INT TERM HUP

# measure NAME WHAT...: its results are in $scratch/NAME.
measure() {
	local name=$1
	shift
	"$bench" -q --progress none --rounds "$rounds" --set bench.quiet="$quiet"s \
		--set bench.report=no --set bench.tests=read,write,reread,random_read \
		--set bench.file_sizes=1m --set bench.record_sizes=64k,256k \
		--set bench.name="$name" --results "$scratch/$name.d" "$@" \
		>"$scratch/$name.log" 2>&1 || {
		cat "$scratch/$name.log" >&2
		exit 1
	}
	mv "$scratch/$name.d"/*/ "$scratch/$name" || exit 1
}

rounds=7
same=0
for ((pair = 1; pair <= pairs; pair++)); do
	measure "a$pair" "$memory"
	measure "b$pair" "$memory"
	if "$bench" compare "$scratch/a$pair" "$scratch/b$pair" --fail-below 5% \
		>"$scratch/out" 2>/dev/null && ! grep -q ', confirmed$' "$scratch/out"; then
		same=$((same + 1))
	fi
	echo "pair $pair: $(sed -n 3p "$scratch/out"); all $(grep -E '^  all' "$scratch/out" |
		sed 's/^  all *[0-9]* *//')"
done
echo "$same of $pairs pairs of the same: no confirmed change"

export BENCH_PLUGIN_PATH=$root/build/tests/plugins

# delayed NAME PERCENT: two targets, one with that delay; the comparison's status.
delayed() {
	printf '[target %s]\nplugin = toy_delays\nlabel = %s\n' plain 0 slow "$2" \
		>"$scratch/toy.ini"
	measure "$1" -c "$scratch/toy.ini"
	"$bench" compare "$scratch/$1" --target plain --with slow --fail-below 5% \
		>"$scratch/out" 2>/dev/null
}

delayed toy 10
status=$?
cat "$scratch/out"
echo "a delay of 10 % in each record: exit status $status"
rounds=10
right=0
for run in 1 2 3 4; do
	for percent in 12 0; do
		delayed "toy$percent-$run" $percent
		found=$?
		echo "10 rounds, $percent %: exit status $found, $(sed -n 3p "$scratch/out")"
		[ $found = $((percent ? 3 : 0)) ] && right=$((right + 1))
	done
done
[ $((20 * (pairs - same))) -le "$pairs" ] && [ $status = 3 ] && [ $right = 8 ]
