#!/bin/bash
# A small run over three targets without an error or a leak in any process:
# coordinator, workers and the far end, as valgrind sees them.
. "$(dirname "$0")/lib.sh"

[ -z "${SAN:-}" ] || skip "the sanitizers look already"
command -v valgrind >/dev/null || skip "there is no valgrind"

mkdir place plugins
cp "$TOYS/toy_memory.so" plugins
export BENCH_PLUGIN_PATH=$PWD/plugins
port=$(free_port)
cat >small.ini <<-INI
	[bench]
	file_sizes = 64k
	record_sizes = 16k
	tests = write, rewrite, read, random_read, random_write, ping
	rounds = 1
	slices = 1
	passes = 1

	[target memory]
	plugin = toy_memory

	[target place]
	plugin = posix
	path = place
	threads = 2

	[target wire]
	plugin = socket
	port = $port
	start = bench serve socket port=$port
	start_timeout = 60s
INI

# The dynamic linker keeps addresses of its own tables in disguise.
cat >dynamic-linker.supp <<'SUPP'
{
	dlopen's table of objects
	Memcheck:Leak
	match-leak-kinds: possible
	...
	fun:_dl_find_object_update
	...
}
SUPP

status 0 valgrind -q --trace-children=yes --leak-check=full \
	--suppressions="$PWD/dynamic-linker.supp" \
	--show-leak-kinds=definite,indirect,possible \
	--errors-for-leak-kinds=definite,indirect,possible \
	--error-exitcode=99 --log-file=vg.%p "$BENCH" -c small.ini
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["status"] == "ok"')" = 18 ] || fail "not 18 rows: $(cat "$csv")"
[ -z "$(ls -A place)" ] || fail "files were left behind: $(ls -A place)"

# The coordinator, a probe, a round and a cleaning of each target, the server.
set -- vg.*
[ $# -ge 11 ] || fail "only $# processes were looked at: $*"
for log; do
	[ ! -s "$log" ] || fail "$log: $(head -c 4000 "$log")"
done
