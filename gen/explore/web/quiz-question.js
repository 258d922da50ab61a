// A question of the test: the picture, the words, what has to be read, the choices.
import { html, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { pictureThere } from './api.js';
import { Player } from './player.js';
import { fixed } from './units.js';

// QuestionTask is one question. The answer is a text.
export function QuestionTask({task, draft, setDraft, onSubmit, locked, judged, seconds, answer, onNext, last}) {
	const {choices, texts} = task;
	const value = draft || '';
	useLayoutEffect(() => { // before the choices are seen, so that no key is lost
		const onKey = (e) => {
			if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('select, dialog')) return;
			const i = /^[1-9]$/.test(e.key) ? Number(e.key) - 1 : e.key === '0' ? 9 : -1;
			if (i < 0 || i >= choices.length || locked || judged) return;
			e.preventDefault();
			setDraft(choices[i]);
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	});
	const submit = (e) => {
		e.preventDefault();
		if (judged) onNext();
		else if (!locked && value.trim()) onSubmit(value.trim());
	};
	const result = judged && judged.result;
	return html`<form class="test-question" onSubmit=${submit}>
		<div>
			<${Shown} key=${task.pictures[0]?.url} pictures=${task.pictures} />
			${texts.length > 0 && html`<h2>About the things in the picture</h2>
				<dl class="texts">${texts.map((t, i) => html`<div key=${i}><dt>${t.name}</dt><dd>${t.value}</dd></div>`)}</dl>`}
		</div>
		<div class="test-side">
			<p class="sentence" id="asked">${task.text}</p>
			<fieldset class="answers" aria-labelledby="asked" disabled=${locked || !!judged}>
				${choices.map((c, i) => html`<label key=${c} class=${mark(result, c, answer)}>
					<input type="radio" name="choice" value=${c} checked=${value === c} onChange=${() => setDraft(c)} />
					${i < 10 && html`<kbd aria-hidden="true">${(i + 1) % 10}</kbd>`} ${c}</label>`)}</fieldset>
			${judged && html`<${Verdict} judged=${judged} seconds=${seconds} />`}
			<div class="row">
				${judged ? html`<${Focused} label=${last ? 'See the score' : 'Next'} />`
					: html`<button type="submit" class="button primary" disabled=${locked || !value.trim()}>Submit</button>`}
			</div>
		</div>
	</form>`;
}

// Shown are the pictures of a question; a film is played, as its first camera sees it.
function Shown({pictures}) {
	const [now, setNow] = useState(0);
	const frames = pictures.filter((p) => p.film && p.film === pictures[0].film);
	const ready = (i) => frames.slice(i, i + 6).map((p) => pictureThere(p.url))[0];
	const film = frames.length > 1;
	return html`<div class="test-pictures">${(film ? [frames[now]] : pictures).map((p) => html`<${Zoom} key=${film ? 'film' : p.url} picture=${p} />`)}</div>
		${film && html`<${Player} times=${frames.map((p) => p.time || 0)} now=${now} setNow=${setNow} ready=${ready} />`}`;
}

// Focused is the button that goes on; it has the focus, so that Enter does.
function Focused({label}) {
	const ref = useRef(null);
	useLayoutEffect(() => ref.current.focus(), []);
	return html`<button ref=${ref} type="submit" class="button primary">${label}</button>`;
}

function mark(result, choice, answer) {
	if (!result) return '';
	if (choice === result.answer) return 'right-choice';
	return choice === answer ? 'wrong-choice' : '';
}

// Verdict is what is said of an answer.
export function Verdict({judged, seconds, children}) {
	return html`<div class=${`verdict ${judged.correct ? 'good' : 'bad'}`} role="status">
		<p><b>${judged.correct ? '✓' : '✗'} ${judged.verdict}</b>${judged.reasons.length > 0 ? `: ${judged.reasons.join(', ')}` : ''}.${' '}
			<span class="muted">${fixed(seconds, 1)} s</span></p>${children}</div>`;
}

// Zoom is a picture that grows when it is pressed.
export function Zoom({picture}) {
	const [large, setLarge] = useState(false);
	const dialog = useRef(null);
	useEffect(() => {
		if (large) dialog.current.showModal();
	}, [large]);
	return html`<figure class="enlarge"><button type="button" class="zoom-button" onClick=${() => setLarge(true)}
			aria-label=${`Enlarge ${picture.name}`}><img src=${picture.url} alt=${picture.name} width=${picture.width} height=${picture.height} /></button>
		${picture.caption && html`<figcaption>${picture.caption}</figcaption>`}
		${large && html`<dialog ref=${dialog} class="zoomed" aria-label=${picture.name} onClose=${() => setLarge(false)}
			onClick=${() => dialog.current.close()}><img src=${picture.url} alt=${picture.name} />
			<button type="button" class="button" onClick=${() => dialog.current.close()}>Close</button></dialog>`}
	</figure>`;
}
