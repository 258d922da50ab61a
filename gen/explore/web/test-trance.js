// The test of TRANCE: which changes, in which order, lead from the first picture to the last.
import { html, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { Zoom } from './test-question.js';

// TranceTask is one task. The answer is a list of {obj_idx, attr, pair}.
export function TranceTask({task, draft, setDraft, onSubmit, locked, judged, seconds, answer, onNext, last, run}) {
	const objects = task.info.states[0].objects;
	const rows = answer || draft || [fresh(task)];
	const next = useRef(null);
	useLayoutEffect(() => { // as soon as the button is there, so that no key is lost
		if (judged) next.current.focus();
	}, [judged]);
	return html`<div class="trance">
		<section class="panel brief"><h3>Task</h3>
			<div class="brief-pictures">
				<${StatePicture} name="before" state=${task.info.states[0]} camera=${task.view_initial} />
				<div class="brief-arrow" role="img" aria-label="What was done?"><span>?</span>
					<svg viewBox="0 0 60 24" aria-hidden="true"><path d="M2 12h52M44 4l10 8-10 8" /></svg></div>
				<${StatePicture} name="after" state=${task.info.states[1]} camera=${task.view_final} />
			</div>
			<p>Objects must not overlap nor leave the plane at any time between the first picture and the last.</p>
		</section>
		<section class="panel"><h3>Objects before</h3><div class="wide"><table class="table">
			<thead><tr>${['No.', 'Size', 'Color', 'Material', 'Shape', 'Position'].map((t) => html`<th key=${t} scope="col">${t}</th>`)}</tr></thead>
			<tbody>${objects.map((o) => html`<tr key=${o.obj_idx}><th scope="row">${o.obj_idx}</th><td>${o.size}</td>
				<td><span class="swatch" aria-hidden="true" style=${{background: colorOf(task, o.obj_idx)}}></span>${o.color}</td>
				<td>${o.material}</td><td>${o.shape}</td><td>(${o.position[0]}, ${o.position[1]})</td></tr>`)}</tbody></table></div>
		</section>
		<section class="panel"><h3>Diagram</h3><${Diagram} diagram=${task.diagram} />
			<p class="muted small">The plane from above, the first camera below. Mind the arrows: in this dataset “behind” is toward that camera,
				and “front” away from it. R, M and G are rubber, metal and glass.</p></section>
		<section class="panel answer-panel"><h3>Your answer</h3>
			<${Rows} task=${task} rows=${rows} setRows=${setDraft} locked=${locked || !!judged} />
			<div class="row">
				${!judged && html`<button type="button" class="button primary" disabled=${locked || rows.length === 0}
					onClick=${() => onSubmit(rows)}>Submit</button>`}
				${judged && html`<button ref=${next} type="button" class="button primary" onClick=${onNext}>${last ? 'See the score' : 'Next'}</button>`}
			</div>
			${judged && html`<${Result} task=${task} run=${run} judged=${judged} seconds=${seconds} answer=${answer} />`}
		</section>
	</div>`;
}

// StatePicture is the picture of a state; records alone have none.
function StatePicture({name, state, camera}) {
	if (!state.image) return html`<p class="note">The dataset has no picture of the state ${name}.</p>`;
	const url = '/file/' + state.image.split('/').map(encodeURIComponent).join('/');
	return html`<${Zoom} picture=${{name, url, width: 320, height: 240, caption: `${name} (${cameraName(camera)})`}} />`;
}

// cameraName is "left camera" for Camera_Left.
function cameraName(camera) {
	return camera.replace('Camera_', '').toLowerCase() + ' camera';
}

function colorOf(task, i) {
	const o = task.diagram.objects.find((d) => d.obj_idx === i);
	return o ? o.color : 'transparent';
}

// fresh is the row that "+" adds.
function fresh(task) {
	return {obj_idx: task.objs[0], attr: 'position', pair: 'front.1'};
}

// Rows is the list of changes.
function Rows({task, rows, setRows, locked}) {
	const list = useRef(null);
	const [dragged, setDragged] = useState(-1);
	const put = (i, row) => setRows(rows.map((r, n) => (n === i ? row : r)));
	const move = (from, to) => {
		if (to < 0 || to >= rows.length || to === from) return false;
		const next = rows.slice();
		next.splice(to, 0, ...next.splice(from, 1));
		setRows(next);
		return true;
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
			<button type="button" class="button icon handle" disabled=${locked} aria-label=${`Change ${i}: drag, or move with the up and down keys`}
				onPointerDown=${(e) => { e.currentTarget.setPointerCapture(e.pointerId); setDragged(i); }} onPointerMove=${drag}
				onPointerUp=${() => setDragged(-1)} onPointerCancel=${() => setDragged(-1)}
				onKeyDown=${(e) => {
					const by = {ArrowUp: -1, ArrowDown: 1}[e.key];
					if (!by) return;
					e.preventDefault();
					shift(e, i, by);
				}}>⠿</button>
			<span class="order">${i}</span>
			<label class="labeled"><span class="sr">Object of change ${i}</span><select class="pick-object" disabled=${locked} value=${row.obj_idx}
				onChange=${(e) => put(i, {...row, obj_idx: Number(e.target.value)})}>
				${task.objs.map((o) => html`<option key=${o} value=${o} selected=${o === row.obj_idx}>${o}</option>`)}</select></label>
			<label class="labeled"><span class="sr">Attribute of change ${i}</span><select class="pick-attribute" disabled=${locked} value=${row.attr}
				onChange=${(e) => put(i, {...row, attr: e.target.value, pair: task.pairs[e.target.value][0]})}>
				${task.attributes.map((a) => html`<option key=${a} value=${a} selected=${a === row.attr}>${a}</option>`)}</select></label>
			<label class="labeled"><span class="sr">Value of change ${i}</span><select class="pick-value" disabled=${locked} value=${row.pair}
				onChange=${(e) => put(i, {...row, pair: e.target.value})}>
				${task.pairs[row.attr].map((v) => html`<option key=${v} value=${v} selected=${row.pair === v}>${v}</option>`)}
				</select></label>
			<button type="button" class="button icon up" disabled=${locked || i === 0} onClick=${(e) => shift(e, i, -1)}
				aria-label=${`Move change ${i} up`}>↑</button>
			<button type="button" class="button icon down" disabled=${locked || i === rows.length - 1} onClick=${(e) => shift(e, i, 1)}
				aria-label=${`Move change ${i} down`}>↓</button>
			<button type="button" class="button icon remove" disabled=${locked} onClick=${() => setRows(rows.filter((_, n) => n !== i))}
				aria-label=${`Remove change ${i}`}>✕</button>
		</li>`)}
	</ol>
	<div class="row"><button type="button" class="button add" disabled=${locked || rows.length >= task.max_steps} aria-label="Add a change"
		onClick=${() => setRows([...rows, fresh(task)])}>+</button>
		<span class="muted small">${task.max_steps === 1 ? 'Exactly one change.'
			: `At most ${task.max_steps} changes, in the order in which they were made.`} A step such as front.1 is one square of the diagram.</span></div>`;
}

// Diagram is the plane from above: x goes down, y to the right, as in the published test.
function Diagram({diagram}) {
	const {plane, visible, grid, margin, arrows, objects} = diagram;
	const low = plane[0] - margin, size = plane[1] - plane[0] + 2 * margin;
	const lines = [];
	for (let g = plane[0]; g <= plane[1]; g += grid) lines.push(g);
	const span = plane[1] - plane[0], seen = visible[1] - visible[0];
	const names = objects.map((o) => `${o.obj_idx}: ${o.shape} at (${o.x}, ${o.y})${o.visible ? '' : ', not visible'}`).join('; ');
	return html`<svg class="diagram" viewBox=${`${low} ${low} ${size} ${size}`} role="img"
		aria-label=${`Plane from above, x down, y to the right. ${names}`}>
		<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
			<path d="M0 0L6 3L0 6z" /></marker></defs>
		<rect class="page" x=${low} y=${low} width=${size} height=${size} />
		<rect class="unseen" x=${plane[0]} y=${plane[0]} width=${span} height=${span} />
		<rect class="seen" x=${visible[0]} y=${visible[0]} width=${seen} height=${seen} />
		${lines.map((g) => html`<line key=${'x' + g} class="grid-line" x1=${plane[0]} x2=${plane[1]} y1=${g} y2=${g} />
			<line key=${'y' + g} class="grid-line" y1=${plane[0]} y2=${plane[1]} x1=${g} x2=${g} />`)}
		<rect class="edge" x=${plane[0]} y=${plane[0]} width=${span} height=${span} />
		<rect class="edge" x=${visible[0]} y=${visible[0]} width=${seen} height=${seen} />
		<g class="axes"><line x1="0" y1="0" x2="0" y2="6" marker-end="url(#head)" /><line x1="0" y1="0" x2="6" y2="0" marker-end="url(#head)" />
			<text x="-2" y="5.4">x</text><text x="8.2" y="0">y</text></g>
		${arrows.map((a) => {
			// They stand in the margin: down at the left edge, right at the upper one.
			const half = 7, gap = 2.5, edge = plane[0] - margin / 2, along = a.to[0] ? [edge, 0] : [0, edge];
			const [dx, dy] = [a.to[1] * half, a.to[0] * half];
			const [x, y] = [along[0] + dx, along[1] + dy];
			const words = a.to[0] ? html`<text x=${x} y=${y + gap} transform=${`rotate(90 ${x} ${y + gap})`}>${a.name}</text>`
				: html`<text x=${x + gap} y=${y}>${a.name}</text>`;
			return html`<g key=${a.name} class="direction"><line x1=${along[0] - dx} y1=${along[1] - dy} x2=${x} y2=${y} marker-end="url(#head)" />
				${words}</g>`;
		})}
		${objects.map((o) => html`<${Thing} key=${o.obj_idx} o=${o} top=${low} />`)}
	</svg>`;
}

// Thing is an object; top is where the diagram ends.
function Thing({o, top}) {
	const fill = {fill: o.color};
	const inside = dark(o.color) ? '#fff' : '#000';
	const size = Math.max(2.6, Math.min(4, o.radius * 1.2));
	const above = o.x - o.radius - 1.6, letter = above > top + 1.3 ? above : o.x + o.radius + 1.6;
	return html`<g class="thing" opacity=${o.visible ? 0.8 : 0.3}>
		${o.shape === 'cube' ? html`<polygon points=${o.outline.map(([x, y]) => `${y},${x}`).join(' ')} style=${fill} />`
			: html`<circle cx=${o.y} cy=${o.x} r=${o.radius} style=${fill} stroke-dasharray=${o.shape === 'cylinder' ? '1.2 0.8' : undefined} />`}
		<text class="index" x=${o.y} y=${o.x} font-size=${size} style=${{fill: inside, stroke: o.color}}>${o.obj_idx}</text>
		<text class="letter" x=${o.y} y=${letter} font-size="2.6">${o.letter}</text>
	</g>`;
}

// dark tells whether white letters are easier to read on a color than black ones.
function dark(hex) {
	const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
	return 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2 < 0.18;
}

// Result is what is said of an answer.
function Result({task, run, judged, seconds, answer}) {
	const r = judged.result;
	return html`<div class=${`verdict ${judged.correct ? 'good' : 'bad'}`} role="status">
		<p><b>${judged.correct ? '✓ Correct' : '✗ Not correct'}</b>${r.errors.length > 0 ? `: ${r.errors.join(', ')}` : ''}.${' '}
			<span class="muted">${seconds.toFixed(1)} s</span></p>
		<p class="muted small">${run.user}, ${run.problem},
			${' '}<a href=${`/sample/${encodeURIComponent(task.split)}/${task.index}`}>${task.split}/${task.index}</a>, last picture: ${cameraName(task.view_final)}</p>
		<div class="lists"><div><h4>What was done</h4><${Steps} steps=${r.truth} /></div>
			<div><h4>Your answer</h4><${Steps} steps=${answer} /></div></div>
	</div>`;
}

function Steps({steps}) {
	return html`<ol class="steps-list" start="0">
		${(steps || []).map((s, i) => html`<li key=${i}>object ${s.obj_idx}: ${s.attr} ${s.pair}</li>`)}</ol>`;
}

// TranceHistory is what a user has done so far.
export function TranceHistory({lines, statistics}) {
	return html`<p>${answers(statistics.answers)}, ${statistics.time.toFixed(1)} s each.</p>
		<${Statistics} s=${statistics.scores} />
		<div class="wide"><table class="table"><thead><tr>${['When', 'Sample', 'Last picture', 'Time', 'Your answer', 'What was done', 'Errors']
			.map((t) => html`<th key=${t} scope="col">${t}</th>`)}</tr></thead>
		<tbody>${lines.map((l, i) => {
			const r = l.judgement.result;
			return html`<tr key=${i} class=${l.judgement.correct ? 'right-row' : 'wrong-row'}>
				<td>${new Date(l.started).toLocaleString()}</td>
				<td><a href=${`/sample/${encodeURIComponent(l.split)}/${l.index}`}>${l.split}/${l.index}</a></td>
				<td>${cameraName(r.view_final)}</td><td class="number">${l.seconds.toFixed(1)} s</td><td><${Steps} steps=${l.answer} /></td>
				<td><${Steps} steps=${r.truth} /></td><td>${l.judgement.correct ? '✓' : `✗ ${r.errors.join(', ')}`}</td></tr>`;
		})}</tbody></table></div>`;
}

function answers(n) {
	return n === 1 ? '1 answer' : `${n} answers`;
}

// What the figures are, with the published names. Distances are numbers, the others shares.
const figures = {acc: 'Correct (Acc)', loose_acc: 'Right final state (Loose Acc)', obj_acc: 'Right object (ObjAcc)',
	attr_acc: 'Right attribute (AttrAcc)', val_acc: 'Right value (ValAcc)', dist: 'Wrong attributes left (AD)',
	norm_dist: 'The same per change (AND)'};

// Statistics shows the figures of all answers or of those to one camera.
function Statistics({s}) {
	const percent = (v) => `${(100 * v).toFixed(1)} %`;
	return html`<dl class="facts statistics">
			${Object.entries(figures).filter(([key]) => key in s).map(([key, name]) => html`<div key=${key}><dt>${name}</dt>
				<dd>${key.endsWith('dist') ? s[key].toFixed(2) : percent(s[key])}</dd></div>`)}
			${Object.entries(s.step).map(([n, acc]) => html`<div key=${n}><dt>Correct with ${n} ${n === '1' ? 'change' : 'changes'}</dt>
				<dd>${percent(acc)}</dd></div>`)}</dl>
		${['Camera_Left', 'Camera_Center', 'Camera_Right'].filter((c) => s[c] && s[c].count > 0).map((c) => html`<section key=${c}>
			<h3>${cameraName(c)}: ${answers(s[c].count)}</h3><${Statistics} s=${s[c]} /></section>`)}`;
}
