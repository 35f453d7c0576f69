/* Draws the charts of bench's report from the data in the page.  All that it
 * shows stands in the page's tables too. */
(function () {
'use strict';

/* A cell's places in its array. */
var TARGET = 0, TEST = 1, LOAD = 2, FILE = 3, RECORD = 4, MEDIAN = 5, LOW = 6,
	HIGH = 7, MIN = 8, MAX = 9, ROUNDS = 10, BY_OPS = 11, SHARE = 12,
	ABOVE = 13, STATUS = 14, P50 = 15, P95 = 16, P99 = 17, P999 = 18;

/* Eight steps from little to much; names of targets by colour and shape. */
var STEPS = ['#3b0f56', '#4b2a7b', '#41508b', '#2e6f8e', '#22898c', '#2fa981',
	'#6cc763', '#d2da3a'];
var COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a7a00', '#56b4e9',
	'#7b52c4', '#a0522d'];
var SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'roundRect',
	'arrow', 'circle'];

var data = JSON.parse(document.getElementById('data').textContent);
var root = document.documentElement;
var drawn = [];
var state = {load: 0, record: null, log: false, target: 0, test: 0,
	latency: null};

/* ---- small helpers ---- */

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
	return value.toLocaleString('en-US', {minimumFractionDigits: decimals,
		maximumFractionDigits: decimals});
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

function css(name) {
	return getComputedStyle(root).getPropertyValue(name).trim();
}

function is_dark() {
	return root.classList.contains('dark') ||
		(!root.classList.contains('light') &&
		matchMedia('(prefers-color-scheme: dark)').matches);
}

function colour(target) {
	var one = data.targets[target], other = 0;

	if (one.reference)
		return is_dark() ? '#e8eaed' : '#14181f';
	if (one.scale === 'own' && data.targets.some(function (any) {
		return any.scale !== 'own';
	}))
		return is_dark() ? '#98a2b0' : '#6b7484';
	for (var i = 0; i < target; i++)
		if (!data.targets[i].reference)
			other++;
	return COLOURS[other % COLOURS.length];
}

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

/* ---- charts ---- */

function style() {
	return {text: css('--strong'), soft: css('--soft'), line: css('--line'),
		page: css('--page'), tint: css('--tint'), hatch: css('--hatch'),
		hatch_page: css('--hatch-page')};
}

/* The pattern of what was faster than the wire. */
function hatch() {
	var canvas = element('canvas'), pen = canvas.getContext('2d');

	canvas.width = canvas.height = 8;
	pen.fillStyle = css('--hatch-page');
	pen.fillRect(0, 0, 8, 8);
	pen.strokeStyle = is_dark() ? '#9a84d0' : '#a78fd6';
	pen.lineWidth = 1.4;
	[-4, 4, 12].forEach(function (x) {
		pen.beginPath();
		pen.moveTo(x - 4, 8);
		pen.lineTo(x + 4, 0);
		pen.stroke();
	});
	return {image: canvas, repeat: 'repeat'};
}

function chart(box, label, option) {
	var made = echarts.init(box, null, {renderer: 'canvas'});
	var common = {animation: false, backgroundColor: 'transparent',
		textStyle: {fontFamily: 'system-ui, "DejaVu Sans", sans-serif',
			color: style().text}};

	box.setAttribute('role', 'img');
	box.setAttribute('aria-label', label);
	made.setOption(Object.assign(common, option));
	drawn.push({box: box, chart: made});
	return made;
}

function axis(extra) {
	var look = style();

	return Object.assign({axisLabel: {color: look.soft, fontSize: 11},
		axisTick: {show: false}, axisLine: {lineStyle: {color: look.soft}},
		splitLine: {show: false}, nameTextStyle: {color: look.soft,
			fontSize: 11}}, extra);
}

function tooltip(formatter) {
	var look = style();

	return {trigger: 'item', confine: true, formatter: formatter,
		backgroundColor: look.tint, borderColor: look.line,
		textStyle: {color: look.text, fontSize: 12}};
}

function section(id, title, text) {
	var place = document.getElementById(id);

	place.textContent = '';
	place.hidden = false;
	document.querySelector('nav a[href="#' + id + '"]').hidden = false;
	place.appendChild(element('h2', '', title));
	place.appendChild(element('p', '', text));
	return place;
}

function selector(label, values, chosen, name_of, changed) {
	var holder = element('label', '', label + ' '), select = element('select');

	values.forEach(function (value) {
		var option = element('option', '', name_of(value));

		option.value = value;
		option.selected = value === chosen;
		select.appendChild(option);
	});
	select.onchange = function () {
		changed(+select.value);
	};
	holder.appendChild(select);
	return holder;
}

function load_selector(place) {
	if (data.loads.length < 2)
		return;
	place.appendChild(selector('load', data.loads.map(function (load, i) {
		return i;
	}), state.load, function (i) {
		return data.loads[i][0] + ' threads, depth ' + data.loads[i][1];
	}, function (value) {
		state.load = value;
		draw();
	}));
}

function legend_entry(fill, text) {
	var entry = element('span', '', ''), mark = element('i');

	mark.style.background = fill;
	entry.appendChild(mark);
	entry.appendChild(document.createTextNode(text));
	return entry;
}

var HATCHED = 'repeating-linear-gradient(135deg, var(--hatch) 0 3px, ' +
	'var(--hatch-page) 3px 6px)';

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
	return {lines: {type: 'line', name: look.name, data: list,
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
	return {type: 'custom', silent: true, z: 2, clip: true,
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
		grid: {left: 46, right: 12, top: 24, bottom: 40},
		tooltip: tooltip(function (item) {
			return item.data && item.data.cell ? tell(item.data.cell) : '';
		}),
		xAxis: axis({type: 'category', data: files.map(size),
			name: 'file size', nameLocation: 'middle', nameGap: 24}),
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

/* A rectangle for each cell; numbers in them where there is room. */
function map_series(cells, files, records, with_numbers) {
	var pattern = hatch(), page = style().page;

	return {type: 'custom', data: cells.map(function (cell) {
		return {value: [files.indexOf(cell[FILE]),
			records.indexOf(cell[RECORD])], cell: cell};
	}), renderItem: function (params, api) {
		var cell = cells[params.dataIndex], share = depth_of(cell);
		var at = api.coord([api.value(0), api.value(1)]);
		var room = api.size([1, 1]);
		var width = Math.max(1, room[0] - (room[0] > 4 ? 1 : 0));
		var height = Math.max(1, room[1] - (room[1] > 4 ? 1 : 0));
		var children = [{type: 'rect', shape: {x: at[0] - width / 2,
			y: at[1] - height / 2, width: width, height: height},
		style: {fill: cell[ABOVE] ? pattern : step(share)}}];

		if (with_numbers && width > 24 && height > 13)
			children.push({type: 'text', silent: true, style: {
				x: at[0], y: at[1], text: figure(cell[MEDIAN] / unit(cell)),
				align: 'center', verticalAlign: 'middle',
				font: '11px system-ui, "DejaVu Sans", sans-serif',
				fill: cell[ABOVE] ? style().text : ink(share)}});
		return {type: 'group', children: children};
	}, itemStyle: {borderColor: page}};
}

function map_option(cells, files, records, large) {
	var every = function (list, room) {
		return Math.max(0, Math.ceil(list.length / room) - 1);
	};

	return {grid: large ? {left: 66, right: 8, top: 8, bottom: 46} :
		{left: 40, right: 2, top: 4, bottom: 20},
	tooltip: tooltip(function (item) {
		return tell(item.data.cell);
	}),
	xAxis: axis({type: 'category', data: files.map(size),
		name: large ? 'file size' : '', nameLocation: 'middle', nameGap: 28,
		axisLine: {show: false}, axisLabel: {color: style().soft,
			fontSize: large ? 11 : 10, interval: every(files, large ? 14 : 4)}}),
	yAxis: axis({type: 'category', data: records.map(size),
		name: large ? 'record size' : '', nameLocation: 'middle', nameGap: 46,
		axisLine: {show: false}, axisLabel: {color: style().soft,
			fontSize: large ? 11 : 10, interval: every(records,
				large ? 14 : 4)}}),
	series: [map_series(cells, files, records, large)]};
}

function map_legend(place) {
	var legend = element('div', 'legend'), steps = element('span', 'steps');
	var scale = element('span', '', ''), own = data.targets.filter(
		function (target) {
			return target.scale === 'own';
		});

	STEPS.forEach(function (fill) {
		var one = element('i');

		one.style.background = fill;
		steps.appendChild(one);
	});
	if (own.length < data.targets.length) {
		scale.appendChild(document.createTextNode('share of ' +
			ceiling_name() + ': 0'));
		scale.appendChild(steps);
		scale.appendChild(document.createTextNode('100 %'));
		legend.appendChild(scale);
		legend.appendChild(legend_entry(HATCHED,
			'faster than the wire: not over it'));
		own.forEach(function (target) {
			legend.appendChild(element('span', '', target.name +
				' has its own scale, by logarithm, up to ' +
				figure(target.ceiling / 1e6) + ' MB/s'));
		});
	} else {
		scale.appendChild(document.createTextNode('slowest'));
		scale.appendChild(steps);
		scale.appendChild(document.createTextNode(
			'fastest of each target, by logarithm'));
		legend.appendChild(scale);
	}
	place.appendChild(legend);
}

function map_cell(grid, target, test, files, records) {
	var cells = pick(target, test).filter(function (cell) {
		return sized(cell) && measured(cell);
	});
	var box, any = pick(target, test)[0];

	if (!cells.length) {
		grid.appendChild(element('span', '', any ? any[STATUS] : ''));
		return;
	}
	box = element('div', 'map');
	grid.appendChild(box);
	chart(box, data.targets[target].name + ' ' + data.tests[test] +
		', by file and record size', map_option(cells, files, records, false));
	box.onclick = function () {
		state.target = target;
		state.test = test;
		draw_sweep();
		document.getElementById('sweep').scrollIntoView();
	};
}

function sizes_of(at, cells) {
	return unique(cells.filter(function (cell) {
		return sized(cell) && measured(cell);
	}).map(function (cell) {
		return cell[at];
	}));
}

function draw_maps() {
	var tests = sweeps(), place, wide, grid, files, records;

	if (!tests.length)
		return;
	place = section('maps', 'All sweeps at a glance',
		'Across: file size. Up: record size. A click on a map opens it below.');
	map_legend(place);
	wide = element('div', 'wide');
	grid = element('div', 'maps');
	grid.style.gridTemplateColumns = '120px repeat(' + data.targets.length +
		', minmax(' + (data.targets.length > 6 ? 130 : 150) + 'px, 1fr))';
	wide.appendChild(grid);
	place.appendChild(wide);
	grid.appendChild(element('b', '', ''));
	data.targets.forEach(function (target) {
		grid.appendChild(element('b', '', target.name));
	});
	files = sizes_of(FILE, pick(null, null));
	records = sizes_of(RECORD, pick(null, null));
	tests.forEach(function (test) {
		grid.appendChild(element('b', 'test', data.tests[test]));
		data.targets.forEach(function (target, i) {
			map_cell(grid, i, test, files, records);
		});
	});
}

/* ---- one sweep ---- */

/* A surface over the places of file and record sizes, drawn from behind; a hole
 * stays a hole. */
function surface(canvas, cells, files, records) {
	var view = {turn: -0.9, tilt: 0.5}, by_place = {};
	var by = cells.length ? unit(cells[0]) : 1e6, highest = 0, limit;

	cells.forEach(function (cell) {
		by_place[files.indexOf(cell[FILE]) + ':' +
			records.indexOf(cell[RECORD])] = cell;
		highest = Math.max(highest, cell[MEDIAN] / by);
	});
	limit = cells.length && data.targets[cells[0][TARGET]].scale !== 'own' &&
		by > 1 ? data.targets[cells[0][TARGET]].ceiling / by : null;
	if (limit !== null && limit < highest * 4)
		highest = Math.max(highest, limit);
	else
		limit = null;

	function project(x, y, z, width, height) {
		var across = (files.length > 1 ? x / (files.length - 1) : 0.5) - 0.5;
		var along = (records.length > 1 ? y / (records.length - 1) : 0.5) - 0.5;
		var cos = Math.cos(view.turn), sin = Math.sin(view.turn);
		var right = across * cos - along * sin;
		var away = across * sin + along * cos;
		var scale = Math.min(width / 1.75, height / 1.35);

		return {x: width / 2 + 14 + right * scale, y: height * 0.62 +
			away * scale * Math.sin(view.tilt) -
			(highest ? z / highest : 0) * scale * 0.55 * Math.cos(view.tilt),
		away: away};
	}

	function paint() {
		var ratio = window.devicePixelRatio || 1, look = style();
		var width = canvas.clientWidth || 400, height = canvas.clientHeight ||
			420;
		var pen = canvas.getContext('2d'), faces = [];
		var at = function (x, y, z) {
			return project(x, y, z, width, height);
		};
		var path = function (points, dashed) {
			pen.setLineDash(dashed ? [4, 3] : []);
			pen.beginPath();
			points.forEach(function (point, i) {
				pen[i ? 'lineTo' : 'moveTo'](point.x, point.y);
			});
		};
		var right = files.length - 1, back = records.length - 1, corners;

		canvas.width = width * ratio;
		canvas.height = height * ratio;
		pen.setTransform(ratio, 0, 0, ratio, 0, 0);
		pen.clearRect(0, 0, width, height);
		pen.font = '11px system-ui, "DejaVu Sans", sans-serif';
		pen.lineWidth = 1;
		pen.strokeStyle = look.line;
		files.forEach(function (file, x) {
			path([at(x, 0, 0), at(x, back, 0)]);
			pen.stroke();
		});
		records.forEach(function (record, y) {
			path([at(0, y, 0), at(right, y, 0)]);
			pen.stroke();
		});
		/* The walls behind: those whose middle is farthest away. */
		corners = [[0, 0], [right, 0], [right, back], [0, back]].map(
			function (corner) {
				return {x: corner[0], y: corner[1],
					away: at(corner[0], corner[1], 0).away};
			}).sort(function (a, b) {
			return a.away - b.away;
		});
		var far = corners[0], sides = [[right - far.x, far.y],
			[far.x, back - far.y]];

		[0, 0.25, 0.5, 0.75, 1].forEach(function (part) {
			var z = highest * part, left = null;

			pen.strokeStyle = look.line;
			sides.forEach(function (side) {
				var end = at(side[0], side[1], z);

				path([at(far.x, far.y, z), end]);
				pen.stroke();
				if (!left || end.x < left.x)
					left = end;
			});
			pen.fillStyle = look.soft;
			pen.textAlign = 'right';
			pen.fillText(figure(z), left.x - 6, left.y + 4);
			if (part === 1)
				pen.fillText(by > 1 ? 'MB/s' : '/s', left.x - 6, left.y - 12);
		});
		if (limit !== null) {
			pen.strokeStyle = look.text;
			sides.forEach(function (side) {
				path([at(far.x, far.y, limit), at(side[0], side[1], limit)],
					true);
				pen.stroke();
			});
		}
		for (var x = 0; x < Math.max(1, right); x++)
			for (var y = 0; y < Math.max(1, back); y++)
				add_face(x, y);
		faces.sort(function (a, b) {
			return a.away - b.away;
		});
		faces.forEach(function (face) {
			path(face.points);
			pen.closePath();
			pen.globalAlpha = 0.94;
			pen.fillStyle = face.fill;
			pen.fill();
			pen.globalAlpha = 1;
			pen.strokeStyle = 'rgba(0, 0, 0, 0.45)';
			pen.lineWidth = 0.7;
			pen.stroke();
		});
		/* What has no four neighbours: a stalk. */
		cells.forEach(function (cell) {
			var fx = files.indexOf(cell[FILE]);
			var fy = records.indexOf(cell[RECORD]);
			var head;

			if (cell.faced)
				return;
			head = at(fx, fy, cell[MEDIAN] / by);
			pen.strokeStyle = step(depth_of(cell));
			pen.lineWidth = 2;
			path([at(fx, fy, 0), head]);
			pen.stroke();
			pen.fillStyle = step(depth_of(cell));
			pen.beginPath();
			pen.arc(head.x, head.y, 4, 0, 7);
			pen.fill();
		});
		label_axis(files, function (i) {
			return at(i, corners[3].y, 0);
		}, 'file size', at(right / 2, back / 2, 0));
		label_axis(records, function (i) {
			return at(corners[3].x, i, 0);
		}, 'record size', at(right / 2, back / 2, 0));

		function label_axis(list, place, name, middle) {
			var every = Math.ceil(list.length / 6), mid = place(
				(list.length - 1) / 2);
			var outward = mid.x >= middle.x ? 1 : -1;

			pen.fillStyle = look.soft;
			pen.textAlign = outward > 0 ? 'left' : 'right';
			list.forEach(function (value, i) {
				var point = place(i);

				if (i % every === 0 || list.length < 3)
					pen.fillText(size(value), point.x + 6 * outward,
						point.y + 13);
			});
			pen.fillText(name, mid.x + 40 * outward, mid.y + 30);
		}

		function add_face(fx, fy) {
			var four = [[0, 0], [1, 0], [1, 1], [0, 1]].map(function (by_one) {
				return by_place[(fx + by_one[0]) + ':' + (fy + by_one[1])];
			}).filter(Boolean), points, sum = 0, above;

			if (four.length < 3)
				return;
			points = four.map(function (cell) {
				cell.faced = true;
				sum += depth_of(cell);
				return at(files.indexOf(cell[FILE]),
					records.indexOf(cell[RECORD]), cell[MEDIAN] / by);
			});
			above = four.every(function (cell) {
				return cell[ABOVE];
			});
			faces.push({points: points, away: points.reduce(function (a, b) {
				return a + b.away;
			}, 0) / points.length, fill: above ? look.hatch :
				step(sum / four.length)});
		}
	}

	function turn_by(turn, tilt) {
		view.turn += turn;
		view.tilt = Math.max(0.15, Math.min(1.2, view.tilt + tilt));
		paint();
	}

	canvas.onpointerdown = function (event) {
		canvas.setPointerCapture(event.pointerId);
		canvas.onpointermove = function (moved) {
			turn_by(moved.movementX / 150, moved.movementY / 200);
		};
	};
	canvas.onpointerup = canvas.onpointercancel = function () {
		canvas.onpointermove = null;
	};
	canvas.onkeydown = function (event) {
		var keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0],
			ArrowUp: [0, 0.07], ArrowDown: [0, -0.07]};

		if (!keys[event.key])
			return;
		event.preventDefault();
		turn_by(keys[event.key][0], keys[event.key][1]);
	};
	cells.forEach(function (cell) {
		cell.faced = false;
	});
	paint();
	return paint;
}

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
			draw_sweep();
		}));
	controls.appendChild(selector('test', tests, state.test, function (i) {
		return data.tests[i];
	}, function (value) {
		state.test = value;
		draw_sweep();
	}));
	load_selector(controls);
	place.appendChild(controls);
	two = element('div', 'two');
	box = element('div');
	box.style.height = '420px';
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

/* ---- latency ---- */

function latency_tests() {
	return data.tests.map(function (name, i) {
		return i;
	}).filter(function (test) {
		return pick(null, test).some(function (cell) {
			return sized(cell) && cell[P50] > 0;
		});
	});
}

function latency_series(cells, records, at, look) {
	return {type: 'line', showSymbol: cells.length === 1, symbolSize: 5,
		connectNulls: false, data: records.map(function (record) {
			var cell = cells.find(function (one) {
				return one[RECORD] === record;
			});

			return cell && cell[at] > 0 ? {value: cell[at], cell: cell} :
				{value: '-'};
		}), lineStyle: look, itemStyle: {color: look.color}};
}

function latency_panel(panels, target, cells, records, range) {
	var panel = element('div', 'panel'), box = element('div');
	var paint = colour(target);

	panel.appendChild(element('h3', '', data.targets[target].name));
	box.style.height = '240px';
	panel.appendChild(box);
	panels.appendChild(panel);
	chart(box, data.targets[target].name + ': latency by record size', {
		grid: {left: 58, right: 10, top: 12, bottom: 40},
		tooltip: tooltip(function (item) {
			var cell = item.data.cell;

			return cell ? '<b>' + size(cell[RECORD]) + '</b><br>p50 ' +
				time(cell[P50]) + '<br>p95 ' + time(cell[P95]) + '<br>p99 ' +
				time(cell[P99]) + '<br>p99.9 ' + time(cell[P999]) : '';
		}),
		xAxis: axis({type: 'category', data: records.map(size),
			name: 'record size', nameLocation: 'middle', nameGap: 24}),
		yAxis: axis({type: 'log', min: range[0], max: range[1],
			axisLine: {show: false}, splitLine: {show: true,
				lineStyle: {color: style().line}},
			axisLabel: {color: style().soft, fontSize: 11, formatter: time}}),
		series: [
			latency_series(cells, records, P50, {width: 3, color: paint}),
			latency_series(cells, records, P95, {width: 1.4, color: paint}),
			latency_series(cells, records, P99, {width: 1.4, color: paint,
				type: 'dashed'}),
			latency_series(cells, records, P999, {width: 1.4, color: paint,
				type: 'dotted'})]});
}

function draw_latency() {
	var tests = latency_tests(), place, controls, panels, cells, file, records;
	var low = Infinity, high = 0;

	if (!tests.length)
		return;
	if (tests.indexOf(state.latency) < 0)
		state.latency = tests.find(function (test) {
			return data.tests[test] === 'random_read';
		}) || tests[0];
	cells = pick(null, state.latency).filter(function (cell) {
		return sized(cell) && cell[P50] > 0;
	});
	file = Math.max.apply(null, sizes_of(FILE, cells));
	cells = cells.filter(function (cell) {
		return cell[FILE] === file;
	});
	records = unique(cells.map(function (cell) {
		return cell[RECORD];
	}));
	cells.forEach(function (cell) {
		[P50, P95, P99, P999].forEach(function (at) {
			if (cell[at] > 0) {
				low = Math.min(low, cell[at]);
				high = Math.max(high, cell[at]);
			}
		});
	});
	place = section('latency', 'Latency by record size',
		'One operation on a file of ' + size(file) + ', the same scale in ' +
		'every panel. Thick line: p50; thin: p95; dashed: p99; dotted: p99.9.');
	controls = element('div', 'controls');
	controls.appendChild(selector('test', tests, state.latency, function (i) {
		return data.tests[i];
	}, function (value) {
		state.latency = value;
		draw();
	}));
	load_selector(controls);
	place.appendChild(controls);
	panels = element('div', 'panels narrow');
	place.appendChild(panels);
	data.targets.forEach(function (target, i) {
		var own = cells.filter(function (cell) {
			return cell[TARGET] === i;
		});

		if (own.length)
			latency_panel(panels, i, own, records,
				[Math.pow(10, Math.floor(Math.log10(low))),
					Math.pow(10, Math.ceil(Math.log10(high)))]);
	});
}

/* ---- the whole ---- */

/* Takes down the charts of a place, or all of them. */
function forget(place) {
	drawn = drawn.filter(function (one) {
		if (place && !place.contains(one.box))
			return true;
		if (one.chart)
			one.chart.dispose();
		return false;
	});
}

function draw() {
	forget(null);
	document.querySelectorAll('.mark').forEach(function (mark) {
		mark.style.background = colour(+mark.dataset.target);
	});
	if (!window.echarts)
		return;
	draw_lines();
	draw_maps();
	draw_sweep();
	draw_latency();
}

function fit() {
	drawn.forEach(function (one) {
		if (one.chart)
			one.chart.resize();
		else
			one.paint();
	});
}

function begin() {
	var button = document.getElementById('theme'), waiting = 0;

	if (location.hash === '#dark' || location.hash === '#light')
		root.classList.add(location.hash.slice(1));
	button.hidden = false;
	button.onclick = function () {
		var dark = is_dark();

		root.classList.toggle('dark', !dark);
		root.classList.toggle('light', dark);
		draw();
	};
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
	/* The first load that has anything. */
	data.cells.some(function (cell) {
		if (measured(cell))
			state.load = cell[LOAD];
		return measured(cell);
	});
	draw();
	window.addEventListener('resize', function () {
		clearTimeout(waiting);
		waiting = setTimeout(fit, 80);
	});
	window.addEventListener('beforeprint', fit);
	window.addEventListener('afterprint', fit);
	root.dataset.drawn = String(drawn.length);
	root.dataset.milliseconds = String(Math.round(performance.now()));
}

begin();
})();
