#!/bin/bash
# Someone asks what bench itself costs here: the backend that does nothing, with
# the default sweep's tests, in all ways that a run may be made.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

small=(--set bench.quiet=0 --set bench.rounds=2 --set bench.slices=1 --set bench.slice_time=1ms)

# All sizes, all tests: every cell but those whose record exceeds the file.
status 0 "$BENCH" null:// "${small[@]}" --set bench.file_sizes=64k,1m
[ ! -s err ] || fail "warnings: $(cat err)"
csv=$(results)/results.csv
# A busy machine disturbs rounds, and these get others beside them.
ok='c["status"] == "ok" && c["backend"] == "null" && c["replaces"] == ""'
[ "$(rows "$csv" "$ok")" = 62 ] || fail "not 62 measured rows: $(head -n 20 "$csv")"
[ "$(rows "$csv" 'c["status"] != "ok" && c["status"] != "skipped"')" = 0 ] ||
	fail "cells that failed: $(head -n 20 "$csv")"
[ "$(rows "$csv" 'c["test"] == "ping" && c["replaces"] == "" &&
	c["lat_p50_us"] > 0')" = 2 ] ||
	fail "no ping: $(head -n 20 "$csv")"
[ "$(rows "$csv" "$ok && c[\"test\"] != \"ping\" &&
	c[\"bytes\"] == c[\"passes\"] * c[\"file_size_bytes\"] &&
	c[\"ops\"] == c[\"bytes\"] / c[\"record_size_bytes\"] &&
	c[\"cache\"] == \"memory\"")" = 60 ] ||
	fail "bytes or operations do not add up: $(head -n 20 "$csv")"
[ "$(rows "$csv" 'c["durability"] != "" && c["durability"] != "none"')" = 0 ] ||
	fail "nothing is durable: $(head -n 20 "$csv")"

# The floor of an operation, with a bound so loose that only a fault breaks it;
# half of the operations are not troubled by a busy machine.
most=$([ -n "${SAN:-}" ] && echo 20 || echo 2)
[ "$(rows "$csv" "$ok && c[\"test\"] == \"read\" && c[\"record_size_bytes\"] == 4096 &&
	c[\"lat_p50_us\"] > 0 && c[\"lat_p50_us\"] < $most")" = 4 ] ||
	fail "a read of 4k costs $most us or more: $(head -n 20 "$csv")"

# Threads, records in flight, past the cache, each record synced.
rm -r results
status 0 "$BENCH" null:// "${small[@]}" --set bench.file_sizes=64k \
	--set bench.record_sizes=4k --set bench.threads=1,2 --set bench.depth=1,8 \
	--set bench.direct=yes --set bench.sync=dsync --set bench.wearout=yes
csv=$(results)/results.csv
[ "$(rows "$csv" "$ok && c[\"test\"] != \"ping\"")" = 48 ] ||
	fail "not 48 rows with sizes: $(head -n 20 "$csv")"
[ "$(rows "$csv" 'c["status"] != "ok"')" = 0 ] || fail "$(cat "$csv")"
[ "$(rows "$csv" "$ok && c[\"depth\"] == 8 && c[\"threads\"] == 2 &&
	c[\"bytes\"] == c[\"passes\"] * 65536 * 2")" = 12 ] ||
	fail "bytes in flight do not add up: $(head -n 20 "$csv")"

# In an INI file it has no options; a URL names nothing behind the slashes.
rm -r results
printf '[target floor]\nplugin = null\nbytes = 4k\n' >floor.ini
status 2 "$BENCH" -c floor.ini
has err 'floor.ini:3: unknown key `bytes`'
status 2 "$BENCH" null://host
has err "null://host: expected null:// and nothing behind it"
[ ! -e results ] || fail "a run was begun"
status 0 "$BENCH" plugin help null
has out "targets on the command line: null"
has out "no options of its own"
