#!/bin/bash
# Someone measures a directory and the wire with one INI file, and reads the
# results: every number in them must agree with the others.

. "$(dirname "$0")/lib.sh"

port=$(free_port)
mkdir disk
echo precious >disk/letter
cat >home.ini <<END
[bench]
file_sizes   = 16k, 100000
record_sizes = 4k, 32k
threads      = 1, 2
rounds       = 2
slices       = 2
slice_time   = 1ms
seed         = 7

[target disk]
plugin = posix
path   = disk

[target wire]
plugin    = socket
port      = $port
start     = bench serve socket port=$port
reference = yes
END
tests="write rewrite read reread random_read random_write"

# Whatever language the user speaks: files have points, not commas.
status 0 env LC_ALL=de_DE.UTF-8 "$BENCH" -c home.ini
[ ! -s err ] || fail "warnings: $(cat err)"
dir=$(results) || fail "$dir"
csv=$dir/results.csv
[[ $dir == results/home-20[0-9][0-9]*Z ]] || fail "called $dir"
[ "$(find "$dir" -type f -printf '%f\n' | sort | paste -sd ' ')" = \
	"histograms.jsonl report.html results.csv run.json summary.csv wire.log workers.log" ] ||
	fail "in $dir: $(ls "$dir")"
[ ! -s "$dir/workers.log" ] || fail "workers said: $(cat "$dir/workers.log")"
[ "$(ls -A disk)" = letter ] || fail "left in the target: $(ls -A disk)"
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "the server is left"

# The table itself: its columns in their order, all lines alike and whole.
columns=schema,run_id,seq,started_utc,target,backend,test,file_size_bytes
columns+=,record_size_bytes,threads,depth,round,passes,status,bytes,ops
columns+=,elapsed_s,open_s,io_s,flush_s,close_s,throughput_bytes_per_s
columns+=,ops_per_s,lat_min_us,lat_mean_us,lat_p50_us,lat_p95_us,lat_p99_us
columns+=,lat_p999_us,lat_max_us,cpu_user_s,cpu_sys_s,cpu_host_s,clients
columns+=,client_min_bytes_per_s,client_max_bytes_per_s,direct,layout_bytes
columns+=,durability,cache,flags,error,counters
columns+=,sum_bytes_per_s,lat_p90_us,service_mean_us,service_p50_us
columns+=,service_p99_us,service_max_us,slice_rates,warmup,warmup_passes,sync
columns+=,pace,buffers,cpus,verify,verified_bytes,resident_share,run_delay_s
columns+=,steal_share,psi_cpu_share,psi_io_share,psi_memory_share,switches
columns+=,preemptions,minor_faults,major_faults,cpu_server_s,floor_us,quiet_s
columns+=,replaces,drift_ppm
columns+=,data,think_s,sharing,mix_share,time_s,ramp_s,files,source,conditions
columns+=,published
[ "$(head -n 1 "$csv")" = "$columns"$'\r' ] || fail "header: $(head -n 1 "$csv")"
[ "$(grep -c $'\r$' "$csv")" = "$(wc -l <"$csv")" ] || fail "line ends differ"
[ "$(tail -c 1 "$csv")" = "" ] || fail "the last line is not whole"
lacks "$csv" '"'
fields=$(awk -F, '{ print NF }' "$csv" | sort -u)
[ "$fields" = 83 ] || fail "fields in a line: $fields"
grep -qiE '(^|,)[-+]?(nan|inf)' "$csv" && fail "nan or inf"

# 2 targets, threads 1 and 2: 6 tests x 3 pairs of sizes + ping, 2 rounds, and
# 24 skipped cells: a record that is larger than the file.
cells=$((2 * 2 * (6 * 3 + 1)))
[ "$(rows "$csv" 'c["status"] == "ok"')" = $((cells * 2)) ] ||
	fail "$(rows "$csv" 'c["status"] == "ok"') rows are ok"
[ "$(rows "$csv" 'c["status"] == "skipped"')" = 24 ] || fail "skipped rows"
[ "$(rows "$csv" 1)" = $((cells * 2 + 24)) ] || fail "other rows"
[ "$(column "$csv" run_id | sort -u | wc -l)" = 1 ] || fail "run_id differs"
column "$csv" seq | cmp -s - <(seq $((cells * 2 + 24))) || fail "seq has gaps"

# none CONDITION: no row has it.
none() {
	local condition=${1//$'\n'/ } count
	count=$(rows "$csv" "$condition")
	[ "$count" = 0 ] || fail "$count rows have $condition"
}
ok='c["status"] == "ok"'
sized="$ok && c[\"test\"] != \"ping\""
none "$ok && (c[\"passes\"] < 1 || c[\"round\"] < 1 || c[\"round\"] > 2)"
none "$ok && c[\"error\"] != \"\""
none "!($ok) && (c[\"error\"] == \"\" || c[\"bytes\"] != \"\" ||
	c[\"elapsed_s\"] != \"\" || c[\"round\"] != \"\")"
# Several threads: the first to end ends all, so that none works alone.
none "$sized && c[\"threads\"] == 1 && c[\"bytes\"] + 0 !=
	c[\"passes\"] * c[\"file_size_bytes\"]"
none "$sized && c[\"bytes\"] + 0 >
	c[\"passes\"] * c[\"file_size_bytes\"] * c[\"threads\"]"
none "$sized && c[\"bytes\"] + 0 < c[\"passes\"] * c[\"file_size_bytes\"]"
none "$sized && c[\"threads\"] == 1 && c[\"ops\"] + 0 != c[\"passes\"] *
	int((c[\"file_size_bytes\"] + c[\"record_size_bytes\"] - 1) /
	c[\"record_size_bytes\"])"
none "$sized && c[\"bytes\"] > c[\"ops\"] * c[\"record_size_bytes\"]"
none "$ok && !(c[\"elapsed_s\"] > 0)"
# One thread: what was timed, to the nanosecond; several: from the first one's
# start to the last one's end, so no less.
none "$ok && c[\"threads\"] == 1 &&
	(d = c[\"elapsed_s\"] - c[\"io_s\"] - c[\"flush_s\"]) * d > 4e-18"
none "$ok && c[\"elapsed_s\"] - c[\"io_s\"] - c[\"flush_s\"] < -2e-9"
none "$sized && (d = c[\"throughput_bytes_per_s\"] * c[\"elapsed_s\"] /
	c[\"bytes\"] - 1) * d > 1e-6"
none "$ok && (d = c[\"ops_per_s\"] * c[\"elapsed_s\"] / c[\"ops\"] - 1) * d > 1e-6"
none "$ok && !(c[\"lat_min_us\"] + 0 <= c[\"lat_p50_us\"] + 0 &&
	c[\"lat_p50_us\"] + 0 <= c[\"lat_p95_us\"] + 0 &&
	c[\"lat_p95_us\"] + 0 <= c[\"lat_p99_us\"] + 0 &&
	c[\"lat_p99_us\"] + 0 <= c[\"lat_p999_us\"] + 0 &&
	c[\"lat_p999_us\"] + 0 <= c[\"lat_max_us\"] + 0)"
none "$ok && !(c[\"lat_min_us\"] + 0 <= c[\"lat_mean_us\"] + 0 &&
	c[\"lat_mean_us\"] + 0 <= c[\"lat_max_us\"] + 0)"
none "$ok && c[\"lat_max_us\"] == \"\""
none "$sized && !(c[\"client_min_bytes_per_s\"] + 0 > 0 &&
	c[\"client_min_bytes_per_s\"] + 0 <= c[\"client_max_bytes_per_s\"] + 0)"
none "$ok && c[\"clients\"] != c[\"threads\"]"
none "c[\"test\"] == \"ping\" && (c[\"file_size_bytes\"] != \"\" ||
	c[\"throughput_bytes_per_s\"] != \"\")"
none 'c["target"] == "wire" && c["backend"] != "socket"'
none 'c["target"] == "disk" && c["backend"] != "posix"'

# run.json knows its table.
grep -qF "\"sha256\": \"$(sha256sum <"$csv" | cut -d' ' -f1)\"" "$dir/run.json" ||
	fail "run.json has not the checksum of results.csv"
has "$dir/run.json" "\"$(column "$csv" run_id | head -n 1)\""
has "$dir/run.json" '"ended_utc"'
lacks "$dir/run.json" '"interrupted_by"'
if command -v python3 >/dev/null; then
	python3 -m json.tool "$dir/run.json" >/dev/null || fail "run.json is no JSON"
fi

# summary.csv: one line a cell, of all of its rounds.
summary=$dir/summary.csv
[ "$(rows "$summary" 1)" = $((cells + 24)) ] ||
	fail "summary.csv has $(rows "$summary" 1) cells"
[ "$(rows "$summary" 'c["n"] == 2 && c["status"] == "ok"')" = "$cells" ] ||
	fail "summary.csv: $(rows "$summary" 'c["n"] == 2') cells of two rounds"
csv=$summary none 'c["status"] == "ok" &&
	!(c["min"] + 0 <= c["median"] + 0 && c["median"] + 0 <= c["max"] + 0)'

# What was shown: a matrix of each test and target, and where the rows are.
for target in disk wire; do
	for test in $tests; do
		grep -q "^$target $test, MB/s" out ||
			fail "no matrix of $target $test: $(cat out)"
	done
done
grep -q '^ping, us' out || fail "no table of round trips"
has out "results: $dir"
has out "$((cells * 2)) rows measured; results: $dir/results.csv"
grep -qF $'\033' out && fail "escapes in a file"

# Another unit, and no rows: what is shown changes, the files do not.
rm -r results
status 0 "$BENCH" -c home.ini -q --unit MiB/s --results elsewhere \
	--set bench.tests=write --set bench.threads=1 --rounds 1
[ ! -e results ] || fail "--results is not heeded"
has out "write, MiB/s"
lacks out "MB/s,"
lacks out "round target"
csv=$(echo elsewhere/*/results.csv)
none "$ok && (d = c[\"throughput_bytes_per_s\"] * c[\"elapsed_s\"] /
	c[\"bytes\"] - 1) * d > 1e-6"
[ "$(rows "$csv" "$ok")" = 6 ] || fail "$(rows "$csv" "$ok") rows, not 6"
