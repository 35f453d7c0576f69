/* bonnie.c - read_modify_write and the seeks that write back.
 *
 * block_write and block_read are records in order with the flush and the close
 * in their time: the table of tests says all of that. */
#include <string.h>
#include "workload/operate.h"

/* Another word each time, so that what is written back was never there. */
static void change_word(struct data_pool *data, unsigned char *record,
                        size_t length)
{
	uint64_t word = ++data->stamp;

	if (length >= sizeof word)
		memcpy(record, &word, sizeof word);
	else if (length)
		record[0]++;
}

int64_t bonnie_modify(struct workload_lane *lane, unsigned char *buffer,
                      size_t length, uint64_t offset)
{
	int64_t result = lane->backend->read(lane->file, buffer, length, offset);

	if (result != (int64_t)length)
		return result;
	change_word(&lane->data, buffer, length);
	return lane->backend->write(lane->file, buffer, length, offset);
}
