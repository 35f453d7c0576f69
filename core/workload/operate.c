/* operate.c - from what is to be done to the backend's calls. */
#include "workload/operate.h"

#include <errno.h>
#include "workload/lane.h"

int64_t operate(struct workload_lane *lane, enum workload_action action,
                unsigned char *buffer, size_t length, uint64_t offset)
{
	const struct bench_backend *backend = lane->backend;
	bool bare = lane->cell->test->layer == WORKLOAD_BARE;
	int error;

	switch (action) {
	case WORKLOAD_READ:
		return bare ? backend->read(lane->file, buffer, length, offset)
		            : buffered_read(lane, buffer, length, offset);
	case WORKLOAD_WRITE:
		return bare ? backend->write(lane->file, buffer, length, offset)
		            : buffered_write(lane, buffer, length, offset);
	case WORKLOAD_MODIFY:
		return bonnie_modify(lane, buffer, length, offset);
	default:
		error = backend->ping(lane->session);
		return error < 0 ? error : 0;
	}
}

int operate_failed(struct workload_lane *lane, enum workload_action action,
                   int64_t result)
{
	static const char *const what[WORKLOAD_ACTIONS] = {
	        [WORKLOAD_READ] = "read",
	        [WORKLOAD_WRITE] = "write",
	        [WORKLOAD_PING] = "ping",
	        [WORKLOAD_MODIFY] = "read and write back",
	};

	return lane_fail(lane, result < 0 ? result : -EIO,
	                 result < 0 ? what[action] : "short record");
}
