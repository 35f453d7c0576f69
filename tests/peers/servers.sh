# servers.sh - comparisons over servers of file protocols: nfs-cp, smbclient,
# curl.  One worker, one pass over a file of 256 MiB on a RAM disk, written anew
# each time.
#
# What is in a figure: the transfer, until the peer has confirmed it.  Not in it:
# starting a program, connecting, logging in.  Each peer's function says how.
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared by all four

fixtures=$root/conf/servers
size=$((256 << 20))

# once KEY SIDE TARGET RECORD DEPTH TESTS: one pass of each test.  Its figure is
# records and flush; opening and closing are apart.
once() {
	ours "$1" "$2" "$3" throughput_bytes_per_s 1e-6 "tests = $6" \
		"file_sizes = 256m" "record_sizes = $4" "depth = $5" "rounds = 1" \
		"slices = 1" "passes = 1"
}

# What is sent: random bytes, and a file of one byte.
sources() {
	[ ! -e "$memory/source" ] || return 0
	prefilled "$memory/source" 1M 256
	printf x >"$memory/tiny"
}

# whole KEY TINY-COMMAND -- COMMAND: for a tool that does not say how long it
# took: the whole program, less the same program on a file of one byte, in the
# same round.
whole() {
	local key=$1 tiny=() alone
	shift
	while [ "$1" != -- ]; do
		tiny+=("$1")
		shift
	done
	shift
	seconds "$key, ${tiny[0]} for start and login" "${tiny[@]}"
	alone=$took
	seconds "$key, $1" "$@"
	note "$key" peer "$(awk -v size=$size -v all="$took" \
		-v alone="$alone" 'BEGIN { print size / (all - alone) / 1e6 }')"
}

# The NFS server, once for both of its comparisons.
nfs_server() {
	has_backend nfs && has_tool ganesha.nfsd || return 1
	[ -z "${nfs_port:-}" ] || return 0
	nfs_port=$(free_port)
	mkdir -p "$memory/nfs"
	sources
	start ganesha "$fixtures/ganesha.sh" --address 127.0.0.1 \
		--port "$nfs_port" --directory "$memory/nfs" || return 1
	target nfs "plugin = nfs" "url = nfs://127.0.0.1:$nfs_port/bench" \
		"mount_port = $((nfs_port + 1))"
}

# depth: eight records on their way, against one.
depth_start() {
	nfs_server || return 1
	row depth-write higher 1.15 1.15 MB/s "nfs write 64 KiB, depth 8 / depth 1"
	row depth-read higher 1.15 1.15 MB/s "nfs read 64 KiB, depth 8 / depth 1"
}

depth_ours() {
	once depth ours nfs 64k 8 write,read
}

depth_peer() {
	once depth peer nfs 64k 1 write,read
}

depth_turn() {
	both depth_ours depth_peer
}

nfs_start() {
	has_tool nfs-cp && nfs_server || return 1
	row nfs-write higher 1 1 MB/s "nfs write 1 MiB / nfs-cp"
	row nfs-read higher 1 1 MB/s "nfs read 1 MiB / nfs-cp"
}

nfs_ours() {
	once nfs ours nfs 1m 1 write,read
}

# nfs-cp reads from a local file and writes to one, a new one and no device; the
# RAM disk costs it least, but that is in its figures and not in ours.
nfs_peer() {
	local url=nfs://127.0.0.1/bench arguments
	arguments="?version=3&nfsport=$nfs_port&mountport=$((nfs_port + 1))"
	rm -f "$memory/nfs/"* "$memory"/copy*
	whole nfs-write nfs-cp "$memory/tiny" "$url/tiny$arguments" -- \
		nfs-cp "$memory/source" "$url/peer$arguments"
	whole nfs-read nfs-cp "$url/tiny$arguments" "$memory/copy-tiny" -- \
		nfs-cp "$url/peer$arguments" "$memory/copy"
	rm -f "$memory/nfs/"* "$memory"/copy*
}

nfs_turn() {
	both nfs_ours nfs_peer
}

smb_start() {
	has_backend smb && has_tool smbclient || return 1
	smb_port=$(free_port)
	mkdir -p "$memory/smb"
	sources
	start smbd "$fixtures/smbd.sh" --address 127.0.0.1 --port "$smb_port" \
		--directory "$memory/smb" || return 1
	target smb "plugin = smb" "url = smb://127.0.0.1:$smb_port/bench"
	row smb-write higher 1 1 MB/s "smb write 1 MiB / smbclient put"
	row smb-read higher 1 1 MB/s "smb read 1 MiB / smbclient get"
}

smb_ours() {
	once smb ours smb 1m 1 write,read
}

# smbclient says itself how fast a file went, in KiB/s, without what it took to
# connect.  Its requests are 64 KiB as it comes; here they are as large as it
# allows, which is its best.
smb_peer() {
	rm -f "$memory/smb/"*
	tool "smb, smbclient" smbclient -s /dev/null -N -p "$smb_port" \
		//127.0.0.1/bench \
		-c "iosize 16776960; put $memory/source peer; get peer /dev/null"
	note smb-write peer "$(smb_rate putting)"
	note smb-read peer "$(smb_rate getting)"
	rm -f "$memory/smb/"*
}

smb_rate() {
	awk -v way="^$1" '
		$0 ~ way && match($0, /\([0-9.]+ (kb|KiloBytes)\/s/) {
			print substr($0, RSTART + 1) * 1024 / 1e6
		}' "$scratch/tool.out"
}

smb_turn() {
	both smb_ours smb_peer
}

ftp_start() {
	has_backend ftp && has_tool curl || return 1
	ftp_port=$(free_port)
	mkdir -p "$memory/ftp"
	sources
	start ftpd "$fixtures/ftpd.sh" --address 127.0.0.1 --port "$ftp_port" \
		--directory "$memory/ftp" || return 1
	target ftp "plugin = ftp" "url = ftp://127.0.0.1:$ftp_port/upload"
	row ftp-write higher 1 1 MB/s "ftp write 1 MiB / curl -T"
	row ftp-read higher 1 1 MB/s "ftp read 1 MiB / curl"
}

ftp_ours() {
	once ftp ours ftp 1m 1 write,read
}

# curl says itself when the transfer began, after login and all commands, and
# when it was confirmed.
ftp_peer() {
	local url=ftp://127.0.0.1:$ftp_port/upload/peer way rate
	rate="%{time_total} %{time_pretransfer}"
	rm -f "$memory/ftp/upload/"*
	for way in write read; do
		if [ $way = write ]; then
			tool "ftp-$way, curl" curl -sS -w "$rate" -T "$memory/source" \
				"$url"
		else
			tool "ftp-$way, curl" curl -sS -w "$rate" -o /dev/null "$url"
		fi
		note ftp-$way peer "$(awk -v size=$size \
			'{ print size / ($1 - $2) / 1e6 }' "$scratch/tool.out")"
	done
	rm -f "$memory/ftp/upload/"*
}

ftp_turn() {
	both ftp_ours ftp_peer
}
