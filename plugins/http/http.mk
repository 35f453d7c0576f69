# What the HTTP backend needs: libcurl, with whichever TLS library.
http_PKGS = libcurl
http_DEBS = libcurl4-openssl-dev
http_LIBS =
