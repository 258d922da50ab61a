// The page of one sample: pictures and 3D on one side, what is known of it on the other.
import { html, useCallback, useEffect, useMemo, useState } from './vendor/preact.js';
import { get } from './api.js';
import { useServer } from './away.js';
import { useChanges } from './changes.js';
import { graph as graphOf, same } from './entities.js';
import { useKeys } from './keys.js';
import { Pager } from './pager.js';
import { galleryURL, placeOf } from './place.js';
import { look as lookAt, navigate } from './route.js';
import { Stage, Tab, firstLook } from './stage.js';
import { Tree, Details, Rows } from './tree.js';
import { Relations, relationNames } from './relations.js';
import { Questions } from './questions.js';
import { Physics } from './physics.js';
import { Edit } from './edit.js';

// Sample loads a sample and keeps what was chosen to look at from one sample to the next. params are those of the page's address.
export function Sample({dataset, split, index, params}) {
	const [loaded, setLoaded] = useState(null); // {split, index, sample}
	const [fault, setFault] = useState('');
	const [look, setLook] = useState(firstLook);
	const [view, setView] = useState(dataset.pictures || !dataset.made ? 'picture' : '3d');
	const [relations, setRelations] = useState(null);
	const {away} = useServer();
	useEffect(() => {
		const stop = new AbortController();
		setFault('');
		get(`/api/sample/${encodeURIComponent(split)}/${index}`, stop.signal).then((sample) => {
			setLoaded({split, index, sample});
			setRelations((old) => old || {shown: false, name: relationNames(sample.page)[0] || '', of: 'selected'});
		}, (err) => err.name !== 'AbortError' && setFault(err.message));
		return () => stop.abort();
	}, [split, index]);
	const here = loaded && loaded.split === split && loaded.index === index;
	const pager = html`<${Pager} ...${{dataset, split, index, params}} sample=${here ? loaded.sample : null} />`;
	// The sample before stays until the next one is there, unless that takes long.
	if (fault || !loaded || (away && !here)) {
		return html`<${Waiting} title=${`${split}/${index}`} fault=${fault} pager=${pager} gallery=${galleryURL(split, params)} />`;
	}
	return html`<${Scene} key=${loaded.split + '/' + loaded.index} ...${{dataset, ...loaded, place: placeOf(params), pager, look, setLook, view, setView,
		relations, setRelations, busy: !here}} />`;
}

// Waiting stands for a sample that is not there yet, or cannot be shown.
function Waiting({title, fault, pager, gallery}) {
	useKeys({Escape: () => navigate(gallery)});
	return html`<div class="crumbs"><h1>${title}</h1>${pager}</div>
		${fault ? html`<p class="note bad" role="alert">${fault}</p>` : html`<p class="note">Loading…</p>`}
		<p class="note"><a href=${gallery}>Gallery</a></p>`;
}

function Scene({dataset, split, index, sample, place, pager, look, setLook, view, setView, relations, setRelations, busy}) {
	const [hover, setHoverKeys] = useState([]);
	const [highlight, setHighlightKeys] = useState([]);
	const [film, setFilm] = useState(null); // of a move, as Physics has it
	const changes = useChanges(dataset, split, index);
	const {edits, edited} = changes;
	const keep = (set) => (keys) => set((old) => {
		const next = [...(keys || [])];
		return same(old, next) ? old : next;
	});
	const setHover = useCallback(keep(setHoverKeys), []);
	const setHighlight = useCallback(keep(setHighlightKeys), []);
	const setNow = useCallback((frame) => lookAt({frame: frame || -1}), []);
	const select = useCallback((key) => lookAt({selected: key}), []);
	const page = edited ? edited.page : sample.page;
	const graph = useMemo(() => graphOf(page), [page]);
	const selected = graph.byKey.has(place.selected) ? place.selected : null;
	const lit = hover.length > 0 ? hover : highlight;
	useKeys({Escape: () => { select(null); setHighlight([]); }});
	const now = Math.max(0, place.frame); // of a film
	const props = {dataset, split, index, sample, place, page, graph, hover, setHover, selected, select, highlight, setHighlight, changes, edited,
		edits, film, setFilm, now, setNow, view, setView};
	const panels = [
		{name: 'scene', text: 'Scene'},
		(sample.page.questions || []).length > 0 && {name: 'questions', text: 'Questions'},
		sample.physical && {name: 'physics', text: 'Physics'},
		sample.editable && {name: 'edit', text: 'Edit'},
		{name: 'about', text: 'About'},
	].filter(Boolean);
	const shown = panels.some((q) => q.name === place.tab) ? place.tab : 'scene';
	return html`<article class="sample" aria-busy=${busy}>
		<div class="crumbs">
			<h1>${page.title}</h1>
			<${Kept} changes=${changes} />
			${pager}
		</div>
		<div class="halves">
			<${Stage} ...${{dataset, split, index, page, graph, made: sample.made, edited, look, setLook, view, setView, film, now, setNow, relations, setRelations,
				lit, selected, setHover, setHighlight, select}} />
			<div class="side panel">
				<div class="tabs" role="tablist" aria-label="About the sample">${panels.map((q) => html`<${Tab} key=${q.name} id=${'tab-' + q.name}
					on=${q.name === shown} onClick=${() => q.name !== shown && lookAt({tab: q.name}, true)}>${q.text}</${Tab}>`)}</div>
				<div class="side-body" role="tabpanel" aria-labelledby=${'tab-' + shown}>
					<h2 class="sr">${panels.find((q) => q.name === shown).text}</h2>
					${shown === 'scene' && html`
						<${Tree} page=${page} graph=${graph} lit=${lit} setHover=${setHover} selected=${selected} select=${select} />
						<${Details} page=${page} graph=${graph} selected=${selected} select=${select} setHover=${setHover} />
						<${Relations} page=${page} graph=${graph} state=${relations} setState=${setRelations} selected=${selected}
							lit=${lit} setHover=${setHover} />`}
					${shown === 'questions' && html`<${Questions} ...${props} />`}
					${shown === 'physics' && html`<${Physics} ...${props} />`}
					${shown === 'edit' && html`<${Edit} ...${props} />`}
					${shown === 'about' && html`<${Rows} rows=${page.rows} />`}
				</div>
			</div>
		</div>
	</article>`;
}

// Kept tells of changes, which stay with the sample until they are taken back or the browser's tab is closed.
function Kept({changes}) {
	const {edits, reset, state} = changes;
	const many = edits.length === 1 ? '1 change' : `${edits.length} changes`;
	return html`<p class="kept" role="status">${edits.length > 0 && html`
		<span class="badge" title="They are kept until this tab of the browser is closed.">${many}, kept</span>
		${state.fault && html`<span class="bad">${state.fault}</span>`}
		<button type="button" class="button small" onClick=${reset}>As it was</button>`}</p>`;
}
