# net.sh - the hosts of the lab and the wire between them.  Sourced by lab.
# shellcheck shell=bash
#
# Three network namespaces: the client bench-c-ID, the server bench-s-ID, and
# between them bench-b-ID with a bridge.  The wire's speed is a token bucket on
# both ports of the bridge, that is, in each direction by itself, where neither
# host can see it.

client_ip=10.77.0.1
server_ip=10.77.0.2

# rate_ok RATE: `none`, or a number with m or g behind it (Mbit/s, Gbit/s).
rate_ok() {
	[[ $1 =~ ^(none|[0-9]{1,4}(\.[0-9]{1,3})?[mg])$ ]] || return 1
	[ "$1" = none ] || [ "$(rate_kbit "$1")" -gt 0 ]
}

# rate_kbit RATE: what the bucket must let through for a wire of that speed.  A
# bucket counts frames of 1514 bytes; on a wire each takes 1538, with preamble,
# checksum and gap.  That is why gigabit is 984 Mbit/s.
rate_kbit() {
	awk -v rate="$1" 'BEGIN {
		number = rate + 0
		printf "%d\n", number * (rate ~ /g$/ ? 1000 : 1) * 984 }'
}

# bucket RATE: the parameters of tbf.  Small buckets, because what fits into one
# passes unshaped; enough queue that TCP loses nothing.
bucket() {
	local kbit
	kbit=$(rate_kbit "$1")
	if [ "$kbit" -gt 984000 ]; then
		echo "rate ${kbit}kbit burst 256k latency 10ms"
	elif [ "$kbit" -gt 98400 ]; then
		echo "rate ${kbit}kbit burst 32k latency 10ms"
	elif [ "$kbit" -gt 9840 ]; then
		echo "rate ${kbit}kbit burst 32k latency 20ms"
	else
		echo "rate ${kbit}kbit burst 4k latency 100ms"
	fi
}

# plug ID HOST ADDRESS: a cable from that host (c or s) to the bridge.
plug() {
	local host=bench-$2-$1 bridge=bench-b-$1
	ip link add "v$2" netns "$bridge" type veth peer name eth0 netns "$host" &&
		ip -n "$bridge" link set "v$2" master br0 up &&
		ip -n "$host" addr add "$3/24" dev eth0 &&
		ip -n "$host" link set lo up &&
		ip -n "$host" link set eth0 up
}

# hosts_up ID RATE
hosts_up() {
	local part shape=()
	for part in c s b; do
		ip netns add "bench-$part-$1" || return
	done
	ip -n "bench-b-$1" link add br0 type bridge &&
		ip -n "bench-b-$1" link set br0 up &&
		plug "$1" c $client_ip && plug "$1" s $server_ip || return
	[ "$2" != none ] || return 0
	read -ra shape < <(bucket "$2")
	for part in vc vs; do
		tc -n "bench-b-$1" qdisc add dev $part root tbf "${shape[@]}" || return
	done
}

hosts_down() {
	local part
	for part in c s b; do
		ip netns del "bench-$part-$1" 2>/dev/null
	done
}

# on HOST COMMAND...: becomes the command, on that host's network.
on() {
	local host=$1
	shift
	exec nsenter --net="/run/netns/$host" -- "$@"
}
