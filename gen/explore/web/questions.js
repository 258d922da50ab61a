// Questions of a sample: their programs step by step, with other words, and programs of one's own.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { answerOf, changedWords, complete, same, withSide } from './calls.js';
import { flatten } from './entities.js';
import { Builder, Tree, useRun } from './program.js';
import { look } from './route.js';

// Questions is the list of questions and the one that is open.
export function Questions(props) {
	const {dataset, sample, page, place} = props;
	const [filter, setFilter] = useState('');
	const open = place.question; // number of a question, or "own"
	const own = useRef([]); // what it was last
	if (open === 'own') own.current = place.program || [];
	const box = useRef(null);
	const scrolled = useRef(0); // where the list was left
	const functions = useMemo(() => new Map((dataset.functions || []).map((f) => [f.name, f])), [dataset]);
	const entities = useMemo(() => new Map(flatten(page.entities).map((e) => [e.key, e])), [page]);
	const questions = page.questions || [];
	const listed = open !== 'own' && !questions[open];
	const was = useRef(listed);
	useLayoutEffect(() => {
		if (was.current === listed) return;
		was.current = listed;
		if (listed) window.scrollTo(0, scrolled.current);
		else if (box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView();
	}, [listed]);
	const show = (n) => {
		scrolled.current = window.scrollY;
		look({question: n, program: n === 'own' ? own.current : null, call: -1}, true);
	};
	const list = () => look({question: -1, program: null, call: -1}, true);
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	const found = questions.map((q, n) => [q, n]).filter(([q]) => {
		const text = [q.text, q.answer, ...(q.rows || []).map((r) => r.value)].join(' ').toLowerCase();
		return words.every((w) => text.includes(w));
	});
	const items = []; // those that are choices of one question together
	for (const item of found) {
		const [before] = items[items.length - 1] || [];
		if (item[0].group && before && before[0].group === item[0].group) items[items.length - 1].push(item);
		else items.push([item]);
	}
	const shared = {...props, functions, entities};
	if (questions.length === 0 && functions.size === 0) {
		return html`<p class="note">${dataset.title || dataset.set} has no questions.</p>`;
	}
	if (open === 'own') {
		return html`<section class="questions" ref=${box}><${Back} onClick=${list} />
			<${Own} ...${shared} program=${own.current} setProgram=${(program) => look({program})} /></section>`;
	}
	if (!listed) {
		return html`<section class="questions" ref=${box}><${Back} onClick=${list} n=${open} count=${questions.length}
				onGo=${(n) => look({question: n, program: null, call: -1})} />
			<${Opened} key=${open} ...${shared} question=${questions[open]} n=${open} asked=${sample.page.questions[open]}
				onEdit=${(program) => look({question: 'own', program, call: -1}, true)} /></section>`;
	}
	return html`<section class="questions" ref=${box}>
		<div class="row">
			${questions.length > 5 && html`<label class="labeled grow"><span class="sr">Filter the questions</span>
				<input type="search" placeholder=${`Filter ${questions.length} questions`} value=${filter}
					onInput=${(e) => setFilter(e.target.value)} /></label>`}
			${functions.size > 0 && html`<button type="button" class="button" onClick=${() => show('own')}>Own program</button>`}
		</div>
		<p class="sr" role="status">${found.length} of ${questions.length} questions</p>
		<ol class="question-list">
			${items.map((list) => {
				const [[q, n]] = list;
				const line = ([q, n]) => html`<button type="button" class="question" onClick=${() => show(n)}>
					<span class="question-text">${q.group ? q.choice : q.text}</span>
					<span class="question-tail"><${Answer} now=${q.answer} asked=${sample.page.questions[n]?.answer} choice=${q.group} />
					${!q.group && html`<span class="muted small">${kindOf(q)}</span>`}</span>
				</button>`;
				return html`<li key=${n}>${q.group ? html`<div class="stem"><p>${q.stem} <span class="muted small">${kindOf(q)}</span></p>
					<ul aria-label="Choices">${list.map((item) => html`<li key=${item[1]}>${line(item)}</li>`)}</ul></div>` : line(list[0])}</li>`;
			})}
		</ol>
		${found.length === 0 && questions.length > 0 && html`<p class="muted">No question has all these words.</p>`}
		${questions.length === 0 && html`<p class="muted">This sample has no questions.</p>`}
	</section>`;
}

function kindOf(q) {
	return (q.rows || []).map((r) => r.value).filter(Boolean).join(' · ');
}

// Answer shows an answer, and beside it the one that the dataset has where they differ; of a choice whether it is right.
export function Answer({now, asked, choice}) {
	const say = (a) => (choice && {yes: '✓ right', no: '✗ wrong'}[a]) || (a === '' ? 'no answer' : a);
	if (asked === undefined || asked === now) return html`<b class="answer">${say(now)}</b>`;
	return html`<span class="answer changed"><del>${say(asked)}</del><span aria-hidden="true"> → </span><b>${say(now)}</b></span>`;
}

function Back({onClick, n, count, onGo}) {
	return html`<div class="row">
		<button type="button" class="button" onClick=${onClick}>← All questions</button>
		${onGo && html`<span class="grow"></span>
			<button type="button" class="button" disabled=${n === 0} onClick=${() => onGo(n - 1)}>Previous</button>
			<span class="muted">${n + 1} / ${count}</span>
			<button type="button" class="button" disabled=${n === count - 1} onClick=${() => onGo(n + 1)}>Next</button>`}
	</div>`;
}

// Opened is one question with its program.
function Opened(props) {
	const {question, asked, n, functions, place, onEdit} = props;
	const original = question.program || [];
	const program = (original.length && place.program) || original;
	const setProgram = (changed) => look({program: same(changed, original) ? null : changed});
	const changed = !same(program, original);
	const run = useRun(props, original.length ? program : null, n);
	const words = useMemo(() => (changed && run.text ? changedWords(question.text, run.text) : null), [run.text, changed]);
	const answer = run.trace ? run.trace.answer : changed ? '' : question.answer;
	return html`<div class="asked">
		${changed ? html`
			<p class="muted small">As asked: ${question.text} <b>${asked.answer || 'no answer'}</b></p>
			<p class="sentence">${words ? words.map((w, i) => html`<span key=${i}>${w.fresh ? html`<mark>${w.word}</mark>` : w.word} </span>`)
				: run.busy ? '…' : 'These words together are no sentence of this dataset.'}</p>`
		: html`<p class="sentence">${question.text}</p>`}
		<p role="status">Answer: ${run.busy && changed ? '…' : html`<${Answer} now=${answer} asked=${asked.answer} />`}
			${run.trace && run.trace.fault && html` <span class="fault-note">${run.trace.fault}</span>`}
			${changed && html` <button type="button" class="button small" onClick=${() => setProgram(original)}>As asked</button>`}</p>
		<dl class="facts">${(question.rows || []).map((r) => html`<div key=${r.name}><dt>${r.name}</dt><dd>${r.value}</dd></div>`)}</dl>
		${question.evidence && html`<ul class="evidence">${question.evidence.map((r) => html`<li key=${r.name + r.value}><b>${r.name}</b> ${r.value}</li>`)}</ul>`}
		${original.length > 0 ? html`<${Steps} ...${props} run=${run} program=${program}
			onSide=${(i, k, v) => setProgram(withSide(program, i, k, v))} />` : html`<p class="muted">This question has no program.</p>`}
		${functions.size > 0 && original.length > 0 && html`<div class="row">
			<button type="button" class="button" onClick=${() => onEdit(program)}>Change the program</button></div>`}
	</div>`;
}

// Steps is the tree of a program and the way through it.
function Steps(props) {
	const {program, run, place, setHighlight, setHover} = props;
	const [over, setOver] = useState(-1);
	const results = run.trace ? run.trace.results : [];
	const box = useRef(null);
	const last = program.length - 1;
	const step = Math.min(place.call, last); // -1 for none
	const shown = over >= 0 ? over : step;
	useEffect(() => {
		setHighlight((results[shown] && results[shown].entities) || []);
	}, [shown, run.trace]);
	useEffect(() => () => setHighlight([]), []);
	// to(step) is the new step: a key that is held comes again before the page was drawn.
	const go = (to) => {
		setOver(-1); // where the cursor happens to rest must not hide the step
		setHover([]);
		look(({call}) => ({call: Math.max(0, Math.min(last, to(Math.min(call, last))))}));
	};
	useEffect(() => {
		if (step >= 0) box.current.querySelector(`[data-call="${step}"]`)?.scrollIntoView({block: 'nearest'});
	}, [step]);
	const moves = {first: () => go(() => 0), back: () => go((i) => i - 1), next: () => go((i) => i + 1), last: () => go(() => last)};
	useLayoutEffect(() => {
		const onKey = (e) => {
			if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input:not([type=range]), select, textarea, dialog')) return;
			const inside = box.current && box.current.contains(e.target);
			const move = {j: moves.next, k: moves.back}[e.key] ||
				(inside && {ArrowDown: moves.next, ArrowUp: moves.back, ArrowRight: moves.next, ArrowLeft: moves.back,
					Home: moves.first, End: moves.last}[e.key]);
			if (!move) return;
			e.preventDefault();
			e.stopPropagation();
			move();
		};
		// In the capture phase, so that arrows in here are not also those of the page around.
		window.addEventListener('keydown', onKey, true);
		return () => window.removeEventListener('keydown', onKey, true);
	});
	const result = results[step];
	return html`<div class="steps" ref=${box}>
		<div class="row stepper" role="group" aria-label="Step through the program">
			<button type="button" class="button" onClick=${moves.first}>First</button>
			<button type="button" class="button" onClick=${moves.back} title="Back (k)">Back</button>
			<button type="button" class="button" onClick=${moves.next} title="Next (j)">Next</button>
			<button type="button" class="button" onClick=${moves.last}>Last</button>
		</div>
		<p class="step-says" role="status">${step < 0 ? html`<span class="muted">Step through the calls with the buttons or the keys J and K.</span>`
			: html`Step ${step + 1} of ${last + 1}: <b>${program[step].function}</b> → ${result ? result.text : 'not run'}`}</p>
		${run.fault && run.at < 0 && html`<p class="call-fault" role="alert">${run.fault}</p>`}
		<${Tree} ...${props} trace=${run.trace} fault=${run} step=${step} onStep=${(i) => go(() => i)} onHover=${setOver} />
	</div>`;
}

// Own is a program of one's own.
function Own(props) {
	const {dataset, program, setProgram, functions, setHighlight} = props;
	const [over, setOver] = useState(-1);
	const run = useRun(props, complete(program) ? program : null, -1);
	const results = run.trace ? run.trace.results : [];
	// The answer itself is often about nothing, such as a number: then what it was found from is lit up.
	const shown = over >= 0 ? over : results.findLastIndex((r) => r.entities && r.entities.length > 0);
	useEffect(() => {
		setHighlight((results[shown] && results[shown].entities) || []);
	}, [shown, run.trace]);
	useEffect(() => () => setHighlight([]), []);
	return html`<div class="asked">
		<h3>Own program</h3>
		<p role="status">${program.length === 0 ? html`<span class="muted">Put calls together; the last one gives the answer.</span>`
			: html`Answer: <b class="answer">${run.trace ? answerOf(run.trace) : run.busy ? '…' : 'none'}</b>`}
			${run.trace && run.trace.fault && html` <span class="fault-note">${run.trace.fault}</span>`}</p>
		${run.fault && run.at < 0 && html`<p class="call-fault" role="alert">${run.fault}</p>`}
		<${Builder} ...${props} list=${dataset.functions} trace=${run.trace} fault=${run} onChange=${setProgram} onHover=${setOver}
			functions=${functions} />
	</div>`;
}
