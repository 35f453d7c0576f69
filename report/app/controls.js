/* controls.js - what stands around charts: titles, choices, legends. */

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
	/* Paper has nothing to choose. */
	holder.appendChild(element('b', 'chosen', name_of(chosen)));
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
