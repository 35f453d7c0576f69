#!/bin/bash
# smbd.sh - Samba's file server as a fixture: a directory, served until the
# script is told to end.
#
#   smbd.sh [--address A] [--port P] [--directory D] [--user U] [--password P]
#           [--global 'smb.conf line']...
#
# The shares all show the directory: `bench` to guests, with Samba's defaults;
# `tuned` to guests, with what makes Samba faster; `user` to the user; `enc` to
# the user, encrypted only; `readonly` to guests, for reading.  --global adds a
# line to the server's [global] section.  Needs no root: whoever starts it is
# also who the files belong to.
set -u

address=127.0.0.1 port=20445 directory='' user='' password='' global=()

die() {
	echo "smbd.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --address, --port, --directory, --user," \
		"--password or --global, each with a value"
	case $1 in
	--address) address=$2 ;;
	--port) port=$2 ;;
	--directory) directory=$2 ;;
	--user) user=$2 ;;
	--password) password=$2 ;;
	--global) global+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done

PATH=$PATH:/usr/sbin:/sbin
for program in smbd pdbedit; do
	command -v $program >/dev/null ||
		die "$program is missing; install the Debian package samba"
done
me=$(id -un 2>/dev/null) || die "user number $(id -u) has no name, smbd needs one"
user=${user:-$me}
id -u "$user" >/dev/null 2>&1 || die "the user \`$user\` does not exist here"

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port

listening() {
	(exec 3<>"/dev/tcp/$address/$port") 2>/dev/null
}

if listening; then
	die "something listens on $where already"
fi

state='' own='' server=''

# Stops the server, waits for it, and removes what was made.
finish() {
	trap '' TERM INT HUP
	if [ -n "$server" ]; then
		kill -TERM "$server" 2>/dev/null
		# Also where it was stopped; stuck, it has two seconds.
		kill -CONT -- "-$server" 2>/dev/null
		for _ in {1..100}; do
			kill -0 "$server" 2>/dev/null || break
			sleep 0.02
		done
		# It leads a group of its own, see below.
		kill -KILL -- "-$server" 2>/dev/null
		wait "$server" 2>/dev/null
	fi
	[ -z "$own" ] || rm -rf "$own"
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP

# In memory where that can be: its databases sync often.
place=${TMPDIR:-/dev/shm}
[ -w "$place" ] || place=/tmp
state=$(mktemp -d "$place/bench-smbd.XXXXXX") ||
	die "cannot make a directory for the server's state"
if [ -z "$directory" ]; then
	own=$(mktemp -d /dev/shm/bench-smb.XXXXXX) || finish 1
	directory=$own
fi
[ -d "$directory" ] || {
	echo "smbd.sh: $directory is no directory" >&2
	finish 1
}
if [ -z "$password" ]; then
	password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
	echo "user $user password $password"
fi
(cd "$state" && mkdir private lock state cache pid ncalrpc log)

# Root serves its own files as root; others cannot become anyone else.
guest=$me force=''
if [ "$(id -u)" = 0 ]; then
	guest=nobody force="force user = root"
fi

share() {
	printf '[%s]\n\tpath = %s\n\t%s\n' "$1" "$directory" "$force"
	shift
	printf '\t%s\n' "$@"
}

{
	cat <<-CONF
		[global]
			server role = standalone server
			netbios name = BENCHSRV
			workgroup = BENCH
			interfaces = $address
			bind interfaces only = yes
			smb ports = $port
			disable netbios = yes
			private dir = $state/private
			lock directory = $state/lock
			state directory = $state/state
			cache directory = $state/cache
			pid directory = $state/pid
			ncalrpc dir = $state/ncalrpc
			log file = $state/log/smbd.log
			log level = 1
			max log size = 0
			passdb backend = tdbsam:$state/private/passdb.tdb
			map to guest = Bad User
			guest account = $guest
			load printers = no
			printing = bsd
			printcap name = /dev/null
			disable spoolss = yes
			server min protocol = SMB2
			rpc start on demand helpers = false
	CONF
	[ ${#global[@]} = 0 ] || printf '\t%s\n' "${global[@]}"
	share bench 'guest ok = yes' 'guest only = yes' 'read only = no'
	share tuned 'guest ok = yes' 'guest only = yes' 'read only = no' \
		'aio read size = 0' 'aio write size = 0' 'strict locking = no' \
		'strict allocate = no' 'use sendfile = yes' 'kernel oplocks = no'
	share user "valid users = $user" 'read only = no'
	share enc "valid users = $user" 'read only = no' 'smb encrypt = required'
	share readonly 'guest ok = yes' 'guest only = yes' 'read only = yes'
} >"$state/smb.conf"

if ! printf '%s\n' "$password" "$password" |
	pdbedit -s "$state/smb.conf" -a -t -u "$user" >"$state/log/pdbedit" 2>&1; then
	echo "smbd.sh: cannot add the user $user: $(tail -n 1 "$state/log/pdbedit")" >&2
	finish 1
fi

# smbd leads a process group of its own: at its end it kills its whole group.
setpriv --pdeathsig KILL smbd -F -s "$state/smb.conf" -l "$state/log" \
	>"$state/log/out" 2>&1 </dev/null &
server=$!

until listening; do
	if ! kill -0 "$server" 2>/dev/null; then
		echo "smbd.sh: smbd ended: $(cat "$state"/log/out "$state"/log/smbd.log \
			2>/dev/null | tail -n 1)" >&2
		finish 1
	fi
	sleep 0.02
done
echo "ready $where"

wait "$server"
echo "smbd.sh: smbd ended with status $?" >&2
server=''
finish 1
