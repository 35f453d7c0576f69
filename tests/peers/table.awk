# table.awk - medians, ratios and bars of what peers noted: lines of comparison,
# side and MB/s.  Ends with 1 if a bar is missed.

function sort(values, n, i, j, x) {
	for (i = 2; i <= n; i++) {
		x = values[i]
		for (j = i - 1; j > 0 && values[j] > x; j--)
			values[j + 1] = values[j]
		values[j + 1] = x
	}
}

function median(key, n, i, sorted) {
	n = count[key] + 0
	for (i = 1; i <= n; i++)
		sorted[i] = value[key, i]
	sort(sorted, n)
	return n ? (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2 : 0
}

function line(key, text, bar, ours, peer, ratio, verdict) {
	if (!count[key, "ours"] && !count[key, "peer"])
		return
	ours = median(key SUBSEP "ours")
	peer = median(key SUBSEP "peer")
	ratio = peer > 0 ? ours / peer : 0
	verdict = ratio >= bar ? "ok" : "short"
	if (count[key, "ours"] != turns || count[key, "peer"] != turns)
		verdict = "incomplete"
	printf "%-40s %8.0f %8.0f %6.2f %5.2f  %s\n", text, ours, peer, ratio,
		bar, verdict
	compared++
	missed += verdict != "ok"
}

{
	value[$1 SUBSEP $2, ++count[$1, $2]] = $3
}

END {
	printf "medians of %d, MB/s; 256 MiB, one worker, loopback, RAM disk\n\n",
		turns
	printf "%-40s %8s %8s %6s %5s\n", "", "ours", "peer", "ratio", "bar"
	line("depth-write", "nfs write 64 KiB, depth 8 / depth 1", 1.15)
	line("depth-read", "nfs read 64 KiB, depth 8 / depth 1", 1.15)
	line("nfs-write", "nfs write 1 MiB / nfs-cp", 1)
	line("nfs-read", "nfs read 1 MiB / nfs-cp", 1)
	line("smb-write", "smb write 1 MiB / smbclient put", 1)
	line("smb-read", "smb read 1 MiB / smbclient get", 1)
	line("ftp-write", "ftp write 1 MiB / curl -T", 1)
	line("ftp-read", "ftp read 1 MiB / curl", 1)
	line("wire-write", "socket write 1 MiB / iperf3", 0.95)
	line("posix-write", "posix write 4 KiB / fio psync", 1)
	line("posix-read", "posix read 4 KiB / fio psync", 1)
	if (!compared)
		print "nothing could be compared"
	exit !compared || missed > 0
}
