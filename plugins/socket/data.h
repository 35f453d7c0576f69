/* data.h - the contents of one file in the store.
 *
 * Socket calls read and write the blocks in place, outside of any lock; whoever
 * does so holds the data, so that unlinking or truncating the file meanwhile
 * is fine.  Thread-safe. */
#ifndef SOCKET_DATA_H
#define SOCKET_DATA_H

#include <stdint.h>
#include <sys/uio.h>
#include "pool.h"

/* Parts of a vector that data_room() and data_view() fill. */
#define DATA_PARTS 32

struct data;

/* With one hold; NULL without memory. */
struct data *data_new(struct pool *pool);
struct data *data_hold(struct data *data);
void data_release(struct data *data);

/* Where bytes from offset on are to be received: fills the vector and returns
 * how many bytes it spans, at least 1 and at most length; or -ENOSPC, -ENOMEM.
 * What is between the old data and offset reads as zeros. */
int64_t data_room(struct data *data, uint64_t offset, uint64_t length,
                  struct iovec *vector, int *count);
/* Those bytes have come. */
void data_commit(struct data *data, uint64_t offset, uint64_t length);
/* The bytes from offset on, as data_room(); 0 at the end. */
uint64_t data_view(struct data *data, uint64_t offset, uint64_t length,
                   struct iovec *vector, int *count);
uint64_t data_size(struct data *data);
/* ns since 1970 of the last commit. */
int64_t data_changed(struct data *data);

#endif
