/* colours.js - which colour stands for a target, and which for a rate. */

/* Eight steps from little to much; names of targets by colour and shape. */
var STEPS = ['#3b0f56', '#4b2a7b', '#41508b', '#2e6f8e', '#22898c', '#2fa981',
	'#6cc763', '#d2da3a'];
var COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a7a00', '#56b4e9',
	'#7b52c4', '#a0522d'];
var SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'roundRect',
	'arrow', 'circle'];

var root = document.documentElement;

function css(name) {
	return getComputedStyle(root).getPropertyValue(name).trim();
}

function is_dark() {
	return !root.classList.contains('paper') &&
		(root.classList.contains('dark') ||
		(!root.classList.contains('light') &&
		matchMedia('(prefers-color-scheme: dark)').matches));
}

function colour(target) {
	var one = data.targets[target], other = 0;

	if (one.reference)
		return style().dark ? '#e8eaed' : '#14181f';
	if (one.scale === 'own' && data.targets.some(function (any) {
		return any.scale !== 'own';
	}))
		return style().dark ? '#98a2b0' : '#6b7484';
	for (var i = 0; i < target; i++)
		if (!data.targets[i].reference)
			other++;
	return COLOURS[other % COLOURS.length];
}

/* The share that decides on a cell's colour, 0 to 1: of the ceiling, else of
 * its target's own best, by logarithm. */
function depth_of(cell) {
	var target = data.targets[cell[TARGET]], best = 0, least = Infinity;

	if (cell[SHARE] !== null)
		return cell[SHARE];
	if (target.range === undefined || cell[BY_OPS]) {
		data.cells.forEach(function (other) {
			if (other[TARGET] !== cell[TARGET] || !measured(other) ||
				other[BY_OPS] !== cell[BY_OPS] ||
				(cell[BY_OPS] && other[TEST] !== cell[TEST]) ||
				!(other[MEDIAN] > 0))
				return;
			best = Math.max(best, other[MEDIAN]);
			least = Math.min(least, other[MEDIAN]);
		});
		if (cell[BY_OPS])
			return position(cell[MEDIAN], least, best);
		target.range = [least, best];
	}
	return position(cell[MEDIAN], target.range[0], target.range[1]);
}

function position(value, least, best) {
	if (!(best > least * 1.1))
		return 0.99;
	return Math.log(value / least) / Math.log(best / least);
}

function step(share) {
	return STEPS[Math.max(0, Math.min(7, Math.floor(share * 8)))];
}

function ink(share) {
	return share >= 0.75 ? '#111' : '#fff';
}

var looks = null, pattern = null;

/* Read once until they may have changed: look_anew(). */
function style() {
	if (!looks)
		looks = {dark: is_dark(), text: css('--strong'), soft: css('--soft'),
			line: css('--line'), page: css('--page'), tint: css('--tint'),
			hatch: css('--hatch'), hatch_page: css('--hatch-page')};
	return looks;
}

function look_anew() {
	looks = pattern = null;
}

/* The pattern of what was faster than the wire. */
function hatch() {
	var canvas, pen;

	if (pattern)
		return pattern;
	canvas = element('canvas');
	pen = canvas.getContext('2d');
	canvas.width = canvas.height = 8;
	pen.fillStyle = style().hatch_page;
	pen.fillRect(0, 0, 8, 8);
	pen.strokeStyle = style().dark ? '#9a84d0' : '#a78fd6';
	pen.lineWidth = 1.4;
	[-4, 4, 12].forEach(function (x) {
		pen.beginPath();
		pen.moveTo(x - 4, 8);
		pen.lineTo(x + 4, 0);
		pen.stroke();
	});
	pattern = {image: canvas, repeat: 'repeat'};
	return pattern;
}
