// The page of one sample: pictures and 3D on one side, what is known of it on the other.
import { html, useCallback, useEffect, useMemo, useState } from './vendor/preact.js';
import { get } from './api.js';
import { graph as graphOf, same } from './entities.js';
import { useKeys } from './keys.js';
import { navigate, sampleURL } from './route.js';
import { Stage, Tab, firstLook } from './stage.js';
import { Tree, Details, Rows } from './tree.js';
import { Relations, relationNames } from './relations.js';
import { Questions } from './questions.js';
import { Physics } from './physics.js';
import { Edit } from './edit.js';

// Sample loads a sample and keeps what was chosen to look at from one sample to the next.
export function Sample({dataset, split, index}) {
	const [loaded, setLoaded] = useState(null); // {split, index, sample}
	const [fault, setFault] = useState('');
	const [look, setLook] = useState(firstLook);
	const [view, setView] = useState(dataset.pictures || !dataset.made ? 'picture' : '3d');
	const [panel, setPanel] = useState('scene');
	const [relations, setRelations] = useState(null);
	useEffect(() => {
		const stop = new AbortController();
		setFault('');
		get(`/api/sample/${encodeURIComponent(split)}/${index}`, stop.signal).then((sample) => {
			setLoaded({split, index, sample});
			setRelations((old) => old || {shown: false, name: relationNames(sample.page)[0] || '', of: 'selected'});
		}, (err) => err.name !== 'AbortError' && setFault(err.message));
		return () => stop.abort();
	}, [split, index]);
	if (fault) {
		return html`<p class="note bad" role="alert">${fault}</p><p class="note"><a href=${'/?split=' + encodeURIComponent(split)}>Gallery</a></p>`;
	}
	if (!loaded) return html`<p class="note">Loading…</p>`;
	return html`<${Scene} key=${loaded.split + '/' + loaded.index} ...${{dataset, ...loaded, look, setLook, view, setView, panel, setPanel,
		relations, setRelations, busy: loaded.split !== split || loaded.index !== index}} />`;
}

function Scene({dataset, split, index, sample, look, setLook, view, setView, panel, setPanel, relations, setRelations, busy}) {
	const [hover, setHoverKeys] = useState([]);
	const [highlight, setHighlightKeys] = useState([]);
	const [selected, select] = useState(null);
	const [edited, setEdited] = useState(null);
	const [edits, setEdits] = useState([]);
	const [poses, setPoses] = useState(null);
	const keep = (set) => (keys) => set((old) => {
		const next = [...(keys || [])];
		return same(old, next) ? old : next;
	});
	const setHover = useCallback(keep(setHoverKeys), []);
	const setHighlight = useCallback(keep(setHighlightKeys), []);
	const page = edited ? edited.page : sample.page;
	const graph = useMemo(() => graphOf(page), [page]);
	const lit = hover.length > 0 ? hover : highlight;
	const go = (to) => to >= 0 && navigate(sampleURL(split, to));
	useKeys({
		'[': () => go(sample.previous), p: () => go(sample.previous), ']': () => go(sample.next), n: () => go(sample.next),
		Escape: () => select(null),
	});
	const props = {dataset, split, index, sample, page, graph, hover, setHover, selected, select, highlight, setHighlight, edited, setEdited,
		edits, setEdits, poses, setPoses, view, setView};
	const panels = [
		{name: 'scene', text: 'Scene'},
		(sample.page.questions || []).length > 0 && {name: 'questions', text: 'Questions'},
		sample.physical && {name: 'physics', text: 'Physics'},
		sample.editable && {name: 'edit', text: 'Edit'},
		{name: 'about', text: 'About'},
	].filter(Boolean);
	const shown = panels.some((q) => q.name === panel) ? panel : 'scene';
	return html`<article class="sample" aria-busy=${busy}>
		<div class="crumbs">
			<h1>${page.title}${edited ? html` <span class="badge">edited</span>` : ''}</h1>
			<nav class="pager" aria-label="Samples">
				<${Neighbour} split=${split} to=${sample.previous} text="‹ Previous" keys="[" />
				<${Neighbour} split=${split} to=${sample.next} text="Next ›" keys="]" />
			</nav>
		</div>
		<div class="halves">
			<${Stage} ...${{dataset, split, index, page, graph, made: sample.made, edited, look, setLook, view, setView, poses, relations, setRelations, lit,
				selected, setHover, select}} />
			<div class="side panel">
				<div class="tabs" role="tablist" aria-label="About the sample">${panels.map((q) => html`<${Tab} key=${q.name} id=${'tab-' + q.name}
					on=${q.name === shown} onClick=${() => setPanel(q.name)}>${q.text}</${Tab}>`)}</div>
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

function Neighbour({split, to, text, keys}) {
	if (to < 0) return html`<span class="button" aria-disabled="true">${text}</span>`;
	return html`<a class="button" href=${sampleURL(split, to)} title=${`Key ${keys}`}>${text}</a>`;
}
