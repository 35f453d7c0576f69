#!/bin/bash
# docs.sh - holds the pages of docs/ against the program: every key, option,
# column, test and plugin option that there is stands in its page, and its tables
# have no word that the program does not know.
#
# A table is known by the first cell of its header: key, option, column, member,
# test or suite.  The words are what stands in `backticks` in the first cell of a
# row.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BENCH_BUILD:-build}
case $build in
/*) ;;
*) build=$PWD/$build ;;
esac
bench=$build/bench
unset BENCH_PLUGIN_PATH
failed=0

complain() {
	echo "docs: $*"
	failed=1
}

# table_words PAGE HEADER...: the words of all tables with such a first header.
table_words() {
	local page=$1 header
	shift
	for header; do
		awk -v header="$header" '
			!/^\|/ { table = ""; next }
			table == "" {
				table = $0
				sub(/^\| */, "", table)
				sub(/ *\|.*$/, "", table)
				next
			}
			table == header {
				cell = $0
				sub(/^\|/, "", cell)
				sub(/\|.*$/, "", cell)
				while (match(cell, /`[^`]*`/)) {
					print substr(cell, RSTART + 1, RLENGTH - 2)
					cell = substr(cell, RSTART + RLENGTH)
				}
			}' "$page"
	done | sed 's/[ =].*//' | sort -u
}

# compare PAGE WHAT KNOWN HEADER...: both ways.  KNOWN is the word none where
# the program says that there are none.
compare() {
	local page=$1 what=$2 known=$3 word
	shift 3
	if [ ! -s "$page" ]; then
		complain "$page is missing"
		return
	fi
	[ -n "$known" ] || complain "the program names no $what"
	[ "$known" != none ] || known=
	known=$(sort -u <<<"$known")
	while read -r word; do
		complain "$page lacks the $what $word"
	done < <(comm -23 <(printf '%s' "${known:+$known$'\n'}") \
		<(table_words "$page" "$@"))
	while read -r word; do
		complain "$page has the $what $word, which the program does not know"
	done < <(comm -13 <(printf '%s' "${known:+$known$'\n'}") \
		<(table_words "$page" "$@"))
}

# The rows that the page's table of keys must have, from `bench list keys`.
key_rows() {
	"$bench" list keys | awk '
		NR % 2 {
			key = $1
			line = $0
			sub(/^[^ ]+ +/, "", line)
			where = dflt = line
			sub(/ +default .*/, "", where)
			sub(/.* default /, "", dflt)
			next
		}
		{
			sub(/^ +/, "")
			print "| `" key "` | " where " | " dflt " | " $0 " |"
		}'
}

plugin_options() {
	"$bench" plugin help "$1" | sed -n 's/^no options of its own$/none/p
		/^options of/,$s/^  \([a-z][a-z0-9_.]*\)$/\1/p'
}

if [ ! -x "$bench" ]; then
	echo "docs: $bench is not built"
	exit 1
fi

compare docs/user.md key "$("$bench" list keys | awk 'NR % 2 { print $1 }')" key
while IFS= read -r row; do
	grep -qxF -- "$row" docs/user.md || complain "docs/user.md lacks the row $row"
done < <(key_rows)
compare docs/user.md option "$("$bench" --help | sed -n 's/^  *\(-.*\)/\1/p' |
	grep -oE '(^|[ ,])--?[a-zA-Z][a-z-]*' | tr -d ' ,')" option
compare docs/compare.md option "$("$bench" compare --help |
	sed -n 's/^  *\(-.*\)/\1/p' | grep -oE '(^|[ ,])--?[a-zA-Z][a-z-]*' |
	tr -d ' ,')" option
compare docs/tests.md test "$("$bench" list tests | awk '{ print $1 }')" test
compare docs/user.md suite "$("$bench" list suites |
	awk '/^[^ ]/ { print $1 }')" suite

# The table of a plugin's page is the one that it prints.
for plugin in $("$bench" plugin list | awk '/^[^ ]/ { print $1 }'); do
	compare "docs/$plugin.md" option "$(plugin_options "$plugin")" option
	while IFS= read -r row; do
		grep -qxF -- "$row" "docs/$plugin.md" ||
			complain "docs/$plugin.md lacks the row $row"
	done < <("$bench" plugin help "$plugin" --markdown)
done

# Columns and members are those of a run, the smallest there is.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if "$bench" --rounds 1 --set posix.tests=ping --results "$scratch/results" \
	--progress none "$scratch" >"$scratch/out" 2>&1; then
	run=$(echo "$scratch"/results/*/)
	compare docs/results.md column \
		"$(cat "$run"/results.csv "$run"/summary.csv | tr -d '\r' |
			awk '/^(schema|backend),/' | tr , '\n')" column
	compare docs/results.md member \
		"$(sed -nE 's/^  "([a-z_]+)": .*/\1/p' "$run"/run.json
			# Those of a run that goes on, that was ended, resumed, hidden.
			printf '%s\n' written_utc interrupted_by resumed anonymised)" member
else
	complain "the smallest run fails: $(cat "$scratch/out")"
fi

# Links between the pages lead somewhere.
for page in README.md docs/*.md; do
	while read -r link; do
		[ -e "$(dirname "$page")/$link" ] || complain "$page links to $link"
	done < <(grep -oE '\]\([^):#]+' "$page" | cut -c 3-)
done

# A word of the harness's own would take an option of that name away from its
# plugin.
while read -r word; do
	complain "a plugin's option has the name of bench's own key $word"
done < <(comm -12 <("$bench" list keys | awk 'NR % 2 && /targets/ { print $1 }' | sort) \
	<(for plugin in plugins/*/; do
		"$bench" plugin help "$(basename "$plugin")"
	done | sed -n 's/^  \([a-z_0-9]*\)$/\1/p' | sort -u))

[ $failed = 0 ] && echo "docs: in order"
exit $failed
