#!/usr/bin/env python3
"""open.py DIR PAGE [--tables]: opens the report of DIR in headless Chromium and
insists on no error, no request, and every chart drawn (none with --tables).
Prints how many there are and the time until they were drawn."""
import json
import os
import re
import subprocess
import sys
import tempfile

import page

# Before anything else of the page: what goes wrong is written down.
EARS = """<script>
window.heard = [];
addEventListener('error', function (event) {
	heard.push('error: ' + event.message);
}, true);
addEventListener('unhandledrejection', function (event) {
	heard.push('rejection: ' + event.reason);
});
addEventListener('securitypolicyviolation', function (event) {
	heard.push('blocked: ' + event.blockedURI);
});
['error', 'warn'].forEach(function (name) {
	console[name] = function (text) {
		heard.push(name + ': ' + text);
	};
});
</script>"""

# Behind the page: what became of it, as a text that --dump-dom shows.
EYES = """<script>
addEventListener('load', function () {
	var canvases = Array.from(document.querySelectorAll('canvas'));
	var found = document.createElement('pre');

	function ink(canvas) {
		var bytes = canvas.getContext('2d').getImageData(0, 0, canvas.width,
			canvas.height).data, count = 0;

		for (var i = 3; i < bytes.length; i += 4)
			count += bytes[i] > 0;
		return count;
	}

	found.id = 'found';
	found.textContent = JSON.stringify({heard: heard,
		requests: performance.getEntriesByType('resource').map(function (one) {
			return one.name;
		}),
		blank: canvases.filter(function (canvas) {
			return ink(canvas) < 50;
		}).length,
		canvases: canvases.length,
		drawn: +document.documentElement.dataset.drawn,
		milliseconds: +document.documentElement.dataset.milliseconds,
		maps: document.querySelectorAll('#maps .map').length,
		latency: document.querySelectorAll('#latency .panel').length,
		lines: document.querySelectorAll('#lines .panel').length,
		wide: document.documentElement.scrollWidth > innerWidth,
		shown: Array.from(document.querySelectorAll('section.charts')).filter(
			function (one) {
				return !one.hidden;
			}).length});
	document.body.appendChild(found);
});
</script>"""


def chromium(url, scratch):
    command = ['chromium', '--headless=new', '--no-sandbox', '--disable-gpu',
               '--no-first-run', '--disable-background-networking',
               '--disable-component-update', '--disable-sync',
               '--disable-dev-shm-usage', '--window-size=1280,900',
               '--host-resolver-rules=MAP * ~NOTFOUND',
               '--user-data-dir=' + scratch, '--dump-dom', url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180,
                          env=dict(os.environ, HOME=scratch), check=False)
    match = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
    if not match:
        sys.exit('the page did not come to its end: ' + done.stderr[-2000:])
    return json.loads(match.group(1).replace('&lt;', '<').replace('&gt;', '>')
                      .replace('&amp;', '&'))


def look(path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    first = re.search(r'<meta charset=utf-8>\s*<meta http-equiv="'
                      r'Content-Security-Policy"[^>]*>', text)
    if not first or first.start() > 60:
        sys.exit('the content security policy does not come first')
    text = text[:first.end()] + EARS + text[first.end():]
    end = text.rindex('</html>')
    text = text[:end] + EYES + text[end:]
    with tempfile.TemporaryDirectory() as scratch:
        copy = os.path.join(scratch, 'page.html')
        with open(copy, 'w', encoding='utf-8') as file:
            file.write(text)
        return chromium('file://' + copy, scratch)


def expected_maps(directory):
    """One for each target and test with a sweep, of the load shown first."""
    done = [row for row in page.rows(directory) if row['status'] == 'ok']
    if not done:
        return 0
    load = (done[0]['threads'], done[0]['depth'])
    return len({(row['target'], row['test']) for row in done
                if row['file_size_bytes'] and row['record_size_bytes'] and
                (row['threads'], row['depth']) == load})


def main():
    directory, path = sys.argv[1:3]
    found = look(path)
    problems = list(found['heard'])
    problems += ['request: ' + url for url in found['requests']]
    if found['wide']:
        problems.append('the page is wider than its window')
    if '--tables' in sys.argv:
        if found['canvases'] or found['shown']:
            problems.append('charts without a library')
    else:
        maps = expected_maps(directory)
        if found['maps'] != maps:
            problems.append('%d maps, not %d' % (found['maps'], maps))
        if maps and (found['lines'] == 0 or found['drawn'] !=
                     found['maps'] + found['lines'] + found['latency'] + 2):
            problems.append('not every chart was drawn: %s' % found)
        if found['canvases'] != found['drawn']:
            problems.append('%d charts on %d canvases' %
                            (found['drawn'], found['canvases']))
        if found['blank']:
            problems.append('%d charts are blank' % found['blank'])
    for problem in problems:
        print(problem)
    print('%d charts, drawn after %d ms, %d bytes' % (
        found['drawn'], found['milliseconds'], os.path.getsize(path)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
