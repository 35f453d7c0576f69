# table.awk - ratios, intervals and verdicts of what peers noted.
#
# The first file has the rows: key, way, target, least, unit, text.  The second
# one the figures: key, side, round, value.  Ends with 1 if a bar is missed or a
# figure is lacking.

# Sorts values[1] to values[n].
function sort(values, n, i, j, x) {
	for (i = 2; i <= n; i++) {
		x = values[i]
		for (j = i - 1; j > 0 && values[j] > x; j--)
			values[j + 1] = values[j]
		values[j + 1] = x
	}
}

function median(n) {
	return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
}

# The interval of the median of `sorted` by Hettmansperger and Sheather, 95 %, as low and
# high; from six values on.
function interval(n, p, tail, k, j, cover, next_cover, share, weight) {
	p = 0.5 ^ n
	tail = j = 0
	if (n < 6)
		return 0
	for (k = 1; k <= n / 2; k++) {
		tail += p
		if (1 - 2 * tail < 0.95) {
			next_cover = 1 - 2 * tail
			break
		}
		j = k
		cover = 1 - 2 * tail
		p *= (n - k + 1) / k
	}
	share = (cover - 0.95) / (cover - next_cover)
	weight = (n - j) * share / (j + (n - 2 * j) * share)
	low = (1 - weight) * sorted[j] + weight * sorted[j + 1]
	high = (1 - weight) * sorted[n - j + 1] + weight * sorted[n - j]
	return 1
}

# All values of one side, sorted, into `sorted`; how many.
function side_values(key, side, n, r) {
	n = 0
	for (r = 1; r <= last; r++)
		if ((key, side, r) in value)
			sorted[++n] = value[key, side, r]
	sort(sorted, n)
	return n
}

# Standard deviation as percent of the mean.
function spread(key, side, n, r, sum, squares, mean) {
	for (r = 1; r <= last; r++)
		if ((key, side, r) in value) {
			sum += value[key, side, r]
			n++
		}
	if (n < 2)
		return -1
	mean = sum / n
	for (r = 1; r <= last; r++)
		if ((key, side, r) in value)
			squares += (value[key, side, r] - mean) ^ 2
	return sqrt(squares / (n - 1)) / mean * 100
}

# Logarithms of the rounds' ratios, sorted, into `sorted`; how many.
function pairs(key, n, r) {
	n = 0
	for (r = 1; r <= last; r++)
		if ((key, "ours", r) in value && (key, "peer", r) in value &&
			value[key, "ours", r] > 0 && value[key, "peer", r] > 0)
			sorted[++n] = log(value[key, "ours", r] / \
				value[key, "peer", r])
	sort(sorted, n)
	return n
}

function figure(x) {
	return x >= 1000 ? sprintf("%.0f", x) : \
		x >= 10 ? sprintf("%.1f", x) : sprintf("%.3f", x)
}

# What is held against the bars goes to `result`, its interval to low and high.
function measure(key, way, n) {
	has_interval = 0
	if (way == "cv" || way == "cvs") {
		result = spread(key, "ours")
		if (way == "cvs") {
			n = spread(key, "peer")
			result = n > 0 && result >= 0 ? result / n : -1
		}
		return result >= 0
	}
	if (way == "own") {
		n = side_values(key, "ours")
		if (n < rounds)
			return 0
		result = median(n)
		has_interval = interval(n)
		return 1
	}
	n = pairs(key)
	if (n < rounds)
		return 0
	result = exp(median(n))
	has_interval = interval(n)
	low = exp(low)
	high = exp(high)
	return 1
}

function verdict(way, aim, least) {
	if (aim == "-")
		return "no bar"
	if (way == "higher")
		return result >= aim ? "target" : result >= least ? "least" : "short"
	return result <= aim ? "target" : result <= least ? "least" : "short"
}

function side_text(key, side, unit, n) {
	n = side_values(key, side)
	return n ? figure(median(n)) " " unit : "-"
}

function line(i, key, outcome, range, shown) {
	key = keys[i]
	if (!(key in noted))
		return
	compared++
	outcome = "incomplete"
	range = shown = "-"
	if (measure(key, ways[i])) {
		outcome = verdict(ways[i], aims[i], leasts[i])
		shown = figure(result)
		if (has_interval)
			range = figure(low) ".." figure(high)
	}
	missed += outcome == "short" || outcome == "incomplete"
	printf "%-46s %14s %14s %8s %15s %6s %6s  %s\n", texts[i],
		side_text(key, "ours", units[i]), side_text(key, "peer", units[i]),
		shown, range, aims[i], leasts[i], outcome
}

FNR == NR {
	keys[++count] = $1
	ways[count] = $2
	aims[count] = $3
	leasts[count] = $4
	units[count] = $5
	texts[count] = $6
	for (i = 7; i <= NF; i++)
		texts[count] = texts[count] " " $i
	next
}

{
	value[$1, $2, $3] = $4
	noted[$1] = 1
	if ($3 > last)
		last = $3
}

END {
	printf "medians of %d rounds\n\n%-46s %14s %14s %8s %15s %6s %6s\n", rounds,
		"", "ours", "peer", "ratio", "interval", "target", "least"
	for (i = 1; i <= count; i++)
		line(i)
	if (!compared)
		print "nothing could be compared"
	exit !compared || missed > 0
}
