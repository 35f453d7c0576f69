# What the NBD backend needs.
nbd_PKGS = libnbd
nbd_DEBS = libnbd-dev
nbd_LIBS =
