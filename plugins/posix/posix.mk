posix_PKGS =
# for io = uring
posix_OPTIONAL = liburing
liburing_SINCE = 2.3
liburing_DEBS = liburing-dev
