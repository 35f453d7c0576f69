#!/bin/sh
# install.sh - installs those packages of debian.txt that are missing.
#
# Asks dpkg first, so that nothing happens (and no network is used) where all
# are there.  On other systems it prints what to install.
set -eu

list=$(dirname "$0")/debian.txt
packages=$(sed -e 's/#.*//' "$list" | tr -s ' \t\n' ' ')

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
	echo "This is no Debian: install what corresponds to these packages:"
	echo "$packages"
	exit 0
fi

missing=
for package in $packages; do
	state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) ||
		state=absent
	[ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive

# Servers among the packages must not start by themselves: bench starts its own,
# on ports of its own.  Debian asks this script before it starts a service.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
	$as_root chmod 755 "$policy"
	trap '$as_root rm -f "$policy"' EXIT
fi
# shellcheck disable=SC2086 # both are lists of words
install() {
	$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends $missing
}
# An old list of packages names files that are gone: refresh it and try again.
install >/dev/null 2>&1 || {
	$as_root apt-get update -q
	install
}
