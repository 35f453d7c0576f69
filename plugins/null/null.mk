# What the backend that does nothing needs: nothing.
null_PKGS =
