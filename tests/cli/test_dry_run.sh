#!/bin/bash
# Before a long run someone looks at the plan: --dry-run touches nothing, and what
# it announces, cell by cell, is what the run then does.

. "$(dirname "$0")/lib.sh"

export BENCH_PLUGIN_PATH=$TOYS
port=$(free_port)
mkdir disk
echo precious >disk/letter
touch -d 2001-02-03 disk/letter disk
cat >plan.ini <<END
[bench]
file_sizes   = 4k, 64k, 10000
record_sizes = 4k, 16k
threads      = 1, 2
rounds       = 2
slices       = 1
slice_time   = 1ms

[target disk]
plugin = posix
path   = disk

[target memory]
plugin     = toy_memory
file_sizes = 64k
tests      = write, read, random_read

[target wire]
plugin  = socket
port    = $port
threads = 2
start   = touch started; exec bench serve socket port=$port
END

state() {
	find . ! -name out ! -name err -printf '%p %s %T@\n' | sort
}
: >out
: >err
before=$(state)

status 0 "$BENCH" -c plan.ini --dry-run
[ ! -s err ] || fail "--dry-run says: $(cat err)"
grep -qE '^disk +write +8 cells; 4 skipped: the record \(.*\) is larger' out ||
	fail "no summary of write on disk: $(cat out)"
grep -qE '^memory +random_read +4 cells$' out || fail "$(cat out)"
has out "3 targets, "
[ "$(state)" = "$before" ] || fail "--dry-run touched something: $(state)"
tail -n 1 out >price

before=$(state)
status 0 "$BENCH" -c plan.ini --dry-run -v
[ ! -s err ] || fail "--dry-run -v says: $(cat err)"
[ "$(state)" = "$before" ] || fail "--dry-run -v touched something: $(state)"
[ ! -e started ] || fail "--dry-run started a server"
[ ! -e results ] || fail "--dry-run made results"
[ "$(tail -n 1 out)" = "$(cat price)" ] || fail "two prices for one plan"
sed '$d' out >cells

# The price counts the cells.
run=$(grep -c 'depth 1  run$' cells)
skipped=$(grep -c 'depth 1  skipped: ' cells)
[ "$(wc -l <cells)" = $((run + skipped)) ] || fail "other cells: $(cat cells)"
has price "3 targets, $run cells to measure, $skipped skipped; 2 rounds, about"

# What the plan promises: for each cell to run a row of each round.
awk '
	function bytes(size) {
		return size == "-" ? "" : size ~ /k$/ ? size * 1024 : size + 0
	}
	{
		key = $1 "," $2 "," bytes($4) "," bytes($6) "," $8 "," $10
		verdict = $0
		sub(/.* depth [0-9]+  /, "", verdict)
		if (verdict == "run")
			for (round = 1; round <= 2; round++)
				print key "," round ",ok,"
		else {
			reason = verdict
			sub(/: .*/, "", verdict)
			sub(/^[a-z]+: /, "", reason)
			print key ",," verdict "," reason
		}
	}' cells | sort >promised

status 0 "$BENCH" -c plan.ini
[ -e started ] || fail "the run did not start its server"
[ "$(head -n 1 out)" = "$(cat price)" ] ||
	fail "the run has another plan: $(head -n 1 out)"
dir=$(results) || fail "$dir"
awk -F, '
	{ sub(/\r$/, "") }
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{
		print $at["target"] "," $at["test"] "," $at["file_size_bytes"] "," \
			$at["record_size_bytes"] "," $at["threads"] "," $at["depth"] \
			"," $at["round"] "," $at["status"] "," $at["error"]
	}' "$dir/results.csv" | sort >kept
cmp -s promised kept ||
	fail "promised (<) and done (>) differ: $(diff promised kept | head -n 20)"
[ "$(wc -l <kept)" = $((2 * run + skipped)) ] || fail "$(wc -l <kept) rows"
[ "$(ls -A disk)" = letter ] || fail "left in the target: $(ls -A disk)"
