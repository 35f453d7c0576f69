#!/bin/bash
# sshd.sh - an SFTP server as a fixture: a directory, served by OpenSSH's sshd
# until the script is told to end.
#
#   sshd.sh --keys K [--address A] [--port P] [--directory D]
#           [--line 'sshd_config line']...
#
# K is a directory that the script makes and removes again, with what a client
# needs: `id`, the private key to log in with, and `known_hosts`, where the
# server's key stands.  A login leads to the directory, as which user the script
# was started; passwords are taken too where the system lets sshd look at them.
# --line adds a line to sshd's configuration, before its own.
#
# Needs no root: whoever starts it is also who may log in.
set -u

address=127.0.0.1 port=20022 directory='' keys='' lines=()

die() {
	echo "sshd.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --keys, --address, --port, --directory or" \
		"--line, each with a value"
	case $1 in
	--keys) keys=$2 ;;
	--address) address=$2 ;;
	--port) port=$2 ;;
	--directory) directory=$2 ;;
	--line) lines+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done
[ -n "$keys" ] || die "--keys is needed: a directory to be made for the keys"

PATH=$PATH:/usr/sbin:/sbin
sshd=$(command -v sshd) ||
	die "sshd is missing; install the Debian package openssh-server"
command -v ssh-keygen >/dev/null ||
	die "ssh-keygen is missing; install the Debian package openssh-client"

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port

# Its first words; no server, no words.
greeting() {
	(
		exec 2>/dev/null 3<>"/dev/tcp/$address/$port" &&
			read -r -t 5 line <&3 && [ "${line#SSH-}" != "$line" ]
	)
}

! (exec 3<>"/dev/tcp/$address/$port") 2>/dev/null ||
	die "something listens on port $port already"

state='' own='' made='' server=''

# Stops the server, waits for it, and removes what was made.
finish() {
	trap '' TERM INT HUP
	if [ -n "$server" ]; then
		kill -KILL "$server" 2>/dev/null
		wait "$server" 2>/dev/null
	fi
	[ -z "$own" ] || rm -rf "$own"
	[ -z "$made" ] || rm -rf "$made"
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP
# Nobody needs to be reading what is said here.
trap '' PIPE

give_up() {
	echo "sshd.sh: $*" >&2
	finish 1
}

state=$(mktemp -d "${TMPDIR:-/tmp}/bench-sshd.XXXXXX") ||
	die "cannot make a directory for the server's state"
# sshd takes no relative paths.
state=$(cd "$state" && pwd -P) || finish 1
mkdir -m 700 "$keys" || give_up "cannot make $keys"
made=$keys
if [ -z "$directory" ]; then
	own=$(mktemp -d /dev/shm/bench-sftp.XXXXXX) ||
		give_up "cannot make a directory in /dev/shm"
	directory=$own
fi
[ -d "$directory" ] || give_up "$directory is no directory"
directory=$(cd "$directory" && pwd -P) || finish 1

if ! { ssh-keygen -q -t ed25519 -N '' -C bench -f "$state/host_key" &&
	ssh-keygen -q -t ed25519 -N '' -C bench -f "$keys/id"; } >"$state/log" 2>&1; then
	give_up "ssh-keygen fails: $(tail -n 1 "$state/log")"
fi
name=$address
[ "$port" = 22 ] || name=[$address]:$port
echo "$name $(cut -d' ' -f1,2 "$state/host_key.pub")" >"$keys/known_hosts"
cp "$keys/id.pub" "$state/authorized_keys"

{
	[ ${#lines[@]} = 0 ] || printf '%s\n' "${lines[@]}"
	cat <<-CONF
		Port $port
		ListenAddress $address
		HostKey $state/host_key
		PidFile none
		AuthorizedKeysFile $state/authorized_keys
		StrictModes no
		PermitRootLogin yes
		PasswordAuthentication yes
		KbdInteractiveAuthentication no
		MaxStartups 100
		MaxAuthTries 20
		UseDNS no
		PrintMotd no
		X11Forwarding no
		AllowTcpForwarding no
		Subsystem sftp internal-sftp -d $directory
	CONF
} >"$state/sshd_config"

# sshd's sessions are processes that outlive it.  In a process namespace they go
# when its first process goes, and that one goes with this script, whatever ends
# it.  There root's sshd also finds the empty directory that it insists on.
prepare=:
isolate='--fork --pid --kill-child=KILL'
if [ "$(id -u)" = 0 ] && [ ! -d /run/sshd ]; then
	prepare='mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd || exit 1'
	isolate="--mount $isolate"
	case $state/$directory in
	/run/* | *//run/*) give_up "sshd needs the directory /run/sshd" ;;
	esac
fi
namespace=()
for try in "" "--user --map-current-user"; do
	# shellcheck disable=SC2086 # words
	if unshare $try $isolate true 2>/dev/null; then
		# shellcheck disable=SC2206 # words
		namespace=(unshare $try $isolate
			bash -c "$prepare; \"\$@\" & wait \$!" first)
		break
	fi
done
[ "$prepare" = : ] || [ ${#namespace[@]} != 0 ] ||
	give_up "sshd needs the directory /run/sshd"

setpriv --pdeathsig KILL "${namespace[@]}" "$sshd" -D -e \
	-f "$state/sshd_config" >"$state/log" 2>&1 </dev/null &
server=$!

deadline=$((SECONDS + 10))
until greeting; do
	kill -0 "$server" 2>/dev/null ||
		give_up "sshd ended: $(tail -n 1 "$state/log")"
	[ $SECONDS -lt $deadline ] ||
		give_up "sshd does not answer: $(tail -n 1 "$state/log")"
	sleep 0.02
done
echo "ready $where"

wait "$server"
echo "sshd.sh: sshd ended: $(tail -n 1 "$state/log")" >&2
server=''
finish 1
