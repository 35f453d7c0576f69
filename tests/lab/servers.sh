# servers.sh - the servers of the lab, and the configuration that measures them.
# Sourced by lab.
# shellcheck shell=bash
#
# From lab: $root is the source tree, $bench the program, $state the lab's directory (its
# logs and configuration), $disk a directory of the RAM disk,
# $id the lab's number.
# shellcheck disable=SC2154

fixtures=$root/conf/servers
declare -A server=() # process ids by target

# has_backend NAME: this bench was built with it.
has_backend() {
	"$bench" plugin list 2>/dev/null | grep -q "^$1 "
}

# backend TARGET: the plugin that reaches it.
backend() {
	if [ "$1" = wire ]; then echo socket; else echo "$1"; fi
}

# command_of TARGET: the server's command line, in the array `command`.
command_of() {
	case $1 in
	wire) command=("$bench" serve socket "host=$server_ip") ;;
	nfs) command=("$fixtures/ganesha.sh" --port 20049) ;;
	smb) command=("$fixtures/smbd.sh" --port 20445) ;;
	ftp) command=("$fixtures/ftpd.sh" --port 20021) ;;
	esac
	[ "$1" = wire ] ||
		command+=(--address "$server_ip" --directory "$disk/$1")
}

# section TARGET: how bench is to reach it.
section() {
	echo "[target $1]"
	echo "plugin = $(backend "$1")"
	case $1 in
	wire) printf '%s\n' "host = $server_ip" "reference = yes" ;;
	nfs) printf "%s\n" "url = nfs://$server_ip:20049/bench" "mount_port = 20050" ;;
	# As a NAS would be set up: see smbd.sh for what is tuned.
	smb) echo "url = smb://$server_ip:20445/tuned" ;;
	ftp) echo "url = ftp://$server_ip:20021/upload" ;;
	esac
	echo
}

# configuration RATE TARGET...: as an INI file.
configuration() {
	local target
	printf '%s\n' "; a wire of $1 between two hosts of the lab" "[bench]" \
		"name = lab-$1" "link = $1" "file_sizes = 64m" "record_sizes = 1m" \
		"rounds = 5" "slices = 1" "tests = write, read, ping" ""
	shift
	for target; do
		section "$target"
	done
}

# on_server COMMAND...: becomes the command, on the server's network and as who
# started the lab: inside a user namespace that takes one more, because there
# everybody looks like root.  It has a session of its own, so that the terminal's
# ^C is not for it, and the kernel sends it TERM even if this script is killed.
on_server() {
	local user=()
	if [ -n "${LAB_USER:-}" ]; then
		user=(unshare -U --map-user="${LAB_USER%:*}"
			--map-group="${LAB_USER#*:}" --)
	fi
	TMPDIR=$state on "bench-s-$id" "${user[@]}" setsid \
		setpriv --pdeathsig TERM "$@"
}

# starting TARGET: starts it and waits until it is ready; else says why not.
starting() {
	local target=$1 log=$state/$1.log deadline=$((SECONDS + 15)) command=()
	has_backend "$(backend "$target")" || {
		echo "this bench has no backend $(backend "$target")"
		return 1
	}
	mkdir -p "$disk/$target"
	command_of "$target"
	(on_server "${command[@]}") >"$log" 2>&1 </dev/null &
	server[$target]=$!
	until grep -q '^ready' "$log" 2>/dev/null; do
		if ! kill -0 "${server[$target]}" 2>/dev/null; then
			wait "${server[$target]}"
			unset "server[$target]"
			tail -n 1 "$log"
			return 1
		fi
		if [ $SECONDS -ge $deadline ]; then
			echo "its server was not ready after 15 s: $(tail -n 1 "$log")"
			return 1
		fi
		sleep 0.02
	done
}

# Stops them all and waits; one that is stuck has seven seconds.
servers_stop() {
	local target deadline=$((SECONDS + 7))
	for target in "${!server[@]}"; do
		kill -TERM "${server[$target]}" 2>/dev/null
	done
	for target in "${!server[@]}"; do
		while kill -0 "${server[$target]}" 2>/dev/null &&
			[ $SECONDS -lt $deadline ]; do
			sleep 0.02
		done
		kill -KILL "${server[$target]}" 2>/dev/null
		wait "${server[$target]}" 2>/dev/null
	done
	server=()
}
