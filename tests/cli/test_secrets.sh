#!/bin/bash
# A password that is given on the command line stands in no result: neither that
# of a URL nor one of --set.  The rest of the words does.

. "$(dirname "$0")/lib.sh"

if ! "$BENCH" plugin help ftp >out 2>err || ! grep -q "^  password\$" out; then
	skip "no backend with a password here"
fi

nobody=127.0.0.1:$(free_port)
status 1 "$BENCH" --rounds 1 --set bench.tests=ping "ftp://me:hunter2@$nobody/x"
status 1 "$BENCH" --rounds 1 --set bench.tests=ping --set ftp.password=hunter2 \
	"ftp://me@$nobody/y"
status 1 "$BENCH" --rounds 1 --set=bench.tests=ping --set=ftp.password=hunter2 \
	"ftp://me@$nobody/z=1"
! grep -r hunter2 results || fail "a password is in the results"
for words in '"ftp://me:***@'"$nobody/x"'"' '"ftp.password=***"' \
	'"--set=ftp.password=***"' '"--set=bench.tests=ping"' '"bench.tests=ping"' \
	'"ftp://me@'"$nobody/z=1"'"'; do
	grep -rqF -- "$words" results || fail "no run.json has $words"
done
exit 0
