/* chart.js - what all charts have in common: how they are made, fitted and taken
 * down.
 *
 * Asking how large a box is makes the browser lay out the whole page, tables
 * and all, if anything has changed since.  So charts are only noted while the
 * page is built, and painted together at its end. */

var FONT = 'system-ui, "DejaVu Sans", sans-serif';
/* Of each: its box, and its chart or what paints it. */
var drawn = [];

/* Points of a canvas for each of the page; paper shows more than screens. */
function sharpness() {
	return root.classList.contains('paper') ? 3 :
		window.devicePixelRatio || 1;
}

/* Notes a chart for a box that is in the page. */
function chart(box, label, option) {
	box.setAttribute('role', 'img');
	box.setAttribute('aria-label', label);
	drawn.push({box: box, option: option});
}

/* A tooltip is an element more, and another layout: only for a chart that is
 * pointed at. */
function point_at(one, pointing) {
	one.box.addEventListener('pointerenter', function () {
		one.chart.setOption({tooltip: pointing});
	}, {once: true});
}

function make(one, room) {
	var common = {animation: false, backgroundColor: 'transparent',
		textStyle: {fontFamily: FONT, color: style().text}};

	one.chart = echarts.init(one.box, null, {renderer: 'canvas',
		devicePixelRatio: sharpness(), width: room.width, height: room.height});
	point_at(one, one.option.tooltip);
	delete one.option.tooltip;
	one.chart.setOption(Object.assign(common, one.option));
	one.option = null;
}

function room_of(one) {
	return {width: one.box.clientWidth, height: one.box.clientHeight};
}

/* Paints what was noted. */
function paint() {
	var waiting = drawn.filter(function (one) {
		return !one.painted;
	}), rooms = waiting.map(room_of);

	waiting.forEach(function (one, i) {
		one.painted = true;
		if (one.option)
			make(one, rooms[i]);
		else
			one.paint();
	});
}

/* Boxes have another size. */
function fit() {
	var rooms = drawn.map(room_of);

	drawn.forEach(function (one, i) {
		if (one.chart)
			one.chart.resize(rooms[i]);
		else
			one.paint();
	});
}

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

function axis(extra) {
	var look = style();

	return Object.assign({axisLabel: {color: look.soft, fontSize: 11},
		axisTick: {show: false}, axisLine: {lineStyle: {color: look.soft}},
		splitLine: {show: false}, nameMoveOverlap: false,
		nameTextStyle: {color: look.soft, fontSize: 11}}, extra);
}

/* So many of a list that no more than `room` are labelled: no need to measure
 * which of them fit. */
function every(list, room) {
	return Math.max(0, Math.ceil(list.length / room) - 1);
}

/* Room for labels is told: no need to measure them. */
function grid(left, right, top, bottom) {
	return {left: left, right: right, top: top, bottom: bottom,
		outerBoundsMode: 'none'};
}

function tooltip(formatter) {
	var look = style();

	return {trigger: 'item', confine: true, formatter: formatter,
		backgroundColor: look.tint, borderColor: look.line,
		textStyle: {color: look.text, fontSize: 12}};
}
