/* latency.js - percentiles of one operation by record size, a panel for each
 * target. */

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
	return {type: 'line', emphasis: {disabled: true}, showSymbol: cells.length === 1, symbolSize: 5,
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
		grid: grid(58, 10, 12, 40),
		tooltip: tooltip(function (item) {
			var cell = item.data.cell;

			return cell ? '<b>' + size(cell[RECORD]) + '</b><br>p50 ' +
				time(cell[P50]) + '<br>p95 ' + time(cell[P95]) + '<br>p99 ' +
				time(cell[P99]) + '<br>p99.9 ' + time(cell[P999]) : '';
		}),
		xAxis: axis({type: 'category', data: records.map(size),
			name: 'record size', nameLocation: 'middle', nameGap: 24,
			axisLabel: {color: style().soft, fontSize: 11,
				interval: every(records, 7)}}),
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
