// The player of films: pictures of one and the same thing at different times, such as what becomes of a move, or the frames of a sample.
import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { useKeys } from './keys.js';

const thumbs = 8; // pictures of the strip at most

// Player goes to one of the frames of a film: by Play, which takes as long as the film, by its strip, its slider and the keys. times
// are those of the frames, seconds; now is the number of the frame that is shown. thumb(i) is the style of a small picture of frame i,
// null for a film without pictures, and aspect the width of a frame by its height.
export function Player({times, now, setNow, thumb, aspect}) {
	const [playing, setPlaying] = useState(false);
	const count = times.length, last = count - 1;
	const show = useRef(setNow);
	show.current = setNow;
	useEffect(() => {
		if (!playing) return undefined;
		let handle, began = null, shown = now >= last ? 0 : now;
		const from = times[shown];
		show.current(shown);
		const draw = (at) => {
			began = began === null ? at : began;
			const before = shown;
			while (shown < last && times[shown + 1] - from <= (at - began) / 1000) shown++;
			if (shown !== before) show.current(shown);
			if (shown < last) handle = requestAnimationFrame(draw);
			else setPlaying(false);
		};
		handle = requestAnimationFrame(draw);
		return () => cancelAnimationFrame(handle);
	}, [playing]);
	const seek = (i) => {
		setPlaying(false);
		setNow(Math.max(0, Math.min(last, i)));
	};
	const scrub = (e) => {
		if (e.type === 'pointermove' && e.buttons === 0) return;
		const box = e.currentTarget.getBoundingClientRect();
		seek(Math.floor((e.clientX - box.left) / box.width * count));
	};
	// Sliders move by themselves, and Space presses what has the focus.
	const step = (by) => (e) => e.target.tagName === 'INPUT' ? false : seek(now + by);
	useKeys({
		ArrowLeft: step(-1), ArrowRight: step(1),
		' ': (e) => e.target.closest('button, a, summary, [role=treeitem], [role=button], input:not(.time-slider)') ? false : setPlaying(!playing),
	});
	const few = Math.min(thumbs, count);
	const says = `${times[now].toFixed(2)} s`;
	return html`<div class="player" role="group" aria-label="Film">
		${thumb && html`<div class="thumbs" aria-hidden="true" onPointerDown=${scrub} onPointerMove=${scrub}>
			${Array.from({length: few}, (_, k) => html`<div key=${k} class="thumb"
				style=${{'--aspect': aspect, ...thumb(few > 1 ? Math.round(k * last / (few - 1)) : 0)}}></div>`)}
			<span class="thumb-mark" style=${{left: `${(now + 0.5) / count * 100}%`}}></span>
		</div>`}
		<div class="row">
			<button type="button" class="button play" onClick=${() => setPlaying(!playing)}>${playing ? 'Pause' : 'Play'}</button>
			<input type="range" class="grow time-slider" min="0" max=${last} step="1" value=${now} aria-label="Frame"
				aria-valuetext=${`frame ${now}, ${says}`} onInput=${(e) => seek(Number(e.target.value))} />
			<output class="time"><span>frame ${now}</span> <span>${says}</span></output>
		</div>
	</div>`;
}
