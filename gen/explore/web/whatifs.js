// The moves that can be tried: of each object a grid, with what the labels say of each.
import { html, useEffect, useState } from './vendor/preact.js';
import { count, spread } from './moves.js';
import { fixed } from './units.js';

const signs = {stable: '✓', unstable: '✗', blocked: '–', '': '▸'};

// WhatIfs lists moves {name, object, direction, distance (meters), outcome}. chosen is the number of one of them, -1 for none; objects are
// entities by the numbers of objects.
export function WhatIfs({moves, objects, chosen, onChoose, selected, setHover}) {
	const list = moves.map((w, n) => ({...w, n}));
	const still = list.filter((w) => w.object < 0);
	const moved = [...new Set(list.filter((w) => w.object >= 0).map((w) => w.object))];
	const [open, setOpen] = useState(moved[0]);
	// The grid of what was chosen elsewhere, such as by the address, opens, and that of what was selected.
	useEffect(() => {
		const move = list[chosen];
		if (move && move.object >= 0) setOpen(move.object);
	}, [chosen]);
	useEffect(() => {
		const object = moved.find((i) => objects.get(i) && objects.get(i).key === selected);
		if (object !== undefined) setOpen(object);
	}, [selected]);
	const told = list.some((w) => w.outcome);
	return html`<div class="whatifs">
		<div class="row">${still.map((w) => html`<button key=${w.n} type="button" class="chip whatif" aria-pressed=${chosen === w.n}
			onClick=${() => onChoose(w.n)}>${w.name}</button>`)}</div>
		${moved.map((i) => {
			const own = list.filter((w) => w.object === i), entity = objects.get(i), expanded = open === i;
			const name = entity ? entity.name : `object ${i + 1}`;
			const light = (on) => () => setHover(on && entity ? [entity.key] : []);
			return html`<div key=${i} class="moves" data-chosen=${own.some((w) => w.n === chosen)}>
				<button type="button" class="moves-of" aria-expanded=${expanded} aria-controls=${`moves-${i}`} onClick=${() => setOpen(expanded ? null : i)}
					onMouseEnter=${light(true)} onMouseLeave=${light(false)} onFocus=${light(true)} onBlur=${light(false)}>
					<span class="twist" aria-hidden="true">${expanded ? '▾' : '▸'}</span>
					${entity && entity.color && html`<span class="swatch" style=${{background: entity.color}} aria-hidden="true"></span>`}
					<span class="grow">${name}</span>
					${told && html`<span class="muted small">${count(own, 'stable')} of ${own.length} stable</span> <${Glance} moves=${own} />`}
				</button>
				<div id=${`moves-${i}`} hidden=${!expanded}>${expanded && html`<${Grid} name=${name} moves=${own} chosen=${chosen}
					onChoose=${onChoose} />`}</div>
			</div>`;
		})}
		${told && html`<p class="muted small">What the labels say of a moved object: ✓ stable, ✗ unstable, – blocked, since it would be inside of
			another object or a wall.</p>`}
	</div>`;
}

// Glance is the grid as squares.
function Glance({moves}) {
	const {columns, rows} = spread(moves);
	return html`<svg class="glance" width=${8 * columns.length} height=${8 * rows.length} aria-hidden="true">
		${rows.map((row, y) => row.map((w, x) => w && html`<rect key=${w.n} class=${w.outcome} x=${8 * x + 1} y=${8 * y + 1} width="6" height="6" />`))}
	</svg>`;
}

// Grid has a button for each move (WAI-ARIA grid pattern): one takes part in the order of Tab, arrows go to the others.
function Grid({name, moves, chosen, onChoose}) {
	const {columns, distances, rows} = spread(moves);
	const all = rows.flat();
	const [at, setAt] = useState(-1);
	const pressed = all.findIndex((w) => w && w.n === chosen);
	const tab = at >= 0 ? at : pressed >= 0 ? pressed : all.findIndex(Boolean);
	const onKey = (e) => {
		const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns.length, ArrowDown: columns.length}[e.key];
		if (!by) return;
		e.preventDefault();
		let to = tab + by; // over what cannot be tried
		while (all[to] === undefined && to >= 0 && to < all.length) to += by;
		const button = e.currentTarget.querySelector(`[data-at="${to}"]`);
		if (button) button.focus();
	};
	return html`<table class="moves-grid" role="grid" aria-label=${`Moves of the ${name}`} onKeyDown=${onKey}>
		<thead><tr role="row"><td></td>${columns.map(([d, text]) => html`<th key=${d} scope="col" role="columnheader">${text}</th>`)}</tr></thead>
		<tbody>${rows.map((row, y) => html`<tr key=${y} role="row"><th scope="row" role="rowheader">${fixed(distances[y], 2)} m</th>
			${row.map((w, x) => {
				const i = y * columns.length + x;
				return html`<td key=${x} role="gridcell">${w && html`<button type="button" class=${`whatif move-cell ${w.outcome || ''}`} data-at=${i}
					tabindex=${i === tab ? 0 : -1} onFocus=${() => setAt(i)} aria-pressed=${w.n === chosen}
					aria-disabled=${w.outcome === 'blocked' ? 'true' : undefined} title=${w.name}
					aria-label=${w.outcome ? `${w.name}: ${w.outcome}` : w.name} onClick=${() => w.outcome !== 'blocked' && onChoose(w.n)}>
					${signs[w.outcome || '']}</button>`}</td>`;
			})}</tr>`)}</tbody></table>`;
}
