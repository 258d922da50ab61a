// The test for people: questions or tasks of the dataset, answered against the clock.
import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { get, store } from './api.js';
import { QuestionTask } from './quiz-question.js';
import { Steps, Task } from './quiz-task.js';
import { figureText, fixed, percent } from './units.js';
import { capital } from './words.js';

// Everything that a person has typed is kept in the browser until the server has it.
const keep = {
	read(name, otherwise) {
		try {
			return JSON.parse(localStorage.getItem(name)) ?? otherwise;
		} catch {
			return otherwise;
		}
	},
	write: (name, value) => localStorage.setItem(name, JSON.stringify(value)),
	remove: (name) => localStorage.removeItem(name),
};

// Test is the page of the test.
export function Test({dataset}) {
	const where = `test ${dataset.root} ${dataset.seed}`; // other datasets on this address have their own
	const [run, setRun] = useState(() => keep.read(where, null));
	const change = (next) => {
		if (next) keep.write(where, next);
		else keep.remove(where);
		setRun(next);
	};
	if (!dataset.test) return html`<h1>Test</h1><p class="note">${dataset.title || dataset.set} has no test for people.</p>`;
	if (dataset.storesNot) return html`<h1>Test</h1><p class="note">Answers cannot be stored: ${dataset.storesNot}.</p>`;
	return html`<div class="test">
		<h1>Test</h1>
		${!run && html`<${Setting} dataset=${dataset} where=${where} onStart=${change} />`}
		${run && run.results.length < run.count && html`<${Running} dataset=${dataset} where=${where} run=${run} setRun=${change} />`}
		${run && run.results.length >= run.count && html`<${Score} run=${run} onAgain=${() => change(null)} />
			<${History} dataset=${dataset} user=${run.user} problem=${run.problem} open=${true} />`}
	</div>`;
}

const day = 24 * 60 * 60; // the server takes no longer times

// Setting is the form before a test.
function Setting({dataset, where, onStart}) {
	const last = keep.read(where + ' setting', {});
	const [user, setUser] = useState(last.user || 'test');
	const [problem, setProblem] = useState(dataset.problems.includes(last.problem) ? last.problem : dataset.problems[0] || '');
	const [count, setCount] = useState(last.count || 10);
	const [mode, setMode] = useState(last.mode || 'instant');
	const says = dataset.problemsSay || {};
	const wrong = !(Number.isInteger(count) && count >= 1 && count <= 1000);
	const start = (e) => {
		e.preventDefault();
		if (wrong || !user.trim()) return;
		const setting = {user: user.trim(), problem, count, mode};
		keep.write(where + ' setting', setting);
		onStart({...setting, results: [], task: null});
	};
	return html`<form class="panel setting" onSubmit=${start}>
		<label class="labeled">Your name <input type="text" required maxlength="64" value=${user} onInput=${(e) => setUser(e.target.value)} /></label>
		<label class="labeled">${dataset.test === 'task' ? 'Problem' : 'Split'}
			<select value=${problem} onChange=${(e) => setProblem(e.target.value)}>${dataset.problems.map((p) => html`<option key=${p} value=${p}
				selected=${p === problem}>${p}${says[p] ? `: ${says[p]}` : ''}</option>`)}</select></label>
		<label class="labeled">How many ${dataset.test === 'task' ? 'tasks' : 'questions'}
			<input type="number" min="1" max="1000" value=${count} onInput=${(e) => setCount(Number(e.target.value))} /></label>
		<fieldset><legend>Scoring</legend>
			<label><input type="radio" name="mode" checked=${mode === 'instant'} onChange=${() => setMode('instant')} /> instant: the right answer
				is shown after each</label>
			<label><input type="radio" name="mode" checked=${mode === 'blind'} onChange=${() => setMode('blind')} /> blind: nothing is shown
				until the end</label></fieldset>
		<div class="row"><button type="submit" class="button primary" disabled=${wrong || !user.trim()}>Start</button></div>
	</form>
	<${History} dataset=${dataset} user=${user.trim()} problem=${problem} />`;
}

// Running is a test under way: one task after the other.
function Running({dataset, where, run, setRun}) {
	const [fault, setFault] = useState('');
	const [waiting, setWaiting] = useState(false); // the server could not be reached with an answer
	const [sending, setSending] = useState(false);
	const {task, judged} = run;
	const heading = useRef(null);
	const load = () => {
		setFault('');
		get(`/api/test?${new URLSearchParams({user: run.user, problem: run.problem})}`).then((next) => {
			setRun({...run, task: next, draft: null, judged: null, body: null, started: new Date().toISOString()});
			heading.current?.focus();
		}, (err) => setFault(err.message));
	};
	useEffect(() => {
		if (!task) load();
	}, [task]);
	const send = async (body) => {
		setSending(true);
		setFault('');
		try {
			const said = await store('/api/test/answer', body);
			setWaiting(false);
			const result = {correct: said.judgement ? said.judgement.correct : null, seconds: body.seconds, type: (said.judgement && said.judgement.result.type) || ''};
			// What is shown of a blind answer is nothing: the next task comes.
			if (run.mode === 'blind') setRun({...run, results: [...run.results, result], task: null, body: null, judged: null});
			else setRun({...run, body, judged: {...said.judgement, ...said.told}, result});
		} catch (err) {
			// The server says what is wrong with an answer; anything else is a reason to try again with the same one.
			const refused = err.status >= 400 && err.status < 500;
			setWaiting(!refused);
			setFault(err.message);
			const taken = err.status === 409; // in another tab, or by somebody with the same name: the next one follows
			setRun({...run, body: refused ? null : body, ...(taken && {task: null, draft: null})});
		}
		setSending(false);
	};
	const submit = (answer) => {
		const body = {user: run.user, problem: run.problem, split: task.split, index: task.index, question: task.question, answer,
			started: run.started, seconds: Math.min(day, Math.round((Date.now() - Date.parse(run.started)) / 10) / 100), mode: run.mode};
		setRun({...run, body});
		send(body);
	};
	useEffect(() => {
		// After a reload, or while the server is away, the answer that it has not got is sent again.
		if (!run.body || judged || sending) return undefined;
		const timer = setTimeout(() => send(run.body), waiting ? 3000 : 0);
		return () => clearTimeout(timer);
	}, [waiting, sending, run.body, judged]);
	const next = () => setRun({...run, results: [...run.results, run.result], task: null, judged: null, body: null, draft: null});
	const Asked = dataset.test === 'task' ? Task : QuestionTask;
	const n = run.results.length;
	return html`<div class="running">
		<div class="row progress-row">
			<h2 tabindex="-1" ref=${heading}>${n + 1} of ${run.count}</h2>
			<progress class="grow" max=${run.count} value=${n} aria-label="Progress"></progress>
			<span class="muted">${run.user}${run.problem ? ` · ${run.problem}` : ''} · ${run.mode}</span>
			<button type="button" class="button" onClick=${() => setRun(n > 0 ? {...run, count: n} : null)}>Stop</button>
		</div>
		${fault && html`<p class="call-fault" role="alert">${fault}${waiting ? ' Your answer is kept here and sent again every few seconds.' : ''}
			${!task && html` <button type="button" class="button small" onClick=${load}>Try again</button>`}</p>`}
		${task ? html`<${Asked} key=${`${task.split}/${task.index}/${task.question}`} task=${task} draft=${run.draft} locked=${sending || !!run.body}
			setDraft=${(draft) => setRun({...run, draft})} onSubmit=${submit} judged=${judged} seconds=${judged && run.body.seconds}
			answer=${run.body && run.body.answer} onNext=${next} last=${n + 1 === run.count} run=${run} />`
		: !fault && html`<p class="muted">Loading…</p>`}
	</div>`;
}

// Score is what is said at the end.
function Score({run, onAgain}) {
	const {results} = run;
	const groups = new Map();
	for (const r of results) groups.set(r.type, [...(groups.get(r.type) || []), r]);
	const judged = results.filter((r) => r.correct !== null);
	const mean = (list) => (list.reduce((sum, r) => sum + r.seconds, 0) / list.length).toFixed(1);
	const right = (list) => list.filter((r) => r.correct).length;
	return html`<section class="panel score"><h2>Done</h2>
		${judged.length > 0 ? html`<p class="score-line"><b>${right(results)} of ${results.length}</b> right, ${mean(results)} s each.</p>`
			: html`<p class="score-line">${results.length} answers stored, ${mean(results)} s each. The history below shows how good they are.</p>`}
		${judged.length > 0 && groups.size > 1 && html`<table class="table"><thead><tr><th scope="col">Question type</th><th scope="col">Right</th>
			<th scope="col">Time</th></tr></thead><tbody>${[...groups].sort().map(([type, list]) => html`<tr key=${type}><th scope="row">${type}</th>
			<td class="number">${right(list)} of ${list.length}</td><td class="number">${mean(list)} s</td></tr>`)}</tbody></table>`}
		<div class="row"><button type="button" class="button primary" onClick=${onAgain}>Another test</button></div>
	</section>`;
}

// History is what a user has answered so far.
function History({dataset, user, problem, open}) {
	const [shown, setShown] = useState(!!open);
	const [said, setSaid] = useState(null);
	const [fault, setFault] = useState('');
	useEffect(() => {
		if (!shown || !user) return undefined;
		const stop = new AbortController();
		setSaid(null);
		setFault('');
		get(`/api/test/history?${new URLSearchParams({user, problem})}`, stop.signal).then(setSaid, (err) => {
			if (err.name !== 'AbortError') setFault(err.message);
		});
		return () => stop.abort();
	}, [shown, user, problem]);
	return html`<section class="panel history"><h2>History</h2>
		${!shown && html`<button type="button" class="button" disabled=${!user} onClick=${() => setShown(true)}>Show</button>`}
		${fault && html`<p class="call-fault" role="alert">${fault}</p>`}
		${said && said.lines.length === 0 && html`<p class="muted">${user} has answered nothing yet.</p>`}
		${said && said.lines.length > 0 && html`<${Answered} lines=${said.lines} statistics=${said.statistics} />
			<p><a class="button" href=${`/api/test/export?${new URLSearchParams({user})}`} download=${`${user}.jsonl`}>Export as JSON lines</a></p>`}
	</section>`;
}

// Answered sums answers up and lists them.
function Answered({lines, statistics}) {
	const types = Object.entries(statistics.types || {}).sort();
	const first = lines.find((l) => l.told)?.told || {rows: [], lists: []};
	const columns = ['When', 'Sample', ...first.rows.map((r) => capital(r.name)), ...first.lists.map((l) => l.title), 'Time', 'Result'];
	return html`<p>${percent(statistics.right)} of ${statistics.answers} right, ${fixed(statistics.time, 1)} s each.</p>
		${types.length > 0 && html`<table class="table"><thead><tr>${['Question type', 'Answers', 'Right', 'Time'].map((t) => html`<th key=${t}
			scope="col">${t}</th>`)}</tr></thead><tbody>${types.map(([type, s]) => html`<tr key=${type}><th scope="row">${type}</th>
			<td>${s.answers}</td><td>${percent(s.right)}</td><td>${fixed(s.time, 1)} s</td></tr>`)}</tbody></table>`}
		${(statistics.scores || []).map((s) => html`<section key=${s.title || ''}>${s.title && html`<h3>${s.title}</h3>`}
			<dl class="facts statistics">${s.figures.map((f) => html`<div key=${f.key}><dt>${f.name}</dt><dd>${figureText(f)}</dd></div>`)}</dl>
		</section>`)}
		<div class="wide"><table class="table"><thead><tr>${columns.map((t) => html`<th key=${t} scope="col">${t}</th>`)}</tr></thead>
		<tbody>${lines.map((l, i) => html`<tr key=${i} class=${l.judgement.correct ? 'right-row' : 'wrong-row'}>
			<td>${new Date(l.started).toLocaleString()}</td>
			<td><a href=${`/sample/${encodeURIComponent(l.split)}/${l.index}`}>${l.split}/${l.index}</a></td>
			${l.told && l.told.rows.map((r) => html`<td key=${r.name}>${r.value}</td>`)}
			${l.told && l.told.lists.map((list) => html`<td key=${list.title}><${Steps} lines=${list.lines} /></td>`)}
			<td class="number">${fixed(l.seconds, 1)} s</td>
			<td>${l.judgement.correct ? '✓' : `✗ ${l.told ? l.told.reasons.join(', ') : ''}`}</td></tr>`)}</tbody></table></div>`;
}
