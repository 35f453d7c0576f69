/* object.c - opens a shared object that may be anything at all, without
 * falling over it. */
#include "plugin/object.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"

#define NATIVE_CLASS (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)

/* Is it an ELF file of this machine's kind, so that its headers can be read?
 * All others are left to dlopen, which knows how to name what they are. */
static bool read_header(int fd, ElfW(Ehdr) * header)
{
	ssize_t got = pread(fd, header, sizeof(*header), 0);

	return got == (ssize_t)sizeof(*header) &&
	       memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->e_ident[EI_CLASS] == NATIVE_CLASS &&
	       header->e_phentsize == sizeof(ElfW(Phdr));
}

/* Where the file must reach to hold all that is mapped from it. */
static uint64_t needed_bytes(int fd, const ElfW(Ehdr) * header)
{
	uint64_t needed =
	        header->e_phoff + (uint64_t)header->e_phnum * sizeof(ElfW(Phdr));

	for (unsigned i = 0; i < header->e_phnum; i++) {
		ElfW(Phdr) part;
		off_t at = (off_t)(header->e_phoff + i * sizeof(part));

		if (pread(fd, &part, sizeof(part), at) != (ssize_t)sizeof(part))
			break;
		if (part.p_type == PT_LOAD && part.p_offset + part.p_filesz > needed)
			needed = part.p_offset + part.p_filesz;
	}
	return needed;
}

/* dlopen maps what the headers promise; past the end of the file that is a
 * SIGBUS. */
static int check_whole(int fd, const char *path, uint64_t bytes, char **why)
{
	ElfW(Ehdr) header;
	uint64_t needed;

	if (!read_header(fd, &header))
		return 0;
	needed = needed_bytes(fd, &header);
	if (needed <= bytes)
		return 0;
	return failure(why, ENOEXEC,
	               "%s: cut short: has %llu of at least %llu bytes; build or "
	               "copy it again",
	               path, (unsigned long long)bytes, (unsigned long long)needed);
}

static int check_file(const char *path, char **why)
{
	struct stat st;
	int fd, rc;

	/* O_NONBLOCK: a FIFO must not hold us up. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return failure(why, errno, "%s: %s", path, strerrordesc_np(errno));
	if (fstat(fd, &st) != 0)
		rc = failure(why, errno, "%s: %s", path, strerrordesc_np(errno));
	else if (!S_ISREG(st.st_mode))
		rc = failure(why, ENOEXEC, "%s: not a regular file", path);
	else
		rc = check_whole(fd, path, (uint64_t)st.st_size, why);
	close(fd);
	return rc;
}

/* Asked once more than it has to say, dlerror() gives its memory back. */
static void dl_forget(void)
{
	while (dlerror())
		;
}

/* dlerror() names the file at times, and at times only the library that the
 * file lacks. */
static int dl_failure(const char *path, const char *text, char **why)
{
	int rc;

	if (!text)
		text = "cannot be loaded";
	if (strncmp(text, path, strlen(path)) == 0)
		rc = failure(why, ENOEXEC, "%s", text);
	else
		rc = failure(why, ENOEXEC, "%s: %s", path, text);
	dl_forget();
	return rc;
}

int object_open(const char *path, void **handle, char **why)
{
	char *with_slash = NULL;
	int rc = check_file(path, why);

	if (rc != 0)
		return rc;
	/* Without a slash dlopen would look in the system's library path. */
	if (!strchr(path, '/')) {
		with_slash = text_format("./%s", path);
		if (!with_slash)
			return failure(why, ENOMEM, "%s: out of memory", path);
	}
	*handle = dlopen(with_slash ? with_slash : path, RTLD_NOW | RTLD_LOCAL);
	if (!*handle)
		rc = dl_failure(path, dlerror(), why);
	free(with_slash);
	return rc;
}

int object_function(void *handle, const char *path, const char *name,
                    void **address, char **why)
{
	const ElfW(Sym) *symbol = NULL;
	void *found = dlsym(handle, name);
	Dl_info info;
	unsigned kind;

	if (!found) {
		dl_forget();
		return failure(why, ENOEXEC,
		               "%s: not a bench plugin: it has no function %s()", path,
		               name);
	}
	if (dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 || !symbol)
		return failure(why, ENOEXEC,
		               "%s: not a bench plugin: %s is outside of every library",
		               path, name);
	kind = ELF64_ST_TYPE(symbol->st_info); /* the same in 32 bits */
	if (kind != STT_FUNC && kind != STT_GNU_IFUNC)
		return failure(why, ENOEXEC,
		               "%s: not a bench plugin: its %s is not a function", path,
		               name);
	*address = found;
	return 0;
}

bool object_is_mapped(const void *address, size_t length)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = (uintptr_t)address / page * page;
	uintptr_t last = (uintptr_t)address + length - 1;
	unsigned char resident;

	if (length == 0 || last < (uintptr_t)address)
		return false;
	for (; first <= last; first += page)
		if (mincore((void *)first, 1, &resident) != 0)
			return false;
	return true;
}
