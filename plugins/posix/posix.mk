posix_PKGS =
