#!/bin/bash
# What is written when it is to be compressible or to repeat, held against a
# real compressor; slices of a given time, pauses, and threads that share a file.
. "$(dirname "$0")/lib.sh"

command -v python3 >/dev/null || skip "python3 is not installed"
mkdir there

# The run's own file while it is there: fill a slice that lasts, and copy it.
# written KEY=VALUE...: leaves the file as ./file
written() {
	local pid key sets=()
	for key; do sets+=(--set "bench.$key"); done
	rm -rf results file
	"$BENCH" there --progress none --set bench.tests=rewrite \
		--set bench.file_sizes=4m --set bench.record_sizes=64k \
		--rounds 1 --set bench.slices=1 --set bench.time=30s \
		--set bench.quiet=0 "${sets[@]}" >out 2>err &
	pid=$!
	eventually copied
	kill -INT $pid
	ends 130 $pid
}

# All of it was written once, and by the slice, not only to be filled.
copied() {
	local name
	name=$(find there -type f -size 4096k)
	[ -n "$name" ] && sleep 0.3 && cp "$name" file
}

# saved KIND: the percentage that a compressor, or one that keeps each block of
# 4 KiB once, saves.
saved() {
	python3 - "$1" <<-'PY'
		import sys, zlib
		data = open("file", "rb").read()
		if sys.argv[1] == "zlib":
		    kept = len(zlib.compress(data, 1))
		else:
		    kept = 4096 * len({data[i:i + 4096] for i in range(0, len(data), 4096)})
		print(round(100 * (1 - kept / len(data))))
	PY
}

# near KIND PERCENT: within 5 points.
near() {
	local got
	got=$(saved "$1")
	if [ "$got" -lt $(($2 - 5)) ] || [ "$got" -gt $(($2 + 5)) ]; then
		fail "$1 saves $got %, not $2 %"
	fi
}

written
near zlib 0
near blocks 0
written compressible=50%
near zlib 50
near blocks 0
written compressible=80%
near zlib 80
written dedupable=40%
near blocks 40
written compressible=50% dedupable=25%
near blocks 25
written fill=zero
near zlib 100
near blocks 100
rm -rf results

# The rows say so; a share of files of their own is said as well.
cat >shape.ini <<-INI
	[bench]
	file_sizes = 256k
	record_sizes = 16k
	rounds = 1
	slices = 2
	quiet = 0
	[target squeezed]
	plugin = posix
	path = there
	tests = write, mixed
	compressible = 25%
	mix = 30%
	[target timed]
	plugin = posix
	path = there
	tests = read, rewrite
	time = 300ms
	ramp = 100ms
	[target thinking]
	plugin = posix
	path = there
	tests = read
	think = 2ms
	[target together]
	plugin = posix
	path = there
	tests = write, read, random_write
	threads = 4
	sharing = one
	[target names]
	plugin = posix
	path = there
	tests = create
	files = 20
INI
status 0 "$BENCH" -c shape.ini --progress none
csv=$(results)/results.csv
count() {
	[ "$(rows "$csv" "$2")" = "$1" ] || fail "not $1 rows $2: $(cat "$csv")"
}
count 2 'c["data"] == "compressible=25%"'
count 1 'c["mix_share"] == 0.3 && c["test"] == "mixed"'
# Two slices of 150 ms; the last operation may end a little later.
count 2 'c["target"] == "timed" && c["time_s"] == 0.3 && c["ramp_s"] == 0.1 &&
	c["warmup_passes"] > 0 && c["warmup"] == "none" && c["status"] == "ok"'
count 1 'c["target"] == "timed" && c["test"] == "read" &&
	c["elapsed_s"] > 0.14 && c["elapsed_s"] < 1'
# Sixteen records with a pause each are no slower by themselves.
count 1 'c["think_s"] == 0.002 && c["lat_p50_us"] < 1900'
count 1 'c["target"] == "together" && c["test"] == "write" &&
	c["status"] == "unsupported" && c["error"] ~ /sharing = one/'
count 2 'c["target"] == "together" && c["sharing"] == "one" &&
	c["status"] == "ok" && c["threads"] == 4'
count 4 'c["sharing"] == "own" && c["test"] !~ /create/ && c["status"] == "ok" &&
	(c["target"] == "squeezed" || c["target"] == "timed")'
count 1 'c["target"] == "names" && c["files"] == 20 && c["status"] == "ok"'
[ -z "$(ls -A there)" ] || fail "files were left behind: $(ls there)"

# Nothing that shares or squeezes is verified.
status 0 "$BENCH" -c shape.ini --progress none --results other \
	--set bench.verify=yes --set squeezed.tests=write
[ "$(rows other/*/results.csv 'c["target"] == "squeezed" &&
	c["status"] == "unsupported" && c["error"] ~ /patterns of its own/')" = 1 ] ||
	fail "$(cat other/*/results.csv)"
[ "$(rows other/*/results.csv 'c["target"] == "together" &&
	c["status"] == "unsupported"')" = 3 ] || fail "$(cat other/*/results.csv)"
