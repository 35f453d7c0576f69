# rows.awk - the figures of one run of bench: of each test the median of a column
# over its rows.

function median(n, test, i, j, x) {
	for (i = 2; i <= n; i++) {
		x = value[test, i]
		for (j = i - 1; j > 0 && value[test, j] > x; j--)
			value[test, j + 1] = value[test, j]
		value[test, j + 1] = x
	}
	return (value[test, int((n + 1) / 2)] + value[test, int(n / 2) + 1]) / 2
}

{ sub(/\r$/, "") }

NR == 1 {
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
}

# Columns behind `error` may stand behind quoted commas; none is asked for where
# there is an error.
$at["status"] == "ok" {
	value[$at["test"], ++count[$at["test"]]] = $at[column] + 0
}

END {
	for (test in count)
		print key "-" test, side, round, \
			median(count[test], test) * factor
}
