/* data.js - the figures in the page, and the questions that all charts ask of
 * them. */

/* A cell's places in its array. */
var TARGET = 0, TEST = 1, LOAD = 2, FILE = 3, RECORD = 4, MEDIAN = 5, LOW = 6,
	HIGH = 7, MIN = 8, MAX = 9, ROUNDS = 10, BY_OPS = 11, SHARE = 12,
	ABOVE = 13, STATUS = 14, P50 = 15, P95 = 16, P99 = 17, P999 = 18;

var data = JSON.parse(document.getElementById('data').textContent);

var state = {load: 0, record: null, log: false, target: 0, test: 0,
	latency: null, turn: -0.9, tilt: 0.5};

function unique(values) {
	return Array.from(new Set(values)).sort(function (a, b) {
		return a - b;
	});
}

function pick(target, test) {
	return data.cells.filter(function (cell) {
		return (target === null || cell[TARGET] === target) &&
			(test === null || cell[TEST] === test) &&
			cell[LOAD] === state.load;
	});
}

function measured(cell) {
	return cell[MEDIAN] !== null;
}

function unit(cell) {
	return cell[BY_OPS] ? 1 : 1e6;
}

function sized(cell) {
	return cell[FILE] !== null && cell[RECORD] !== null;
}

function sizes_of(at, cells) {
	return unique(cells.filter(function (cell) {
		return sized(cell) && measured(cell);
	}).map(function (cell) {
		return cell[at];
	}));
}

/* Tests that have something to draw by file and record size. */
function sweeps() {
	return data.tests.map(function (name, i) {
		return i;
	}).filter(function (test) {
		return pick(null, test).some(function (cell) {
			return sized(cell) && measured(cell);
		});
	});
}

function ceiling() {
	var most = null;

	data.targets.forEach(function (target) {
		if (target.scale !== 'own' && target.ceiling > most)
			most = target.ceiling;
	});
	return most;
}

function ceiling_name() {
	var wire = data.targets.find(function (target) {
		return target.reference;
	});

	if (data.link !== null && data.link === ceiling())
		return 'link';
	return wire ? wire.name + ' at its best' : 'best';
}
