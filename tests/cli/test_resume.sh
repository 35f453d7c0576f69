#!/bin/bash
# A run that was killed, whenever that was, is gone on with: the same cells and
# rounds as in a run that nothing disturbed, each once, and nothing is left in
# the targets.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/resume.sh"

began=$(date +%s%N)
status 0 "$BENCH" -c all.ini
took=$(($(date +%s%N) - began))
mv "$(results)" undisturbed
rmdir results
[ "$(keys undisturbed/results.csv | grep -c ok)" = 15 ] ||
	fail "the undisturbed run has not 15 rows: $(keys undisturbed/results.csv)"

# moment N OF: so far into the run.
moment() {
	awk -v took="$took" -v n="$1" -v of="$2" \
		'BEGIN { printf "%.3f", took / 1e9 * n / of }'
}

resumed=0 left=0
for i in $(seq 12); do
	start -c all.ini
	sleep "$(moment "$i" 13)"
	stop
	if [ ! -d results ] || [ ! -e "$(results)/run.json" ]; then
		[ -z "$(ls -A disk)" ] || fail "without run.json: $(ls -A disk)"
		rm -rf results
		continue
	fi
	[ -z "$(ls -A disk)" ] || left=$((left + 1))
	if [ $((i % 3)) = 0 ]; then
		start --resume "$(results)"
		sleep "$(moment 1 3)"
		stop
	fi
	status 0 "$BENCH" --resume "$(results)"
	same "$(results)" "killed at moment $i"
	resumed=$((resumed + 1))
	rm -rf results
done
[ $resumed -ge 6 ] || fail "only $resumed runs came so far as to be resumed"
[ $left -ge 3 ] || fail "only $left runs left something to be cleaned"
exit 0
