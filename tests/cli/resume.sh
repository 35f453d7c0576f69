# resume.sh - a run to be killed and gone on with, and how to tell that nothing is
# amiss with what came of it.  Sourced by test_resume.sh and
# test_resume_refused.sh.
# shellcheck shell=bash

# One toy, since each bench that is started looks at all that there are.
mkdir disk toys
ln -s "$TOYS/toy_memory.so" toys/
export BENCH_PLUGIN_PATH=$PWD/toys
port=$(free_port)
cat >all.ini <<END
[bench]
file_sizes   = 64k
record_sizes = 4k, 128k
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
	[ -z "$(ls -A disk)" ] ||
		fail "$2: left behind: $(ls -A disk); $(grep -i -e warn -e removed err)"
	[ "$(member "$1" 'run["complete"], run["results"]["rows"],
		run["results"]["sha256"]')" = "True $(($(wc -l <"$1/results.csv") - 1)) \
$(sha256sum <"$1/results.csv" | cut -d' ' -f1)" ] ||
		fail "$2: run.json says otherwise: $(grep -A 6 '"results"' "$1/run.json")"
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

# begin ARGUMENTS...: a run that is killed once it has five rows; $dir is its
# directory.
begin() {
	start "$@"
	for _ in $(seq 1000); do
		[ "$(cat results/*/results.csv 2>/dev/null | wc -l)" -ge 6 ] && break
		sleep 0.01
	done
	# shellcheck disable=SC2034 # for the test that sources this
	dir=$(results)
}
