# What the NFS backend needs.
nfs_PKGS = libnfs
nfs_DEBS = libnfs-dev
nfs_LIBS =
