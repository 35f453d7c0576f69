#!/bin/bash
# What is found and what it can do, and each backend's options in three forms: in
# words, as a section to be filled in, and as the table of its page.  The section
# is an INI that bench reads, for each backend that there is.
. "$(dirname "$0")/lib.sh"

status 0 "$BENCH" plugin list
awk '/^[^ ]/ { print $1 }' out >names
[ -s names ] || fail "no backend: $(cat out err)"
[ "$(wc -l <out)" = $((2 * $(wc -l <names))) ] ||
	fail "not two lines for each: $(cat out)"
grep -A 1 '^posix ' out | grep -q '^ .*read, write, flush.*unlink' ||
	fail "what posix can do: $(cat out)"
grep -A 1 '^fault ' out | grep -q '^ .*before, after' ||
	fail "what fault can do: $(cat out)"

status 0 "$BENCH" plugin help posix
grep -q '^  operations: .*read, write, flush.*unlink' out ||
	fail "what posix can do: $(cat out)"

# A text that is wanted but has no value of its own gets one here.
filled() {
	sed -e 's|^;\([a-z_.0-9]* = .\)|\1|' -e 's|^host =$|host = localhost|' \
		-e 's|^\([a-z_.0-9]*\) =$|\1 = /tmp/x|' \
		-e 's|^\[target .*|[target mine]|'
}

while read -r name; do
	status 0 "$BENCH" plugin help "$name" --ini
	cp out "$name.section"
	status 0 "$BENCH" plugin help "$name" --markdown
	cp out "$name.table"
	status 0 "$BENCH" plugin help "$name"
	options=$(grep -c '^  [a-z][a-z0-9_.]*$' out)
	rows=$(grep -c '^| `' "$name.table")
	[ "$rows" = "$options" ] || fail "$name: $options options, $rows rows"
	keys=$(grep -vc -e '^plugin = ' -e '^wrap = ' <(grep '^;\?[a-z_.0-9]* =' \
		"$name.section"))
	[ "$keys" = "$options" ] || fail "$name: $options options, $keys in the section"

	# As it is, and with all defaults put in.  A backend may miss something, such as
	# one of two ways to say where it is; bench never fails to understand a line.
	if grep -q '^wrap = ' "$name.section"; then
		printf '[target mine]\nplugin = null\n' >"$name.ini"
	else
		: >"$name.ini"
	fi
	filled <"$name.section" >>"$name.ini"
	"$BENCH" -c "$name.ini" --dry-run >out 2>err
	got=$?
	[ $got != 2 ] || {
		lacks err "unknown"
		lacks err "default"
		has err "$name.ini:"
	}
	[ $got -le 2 ] || fail "$name.ini: status $got: $(cat "$name.ini" err)"
done <names

# What has to be given stands there without a `;`, and bench asks for it.
grep -qx 'path =' posix.section || fail "posix: $(cat posix.section)"
grep -qx ';io = sync' posix.section || fail "posix: $(cat posix.section)"
has posix.section "; the directory to measure in"
sed -n '/^\[/,$p' posix.section >empty.ini
status 2 "$BENCH" -c empty.ini --dry-run
has err "path"
sed -i "s|^path =|path = $PWD|" empty.ini
status 0 "$BENCH" -c empty.ini --dry-run
has out "1 target, "

status 2 "$BENCH" plugin help posix --yaml
has err "usage: bench plugin list"
exit 0
