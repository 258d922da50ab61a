// The strip of what happens in a film.
import { html, useRef, useState } from './vendor/preact.js';

// Of kinds of events: the sign, what it says, and in which line of the strip it stands.
const kinds = {collision: ['◆', 'collision', 0], in: ['►', 'enters', 1], out: ['◄', 'leaves', 1], rests: ['■', 'comes to rest', 2]};

// Events has a mark at the frame of each event (WAI-ARIA toolbar pattern: one takes part in the order of Tab, arrows go to the others), those
// that happen after the film apart. Below it says what the mark is about, or what has just happened. onJump goes to an event.
export function Events({motion, now, setHover, onJump}) {
	const {frames, poses, events} = motion;
	const [over, setOver] = useState(null);
	const [at, setAt] = useState(0);
	const marks = useRef([]);
	const recent = events.findLast((e) => !e.after && e.frame <= now && now - e.frame <= frames / 16);
	const said = over || recent;
	const point = (e) => {
		setOver(e);
		setHover(e ? e.entities : []);
	};
	const onKey = (e) => {
		const to = at + ({ArrowLeft: -1, ArrowRight: 1}[e.key] || NaN);
		if (!marks.current[to] || to >= events.length) return;
		e.preventDefault();
		marks.current[to].focus();
	};
	// share is how far along its part of the strip an event stands, 0 to 1.
	const share = (e) => (e.after ? (e.frame - frames + 1) / (poses.length - frames) : e.frame / (frames - 1));
	// beside is how many events of the same frame stand to the left of one, in its line, or in any.
	const beside = (i, any) => events.slice(0, i).filter((e) => e.frame === events[i].frame && (any || kinds[e.kind][2] === kinds[events[i].kind][2])).length;
	const part = (after) => html`<div class=${`events ${after ? 'after' : ''}`}>${events.map((e, i) => Boolean(e.after) === after && html`<button key=${i}
		type="button" class="event" data-kind=${e.kind} ref=${(b) => { marks.current[i] = b; }} tabindex=${i === at ? 0 : -1}
		style=${{'--share': share(e), '--line': kinds[e.kind][2], '--beside': beside(i), '--beside-any': beside(i, true)}} aria-label=${frameOf(e) + e.text} onClick=${() => onJump(e)}
		onPointerEnter=${() => point(e)} onPointerLeave=${() => point(null)} onFocus=${() => { setAt(i); point(e); }} onBlur=${() => point(null)}>
		${kinds[e.kind][0]}</button>`)}</div>`;
	return html`<div class="strip" role="toolbar" aria-label="Events" onKeyDown=${onKey}>
		${part(false)}${poses.length > frames && part(true)}
		<p class="event-says small">${said ? frameOf(said) + said.text : html`<span class="muted">${Object.entries(kinds)
			.filter(([kind]) => events.some((e) => e.kind === kind)).map(([kind, [sign, text]]) => `${sign} ${text}`).join('   ') || 'Nothing happens.'}</span>`}</p>
	</div>`;
}

function frameOf(e) {
	return `${e.after ? 'After the film, frame' : 'Frame'} ${e.frame}: `;
}
