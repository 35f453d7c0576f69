/* @NAME@.cc - a backend for bench: say here in a line what it reaches.
 *
 * As it came it keeps files in the memory of the process, so that it can be
 * built, checked and measured at once.  Each operation says what to put in its
 * place; what your target cannot do, delete, and its line in the table with it:
 * the cells that need it are then `unsupported`, with the reason.
 *
 * A stream: offsets go upwards from 0 without gaps, in one direction per open.
 * It reads in the order of its life, the table last; see bench_plugin.h.
 * No exception may leave, bench is C: what can throw runs in guarded(). */
#include <cerrno>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>
#include <bench_plugin.h>

namespace
{

constexpr unsigned max_depth = 256;

/* From this table come parsing, ranges and `bench plugin help`. */
struct config {
	uint64_t room;
};

const bench_opt options[] = {
        BENCH_OPT_RANGE(config, room, BENCH_SIZE, 0, "64m",
                        "bytes of all files together", 4096, 1099511627776.0),
        {nullptr, BENCH_STR, 0, 0, nullptr, nullptr, 0, 0, nullptr},
};

/* A file or a directory; open handles keep it when its name is gone. */
struct node {
	uint64_t &used; /* of the store: the bytes of all nodes */
	bool is_dir;
	std::vector<unsigned char> bytes;

	node(uint64_t &counted, bool directory) : used(counted), is_dir(directory)
	{
	}
	~node()
	{
		resize(0);
	}
	node(const node &) = delete;
	node &operator=(const node &) = delete;

	void resize(uint64_t size)
	{
		uint64_t before = bytes.size();

		bytes.resize(size);
		used += size - before;
	}
};

/* The target: what the sessions share, behind one lock. */
struct store {
	const config *given;
	bench_ctx *ctx;
	std::mutex lock;
	uint64_t used = 0;
	std::map<std::string, std::shared_ptr<node>> nodes;

	store(const config *config, bench_ctx *context)
	    : given(config), ctx(context)
	{
	}
};

/* One thread's own way to the target; a connection would be in here. */
struct session {
	store &target;
	bench_ctx *ctx;
	std::vector<bench_io *> flight; /* submitted and not yet reaped */
	unsigned long long records;
};

struct file {
	session &owner;
	std::shared_ptr<node> what;
	uint64_t next; /* where the last read ended */
};

/* Each failure has its sentence: name the thing, then say what was wrong, in
 * the words of your protocol. */
struct refusal : std::runtime_error {
	int error;

	refusal(int number, const std::string &name)
	    : std::runtime_error(name + ": " + std::strerror(number)), error(number)
	{
	}
};

template <typename operation>
auto guarded(bench_ctx *ctx, operation run) -> decltype(run())
{
	try {
		return run();
	} catch (const refusal &why) {
		bench->fail(ctx, "%s", why.what());
		return -why.error;
	} catch (const std::exception &why) {
		bench->fail(ctx, "%s", why.what());
		return -ENOMEM;
	}
}

/* Runs an operation of a session under the lock. */
template <typename operation>
auto locked(session &mine, operation run) -> decltype(run())
{
	return guarded(mine.ctx, [&] {
		std::lock_guard<std::mutex> hold(mine.target.lock);

		return run();
	});
}

std::shared_ptr<node> find(store &target, const std::string &name)
{
	auto at = target.nodes.find(name);

	if (at == target.nodes.end())
		throw refusal(ENOENT, name);
	return at->second;
}

std::shared_ptr<node> make(store &target, const std::string &name, bool is_dir)
{
	auto made = std::make_shared<node>(target.used, is_dir);

	target.nodes[name] = made;
	return made;
}

/* Reach it: resolve the host, log in, look at the mount. */
int target_open(const void *given, bench_ctx *ctx, void **target)
{
	return guarded(ctx, [&] {
		*target = new store(static_cast<const config *>(given), ctx);
		return 0;
	});
}

void target_close(void *target)
{
	delete static_cast<store *>(target);
}

/* Claim what is so and nothing else.  BENCH_MEMORY goes once there is more than
 * memory behind this; durable says what a flush is worth. */
int caps(void *target, bench_caps *caps)
{
	const auto &reached = *static_cast<store *>(target);

	caps->props = BENCH_KEEPS | BENCH_MEMORY;
	caps->durable = BENCH_DUR_NONE;
	caps->max_depth = max_depth;
	caps->max_size = reached.given->room;
	caps->free_bytes = reached.given->room - reached.used;
	return 0;
}

/* Facts for run.json: versions, mount options, the far end's address. */
int describe(void *target)
{
	bench->fact(static_cast<store *>(target)->ctx, "store", "memory");
	return 0;
}

/* Connect; `who` tells which of how many threads this is. */
int session_open(void *target, const bench_who *, bench_ctx *ctx, void **opened)
{
	return guarded(ctx, [&] {
		*opened = new session{*static_cast<store *>(target), ctx, {}, 0};
		return 0;
	});
}

void session_close(void *opened)
{
	delete static_cast<session *>(opened);
}

/* From any thread: whatever waits in this session returns soon.  Shut the
 * socket down, or wake its poll().  Here nothing waits. */
int cancel(void *)
{
	return 0;
}

/* Each process has a store of its own, and the run's directory was made by
 * another one; so the directory above the name is not asked for.  The last
 * argument is the size to come: room could be reserved by it. */
int open_file(void *opened, const char *name, unsigned flags, uint64_t,
              void **handle)
{
	auto &mine = *static_cast<session *>(opened);

	return locked(mine, [&] {
		bool there = mine.target.nodes.count(name) > 0;

		if (there && flags & BENCH_O_CREATE && flags & BENCH_O_EXCL)
			throw refusal(EEXIST, name);
		auto what = there || !(flags & BENCH_O_CREATE)
		                    ? find(mine.target, name)
		                    : make(mine.target, name, false);
		if (what->is_dir)
			throw refusal(EISDIR, name);
		if (flags & BENCH_O_TRUNC)
			what->resize(0);
		*handle = new file{mine, what, 0};
		return 0;
	});
}

int close_file(void *handle)
{
	auto *closed = static_cast<file *>(handle);
	std::lock_guard<std::mutex> hold(closed->owner.target.lock);

	delete closed;
	return 0;
}

/* On from where the last one ended, or from 0 again.  Short at the end only. */
int64_t read_file(void *handle, void *buf, size_t len, uint64_t off)
{
	auto &from = *static_cast<file *>(handle);

	return locked(from.owner, [&]() -> int64_t {
		const auto &bytes = from.what->bytes;

		if (off != from.next && off != 0)
			throw refusal(ESPIPE, "read");
		uint64_t there = off < bytes.size() ? bytes.size() - off : 0;

		if (len > there)
			len = there;
		if (len > 0)
			std::memcpy(buf, bytes.data() + off, len);
		from.next = off + len;
		from.owner.records++;
		return static_cast<int64_t>(len);
	});
}

/* At the end, and all of it, or a failure. */
int64_t write_file(void *handle, const void *buf, size_t len, uint64_t off)
{
	auto &to = *static_cast<file *>(handle);
	const store &target = to.owner.target;

	return locked(to.owner, [&]() -> int64_t {
		uint64_t size = to.what->bytes.size();

		if (off != size)
			throw refusal(ESPIPE, "write");
		if (len > target.given->room - target.used)
			throw refusal(ENOSPC, "write");
		to.what->resize(size + len);
		if (len > 0)
			std::memcpy(to.what->bytes.data() + off, buf, len);
		to.owner.records++;
		return static_cast<int64_t>(len);
	});
}

/* Return once the data are as safe as caps says by `durable`. */
int flush_file(void *)
{
	return 0;
}

/* Take the file out of the client's cache, check that it is out, tell how in
 * the fact `dropped_by`, return 0.  Here is no cache, only memory. */
int drop_cache(void *handle)
{
	bench->fail(static_cast<file *>(handle)->owner.ctx,
	            "the files are in memory, which is no cache of them");
	return -ENOTSUP;
}

int64_t carry_out(const bench_io &io)
{
	if (io.op == BENCH_OP_FLUSH)
		return flush_file(io.file);
	return io.op == BENCH_OP_READ ? read_file(io.file, io.buf, io.len, io.off)
	                              : write_file(io.file, io.buf, io.len, io.off);
}

/* Hand the records to your library and do not wait.  Take as many as it has
 * room for; bench offers the others again. */
int submit(void *opened, bench_io *const *offered, unsigned count)
{
	auto &mine = *static_cast<session *>(opened);

	return guarded(mine.ctx, [&] {
		unsigned taken = 0;

		mine.flight.reserve(max_depth);
		for (; taken < count && mine.flight.size() < max_depth; taken++) {
			bench_io *io = offered[taken];

			io->result = carry_out(*io);
			io->done_ns = bench->now_ns();
			mine.flight.push_back(io);
		}
		return static_cast<int>(taken);
	});
}

/* Wait until so many are done, at most for the timeout; give up to `max`, in
 * any order.  Here all that was submitted is done. */
int reap(void *opened, bench_io **done, unsigned, unsigned max, int64_t)
{
	auto &flight = static_cast<session *>(opened)->flight;
	unsigned got = 0;

	for (; got < max && !flight.empty(); flight.pop_back())
		done[got++] = flight.back();
	return static_cast<int>(got);
}

int stat_name(void *opened, const char *name, bench_stat *st)
{
	auto &mine = *static_cast<session *>(opened);

	return locked(mine, [&] {
		auto found = find(mine.target, name);

		st->is_dir = found->is_dir;
		st->bytes = found->bytes.size();
		st->mtime_ns = 0; /* not kept */
		return 0;
	});
}

/* Replaces what has the new name.  Files only, here. */
int rename_file(void *opened, const char *from, const char *to)
{
	auto &mine = *static_cast<session *>(opened);

	return locked(mine, [&] {
		auto &nodes = mine.target.nodes;
		auto found = find(mine.target, from);
		auto taken = nodes.find(to);

		if (found->is_dir || (taken != nodes.end() && taken->second->is_dir))
			throw refusal(EISDIR, from);
		nodes[to] = found;
		if (std::strcmp(from, to) != 0)
			nodes.erase(from);
		return 0;
	});
}

/* The names that begin so come one after the other in the map. */
bool is_empty(const store &target, const std::string &directory)
{
	auto at = target.nodes.lower_bound(directory + "/");

	return at == target.nodes.end() ||
	       at->first.compare(0, directory.size() + 1, directory + "/") != 0;
}

int remove_name(session &mine, const char *name, bool is_dir)
{
	return locked(mine, [&] {
		if (find(mine.target, name)->is_dir != is_dir)
			throw refusal(is_dir ? ENOTDIR : EISDIR, name);
		if (is_dir && !is_empty(mine.target, name))
			throw refusal(ENOTEMPTY, name);
		mine.target.nodes.erase(name);
		return 0;
	});
}

int unlink_file(void *opened, const char *name)
{
	return remove_name(*static_cast<session *>(opened), name, false);
}

int remove_directory(void *opened, const char *name)
{
	return remove_name(*static_cast<session *>(opened), name, true);
}

int make_directory(void *opened, const char *name)
{
	auto &mine = *static_cast<session *>(opened);

	return locked(mine, [&] {
		if (mine.target.nodes.count(name))
			throw refusal(EEXIST, name);
		make(mine.target, name, true);
		return 0;
	});
}

/* Each entry once, without "." and "..", until each() says other than 0. */
int read_directory(void *opened, const char *name,
                   int (*each)(void *arg, const char *entry), void *arg)
{
	auto &mine = *static_cast<session *>(opened);

	return locked(mine, [&] {
		const std::string above = std::string(name) + "/";
		auto at = mine.target.nodes.lower_bound(above);
		int said = 0;

		if (!find(mine.target, name)->is_dir)
			throw refusal(ENOTDIR, name);
		for (; !said && at != mine.target.nodes.end() &&
		       at->first.compare(0, above.size(), above) == 0;
		     ++at) {
			const char *entry = at->first.c_str() + above.size();

			if (!std::strchr(entry, '/'))
				said = each(arg, entry);
		}
		return said;
	});
}

/* The cheapest question that the far end answers. */
int ping(void *opened)
{
	return opened ? 0 : -EINVAL;
}

/* Facts about the cell that just ran, for the column `counters`. */
int counters(void *opened)
{
	auto &mine = *static_cast<session *>(opened);

	bench->fact(mine.ctx, "store_records", "%llu", mine.records);
	mine.records = 0;
	return 0;
}

/* Not in it: init and fini, for a library that is started once in each process;
 * check, for options that exclude each other; schemes and from_url, for URLs;
 * serve and expect, for a far end; clock_ns and wait_until, for simulations. */
bench_backend table()
{
	bench_backend backend = {};

	backend.config_size = sizeof(config);
	backend.name = "@NAME@";
	backend.version = "0.1";
	backend.summary = "files in the memory of the process";
	backend.options = options;
	backend.threads = BENCH_PER_WORKER;
	backend.target_open = target_open;
	backend.target_close = target_close;
	backend.caps = caps;
	backend.describe = describe;
	backend.session_open = session_open;
	backend.session_close = session_close;
	backend.cancel = cancel;
	backend.open = open_file;
	backend.close = close_file;
	backend.read = read_file;
	backend.write = write_file;
	backend.flush = flush_file;
	backend.drop_cache = drop_cache;
	backend.submit = submit;
	backend.reap = reap;
	backend.stat = stat_name;
	backend.rename = rename_file;
	backend.unlink = unlink_file;
	backend.mkdir = make_directory;
	backend.rmdir = remove_directory;
	backend.readdir = read_directory;
	backend.ping = ping;
	backend.counters = counters;
	return backend;
}

bench_backend backend = table();

} // namespace

BENCH_REGISTER(backend)
