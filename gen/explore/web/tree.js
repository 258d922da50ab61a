// The scene graph as a tree (WAI-ARIA tree pattern): one line takes part in the order of Tab, arrows go to the others.
import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { ancestors } from './entities.js';
import { fixed, meters } from './units.js';

export function Tree({page, graph, lit, setHover, selected, select}) {
	const [open, setOpen] = useState(() => new Set(graph.all.length <= 24 ? graph.all.map((e) => e.key) : []));
	const [at, setAt] = useState(null); // the line that Tab goes to
	const box = useRef(null);
	useEffect(() => {
		if (!selected) return;
		setOpen((old) => new Set([...old, ...ancestors(graph, selected), selected]));
		setAt(selected);
	}, [selected]);
	useEffect(() => {
		const line = selected && box.current.querySelector('[aria-selected=true]');
		if (line) within(box.current, line);
	}, [selected, open]);
	const lines = useMemo(() => {
		const all = [];
		const walk = (entities, level) => (entities || []).forEach((e, i) => {
			all.push({e, level, place: i + 1, of: entities.length});
			if (open.has(e.key)) walk(e.entities, level + 1);
		});
		walk(page.entities, 1);
		return all;
	}, [page, open]);
	const tab = lines.some((l) => l.e.key === at) ? at : lines.length > 0 ? lines[0].e.key : null;
	// What is lit up inside a closed line marks that line.
	const seen = new Set(lines.map((l) => l.e.key));
	const around = new Set(lit.filter((k) => !seen.has(k)).map((k) => ancestors(graph, k).find((a) => seen.has(a))));
	const colored = graph.all.some((e) => e.color);
	const nested = graph.parents.size > 0;
	const fold = (key, to) => setOpen((old) => {
		const next = new Set(old);
		if (to) next.add(key);
		else next.delete(key);
		return next;
	});
	const go = (key) => {
		setAt(key);
		setHover([key]);
		const line = box.current.querySelector(`[data-key="${CSS.escape(key)}"]`);
		if (line) line.focus();
	};
	const onKey = (e) => {
		const i = lines.findIndex((l) => l.e.key === tab);
		if (i < 0 || e.ctrlKey || e.altKey || e.metaKey) return;
		const {e: entity} = lines[i], filled = (entity.entities || []).length > 0;
		const does = {
			ArrowDown: () => i + 1 < lines.length && go(lines[i + 1].e.key),
			ArrowUp: () => i > 0 && go(lines[i - 1].e.key),
			Home: () => go(lines[0].e.key),
			End: () => go(lines[lines.length - 1].e.key),
			ArrowRight: () => filled && (open.has(entity.key) ? go(entity.entities[0].key) : fold(entity.key, true)),
			ArrowLeft: () => filled && open.has(entity.key) ? fold(entity.key, false)
				: graph.parents.has(entity.key) && go(graph.parents.get(entity.key)),
			Enter: () => select(entity.key === selected ? null : entity.key),
			' ': () => select(entity.key === selected ? null : entity.key),
		}[e.key];
		if (!does) return;
		e.preventDefault();
		does();
	};
	return html`<ul class="tree" role="tree" aria-label="Scene graph" ref=${box} onKeyDown=${onKey} onPointerLeave=${() => setHover([])}>
		${lines.map(({e, level, place, of}) => {
			const filled = (e.entities || []).length > 0;
			return html`<li key=${e.key} role="treeitem" data-key=${e.key} aria-level=${level} aria-posinset=${place} aria-setsize=${of}
				aria-expanded=${filled ? String(open.has(e.key)) : undefined} aria-selected=${String(e.key === selected)}
				tabindex=${e.key === tab ? 0 : -1} data-lit=${lit.includes(e.key)} data-around=${around.has(e.key)} style=${{'--level': level - 1}}
				onPointerMove=${() => setHover([e.key])} onFocus=${() => setHover([e.key])} onBlur=${() => setHover([])}
				onClick=${() => { setAt(e.key); select(e.key === selected ? null : e.key); }}>
				${nested && html`<span class="twist" aria-hidden="true" onClick=${(ev) => {
					if (!filled) return;
					ev.stopPropagation();
					fold(e.key, !open.has(e.key));
				}}>${filled ? (open.has(e.key) ? '▾' : '▸') : ''}</span>`}
				${colored && html`<span class="swatch" aria-hidden="true" style=${e.color ? {background: e.color} : {visibility: 'hidden'}}></span>`}
				<span class="name">${e.name}</span> <small class="muted">${e.kind}</small>
			</li>`;
		})}</ul>`;
}

// within scrolls a line of a box into view without moving the page.
function within(box, line) {
	const top = line.offsetTop - box.offsetTop;
	if (top < box.scrollTop) box.scrollTop = top;
	else if (top + line.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + line.offsetHeight - box.clientHeight;
}

// Details are the rows of an entity, with links to what is above it.
export function Details({page, graph, selected, select, setHover}) {
	const e = selected && graph.byKey.get(selected);
	if (!e) return html`<p class="note small">Click an object in the picture or in the tree to see its attributes.</p>`;
	const above = ancestors(graph, e.key).map((k) => graph.byKey.get(k)).reverse();
	const said = (e.rows || []).some((r) => r.name === 'position');
	const place = !said && e.at && e.at.map((v) => fixed(meters(page, v), 3)).join(', ');
	return html`<section class="details" aria-label="Attributes" aria-live="polite">
		<h3>${above.map((a) => html`<button key=${a.key} type="button" class="link" onClick=${() => select(a.key)}
			onPointerEnter=${() => setHover([a.key])} onPointerLeave=${() => setHover([])}>${a.name}</button> › `)}${e.name}</h3>
		<${Rows} rows=${[...(e.rows || []), ...(place ? [{name: 'at (m)', value: place}] : [])]} />
	</section>`;
}

// Rows is a table of two columns.
export function Rows({rows}) {
	if (!rows || rows.length === 0) return null;
	return html`<table class="table rows"><tbody>${rows.map((r, i) => html`<tr key=${i}><th scope="row">${r.name}</th>
		<td>${r.value}</td></tr>`)}</tbody></table>`;
}
