/* surface.js - rates over the places of file and record sizes, drawn from
 * behind on a plain canvas; a hole stays a hole. */

function surface_of(canvas, cells, files, records) {
	var by = cells.length ? unit(cells[0]) : 1e6, highest = 0, by_place = {};
	var target = cells.length ? data.targets[cells[0][TARGET]] : null;
	var limit = target && target.scale !== 'own' && by > 1 ?
		target.ceiling / by : null;

	cells.forEach(function (cell) {
		by_place[files.indexOf(cell[FILE]) + ':' +
			records.indexOf(cell[RECORD])] = cell;
		highest = Math.max(highest, cell[MEDIAN] / by);
	});
	/* One far above all that was measured would leave them flat. */
	if (limit !== null && limit < highest * 4)
		highest = Math.max(highest, limit);
	else
		limit = null;
	return {canvas: canvas, cells: cells, files: files, records: records,
		by: by, by_place: by_place, highest: highest, limit: limit,
		right: files.length - 1, back: records.length - 1,
		width: 0, height: 0, pen: null};
}

function surface_at(view, x, y, z) {
	var across = (view.right > 0 ? x / view.right : 0.5) - 0.5;
	var along = (view.back > 0 ? y / view.back : 0.5) - 0.5;
	var cos = Math.cos(state.turn), sin = Math.sin(state.turn);
	var right = across * cos - along * sin;
	var away = across * sin + along * cos;
	var scale = Math.min(view.width / 1.75, view.height / 1.35);

	return {x: view.width / 2 + 14 + right * scale, y: view.height * 0.62 +
		away * scale * Math.sin(state.tilt) - (view.highest ? z / view.highest :
		0) * scale * 0.55 * Math.cos(state.tilt), away: away};
}

function surface_path(view, points, dashed) {
	view.pen.setLineDash(dashed ? [4, 3] : []);
	view.pen.beginPath();
	points.forEach(function (point, i) {
		view.pen[i ? 'lineTo' : 'moveTo'](point.x, point.y);
	});
}

function surface_line(view, from, to, dashed) {
	surface_path(view, [surface_at(view, from[0], from[1], from[2]),
		surface_at(view, to[0], to[1], to[2])], dashed);
	view.pen.stroke();
}

function surface_floor(view, look) {
	view.pen.lineWidth = 1;
	view.pen.strokeStyle = look.line;
	view.files.forEach(function (file, x) {
		surface_line(view, [x, 0, 0], [x, view.back, 0], false);
	});
	view.records.forEach(function (record, y) {
		surface_line(view, [0, y, 0], [view.right, y, 0], false);
	});
}

/* The farthest first. */
function surface_corners(view) {
	return [[0, 0], [view.right, 0], [view.right, view.back],
		[0, view.back]].map(function (corner) {
		return {x: corner[0], y: corner[1],
			away: surface_at(view, corner[0], corner[1], 0).away};
	}).sort(function (a, b) {
		return a.away - b.away;
	});
}

/* The two behind, with the scale of rates and the ceiling on them. */
function surface_walls(view, far, look) {
	var sides = [[view.right - far.x, far.y], [far.x, view.back - far.y]];
	var pen = view.pen;

	[0, 0.25, 0.5, 0.75, 1].forEach(function (part) {
		var z = view.highest * part;
		var left = sides.map(function (side) {
			return surface_at(view, side[0], side[1], z);
		}).sort(function (a, b) {
			return a.x - b.x;
		})[0];

		pen.strokeStyle = look.line;
		sides.forEach(function (side) {
			surface_line(view, [far.x, far.y, z], [side[0], side[1], z], false);
		});
		pen.fillStyle = look.soft;
		pen.textAlign = 'right';
		pen.fillText(figure(z), left.x - 6, left.y + 4);
		if (part === 1)
			pen.fillText(view.by > 1 ? 'MB/s' : '/s', left.x - 6, left.y - 12);
	});
	if (view.limit === null)
		return;
	pen.strokeStyle = look.text;
	sides.forEach(function (side) {
		surface_line(view, [far.x, far.y, view.limit],
			[side[0], side[1], view.limit], true);
	});
}

/* Between four neighbours, or three. */
function surface_face(view, x, y, look) {
	var corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(function (step_to) {
		return view.by_place[(x + step_to[0]) + ':' + (y + step_to[1])];
	}).filter(Boolean), points, sum = 0, above;

	if (corners.length < 3)
		return null;
	points = corners.map(function (cell) {
		view.faced.add(cell);
		sum += depth_of(cell);
		return surface_at(view, view.files.indexOf(cell[FILE]),
			view.records.indexOf(cell[RECORD]), cell[MEDIAN] / view.by);
	});
	above = corners.every(function (cell) {
		return cell[ABOVE];
	});
	return {points: points, away: points.reduce(function (a, b) {
		return a + b.away;
	}, 0) / points.length, fill: above ? look.hatch :
		step(sum / corners.length)};
}

function surface_faces(view, look) {
	var faces = [], pen = view.pen;

	view.faced = new Set();
	for (var x = 0; x < Math.max(1, view.right); x++)
		for (var y = 0; y < Math.max(1, view.back); y++)
			faces.push(surface_face(view, x, y, look));
	faces.filter(Boolean).sort(function (a, b) {
		return a.away - b.away;
	}).forEach(function (face) {
		surface_path(view, face.points, false);
		pen.closePath();
		pen.globalAlpha = 0.94;
		pen.fillStyle = face.fill;
		pen.fill();
		pen.globalAlpha = 1;
		pen.strokeStyle = 'rgba(0, 0, 0, 0.45)';
		pen.lineWidth = 0.7;
		pen.stroke();
	});
}

/* What has no neighbours to lie between. */
function surface_stalks(view) {
	view.cells.forEach(function (cell) {
		var x = view.files.indexOf(cell[FILE]), pen = view.pen;
		var y = view.records.indexOf(cell[RECORD]);
		var head = surface_at(view, x, y, cell[MEDIAN] / view.by);

		if (view.faced.has(cell))
			return;
		pen.strokeStyle = pen.fillStyle = step(depth_of(cell));
		pen.lineWidth = 2;
		surface_line(view, [x, y, 0], [x, y, cell[MEDIAN] / view.by], false);
		pen.beginPath();
		pen.arc(head.x, head.y, 4, 0, 7);
		pen.fill();
	});
}

/* Along the edge in front; place tells where the i-th size is. */
function surface_axis(view, list, place, name, look) {
	var middle = surface_at(view, view.right / 2, view.back / 2, 0);
	var every = Math.ceil(list.length / 6), centre = place(
		(list.length - 1) / 2);
	var outward = centre.x >= middle.x ? 1 : -1, pen = view.pen;

	pen.fillStyle = look.soft;
	pen.textAlign = outward > 0 ? 'left' : 'right';
	list.forEach(function (value, i) {
		var point = place(i);

		if (i % every === 0 || list.length < 3)
			pen.fillText(size(value), point.x + 6 * outward, point.y + 13);
	});
	pen.fillText(name, centre.x + 40 * outward, centre.y + 30);
}

function surface_paint(view) {
	var ratio = sharpness(), look = style(), corners, near;
	var canvas = view.canvas;

	view.width = canvas.clientWidth || 400;
	view.height = canvas.clientHeight || 420;
	view.pen = canvas.getContext('2d');
	canvas.width = view.width * ratio;
	canvas.height = view.height * ratio;
	view.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
	view.pen.font = '11px ' + FONT;
	corners = surface_corners(view);
	near = corners[3];
	surface_floor(view, look);
	surface_walls(view, corners[0], look);
	surface_faces(view, look);
	surface_stalks(view);
	surface_axis(view, view.files, function (i) {
		return surface_at(view, i, near.y, 0);
	}, 'file size', look);
	surface_axis(view, view.records, function (i) {
		return surface_at(view, near.x, i, 0);
	}, 'record size', look);
}

/* By mouse, finger and arrow keys. */
function surface_turns(view) {
	var canvas = view.canvas;
	var keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0],
		ArrowUp: [0, 0.07], ArrowDown: [0, -0.07]};

	function turn_by(turn, tilt) {
		state.turn += turn;
		state.tilt = Math.max(0.15, Math.min(1.2, state.tilt + tilt));
		surface_paint(view);
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
		if (!keys[event.key])
			return;
		event.preventDefault();
		turn_by(keys[event.key][0], keys[event.key][1]);
	};
}

/* What paints it, as often as its place changes. */
function surface(canvas, cells, files, records) {
	var view = surface_of(canvas, cells, files, records);

	surface_turns(view);
	return function () {
		surface_paint(view);
	};
}
