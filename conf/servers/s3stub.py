#!/usr/bin/python3
"""s3stub.py - an S3 server as a fixture: objects in memory, served until the
script is told to end.

  s3stub.py [--address A] [--port P] [--bucket B] [--region R]
            [--access-key K --secret-key S] [--ranges no] [--full SIZE]
            [--page N]

s3://B by the endpoint http://A:P.  With a key each request's signature (version
4) is computed anew and has to be the same.  --ranges no ignores Range, --full
refuses objects from SIZE bytes on, --page lists N names at a time.

It is there to show that the backend is right, not how fast a server can be: it
is slow.
"""

import argparse
import calendar
import email.utils
import hashlib
import hmac
import http.server
import re
import signal
import socketserver
import sys
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

UNSIGNED = 'UNSIGNED-PAYLOAD'


class Refusal(Exception):

    def __init__(self, status, code):
        super().__init__(code)
        self.status = status
        self.code = code


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def canonical_query(query):
    """Sorted, and encoded the way that signatures want it."""
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    quote = lambda text: urllib.parse.quote(text, safe='-._~')
    return '&'.join(f'{quote(k)}={quote(v)}' for k, v in sorted(pairs))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    server_version = 's3stub/1.0'
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def signature(self, scope, names):
        """What the signature of this request has to be."""
        path, _, query = self.path.partition('?')
        headers = ''.join(
            f"{name}:{' '.join(self.headers.get(name, '').split())}\n"
            for name in names)
        request = '\n'.join([
            self.command, path,
            canonical_query(query), headers, ';'.join(names),
            self.headers.get('x-amz-content-sha256', '')
        ])
        date, region, service, end = scope.split('/')
        text = '\n'.join([
            'AWS4-HMAC-SHA256',
            self.headers.get('x-amz-date', ''), scope,
            hashlib.sha256(request.encode()).hexdigest()
        ])
        key = ('AWS4' + self.server.options.secret_key).encode()
        for part in (date, region, service, end):
            key = digest(key, part)
        return digest(key, text).hex()

    def check_date(self, scope):
        date = self.headers.get('x-amz-date', '')
        try:
            then = calendar.timegm(time.strptime(date, '%Y%m%dT%H%M%SZ'))
        except ValueError:
            raise Refusal(403, 'AccessDenied') from None
        if abs(time.time() - then) > 900 or not date.startswith(
                scope.split('/')[0]):
            raise Refusal(403, 'RequestTimeTooSkewed')

    def authorize(self):
        options = self.server.options
        if not options.access_key:
            return
        match = re.fullmatch(
            r'AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8}/[^/]+/s3/aws4_request),'
            r' ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})',
            self.headers.get('Authorization', ''))
        if not match:
            raise Refusal(403, 'AccessDenied')
        user, scope, names, given = match.groups()
        names = names.split(';')
        if user != options.access_key:
            raise Refusal(403, 'InvalidAccessKeyId')
        if scope.split('/')[1] != options.region:
            raise Refusal(400, 'AuthorizationHeaderMalformed')
        if not {'host', 'x-amz-date', 'x-amz-content-sha256'} <= set(names):
            raise Refusal(403, 'AccessDenied')
        self.check_date(scope)
        if not hmac.compare_digest(self.signature(scope, names), given):
            raise Refusal(403, 'SignatureDoesNotMatch')

    def reply(self, status, body=b'', **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), value)
        if 'Content_Length' not in headers:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(body)

    def body(self):
        """Reads the body, which has to be what was signed."""
        if 'Content-Length' not in self.headers:
            raise Refusal(411, 'MissingContentLength')
        length = int(self.headers['Content-Length'])
        if self.server.options.full and length >= self.server.options.full:
            raise Refusal(507, 'QuotaExceeded')
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionResetError
        given = self.headers.get('x-amz-content-sha256', UNSIGNED)
        if given != UNSIGNED and hashlib.sha256(body).hexdigest() != given:
            raise Refusal(400, 'XAmzContentSHA256Mismatch')
        return body

    def handle_request(self):
        split = urllib.parse.urlsplit(self.path)
        path = urllib.parse.unquote(split.path)
        _, bucket, key = (path + '/').split('/', 2)
        key = key[:-1] if key else key
        try:
            self.authorize()
            if bucket != self.server.options.bucket:
                raise Refusal(404, 'NoSuchBucket')
            if not key:
                self.on_bucket(dict(urllib.parse.parse_qsl(split.query)))
            else:
                self.on_object(key)
        except Refusal as refusal:
            self.close_connection = self.command == 'PUT'
            self.reply(
                refusal.status,
                f'<?xml version="1.0"?><Error><Code>{refusal.code}</Code>'
                f'</Error>'.encode())

    do_GET = do_HEAD = do_PUT = do_DELETE = handle_request

    def on_bucket(self, query):
        if self.command == 'HEAD':
            return self.reply(200)
        if self.command != 'GET' or query.get('list-type') != '2':
            raise Refusal(405, 'MethodNotAllowed')
        prefix = query.get('prefix', '')
        names = set()
        for key in list(self.server.objects):
            if key.startswith(prefix):
                rest, slash, _ = key[len(prefix):].partition('/')
                names.add(prefix + rest + slash)
        names = sorted(n for n in names
                       if n > query.get('continuation-token', ''))
        page, more = names[:self.server.options.page], len(
            names) > self.server.options.page
        text = ''.join(
            f'<CommonPrefixes><Prefix>{escape(n)}</Prefix></CommonPrefixes>' if
            n.endswith('/') else f'<Contents><Key>{escape(n)}</Key></Contents>'
            for n in page)
        if more:
            text += ('<NextContinuationToken>' + escape(page[-1]) +
                     '</NextContinuationToken>')
        self.reply(
            200, f'<?xml version="1.0"?><ListBucketResult><Prefix>'
            f'{escape(prefix)}</Prefix>{text}</ListBucketResult>'.encode())

    def on_object(self, key):
        objects = self.server.objects
        if self.command == 'PUT':
            objects[key] = (self.body(), time.time())
            return self.reply(200)
        if self.command == 'DELETE':
            objects.pop(key, None)
            self.send_response(204)
            return self.end_headers()
        if key not in objects:
            raise Refusal(404, 'NoSuchKey')
        data, when = objects[key]
        dated = {'Last_Modified': email.utils.formatdate(when, usegmt=True)}
        match = re.fullmatch(r'bytes=(\d+)-(\d*)',
                             self.headers.get('Range', ''))
        if self.command == 'HEAD':
            self.reply(200, Content_Length=str(len(data)), **dated)
        elif match and self.server.options.ranges == 'yes':
            self.reply_part(data, *match.groups(), dated)
        else:
            self.reply(200, data, **dated)

    def reply_part(self, data, first, last, dated):
        first = int(first)
        last = min(int(last) if last else len(data), len(data) - 1)
        if first >= len(data):
            raise Refusal(416, 'InvalidRange')
        self.reply(206,
                   data[first:last + 1],
                   Content_Range=f'bytes {first}-{last}/{len(data)}',
                   **dated)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, *_):
        # A client that went away.
        pass


def main():
    parser = argparse.ArgumentParser(description='an S3 server for tests')
    parser.add_argument('--address', default='127.0.0.1')
    parser.add_argument('--port', type=int, default=20090)
    parser.add_argument('--bucket', default='bench')
    parser.add_argument('--region', default='us-east-1')
    parser.add_argument('--access-key')
    parser.add_argument('--secret-key', default='')
    parser.add_argument('--ranges', choices=['yes', 'no'], default='yes')
    parser.add_argument('--full', type=int, default=0)
    parser.add_argument('--page', type=int, default=1000)
    options = parser.parse_args()
    try:
        server = Server((options.address, options.port), Handler)
    except OSError as error:
        sys.exit(f's3stub.py: {options.address}:{options.port}: '
                 f'{error.strerror}')
    server.options = options
    server.objects = {}
    signal.signal(
        signal.SIGTERM, lambda *_: threading.Thread(
            target=server.shutdown, daemon=True).start())
    print(f'ready {options.address}:{options.port}', flush=True)
    server.serve_forever(poll_interval=0.1)
    sys.exit(143)


if __name__ == '__main__':
    main()
