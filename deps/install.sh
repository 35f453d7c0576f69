#!/bin/sh
# install.sh - installs those packages of debian.txt that are missing.
#
# Asks dpkg first, so that nothing happens (and no network is used) where all
# are there.  On other systems it prints what to install.
#
# There are servers among the packages.  bench starts its own, on ports of its
# own, so none may start by itself: not now, and not when the machine boots.
set -eu

list=$(dirname "$0")/debian.txt
packages=$(sed -e 's/#.*//' "$list" | while read -r package unless command; do
	[ "$unless" = unless ] && command -v "$command" >/dev/null ||
		echo "$package"
done | tr -s ' \t\n' ' ')

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
	echo "This is no Debian: install what corresponds to these packages:"
	echo "$packages"
	exit 0
fi

installed() {
	# shellcheck disable=SC2016 # dpkg's own variables
	dpkg-query -W -f '${db:Status-Status} ${Package}\n' |
		sed -n 's/^installed //p' | sort
}

before=$(installed)
missing=
for package in $packages; do
	echo "$before" | grep -qx "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "installing:$missing"

# Debian asks this script before it starts a service.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
	$as_root chmod 755 "$policy"
	trap '$as_root rm -f "$policy"' EXIT
fi

install() {
	# shellcheck disable=SC2086 # a list of words
	$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends $missing
}
# An old list of packages names files that are gone: refresh it and try again.
install >/dev/null 2>&1 || {
	$as_root apt-get update -q
	install
}

# Services that came with them are not for this machine's next start either.
if [ -d /run/systemd/system ]; then
	for package in $(installed | grep -vxF "$before"); do
		for unit in $(dpkg -L "$package" |
			sed -n 's|.*/systemd/system/\([^/]*\.\(service\|socket\)\)$|\1|p'); do
			$as_root systemctl disable "$unit" >/dev/null 2>&1 || true
		done
	done
fi
