/* norpcb.c - what nfs-ganesha wants from a machine and a fixture lacks.
 *
 * ganesha.sh compiles and preloads this.  The server believes that it has
 * registered its ports, so that version 3 is served on fixed ports without an
 * rpcbind, which takes root; it finds 127.0.0.1 also where loopback is the only
 * network; and it finds the mounts where there is no /etc/mtab, as in a minimal
 * system. */
#include <dlfcn.h>
#include <mntent.h>
#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

bool rpcb_set(unsigned program, unsigned version, const void *netconfig,
              const void *address);
bool rpcb_unset(unsigned program, unsigned version, const void *netconfig);

bool rpcb_set(unsigned program, unsigned version, const void *netconfig,
              const void *address)
{
	(void)program;
	(void)version;
	(void)netconfig;
	(void)address;
	return true;
}

bool rpcb_unset(unsigned program, unsigned version, const void *netconfig)
{
	(void)program;
	(void)version;
	(void)netconfig;
	return true;
}

int getaddrinfo(const char *node, const char *service,
                const struct addrinfo *hints, struct addrinfo **found)
{
	int (*original)(const char *, const char *, const struct addrinfo *,
	                struct addrinfo **);
	struct addrinfo changed = {0};
	void *symbol = dlsym(RTLD_NEXT, "getaddrinfo");

	if (!symbol)
		return EAI_SYSTEM;
	/* ISO C has no cast from an object to a function. */
	memcpy(&original, &symbol, sizeof(original));
	if (hints)
		changed = *hints;
	changed.ai_flags &= ~AI_ADDRCONFIG;
	return original(node, service, hints ? &changed : NULL, found);
}

FILE *setmntent(const char *path, const char *mode)
{
	(void)path;
	return fopen("/proc/self/mounts", mode);
}
