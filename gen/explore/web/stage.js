// The left side of a sample's page: its pictures or the scene in 3D, what is drawn over them, and what is under the cursor.
import { html, useCallback, useEffect, useMemo, useState } from './vendor/preact.js';
import { useKeys } from './keys.js';
import { Picture } from './picture.js';
import { chosenRelations } from './relations.js';
import { Scene3D } from './scene3d.js';
import { fixed, lengthText } from './units.js';

const zooms = [1, 2, 3, 4, 6, 8, 12, 16];

// firstLook is how pictures are looked at until somebody chooses.
export const firstLook = {picture: 0, overlay: '', opacity: 0.75, boxes: false, zoom: 1};

// Stage shows the pictures of a page. look and setLook are kept from sample to sample.
export function Stage({dataset, split, index, page, graph, made, edited, look, setLook, view, setView, poses, relations, setRelations, lit,
	selected, setHover, select}) {
	const [point, setPoint] = useState(null);
	const [found, setFound] = useState({}); // which label pictures there are, as far as they were asked for
	const onLabels = useCallback((l) => setFound((old) => {
		const next = {...old};
		for (const name of ['viewz', 'normal']) if (l[name] !== undefined) next[name] = l[name] !== null;
		return next;
	}), []);
	const pictures = page.pictures || [];
	const many = pictures.length > 1, solid = made && !graph.flat;
	const shown = look.picture === 'all' ? pictures.map((_, i) => i) : [Math.min(look.picture, pictures.length - 1)].filter((i) => i >= 0);
	const overlays = useMemo(() => overlayChoices(graph, pictures.length > 0), [graph]);
	const arrows = relations.shown ? chosenRelations(page, relations, selected) : [];
	const set = (change) => setLook({...look, ...change});
	const zoom = (step) => set({zoom: zooms[Math.max(0, Math.min(zooms.length - 1, zooms.indexOf(look.zoom) + step))]});
	const toggle = (overlay) => {
		setView('picture');
		set({overlay: overlays.some((o) => o.name === overlay) ? overlay : look.overlay});
	};
	useKeys({
		1: () => toggle(''), 2: () => toggle('object'), 3: () => toggle(overlays.some((o) => o.name === 'part') ? 'part' : 'region'),
		4: () => { setView('picture'); set({boxes: !look.boxes}); }, 5: () => toggle('depth'), 6: () => toggle('normal'),
		r: () => { setView('picture'); setRelations({...relations, shown: !relations.shown}); },
		'+': () => zoom(1), '=': () => zoom(1), '-': () => zoom(-1), 0: () => set({zoom: 1}),
	});
	const three = view === '3d' && solid;
	return html`<div class="stage">
		${(many || solid) && html`<div class="tabs" role="tablist" aria-label="Pictures">
			${many && html`<${Tab} on=${!three && look.picture === 'all'} onClick=${() => { setView('picture'); set({picture: 'all'}); }}>All</${Tab}>`}
			${pictures.map((q, i) => html`<${Tab} key=${i} on=${!three && look.picture !== 'all' && shown[0] === i}
				onClick=${() => { setView('picture'); set({picture: i}); }}>${many ? q.name : 'Picture'}</${Tab}>`)}
			${solid && html`<${Tab} on=${three} onClick=${() => setView('3d')}>3D</${Tab}>`}
		</div>`}
		${three ? html`<${Scene3D} split=${split} index=${index} page=${page} v=${shown[0] || 0} edited=${edited} graph=${graph} poses=${poses} lit=${lit}
			selected=${selected} setHover=${setHover} select=${select} />` : html`
			<div class="pictures" data-many=${shown.length > 1}>
				${shown.map((p) => html`<${Picture} key=${p} p=${p} dataset=${dataset} split=${split} index=${index} page=${page} graph=${graph} edited=${edited}
					look=${look} relations=${arrows} lit=${lit} selected=${selected} setHover=${setHover} select=${select} onPoint=${setPoint}
					onLabels=${onLabels} />`)}
			</div>
			<${Readout} point=${point} graph=${graph} page=${page} />
			<div class="row tools-row" role="group" aria-label="Overlays">
				<div class="choices" role="radiogroup" aria-label="Overlay">${overlays.map((o) => html`<button key=${o.name} type="button" role="radio"
					class="chip" aria-checked=${look.overlay === o.name} onClick=${() => toggle(o.name)}
					disabled=${(o.name === 'depth' && found.viewz === false) || (o.name === 'normal' && found.normal === false)}>
					${o.text} <kbd>${o.key}</kbd></button>`)}</div>
				<button type="button" class="chip" aria-pressed=${look.boxes} onClick=${() => set({boxes: !look.boxes})}>Boxes <kbd>4</kbd></button>
				${look.overlay !== '' && html`<label class="slider">Opacity <input type="range" min="0.1" max="1" step="0.05" value=${look.opacity}
					onInput=${(e) => set({opacity: Number(e.target.value)})} /></label>`}
				<span class="zoom" role="group" aria-label="Zoom">
					<button type="button" class="button icon" onClick=${() => zoom(-1)} disabled=${look.zoom === 1} aria-label="Smaller">−</button>
					<output>${look.zoom}×</output>
					<button type="button" class="button icon" onClick=${() => zoom(1)} disabled=${look.zoom === 16} aria-label="Larger">+</button>
				</span>
			</div>`}
	</div>`;
}

// Tab is one tab of a row of tabs.
export function Tab({on, onClick, children, id}) {
	return html`<button type="button" role="tab" id=${id} aria-selected=${String(on)} tabindex=${on ? 0 : -1} onClick=${onClick}
		onKeyDown=${moveTab}>${children}</button>`;
}

function moveTab(e) {
	const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
	if (!step) return;
	e.preventDefault();
	const tabs = [...e.currentTarget.parentElement.querySelectorAll('[role=tab]')];
	const next = tabs[(tabs.indexOf(e.currentTarget) + step + tabs.length) % tabs.length];
	next.click();
	next.focus();
}

function overlayChoices(graph, pictures) {
	const lines = graph.flat;
	const has = (channel) => graph.byID[channel].size > 0;
	return [
		{name: '', text: 'Plain', key: '1'},
		(has('object') || lines) && {name: 'object', text: 'Objects', key: '2'},
		(has('part') || lines) && {name: 'part', text: 'Parts', key: '3'},
		has('region') && {name: 'region', text: 'Regions', key: has('part') ? '' : '3'},
		graph.deep && pictures && {name: 'depth', text: 'Depth', key: '5'},
		!lines && pictures && {name: 'normal', text: 'Normals', key: '6'},
	].filter(Boolean);
}

// Readout is the line under the pictures.
function Readout({point, graph, page}) {
	if (!point) return html`<p class="readout muted" aria-hidden="true">Point at the picture to read its pixels.</p>`;
	const names = point.entities.map((e) => e.name).join(' › ') || 'no object';
	return html`<p class="readout" aria-hidden="true">
		<span>x ${point.x}, y ${point.y}</span>
		${page.pictures.length > 1 && html`<span>${page.pictures[point.p].name}</span>`}
		<span class="what">${names}</span>
		${graph.deep && point.depth !== null && html`<span>depth ${depthText(page, point.depth)}</span>`}
		${point.normal && html`<span>normal ${point.normal.some((v) => v !== 0) ? point.normal.map((v) => fixed(v, 2)).join(', ') : 'none'}</span>`}
	</p>`;
}

// depthText says the depth of a pixel: undefined is not read yet, 0 is of a pixel where nothing is.
function depthText(page, depth) {
	if (depth === undefined) return '…';
	return depth > 0 ? lengthText(page, depth, 3) : 'none';
}
