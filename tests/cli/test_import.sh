#!/bin/bash
# Somebody's old results become a directory like that of a run.
. "$(dirname "$0")/lib.sh"
data=$ROOT/tests/data/import

# A table of iozone, read by position.
status 0 "$BENCH" import "$data/iozone-b.txt" -o old --target disk
has out "old: 26 rows"
lines err 0
[ "$(column old/results.csv target | sort -u)" = disk ] || fail "target"
[ "$(column old/results.csv backend | sort -u)" = iozone ] || fail "backend"
[ "$(column old/results.csv throughput_bytes_per_s | head -1)" = 1025024 ] ||
	fail "1001 KiB/s are 1025024 B/s: $(head -2 old/results.csv)"
[ "$(wc -l <old/summary.csv)" = 27 ] || fail "summary.csv has not 26 cells"
python3 - old "$data/iozone-b.txt" <<'END' || fail "run.json: $(cat old/run.json)"
import hashlib, json, sys
about = json.load(open(sys.argv[1] + "/run.json"))
digest = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()
(source,) = about["imported"]
assert about["schema"] == 1 and about["rows"] == 26
assert about["results_sha256"] == digest(sys.argv[1] + "/results.csv")
assert source["sha256"] == digest(sys.argv[2])
assert source["tool"] == "iozone" and source["version"] == "3.434"
assert source["command_line"] == "iozone -a"
assert source["date"] == "Mon Feb  2 10:00:00 2026"
END

# The same directory is read by the others.
status 0 "$BENCH" import "$data/iozone-a.txt" -o older --target disk
status 0 "$BENCH" compare old older
status 0 "$BENCH" report old -o page.html

# It is not written over.
status 2 "$BENCH" import "$data/iozone-a.txt" -o old
has err "old: File exists"

# Several at once; what is left out has its line.
status 1 "$BENCH" import "$data/bonnie.csv" "$data/fio-2.json" \
	"$data/iperf3.json" -o many
has err "bonnie.csv:6: a line of bonnie++ with 8 fields"
[ "$(column many/results.csv backend | sort | uniq -c | tr -s ' ')" = \
	" 34 bonnie
 1 fio
 1 iperf3" ] || fail "backends: $(column many/results.csv backend)"
[ "$(column many/results.csv flags | grep -c below_resolution)" = 7 ] ||
	fail "pluses: $(column many/results.csv flags)"

# A unit that nobody told is not guessed.
status 2 "$BENCH" import "$data/iozone-excel.txt" -o excel
has err "say it with --unit"
[ ! -e excel ] || fail "a directory without rows"
status 0 "$BENCH" import "$data/iozone-excel.txt" -o excel --unit KiB/s

# A format that was asked for is the only one.
status 2 "$BENCH" import --format fio "$data/bonnie.csv" -o forced
has err "nothing in it could be imported"

# What is no text, or no file.
mkdir folder
mkfifo pipe
: >empty
gzip -c "$data/iozone-b.txt" >packed.gz
head -c 700 "$data/iozone-b.txt" >cut.txt
status 2 "$BENCH" import folder pipe empty packed.gz missing -o none
has err "folder: it is a directory"
has err "pipe: it is no regular file"
has err "empty: it is empty: it ends at byte 0"
has err "packed.gz: it is compressed"
has err "missing: No such file"
status 1 "$BENCH" import cut.txt -o cut
has err "at byte 700; the line is left out"
[ "$(column cut/results.csv record_size_bytes | sort -u)" = 4096 ] ||
	fail "half a row: $(cat cut/results.csv)"

status 2 "$BENCH" import "$data/bonnie.csv"
has err "-o DIR"
status 2 "$BENCH" import -o none
status 2 "$BENCH" import --format tar "$data/bonnie.csv" -o none
status 2 "$BENCH" import --unit furlongs "$data/bonnie.csv" -o none
status 0 "$BENCH" import --help
has out "usage: bench import FILE"
