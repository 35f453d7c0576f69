#!/bin/bash
# The bare loop: one line of JSON, no file left, no file of somebody else's
# written over.
. "$(dirname "$0")/lib.sh"

for op in read write ping; do
	status 0 "$BENCH" rawloop --op $op --file ./new --size 64k --record 4k \
		--time 5ms
	lines out 1
	has out "\"op\": \"$op\", \"file_size_bytes\": 65536, "
	has out '"record_size_bytes": 4096, "layout_bytes": 4096, "passes": '
	python3 - out <<-'END' || fail "no JSON that adds up: $(cat out)"
		import json, sys
		line = json.load(open(sys.argv[1]))
		slices = sorted(line["slices_ns_per_op"])
		assert len(slices) == 5 and slices[2] == line["ns_per_op"] > 0
		assert line["ops"] == line["passes"] * 16
	END
	[ ! -e new ] || fail "rawloop left its file"
done
mkdir names
echo mine >names/file_name_1
status 0 "$BENCH" rawloop --op create_unlink --directory names --time 5ms
lines out 1
python3 - out <<'END' || fail "no JSON that adds up: $(cat out)"
import json, sys
line = json.load(open(sys.argv[1]))
assert line["op"] == "create_unlink" and line["ops"] == line["passes"] * 100
assert abs(line["loops_per_s"] * line["ns_per_op"] / 1e9 - 1) < 0.001
assert "bytes_per_s" not in line and "file_size_bytes" not in line
END
[ "$(ls names)" = file_name_1 ] || fail "rawloop left or took: $(ls names)"
[ "$(cat names/file_name_1)" = mine ] || fail "rawloop wrote over a file"
status 1 "$BENCH" rawloop --op create_unlink --directory ./none
has err "bench rawloop: ./none: No such file or directory"
status 2 "$BENCH" rawloop --op create_unlink --file ./new
has err "needs --directory"
echo mine >there
status 1 "$BENCH" rawloop --op write --file ./there --size 64k --record 4k
has err "bench rawloop: ./there: File exists"
[ "$(cat there)" = mine ] || fail "rawloop wrote over a file"
status 2 "$BENCH" rawloop --op read --file ./new --size 4k --record 8k
has err "at most as large as the file"
status 1 "$BENCH" rawloop --op read --file ./new --size 4k --record 4k --cpu 30000
has err "bench rawloop: "
status 0 "$BENCH" rawloop --help
has out "--layout SIZE"
