#!/bin/bash
# nginx.sh - an HTTP server as a fixture: a directory, served with PUT, DELETE,
# MKCOL and MOVE until the script is told to end.
#
#   nginx.sh [--address A] [--port P] [--directory D] [--tls yes]
#            [--user U --password P] [--read-only yes] [--ranges no]
#            [--line 'line of the server block']...
#
# The directory is the server's root: http://A:P/, or https://A:P/ with --tls yes,
# which makes a certificate of its own.  --ranges no makes a server that ignores
# Range.
#
# Needs no root: whoever starts it is also who the files belong to.
set -u

address=127.0.0.1 port=20080 directory='' tls=no user='' password=''
readonly=no ranges=yes lines=()

die() {
	echo "nginx.sh: $*" >&2
	exit 1
}

while [ $# -gt 0 ]; do
	[ $# -gt 1 ] || die "$1: expected --address, --port, --directory, --tls," \
		"--user, --password, --read-only, --ranges or --line, each with a value"
	case $1 in
	--address) address=$2 ;;
	--port) port=$2 ;;
	--directory) directory=$2 ;;
	--tls) tls=$2 ;;
	--user) user=$2 ;;
	--password) password=$2 ;;
	--read-only) readonly=$2 ;;
	--ranges) ranges=$2 ;;
	--line) lines+=("$2") ;;
	*) die "unknown option \`$1\`" ;;
	esac
	shift 2
done
[[ $port =~ ^[1-9][0-9]{0,4}$ ]] || die "--port $port: expected a number"

PATH=$PATH:/usr/sbin:/sbin
command -v nginx >/dev/null ||
	die "nginx is missing; install the Debian package nginx-light"
[ "$tls" = no ] || command -v openssl >/dev/null ||
	die "openssl is missing; install the Debian package openssl"

where=$address:$port
[ "${address#*:}" = "$address" ] || where=[$address]:$port

listening() {
	(exec 3<>"/dev/tcp/$address/$port") 2>/dev/null
}

if listening; then
	die "something listens on $where already"
fi

state='' own='' body='' child=''

# Stops the server, waits for it, and removes what was made.
finish() {
	trap '' TERM INT HUP
	if [ -n "$child" ]; then
		kill -KILL "$child" 2>/dev/null
		wait "$child" 2>/dev/null
	fi
	[ -z "$body" ] || rm -rf "$body"
	[ -z "$own" ] || rm -rf "$own"
	[ -z "$state" ] || rm -rf "$state"
	exit "$1"
}
trap 'finish 143' TERM
trap 'finish 130' INT
trap 'finish 129' HUP

give_up() {
	echo "nginx.sh: $*" >&2
	finish 1
}

state=$(mktemp -d "${TMPDIR:-/tmp}/bench-nginx.XXXXXX") ||
	die "cannot make a directory for the server's state"
if [ -z "$directory" ]; then
	own=$(mktemp -d /dev/shm/bench-http.XXXXXX) ||
		give_up "cannot make a directory in /dev/shm"
	directory=$own
fi
[ -d "$directory" ] || give_up "$directory is no directory"
directory=$(cd "$directory" && pwd -P) || finish 1
# What is being put has to lie on the same file system, or nginx copies it once
# it is there.
body=$directory/.nginx-body-$port
mkdir "$body" || give_up "cannot make $body"

make_certificate() {
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$address" \
		-addext "subjectAltName=IP:$address" -keyout "$state/key.pem" \
		-out "$state/cert.pem" 2>"$state/log" ||
		give_up "no certificate: $(cat "$state/log")"
	cp "$state/cert.pem" "$directory/cert.pem"
}

[ "$tls" = no ] || make_certificate
[ -z "$user" ] || printf '%s:{PLAIN}%s\n' "$user" "$password" >"$state/users"

{
	[ "$(id -u)" != 0 ] || echo "user $(id -un) $(id -gn);"
	# One process: whatever ends it ends the server.
	cat <<-CONF
		daemon off;
		master_process off;
		pid $state/pid;
		error_log $state/log warn;
		events {
			worker_connections 512;
		}
		http {
			access_log off;
			sendfile on;
			tcp_nopush on;
			keepalive_requests 1000000;
			default_type application/octet-stream;
			client_max_body_size 0;
			client_body_buffer_size 1m;
			client_body_temp_path $body;
			proxy_temp_path $state/proxy;
			fastcgi_temp_path $state/fastcgi;
			uwsgi_temp_path $state/uwsgi;
			scgi_temp_path $state/scgi;
			server {
				listen $where$([ "$tls" = no ] || echo " ssl");
				root $directory;
				autoindex on;
	CONF
	[ "$tls" = no ] ||
		printf '%s;\n' "ssl_certificate $state/cert.pem" \
			"ssl_certificate_key $state/key.pem"
	[ "$readonly" != no ] || echo "dav_methods PUT DELETE MKCOL COPY MOVE;"
	[ "$ranges" = yes ] || echo "max_ranges 0;"
	[ -z "$user" ] ||
		printf '%s;\n' 'auth_basic bench' "auth_basic_user_file $state/users"
	[ ${#lines[@]} = 0 ] || printf '%s\n' "${lines[@]}"
	echo "}"
	echo "}"
} >"$state/nginx.conf"

setpriv --pdeathsig KILL nginx -e "$state/log" -p "$state" \
	-c "$state/nginx.conf" >"$state/out" 2>&1 &
child=$!
# Nobody may be listening any more when there is something to say.
trap '' PIPE

deadline=$((SECONDS + 10))
until listening; do
	kill -0 "$child" 2>/dev/null || {
		cat "$state/log" "$state/out" >&2
		give_up "nginx ended before it was ready"
	}
	if [ $SECONDS -ge $deadline ]; then
		cat "$state/log" >&2
		give_up "nginx does not answer on $where"
	fi
	sleep 0.02
done
echo "ready $where"
wait "$child"
child=''
cat "$state/log" >&2
give_up "nginx ended by itself"
