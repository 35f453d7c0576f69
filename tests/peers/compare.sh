#!/bin/bash
# compare.sh - does `bench compare` tell a real slowdown from none?  By hand, on a
# machine at rest:
#
#   compare.sh [PAIRS [SECONDS-OF-QUIET]]
#
# Measures the directory $PEERS_MEMORY (/dev/shm) so many times twice (5 unless
# given) and compares each pair.  Then a toy backend and the same toy with a delay
# of 10 % in each record, as two targets of one run.  Prints what was claimed; ends
# with 1 if more than 1 of 20 pairs of the same differ, or the delay is not found.
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
	"$bench" -q --progress none --rounds 7 --set bench.quiet="$quiet"s \
		--set bench.report=no --set bench.tests=read,write,reread,random_read \
		--set bench.file_sizes=1m --set bench.record_sizes=64k,256k \
		--set bench.name="$name" --results "$scratch/$name.d" "$@" \
		>"$scratch/$name.log" 2>&1 || {
		cat "$scratch/$name.log" >&2
		exit 1
	}
	mv "$scratch/$name.d"/*/ "$scratch/$name" || exit 1
}

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
printf '[target %s]\nplugin = toy_delays\nlabel = %s\n' plain 0 slow 10 \
	>"$scratch/toy.ini"
measure toy -c "$scratch/toy.ini"
"$bench" compare "$scratch/toy" --target plain --with slow --fail-below 5% \
	2>/dev/null
status=$?
echo "a delay of 10 % in each record: exit status $status"
[ $((20 * (pairs - same))) -le "$pairs" ] && [ $status = 3 ]
