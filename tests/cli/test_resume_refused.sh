#!/bin/bash
# What a broken run left, made worse by hand: torn lines are dropped, and what is
# no run, is damaged or is not the same run is refused, with a sentence and
# untouched.  More rounds, targets that come back, secrets, hidden names.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/resume.sh"

status 0 "$BENCH" -c all.ini
mv "$(results)" undisturbed
rmdir results

# Nobody goes on with a run that is going on.
begin -c all.ini --rounds 100
status 2 "$BENCH" --resume "$dir"
has err "$dir: another bench is writing there"
stop
rm -rf results disk/*
begin -c all.ini
stop

# Torn by hand, in the three files that have a line a row; and files that were
# about to be replaced.
cp -r "$dir" torn
tail -c 30 undisturbed/results.csv | head -c 20 >>torn/results.csv
printf '{"seq":9999,"min":1,"max":1,"sum":1.0,"counts":[[1,1]]}\n{"seq":' \
	>>torn/histograms.jsonl
printf '{"seq":9999,"rates":[1.0]}\n{"seq":' >torn/series.jsonl
touch torn/run.json.4711-0.tmp torn/summary.csv.4711-2.tmp
status 0 "$BENCH" --resume torn/
has err "torn/results.csv: the last line was broken off (20 bytes) and is dropped"
has err "torn/histograms.jsonl: the last line was broken off (7 bytes)"
has out "rows are there already"
[ ! -s torn/series.jsonl ] || fail "series without a row: $(cat torn/series.jsonl)"
same torn "torn"
[ "$(member torn 'len(run["resumed"]), run["resumed"][0]["torn_bytes"]')" = \
	"1 20" ] || fail "resumed: $(member torn 'run["resumed"]')"
[ "$(member torn '"-c" in run["resumed"][0]["command"]')" = True ] ||
	fail "resumed: $(member torn 'run["resumed"]')"

# It is complete now, and nothing is touched.
cp -r torn complete
status 0 "$BENCH" --resume complete
has out "the run was complete, so nothing was measured"
has out "$(rows torn/results.csv 'c["status"] == "ok"') rows measured; results: complete/results.csv"
[ "$(diff -r torn complete)" = "" ] || fail "touched: $(diff -r torn complete)"

# More rounds; not fewer.
status 0 "$BENCH" --resume complete --rounds 4
[ "$(rows complete/results.csv 'c["round"] == 4 && c["status"] == "ok"')" = 5 ] ||
	fail "not 5 rows of round 4"
status 2 "$BENCH" --resume complete --rounds 2
has err "--rounds can add rounds, not take them away"
status 2 "$BENCH" --resume complete -c all.ini
has err "complete is of another configuration: in [bench], rounds was \`4\` and is \`3\` now"

# The same configuration, or none.
status 0 "$BENCH" -c all.ini --resume torn
sed 's/4k, 128k/4k/' all.ini >other.ini
status 2 "$BENCH" -c other.ini --resume "$dir"
has err "in [bench], record_sizes was \`4k, 128k\` and is \`4k\` now"
status 2 "$BENCH" --resume "$dir" --set disk.path=.
has err "in [target disk], path was \`disk\` and is \`.\` now"
sed 's/target store/target shop/' all.ini >other.ini
status 2 "$BENCH" -c other.ini --resume "$dir"
has err "it has [target store] where [target shop] is now"
mkdir elsewhere
(cd elsewhere && ! "$BENCH" --resume "../$dir" >../out 2>../err) || fail "resumed"
has err "from here path = disk of [target disk] leads elsewhere"
status 2 "$BENCH" --resume "$dir" --results elsewhere
has err "what is resumed stays where it is"

# Another kernel, bench or plugin: said and noted.
cp -r "$dir" moved
sed -i 's/"kernel": "[^"]*"/"kernel": "Linux 1.0"/' moved/run.json
status 0 "$BENCH" --resume moved
has err "the part before this one ran with kernel \`Linux 1.0\`"
[ "$(member moved 'run["resumed"][0]["differs"]["kernel"]["before"]')" = \
	"Linux 1.0" ] || fail "no difference is noted"

# A target that is out of reach now: what it may hold is named; once it is back,
# its cells are measured after all.
cp -r "$dir" away
mv disk gone
status 1 "$BENCH" --resume away
has err "target \`disk\`"
has err "what the part before this one may have left there (bench-"
[ "$(rows away/results.csv 'c["target"] == "disk" && c["round"] == ""')" -ge 4 ] ||
	fail "no rows of the target that is away"
mv gone disk
status 0 "$BENCH" --resume away
[ "$(member away 'run["resumed"][1]["superseded_rows"] > 0')" = True ] ||
	fail "no rows were superseded"
same away "away and back"

# broken WHAT SENTENCE: a copy, in ./broken, is refused and left as it is.
broken() {
	cp -r broken before
	status 2 "$BENCH" --resume broken
	has err "$1"
	lines err 1
	diff -r broken before || fail "$1: touched"
	rm -rf broken before
}

cp -r "$dir" broken && rm broken/run.json
broken "broken/run.json: No such file or directory; without it a run cannot be resumed"
cp -r "$dir" broken && head -c 100 "$dir/run.json" >broken/run.json
broken "broken/run.json:"
cp -r "$dir" broken && sed -i 's/"schema": 1/"schema": 2/' broken/run.json
broken 'broken/run.json: expected "schema": 1'
cp -r "$dir" broken && sed -i 's/"run_id": "/"run_id": "..\//' broken/run.json
broken "broken/run.json lacks run_id"
cp -r "$dir" broken && : >broken/results.csv
broken "broken/results.csv:1: expected a header line, found nothing"
cp -r "$dir" broken && rm broken/results.csv
broken "broken/results.csv: cannot be read: No such file or directory"
cp -r "$dir" broken && sed -i '2s/^1,/2,/' broken/results.csv
broken "broken/results.csv:2: schema: expected 1, found 2"
cp -r "$dir" broken && sed -i '3s/,/x,/3' broken/results.csv
broken "broken/results.csv:3: seq: expected a whole number"
cp -r "$dir" broken && sed -i '3{p}' broken/results.csv
broken "broken/results.csv has the same cell and round in lines"
cp -r "$dir" broken && sed -i '3s/,write,/,ping,/;3s/,read,/,ping,/' broken/results.csv
broken "broken/results.csv:3: a row of target"
status 2 "$BENCH" --resume nowhere
has err "nowhere cannot be opened: No such file or directory"
status 2 "$BENCH" --resume all.ini
has err "all.ini cannot be opened: Not a directory"
rm -rf results

# Names are taken out, the same ones alike; then the configuration must be given
# again, and the names stay out.
status 0 "$BENCH" -c all.ini --rounds 1 --anonymise --results hidden
hidden=$(echo hidden/*)
host=$(uname -n)
[ "$(member "$hidden" 'run["environment"]["host"], run["anonymised"]')" = \
	"host-1 True" ] || fail "environment: $(member "$hidden" 'run["environment"]')"
! grep -qwF -- "\"$host\"" "$hidden/run.json" || fail "run.json has $host"
[ "$(member "$hidden" '[t["name"] for t in run["targets"]]')" = \
	"['disk', 'store', 'wire']" ] || fail "other targets"
status 2 "$BENCH" --resume "$hidden"
has err "was run with --anonymise, so its run.json does not tell its targets"
status 0 "$BENCH" --resume "$hidden" -c all.ini --rounds 2
[ "$(member "$hidden" 'run["environment"]["host"], len(run["resumed"])')" = \
	"host-1 1" ] || fail "resumed: $(member "$hidden" 'run["resumed"]')"
[ "$(rows "$hidden/results.csv" 'c["round"] == 2')" = 5 ] || fail "not 5 rows"

# A secret that was given as text is asked for, and for nothing else.
"$BENCH" plugin help ftp >out 2>err || exit 0
nobody=127.0.0.1:$(free_port)
status 1 "$BENCH" --rounds 1 --set bench.tests=ping --results secret \
	"ftp://me:hunter2@$nobody/x"
secret=$(echo secret/*)
status 2 "$BENCH" --resume "$secret"
has err "[target ftp] password: results keep no secrets, so $secret does not"
has err "--set ftp.password=@FILE"
lines err 1
echo hunter2 >word
status 1 "$BENCH" --resume "$secret" --set ftp.password=@word
has out "resumed: 1 rows are there already"
[ "$(rows "$secret/results.csv" 1)" = 1 ] || fail "not one row"
status 2 "$BENCH" --resume "$secret" --set ftp.password=@word --set ftp.user=you
has err "in [target ftp], user was \`me\` and is \`you\` now"
status 1 "$BENCH" --resume "$secret"
lacks err secrets
! grep -r hunter2 secret || fail "a password is in the results"
exit 0
