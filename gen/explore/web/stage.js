// The left side of a sample's page: its pictures or the scene in 3D, what is drawn over them, and what is under the cursor.
import { html, useCallback, useMemo, useState } from './vendor/preact.js';
import { useKeys } from './keys.js';
import { thumbURL } from './api.js';
import { Film } from './film.js';
import { Picture, frameThere } from './picture.js';
import { Player } from './player.js';
import { chosenRelations } from './relations.js';
import { Scene3D } from './scene3d.js';
import { fixed, lengthText } from './units.js';

const ahead = 6; // pictures that are loaded while a film plays

const zooms = [1, 2, 3, 4, 6, 8, 12, 16];

// firstLook is how pictures are looked at until somebody chooses.
export const firstLook = {picture: 0, overlay: '', opacity: 0.75, boxes: false, zoom: 1, drawn: false};

// Stage shows the pictures of a page, the scene in 3D, or a film of the physics, if there is one. now is the frame of a film that is shown.
// look and setLook are kept from sample to sample.
export function Stage({dataset, split, index, page, graph, made, edited, look, setLook, view, setView, film, now, setNow, relations,
	setRelations, lit, selected, setHover, setHighlight, select}) {
	const [point, setPoint] = useState(null);
	const [found, setFound] = useState({}); // which label pictures there are, as far as they were asked for
	const onLabels = useCallback((l) => setFound((old) => {
		const next = {...old};
		for (const name of ['viewz', 'normal', 'flow']) if (l[name] !== undefined) next[name] = l[name] !== null;
		return next;
	}), []);
	const pictures = page.pictures || [];
	const takes = useMemo(() => takesOf(pictures), [page]);
	const many = takes.length > 1, solid = made && !graph.flat, all = many && look.picture === 'all';
	const shows = (take) => !all && look.picture >= take.from && look.picture < take.from + take.count;
	const chosen = all ? takes : [takes.find(shows) || takes[look.picture === 'all' ? 0 : takes.length - 1]].filter(Boolean);
	const reel = chosen.find((t) => t.count > 1); // what the player plays, and others with it
	const frame = reel ? Math.min(now, reel.count - 1) : 0;
	const shown = chosen.map((t) => t.from + Math.min(frame, t.count - 1));
	const {motion} = page;
	const overlays = useMemo(() => overlayChoices(graph, pictures.length > 0, motion), [graph]);
	const arrows = relations.shown && frame === 0 ? chosenRelations(page, relations, selected) : [];
	const set = (change) => setLook({...look, ...change});
	const zoom = (step) => set({zoom: zooms[Math.max(0, Math.min(zooms.length - 1, zooms.indexOf(look.zoom) + step))]});
	const onDraw = dataset.renderer && made && (() => set({drawn: true}));
	const toggle = (overlay) => {
		setView('picture');
		set({overlay: overlays.some((o) => o.name === overlay) ? overlay : look.overlay});
	};
	useKeys({
		1: () => toggle(''), 2: () => toggle('object'), 3: () => toggle(overlays.some((o) => o.name === 'part') ? 'part' : 'region'),
		4: () => { setView('picture'); set({boxes: !look.boxes}); }, 5: () => toggle('depth'), 6: () => toggle('normal'), 7: () => toggle('flow'),
		r: () => { setView('picture'); setRelations({...relations, shown: !relations.shown}); },
		'+': () => zoom(1), '=': () => zoom(1), '-': () => zoom(-1), 0: () => set({zoom: 1}),
	});
	const three = view === '3d' && solid, filming = view === 'film' && film !== null;
	const step = film && film.moved ? Math.min(now, film.moved.length - 1) : 0;
	const picture = {dataset, split, index, page, graph, edited, look};
	const thumb = (i) => ({backgroundImage: `url("${thumbURL(dataset, split, index, page, reel.from + i)}")`, backgroundSize: '100% 100%'});
	const ready = (i) => {
		const there = (k) => chosen.map((t) => frameThere(picture, t.from + Math.min(k, t.count - 1))).every(Boolean);
		const now = there(i);
		for (let k = i + 1; k < Math.min(reel.count, i + Math.max(2, ahead / chosen.length)); k++) there(k);
		return now;
	};
	const player = reel && html`<${Player} key=${reel.from} times=${pictures.slice(reel.from, reel.from + reel.count).map((q) => q.time || 0)}
		now=${frame} setNow=${setNow} ready=${view === '3d' ? undefined : ready} thumb=${dataset.pictures && !edited ? thumb : null}
		aspect=${pictures[reel.from].width / pictures[reel.from].height} motion=${motion} mark=${setHighlight} setHover=${setHover} />`;
	return html`<div class="stage">
		${(many || solid) && html`<div class="tabs" role="tablist" aria-label="Pictures">
			${many && html`<${Tab} on=${!three && !filming && look.picture === 'all'} onClick=${() => { setView('picture'); set({picture: 'all'}); }}>All</${Tab}>`}
			${takes.map((t) => html`<${Tab} key=${t.from} on=${!three && !filming && chosen.length === 1 && chosen[0] === t}
				onClick=${() => { setView('picture'); set({picture: t.from}); }}>${many || reel ? t.name : 'Picture'}</${Tab}>`)}
			${film && html`<${Tab} on=${filming} onClick=${() => setView('film')}>Film</${Tab}>`}
			${solid && html`<${Tab} on=${three} onClick=${() => setView('3d')}>3D</${Tab}>`}
		</div>`}
		${three && html`<${Scene3D} split=${split} index=${index} page=${page} v=${reel ? reel.from : shown[0] || 0} edited=${edited} graph=${graph}
			poses=${film && film.moved ? film.moved[step] : motion ? motion.poses[frame] : null} lit=${lit} selected=${selected} setHover=${setHover} select=${select} />`}
		${(three || filming) && film && html`<${Film} key="film" film=${film} now=${step} setNow=${setNow} solid=${three} />`}
		${three && player && html`<div class="film">${player}</div>`}
		${!three && !filming && html`
			<div class="pictures" data-many=${shown.length > 1}>
				${shown.map((p, i) => html`<${Picture} key=${chosen[i].from} ...${picture} p=${p} relations=${arrows} lit=${lit} selected=${selected} setHover=${setHover} select=${select} onPoint=${setPoint}
					onLabels=${onLabels} onDraw=${onDraw} beside=${reel ? motion ? 520 : 450 : 310} />`)}
				${player}
			</div>
			<${Readout} point=${point} graph=${graph} page=${page} />
			<div class="row tools-row" role="group" aria-label="Overlays">
				<div class="choices" role="radiogroup" aria-label="Overlay">${overlays.map((o) => html`<button key=${o.name} type="button" role="radio"
					class="chip" aria-checked=${look.overlay === o.name} onClick=${() => toggle(o.name)}
					disabled=${(o.name === 'depth' && found.viewz === false) || found[o.name === 'depth' ? 'viewz' : o.name] === false}>
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

// takesOf are the pictures with the frames of each film together: {film, name, from, count}.
function takesOf(pictures) {
	const takes = [];
	pictures.forEach((q, i) => {
		const last = takes[takes.length - 1];
		if (q.film && last && last.film === q.film) last.count++;
		else takes.push({film: q.film, name: q.film ? q.film[0].toUpperCase() + q.film.slice(1) : q.name, from: i, count: 1});
	});
	return takes;
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

function overlayChoices(graph, pictures, moves) {
	const lines = graph.flat;
	const has = (channel) => graph.byID[channel].size > 0;
	return [
		{name: '', text: 'Plain', key: '1'},
		(has('object') || lines) && {name: 'object', text: 'Objects', key: '2'},
		(has('part') || lines) && {name: 'part', text: 'Parts', key: '3'},
		has('region') && {name: 'region', text: 'Regions', key: has('part') ? '' : '3'},
		graph.deep && pictures && {name: 'depth', text: 'Depth', key: '5'},
		!lines && pictures && {name: 'normal', text: 'Normals', key: '6'},
		moves && {name: 'flow', text: 'Flow', key: '7'},
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
