/* object.h - opens a shared object that may be anything at all, without
 * falling over it. */
#ifndef BENCH_PLUGIN_OBJECT_H
#define BENCH_PLUGIN_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the file for ever (RTLD_NOW, RTLD_LOCAL).  What dlopen() would hang on
 * (a FIFO) or crash on (a file cut short) is refused first; everything else is
 * refused in dlopen's own words.  Every sentence names the file. */
int object_open(const char *path, void **handle, char **why);
/* The address of a function of that name.  A variable of that name is refused
 * instead of called. */
int object_function(void *handle, const char *path, const char *name,
                    void **address, char **why);
/* Whether these bytes are mapped at all. */
bool object_is_mapped(const void *address, size_t length);

#endif
