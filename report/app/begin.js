/* begin.js - draws the charts of bench's report from the data in the page.  All
 * that they show stands in the page's tables too. */

function draw() {
	forget(null);
	look_anew();
	document.querySelectorAll('.mark').forEach(function (mark) {
		mark.style.background = colour(+mark.dataset.target);
	});
	if (!window.echarts)
		return;
	draw_lines();
	draw_maps();
	draw_sweep();
	draw_latency();
	paint();
}

/* Drawn anew: in other colours, and sharper. */
function on_paper(is) {
	root.classList.toggle('paper', is);
	draw();
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
	window.addEventListener('beforeprint', function () {
		on_paper(true);
	});
	window.addEventListener('afterprint', function () {
		on_paper(false);
	});
	root.dataset.drawn = String(drawn.length);
	root.dataset.milliseconds = String(Math.round(performance.now()));
}

begin();
