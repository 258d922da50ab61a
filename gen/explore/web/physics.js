// Physics of a sample: what becomes of its objects when they are let go or one of them is moved. The film of it is shown in the place
// of the picture.
import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { get, post } from './api.js';
import { plain } from './calls.js';
import { flatten } from './entities.js';
import { movesOf, usualDistance } from './moves.js';
import { look } from './route.js';
import { fixed, lengthText } from './units.js';
import { WhatIfs } from './whatifs.js';

// Physics is the list of moves, and what becomes of the objects after the chosen one. Its film is {name, chosen, busy} of what was
// asked for, chosen being the number of a what-if or -1, and what the server said of it last.
export function Physics(props) {
	const {split, index, sample, page, edits, film, setFilm, setView, selected, setHover} = props;
	const [whatifs, setWhatifs] = useState(null);
	const [fault, setFault] = useState('');
	const wanted = useRef(null); // stops what was asked for before
	const place = `${encodeURIComponent(split)}/${index}`;
	const changes = JSON.stringify(plain(edits));
	// Object number i of the physics has id i+1 in the label pictures.
	const objects = useMemo(() => new Map(flatten(page.entities).filter((e) => e.channel === 'object').map((e) => [e.id - 1, e])), [page]);
	const moves = movesOf(whatifs || [], objects, edits.length > 0);
	useEffect(() => {
		setWhatifs(null);
		if (!sample.physical) return undefined;
		const stop = new AbortController();
		get(`/api/whatifs/${place}`, stop.signal).then((said) => setWhatifs(said.whatifs || []), (err) => {
			if (err.name !== 'AbortError') setFault(err.message);
		});
		return () => stop.abort();
	}, [place, sample.physical]);
	useEffect(() => () => {
		if (wanted.current) wanted.current.abort();
		setFilm(null);
	}, [place, changes]);
	// show lets the scene go after a move: one of the list by its number, or one of a person's own, whose number is -1.
	const show = (move, n, frame = -1) => {
		if (wanted.current) wanted.current.abort();
		const stop = wanted.current = new AbortController();
		const known = n >= 0 && edits.length === 0;
		const {object, direction, distance} = move;
		setFault('');
		setFilm((old) => ({...old, name: move.name, chosen: n, busy: true}));
		setView((old) => (old === '3d' ? old : 'film'));
		look({whatif: known ? n : -1, frame});
		(known ? get(`/api/film/${place}/${n}`, stop.signal)
			: post(`/api/film/${place}`, {object, direction, distance, edits: JSON.parse(changes)}, stop.signal)).then((said) => {
			setFilm({...said, name: move.name, chosen: n, busy: false, strip: `/api/film/${place}/${said.n}/strip.jpg`});
		}, (err) => {
			if (err.name === 'AbortError') return;
			setFault(err.message);
			setFilm(null);
		});
	};
	useEffect(() => { // what the address names
		const n = props.place.whatif;
		if (whatifs && whatifs[n] && edits.length === 0) show(whatifs[n], n, props.place.frame);
	}, [whatifs]);
	if (!sample.physical) return html`<p class="note">The objects of this sample cannot be let go: ${sample.made
		? 'its set has no physics.' : 'it cannot be made again here.'}</p>`;
	return html`<section class="physics">
		${edits.length > 0 && html`<p class="note">Everything here is tried with your changes. What the dataset says of a move is left out, since
			it is about the scene without them.</p>`}
		<h3>What if</h3>
		${!whatifs && !fault && html`<p class="muted">Loading…</p>`}
		${whatifs && html`<${WhatIfs} key=${place} moves=${moves} objects=${objects} chosen=${film ? film.chosen : -1}
				onChoose=${(n) => show(moves[n], n)} selected=${selected} setHover=${setHover} />
			<details class="own-move"><summary>Own move</summary>
				<${Move} usual=${usualDistance(whatifs, page)} objects=${objects} onMove=${(move) => show({...move, name: 'your move'}, -1)} /></details>`}
		${fault && html`<p class="call-fault" role="alert">${fault}</p>`}
		<p class="sr" role="status">${!film ? '' : film.busy ? `Simulating ${film.name}` : `${film.whatif.name}, ${film.frames} pictures`}</p>
		${film && film.whatif ? html`<${Becomes} ...${props} objects=${objects} />` : html`<p class="muted">Choose what to try; its film takes the
			place of the picture.</p>`}
	</section>`;
}

// Move is the form for a move of one's own. usual is a distance to begin with, meters; ten times as far is the farthest.
function Move({usual, objects, onMove}) {
	const [object, setObject] = useState(objects.keys().next().value ?? 0);
	const [direction, setDirection] = useState('left');
	const [distance, setDistance] = useState(String(usual));
	const meters = Number(distance), farthest = 10 * usual;
	const wrong = !(meters > 0 && meters <= farthest);
	return html`<form class="move" onSubmit=${(e) => {
		e.preventDefault();
		if (!wrong) onMove({object, direction, distance: meters});
	}}>
		<label class="labeled">Object <select value=${object} onChange=${(e) => setObject(Number(e.target.value))}>
			${[...objects].map(([i, e]) => html`<option key=${i} value=${i} selected=${i === object}>${e.name}</option>`)}</select></label>
		<label class="labeled">Direction <select value=${direction} onChange=${(e) => setDirection(e.target.value)}>
			${['left', 'right', 'front', 'behind'].map((d) => html`<option key=${d} value=${d} selected=${d === direction}>${d}</option>`)}</select></label>
		<label class="labeled">Distance in meters <input type="number" min="0" max=${farthest} step="any" value=${distance}
			aria-invalid=${wrong} onInput=${(e) => setDistance(e.target.value)} /></label>
		${wrong && html`<p class="call-fault">The distance must be more than 0 and at most ${farthest} meters.</p>`}
		<button type="submit" class="button" disabled=${wrong || !objects.has(object)}>Try it</button>
	</form>`;
}

// Becomes is the table of what becomes of each object that is there. Of what is dropped nobody asks whether it stays.
function Becomes({film, page, objects, hover, setHover, select}) {
	const dropped = film.verdicts.length === 0;
	const rows = dropped ? film.motions : film.verdicts;
	const columns = dropped ? ['Fell by', 'Turned by', 'At the end'] : ['Verdict', 'Change', 'Margin'];
	return html`<div class=${film.busy ? 'stale' : ''}><h3>${film.whatif.name}</h3>
		<table class="table becomes"><caption class="sr">What becomes of each object</caption>
		<thead><tr><th scope="col">Object</th>${columns.map((c) => html`<th key=${c} scope="col">${c}</th>`)}</tr></thead>
		<tbody>${rows.map((v, i) => {
			const e = objects.get(i);
			return e && html`<tr key=${i} class=${(hover || []).includes(e.key) ? 'lit' : ''}>
				<th scope="row"><button type="button" class="chip" onClick=${() => select(e.key)}
					onMouseEnter=${() => setHover([e.key])} onMouseLeave=${() => setHover([])}
					onFocus=${() => setHover([e.key])} onBlur=${() => setHover([])}>
					${e.color && html`<span class="swatch" style=${{background: e.color}} aria-hidden="true"></span>`}${e.name}</button></th>
				${dropped ? html`<td>${lengthText(page, v.fell, 3)}</td><td>${Math.round(v.turned * 180 / Math.PI)}°</td>
					<td>${v.rests ? 'at rest' : 'moves still'}</td>`
				: html`<td><span class=${`outcome ${v.stable ? 'stable' : 'unstable'}`}>${v.stable ? 'stable' : 'unstable'}</span></td>
					<td>${fixed(v.change, 3)}</td><td>${Math.round(v.margin * 100)} %</td>`}</tr>`;
		})}</tbody></table>
		<p class="muted small">${dropped ? 'Fell by: how much lower the middle of an object is at the end.' : `Change: how far an object moved, in
			meters, or how much it turned, as the largest change of a number of its rotation. Margin: how many of the repeats with slightly
			different friction and places give the same verdict.`}</p></div>`;
}
