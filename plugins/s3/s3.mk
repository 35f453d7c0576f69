# What the S3 backend needs: libcurl, which signs the requests.
s3_PKGS = libcurl
s3_DEBS = libcurl4-openssl-dev
s3_LIBS =
