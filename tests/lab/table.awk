# table.awk - the rows of the experiment beside the published figures, and which
# bands are missed.
#
# Reads published.csv, then the results.csv of each run; link= stands before each
# of those, whole=1 before that of the whole FTP transfers.  Ends with 1 if a band
# is missed.

# The fields of a CSV line, whose quotes hold no quotes.
function fields(line, to, n, part, i, parts) {
	n = split(line, parts, "\"")
	for (i = 2; i <= n; i += 2)
		gsub(",", "\001", parts[i])
	part = ""
	for (i = 1; i <= n; i++)
		part = part parts[i]
	return split(part, to, ",")
}

function sort(values, n, i, j, x) {
	for (i = 2; i <= n; i++) {
		x = values[i]
		for (j = i - 1; j > 0 && values[j] > x; j--)
			values[j + 1] = values[j]
		values[j + 1] = x
	}
}

# low, middle and high of what was collected under the key; their number.
function summary(key, n, i, sorted) {
	n = count[key] + 0
	for (i = 1; i <= n; i++)
		sorted[i] = value[key, i]
	sort(sorted, n)
	low = sorted[1]
	high = sorted[n]
	middle = (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
	return n
}

function collect(key, x) {
	value[key, ++count[key]] = x
}

function number(x, decimals) {
	return sprintf("%." decimals "f", x)
}

# What was published: one figure, or the ends of several.
function published(key) {
	if (!summary("published " key))
		return "-"
	return low == high ? low : low ".." high
}

# A line of the table under the last heading; with a band, from and to.
function row(what, key, decimals, from, to, n, was, verdict) {
	was = published(key in published_as ? published_as[key] : key)
	n = summary(key)
	if (to && !n)
		verdict = "NOT MEASURED"
	else if (to)
		verdict = middle >= from + 0 && middle <= to + 0 ? "ok" : "MISSED"
	if (verdict ~ /[A-Z]/)
		missed[++misses] = what ", " under ": " \
			(n ? number(middle, 2) : "not measured") \
			", expected " from ".." to
	line = sprintf("%-30s %8s %17s %10s  %s", what,
		n ? number(middle, decimals) : "-",
		n ? number(low, decimals) ".." number(high, decimals) : "-",
		was, verdict)
	sub(/ +$/, "", line)
	print line
}

function heading(text) {
	under = text
	printf "\n%-30s %8s %17s %10s\n", text, "median", "range", "published"
}

FNR == 1 {
	delete at
	n = fields($0, names)
	for (i = 1; i <= n; i++)
		at[names[i]] = i
	next
}

{
	sub(/\r$/, "")
	fields($0, f)
}

FILENAME ~ /published\.csv$/ {
	collect("published " f[at["link"]] " " f[at["target"]] " " f[at["test"]],
		f[at["value"]])
	next
}

f[at["status"]] == "ok" {
	key = (whole ? "whole " : "") link " " f[at["target"]] " " f[at["test"]]
	if (f[at["test"]] == "ping")
		collect(key, f[at["lat_mean_us"]] / 1000)
	else
		collect(key, f[at["throughput_bytes_per_s"]] / 1e6)
}

END {
	split("wire nfs smb ftp", targets, " ")
	name["wire"] = "raw socket"
	name["nfs"] = "NFS"
	name["smb"] = "SMB"
	name["ftp"] = "FTP"
	title["1g"] = "1 Gbit/s"
	title["100m"] = "100 Mbit/s"
	least["1g"] = 111
	most["1g"] = 118.5
	least["100m"] = "11.0"
	most["100m"] = 11.9
	split("1g 100m", links, " ")
	split("write read", tests, " ")
	for (l = 1; l <= 2; l++) {
		heading("RAM disk at " title[links[l]] ", MB/s")
		for (t = 1; t <= 4; t++)
			for (i = 1; i <= 2; i++)
				row(name[targets[t]] " " tests[i],
					links[l] " " targets[t] " " tests[i], l,
					least[links[l]], most[links[l]])
	}
	heading("150 MB by FTP, 1 Gbit/s, MB/s")
	published_as["whole 1g ftp write"] = "1g ftp transfer"
	published_as["whole 1g ftp read"] = "1g ftp transfer"
	row("put", "whole 1g ftp write", 1)
	row("get", "whole 1g ftp read", 1)
	for (l = 1; l <= 2; l++) {
		heading("ping at " title[links[l]] ", mean, ms")
		for (t = 1; t <= 4; t++)
			row(name[targets[t]], links[l] " " targets[t] " ping", 3)
	}
	print ""
	for (i = 1; i <= misses; i++)
		print "missed: " missed[i]
	if (!misses)
		print "all bands are held: " least["1g"] ".." most["1g"] \
			" MB/s at 1 Gbit/s, " least["100m"] ".." most["100m"] \
			" at 100 Mbit/s"
	exit misses > 0
}
