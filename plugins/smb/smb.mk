# What the SMB backend needs: Samba's client library.
smb_PKGS = smbclient
smb_DEBS = libsmbclient-dev
smb_LIBS =
