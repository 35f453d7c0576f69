/* lines.js - throughput by file size, a panel for each test. */

/* One line of a target: x is the place of the file size among all. */
function line_series(test, target, files, top) {
	var cells = pick(target, test).filter(function (cell) {
		return cell[RECORD] === state.record && measured(cell) &&
			!cell[BY_OPS];
	});
	var look = data.targets[target], paint = colour(target), values = {}, list;

	cells.forEach(function (cell) {
		values[cell[FILE]] = cell;
	});
	list = files.map(function (file) {
		var cell = values[file];

		if (!cell || (look.scale === 'own' && top !== null &&
			cell[MEDIAN] / 1e6 > top && !state.log))
			return {value: '-'};
		return {value: top !== null && !state.log && cell[MEDIAN] / 1e6 > top ?
			top * 0.97 : cell[MEDIAN] / 1e6, cell: cell,
			itemStyle: cell[ABOVE] ? {color: style().page, borderColor: paint,
				borderWidth: 2} : {color: paint}};
	});
	return {lines: {type: 'line', emphasis: {disabled: true}, name: look.name, data: list,
		symbol: SHAPES[target % SHAPES.length], symbolSize: 6,
		showSymbol: true, connectNulls: false, z: 3,
		lineStyle: {width: 2, color: paint,
			type: look.reference ? 'dashed' : 'solid'},
		itemStyle: {color: paint}},
	cells: cells, off: cells.filter(function (cell) {
		return look.scale === 'own' && top !== null && !state.log &&
			cell[MEDIAN] / 1e6 > top;
	})};
}

/* From the slowest to the fastest round. */
function whiskers(cells, files, paint, top) {
	return {type: 'custom', silent: true, emphasis: {disabled: true}, z: 2, clip: true,
		data: cells.filter(function (cell) {
			return top === null || state.log || cell[MEDIAN] / 1e6 <= top;
		}).map(function (cell) {
			return [files.indexOf(cell[FILE]), cell[MIN] / 1e6,
				cell[MAX] / 1e6];
		}),
		renderItem: function (params, api) {
			var low = api.coord([api.value(0), api.value(1)]);
			var high = api.coord([api.value(0), api.value(2)]);
			var look = {stroke: paint, lineWidth: 1, opacity: 0.7};
			var cap = function (at) {
				return {type: 'line', style: look, shape: {x1: at[0] - 3,
					x2: at[0] + 3, y1: at[1], y2: at[1]}};
			};

			return {type: 'group', children: [{type: 'line', style: look,
				shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}},
			cap(low), cap(high)]};
		}};
}

function ceiling_marks(limit, top) {
	var look = style();

	if (limit === null)
		return {};
	return {markLine: {silent: true, symbol: 'none', data: [{yAxis: limit}],
		lineStyle: {color: look.soft, type: 'dotted', width: 1.2},
		label: {position: 'insideStartTop', color: look.soft, fontSize: 10.5,
			formatter: ceiling_name()}},
	markArea: top !== null && !state.log && top > limit * 1.02 ?
		{silent: true, itemStyle: {color: look.hatch_page},
			data: [[{yAxis: limit * 1.02}, {yAxis: top}]]} : undefined};
}

function line_panel(panels, test, files) {
	var limit = ceiling(), panel = element('div', 'panel');
	var box = element('div'), off = 0, series = [], names = [];
	var top = limit === null ? null : limit * 1.15 / 1e6;
	var look = style();

	panel.appendChild(element('h3', '', data.tests[test]));
	box.style.height = '230px';
	data.targets.forEach(function (target, i) {
		var made = line_series(test, i, files, top);

		if (!made.cells.length)
			return;
		made.off.forEach(function (cell) {
			off = Math.max(off, cell[MEDIAN] / 1e6);
		});
		if (made.off.length)
			names.push(target.name);
		series.push(made.lines);
		series.push(whiskers(made.cells, files, colour(i), top));
	});
	if (!series.length)
		return;
	Object.assign(series[0], ceiling_marks(limit === null ? null :
		limit / 1e6, top));
	panel.appendChild(element('small', '', off ? names.join(', ') +
		' off this scale, to ' + figure(off) + ' MB/s' : '\u00a0'));
	panel.appendChild(box);
	panels.appendChild(panel);
	chart(box, data.tests[test] + ' by file size', {
		grid: grid(46, 12, 24, 40),
		tooltip: tooltip(function (item) {
			return item.data && item.data.cell ? tell(item.data.cell) : '';
		}),
		xAxis: axis({type: 'category', data: files.map(size),
			name: 'file size', nameLocation: 'middle', nameGap: 24,
			axisLabel: {color: look.soft, fontSize: 11,
				interval: every(files, 8)}}),
		yAxis: axis({type: state.log ? 'log' : 'value', name: 'MB/s',
			max: top !== null && !state.log ? top : undefined,
			min: state.log ? undefined : 0, axisLine: {show: false},
			splitLine: {show: true, lineStyle: {color: look.line}},
			axisLabel: {color: look.soft, fontSize: 11, showMaxLabel:
				top === null || state.log}}),
		series: series});
}

function draw_lines() {
	var tests = sweeps().filter(function (test) {
		return pick(null, test).some(function (cell) {
			return sized(cell) && measured(cell) && !cell[BY_OPS];
		});
	});
	var cells = [], records, files, place, controls, panels, legend, button;

	if (!tests.length)
		return;
	tests.forEach(function (test) {
		cells = cells.concat(pick(null, test).filter(function (cell) {
			return sized(cell) && measured(cell) && !cell[BY_OPS];
		}));
	});
	records = unique(cells.map(function (cell) {
		return cell[RECORD];
	}));
	if (records.indexOf(state.record) < 0)
		state.record = records.indexOf(65536) >= 0 ? 65536 :
			records[Math.floor((records.length - 1) / 2)];
	files = unique(cells.filter(function (cell) {
		return cell[RECORD] === state.record;
	}).map(function (cell) {
		return cell[FILE];
	}));
	place = section('lines', 'Throughput by file size',
		'Median of the rounds; whiskers: slowest and fastest round.');
	controls = element('div', 'controls');
	controls.appendChild(selector('record', records, state.record, size,
		function (value) {
			state.record = value;
			draw();
		}));
	button = element('button', '', state.log ? 'linear scale' : 'log scale');
	button.type = 'button';
	button.onclick = function () {
		state.log = !state.log;
		draw();
	};
	controls.appendChild(button);
	load_selector(controls);
	place.appendChild(controls);
	legend = element('div', 'legend');
	data.targets.forEach(function (target, i) {
		legend.appendChild(legend_entry(colour(i), target.name +
			(target.reference ? ' (dashed, the reference)' : '')));
	});
	if (ceiling() !== null)
		legend.appendChild(legend_entry('var(--hatch-page)',
			'faster than the wire: not over it'));
	place.appendChild(legend);
	panels = element('div', 'panels');
	place.appendChild(panels);
	tests.forEach(function (test) {
		line_panel(panels, test, files);
	});
}
