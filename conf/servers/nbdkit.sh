#!/bin/bash
# nbdkit.sh - an NBD server as a fixture: an export in memory or in a file,
# served by nbdkit until the script is told to end.
#
#   nbdkit.sh [--address A] [--port P] [--socket S] [--size N] [--export E]
#             [--directory D] [--read-only yes] [--filter F]... [--line K=V]...
#
# The export `bench` (--export) has N bytes (256M).  It is in the server's memory
# unless a directory is given: then it is the file bench-nbd.img in it, which is
# removed in the end.  With --socket the server takes connections there and not
# by TCP.  --filter and --line go to nbdkit as they are, as in
# --filter blocksize-policy --line blocksize-minimum=4096.
#
# Needs no root.
set -u

address=127.0.0.1 port=20809 socket='' size=256M name=bench directory=''
readonly=no filters=() lines=()

die() {
	echo "nbdkit.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --address, --port, --socket, --size," \
		"--export, --directory, --read-only, --filter or --line, each with a" \
		"value"
	case $1 in
	--address) address=$2 ;;
	--port) port=$2 ;;
	--socket) socket=$2 ;;
	--size) size=$2 ;;
	--export) name=$2 ;;
	--directory) directory=$2 ;;
	--read-only) readonly=$2 ;;
	--filter) filters+=("--filter=$2") ;;
	--line) lines+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done

PATH=$PATH:/usr/sbin:/sbin
command -v nbdkit >/dev/null ||
	die "nbdkit is missing; install the Debian package nbdkit"

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port
[ -z "$socket" ] || where=$socket

listening() {
	(exec 3<>"/dev/tcp/$address/$port") 2>/dev/null
}

if [ -n "$socket" ]; then
	[ ! -e "$socket" ] || die "$socket is there already"
else
	! listening || die "something listens on port $port already"
fi

state='' image='' server=''

# Stops the server, waits for it, and removes what was made.
finish() {
	trap '' TERM INT HUP
	if [ -n "$server" ]; then
		kill -TERM "$server" 2>/dev/null
		# Stopped or stuck, it has two seconds.
		for _ in {1..100}; do
			kill -0 "$server" 2>/dev/null || break
			sleep 0.02
		done
		kill -KILL "$server" 2>/dev/null
		wait "$server" 2>/dev/null
	fi
	[ -z "$image" ] || rm -f "$image"
	[ -z "$socket" ] || rm -f "$socket"
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP
# Nobody needs to be reading what is said here.
trap '' PIPE

state=$(mktemp -d "${TMPDIR:-/tmp}/bench-nbdkit.XXXXXX") ||
	die "cannot make a directory for the server's state"

give_up() {
	echo "nbdkit.sh: $*" >&2
	finish 1
}

plugin=(memory "size=$size")
if [ -n "$directory" ]; then
	[ -d "$directory" ] || give_up "$directory is no directory"
	[ ! -e "$directory/bench-nbd.img" ] ||
		give_up "$directory/bench-nbd.img is there already"
	image=$directory/bench-nbd.img
	truncate -s "$size" "$image" || give_up "cannot make $image"
	plugin=(file "$image")
fi
listen=(--ipaddr "$address" --port "$port")
[ -z "$socket" ] || listen=(--unix "$socket")
[ "$readonly" = no ] || listen+=(--readonly)

# Any other name of an export is refused, as by a server that has several.
setpriv --pdeathsig KILL nbdkit --foreground --exit-with-parent \
	--pidfile "$state/pid" "${listen[@]}" --filter=exportname \
	"${filters[@]}" "${plugin[@]}" "exportname=$name" \
	exportname-strict=true "default-export=$name" "${lines[@]}" \
	>"$state/log" 2>&1 </dev/null &
server=$!

# nbdkit writes that file once connections are taken.
until [ -s "$state/pid" ]; do
	if ! kill -0 "$server" 2>/dev/null; then
		give_up "nbdkit ended: $(tail -n 1 "$state/log")"
	fi
	sleep 0.02
done
echo "ready $where"

wait "$server"
echo "nbdkit.sh: nbdkit ended with status $?" >&2
server=''
finish 1
