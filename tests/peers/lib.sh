# lib.sh - what all comparisons of peers need: scratch, servers, the quiet gate,
# runs of bench, figures and the commands that were used.
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared by all four
PATH=$PATH:/usr/sbin:/sbin
scratch='' memory='' disk='' servers=()
round=0
# Senders and clients stay on the one processor, far ends on the other.
near=0 far=1
[ "$(nproc)" -gt 1 ] || far=0

# stop_after NUMBER: ends the servers but for the first that many.
stop_after() {
	local deadline=$((SECONDS + 7)) pid last=("${servers[@]:$1}")
	servers=("${servers[@]:0:$1}")
	[ ${#last[@]} = 0 ] || kill -TERM "${last[@]}" 2>/dev/null
	for pid in "${last[@]}"; do
		while kill -0 "$pid" 2>/dev/null && [ $SECONDS -lt $deadline ]; do
			sleep 0.02
		done
		kill -KILL "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
}

finish() {
	trap '' INT TERM HUP PIPE
	stop_after 0
	[ -z "$memory" ] || rm -rf "$memory"
	[ -z "$disk" ] || rm -rf "$disk"
	[ -z "$scratch" ] || rm -rf "$scratch"
	exit "$1"
}
trap 'finish 130' INT
trap 'finish 143' TERM
trap 'finish 129' HUP
# Whoever reads the table may go before its end.
trap 'finish 141' PIPE

# One directory for records of this run, one on each kind of file system.
prepare() {
	scratch=$(mktemp -d /tmp/bench-peers.XXXXXX) || finish 1
	memory=$(mktemp -d "${PEERS_MEMORY:-/dev/shm}/bench-peers.XXXXXX") || finish 1
	disk=$(mktemp -d "${PEERS_DISK:-/tmp}/bench-peers.XXXXXX") || finish 1
	chmod 755 "$scratch" "$memory" "$disk"
	: >"$scratch/figures"
	: >"$scratch/rows"
	: >"$scratch/commands"
}

leave_out() {
	echo "left out: $*" >&2
	return 1
}

die() {
	echo "peers: $*" >&2
	finish 1
}

# has_backend PLUGIN; has_tool TOOL: or it is left out, and said.
has_backend() {
	"$bench" plugin list | grep -q "^$1 " ||
		leave_out "$name: this bench has no backend $1"
}
has_tool() {
	command -v "$1" >/dev/null || leave_out "$name: $1 is not installed"
}

# A port with two free ones behind it.
free_port() {
	local port next
	for port in $(shuf -i 21000-29000 -n 50); do
		for next in 0 1 2; do
			(exec 3<>"/dev/tcp/127.0.0.1/$((port + next))") 2>/dev/null &&
				continue 2
		done
		echo "$port"
		return
	done
}

# start NAME COMMAND...: a server that says that it is ready.
start() {
	local log=$scratch/$1.log deadline=$((SECONDS + 15)) server=$1
	shift
	command_line "$server, far end" "$@"
	# A session of its own: the terminal's ^C is not for it.
	TMPDIR=$scratch setsid setpriv --pdeathsig TERM "$@" >"$log" 2>&1 </dev/null &
	servers+=($!)
	until grep -qE '^(ready|Server listening)|Warmup stage' "$log"; do
		if ! kill -0 "${servers[-1]}" 2>/dev/null ||
			[ $SECONDS -ge $deadline ]; then
			leave_out "$server: $(tail -n 1 "$log")"
			return 1
		fi
		sleep 0.02
	done
}

# row KEY WAY TARGET LEAST UNIT TEXT...: a line of the table.  WAY says what is
# held against the bars (- for none): higher or lower, the ratio of ours to the
# peer; own, ours alone; cv, the spread of ours over the rounds in percent; cvs,
# that spread as a share of the peer's.
row() {
	local IFS=' '
	echo "$*" >>"$scratch/rows"
}

# note KEY ours|peer VALUE
note() {
	[ -n "$3" ] || die "$1, $2: no figure in $(tail -n 3 "$scratch/tool.out")"
	echo "$1 $2 $round $3" >>"$scratch/figures"
}

# same KEY OTHER ours|peer: this round's figure stands in the line of OTHER too.
same() {
	awk -v key="$1" -v other="$2" -v side="$3" -v round="$round" '
		$1 == key && $2 == side && $3 == round { print other, side, round, $4 }
	' "$scratch/figures" >"$scratch/same"
	cat "$scratch/same" >>"$scratch/figures"
}

# command_line WHAT COMMAND...: kept for the end, once.
command_line() {
	local what=$1 line
	shift
	line="$what: $*"
	line=${line//"$bench"/bench}
	line=${line//"$memory"/MEMORY}
	line=${line//"$disk"/DISK}
	line=${line//"$scratch/"/}
	line=${line//"$root/"/}
	grep -qxF -- "$line" "$scratch/commands" || echo "$line" >>"$scratch/commands"
}

show_commands() {
	printf '\ncommands (MEMORY and DISK are the two directories)\n\n'
	sed 's/^/  /' "$scratch/commands"
}

# Idle jiffies of each processor.
idle_jiffies() {
	awk '/^cpu[0-9]/ { print $5 }' /proc/stat
}

# Waits until each processor was idle for 90 ms of 100, not for ever.
quiet() {
	local end=$((SECONDS + ${PEERS_QUIET:-2})) before after busy i
	while [ $SECONDS -lt $end ]; do
		mapfile -t before < <(idle_jiffies)
		sleep 0.1
		mapfile -t after < <(idle_jiffies)
		busy=''
		for i in "${!before[@]}"; do
			[ $((after[i] - before[i])) -ge 9 ] || busy=yes
		done
		[ -n "$busy" ] || return 0
	done
}

# tool WHAT COMMAND...: runs it to its end, output to $scratch/tool.out.
tool() {
	local what=$1
	shift
	command_line "$what" "$@"
	"$@" >"$scratch/tool.out" 2>&1 </dev/null ||
		die "$1 failed: $(tail -n 1 "$scratch/tool.out")"
}

# seconds WHAT COMMAND...: how long it takes as a whole, in `took`.
seconds() {
	local begin=$EPOCHREALTIME
	tool "$@"
	took=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')
}

# both OURS PEER: the two sides, each on a quiet machine, in the round's order.
# Each is one function, which finds what it needs in variables.
both() {
	if [ $((round % 2)) = 1 ]; then
		quiet && "$1"
		quiet && "$2"
	else
		quiet && "$2"
		quiet && "$1"
	fi
}

# target NAME LINE...: the section of the configuration.
target() {
	local section=$1
	shift
	printf '%s\n' "[target $section]" "$@" >"$scratch/$section.target"
}

# run_bench TARGET KEY=VALUE...: one run; whether it went well.
run_bench() {
	local section=$1
	shift
	{
		printf '[bench]\nname = run\nquiet = 0\n'
		printf '%s\n' "$@"
		cat "$scratch/$section.target"
	} >"$scratch/run.ini"
	rm -rf "$scratch/run"
	"$bench" -c "$scratch/run.ini" --quiet --progress none \
		--results "$scratch/run" >"$scratch/tool.out" 2>&1 </dev/null
}

# ours KEY SIDE TARGET COLUMN FACTOR KEY=VALUE...: one run of bench.  The median
# over its rows of that column, times the factor, is the figure of KEY-TEST.
ours() {
	local key=$1 side=$2 section=$3 column=$4 factor=$5
	shift 5
	command_line "$key, bench" "$(IFS=';' && echo "$*;")" \
		"$(tr '\n' ';' <"$scratch/$section.target")"
	run_bench "$section" "$@" ||
		die "bench failed at $key: $(tail -n 3 "$scratch/tool.out")"
	awk -F, -v key="$key" -v side="$side" -v round="$round" \
		-v column="$column" -v factor="$factor" -f "$here/rows.awk" \
		"$scratch/run"/*/results.csv >>"$scratch/figures"
}
