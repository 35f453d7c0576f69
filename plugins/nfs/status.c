/* status.c - what the server says is wrong, as errno and in words. */
#include "link.h"

#include <errno.h>
#include <stddef.h>
#include <nfsc/libnfs-raw-mount.h>
#include <nfsc/libnfs-raw-nfs.h>

struct meaning {
	int status, error;
	const char *code, *text;
};

static const struct meaning nfs_meanings[] = {
        {NFS3ERR_PERM, EPERM, "NFS3ERR_PERM", "the server does not permit it"},
        {NFS3ERR_NOENT, ENOENT, "NFS3ERR_NOENT",
         "there is no such file or directory"},
        {NFS3ERR_IO, EIO, "NFS3ERR_IO", "the server's disk failed"},
        {NFS3ERR_NXIO, ENXIO, "NFS3ERR_NXIO", "the server has no such device"},
        {NFS3ERR_ACCES, EACCES, "NFS3ERR_ACCES",
         "permission denied; see the options `uid` and `gid`, and squashing "
         "in the server's exports"},
        {NFS3ERR_EXIST, EEXIST, "NFS3ERR_EXIST", "the name is taken"},
        {NFS3ERR_XDEV, EXDEV, "NFS3ERR_XDEV", "it is on another file system"},
        {NFS3ERR_NODEV, ENODEV, "NFS3ERR_NODEV",
         "the server has no such device"},
        {NFS3ERR_NOTDIR, ENOTDIR, "NFS3ERR_NOTDIR", "it is no directory"},
        {NFS3ERR_ISDIR, EISDIR, "NFS3ERR_ISDIR", "it is a directory"},
        {NFS3ERR_INVAL, EINVAL, "NFS3ERR_INVAL",
         "the server does not accept this request"},
        {NFS3ERR_FBIG, EFBIG, "NFS3ERR_FBIG",
         "the file is larger than the server allows"},
        {NFS3ERR_NOSPC, ENOSPC, "NFS3ERR_NOSPC",
         "no space is left on the server"},
        {NFS3ERR_ROFS, EROFS, "NFS3ERR_ROFS", "the export is read-only"},
        {NFS3ERR_MLINK, EMLINK, "NFS3ERR_MLINK", "too many links"},
        {NFS3ERR_NAMETOOLONG, ENAMETOOLONG, "NFS3ERR_NAMETOOLONG",
         "the name is longer than the server allows"},
        {NFS3ERR_NOTEMPTY, ENOTEMPTY, "NFS3ERR_NOTEMPTY",
         "the directory is not empty"},
        {NFS3ERR_DQUOT, EDQUOT, "NFS3ERR_DQUOT",
         "the quota on the server is used up"},
        {NFS3ERR_STALE, ESTALE, "NFS3ERR_STALE",
         "stale file handle: the file was removed on the server, or the server "
         "came back with another export"},
        {NFS3ERR_REMOTE, EREMOTE, "NFS3ERR_REMOTE", "it is on another server"},
        {NFS3ERR_BADHANDLE, ESTALE, "NFS3ERR_BADHANDLE",
         "the server does not know its own file handle"},
        {NFS3ERR_NOTSUPP, ENOTSUP, "NFS3ERR_NOTSUPP",
         "the server cannot do this"},
        {NFS3ERR_TOOSMALL, EINVAL, "NFS3ERR_TOOSMALL",
         "the request is smaller than the server allows"},
        {NFS3ERR_SERVERFAULT, EIO, "NFS3ERR_SERVERFAULT", "the server failed"},
        {NFS3ERR_JUKEBOX, EBUSY, "NFS3ERR_JUKEBOX",
         "the server has to fetch the file first and asks to come again"},
        {0, EIO, NULL, NULL},
};

static const struct meaning mount_meanings[] = {
        {MNT3ERR_PERM, EPERM, "MNT3ERR_PERM", "it takes root"},
        {MNT3ERR_NOENT, ENOENT, "MNT3ERR_NOENT", "there is no such directory"},
        {MNT3ERR_IO, EIO, "MNT3ERR_IO", "its disk failed"},
        {MNT3ERR_ACCES, EACCES, "MNT3ERR_ACCES",
         "it does not export this path to this machine, or it wants a port "
         "below 1024, which root alone may use: add the option `insecure` to "
         "the export there, or run as root here"},
        {MNT3ERR_NOTDIR, ENOTDIR, "MNT3ERR_NOTDIR", "it is no directory"},
        {MNT3ERR_INVAL, EINVAL, "MNT3ERR_INVAL", "it does not accept the path"},
        {MNT3ERR_NAMETOOLONG, ENAMETOOLONG, "MNT3ERR_NAMETOOLONG",
         "the path is too long"},
        {MNT3ERR_NOTSUPP, ENOTSUP, "MNT3ERR_NOTSUPP", "it cannot do that"},
        {MNT3ERR_SERVERFAULT, EIO, "MNT3ERR_SERVERFAULT", "it failed"},
        {0, EIO, NULL, NULL},
};

static const struct meaning *find(const struct meaning *meanings, int status)
{
	while (meanings->code && meanings->status != status)
		meanings++;
	return meanings;
}

int status_failure(struct bench_ctx *ctx, int status, const char *what,
                   const char *name)
{
	const struct meaning *meaning = find(nfs_meanings, status);
	const char *gap = name[0] ? " " : "";

	if (meaning->code)
		bench->fail(ctx, "%s%s%s: %s (%s)", what, gap, name, meaning->text,
		            meaning->code);
	else
		bench->fail(ctx, "%s%s%s: the server gave the unknown status %d", what,
		            gap, name, status);
	return -meaning->error;
}

int status_mount_failure(const struct nfs_config *config, struct bench_ctx *ctx,
                         int status)
{
	const struct meaning *meaning = find(mount_meanings, status);

	if (meaning->code)
		bench->fail(ctx, "%s refuses to mount %s: %s (%s)", config->host,
		            config->export, meaning->text, meaning->code);
	else
		bench->fail(ctx, "%s refuses to mount %s with the unknown status %d",
		            config->host, config->export, status);
	return -meaning->error;
}
