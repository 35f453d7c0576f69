# wire.sh - comparisons over loopback TCP: the socket backend beside iperf3 and
# sockperf, with the same congestion control and on the same processors.
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared by all four

# Some (bbr) pace what loopback could carry at once, and then the pacing is what
# is compared.
congestion=$(tr ' ' '\n' </proc/sys/net/ipv4/tcp_available_congestion_control |
	grep -x cubic || cat /proc/sys/net/ipv4/tcp_congestion_control)

# The far end of bench, once for all comparisons.
wire_server() {
	has_backend socket || return 1
	[ -z "${wire_port:-}" ] || return 0
	wire_port=$(free_port)
	start "bench serve socket" taskset -c "$far" "$bench" serve socket \
		"port=$wire_port" || return 1
	target wire "plugin = socket" "host = 127.0.0.1" "port = $wire_port" \
		"congestion = $congestion"
}

# wire: a connection, and a far end too, falls into a slow or a fast way of
# working and stays there, which can be half the rate.  So a side is the median of
# three connections, of 4 GiB each (1 KiB: of 1 GiB), and both far ends are started
# anew for each round: what they fell into is then another one each time, and not
# what decides all of them.
#
# What iperf3 receives it throws away, and so does our far end for wire-sink; for
# wire-far it keeps all.  Our 4 GiB are 16 files of 256 MiB, each with an open and
# a flush, and iperf3's are one; it sends single files of that size too.
wire_start() {
	local before=${#servers[@]}
	has_tool iperf3 && has_backend socket || return 1
	wire_far_port=$(free_port)
	iperf_port=$(free_port)
	target wire-far "plugin = socket" "host = 127.0.0.1" \
		"port = $wire_far_port" "congestion = $congestion"
	target wire-sink "plugin = socket" "host = 127.0.0.1" "keep = no" \
		"port = $wire_far_port" "congestion = $congestion"
	wire_far_ends || return 1
	stop_after "$before"
	row wire-file-write higher 0.97 0.95 MB/s \
		"socket write 1 MiB, keep = no / iperf3, 256 MiB"
	row wire-sink-write higher 0.97 0.95 MB/s \
		"socket write 1 MiB, keep = no / iperf3, 4 GiB"
	row wire-1m-write higher 0.97 0.90 MB/s "socket write 1 MiB / iperf3, 4 GiB"
	row wire-1k-write higher 1.3 1.1 MB/s "socket write 1 KiB / iperf3"
}

# The memory is touched for the first time by nobody's figure.
wire_far_ends() {
	start "bench serve socket" taskset -c "$far" "$bench" serve socket \
		"port=$wire_far_port" reserve=512m &&
		start iperf3 taskset -c "$far" iperf3 --forceflush -s -B 127.0.0.1 \
			-p "$iperf_port"
}

# wire_write KEY TARGET
wire_write() {
	ours "$1" ours "$2" throughput_bytes_per_s 1e-6 "tests = write" \
		"file_sizes = 256m" "record_sizes = $record" "cpus = $near" \
		"rounds = 3" "slices = 1" "passes = $wire_passes"
}

wire_ours() {
	wire_write "wire-$record" wire-far
	[ "$record" = 1m ] || return 0
	wire_write wire-sink wire-sink
	same wire-sink-write wire-file-write ours
}

wire_peer() {
	wire_iperf "wire-$record" $((wire_passes << 28)) 3
	[ "$record" = 1m ] || return 0
	same wire-1m-write wire-sink-write peer
	wire_iperf wire-file $((1 << 28)) 9
}

# wire_iperf KEY BYTES CONNECTIONS: iperf3 says what its receiver got, from the
# first byte on; the median of an odd number of connections.
wire_iperf() {
	local i rates=''
	for ((i = 0; i < $3; i++)); do
		tool "$1, iperf3" taskset -c "$near" iperf3 -J -c 127.0.0.1 \
			-p "$iperf_port" -n "$2" -l "${record^^}" -C "$congestion"
		rates+=$(awk '
			/"sum_received"/ { inside = 1 }
			inside && /"bits_per_second"/ {
				gsub(/[^0-9.e+]/, "", $2)
				print $2 / 8e6
				exit
			}' "$scratch/tool.out")$'\n'
	done
	note "$1-write" peer \
		"$(sort -g <<<"${rates%$'\n'}" | sed -n "$((($3 + 1) / 2))p")"
}

wire_turn() {
	local record wire_passes before
	for record in 1m 1k; do
		wire_passes=16
		[ $record = 1m ] || wire_passes=4
		before=${#servers[@]}
		wire_far_ends || die "wire: a far end did not start again"
		both wire_ours wire_peer
		stop_after "$before"
	done
}

# rtt: one message there and one back.
rtt_start() {
	has_tool sockperf && wire_server || return 1
	sockperf_port=$(free_port)
	start sockperf taskset -c "$far" sockperf server --tcp -i 127.0.0.1 \
		-p "$sockperf_port" || return 1
	row rtt-ping lower 1.02 1.05 us "socket ping, median / sockperf full RTT"
}

rtt_ours() {
	ours rtt ours wire lat_p50_us 1 "tests = ping" "cpus = $near" \
		"rounds = 3" "slices = 3" "slice_time = 300ms"
}

rtt_peer() {
	tool "rtt, sockperf" taskset -c "$near" sockperf ping-pong --tcp --full-rtt \
		-i 127.0.0.1 -p "$sockperf_port" -t 2 -m 14
	note rtt-ping peer "$(awk '/percentile 50\.000/ { print $NF }' \
		"$scratch/tool.out")"
}

rtt_turn() {
	both rtt_ours rtt_peer
}
