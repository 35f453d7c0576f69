#!/bin/bash
# ganesha.sh - an NFS server as a fixture: a directory, served by nfs-ganesha
# until the script is told to end.
#
#   ganesha.sh [--address A] [--port P] [--mount-port P] [--directory D]
#              [--export 'ganesha.conf line']...
#
# The directory is exported as /bench, and read-only as /readonly.  --export
# adds a line to both, as in --export 'MaxRead = 65536;'.  No rpcbind is needed
# or told, so clients have to be given both ports; the mount service is at
# P + 1.  The server opens files by handle: it needs root, or the capabilities
# dac_read_search and setgid.
set -u

address=127.0.0.1 port=22049 mount_port='' directory='' lines=()
here=$(dirname "$0")

die() {
	echo "ganesha.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --address, --port, --mount-port," \
		"--directory or --export, each with a value"
	case $1 in
	--address) address=$2 ;;
	--port) port=$2 ;;
	--mount-port) mount_port=$2 ;;
	--directory) directory=$2 ;;
	--export) lines+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done
mount_port=${mount_port:-$((port + 1))}
# More threads than processors only hand records to each other: with its usual 200
# a client with eight records in flight gets a third less out of two processors.
threads=$(nproc)
[ "$threads" -ge 2 ] || threads=2

PATH=$PATH:/usr/sbin:/sbin
command -v ganesha.nfsd >/dev/null ||
	die "ganesha.nfsd is missing; install the Debian packages nfs-ganesha and" \
		"nfs-ganesha-vfs"
modules=''
for module in /usr/lib/*/ganesha/libfsalvfs.so /usr/lib/ganesha/libfsalvfs.so \
	/usr/lib64/ganesha/libfsalvfs.so; do
	[ ! -e "$module" ] || modules=$(dirname "$module")
done
[ -n "$modules" ] ||
	die "libfsalvfs.so is missing; install the Debian package nfs-ganesha-vfs"
command -v cc >/dev/null ||
	die "a C compiler is missing; install the Debian package gcc"

# dac_read_search is bit 2, setgid bit 6.
capabilities=$((16#$(awk '$1 == "CapEff:" { print $2 }' /proc/self/status)))
[ $((capabilities & 0x44)) = $((0x44)) ] ||
	die "nfs-ganesha opens files by handle, which takes root or the" \
		"capabilities dac_read_search and setgid"

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port

listening() {
	(exec 3<>"/dev/tcp/$address/$1") 2>/dev/null
}

# The NULL procedure of the program, version 3: a call of 40 bytes, and an
# answer of 28.
answers() {
	local call='\x80\0\0\x28benc\0\0\0\0\0\0\0\x02'$2'\0\0\0\x03\0\0\0\0'
	local got

	call+='\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
	got=$(
		exec 2>/dev/null 3<>"/dev/tcp/$address/$1" && printf %b "$call" >&3 &&
			timeout 2 head -c 28 <&3 | wc -c
	)
	[ "$got" = 28 ]
}

for taken in "$port" "$mount_port"; do
	! listening "$taken" || die "something listens on port $taken already"
done

state='' own='' server=''

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
	[ -z "$own" ] || rm -rf "$own"
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP
# Nobody needs to be reading what is said here.
trap '' PIPE

state=$(mktemp -d "${TMPDIR:-/tmp}/bench-ganesha.XXXXXX") ||
	die "cannot make a directory for the server's state"
if [ -z "$directory" ]; then
	own=$(mktemp -d /dev/shm/bench-nfs.XXXXXX) || finish 1
	directory=$own
fi
[ -d "$directory" ] || {
	echo "ganesha.sh: $directory is no directory" >&2
	finish 1
}
directory=$(realpath "$directory")
mkdir "$state/recovery"
cc -D_GNU_SOURCE -shared -fPIC -o "$state/norpcb.so" "$here/norpcb.c" -ldl || {
	echo "ganesha.sh: cannot compile $here/norpcb.c" >&2
	finish 1
}

export_block() {
	cat <<-CONF
		EXPORT {
			Export_Id = $1;
			Path = "$directory";
			Pseudo = "$2";
			Access_Type = $3;
			Squash = No_Root_Squash;
			SecType = sys;
			Transports = TCP;
			Protocols = 3,4;
			FSAL { Name = VFS; }
	CONF
	[ ${#lines[@]} = 0 ] || printf '\t%s\n' "${lines[@]}"
	echo '}'
}

{
	cat <<-CONF
		NFS_CORE_PARAM {
			NFS_Port = $port;
			MNT_Port = $mount_port;
			mount_path_pseudo = true;
			Bind_addr = $address;
			Protocols = 3,4;
			Enable_NLM = false;
			Enable_RQUOTA = false;
			Enable_UDP = false;
			RPC_Ioq_ThrdMax = $threads;
			Plugins_Dir = "$modules";
		}
		NFSv4 {
			Graceless = true;
			Grace_Period = 0;
			RecoveryBackend = fs;
			RecoveryRoot = "$state/recovery";
			Only_Numeric_Owners = true;
		}
		NFS_KRB5 { Active_krb5 = false; }
		LOG { Default_Log_Level = EVENT; }
	CONF
	export_block 1 /bench RW
	export_block 2 /readonly RO
} >"$state/ganesha.conf"

ulimit -c 0
setpriv --pdeathsig KILL env LD_PRELOAD="$state/norpcb.so" ganesha.nfsd -F \
	-f "$state/ganesha.conf" -L "$state/log" -p "$state/pid" \
	>"$state/out" 2>&1 </dev/null &
server=$!

until answers "$port" '\0\x01\x86\xa3' && answers "$mount_port" '\0\x01\x86\xa5'; do
	if ! kill -0 "$server" 2>/dev/null; then
		echo "ganesha.sh: ganesha.nfsd ended: $(cat "$state/out" "$state/log" \
			2>/dev/null | grep -E 'CRIT|FATAL|MAJ|rror' | tail -n 1)" >&2
		finish 1
	fi
	sleep 0.02
done
# It also starts when it cannot export a thing.
if grep -q 'No export entries found' "$state/log"; then
	echo "ganesha.sh: $directory cannot be exported: $(grep -E 'CRIT|MAJ' \
		"$state/log" | grep -E 'FSAL|export' | head -n 1)" >&2
	finish 1
fi
echo "ready $where"

wait "$server"
echo "ganesha.sh: ganesha.nfsd ended with status $?" >&2
server=''
finish 1
