// Programs: a tree of calls with what each yields, and a table to build them from scratch.
import { html, useEffect, useState } from './vendor/preact.js';
import { post } from './api.js';
import { callNamed, inputsFor, missing, plain, readProgram, signature, withSide } from './calls.js';
import { look } from './route.js';

// useRun runs a program whenever it changes. It returns {trace, text, fault, at, busy}: what the server says, or why it does not;
// at is the call that the fault is about, or -1. The last trace stays while a new one is on its way.
export function useRun({split, index, edits}, program, question) {
	const [state, setState] = useState({trace: null, text: '', fault: '', at: -1, busy: false});
	const body = program && JSON.stringify({program, question, edits: plain(edits)});
	useEffect(() => {
		if (!body) {
			setState({trace: null, text: '', fault: '', at: -1, busy: false});
			return undefined;
		}
		const stop = new AbortController();
		setState((old) => ({...old, busy: true}));
		post(`/api/run/${encodeURIComponent(split)}/${index}`, JSON.parse(body), stop.signal).then(
			(said) => setState({trace: said.trace, text: said.text, fault: '', at: -1, busy: false}),
			(err) => {
				if (err.name !== 'AbortError') setState({trace: null, text: '', fault: err.message, at: callNamed(err.message), busy: false});
			});
		return () => stop.abort();
	}, [split, index, body]);
	return state;
}

// Tree shows a program with the call of the answer on top and its inputs below. A chain of calls with one input each is not
// indented, so that long programs fit a narrow page. What several calls take is shown where it is met first.
export function Tree(props) {
	const shown = new Set();
	return html`<div class="calls" role="group" aria-label="Program, the answer on top">
		${branch(props, props.program.length - 1, shown)}
	</div>`;
}

// branch draws a call and what it takes.
function branch(props, i, shown) {
	const rows = [];
	for (;;) {
		if (shown.has(i)) {
			rows.push(html`<${Again} key=${'again' + i} ...${props} i=${i} />`);
			break;
		}
		shown.add(i);
		rows.push(html`<${Call} key=${i} ...${props} i=${i} />`);
		const inputs = props.program[i].inputs.filter((n) => n >= 0 && n < i);
		if (inputs.length > 1) {
			rows.push(html`<ul class="call-inputs" key=${'of' + i}>
				${inputs.map((n, k) => html`<li key=${k}>${branch(props, n, shown)}</li>`)}
			</ul>`);
		}
		if (inputs.length !== 1) break;
		i = inputs[0];
	}
	return rows;
}

// Again stands for a call that is shown elsewhere.
function Again({program, i, onStep, onHover}) {
	return html`<p class="call again" onMouseMove=${() => onHover(i)} onMouseLeave=${() => onHover(-1)}>
		<span class="muted">the result of</span>
		<button type="button" class="call-number" onClick=${() => onStep(i)} onFocus=${() => onHover(i)} onBlur=${() => onHover(-1)}
			aria-label=${`Go to call ${i}, ${program[i].function}`}>${i}</button>
		<span class="muted">${program[i].function}, shown above</span></p>`;
}

// What is pointed at is told by moves of the mouse, not by its entering: it enters, too, what a key scrolls below it.

// Call is one call: its number, name, constants, result.
function Call({program, i, functions, trace, fault, step, onStep, onHover, onSide, entities, hover, setHover, selected, select}) {
	const call = program[i];
	const about = functions.get(call.function);
	const result = trace && trace.results[i];
	const stopped = trace && trace.fault && i === trace.results.length;
	const wrong = fault && fault.at === i;
	return html`<div class=${`call ${step === i ? 'current' : ''} ${stopped || wrong ? 'wrong' : ''}`} data-call=${i}
		onMouseMove=${() => onHover(i)} onMouseLeave=${() => onHover(-1)}
		onFocusIn=${() => onHover(i)} onFocusOut=${() => onHover(-1)}>
		<div class="call-head">
			<button type="button" class="call-number" onClick=${() => onStep(i)} aria-current=${step === i ? 'step' : undefined}
				aria-label=${`Go to call ${i}, ${call.function}`}>${i}</button>
			<span class="call-name" title=${about ? about.help : ''}>${call.function}</span>
			${call.side.map((value, k) => html`<${SideInput} key=${k} value=${value} side=${about && about.side[k]}
				name=${`Value ${k + 1} of call ${i}, ${call.function}`} onChange=${(v) => onSide(i, k, v)} />`)}
			${result && html`<span class="call-value"><span class="arrow" aria-hidden="true">→</span> ${brief(result)}</span>`}
		</div>
		<${About} result=${result} entities=${entities} hover=${hover} setHover=${setHover} selected=${selected} select=${select} />
		${stopped && html`<p class="call-fault">${trace.fault}</p>`}
		${wrong && html`<p class="call-fault" role="alert">${fault.fault}</p>`}
	</div>`;
}

// SideInput is a constant of a call: one of a list, or text that counts when the field is left or Enter is pressed.
function SideInput({value, side, name, onChange}) {
	const options = side && side.options;
	if (options && options.length) {
		const all = options.includes(value) ? options : [value, ...options];
		return html`<select class="side" aria-label=${name} value=${value} onChange=${(e) => onChange(e.target.value)}>
			${all.map((o) => html`<option key=${o} value=${o} selected=${o === value}>${o === '' ? '(none)' : o}</option>`)}
		</select>`;
	}
	return html`<input class="side" type="text" aria-label=${name} value=${value} size=${Math.max(6, String(value).length)}
		placeholder=${side ? side.type : ''} onChange=${(e) => onChange(e.target.value)} />`;
}

// brief is a result without the names that its chips say.
function brief({text, entities}) {
	const colon = text.indexOf(': ');
	return colon > 0 && entities && entities.length > 0 ? text.slice(0, colon) : text;
}

const most = 12; // chips of a call that are shown at first; sets such as "everything" would bury the rest

// About is what a result is about: its events, else its entities.
function About({result, ...chips}) {
	if (result && result.events) return html`<${Happens} events=${result.events} setHover=${chips.setHover} />`;
	return result && result.entities && result.entities.length > 0 && html`<${Chips} keys=${result.entities} ...${chips} />`;
}

// Happens names events of a film; pointing at one lights up what takes part, pressing it goes to its frame, if it has one.
function Happens({events, setHover}) {
	const [all, setAll] = useState(false);
	const shown = all ? events : events.slice(0, most);
	return html`<ul class="chips" aria-label="Events">
		${shown.map((e, i) => {
			const point = () => setHover(e.entities), leave = () => setHover([]);
			return html`<li key=${i}>${e.frame < 0 ? html`<span class="chip still" onMouseMove=${point} onMouseLeave=${leave}>${e.text}</span>`
				: html`<button type="button" class="chip" title="Go to the frame" onMouseMove=${point} onMouseLeave=${leave} onFocus=${point} onBlur=${leave}
					onClick=${() => look({frame: e.frame || -1})}>${e.text} ${e.kind !== 'frame' && html`<small class="count">frame ${e.frame}</small>`}</button>`}</li>`;
		})}
		${events.length > shown.length && html`<li><button type="button" class="chip more" onClick=${() => setAll(true)}>
			${events.length - shown.length} more</button></li>`}
	</ul>`;
}

// Chips name entities; pointing at one lights it up, pressing it selects it.
function Chips({keys, entities, hover, setHover, selected, select}) {
	const [all, setAll] = useState(false);
	const shown = all ? keys : keys.slice(0, most);
	return html`<ul class="chips" aria-label="It is about">
		${shown.map((key) => {
			const e = entities.get(key);
			return html`<li key=${key}><button type="button" aria-pressed=${selected === key}
				class=${`chip ${(hover || []).includes(key) ? 'lit' : ''}`}
				onMouseMove=${() => setHover([key])} onMouseLeave=${() => setHover([])}
				onFocus=${() => setHover([key])} onBlur=${() => setHover([])} onClick=${() => select(key)}>
				${e && e.color && html`<span class="swatch" style=${{background: e.color}} aria-hidden="true"></span>`}
				${e ? e.name : key}</button></li>`;
		})}
		${keys.length > shown.length && html`<li><button type="button" class="chip more" onClick=${() => setAll(true)}>
			${keys.length - shown.length} more</button></li>`}
	</ul>`;
}

// Builder is a table in which a program is put together, call by call.
export function Builder({program, list, functions, trace, fault, onChange, onHover, ...chips}) {
	const [added, setAdded] = useState('');
	const outs = program.map((call) => functions.get(call.function)?.out);
	const fitting = (type, before) => outs.flatMap((out, n) => (n < before && out === type ? [n] : []));
	const newest = (type, before) => fitting(type, before).at(-1) ?? -1;
	const possible = (f) => f.in.every((type) => fitting(type, program.length).length > 0);
	const fresh = (f, i) => ({function: f.name, inputs: f.in.map((type) => newest(type, i)),
		side: f.side.map((s) => (s.options && s.options[0]) || '')});
	const replace = (i, call) => onChange(program.map((c, n) => (n === i ? call : c)));
	const remove = (i) => {
		// Calls after it move up by one; what took it takes the newest result before it that fits, if there is one.
		const moved = (n) => (n > i ? n - 1 : n);
		onChange(program.filter((_, n) => n !== i).map((call) => ({...call,
			inputs: call.inputs.map((n) => (n === i ? newest(outs[i], i) : moved(n)))})));
	};
	const add = () => {
		const f = functions.get(added);
		if (f && possible(f)) onChange([...program, fresh(f, program.length)]);
	};
	const help = functions.get(added)?.help;
	return html`<div class="builder">
		<ol class="calls" aria-label="Calls, the last one gives the answer">
			${program.map((call, i) => {
				const f = functions.get(call.function);
				const result = trace && trace.results[i];
				const stopped = trace && trace.fault && i === trace.results.length;
				const open = call.inputs.some((n) => n < 0);
				return html`<li key=${i} class=${`call ${stopped || (fault && fault.at === i) ? 'wrong' : ''}`} data-call=${i}
					onMouseMove=${() => onHover(i)} onMouseLeave=${() => onHover(-1)} onFocusIn=${() => onHover(i)}
					onFocusOut=${() => onHover(-1)}>
					<div class="call-head">
						<span class="call-number still">${i}</span>
						<select aria-label=${`Function of call ${i}`} value=${call.function} title=${f ? f.help : ''}
							onChange=${(e) => replace(i, fresh(functions.get(e.target.value), i))}>
							${!f && html`<option value=${call.function}>${call.function} (unknown)</option>`}
							${list.map((g) => html`<option key=${g.name} value=${g.name} selected=${g.name === call.function}
								disabled=${g.in.some((type) => fitting(type, i).length === 0)}>${g.name}</option>`)}
						</select>
						${call.inputs.map((n, k) => html`<label class="inline" key=${'in' + k}>of
							<select aria-label=${`Input ${k + 1} of call ${i}`} value=${n}
								onChange=${(e) => replace(i, {...call, inputs: call.inputs.map((m, j) => (j === k ? Number(e.target.value) : m))})}>
								${n < 0 && html`<option value="-1" selected>nothing fits</option>`}
								${inputsFor(f, k, fitting, i, n).map((m) => html`<option key=${m} value=${m} selected=${m === n}>${m} ${program[m]?.function}</option>`)}
							</select></label>`)}
						${call.side.map((value, k) => html`<${SideInput} key=${'side' + k} value=${value} side=${f && f.side[k]}
							name=${`Value ${k + 1} of call ${i}`} onChange=${(v) => onChange(withSide(program, i, k, v))} />`)}
						${result && html`<span class="call-value"><span class="arrow" aria-hidden="true">→</span> ${brief(result)}</span>`}
						<button type="button" class="button small remove" onClick=${() => remove(i)}
							aria-label=${`Remove call ${i}, ${call.function}`}>Remove</button>
					</div>
					<${About} result=${result} ...${chips} />
					${open && html`<p class="call-fault">No call before it yields ${f ? missing(f, call) : 'what it takes'}.</p>`}
					${stopped && html`<p class="call-fault">${trace.fault}</p>`}
					${fault && fault.at === i && html`<p class="call-fault" role="alert">${fault.fault}</p>`}
				</li>`;
			})}
		</ol>
		${program.length === 0 && html`<p class="muted">No call yet. Begin with a function that takes nothing.</p>`}
		<div class="row add-call">
			<select aria-label="Function to add" value=${added} onChange=${(e) => setAdded(e.target.value)}>
				<option value="">Choose a function…</option>
				${list.map((f) => html`<option key=${f.name} value=${f.name} disabled=${!possible(f)}>${signature(f)}</option>`)}
			</select>
			<button type="button" class="button" disabled=${!functions.has(added) || !possible(functions.get(added))} onClick=${add}>Add call</button>
			<button type="button" class="button" disabled=${program.length === 0} onClick=${() => remove(program.length - 1)}>Remove last</button>
		</div>
		${help && html`<p class="muted small">${help}</p>`}
		<${AsJSON} program=${program} onChange=${onChange} />
	</div>`;
}

// AsJSON is the program as text, to be copied, pasted and changed.
function AsJSON({program, onChange}) {
	const said = `[\n${program.map((call) => '  ' + JSON.stringify(call)).join(',\n')}\n]`;
	const [text, setText] = useState(said);
	const [fault, setFault] = useState('');
	useEffect(() => {
		setText(said);
		setFault('');
	}, [said]);
	const apply = () => {
		try {
			onChange(readProgram(text, 0));
		} catch (err) {
			setFault(err.message);
		}
	};
	return html`<details class="as-json"><summary>As text</summary>
		<textarea aria-label="Program as JSON" rows=${Math.min(14, program.length + 3)} spellcheck=${false} value=${text}
			onInput=${(e) => setText(e.target.value)}></textarea>
		<div class="row"><button type="button" class="button" disabled=${text === said} onClick=${apply}>Use this text</button>
			<button type="button" class="button" disabled=${text === said} onClick=${() => setText(said)}>Discard</button></div>
		${fault && html`<p class="call-fault" role="alert">${fault}</p>`}
	</details>`;
}
