#!/bin/bash
# ftpd.sh - an FTP server as a fixture: a directory, served until the script is
# told to end.
#
#   ftpd.sh [--address A] [--port P] [--directory D] [--server vsftpd|pyftpdlib]
#           [--user U --password P] [--read-only yes] [--line 'vsftpd line']...
#
# The directory is the server's root; `upload` in it, made where it is missing,
# is what anonymous clients may write to: ftp://A:P/upload, whichever server it
# is.  vsftpd is taken where it is installed, pyftpdlib otherwise and where a
# user is wanted.  --line adds a line to vsftpd's configuration.
#
# Needs no root: whoever starts it is also who the files belong to.  As root
# vsftpd serves as its user `ftp`, who must not be able to write to the root.
set -u

address=127.0.0.1 port=20021 directory='' server='' user='' password=''
readonly=no lines=()

die() {
	echo "ftpd.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --address, --port, --directory, --server," \
		"--user, --password, --read-only or --line, each with a value"
	case $1 in
	--address) address=$2 ;;
	--port) port=$2 ;;
	--directory) directory=$2 ;;
	--server) server=$2 ;;
	--user) user=$2 ;;
	--password) password=$2 ;;
	--read-only) readonly=$2 ;;
	--line) lines+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done
[[ $port =~ ^[1-9][0-9]{0,4}$ ]] || die "--port $port: expected a number"

PATH=$PATH:/usr/sbin:/sbin
python=/usr/bin/python3

has_vsftpd() {
	command -v vsftpd >/dev/null
}

has_pyftpdlib() {
	"$python" -c 'import pyftpdlib' 2>/dev/null
}

if [ -z "$server" ]; then
	server=pyftpdlib
	if [ -z "$user" ] && { has_vsftpd || ! has_pyftpdlib; }; then
		server=vsftpd
	fi
fi
case $server in
vsftpd)
	has_vsftpd || die "vsftpd is missing; install the Debian package vsftpd"
	[ -z "$user" ] || die "--user needs --server pyftpdlib"
	;;
pyftpdlib)
	has_pyftpdlib || die "$python lacks pyftpdlib; install the Debian package" \
		"python3-pyftpdlib"
	[ ${#lines[@]} = 0 ] || die "--line needs --server vsftpd"
	;;
*) die "--server $server: expected vsftpd or pyftpdlib" ;;
esac

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port
# A hundred ports for data, by which servers side by side do not meet.
first=$((30200 + (port + 19) % 20 * 100))
last=$((first + 99))

# Does the server greet whoever comes?
greeting() {
	(
		exec 3<>"/dev/tcp/$address/$port" && read -r -t 2 -n 3 -u 3 word &&
			[ "$word" = 220 ]
	) 2>/dev/null
}

listening() {
	(exec 3<>"/dev/tcp/$address/$port") 2>/dev/null
}

if listening; then
	die "something listens on $where already"
fi

state='' own='' upload='' child=''

# Stops the server with all of its sessions, waits for it, and removes what was
# made.
finish() {
	trap '' TERM INT HUP
	if [ -n "$child" ]; then
		# Inside a process namespace of its own the first one takes all others
		# along; without one the sessions have to be found.
		all=$(descendants "$child")
		# shellcheck disable=SC2086 # a list of numbers
		kill -KILL $all 2>/dev/null
		wait "$child" 2>/dev/null
	fi
	[ -z "$own" ] || rm -rf "$own"
	# What was not empty is the user's.
	[ -z "$upload" ] || rmdir "$upload" 2>/dev/null
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP

# That process and all below it.
descendants() {
	local pid children=''
	echo "$1"
	read -r children 2>/dev/null <"/proc/$1/task/$1/children"
	for pid in $children; do
		descendants "$pid"
	done
}

give_up() {
	echo "ftpd.sh: $*" >&2
	finish 1
}

state=$(mktemp -d "${TMPDIR:-/tmp}/bench-ftpd.XXXXXX") ||
	die "cannot make a directory for the server's state"
if [ -z "$directory" ]; then
	own=$(mktemp -d /dev/shm/bench-ftp.XXXXXX) ||
		give_up "cannot make a directory in /dev/shm"
	chmod 755 "$own"
	directory=$own
fi
[ -d "$directory" ] || give_up "$directory is no directory"
directory=$(cd "$directory" && pwd -P) || finish 1
if [ ! -d "$directory/upload" ]; then
	mkdir "$directory/upload" || give_up "cannot make $directory/upload"
	upload=$directory/upload
fi

# vsftpd's own idea of who may go where.
prepare_vsftpd() {
	account=$(id -un 2>/dev/null) ||
		give_up "user number $(id -u) has no name, vsftpd needs one"
	home=$(getent passwd "$account" | cut -d: -f6)
	[ "$(id -u)" != 0 ] || return 0
	[ -d "$home" ] || give_up "vsftpd needs the home of $account, $home"
}

as_ftp() {
	setpriv --reuid=ftp --regid="$(id -g ftp)" --clear-groups "$@"
}

prepare_vsftpd_root() {
	[ "$(id -u)" = 0 ] || return 0
	account=ftp
	id -u ftp >/dev/null 2>&1 || give_up "there is no user ftp for vsftpd"
	if [ -n "$upload" ] && [ "$readonly" = no ]; then
		chown ftp "$upload"
	fi
	as_ftp test -x "$directory" ||
		give_up "the user ftp cannot reach $directory"
	! as_ftp test -w "$directory" ||
		give_up "$directory can be written to by the user ftp, and vsftpd" \
			"refuses such a root; give one that only root can write to"
}

yes_no() {
	[ "$1" = "$2" ] && echo YES || echo NO
}

configure_vsftpd() {
	prepare_vsftpd
	prepare_vsftpd_root
	mkdir "$state/empty"
	chmod 755 "$state" "$state/empty"
	{
		if [ "${address#*:}" = "$address" ]; then
			printf 'listen=YES\nlisten_address=%s\n' "$address"
		else
			printf 'listen=NO\nlisten_ipv6=YES\nlisten_address6=%s\n' "$address"
		fi
		[ "$(id -u)" = 0 ] || echo run_as_launching_user=YES
		cat <<-CONF
			listen_port=$port
			background=NO
			anonymous_enable=YES
			no_anon_password=YES
			local_enable=NO
			write_enable=$(yes_no "$readonly" no)
			anon_upload_enable=YES
			anon_mkdir_write_enable=YES
			anon_other_write_enable=YES
			anon_world_readable_only=NO
			anon_umask=022
			ftp_username=$account
			anon_root=$directory
			allow_writeable_chroot=YES
			secure_chroot_dir=$state/empty
			seccomp_sandbox=NO
			pasv_enable=YES
			pasv_min_port=$first
			pasv_max_port=$last
			xferlog_enable=NO
			use_sendfile=YES
			connect_from_port_20=NO
		CONF
		[ ${#lines[@]} = 0 ] || printf '%s\n' "${lines[@]}"
	} >"$state/vsftpd.conf"
	command=("$(command -v vsftpd)" "$state/vsftpd.conf")
}

configure_pyftpdlib() {
	# As `python3 -m pyftpdlib`, without its five seconds after a wrong password.
	command=("$python" -c 'from pyftpdlib import __main__, handlers
handlers.FTPHandler.auth_failed_timeout = 0.05
__main__.main()' -i "$address" -p "$port" -d "$directory" -r "$first-$last")
	[ "$readonly" != no ] || command+=(-w)
	[ -z "$user" ] || command+=(-u "$user" -P "$password")
}

if [ "$server" = vsftpd ]; then
	configure_vsftpd
else
	configure_pyftpdlib
fi

# vsftpd's sessions are processes that outlive it.  In a process namespace they
# go when its first process goes, and that one goes with this script, whatever
# ends it.
namespace=()
if [ "$server" = vsftpd ]; then
	for try in "" "--user --map-current-user"; do
		# shellcheck disable=SC2086 # words
		if unshare $try --fork --pid --kill-child=KILL true 2>/dev/null; then
			# shellcheck disable=SC2206,SC2016 # words; the inner shell's
			namespace=(unshare $try --fork --pid --kill-child=KILL
				bash -c '"$@" 0>&1 & wait $!' first)
			break
		fi
	done
fi

# Start errors go to vsftpd's standard input.
setpriv --pdeathsig KILL "${namespace[@]}" "${command[@]}" \
	>"$state/log" 2>&1 0>&1 &
child=$!
# Nobody may be listening any more when there is something to say.
trap '' PIPE

deadline=$((SECONDS + 10))
until greeting; do
	kill -0 "$child" 2>/dev/null || {
		cat "$state/log" >&2
		give_up "$server ended before it was ready"
	}
	if [ $SECONDS -ge $deadline ]; then
		cat "$state/log" >&2
		give_up "$server does not answer on $where"
	fi
	sleep 0.02
done
echo "ready $where"
wait "$child"
child=''
cat "$state/log" >&2
give_up "$server ended by itself"
