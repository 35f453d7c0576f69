# What the FTP backend needs: nothing but the C library.
ftp_PKGS =
ftp_LIBS = -lpthread
