#!/bin/bash
# Several threads at once, each with its own session and file: the rows add up
# what all of them did in the time in which all were at work.  A library that
# stands one session in a process gets a process for each of them, and counts
# like the others.
. "$(dirname "$0")/lib.sh"

mkdir place plugins
cp "$TOYS/toy_one.so" plugins
export BENCH_PLUGIN_PATH=$PWD/plugins
port=$(free_port)

cat >threads.ini <<-INI
	[bench]
	file_sizes = 128k
	record_sizes = 16k
	threads = 1, 2
	tests = write, rewrite, read, random_read, random_write, ping
	rounds = 2
	quiet = 0
	slices = 1
	slice_time = 1ms

	[target place]
	plugin = posix
	path = place

	[target wire]
	plugin = socket
	port = $port
	start = exec bench serve socket port=$port

	[target one]
	plugin = toy_one
INI

status 0 "$BENCH" -c threads.ini
csv=$(results)/results.csv
for threads in 1 2; do
	for target in place wire one; do
		[ "$(rows "$csv" "c[\"target\"] == \"$target\" && c[\"status\"] == \"ok\" &&
			c[\"threads\"] == $threads && c[\"clients\"] == $threads &&
			c[\"replaces\"] == \"\"")" = 12 ] ||
			fail "not 12 rows of $target with $threads threads: $(cat "$csv")"
	done
done

# The first thread that is done ends the slice: its passes are whole, those of the
# others may be cut; all that was moved is counted.  (Rows that stand in for
# disturbed ones come on top.)
sized='c["status"] == "ok" && c["test"] != "ping" && c["replaces"] == ""'
[ "$(rows "$csv" "$sized")" = 60 ] || fail "not 60 rows with sizes: $(cat "$csv")"
[ "$(rows "$csv" "$sized && c[\"passes\"] >= 1 &&
	c[\"bytes\"] >= c[\"passes\"] * 131072 &&
	c[\"bytes\"] <= c[\"passes\"] * 131072 * c[\"threads\"] &&
	c[\"ops\"] * 16384 == c[\"bytes\"]")" = 60 ] ||
	fail "bytes or operations do not add up: $(cat "$csv")"
[ "$(rows "$csv" "$sized && c[\"threads\"] == 1 &&
	c[\"bytes\"] == c[\"passes\"] * 131072")" = 30 ] ||
	fail "the bytes of one thread: $(cat "$csv")"
[ "$(rows "$csv" "$sized && c[\"client_max_bytes_per_s\"] > 0 &&
	c[\"client_min_bytes_per_s\"] <= c[\"client_max_bytes_per_s\"] &&
	c[\"sum_bytes_per_s\"] >= c[\"client_max_bytes_per_s\"]")" = 60 ] ||
	fail "the slowest and the fastest client: $(cat "$csv")"
[ "$(rows "$csv" "$sized && c[\"threads\"] == 1 &&
	c[\"client_min_bytes_per_s\"] != c[\"client_max_bytes_per_s\"]")" = 0 ] ||
	fail "one client is not as fast as itself: $(cat "$csv")"
[ "$(rows "$csv" "$sized && split(c[\"slice_rates\"], rate, \" \") != 1")" = 0 ] ||
	fail "not one rate of one slice: $(cat "$csv")"

# Worn out, every thread does all of its work: all bytes, and none twice.
rm -r results
status 0 "$BENCH" -c threads.ini --set bench.wearout=yes
csv=$(results)/results.csv
[ "$(rows "$csv" "$sized && c[\"passes\"] >= 1 &&
	c[\"bytes\"] == c[\"passes\"] * 131072 * c[\"threads\"] &&
	c[\"ops\"] == c[\"passes\"] * 8 * c[\"threads\"]")" = 60 ] ||
	fail "bytes or operations of all work do not add up: $(cat "$csv")"

[ -z "$(ls -A place)" ] || fail "files were left behind: $(find place)"

# More threads than processors do not make a processor faster: no rate stands on
# more processor time than there was.  (It did while each thread's own time was
# taken for the time of all.)
rm -r results
cp "$TOYS/toy_memory.so" plugins
many=$(($(nproc) * 4))
status 0 "$BENCH" -c threads.ini --set bench.threads=$many --set bench.rounds=3 \
	--set bench.tests=read --set bench.slice_time=10ms
dir=$(results) || fail "$dir"
[ "$(rows "$dir/results.csv" 'c["status"] == "ok" && c["replaces"] == ""')" = 9 ] ||
	fail "not 9 rows"
[ "$(rows "$dir/results.csv" "c[\"cpu_user_s\"] + c[\"cpu_sys_s\"] > \
	1.3 * $(nproc) * c[\"elapsed_s\"]")" = 0 ] ||
	fail "more processor time than there was: $(cat "$dir/results.csv")"
