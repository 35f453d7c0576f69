/* sweep.js - one sweep, in numbers and as a surface. */

function draw_sweep() {
	var tests = sweeps(), place, controls, two, box, canvas, cells, files;
	var records, label, targets;

	forget(document.getElementById('sweep'));
	if (!tests.length)
		return;
	if (tests.indexOf(state.test) < 0)
		state.test = tests[0];
	targets = data.targets.map(function (target, i) {
		return i;
	}).filter(function (target) {
		return pick(target, state.test).some(function (cell) {
			return sized(cell) && measured(cell);
		});
	});
	if (targets.indexOf(state.target) < 0)
		state.target = targets[0];
	cells = pick(state.target, state.test).filter(function (cell) {
		return sized(cell) && measured(cell);
	});
	files = sizes_of(FILE, cells);
	records = sizes_of(RECORD, cells);
	place = section('sweep', 'One sweep in numbers',
		(cells[0][BY_OPS] ? 'Operations a second' : 'MB/s') +
		', median of the rounds. Drag the surface, or turn it by the arrow ' +
		'keys.');
	controls = element('div', 'controls');
	controls.appendChild(selector('target', targets, state.target,
		function (i) {
			return data.targets[i].name;
		}, function (value) {
			state.target = value;
			redraw_sweep();
		}));
	controls.appendChild(selector('test', tests, state.test, function (i) {
		return data.tests[i];
	}, function (value) {
		state.test = value;
		redraw_sweep();
	}));
	load_selector(controls);
	place.appendChild(controls);
	two = element('div', 'two');
	box = element('div', 'numbers');
	canvas = element('canvas', 'surface');
	canvas.tabIndex = 0;
	label = data.targets[state.target].name + ' ' + data.tests[state.test];
	canvas.setAttribute('role', 'img');
	canvas.setAttribute('aria-label', label + ' as a surface');
	two.appendChild(box);
	two.appendChild(canvas);
	place.appendChild(two);
	chart(box, label + ' in numbers', map_option(cells, files, records, true));
	drawn.push({box: canvas, paint: surface(canvas, cells, files, records)});
}

function redraw_sweep() {
	draw_sweep();
	paint();
}
