/* mount.c - which file system a directory lies on and how it is mounted. */
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include "posix.h"

/* The numbers that linux/magic.h does not have on every system. */
#define MAGIC_XFS      0x58465342
#define MAGIC_ZFS      0x2fc12fc1
#define MAGIC_FUSE     0x65735546
#define MAGIC_CIFS     0xff534d42
#define MAGIC_SMB2     0xfe534d42
#define MAGIC_NTFS     0x7366746e
#define MAGIC_EXFAT    0x2011bab0
#define MAGIC_CEPH     0x00c36400
#define MAGIC_BCACHEFS 0xca451a4e

static const struct {
	unsigned long magic;
	const char *type;
	int is_memory;
} types[] = {
        {TMPFS_MAGIC, "tmpfs", 1},
        {RAMFS_MAGIC, "ramfs", 1},
        {HUGETLBFS_MAGIC, "hugetlbfs", 1},
        {EXT4_SUPER_MAGIC, "ext4", 0},
        {MAGIC_XFS, "xfs", 0},
        {BTRFS_SUPER_MAGIC, "btrfs", 0},
        {F2FS_SUPER_MAGIC, "f2fs", 0},
        {MAGIC_ZFS, "zfs", 0},
        {MAGIC_BCACHEFS, "bcachefs", 0},
        {NFS_SUPER_MAGIC, "nfs", 0},
        {MAGIC_CIFS, "cifs", 0},
        {MAGIC_SMB2, "smb3", 0},
        {MAGIC_FUSE, "fuse", 0},
        {OVERLAYFS_SUPER_MAGIC, "overlay", 0},
        {MSDOS_SUPER_MAGIC, "vfat", 0},
        {MAGIC_EXFAT, "exfat", 0},
        {MAGIC_NTFS, "ntfs", 0},
        {V9FS_MAGIC, "9p", 0},
        {MAGIC_CEPH, "ceph", 0},
};

/* \040 and the like stand for blanks in mountinfo. */
static void decode(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' &&
		    from[2] >= '0' && from[2] <= '7' && from[3] >= '0' &&
		    from[3] <= '7') {
			*to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 +
			             (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
}

/* The next word of *text, which moves on; NULL at the end. */
static char *word(char **text)
{
	char *start = *text;
	size_t length = start ? strcspn(start, " \n") : 0;

	if (length == 0)
		return NULL;
	*text = start + length;
	if (**text)
		*(*text)++ = '\0';
	return start;
}

static char *word_copy(char **text)
{
	char *copy = word(text);

	copy = copy ? strdup(copy) : NULL;
	if (copy)
		decode(copy);
	return copy;
}

/* The kernel's number of the mount, from /proc/self/fdinfo; -1 without it. */
static long mount_number(int fd)
{
	char path[64], line[256];
	long number = -1;
	FILE *info;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	info = fopen(path, "re");
	if (!info)
		return -1;
	while (number < 0 && fgets(line, sizeof(line), info))
		if (strncmp(line, "mnt_id:", 7) == 0)
			number = strtol(line + 7, NULL, 10);
	fclose(info);
	return number;
}

/* 36 35 98:0 /root /point rw,noatime master:1 - ext4 /dev/sda1 rw,errors=... */
static void read_line(char *line, struct mount *mount)
{
	const char *mark;

	for (int skipped = 0; skipped < 4; skipped++)
		word(&line);
	mount->point = word_copy(&line);
	mount->options = word_copy(&line);
	do
		mark = word(&line);
	while (mark && strcmp(mark, "-") != 0);
	mount->type = word_copy(&line);
	mount->source = word_copy(&line);
	mount->super_options = word_copy(&line);
}

void mount_read(int fd, struct mount *mount)
{
	long number = mount_number(fd);
	FILE *table = number < 0 ? NULL : fopen("/proc/self/mountinfo", "re");
	char *line = NULL;
	size_t room = 0;

	memset(mount, 0, sizeof(*mount));
	while (table && getline(&line, &room, table) > 0)
		if (strtol(line, NULL, 10) == number) {
			read_line(line, mount);
			break;
		}
	free(line);
	if (table)
		fclose(table);
}

void mount_free(struct mount *mount)
{
	free(mount->point);
	free(mount->type);
	free(mount->source);
	free(mount->options);
	free(mount->super_options);
	memset(mount, 0, sizeof(*mount));
}

const char *mount_type_of(int fd, int *is_memory)
{
	struct statfs fs;

	*is_memory = 0;
	if (fstatfs(fd, &fs) != 0)
		return "unknown";
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].magic == ((unsigned long)fs.f_type & 0xffffffffUL)) {
			*is_memory = types[i].is_memory;
			return types[i].type;
		}
	return "unknown";
}

/* NFS and SMB mounts name their server's address, which is what bench asks for
 * by the fact `peer`. */
static void describe_peer(const char *options, struct bench_ctx *ctx)
{
	const char *at = options;

	while (at && strncmp(at, "addr=", 5) != 0) {
		at = strchr(at, ',');
		if (at)
			at++;
	}
	if (at)
		bench->fact(ctx, "peer", "%.*s", (int)strcspn(at + 5, ","), at + 5);
}

void mount_describe(const struct mount *mount, struct bench_ctx *ctx)
{
	if (mount->point)
		bench->fact(ctx, "mount_point", "%s", mount->point);
	if (mount->source)
		bench->fact(ctx, "mount_source", "%s", mount->source);
	if (mount->options)
		bench->fact(ctx, "mount_options", "%s", mount->options);
	if (mount->super_options)
		bench->fact(ctx, "file_system_options", "%s", mount->super_options);
	describe_peer(mount->super_options, ctx);
}
