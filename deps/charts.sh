#!/bin/sh
# charts.sh - fetches the chart library of the report, as report/package-lock.json
# pins it, into build/npm; nothing of it is run.
#
# Without it reports have their tables and no charts, so that nothing fails where
# there is no npm or no way out to the registry.
set -eu
cd "$(dirname "$0")/.."
to=build/npm

if cmp -s report/package-lock.json $to/package-lock.json &&
	[ -e $to/node_modules/echarts/dist/echarts.min.js ]; then
	exit 0
fi
if ! command -v npm >/dev/null; then
	echo "no npm: reports will have no charts"
	exit 0
fi
mkdir -p $to
cp report/package.json report/package-lock.json $to
if ! (cd $to && npm ci --ignore-scripts --no-audit --no-fund \
	--loglevel=error >npm.log 2>&1); then
	echo "npm could not fetch the chart library: reports will have no charts"
	tail -n 3 $to/npm.log
	rm -f $to/package-lock.json
fi
