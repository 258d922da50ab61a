// The player of films: pictures of one and the same thing at different times, such as what becomes of a move, or the frames of a sample.
import { html, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { Events } from './events.js';
import { useKeys } from './keys.js';

const thumbs = 8; // pictures of the strip at most
const speeds = [[0.25, '¼'], [0.5, '½'], [1, '1'], [2, '2']];
const liked = {speed: 1, loop: false}; // what was chosen stays from film to film

// Player goes to one of the frames of a film: by Play, which takes as long as the film where the frames come in time, by its strip, its
// slider and the keys. times are those of the frames, seconds; now is the number of the frame that is shown. thumb(i) is the style of a
// small picture of frame i, null for a film without pictures, and aspect the width of a frame by its height. ready(i) begins to load frame
// i, and tells whether it is there. motion is what happens in a film of a sample; mark lights up what takes part in it.
export function Player({times, now, setNow, thumb, aspect, ready = () => true, motion, mark, setHover}) {
	const [playing, setPlaying] = useState(false);
	const [, redraw] = useState(0);
	const count = times.length, last = count - 1;
	const how = useRef({});
	how.current = {setNow, ready};
	const mine = useRef(now); // the frame that playing went to last
	const like = (change) => {
		Object.assign(liked, change);
		redraw((n) => n + 1);
	};
	// Whoever else goes to a frame stops it.
	useLayoutEffect(() => {
		if (playing && now !== mine.current) setPlaying(false);
	}, [now]);
	useEffect(() => {
		if (!playing) return undefined;
		let handle, before = null, shown = now >= last ? 0 : now, time = times[shown];
		const show = (i) => {
			mine.current = shown = i;
			how.current.setNow(i);
		};
		show(shown);
		const draw = (at) => {
			time += before === null ? 0 : (at - before) / 1000 * liked.speed;
			before = at;
			let to = shown;
			while (to < last && times[to + 1] <= time && how.current.ready(to + 1)) to++;
			if (to < last) {
				time = Math.min(time, times[to + 1]); // a frame that is late is waited for
			} else if (liked.loop && shown === last && time >= times[last] + times[last] / last && how.current.ready(0)) {
				to = 0;
				time = times[0];
			}
			if (to !== shown) show(to);
			if (shown < last || liked.loop) handle = requestAnimationFrame(draw);
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
	const faster = (by) => like({speed: (speeds[speeds.findIndex(([s]) => s === liked.speed) + by] || [liked.speed])[0]});
	// Sliders move by themselves, and Space presses what has the focus.
	const step = (by) => (e) => e.target.tagName === 'INPUT' ? false : seek(now + by);
	useKeys({
		ArrowLeft: step(-1), ArrowRight: step(1), ',': () => faster(-1), '.': () => faster(1), l: () => like({loop: !liked.loop}),
		' ': (e) => e.target.closest('button, a, summary, [role=treeitem], [role=button], input:not(.time-slider)') ? false : setPlaying(!playing),
	});
	const few = Math.min(thumbs, count);
	const says = `${times[now].toFixed(2)} s`;
	const after = motion ? motion.poses.length - count : 0; // frames that are not shown
	return html`<div class="player" role="group" aria-label="Film">
		${thumb && html`<div class="thumbs" aria-hidden="true" onPointerDown=${scrub} onPointerMove=${scrub}>
			${Array.from({length: few}, (_, k) => html`<div key=${k} class="thumb"
				style=${{'--aspect': aspect, ...thumb(few > 1 ? Math.round(k * last / (few - 1)) : 0)}}></div>`)}
			<span class="thumb-mark" style=${{left: `${(now + 0.5) / count * 100}%`}}></span>
		</div>`}
		<div class="timeline" style=${{gridTemplateColumns: `minmax(0, ${count}fr)` + (after > 0 ? ` minmax(6.5rem, ${after}fr)` : '')}}>
			<input type="range" class="time-slider" min="0" max=${last} step="1" value=${now} aria-label="Frame"
				aria-valuetext=${`frame ${now}, ${says}`} onInput=${(e) => seek(Number(e.target.value))} />
			${after > 0 && html`<span class="muted small">after the film</span>`}
			${motion && html`<${Events} motion=${motion} now=${now} setHover=${setHover} onJump=${(e) => { seek(e.frame); mark(e.entities); }} />`}
		</div>
		<div class="row">
			<button type="button" class="button icon" aria-label="Frame before" title="Frame before (←)" disabled=${now === 0}
				onClick=${() => seek(now - 1)}>‹</button>
			<button type="button" class="button play" onClick=${() => setPlaying(!playing)}>${playing ? 'Pause' : 'Play'}</button>
			<button type="button" class="button icon" aria-label="Next frame" title="Next frame (→)" disabled=${now === last}
				onClick=${() => seek(now + 1)}>›</button>
			<select class="field" aria-label="Speed" title="Speed (, and .)" value=${liked.speed} onChange=${(e) => like({speed: Number(e.target.value)})}>
				${speeds.map(([s, text]) => html`<option key=${s} value=${s} selected=${s === liked.speed}>${text}×</option>`)}</select>
			<button type="button" class="chip" aria-pressed=${liked.loop} onClick=${() => like({loop: !liked.loop})}>Loop <kbd>L</kbd></button>
			<output class="time"><span>frame ${now}</span> <span>${says}</span></output>
		</div>
	</div>`;
}
