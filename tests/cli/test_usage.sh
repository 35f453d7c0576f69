#!/bin/bash
# Someone tries the command line out: what is shown when asked for, what is said
# about mistakes, and with which exit status.  Nothing is ever created.

. "$(dirname "$0")/lib.sh"

# shows COMMAND...: status 0, something on stdout, nothing on stderr.
shows() {
	status 0 "$@"
	[ -s out ] || fail "$* shows nothing"
	[ ! -s err ] || fail "$* says on stderr: $(cat err)"
}

# mistaken TEXT COMMAND...: status 2, the text on stderr, nothing on stdout.
mistaken() {
	local text=$1
	shift
	status 2 "$@"
	has err "$text"
	[ ! -s out ] || fail "$* shows: $(cat out)"
}

# Asked for.
shows "$BENCH" --help
has out "bench -c FILE"
has out "--dry-run"
has out "exit status: 0"
cp out help
shows "$BENCH" -h
cmp -s out help || fail "-h is not --help"
shows "$BENCH" --version
lines out 1
grep -qE '^bench [0-9]+\.[0-9]+\.[0-9]+ \(plugin ABI [0-9]+\.[0-9]+\)$' out ||
	fail "--version: $(cat out)"
cp out version
shows "$BENCH" -V
cmp -s out version || fail "-V is not --version"
rm help version

# Nothing asked for.
mistaken "nothing to measure" "$BENCH"
lines err 1
has err "bench --help"
mistaken "nothing to measure" "$BENCH" --quick

# Options mistyped: one line each, and the nearest word.
mistaken "unknown option --dryrun; did you mean --dry-run?" "$BENCH" --dryrun
lines err 1
mistaken "did you mean --unit?" "$BENCH" /nowhere --unti MB/s
mistaken "did you mean --color?" "$BENCH" --colr=never /nowhere
mistaken "unknown option --nonsense; bench --help" "$BENCH" --nonsense
mistaken "unknown option -x" "$BENCH" -x
mistaken "unknown option -x" "$BENCH" -qx /nowhere
mistaken "--config lacks its value" "$BENCH" --config
mistaken "-c lacks its value" "$BENCH" -c
mistaken "takes no value" "$BENCH" --dry-run=3 /nowhere

# Values that an option does not take: all that it does take.
mistaken "--unit MB: expected one of" "$BENCH" --unit MB /nowhere
has err "MiB/s"
has err "Gbit/s"
mistaken "--color maybe: expected one of auto, always, never" \
	"$BENCH" --color=maybe /nowhere
mistaken "--progress loud: expected one of auto, bar, plain, none" \
	"$BENCH" --progress loud /nowhere
mistaken "rounds" "$BENCH" --rounds many /nowhere
has err "\`many\`"
has err "expected a whole number"

# Lists of words.
shows "$BENCH" list tests
for test in write rewrite read reread random_read random_write ping; do
	grep -q "^$test " out || fail "list tests lacks $test"
done
shows "$BENCH" list suites
has out "nas"
has out "write rewrite read reread random_read random_write ping"
shows "$BENCH" list keys
for key in file_sizes record_sizes rounds slices start time_limit; do
	grep -q "^$key .*default" out || fail "list keys lacks $key"
done
mistaken "usage: bench list tests | suites | keys" "$BENCH" list
mistaken "usage: bench list tests | suites | keys" "$BENCH" list fruit
mistaken "usage: bench list tests | suites | keys" "$BENCH" list tests keys

# Plugins.
shows "$BENCH" plugin list
grep -q '^posix ' out || fail "plugin list lacks posix"
grep -q '^socket ' out || fail "plugin list lacks socket"
lacks out toy_
shows "$BENCH" plugin help posix
has out "the directory to measure in"
has out "path; required"
has out "/plugins/posix.so"
shows "$BENCH" plugin help socket
has out "far end: bench serve socket"
has out "default 5201"
has out "targets on the command line: tcp unix"
mistaken "plugin \`posxi\` not found; did you mean \`posix\`?" \
	"$BENCH" plugin help posxi
lines err 1
has err "; found: "
has err " posix, "
has err "searched: "
mistaken "usage: bench plugin list" "$BENCH" plugin
mistaken "usage: bench plugin list" "$BENCH" plugin help
mistaken "usage: bench plugin list" "$BENCH" plugin remove posix

# Plugins along a path of one's own; a bad one is named and does no harm.
export BENCH_PLUGIN_PATH=$TOYS
status 0 "$BENCH" plugin list
grep -q '^posix ' out || fail "BENCH_PLUGIN_PATH hides posix"
grep -q '^toy_memory ' out || fail "BENCH_PLUGIN_PATH is not searched"
lacks out toy_abi_major
[ "$(grep -c '^refused: .*toy_abi_major.so: built for plugin ABI 7.2' err)" = 1 ] ||
	fail "toy_abi_major is not refused: $(cat err)"
grep -vq '^refused: ' err && fail "more than refusals: $(cat err)"
unset BENCH_PLUGIN_PATH

# The far end.
mistaken "usage: bench serve NAME" "$BENCH" serve
mistaken "usage: bench serve NAME" "$BENCH" serve --port=5201
mistaken "plugin \`sockte\` not found; did you mean \`socket\`?" \
	"$BENCH" serve sockte
mistaken "posix has no far end" "$BENCH" serve posix
mistaken "\`port\`: expected key=value" "$BENCH" serve socket port
mistaken "prot" "$BENCH" serve socket prot=5201
has err "did you mean \`port\`?"
mistaken "70000" "$BENCH" serve socket port=70000
lines err 1

rm out err
[ -z "$(ls -A)" ] || fail "something was created: $(ls -A)"

# A slip of the fingers is no target.
status 2 "$BENCH" serv
has err "did you mean \`bench serve\`?"
status 2 "$BENCH" help
has err "bench --help tells more"
[ ! -e results ] || fail "a slip of the fingers left results"
