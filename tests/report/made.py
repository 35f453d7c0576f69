#!/usr/bin/env python3
"""made.py RESULTS_CSV DIR: directories of results that nobody measured, of the
columns of a real one: hostile names, one cell, 20,000 rows, nothing but
errors."""
import csv
import json
import os
import random
import sys


def write(directory, header, rows, about=None):
    os.makedirs(directory)
    path = os.path.join(directory, 'results.csv')
    with open(path, 'w', newline='', encoding='utf-8') as file:
        writer = csv.DictWriter(file, header, restval='')
        writer.writeheader()
        writer.writerows(rows)
    if about is not None:
        path = os.path.join(directory, 'run.json')
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(about, file)


def row(seq, target, test, file, record, round_, rng, rate):
    throughput = int(rate * rng.uniform(0.9, 1.1))
    elapsed = 4e6 / throughput
    p50 = record / throughput * 1e6
    return {'schema': 1, 'run_id': 'made', 'seq': seq,
            'started_utc': '2026-11-30T12:00:00.000Z', 'target': target,
            'backend': 'toy', 'test': test, 'file_size_bytes': file,
            'record_size_bytes': record, 'threads': 1, 'depth': 1,
            'round': round_, 'passes': 1, 'status': 'ok', 'bytes': 4000000,
            'ops': 4000000 // record + 1, 'elapsed_s': '%.9f' % elapsed,
            'throughput_bytes_per_s': throughput,
            'ops_per_s': '%.3f' % (throughput / record),
            'lat_p50_us': '%.3f' % p50, 'lat_p95_us': '%.3f' % (p50 * 1.5),
            'lat_p99_us': '%.3f' % (p50 * 3), 'lat_p999_us': '%.3f' % (p50 * 9),
            'lat_max_us': '%.3f' % (p50 * 20),
            'cpu_user_s': '%.9f' % (elapsed * 0.1),
            'cpu_sys_s': '%.9f' % (elapsed * 0.2),
            'cpu_host_s': '%.9f' % (elapsed * 0.5),
            'flags': rng.choice(['', '', '', 'noisy', 'short'])}


def sweep(targets, tests, octaves, rounds, rng):
    rows = []
    for round_ in range(1, rounds + 1):
        for target in targets:
            for test in tests:
                for file in octaves:
                    for record in octaves:
                        if record <= file:
                            rows.append(row(
                                len(rows) + 1, target, test, file, record,
                                round_, rng, 117e6 * record / (record + 3e4) *
                                file / (file + 2e5)))
    return rows


def main():
    source, to = sys.argv[1:3]
    rng = random.Random(1)
    with open(source, newline='', encoding='utf-8') as file:
        header = next(csv.reader(file))
    names = ['</script><script>alert(1)</script>', 'a "quoted", one',
             "it's &lt; <!-- --> \u00e4\u4e16\U0001f4be", '=1+1', '--']
    about = {'run_id': '</title>', 'complete': True, 'environment':
             {'host': '<img src=http://example.invalid/x onerror=alert(1)>'},
             'configuration': {'bench': {'name': '</h1></script>'}},
             'targets': [{'name': names[0], 'reference': True},
                         {'name': names[1], 'ceiling_bytes_per_s': 9e7},
                         {'name': names[2],
                          'facts': {'peer': '</td><script>x</script>'}}]}
    write(os.path.join(to, 'names'), header,
          sweep(names, ['write', '</script>', 'random_read'],
                [4096, 65536, 1048576], 7, rng), about)
    write(os.path.join(to, 'one'), header,
          sweep(['only'], ['read'], [65536], 1, rng))
    octaves = [4096 << i for i in range(13)]
    rows = sweep(['a', 'b', 'c', 'd'], ['write', 'rewrite', 'read', 'reread',
                                        'random_read', 'random_write'],
                 octaves, 10, rng)
    write(os.path.join(to, 'many'), header, rows[:20000])
    errors = sweep(['x', 'y'], ['write', 'read'], [4096, 65536], 1, rng)
    for one in errors:
        for column in list(one):
            if column.endswith('_per_s') or column.endswith('_s') or column.endswith('_us') or \
                    column in ('bytes', 'ops', 'round', 'passes'):
                del one[column]
        one.update(status='error', flags='', error='no route to <host>, "nas"')
    write(os.path.join(to, 'errors'), header, errors)


if __name__ == '__main__':
    main()
