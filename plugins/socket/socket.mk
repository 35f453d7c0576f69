# What the raw socket backend needs: nothing but the C library.
socket_PKGS =
socket_LIBS = -lpthread
