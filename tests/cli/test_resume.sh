#!/bin/bash
# A run that was killed, whenever that was, is gone on with: the same cells and
# rounds as in a run that nothing disturbed, each once, and nothing is left in
# the targets.  What is no such run, or not the same one, is refused.
. "$(dirname "$0")/lib.sh"

export BENCH_PLUGIN_PATH=$TOYS
port=$(free_port)
mkdir disk
cat >all.ini <<END
[bench]
file_sizes   = 64k
record_sizes = 4k, 64k, 128k
tests        = write, read
threads      = 1, 2
rounds       = 3
slices       = 1
slice_time   = 1ms
warmup       = no
quiet        = 0

[target disk]
plugin  = posix
path    = disk
threads = 2

[target store]
plugin  = toy_memory
threads = 1

[target wire]
plugin  = socket
port    = $port
threads = 1
tests   = read
start   = bench serve socket port=$port
END

# keys CSV: what each row is of, sorted.  Rounds that stand in for disturbed ones
# come as chance has it, so they are no part of this.
keys() {
	awk -F, '
		{ sub(/\r$/, "") }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["replaces"] == "" {
			print $at["target"], $at["test"], $at["file_size_bytes"],
				$at["record_size_bytes"], $at["threads"], $at["depth"],
				$at["round"], $at["status"]
		}' "$1" | sort
}

# counts DIR: the cells of summary.csv and how many planned rounds each has.
counts() {
	awk -F, '
		{ sub(/\r$/, "") }
		FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
		{
			cell = $at["target"] " " $at["test"] " " $at["file_size_bytes"] \
				" " $at["record_size_bytes"] " " $at["threads"] " " \
				$at["depth"]
		}
		"round" in at {
			more[cell] += $at["replaces"] != "" && $at["status"] == "ok"
			next
		}
		{ print cell, $at["status"], $at["n"] - more[cell], $at["failed"] }
		' "$1/results.csv" "$1/summary.csv" | sort
}

# member DIR EXPRESSION: of run.json, which is `run`.
member() {
	python3 -c "import json, sys
run = json.load(open(sys.argv[1] + '/run.json'))
print($2)" "$1"
}

# same DIR WHEN: all is as in the run that nothing disturbed.
same() {
	diff <(keys undisturbed/results.csv) <(keys "$1/results.csv") >differences ||
		fail "$2: other rows: $(head -n 20 differences)"
	diff <(counts undisturbed) <(counts "$1") >differences ||
		fail "$2: another summary: $(head -n 20 differences)"
	[ -z "$(column "$1/results.csv" seq | sort | uniq -d)" ] ||
		fail "$2: a seq comes twice"
	[ "$(column "$1/results.csv" run_id | sort -u | wc -l)" = 1 ] ||
		fail "$2: more than one run_id"
	[ -z "$(ls -A disk)" ] || fail "$2: left behind: $(ls -A disk)"
	[ "$(member "$1" 'run["complete"]')" = True ] || fail "$2: not complete"
	[ "$(member "$1" 'run["results"]["rows"]')" = \
		$(($(wc -l <"$1/results.csv") - 1)) ] || fail "$2: other rows"
	[ "$(sha256sum <"$1/results.csv" | cut -d' ' -f1)" = \
		"$(member "$1" 'run["results"]["sha256"]')" ] || fail "$2: other sum"
	! compgen -G "$1/*.tmp" >/dev/null || fail "$2: $(ls "$1")"
	# Each line of histograms has its row, each measured row its line.
	diff <(grep -oE '"seq":[0-9]+' "$1/histograms.jsonl" | cut -d: -f2 | sort) \
		<(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			$at["status"] == "ok" { print $at["seq"] }' \
			"$1/results.csv" | sort) >differences ||
		fail "$2: other histograms: $(head -n 5 differences)"
}

# start ARGUMENTS...: a run in the background; $run is its process.
start() {
	"$BENCH" "$@" >out 2>err &
	run=$!
	disown "$run"
}

stop() {
	kill -KILL "$run" 2>/dev/null
	eventually gone "$run"
}

began=$(date +%s%N)
status 0 "$BENCH" -c all.ini
took=$(($(date +%s%N) - began))
mv "$(results)" undisturbed
rmdir results
[ "$(keys undisturbed/results.csv | grep -c ok)" = 30 ] ||
	fail "the undisturbed run has not 30 rows: $(keys undisturbed/results.csv)"

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

# begin ARGUMENTS...: a run that is killed once it has five rows; $dir is its
# directory.
begin() {
	start "$@"
	for _ in $(seq 1000); do
		[ "$(cat results/*/results.csv 2>/dev/null | wc -l)" -ge 6 ] && break
		sleep 0.01
	done
	dir=$(results)
}

# Nobody goes on with a run that is going on.
begin -c all.ini --rounds 100
status 2 "$BENCH" --resume "$dir"
has err "$dir: another bench is writing there"
stop
rm -rf results disk/*
begin -c all.ini
stop

# Torn by hand, in the three files that have a line a row; and files that were
# about to be replaced.
cp -r "$dir" torn
tail -c 30 undisturbed/results.csv | head -c 20 >>torn/results.csv
printf '{"seq":9999,"min":1,"max":1,"sum":1.0,"counts":[[1,1]]}\n{"seq":' \
	>>torn/histograms.jsonl
printf '{"seq":9999,"rates":[1.0]}\n{"seq":' >torn/series.jsonl
touch torn/run.json.4711-0.tmp torn/summary.csv.4711-2.tmp
status 0 "$BENCH" --resume torn/
has err "torn/results.csv: the last line was broken off (20 bytes) and is dropped"
has err "torn/histograms.jsonl: the last line was broken off (7 bytes)"
has out "rows are there already"
[ ! -s torn/series.jsonl ] || fail "series without a row: $(cat torn/series.jsonl)"
same torn "torn"
[ "$(member torn 'len(run["resumed"]), run["resumed"][0]["torn_bytes"]')" = \
	"1 20" ] || fail "resumed: $(member torn 'run["resumed"]')"
[ "$(member torn '"-c" in run["resumed"][0]["command"]')" = True ] ||
	fail "resumed: $(member torn 'run["resumed"]')"

# It is complete now, and nothing is touched.
cp -r torn complete
status 0 "$BENCH" --resume complete
has out "the run was complete, so nothing was measured"
has out "$(rows torn/results.csv 'c["status"] == "ok"') rows measured; results: complete/results.csv"
[ "$(diff -r torn complete)" = "" ] || fail "touched: $(diff -r torn complete)"

# More rounds; not fewer.
status 0 "$BENCH" --resume complete --rounds 4
[ "$(rows complete/results.csv 'c["round"] == 4 && c["status"] == "ok"')" = 10 ] ||
	fail "not 10 rows of round 4"
status 2 "$BENCH" --resume complete --rounds 2
has err "--rounds can add rounds, not take them away"
status 2 "$BENCH" --resume complete -c all.ini
has err "complete is of another configuration: in [bench], rounds was \`4\` and is \`3\` now"

# The same configuration, or none.
status 0 "$BENCH" -c all.ini --resume torn
sed 's/64k, 128k/64k/' all.ini >other.ini
status 2 "$BENCH" -c other.ini --resume "$dir"
has err "in [bench], record_sizes was \`4k, 64k, 128k\` and is \`4k, 64k\` now"
status 2 "$BENCH" --resume "$dir" --set disk.path=.
has err "in [target disk], path was \`disk\` and is \`.\` now"
sed 's/target store/target shop/' all.ini >other.ini
status 2 "$BENCH" -c other.ini --resume "$dir"
has err "it has [target store] where [target shop] is now"
mkdir elsewhere
(cd elsewhere && ! "$BENCH" --resume "../$dir" >../out 2>../err) || fail "resumed"
has err "from here path = disk of [target disk] leads elsewhere"
status 2 "$BENCH" --resume "$dir" --results elsewhere
has err "what is resumed stays where it is"

# Another kernel, bench or plugin: said and noted.
cp -r "$dir" moved
sed -i 's/"kernel": "[^"]*"/"kernel": "Linux 1.0"/' moved/run.json
status 0 "$BENCH" --resume moved
has err "the part before this one ran with kernel \`Linux 1.0\`"
[ "$(member moved 'run["resumed"][0]["differs"]["kernel"]["before"]')" = \
	"Linux 1.0" ] || fail "no difference is noted"

# A target that is out of reach now: what it may hold is named; once it is back,
# its cells are measured after all.
cp -r "$dir" away
mv disk gone
status 1 "$BENCH" --resume away
has err "target \`disk\`"
has err "what the part before this one may have left there (bench-"
[ "$(rows away/results.csv 'c["target"] == "disk" && c["round"] == ""')" -ge 4 ] ||
	fail "no rows of the target that is away"
mv gone disk
status 0 "$BENCH" --resume away
[ "$(member away 'run["resumed"][1]["superseded_rows"] > 0')" = True ] ||
	fail "no rows were superseded"
same away "away and back"

# broken WHAT SENTENCE: a copy, in ./broken, is refused and left as it is.
broken() {
	cp -r broken before
	status 2 "$BENCH" --resume broken
	has err "$1"
	lines err 1
	diff -r broken before || fail "$1: touched"
	rm -rf broken before
}

cp -r "$dir" broken && rm broken/run.json
broken "broken/run.json: No such file or directory; without it a run cannot be resumed"
cp -r "$dir" broken && head -c 100 "$dir/run.json" >broken/run.json
broken "broken/run.json:"
cp -r "$dir" broken && sed -i 's/"schema": 1/"schema": 2/' broken/run.json
broken 'broken/run.json: expected "schema": 1'
cp -r "$dir" broken && sed -i 's/"run_id": "/"run_id": "..\//' broken/run.json
broken "broken/run.json lacks run_id"
cp -r "$dir" broken && : >broken/results.csv
broken "broken/results.csv:1: expected a header line, found nothing"
cp -r "$dir" broken && rm broken/results.csv
broken "broken/results.csv: cannot be read: No such file or directory"
cp -r "$dir" broken && sed -i '2s/^1,/2,/' broken/results.csv
broken "broken/results.csv:2: schema: expected 1, found 2"
cp -r "$dir" broken && sed -i '3s/,/x,/3' broken/results.csv
broken "broken/results.csv:3: seq: expected a whole number"
cp -r "$dir" broken && sed -i '3{p}' broken/results.csv
broken "broken/results.csv has the same cell and round in lines"
cp -r "$dir" broken && sed -i '3s/,write,/,ping,/;3s/,read,/,ping,/' broken/results.csv
broken "broken/results.csv:3: a row of target"
status 2 "$BENCH" --resume nowhere
has err "nowhere cannot be opened: No such file or directory"
status 2 "$BENCH" --resume all.ini
has err "all.ini cannot be opened: Not a directory"
rm -rf results
exit 0
