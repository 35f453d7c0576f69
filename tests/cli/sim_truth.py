"""sim_truth.py - what must stand in the rows of a run over the simulated backend.

python3 sim_truth.py LIST: the file has a line `case results.csv log` for each
run; holds every row against the model of docs/sim.md, computed here a second
time.  Silent and 0 where all is true.
"""
import csv
import heapq
import math
import sys

US, MS, S = 1_000, 1_000_000, 1_000_000_000
QUANTILES = (("lat_p50_us", 0.5), ("lat_p90_us", 0.9), ("lat_p95_us", 0.95),
             ("lat_p99_us", 0.99), ("lat_p999_us", 0.999))
WRITES = ("write", "rewrite", "random_write")
faults = []


def whole(value):
    """To the nearest, as llround() does."""
    return int(math.floor(value + 0.5))


def number(row, column):
    return float(row[column]) if row[column] else math.nan


def exact(row, column, truth, decimals):
    """The figure as it is written, but for the last digit of a half."""
    if not abs(number(row, column) - truth) <= 0.51 * 10 ** -decimals:
        faults.append(f"{row['test']} {row['file_size_bytes']}/"
                      f"{row['record_size_bytes']} threads {row['threads']} "
                      f"depth {row['depth']}: {column} is {row[column]}, "
                      f"in truth {truth:.{decimals}f}")


def bucket(row, column, truth_us):
    """Within one bucket of the histogram, which is 1/64, and the last digit."""
    if not abs(number(row, column) - truth_us) <= truth_us / 64 + 0.001:
        faults.append(f"{row['test']} depth {row['depth']}: {column} is "
                      f"{row[column]}, in truth {truth_us:.3f}")


def latencies(row, values, quantiles=QUANTILES, prefix="lat"):
    """values: ns of all operations of the row, or of one period of them."""
    values = sorted(values)
    exact(row, f"{prefix}_mean_us", sum(values) / len(values) / US, 3)
    exact(row, f"{prefix}_max_us", values[-1] / US, 3)
    if prefix == "lat":
        exact(row, "lat_min_us", values[0] / US, 3)
    for column, quantile in quantiles:
        at = max(math.ceil(quantile * len(values) - 1e-9), 1) - 1
        bucket(row, column, values[at] / US)


def shape(row):
    """Lengths of the records of a pass, and how many passes."""
    size = int(row["file_size_bytes"])
    record = int(row["record_size_bytes"])
    lengths = [record] * (size // record)
    if size % record:
        lengths.append(size % record)
    return lengths, int(row["passes"])


def rates(row, elapsed):
    exact(row, "elapsed_s", elapsed / S, 9)
    exact(row, "ops_per_s", int(row["ops"]) * S / elapsed, 3)
    if row["test"] != "ping":
        exact(row, "throughput_bytes_per_s", int(row["bytes"]) * S / elapsed, 0)
        for rate in row["slice_rates"].split():
            exact({**row, "slice_rates": rate}, "slice_rates",
                  int(row["bytes"]) * S / elapsed, 0)


def totals(row):
    lengths, passes = shape(row)
    exact(row, "bytes", sum(lengths) * passes, 0)
    exact(row, "ops", len(lengths) * passes, 0)


def plain(row, include=("flush",)):
    """latency 100us, bandwidth 81920000, open 3ms, close 1ms, flush 2ms,
    ping 30us."""
    if row["test"] == "ping":
        latencies(row, [30 * US])
        rates(row, int(row["ops"]) * 30 * US)
        return
    lengths, passes = shape(row)
    each = [100 * US + whole(n * 1e9 / 81920000) for n in lengths]
    opened = passes if row["test"] == "write" or "open" in include else 1
    phases = {"io": passes * sum(each),
              "open": opened * 3 * MS,
              "close": opened * 1 * MS,
              "flush": passes * 2 * MS if row["test"] in WRITES else 0}
    for phase, ns in phases.items():
        exact(row, f"{phase}_s", ns / S, 9)
    totals(row)
    latencies(row, each)
    rates(row, phases["io"] + sum(phases[phase] for phase in include))


def plain_all(row):
    plain(row, ("open", "flush", "close"))


def in_turn(row):
    """The list that the test makes: 64 values, each pass is four times it."""
    values = [(i * i * 37 % 1000 + 1 + i) * US for i in range(64)]
    totals(row)
    latencies(row, values)
    rates(row, int(row["ops"]) // 64 * sum(values))


def drawn(row, log_name):
    """Against the backend's own log: the last operations are the slices'."""
    with open(log_name, encoding="ascii") as log:
        times = [line.split() for line in log]
    times = [int(end) - int(start) for _, what, _, start, end in times
             if what == row["test"]]
    slices = len(row["slice_rates"].split())
    count = int(row["ops"])
    measured = times[-slices * count:]
    sums = sorted(sum(measured[i * count:(i + 1) * count])
                  for i in range(slices))
    if len(set(measured)) < 2:
        faults.append("nothing was drawn")
    latencies(row, measured)
    exact(row, "elapsed_s", sums[slices // 2] / S, 9)


STALL = 50 * MS


def services(count):
    return [STALL if i % 50000 == 0 else 1 * US for i in range(1, count + 1)]


def closed(row):
    """1 us, and every 50,000th takes 50 ms; one after the other."""
    latencies(row, services(int(row["ops"])))
    rates(row, sum(services(int(row["ops"]))))
    if not number(row, "lat_p99_us") < 1.1:
        faults.append("the closed loop saw the stall")


def paced(row):
    """The same at 100,000 a second, from the time that each was due."""
    count = int(row["ops"])
    now, response = 0, []
    for i, service in enumerate(services(count)):
        now = max(now, i * 10 * US) + service
        response.append(now - i * 10 * US)
    latencies(row, response)
    latencies(row, services(count), (("service_p50_us", 0.5),
                                     ("service_p99_us", 0.99)), "service")
    rates(row, max(now, count * 10 * US))
    if not 40000 < number(row, "lat_p99_us") < 50000:
        faults.append("the paced cell did not see the stall")


def paced_in_flight(row):
    """latency 100 us, four channels; a record is handed over when it is due,
    or when one of those in flight is done."""
    count, depth = int(row["ops"]), int(row["depth"])
    interval = S // int(row["pace"].split()[0])
    flying, channels, response, service = [], [0] * 4, [], []
    for i in range(count):
        now = i * interval
        if len(flying) == depth:
            now = max(now, heapq.heappop(flying))
        done = max(now, heapq.heappop(channels)) + 100 * US
        heapq.heappush(channels, done)
        heapq.heappush(flying, done)
        response.append(done - i * interval)
        service.append(done - now)
    totals(row)
    latencies(row, response)
    latencies(row, service, (("service_p50_us", 0.5),
                             ("service_p99_us", 0.99)), "service")
    end = max(count * interval, max(flying))
    rates(row, end)
    if ("behind" in row["flags"].split()) != (end > count * interval / 0.99):
        faults.append(f"flags are `{row['flags']}`, {end} {count * interval}")


def together(row, wearout):
    """Two threads; latency 100 us, the second one's is 250 us."""
    lengths, passes = shape(row)
    work = len(lengths) * passes
    record = lengths[0]
    fast, slow = 100 * US, 250 * US
    window = work * fast
    # Who is stopped ends the record that it is at.
    done = work if wearout else window // slow + 1
    end = max(window, done * slow)
    values = sorted([fast] * work + [slow] * done)
    exact(row, "ops", work + done, 0)
    exact(row, "bytes", (work + done) * record, 0)
    rates(row, end)
    exact(row, "client_max_bytes_per_s", record * S / fast, 0)
    exact(row, "client_min_bytes_per_s", record * S / slow, 0)
    exact(row, "sum_bytes_per_s", record * S / fast + record * S / slow, 0)
    latencies(row, values)


def stonewalled(row):
    together(row, False)


def worn_out(row):
    together(row, True)


def queued(row):
    """latency 100 us, four channels, 4096 bytes in 10 us on the wire."""
    lengths, passes = shape(row)
    depth = int(row["depth"])
    values, elapsed = [], 0
    for _ in range(passes):
        now, wire, left = 0, 0, len(lengths)
        channels, flying = [0] * 4, []
        while left or flying:
            while left and len(flying) < depth:
                begin = max(now, heapq.heappop(channels))
                wire = max(begin + 100 * US, wire) + 10 * US
                heapq.heappush(channels, wire)
                heapq.heappush(flying, wire)
                values.append(wire - now)
                left -= 1
            now = flying[0]
            while flying and flying[0] <= now:
                heapq.heappop(flying)
        elapsed += now
    totals(row)
    latencies(row, values)
    rates(row, elapsed)


def flushed_each(row):
    """latency 100 us, a flush of 1 ms behind every fifth record and the
    last one of a pass."""
    lengths, passes = shape(row)
    count = len(lengths)
    values = [100 * US + (1 * MS if i % 5 == 0 or i == count else 0)
              for i in range(1, count + 1)]
    flushes = math.ceil(count / 5)
    totals(row)
    latencies(row, values)
    exact(row, "flush_s", passes * flushes * MS / S, 9)
    exact(row, "io_s", passes * count * 100 * US / S, 9)
    rates(row, passes * sum(values))


def synced(row):
    """The same with each record stable before it returns."""
    totals(row)
    latencies(row, [1100 * US])
    rates(row, int(row["ops"]) * 1100 * US)


def hours(row):
    """One hour a record."""
    totals(row)
    latencies(row, [3600 * S])
    rates(row, int(row["ops"]) * 3600 * S)


def level(row):
    """100 us by a level that stands in the counters with six decimals."""
    told = dict(pair.split("=") for pair in row["counters"].split(";"))
    factor = float(told["level"])
    mean = number(row, "lat_mean_us")
    if abs(mean - 100 * factor) > 0.002:
        faults.append(f"level {factor}, but {mean} us")
    exact(row, "elapsed_s", int(row["ops"]) * mean / 1e6, 9)


def hold(case, csv_name, log_name):
    check = globals()[case]
    before = len(faults)
    with open(csv_name, newline="", encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if row["round"]]
    if not rows:
        faults.append("no rows")
    for row in rows:
        if row["status"] != "ok":
            faults.append(f"{row['test']}: {row['status']} {row['error']}")
        elif case == "drawn":
            drawn(row, log_name)
        else:
            check(row)
    for fault in faults[before:before + 10]:
        print(f"{csv_name} {case}: {fault}")


def main():
    with open(sys.argv[1], encoding="ascii") as cases:
        for line in cases:
            hold(*line.split())
    sys.exit(1 if faults else 0)


main()
