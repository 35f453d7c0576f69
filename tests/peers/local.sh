# local.sh - comparisons without a network: the harness itself, the bare loop,
# fio, dd, bonnie++, iozone, and bench against itself.
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared by all four

# fio so that it does the same as bench: aligned buffers, the same bytes each
# time, nothing dropped from the cache, one processor.
fio_fair=(--iomem_align=2m --scramble_buffers=0 --invalidate=0
	--cpus_allowed="$far" --output-format=json)
# What each side of a cached cell takes: three processes, since each draws a level
# of its own; the median counts.
steady=("rounds = 3" "slices = 5" "slice_time = 60ms" "cpus = $far"
	"sync = none")

# The name of the file system that a directory lies on; of mounts on one point the
# last.
filesystem() {
	findmnt -no FSTYPE -T "$1" | tail -n 1
}

# fs_target NAME DIRECTORY LINE...
fs_target() {
	local section=$1 directory=$2
	shift 2
	mkdir -p "$directory"
	target "$section" "plugin = posix" "path = $directory" "$@"
}

# prefilled FILE RECORD COUNT: a file of random bytes, written by such records.
prefilled() {
	dd if=/dev/urandom of="$1" bs="$2" count="$3" iflag=fullblock status=none ||
		die "no room for $1"
}

# fio_rate KEY read|write FIO-ARGUMENT...: notes its MB/s.
fio_rate() {
	local key=$1 way=$2
	shift 2
	tool "$key, fio" fio --name=peer --rw="$way" "$@" "${fio_fair[@]}"
	note "$key" peer "$(awk -v way="\"${way#rand}\"" '
		$1 == way { inside = 1 }
		inside && /"bw_bytes"/ {
			gsub(/[^0-9]/, "", $3)
			print $3 / 1e6
			exit
		}' "$scratch/tool.out")"
}

# The clocks that this machine has, in `clocks`.
find_clocks() {
	has_backend null || return 1
	target null "plugin = null"
	[ -z "${clocks:-}" ] || return 0
	clocks=system
	if run_bench null "clock = tsc" "rounds = 1" "tests = ping"; then
		clocks="tsc system"
	else
		leave_out "$name, clock = tsc: $(tail -n 1 "$scratch/tool.out")"
	fi
	return 0
}

# null: what an operation costs when nothing is done.
null_start() {
	find_clocks || return 1
	row null-tsc-read own 16 25 ns "null backend, an operation, clock = tsc"
	row null-system-read own 28 40 ns \
		"null backend, an operation, clock = system"
}

null_turn() {
	local clock
	for clock in $clocks; do
		quiet
		ours null-"$clock" ours null lat_mean_us 1000 "clock = $clock" \
			"tests = read" "file_sizes = 16m" "record_sizes = 512" \
			"${steady[@]}"
	done
}

# loop: the same calls by `bench rawloop`.
loop_start() {
	local place record bars
	has_backend posix || return 1
	fs_target memory "$memory/loop"
	fs_target disk "$disk/loop"
	for place in memory disk; do
		for record in 512 4k 64k 1m; do
			case $record in
			512) bars="0.87 0.82" ;;
			4k) bars="0.92 0.88" ;;
			64k) bars="0.98 0.97" ;;
			1m) bars="0.995 0.98" ;;
			esac
			# shellcheck disable=SC2086
			row loop-$place-$record-read higher $bars MB/s \
				"read $record cached, $(filesystem "${!place}") / bare loop"
		done
	done
}

loop_ours() {
	ours "loop-$place-$record" ours "$place" throughput_bytes_per_s 1e-6 \
		"tests = read" "file_sizes = 16m" "record_sizes = $record" \
		"${steady[@]}"
}

loop_peer() {
	local _ rates=''
	for _ in 1 2 3; do
		tool "loop-$place-$record, rawloop" "$bench" rawloop --op read \
			--file "${!place}/rawloop" --size 16m --record "$record" \
			--cpu "$far" --time 300ms
		rates+=$(sed -n 's/.*"bytes_per_s": \([0-9]*\).*/\1/p' \
			"$scratch/tool.out")$'\n'
	done
	note "loop-$place-$record-read" peer \
		"$(sort -n <<<"${rates%$'\n'}" | awk 'NR == 2 { print $1 / 1e6 }')"
}

loop_turn() {
	local place record
	for place in memory disk; do
		for record in 512 4k 64k 1m; do
			both loop_ours loop_peer
		done
	done
}

# names: the create-and-delete loop by `bench rawloop`.  Each of the four verbs is
# timed, so what a look at the clock costs shows here.
names_start() {
	local clock
	has_backend posix && find_clocks || return 1
	fs_target names "$memory/names"
	for clock in $clocks; do
		row "names-$clock-create_unlink" higher 0.97 0.95 loops/s \
			"create_unlink, $(filesystem "$memory") / bare loop, clock = $clock"
	done
}

names_ours() {
	ours "names-$clock" ours names ops_per_s 1 "tests = create_unlink" \
		"clock = $clock" "${steady[@]}"
}

names_peer() {
	local _ rates=''
	for _ in 1 2 3; do
		tool "names, rawloop" "$bench" rawloop --op create_unlink \
			--directory "$memory/names" --cpu "$far" --time 300ms
		rates+=$(sed -n 's/.*"loops_per_s": \([0-9.]*\).*/\1/p' \
			"$scratch/tool.out")$'\n'
	done
	note "names-$clock-create_unlink" peer \
		"$(sort -n <<<"${rates%$'\n'}" | awk 'NR == 2')"
}

names_turn() {
	local clock
	for clock in $clocks; do
		both names_ours names_peer
	done
}

# fio: 4 KiB records, cached, the file there; with latencies as it comes, and
# without them (gtod_reduce).  The bare loop stands beside: no tool can be faster,
# so its ratio to fio is what the machine leaves room for.
fio_start() {
	local place
	has_backend posix && has_tool fio || return 1
	fs_target memory "$memory/loop"
	fs_target disk "$disk/loop"
	for place in memory disk; do
		prefilled "${!place}/fio" 4k 4096
		row fio-$place-read higher 1.4 1.25 MB/s \
			"read 4 KiB, $(filesystem "${!place}") / fio psync"
		row fio-$place-rewrite higher 1.7 1.25 MB/s \
			"rewrite 4 KiB, $(filesystem "${!place}") / fio psync"
		row fio-$place-reduced-read higher 1.25 1.15 MB/s \
			"read 4 KiB, $(filesystem "${!place}") / fio gtod_reduce"
		row fio-$place-reduced-rewrite higher 1.25 1.15 MB/s \
			"rewrite 4 KiB, $(filesystem "${!place}") / fio gtod_reduce"
		row fio-$place-bare-read higher - - MB/s \
			"bare loop, read 4 KiB, $(filesystem "${!place}") / fio psync"
		row fio-$place-bare-write higher - - MB/s \
			"bare loop, write 4 KiB, $(filesystem "${!place}") / fio psync"
	done
}

# What fio psync made in this round is the peer of the bare loop too.
fio_bare() {
	local way=${test#re}
	[ "$test" = rewrite ] || way="read"
	tool "$key-$way, rawloop" "$bench" rawloop --op "$way" \
		--file "${!place}/rawloop" --size 16m --record 4k --cpu "$far" --time 1s
	note "$key-bare-$way" ours "$(sed -n \
		's/.*"bytes_per_s": \([0-9]*\).*/\1/p' "$scratch/tool.out" |
		awk '{ print $1 / 1e6 }')"
	note "$key-bare-$way" peer "$(awk -v key="$key-$test" -v round="$round" '
		$1 == key && $2 == "peer" && $3 == round { print $4 }' \
		"$scratch/figures")"
}

fio_ours() {
	ours "$key" ours "$place" throughput_bytes_per_s 1e-6 "tests = $test" \
		"file_sizes = 16m" "record_sizes = 4k" "${steady[@]}"
}

fio_peer() {
	local way=${test#re}
	[ "$test" = rewrite ] || way="read"
	fio_rate "$key-$test" "$way" --filename="${!place}/fio" --bs=4k --size=16m \
		--ioengine=psync --fallocate=none --overwrite=1 --time_based \
		--runtime=1 --gtod_reduce="$reduce"
}

fio_turn() {
	local place test reduce key
	for place in memory disk; do
		for test in read rewrite; do
			for reduce in 0 1; do
				key=fio-$place
				[ $reduce = 0 ] || key+=-reduced
				both fio_ours fio_peer
				[ $reduce = 1 ] || { quiet && fio_bare; }
			done
		done
	done
}

# uring: 32 records of 4 KiB in flight, past the cache.
uring_start() {
	has_backend posix && has_tool fio || return 1
	"$bench" plugin help posix | grep -q '^  io$' ||
		leave_out "uring: this bench has no io = uring" || return 1
	[ "$(filesystem "$disk")" != tmpfs ] ||
		leave_out "uring: $disk is memory" || return 1
	fs_target uring "$disk/uring" "io = uring"
	prefilled "$disk/fio-uring" 1M 256
	sync -f "$disk/fio-uring"
	row uring-random_read higher 1.0 0.95 MB/s \
		"random read 4 KiB, depth 32, O_DIRECT / fio io_uring"
}

uring_ours() {
	ours uring ours uring throughput_bytes_per_s 1e-6 "tests = random_read" \
		"file_sizes = 256m" "record_sizes = 4k" "layout = 1m" "depth = 32" \
		"cache = direct" "sync = none" "cpus = $far" "rounds = 1" \
		"slices = 3" "slice_time = 700ms"
}

# bench registers its files as well.
uring_peer() {
	fio_rate uring-random_read randread --filename="$disk/fio-uring" --bs=4k \
		--size=256m --ioengine=io_uring --iodepth=32 --direct=1 \
		--registerfiles --time_based --ramp_time=0.5 --runtime=2
}

uring_turn() {
	both uring_ours uring_peer
}

# spread: the same cell by 12 whole runs of bench and 12 single ones of iozone, in
# turns, all in the first round.
spread_start() {
	has_backend posix || return 1
	fs_target memory "$memory/loop"
	row spread-read cv 1 2 MB/s "64 KiB file, read 4 KiB: spread of 12 runs, %"
	has_tool iozone || return 0
	row spread-read-iozone cvs 0.25 0.5 MB/s \
		"that spread / spread of 12 iozone runs"
}

spread_iozone() {
	tool "spread, iozone" taskset -c "$far" iozone -s 64k -r 4k -i 0 -i 1 \
		-f "$memory/iozone"
	# KiB, record, write, rewrite, read, reread
	note spread-read-iozone peer "$(awk '
		$1 == 64 && $2 == 4 { print $6 * 1024 / 1e6 }' "$scratch/tool.out")"
}

spread_turn() {
	local round_before=$round
	[ "$round" = 1 ] || return 0
	for ((round = 1; round <= 12; round++)); do
		quiet
		ours spread ours memory throughput_bytes_per_s 1e-6 "tests = read" \
			"file_sizes = 64k" "record_sizes = 4k" "cpus = $far" \
			"rounds = 10"
		command -v iozone >/dev/null || continue
		quiet
		spread_iozone
		same spread-read spread-read-iozone ours
	done
	round=$round_before
}

# sweep: all of conf/iozone.ini and all of `iozone -a`, from the command line to
# the last row.
sweep_start() {
	has_backend posix && has_tool iozone || return 1
	row sweep lower 1 1 s "conf/iozone.ini, all of it / iozone -a"
}

sweep_ours() {
	seconds "sweep, bench" "$bench" -q --progress none -c "$root/conf/iozone.ini" \
		--set "ramdisk.path=$memory" --results "$scratch/sweep"
	note sweep ours "$took"
	rm -rf "$scratch/sweep"
}

sweep_peer() {
	seconds "sweep, iozone" iozone -a -n 64k -g 512m -f "$memory/iozone"
	note sweep peer "$took"
}

sweep_turn() {
	both sweep_ours sweep_peer
}

# dd: it times its own loop, and writes zeros.
dd_start() {
	has_backend posix && has_tool dd || return 1
	fs_target memory "$memory/loop"
	prefilled "$memory/dd" 1M 256
	row dd-read higher - - MB/s "read 1 MiB, memory / dd of=/dev/null"
	row dd-rewrite higher - - MB/s "rewrite 1 MiB, memory / dd if=/dev/zero"
}

dd_ours() {
	ours dd ours memory throughput_bytes_per_s 1e-6 "tests = rewrite, read" \
		"file_sizes = 256m" "record_sizes = 1m" "sync = none" "cpus = $far" \
		"rounds = 1" "slices = 3" "passes = 2"
}

# dd_rate KEY COMMAND...
dd_rate() {
	local key=$1
	shift
	tool "$key, dd" "$@"
	note "$key" peer "$(awk '/ copied, / {
		for (i = 1; i < NF; i++)
			if ($(i + 1) == "s,") print $1 / $i / 1e6
	}' "$scratch/tool.out")"
}

dd_peer() {
	dd_rate dd-rewrite taskset -c "$far" dd if=/dev/zero of="$memory/dd" bs=1M \
		count=256 conv=notrunc
	dd_rate dd-read taskset -c "$far" dd if="$memory/dd" of=/dev/null bs=1M
}

dd_turn() {
	both dd_ours dd_peer
}

# flush: a new file and its flush, then read once, against fio the same way.
flush_start() {
	has_backend posix && has_tool fio || return 1
	fs_target flush "$memory/flush"
	row flush-write higher 1 1 MB/s "write 4 KiB and flush, memory / fio psync"
	row flush-read higher 1 1 MB/s "read 4 KiB once, memory / fio psync"
}

flush_ours() {
	once flush ours flush 4k 1 write,read
}

# Nothing is laid out before it writes, and the flush at its end is in its time.
flush_peer() {
	local way
	rm -f "$memory/flush/"*
	for way in write read; do
		fio_rate flush-$way $way --filename="$memory/flush/peer" --bs=4k \
			--size=256m --ioengine=psync --fallocate=none --end_fsync=1
	done
	rm -f "$memory/flush/"*
}

flush_turn() {
	both flush_ours flush_peer
}

# bonnie: block write and read of 8 KiB.  Its times have open, flush and close.
bonnie_start() {
	has_backend posix && has_tool bonnie++ || return 1
	fs_target bonnie "$memory/bonnie"
	row bonnie-write higher - - MB/s "write 8 KiB, 2 GiB, memory / bonnie++ block"
	row bonnie-read higher - - MB/s "read 8 KiB, 2 GiB, memory / bonnie++ block"
}

bonnie_ours() {
	ours bonnie ours bonnie throughput_bytes_per_s 1e-6 "tests = write, read" \
		"file_sizes = 2g" "record_sizes = 8k" "include = open, flush, close" \
		"cpus = $far" "rounds = 1" "slices = 1" "passes = 1"
}

bonnie_peer() {
	tool "bonnie, bonnie++" taskset -c "$far" bonnie++ -d "$memory/bonnie" \
		-s 2g:8k -r 1024 -n 0 -f -q -u "$(id -un)"
	# Of its line of figures: 12 is block write, 18 block read, in KiB/s.
	note bonnie-write peer "$(bonnie_column 12)"
	note bonnie-read peer "$(bonnie_column 18)"
}

bonnie_column() {
	awk -F, -v at="$1" '/^1\.9[0-9],/ { print $at * 1024 / 1e6 }' \
		"$scratch/tool.out"
}

bonnie_turn() {
	# Four GiB of memory at most: the file of the one is gone before the other.
	both bonnie_ours bonnie_peer
}

# alarms: two directories on one file system, and how many of their 96 cells are
# called different.
alarms_start() {
	has_backend posix || return 1
	fs_target first "$memory/first" "reference = yes"
	fs_target second "$memory/second"
	cat "$scratch/second.target" >>"$scratch/first.target"
	row alarms own 2 5 % "false alarms: bench against itself, 96 cells"
}

alarms_turn() {
	quiet
	ours alarm-rates ours first throughput_bytes_per_s 1e-6 \
		"tests = rewrite, read, random_write, random_read" \
		"file_sizes = 64k..4m*4" "record_sizes = 1k..16k*2, 32k" \
		"sync = none" "cpus = $far" "rounds = 10" "slice_time = 10ms"
	sed -i '/^alarm-rates/d' "$scratch/figures"
	awk -F, '
		{ sub(/\r$/, "") }
		NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
			if (!at["verdict"])
				exit
			next
		}
		$at["verdict"] != "" {
			cells++
			alarms += $at["verdict"] == "slower" || \
				$at["verdict"] == "faster"
		}
		END {
			if (cells)
				print alarms / cells * 100
		}' "$scratch/run"/*/summary.csv >"$scratch/tool.out"
	note alarms ours "$(cat "$scratch/tool.out")"
}
