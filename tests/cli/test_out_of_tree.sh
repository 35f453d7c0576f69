#!/bin/bash
# A plugin author has bench installed and no source tree: in an empty directory
# one C file is compiled against the installed header and swept by the installed
# bench.  Nothing in bench's tree is touched, and uninstall takes all away.

. "$(dirname "$0")/lib.sh"

for tool in make pkg-config "${CC:-cc}"; do
	command -v "$tool" >/dev/null || skip "no $tool here"
done

tree() {
	git -C "$ROOT" status --porcelain -uall 2>/dev/null
}
before=$(tree)

# Staged below inst/, as for a package.
build=${BENCH_BUILD#"$ROOT"/}
san=
[ "$(basename "$build")" != san ] || san=1
staged() {
	make --no-print-directory -s -C "$ROOT" "$@" BUILD="$build" SAN="$san" \
		PREFIX=/usr DESTDIR="$PWD/inst" >out 2>err ||
		fail "make $*: $(cat out err)"
}
staged install
bench=$PWD/inst/usr/bin/bench
for file in bin/bench lib/bench/plugins/posix.so lib/bench/plugins/socket.so \
	include/bench_plugin.h lib/pkgconfig/bench.pc \
	share/bench/conf/gige-ramdisk.ini share/doc/bench/README.md; do
	[ -s "inst/usr/$file" ] || fail "install forgets $file"
done
[ "$(find inst -name '*.h' | wc -l)" = 1 ] || fail "more than one header"
has inst/usr/lib/pkgconfig/bench.pc "prefix=/usr"

# Installed, it finds its plugins and configurations from anywhere, moved or not.
mkdir author
cd author || exit 1
status 0 "$bench" --version
status 0 "$bench" plugin list
grep -q '^posix ' out || fail "plugin list: $(cat out err)"
grep -q '^socket ' out || fail "plugin list: $(cat out err)"
status 0 "$bench" plugin help posix
has out "$(dirname "$PWD")/inst/usr/lib/bench/plugins/posix.so"
status 0 "$bench" -c gige-ramdisk.ini --dry-run
grep -qE "^[1-9][0-9]* targets, [1-9]" out || fail "no plan: $(cat out)"
status 0 "$bench" -c gige-ramdisk --dry-run
[ "$(ls -A)" = "$(printf 'err\nout')" ] || fail "created: $(ls -A)"

# The author's plugin: the example of the installed page, a store in memory.
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' \
	../inst/usr/share/doc/bench/plugins.md >shelf.c
has shelf.c "BENCH_REGISTER(shelf)"
export PKG_CONFIG_SYSROOT_DIR=${PWD%/author}/inst
export PKG_CONFIG_PATH=$PKG_CONFIG_SYSROOT_DIR/usr/lib/pkgconfig
export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
cflags=$(pkg-config --cflags bench) || fail "pkg-config does not know bench"
[ "${cflags% }" = "-I$PKG_CONFIG_SYSROOT_DIR/usr/include" ] || fail "cflags: $cflags"
[ "$(pkg-config --modversion bench)" = \
	"$("$bench" --version | cut -d' ' -f2)" ] || fail "another version"
for standard in c99 c11 c17; do
	# shellcheck disable=SC2086 # several words
	"${CC:-cc}" -std=$standard -Wall -Wextra -Wshadow -Wpedantic -Werror \
		-fPIC -shared -fvisibility=hidden $cflags -o shelf.so shelf.c ||
		fail "shelf.c does not compile as $standard"
done

# Found, explained and swept beside a target that came with bench.
mkdir plugins disk
mv shelf.so plugins
export BENCH_PLUGIN_PATH=$PWD/plugins
status 0 "$bench" plugin help shelf
has out "shelf 0.1: a shelf for one file"
has out "bytes that fit on the shelf"
has out "default 1m"
cat >shelf.ini <<'END'
[bench]
file_sizes   = 4k, 64k, 256k
record_sizes = 4k, 16k
rounds       = 2
slices       = 1
slice_time   = 1ms

[target mine]
plugin = shelf
room   = 128k

[target disk]
plugin = posix
path   = disk
END
status 0 "$bench" -c shelf.ini
csv=$(results)/results.csv
[ "$(rows "$csv" 'c["target"] == "mine" && c["backend"] == "shelf" &&
	c["status"] == "ok"')" = $((6 * 3 * 2)) ] || fail "$(grep ,mine, "$csv")"
[ "$(rows "$csv" 'c["target"] == "mine" && c["status"] == "skipped"')" = 6 ] ||
	fail "skipped: $(grep ,mine, "$csv")"
[ "$(rows "$csv" 'c["target"] == "mine" && c["status"] == "unsupported" &&
	c["error"] == "the target takes files up to 128k"')" = 12 ] ||
	fail "too large: $(grep ,mine, "$csv")"
[ "$(rows "$csv" 'c["target"] == "mine" && c["status"] == "unsupported" &&
	c["test"] == "ping" && c["error"] ~ /no ping/')" = 1 ] ||
	fail "ping: $(grep ,mine,shelf,ping "$csv")"
[ "$(rows "$csv" 'c["target"] == "disk" && c["status"] == "ok"')" = \
	$(((6 * 5 + 1) * 2)) ] || fail "beside it: $(grep ,disk, "$csv")"
grep -q '^mine random_write, MB/s' out || fail "no matrix of mine: $(cat out)"
[ -z "$(ls -A disk)" ] || fail "left behind: $(ls -A disk)"
cd ..

# The tree is as it was, and nothing of bench stays behind.
[ "$(tree)" = "$before" ] || fail "the tree changed: $(diff <(echo "$before") \
	<(tree))"
staged uninstall
[ -z "$(find inst ! -type d)" ] || fail "uninstall forgets $(find inst ! -type d)"
[ -z "$(find inst -name 'bench*')" ] ||
	fail "uninstall forgets $(find inst -name 'bench*')"
exit 0
