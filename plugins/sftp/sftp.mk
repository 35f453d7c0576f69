# What the SFTP backend needs.
sftp_PKGS = libssh
sftp_DEBS = libssh-dev
sftp_LIBS = -lpthread
