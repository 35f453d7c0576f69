/* words.js - elements, and figures as a person reads them. */

function element(name, className, text) {
	var made = document.createElement(name);

	if (className)
		made.className = className;
	if (text !== undefined)
		made.textContent = text;
	return made;
}

function size(bytes) {
	var units = ['', 'K', 'M', 'G', 'T', 'P'], unit = 0;

	if (bytes === null)
		return '\u2014';
	while (bytes >= 1024 && bytes % 1024 === 0 && unit < 5) {
		bytes /= 1024;
		unit++;
	}
	return bytes + units[unit];
}

/* Three significant digits and thousands parted. */
function figure(value) {
	var decimals = 0;

	if (value === null || !isFinite(value))
		return '\u2014';
	while (value !== 0 && decimals < 3 &&
		Math.abs(value) * Math.pow(10, decimals) < 99.95)
		decimals++;
	return value.toFixed(decimals).replace(/\B(?=(\d{3})+$)/g,
		decimals ? '' : ',');
}

/* Of a target's axis: 250 us, 3 ms. */
function time(us) {
	return us < 1000 ? +us.toPrecision(3) + ' \u00b5s' :
		us < 1e6 ? +(us / 1e3).toPrecision(3) + ' ms' :
		+(us / 1e6).toPrecision(3) + ' s';
}

function safe(text) {
	return String(text).replace(/[&<>"']/g, function (character) {
		return '&#' + character.charCodeAt(0) + ';';
	});
}

function tell(cell) {
	var by = unit(cell), lines, name = cell[BY_OPS] ? ' /s' : ' MB/s';

	lines = ['<b>' + safe(data.targets[cell[TARGET]].name) + ' ' +
		safe(data.tests[cell[TEST]]) + '</b> ' + size(cell[FILE]) + ' / ' +
		size(cell[RECORD])];
	if (!measured(cell))
		return lines[0] + '<br>' + safe(cell[STATUS]);
	lines.push(figure(cell[MEDIAN] / by) + name + ', median of ' +
		cell[ROUNDS]);
	if (cell[LOW] !== null)
		lines.push('95 % interval ' + figure(cell[LOW] / by) + ' \u2026 ' +
			figure(cell[HIGH] / by));
	lines.push('slowest ' + figure(cell[MIN] / by) + ', fastest ' +
		figure(cell[MAX] / by));
	if (cell[SHARE] !== null)
		lines.push(figure(100 * cell[SHARE]) + ' % of ' +
			(data.targets[cell[TARGET]].scale === 'link' ? 'its link' :
				safe(ceiling_name())) +
			(cell[ABOVE] ? ': faster than the wire' : ''));
	if (cell[P50] !== null)
		lines.push('p50 ' + time(cell[P50]) +
			(cell[P99] !== null ? ', p99 ' + time(cell[P99]) : ''));
	return lines.join('<br>');
}
