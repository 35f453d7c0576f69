/* maps.js - all sweeps at a glance: a map for each test and target. */

/* A rectangle for each cell; numbers in them where there is room. */
function map_series(cells, files, records, with_numbers) {
	var pattern = hatch(), page = style().page;

	return {type: 'custom', emphasis: {disabled: true}, data: cells.map(function (cell) {
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
				font: '11px ' + FONT,
				fill: cell[ABOVE] ? style().text : ink(share)}});
		return {type: 'group', children: children};
	}, itemStyle: {borderColor: page}};
}

function map_option(cells, files, records, large) {
	return {grid: large ? grid(66, 8, 8, 46) : grid(40, 2, 4, 20),
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
		redraw_sweep();
		document.getElementById('sweep').scrollIntoView();
	};
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
	grid.style.setProperty('--targets', data.targets.length);
	grid.style.setProperty('--least',
		(data.targets.length > 6 ? 130 : 150) + 'px');
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
