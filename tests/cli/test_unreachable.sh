#!/bin/bash
# A file server that is not there, or is something else, or fell silent: its
# rows say what and where, it costs a bounded time, and the other target is
# measured as if nothing had happened.
# shellcheck disable=SC2016 # backquotes are what the messages have
. "$(dirname "$0")/lib.sh"

mkdir near

# A stranger that takes any connection.  Its word is what it does then:
#   http    answers as a web server would
#   silent  says nothing
#   parrot  says what it is told, but nothing to the requests that follow
cat >stranger.c <<'C'
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *word;

static void *talk(void *arg)
{
	static const char page[] = "HTTP/1.0 400 Bad Request\r\n\r\n";
	int fd = (int)(long)arg;
	char bytes[64], byte;
	ssize_t got = read(fd, bytes, sizeof bytes);

	if (strcmp(word, "http") == 0)
		(void)!write(fd, page, sizeof page - 1);
	else if (strcmp(word, "parrot") == 0 && got > 0)
		(void)!write(fd, bytes, (size_t)got);
	while (strcmp(word, "http") != 0 && read(fd, &byte, 1) > 0)
		;
	close(fd);
	return NULL;
}

int main(int argc, char **argv)
{
	struct sockaddr_in in = {.sin_family = AF_INET};
	socklen_t size = sizeof in;
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd;

	word = argc > 1 ? argv[1] : "";
	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(listener, (void *)&in, size) || listen(listener, 16) ||
	    getsockname(listener, (void *)&in, &size))
		return 1;
	printf("%d\n", ntohs(in.sin_port));
	fflush(stdout);
	while ((fd = accept(listener, NULL, NULL)) >= 0) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, talk, (void *)(long)fd) == 0)
			pthread_detach(thread);
	}
	return 0;
}
C
"${CC:-cc}" -D_GNU_SOURCE -o stranger stranger.c -lpthread ||
	skip "no C compiler for the stranger on the port"
trap 'kill $(jobs -p) 2>/dev/null' EXIT

stranger() {
	./stranger "$1" >"$1.port" &
	eventually test -s "$1.port"
	port=$(cat "$1.port")
}

# far PORT [KEY=VALUE...]: an INI with a target there and one that is near.
far() {
	local port=$1
	shift
	cat >far.ini <<-INI
		[bench]
		file_sizes = 64k
		record_sizes = 4k, 16k
		tests = write, read, ping
		rounds = 2
		slices = 1
		slice_time = 1ms

		[target far]
		plugin = socket
		host = 127.0.0.1
		port = $port
		$(printf '%s\n' "$@")

		[target near]
		plugin = posix
		path = near
	INI
	rm -rf results
}

# unreachable TEXT: the run says so, and what can be measured is.
unreachable() {
	local csv start=$SECONDS
	status 1 "$BENCH" -c far.ini
	[ $((SECONDS - start)) -lt 15 ] || fail "took $((SECONDS - start)) s"
	has err 'target `far`:'
	has err "127.0.0.1:$port"
	has err "$1"
	csv=$(results)/results.csv
	[ "$(rows "$csv" 'c["target"] == "near" && c["status"] == "ok"')" = 10 ] ||
		fail "the near target is not complete: $(cat "$csv")"
	[ "$(rows "$csv" 'c["target"] == "far" && c["status"] != "error"')" = 0 ] ||
		fail "the far target has rows that are no errors: $(cat "$csv")"
	[ "$(grep ',far,' "$csv" | grep -F "127.0.0.1:$port" | grep -cF "$1")" = 5 ] ||
		fail "not 5 rows with \`$1\` at port $port: $(cat "$csv")"
	[ -z "$(ls -A near)" ] || fail "files were left in near: $(ls near)"
	grep -q 'near write' out || fail "no matrix of the near target: $(cat out)"
}

# Nobody listens.
port=$(free_port)
far "$port"
unreachable 'Connection refused'
has err 'is `bench serve socket` running there?'

# A web server does.
stranger http
far "$port"
unreachable 'is not `bench serve socket`'
has err 'HTTP/1.0 400 Bad'

# Something takes the connection and says nothing: as long as we allow.
stranger silent
far "$port" 'connect_timeout = 200ms'
unreachable 'said nothing for 0.2 s'

# It was the right one, it seems, but then it fell silent.
stranger parrot
far "$port" 'connect_timeout = 5s' 'timeout = 200ms'
unreachable 'moved no byte for 0.2 s'

# Without any target that can be reached there is nothing to measure, but the
# rows with the reasons are kept.
port=$(free_port)
status 1 "$BENCH" --rounds 1 "tcp://127.0.0.1:$port" "$PWD/not-there"
has err "127.0.0.1:$port"
has err "not-there"
rm -rf far.ini results
status 1 "$BENCH" --rounds 1 --set bench.tests=ping "tcp://127.0.0.1:$port"
[ "$(rows "$(results)/results.csv" 'c["status"] == "error"')" = 1 ] ||
	fail "not one error row: $(cat results/*/results.csv)"
has out "1 failed"

# Two at the wrong door do not hide each other.
far "$port"
sed -i "s|^path = near|path = $PWD/not-there|" far.ini
status 1 "$BENCH" -c far.ini
has err "target \`far\`:"
has err "target \`near\`:"
[ "$(rows "$(results)/results.csv" 'c["status"] == "error"')" = 10 ] ||
	fail "not 10 error rows: $(cat results/*/results.csv)"
