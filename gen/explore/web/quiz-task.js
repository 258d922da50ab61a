// A task as the set declares it: pictures, a table, a diagram, and a form for the answer, which is a list of rows.
import { html, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { Diagram } from './diagram.js';
import { moved, valuesOf, withValue } from './form.js';
import { Verdict, Zoom } from './quiz-question.js';
import { capital } from './words.js';

// Task is one task. The answer is a list of objects with the keys of the form's fields.
export function Task({task, draft, setDraft, onSubmit, locked, judged, seconds, answer, onNext, last, run}) {
	const {pictures, table, diagram, form} = task;
	const rows = answer || draft || [form.first];
	const next = useRef(null);
	useLayoutEffect(() => { // as soon as the button is there, so that no key is lost
		if (judged) next.current.focus();
	}, [judged]);
	return html`<div class="task">
		<section class="panel brief"><h3>Task</h3>
			<div class="brief-pictures">${pictures.map((p, i) => html`
				${i > 0 && html`<div class="brief-arrow" role="img" aria-label=${task.asked}><span>?</span>
					<svg viewBox="0 0 60 24" aria-hidden="true"><path d="M2 12h52M44 4l10 8-10 8" /></svg></div>`}
				<${Picture} key=${p.name} picture=${p} />`)}</div>
			<p>${task.rule}</p>
		</section>
		<section class="panel"><h3>${table.title}</h3><div class="wide"><table class="table">
			<thead><tr>${table.columns.map((t) => html`<th key=${t} scope="col">${t}</th>`)}</tr></thead>
			<tbody>${table.rows.map(([first, ...rest]) => html`<tr key=${first.text}><th scope="row">${first.text}</th>
				${rest.map((c, i) => html`<td key=${i}>${c.color && html`<span class="swatch" aria-hidden="true"
					style=${{background: c.color}}></span>`}${c.text}</td>`)}</tr>`)}</tbody></table></div>
		</section>
		<section class="panel"><h3>${diagram.title}</h3><${Diagram} diagram=${diagram} /><p class="muted small">${diagram.says}</p></section>
		<section class="panel answer-panel"><h3>Your answer</h3>
			<${Rows} form=${form} rows=${rows} setRows=${setDraft} locked=${locked || !!judged} />
			<div class="row">
				${!judged && html`<button type="button" class="button primary" disabled=${locked || rows.length === 0}
					onClick=${() => onSubmit(rows)}>Submit</button>`}
				${judged && html`<button ref=${next} type="button" class="button primary" onClick=${onNext}>${last ? 'See the score' : 'Next'}</button>`}
			</div>
			${judged && html`<${Verdict} judged=${judged} seconds=${seconds}>
				<p class="muted small">${run.user}, ${run.problem},
					${' '}<a href=${`/sample/${encodeURIComponent(task.split)}/${task.index}`}>${task.split}/${task.index}</a>
					${judged.rows.map((r) => `, ${r.name}: ${r.value}`)}</p>
				<div class="lists">${judged.lists.map((l) => html`<div key=${l.title}><h4>${l.title}</h4><${Steps} lines=${l.lines} /></div>`)}</div><//>`}
		</section>
	</div>`;
}

// Picture is a picture of a task; datasets of records alone have none.
function Picture({picture}) {
	if (!picture.path) return html`<p class="note">${picture.missing}</p>`;
	const url = '/file/' + picture.path.split('/').map(encodeURIComponent).join('/');
	return html`<${Zoom} picture=${{...picture, url, width: 320, height: 240}} />`;
}

// Steps is a list whose first line is number 0.
export function Steps({lines}) {
	return html`<ol class="steps-list" start="0">${lines.map((line, i) => html`<li key=${i}>${line}</li>`)}</ol>`;
}

// Rows is the answer as far as it is: rows that can be added, removed and put in another order.
function Rows({form, rows, setRows, locked}) {
	const name = form.row;
	const list = useRef(null);
	const [dragged, setDragged] = useState(-1);
	const put = (i, field, k) => setRows(rows.map((r, n) => (n === i ? withValue(form, r, field, valuesOf(field, r)[k]) : r)));
	const move = (from, to) => {
		const next = moved(rows, from, to);
		if (next) setRows(next);
		return next !== null;
	};
	const drag = (e) => {
		if (dragged < 0) return;
		const boxes = [...list.current.children].map((li) => li.getBoundingClientRect());
		const to = boxes.findIndex((b) => e.clientY < b.bottom);
		const target = to < 0 ? rows.length - 1 : to;
		if (move(dragged, target)) setDragged(target);
	};
	const shift = (e, i, by) => {
		const handle = e.currentTarget.className;
		if (!move(i, i + by)) return;
		// The focus goes with the row.
		requestAnimationFrame(() => list.current.children[i + by]?.querySelector('.' + handle.split(' ').join('.'))?.focus());
	};
	return html`<ol class="changes" ref=${list} start="0">
		${rows.map((row, i) => html`<li key=${i} class=${dragged === i ? 'dragged' : ''}>
			<button type="button" class="button icon handle" disabled=${locked} aria-label=${`${capital(name)} ${i}: drag, or move with the up and down keys`}
				onPointerDown=${(e) => { e.currentTarget.setPointerCapture(e.pointerId); setDragged(i); }} onPointerMove=${drag}
				onPointerUp=${() => setDragged(-1)} onPointerCancel=${() => setDragged(-1)}
				onKeyDown=${(e) => {
					const by = {ArrowUp: -1, ArrowDown: 1}[e.key];
					if (!by) return;
					e.preventDefault();
					shift(e, i, by);
				}}>⠿</button>
			<span class="order">${i}</span>
			${form.fields.map((f) => html`<label key=${f.key} class="labeled"><span class="sr">${capital(f.name)} of ${name} ${i}</span>
				<select class=${`pick-${f.name}`} disabled=${locked} value=${row[f.key]} onChange=${(e) => put(i, f, e.target.selectedIndex)}>
					${valuesOf(f, row).map((v) => html`<option key=${v} value=${v} selected=${v === row[f.key]}>${v}</option>`)}</select></label>`)}
			<button type="button" class="button icon up" disabled=${locked || i === 0} onClick=${(e) => shift(e, i, -1)}
				aria-label=${`Move ${name} ${i} up`}>↑</button>
			<button type="button" class="button icon down" disabled=${locked || i === rows.length - 1} onClick=${(e) => shift(e, i, 1)}
				aria-label=${`Move ${name} ${i} down`}>↓</button>
			<button type="button" class="button icon remove" disabled=${locked} onClick=${() => setRows(rows.filter((_, n) => n !== i))}
				aria-label=${`Remove ${name} ${i}`}>✕</button>
		</li>`)}
	</ol>
	<div class="row"><button type="button" class="button add" disabled=${locked || rows.length >= form.most} aria-label=${`Add a ${name}`}
		onClick=${() => setRows([...rows, form.first])}>+</button>
		<span class="muted small">${form.says}</span></div>`;
}
