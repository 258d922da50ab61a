// Changes of a scene: the floor plan, colors, what was done, and what it does to the answers.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { pictureURL, sceneURL } from './api.js';
import { flatten } from './entities.js';
import { typing } from './keys.js';
import { useRun } from './program.js';
import { Plan } from './plan.js';
import { Answer } from './questions.js';
import { fixed, meters } from './units.js';

const turn = Math.PI / 12; // of one press

// Edit is the panel of changes.
export function Edit(props) {
	const {dataset, sample, page, split, index, edits, edited, selected, select, hover, setHover} = props;
	const {change, undo, redo, reset, undone, waits, state} = props.changes;
	const entities = useMemo(() => flatten(page.entities), [page]);
	const chosen = entities.find((e) => e.key === selected);
	const can = (e, kind) => (e.edits || []).includes(kind);
	const gone = new Set(edits.filter((e) => e.kind === 'delete').map((e) => e.entity));
	const last = edits[edits.length - 1];
	const place = (e) => {
		const moved = edits.findLast((d) => d.kind === 'move' && d.entity === e.key);
		return moved ? [moved.x, moved.y] : [e.at[0], e.at[1]];
	};
	// Until the page tells where an entity is then, it is shown where it was put.
	const shift = (e) => {
		const [x, y] = waits ? place(e) : e.at;
		return [x - e.at[0], y - e.at[1]];
	};
	// Steps with the keys are one change as long as nothing else comes between, so that one undo takes them back.
	const move = (e, by, joined) => {
		if (!can(e, 'move')) return;
		const [x, y] = place(e);
		const next = {kind: 'move', entity: e.key, x: round(x + by[0]), y: round(y + by[1]), joined};
		const join = joined && last && last.joined && last.kind === 'move' && last.entity === e.key;
		change([...(join ? edits.slice(0, -1) : edits), next]);
	};
	const rotate = (e, times) => {
		if (!can(e, 'turn')) return;
		const join = last && last.kind === 'turn' && last.entity === e.key;
		const total = (join ? last.turn : 0) + times * turn;
		const rest = join ? edits.slice(0, -1) : edits;
		change(Math.abs(total) < 1e-9 ? rest : [...rest, {kind: 'turn', entity: e.key, turn: total}]);
	};
	const remove = (e) => {
		if (!can(e, 'delete')) return;
		change([...edits, {kind: 'delete', entity: e.key}]);
		select(null);
		box.current.focus({preventScroll: true}); // it would be lost with what had it
	};
	const recolor = (e, color) => change([...edits, {kind: 'recolor', entity: e.key, color}]);
	const box = useRef(null);
	useLayoutEffect(() => {
		const onKey = (e) => {
			if (!(e.ctrlKey || e.metaKey) || e.altKey || typing(e) && e.target.tagName !== 'SELECT') return;
			const key = e.key.toLowerCase();
			if (key === 'z' && !e.shiftKey && edits.length) undo();
			else if ((key === 'y' || (key === 'z' && e.shiftKey)) && undone.length) redo();
			else return;
			e.preventDefault();
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	});
	if (!sample.editable) return html`<p class="note">This sample cannot be changed: ${sample.made
		? 'its set cannot change scenes.' : 'it cannot be made again here.'}</p>`;
	const names = new Map(flatten(sample.page.entities).map((e) => [e.key, e.name]));
	const things = entities.filter((e) => !gone.has(e.key));
	const steps = page.step ? [page.step, page.step] : [0.05 / meters(page, 1), 0.01 / meters(page, 1)];
	return html`<section class="edit" ref=${box} tabindex="-1" aria-label="Changes">
		<div class="row">
			<button type="button" class="button" disabled=${!edits.length} onClick=${undo} title="Undo (Ctrl+Z)">Undo</button>
			<button type="button" class="button" disabled=${!undone.length} onClick=${redo} title="Redo (Ctrl+Y)">Redo</button>
			<button type="button" class="button" disabled=${!edits.length} onClick=${reset}>Reset</button>
			<${Said} state=${state} edited=${edited} waits=${waits && !state.fault} />
		</div>
		${state.fault && html`<p class="call-fault" role="alert">${state.fault}</p>`}
		${edited && (edited.warnings || []).map((w, i) => html`<p key=${i} class="warning" role="status">${w}</p>`)}
		<div class="edit-parts">
			${page.plan ? html`<div><${Plan} page=${page} entities=${things} shift=${shift} steps=${steps} canMove=${(e) => can(e, 'move')}
				selected=${selected} select=${select} hover=${hover} setHover=${setHover} onMove=${move} onTurn=${rotate} onDelete=${remove} />
				<${Hint} page=${page} things=${things} can=${can} /></div>`
				: html`<p class="muted">This set has no floor plan. Select something below to change it.</p>`}
			<div>
				<${Chooser} entities=${things} selected=${selected} select=${select} />
				${chosen && !gone.has(chosen.key) ? html`<${Chosen} e=${chosen} can=${can} rotate=${rotate} remove=${remove} recolor=${recolor} />`
					: html`<p class="muted">Select something to turn, recolor or remove it.</p>`}
				<${Done} page=${page} edits=${edits} names=${names} />
				${edited && (sample.page.questions || []).length > 0 && html`<${Answers} ...${props} />`}
				<${Downloads} dataset=${dataset} split=${split} index=${index} page=${page} edited=${edited} sample=${sample} />
			</div>
		</div>
	</section>`;
}

function round(x) {
	return Math.round(x * 1000) / 1000; // as fine as a person can mean it
}

// Hint says how things are changed on the plan, as far as those of this sample can be.
function Hint({page, things, can}) {
	const some = (kind) => things.some((e) => e.plan && can(e, kind));
	const step = page.step ? `${Math.round(meters(page, page.step) * 100)} cm, since they stand on a grid` : '5 cm, or 1 cm with Shift';
	const keys = [some('turn') && 'R to turn', some('delete') && 'Delete to remove'].filter(Boolean).join(' and ');
	return html`<p class="muted small">${some('move') && `Drag things, or move them with the arrow keys (${step}).`}
		${keys && ` Press ${keys} what is selected.`}</p>`;
}

// Said tells how long the last change took.
function Said({state, edited, waits}) {
	if (waits) return html`<span class="muted" role="status">Drawing…</span>`;
	if (!edited) return null;
	const ms = edited.ms || {};
	return html`<span class="muted" role="status" title=${`made in ${ms.make} ms, drawn in ${ms.draw} ms`}>
		${edited.quality === 'draft' ? 'Draft' : 'Drawn'} in ${edited.took} ms${state.busy ? ', finer picture on its way…' : ''}</span>`;
}

// Chooser selects an entity by name, for those who do not use the plan and for what the plan does not show.
function Chooser({entities, selected, select}) {
	return html`<label class="labeled">Selected
		<select value=${selected || ''} onChange=${(e) => select(e.target.value || null)}>
			<option value="">nothing</option>
			${entities.map((e) => html`<option key=${e.key} value=${e.key} selected=${e.key === selected}>${e.name} (${e.key})</option>`)}
		</select></label>`;
}

// Chosen is what can be done to the selected entity.
function Chosen({e, can, rotate, remove, recolor}) {
	if (!(e.edits || []).length) return html`<p class="muted">The ${e.name} cannot be changed.</p>`;
	const cannot = [['move', 'moved'], ['turn', 'turned'], ['recolor', 'recolored'], ['delete', 'removed']]
		.filter(([kind]) => !can(e, kind)).map(([, said]) => said);
	return html`<div class="chosen" role="group" aria-label=${e.name}>
		<div class="row">
			${can(e, 'turn') && html`<button type="button" class="button" onClick=${() => rotate(e, 1)}>Turn left</button>
				<button type="button" class="button" onClick=${() => rotate(e, -1)}>Turn right</button>`}
			${can(e, 'delete') && html`<button type="button" class="button" onClick=${() => remove(e)}>Remove</button>`}
		</div>
		${can(e, 'recolor') && html`<ul class="chips" aria-label="Colors">
			${(e.colors || []).map((c) => html`<li key=${c}><button type="button" class="chip" onClick=${() => recolor(e, c)}>
				${CSS.supports('color', c) && html`<span class="swatch" style=${{background: c}} aria-hidden="true"></span>`}${c}</button></li>`)}</ul>`}
		${cannot.length > 0 && html`<p class="muted small">It cannot be ${list(cannot)}.</p>`}
	</div>`;
}

function list(words) {
	return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

// Done lists the changes.
function Done({page, edits, names}) {
	if (edits.length === 0) return null;
	return html`<h3>Changes</h3><ol class="done">
		${edits.map((e, i) => html`<li key=${i}>${names.get(e.entity) || e.entity}: ${said(page, e)}</li>`)}</ol>`;
}

function said(page, e) {
	if (e.kind === 'move') return `moved to ${[e.x, e.y].map((x) => fixed(meters(page, x), 2)).join(', ')} m`;
	if (e.kind === 'turn') return `turned ${e.turn > 0 ? 'left' : 'right'} by ${Math.round(Math.abs(e.turn) * 180 / Math.PI)}°`;
	if (e.kind === 'recolor') return `made ${e.color}`;
	return 'removed';
}

// Answers lists the questions whose answers the changes changed.
function Answers(props) {
	const asked = props.sample.page.questions, now = props.page.questions;
	const changed = now.map((q, n) => [q, n]).filter(([q, n]) => asked[n].answer !== q.answer);
	return html`<h3>Answers</h3>
		<p role="status">${changed.length === 0 ? 'No answer changed.' : `${changed.length} of ${now.length} answers changed.`}</p>
		<ul class="changed-answers">${changed.map(([q, n]) => html`<li key=${n}>${q.text} <${Answer} now=${q.answer} asked=${asked[n].answer} />
			${q.answer === '' && (q.program || []).length > 0 && html` <${Why} ...${props} program=${q.program} question=${n} />`}</li>`)}</ul>`;
}

// Why says why a question has no answer now.
function Why(props) {
	const {trace, fault} = useRun({...props, edits: JSON.parse(props.edited.sent)}, props.program, props.question);
	return html`<span class="muted small">${trace ? trace.fault : fault}</span>`;
}

// Downloads are the scene, the picture and the labels as they are now.
function Downloads({dataset, split, index, page, edited, sample}) {
	const [url, setURL] = useState('');
	useEffect(() => {
		const made = URL.createObjectURL(new Blob([JSON.stringify(page, null, '\t')], {type: 'application/json'}));
		setURL(made);
		return () => URL.revokeObjectURL(made);
	}, [page]);
	const name = `${split}-${index}${edited ? '-changed' : ''}`;
	const picture = (page.pictures || []).length > 0 && pictureURL(dataset, split, index, page, 0, edited);
	return html`<h3>Download</h3><div class="row">
		${sample.made && html`<a class="button" href=${sceneURL(split, index, 0, edited)} download=${name + '.glb'}>Scene (.glb)</a>`}
		${picture && html`<a class="button" href=${picture} download=${name + '.png'}>Picture</a>`}
		<a class="button" href=${url} download=${name + '.json'}>Labels (.json)</a></div>`;
}
