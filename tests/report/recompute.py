#!/usr/bin/env python3
"""recompute.py DIR PAGE [DIR_B]: works out anew, from results.csv alone, what the
report of DIR says - medians, intervals, shares, processor time, what limits it,
and A against B - and compares to the last printed digit."""
import functools
import math
import sys

import page

NOTHING = '\u2014'
DISTURBED = {'noisy', 'steal', 'drift'}
KEY = ('target', 'test', 'file_size_bytes', 'record_size_bytes', 'threads',
       'depth')


def number(text):
    return float(text) if text not in ('', None) else math.nan


def real(value, decimals):
    return '%.*f' % (decimals, value) if math.isfinite(value) else NOTHING


def rate(value, divisor):
    """Three digits that count, thousands parted."""
    value /= divisor
    if not math.isfinite(value):
        return NOTHING
    decimals = 0
    while value > 0 and decimals < 6 and \
            math.floor(value * 10 * 10 ** decimals + 0.5) < 1000:
        decimals += 1
    if decimals == 0:
        return '{:,.0f}'.format(value)
    whole = math.floor(value * 10 ** decimals + 0.5)
    digits = '%0*d' % (decimals + 1, whole)
    return digits[:-decimals] + '.' + digits[-decimals:]


def size(text):
    if text == '':
        return NOTHING
    value, unit = int(text), 0
    while value and value % 1024 == 0 and unit < 6:
        value //= 1024
        unit += 1
    return str(value) + ' KMGTPE'[unit].strip()


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    if not values:
        return math.nan
    if len(values) % 2:
        return values[middle]
    return (values[middle - 1] + values[middle]) / 2


def interval(values):
    """Hettmansperger and Sheather's, 95 %."""
    values, n = sorted(values), len(values)
    if n < 6:
        return math.nan, math.nan
    depth, outer, inner = 0, 0, 0
    for k in range(1, n // 2 + 1):
        coverage = 1 - 2 * sum(math.comb(n, i) for i in range(k)) * 0.5 ** n
        if coverage < 0.95:
            inner = coverage
            break
        depth, outer = k, coverage
    if depth == 0 or depth >= n - depth:
        return math.nan, math.nan
    share = (outer - 0.95) / (outer - inner)
    weight = (n - depth) * share / (depth + (n - 2 * depth) * share)
    return ((1 - weight) * values[depth - 1] + weight * values[depth],
            (1 - weight) * values[n - depth] + weight * values[n - depth - 1])


class Cell:
    def __init__(self, rows):
        self.first, self.rows = rows[0], rows
        done = [row for row in rows if row['status'] == 'ok']
        flagged = [row for row in done if DISTURBED & set(row['flags'].split())]
        planned = sum(row.get('replaces', '') in ('', '0') for row in done)
        self.ok = bool(done)
        if flagged and len(done) > len(flagged) and \
                len(done) - len(flagged) >= planned:
            done = [row for row in done if row not in flagged]
        self.used = done
        self.by_ops = False
        self.rates = self.finite('throughput_bytes_per_s')
        if self.ok and not (self.rates and max(self.rates) > 0):
            self.by_ops = True
            self.rates = self.finite('ops_per_s')
        self.ok = bool(self.rates)
        self.median = median(self.rates)
        self.low, self.high = interval(self.rates)
        self.least = min(self.rates, default=math.nan)
        self.most = max(self.rates, default=math.nan)
        self.divisor = 1 if self.by_ops else 1e6

    def finite(self, column):
        return [number(row[column]) for row in self.used
                if math.isfinite(number(row[column]))]

    def variation(self):
        n = len(self.rates)
        mean = sum(sorted(self.rates)) / n if n else 0
        if n < 2:
            return math.nan
        if not mean:
            return 0.0
        return 100 * (math.sqrt(sum((x - mean) ** 2 for x in sorted(self.rates))
                                / (n - 1)) / mean)

    def cpu(self, column, scale):
        above = sum((number(row['cpu_user_s']) + number(row['cpu_sys_s'])
                     for row in self.used), 0.0)
        below = sum((number(row[column]) for row in self.used), 0.0)
        return above / below * scale if above >= 0 and below > 0 else math.nan

    def percent(self, *columns):
        values = [100 * sum(number(row[c]) for c in columns) /
                  number(row['elapsed_s']) for row in self.used
                  if number(row['elapsed_s']) > 0]
        return median([value for value in values if math.isfinite(value)])


class Source:
    def __init__(self, directory):
        grouped = {}
        for row in page.rows(directory):
            grouped.setdefault(tuple(row[k] for k in KEY), []).append(row)
        self.cells = [Cell(rows) for rows in grouped.values()]
        self.by_key = dict(zip(grouped, self.cells))
        self.ceilings = self.find_ceilings(page.about(directory))

    def best(self, target):
        return max((cell.median for cell in self.cells if cell.ok and
                    not cell.by_ops and cell.first['target'] == target),
                   default=math.nan)

    def find_ceilings(self, about):
        told = {one['name']: one for one in about.get('targets', [])}
        found, wire, self.wire = {}, math.nan, None
        names = list(dict.fromkeys(c.first['target'] for c in self.cells))
        for name in names:
            if told.get(name, {}).get('reference') and self.wire is None:
                wire, self.wire = self.best(name), name
        for name in names:
            one = told.get(name, {})
            if 'ceiling_bytes_per_s' in one:
                found[name] = ('link', one['ceiling_bytes_per_s'])
            elif not math.isnan(wire) and (one.get('reference') or
                                           'peer' in one.get('facts', {})):
                found[name] = ('wire', wire)
        return found

    def share(self, cell):
        kind = self.ceilings.get(cell.first['target'])
        if not kind or not cell.ok or cell.by_ops or not kind[1] > 0:
            return math.nan
        return cell.median / kind[1]

    def sweep(self, of):
        same = ('target', 'test', 'threads', 'depth')
        return [cell.median for cell in self.cells if cell.ok and
                all(cell.first[k] == of.first[k] for k in same)]

    def points(self, of, by):
        other = 'file_size_bytes' if by == 'record_size_bytes' else \
            'record_size_bytes'
        same = ('target', 'test', 'threads', 'depth', other)
        return sorted((int(cell.first[by]), cell.median) for cell in self.cells
                      if cell.ok and not cell.by_ops and cell.first[by] and
                      all(cell.first[k] == of.first[k] for k in same))

    def limit(self, cell):
        """What limits it: the first rule that holds."""
        row = cell.first
        scale, ceiling = self.ceilings.get(row['target'], (None, math.nan))
        link = ceiling if scale == 'link' else math.nan
        wire = self.by_key.get((self.wire,) + tuple(row[k] for k in KEY[1:]))
        wire = wire if wire and wire.ok else None
        wire_rate = wire.median if wire else math.nan
        wire_most = wire.most if wire else math.nan
        is_wire = row['target'] == self.wire
        busy = cell.percent('cpu_user_s', 'cpu_sys_s') / \
            max(1, int(row['threads'] or 1))
        if scale and not is_wire and (
                cell.median > 1.02 * link or
                (math.isnan(link) and cell.median > 1.02 * wire_most)):
            return 'cache'
        if scale and ((not is_wire and cell.median >= 0.9 * wire_rate) or
                      cell.median >= 0.9 * link):
            return 'network'
        if busy >= 90:
            return 'cpu'
        if scale and row['depth'] == '1' and self.slope(cell) >= 0.8:
            return 'round_trip'
        if scale and self.cost(cell) > 0.2:
            return 'open_close'
        if scale and not is_wire and wire_rate > 0:
            return 'protocol'
        return 'unknown'

    def slope(self, cell):
        points = self.points(cell, 'record_size_bytes')
        at = int(cell.first['record_size_bytes'])
        below = [s for s, _ in points if s * 8 <= at]
        above = [s for s, _ in points if s >= at * 8]
        if not below and not above:
            return math.nan
        low, high = (below[-1], at) if below else (at, above[0])
        points = [(math.log(s), math.log(r)) for s, r in points
                  if low <= s <= high and r > 0]
        x = sum(p[0] for p in points) / len(points)
        y = sum(p[1] for p in points) / len(points)
        width = sum((p[0] - x) ** 2 for p in points)
        return sum((p[0] - x) * (p[1] - y) for p in points) / width \
            if len(points) > 1 and width > 0 else math.nan

    def cost(self, cell):
        points = self.points(cell, 'file_size_bytes')
        if len(points) < 3 or any(not r > 0 for _, r in points):
            return math.nan
        weights = [(s / r) ** -2 for s, r in points]
        total = sum(weights)
        x = sum(w * s for w, (s, _) in zip(weights, points)) / total
        y = sum(w * s / r for w, (s, r) in zip(weights, points)) / total
        slope = sum(w * (s - x) * (s / r - y)
                    for w, (s, r) in zip(weights, points)) / \
            sum(w * (s - x) ** 2 for w, (s, _) in zip(weights, points))
        a = y - slope * x
        return a / (a + 1048576 * slope) if a > 0 and slope > 0 else math.nan


problems = []
compared = 0


def same(where, got, expected):
    global compared
    compared += 1
    if isinstance(where, tuple):
        where = '%s %s' % (where[0], [where[1][key] for key in KEY])
    if got != expected:
        problems.append('%s: the page says %r, not %r' % (where, got, expected))


def check_cells(source, tables):
    latencies = ('lat_p50_us', 'lat_p95_us', 'lat_p99_us', 'lat_p999_us',
                 'lat_max_us')
    seen = 0
    for rows in tables.get('cells', []):
        for attributes, cells in rows[1:]:
            seen += 1
            cell = source.cells[int(attributes['data-c'])]
            by, first = cell.divisor, cell.first
            expected = [' '.join(first['test'].split('\n')),
                        size(first['file_size_bytes']),
                        size(first['record_size_bytes']),
                        first['threads'] or NOTHING, first['depth'] or NOTHING,
                        ('1/s' if cell.by_ops else 'MB/s') if cell.ok else '',
                        str(len(cell.rates)), real(cell.median / by, 3),
                        real(cell.low / by, 3), real(cell.high / by, 3),
                        real(cell.least / by, 3), real(cell.most / by, 3),
                        real(cell.variation(), 1),
                        real(100 * source.share(cell), 1)]
            expected += [real(median(cell.finite(c)), 3) for c in latencies]
            expected.append(real(cell.cpu('bytes', 1e9), 3))
            for i, text in enumerate(expected):
                same(('column %d of' % i, first), cells[i][1], text)
    same('cells in the tables', seen, len(source.cells))


def check_matrix(source, tables):
    for rows in tables['large']:
        for _, cells in rows[1:]:
            for attributes, text in cells[1:]:
                if 'data-c' not in attributes:
                    continue
                cell = source.cells[int(attributes['data-c'])]
                if not cell.ok:
                    continue
                above = source.share(cell) > 1.02
                all_of = source.sweep(cell)
                expected = '|%s%s|%s \u00b7 %s' % (
                    rate(cell.median, cell.divisor),
                    ' /s' if cell.by_ops else '*' if above else '',
                    rate(median(all_of), cell.divisor),
                    rate(max(all_of), cell.divisor))
                same(('large', cell.first), text.rstrip('|'), expected)
    for rows in tables['cpu']:
        for _, cells in rows[1:]:
            for attributes, text in cells[1:]:
                if 'data-c' not in attributes:
                    continue
                cell = source.cells[int(attributes['data-c'])]
                percent = cell.percent('cpu_user_s', 'cpu_sys_s')
                if not cell.ok or math.isnan(percent):
                    continue
                cost = real(cell.cpu('ops', 1e6), 1) + ' us/op' \
                    if cell.by_ops else real(cell.cpu('bytes', 1e9), 2) + ' s/GB'
                same(('cpu', cell.first), text, '|%s %%|%s \u00b7 %s %%' % (
                    real(percent, 0), cost,
                    real(cell.percent('cpu_host_s'), 0)))


def check_rounds(directory, tables):
    """All numbers of the CSV, as they are."""
    expected, seen = {row['seq']: row for row in page.rows(directory)}, 0
    for rows in tables.get('rounds', []):
        header = [text for _, text in rows[0][1]]
        for _, cells in rows[1:]:
            row = expected[cells[0][1]]
            seen += 1
            for name, (_, text) in zip(header, cells):
                same('round %s %s' % (row['seq'], name), text.strip(),
                     ' '.join(row[name].splitlines()).strip())
    same('rounds in the tables', seen, len(expected))


@functools.lru_cache(maxsize=None)
def bound(df):
    """Of Student's distribution: 95 % lie between -t and t."""
    def tail(t):
        # The density summed by Simpson's rule from 0 to t.
        n, c = 400, math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) \
            / math.sqrt(df * math.pi)
        total = 0.0
        for i in range(n + 1):
            x = t * i / n
            weight = 1 if i in (0, n) else 4 if i % 2 else 2
            total += weight * c * (1 + x * x / df) ** (-(df + 1) / 2)
        return 2 * total * t / n / 3
    low, high = 0.0, 1.0
    while tail(high) < 0.95:
        high *= 2
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) < 0.95 else (low, middle)
    return (low + high) / 2


def outside(t, df):
    """Of Student's distribution: how much lies beyond -t and t."""
    if math.isinf(t):
        return 0.0
    # x = tan(angle), and the density by Simpson's rule to its end.
    n, c = 4000, math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) \
        / math.sqrt(df * math.pi)
    begin, end, total = math.atan(t), math.pi / 2, 0.0
    for i in range(n + 1):
        angle = begin + (end - begin) * i / n
        cosine = math.cos(angle)
        weight = 1 if i in (0, n) else 4 if i % 2 else 2
        if cosine > 1e-12:
            x = math.tan(angle)
            total += weight * c * (1 + x * x / df) ** (-(df + 1) / 2) \
                / cosine ** 2
    return 2 * total * (end - begin) / n / 3


def two_levels(values):
    values = sorted(values)
    gaps = [values[i] - values[i - 1] for i in range(1, len(values))]
    widest = max(gaps, default=0)
    if not gaps or widest <= 0.05 * abs(median(values)):
        return False
    return 2 <= gaps.index(widest) + 1 <= len(values) - 2


def welch(x, y):
    """Of logarithms: difference, half its interval, p of 5 % or less."""
    mx, my = sum(x) / len(x), sum(y) / len(y)
    vx = sum((v - mx) ** 2 for v in x) / (len(x) - 1) / len(x)
    vy = sum((v - my) ** 2 for v in y) / (len(y) - 1) / len(y)
    margin = -math.log(0.95) if my < mx else math.log(1.05)
    beyond = abs(my - mx) - margin
    if vx + vy == 0:
        return my - mx, 0.0, 0.0 if beyond > 0 else 1.0
    df = (vx + vy) ** 2 / (vx ** 2 / (len(x) - 1) + vy ** 2 / (len(y) - 1))
    error = math.sqrt(vx + vy)
    return (my - mx, bound(df) * error,
            outside(beyond / error, df) if beyond > 0 else 1.0)


class Pair:
    """A cell of A and the same of B."""

    def __init__(self, a, b):
        self.a, self.b = a, b
        self.x = [math.log(v) for v in a.rates if v > 0]
        self.y = [math.log(v) for v in b.rates if v > 0]
        self.judged = min(len(self.x), len(self.y)) >= 6
        self.ratio = math.exp(sum(self.y) / len(self.y) -
                              sum(self.x) / len(self.x))
        self.low = self.high = math.nan
        if self.judged:
            middle, reach, self.p = welch(self.x, self.y)
            self.low = math.exp(middle - reach)
            self.high = math.exp(middle + reach)

    def verdict(self, limit):
        if not self.judged:
            return 'not enough rounds'
        if self.p <= limit and self.ratio < 0.95:
            return 'slower'
        if self.p <= limit and self.ratio > 1.05:
            return 'faster'
        if self.low >= 0.95 and self.high <= 1.05 and \
                not two_levels(map(math.exp, self.x)) and \
                not two_levels(map(math.exp, self.y)):
            return 'same'
        return 'inconclusive'


def family(pairs):
    """Benjamini and Hochberg's bound of p over all cells."""
    found = sorted(pair.p for pair in pairs if pair.judged)
    return max((p for k, p in enumerate(found, 1)
                if p <= 0.05 * k / len(found)), default=-1)


def geometric(pairs):
    """Ratio over cells; its interval is that of the rounds' means."""
    chosen = [pair for pair in pairs if pair.judged] or pairs
    ratio = math.exp(sum(math.log(p.ratio) for p in chosen) / len(chosen))
    if not chosen[0].judged:
        return ratio, math.nan, math.nan
    x, y = ([sum(values) / len(chosen) for values in zip(*side)]
            for side in ([p.x for p in chosen], [p.y for p in chosen]))
    _, reach, _ = welch(x, y)
    return ratio, ratio * math.exp(-reach), ratio * math.exp(reach)


def check_pair(pair, texts, verdict):
    for at, cell in ((7, pair.a), (10, pair.b)):
        same('median', texts[at], real(cell.median / cell.divisor, 3))
        same('low', texts[at + 1], real(cell.low / cell.divisor, 3))
        same('high', texts[at + 2], real(cell.high / cell.divisor, 3))
    where = ('verdict', pair.a.first)
    if texts[16] == 'not alike':
        same(where, texts[13:16], [NOTHING] * 3)
        return
    same(where, texts[13:], [real(pair.ratio, 4), real(pair.low, 4),
                             real(pair.high, 4), verdict])


def check_means(pairs, rows):
    for _, cells in rows[1:]:
        texts = [text for _, text in cells]
        chosen = [pair for pair in pairs if texts[0] == 'all' or
                  [' '.join(pair.a.first[k].split('\n'))
                   for k in ('target', 'test')] == texts[:2]]
        ratio, low, high = geometric(chosen)
        same('mean of %s' % texts[:2], texts[3:],
             [real(ratio, 3), real(low, 3), real(high, 3)])


def check_compare(a_source, b_source, tables):
    pairs, told, verdicts = [], [], {}
    for attributes, cells in tables['compare'][0][1:]:
        pairs.append(Pair(a_source.cells[int(attributes['data-c'])],
                          b_source.cells[int(attributes['data-b'])]))
        told.append([text for _, text in cells])
    common = [cell for key, cell in a_source.by_key.items() if cell.ok and
              key in b_source.by_key and b_source.by_key[key].ok]
    same('cells of both', {id(p.a) for p in pairs} >= set(map(id, common)), True)
    limit = family(pairs)
    for pair, texts in zip(pairs, told):
        verdicts[a_source.cells.index(pair.a)] = pair.verdict(limit)
        check_pair(pair, texts, pair.verdict(limit))
    if any(texts[16] == 'not alike' for texts in told):
        same('tables of what is not alike', 'changes' in tables or
             'means' in tables, False)
        return
    changed = {at: word for at, word in verdicts.items()
               if word in ('slower', 'faster')}
    same('changes', {int(attributes['data-c']): cells[0][1] for rows in
                     tables.get('changes', []) for attributes, cells in
                     rows[1:]}, changed)
    check_means(pairs, tables['means'][0])


def main():
    directory, path = sys.argv[1:3]
    tables, limits = page.tables(path)
    source = Source(directory)
    check_cells(source, tables)
    check_matrix(source, tables)
    check_rounds(directory, tables)
    for index, word in limits.items():
        cell = source.cells[index]
        same(('what limits', cell.first), word, source.limit(cell))
    if len(sys.argv) > 3:
        check_compare(source, Source(sys.argv[3]), tables)
    for problem in problems[:20]:
        print(problem)
    print('%d figures compared, %d differ' % (compared, len(problems)))
    return 1 if problems or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
