// Physics of a sample: what becomes of its objects when they are let go or one of them is moved, as a strip of pictures.
import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { get, post } from './api.js';
import { flatten, plain } from './program.js';
import { fixed, metres } from './units.js';

const thumbs = 8; // pictures below the large one

// Physics is the list of moves and the film of the chosen one.
export function Physics(props) {
	const {split, index, sample, page, edits, setPoses} = props;
	const [whatifs, setWhatifs] = useState(null);
	const [film, setFilm] = useState(null);
	const [chosen, setChosen] = useState(-1); // number of a what-if; -1 for none or a move of one's own
	const [fault, setFault] = useState('');
	const [busy, setBusy] = useState('');
	const wanted = useRef(null); // stops what was asked for before
	const place = `${encodeURIComponent(split)}/${index}`;
	const changes = JSON.stringify(plain(edits));
	// Object number i of the physics has id i+1 in the label pictures.
	const objects = useMemo(() => new Map(flatten(page.entities).filter((e) => e.channel === 'object').map((e) => [e.id - 1, e])), [page]);
	const moves = movesOf(whatifs || [], objects, edits.length > 0);
	useEffect(() => {
		setWhatifs(null);
		if (!sample.physical) return undefined;
		const stop = new AbortController();
		get(`/api/whatifs/${place}`, stop.signal).then((said) => setWhatifs(said.whatifs || []), (err) => {
			if (err.name !== 'AbortError') setFault(err.message);
		});
		return () => stop.abort();
	}, [place, sample.physical]);
	useEffect(() => {
		setFilm(null);
		setChosen(-1);
		return () => wanted.current && wanted.current.abort();
	}, [place, changes]);
	// show lets the scene go after a move: one of the list by its number, or one of a person's own, whose number is -1.
	const show = (move, n) => {
		if (wanted.current) wanted.current.abort();
		const stop = wanted.current = new AbortController();
		const known = n >= 0 && edits.length === 0;
		const {object, direction, distance} = move;
		setBusy(move.name);
		setFault('');
		setChosen(n);
		(known ? get(`/api/film/${place}/${n}`, stop.signal)
			: post(`/api/film/${place}`, {object, direction, distance, edits: JSON.parse(changes)}, stop.signal)).then((said) => {
			setFilm({...said, strip: `/api/film/${place}/${said.n}/strip.jpg`});
			setBusy('');
		}, (err) => {
			if (err.name === 'AbortError') return;
			setFault(err.message);
			setBusy('');
		});
	};
	if (!sample.physical) return html`<p class="note">The objects of this sample cannot be let go: ${sample.made
		? 'its set has no physics.' : 'it cannot be made again here.'}</p>`;
	return html`<section class="physics">
		${edits.length > 0 && html`<p class="note">Everything here is tried with your changes. What the dataset says of a move is left out, since
			it is about the scene without them.</p>`}
		<div class="physics-parts">
			<div>
				<h3 id="whatif-title">What if</h3>
				${!whatifs && !fault && html`<p class="muted">Loading…</p>`}
				<ul class="whatifs" aria-labelledby="whatif-title">
					${moves.map((w, n) => html`<li key=${n}><button type="button" class="whatif" aria-pressed=${chosen === n} onClick=${() => show(w, n)}>
						<span>${w.name}</span> ${w.outcome && html`<${Outcome} is=${w.outcome} />`}</button></li>`)}
				</ul>
				${whatifs && html`<${Move} usual=${usualDistance(whatifs, page)} objects=${objects}
					onMove=${(move) => show({...move, name: 'your move'}, -1)} />`}
			</div>
			<div class="film-side">
				${fault && html`<p class="call-fault" role="alert">${fault}</p>`}
				<p class="sr" role="status">${busy ? `Simulating ${busy}` : film ? `${film.whatif.name}, ${film.frames} pictures` : ''}</p>
				${busy && html`<p class="muted" aria-hidden="true">Simulating ${busy}…</p>`}
				${film && html`<${Film} key=${film.strip} film=${film} stale=${busy !== ''} setPoses=${setPoses} />
					<${Verdicts} ...${props} film=${film} objects=${objects} />`}
				${!film && !busy && !fault && html`<p class="muted">Choose what to try.</p>`}
			</div>
		</div>
	</section>`;
}

// movesOf are the moves to choose from. With changes they are letting go, and moves of what is still there, of which nothing is known.
function movesOf(whatifs, objects, changed) {
	if (!changed) return whatifs;
	return whatifs.filter((w, n) => n === 0 || objects.has(w.object)).map((w) => ({...w, outcome: ''}));
}

// usualDistance is how far things of the dataset are moved, meters.
function usualDistance(whatifs, page) {
	const move = whatifs.find((w) => w.distance > 0);
	return move ? move.distance : metres(page, 0.5);
}

// Outcome is a word in the color of good or bad.
function Outcome({is}) {
	return html`<span class=${`outcome ${is}`}>${is}</span>`;
}

// Move is the form for a move of one's own. usual is a distance to begin with, meters; ten times as far is the farthest.
function Move({usual, objects, onMove}) {
	const [object, setObject] = useState(objects.keys().next().value ?? 0);
	const [direction, setDirection] = useState('left');
	const [distance, setDistance] = useState(String(usual));
	const meters = Number(distance), farthest = 10 * usual;
	const wrong = !(meters > 0 && meters <= farthest);
	return html`<form class="move" onSubmit=${(e) => {
		e.preventDefault();
		if (!wrong) onMove({object, direction, distance: meters});
	}}>
		<h3>Own move</h3>
		<label class="labeled">Object <select value=${object} onChange=${(e) => setObject(Number(e.target.value))}>
			${[...objects].map(([i, e]) => html`<option key=${i} value=${i} selected=${i === object}>${e.name}</option>`)}</select></label>
		<label class="labeled">Direction <select value=${direction} onChange=${(e) => setDirection(e.target.value)}>
			${['left', 'right', 'front', 'behind'].map((d) => html`<option key=${d} value=${d} selected=${d === direction}>${d}</option>`)}</select></label>
		<label class="labeled">Distance in meters <input type="number" min="0" max=${farthest} step="any" value=${distance}
			aria-invalid=${wrong} onInput=${(e) => setDistance(e.target.value)} /></label>
		${wrong && html`<p class="call-fault">The distance must be more than 0 and at most ${farthest} meters.</p>`}
		<button type="submit" class="button" disabled=${wrong || !objects.has(object)}>Try it</button>
	</form>`;
}

// Film is one picture of the strip at a time. It plays in the time of the simulation.
function Film({film, stale, setPoses}) {
	const {frames, times, width, height, strip, whatif} = film;
	const [now, setNow] = useState(0);
	const [playing, setPlaying] = useState(false);
	const [failed, setFailed] = useState(false);
	const last = frames - 1;
	// The scene in 3D follows.
	useEffect(() => setPoses(film.moved[now]), [now]);
	useEffect(() => () => setPoses(null), []);
	useEffect(() => {
		if (!playing) return undefined;
		let handle, began = null;
		const from = now >= last ? 0 : now;
		const draw = (at) => {
			began = began === null ? at : began;
			const time = times[from] + (at - began) / 1000;
			let i = from;
			while (i < last && times[i + 1] <= time) i++;
			setNow(i);
			if (i < last) handle = requestAnimationFrame(draw);
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
		seek(Math.floor((e.clientX - box.left) / box.width * frames));
	};
	const few = Math.min(thumbs, frames);
	const says = `${times[now].toFixed(2)} s`;
	return html`<div class=${`film ${stale ? 'stale' : ''}`}>
		<h3>${whatif.name}</h3>
		<div class="film-frame" style=${{aspectRatio: `${width} / ${height}`}} role="img" aria-label=${`${whatif.name}, after ${says}`}>
			${failed ? html`<p class="call-fault">The pictures cannot be drawn here.</p>`
				: html`<img src=${strip} alt="" onError=${() => setFailed(true)}
					style=${{width: `${frames * 100}%`, transform: `translateX(${-now / frames * 100}%)`}} />`}
		</div>
		<div class="thumbs" aria-hidden="true" onPointerDown=${scrub} onPointerMove=${scrub}>
			${Array.from({length: few}, (_, k) => {
				const i = few > 1 ? Math.round(k * last / (few - 1)) : 0;
				return html`<div key=${k} class="thumb" style=${{
					aspectRatio: `${width} / ${height}`, backgroundImage: `url("${strip}")`,
					backgroundSize: `${frames * 100}% 100%`, backgroundPosition: `${last ? i / last * 100 : 0}% 0`,
				}}></div>`;
			})}
			<span class="thumb-mark" style=${{left: `${(now + 0.5) / frames * 100}%`}}></span>
		</div>
		<div class="row player">
			<button type="button" class="button play" onClick=${() => setPlaying(!playing)}>${playing ? 'Pause' : 'Play'}</button>
			<input type="range" class="grow" min="0" max=${last} step="1" value=${now} aria-label="Time" aria-valuetext=${says}
				onInput=${(e) => seek(Number(e.target.value))} onKeyDown=${(e) => {
					if (e.key === ' ') {
						e.preventDefault();
						setPlaying(!playing);
					}
				}} />
			<output class="time">${says}</output>
		</div>
	</div>`;
}

// Verdicts is the table of what becomes of each object that is there.
function Verdicts({film, objects, hover, setHover, select}) {
	return html`<table class="table verdicts"><caption class="sr">What becomes of each object</caption>
		<thead><tr><th scope="col">Object</th><th scope="col">Verdict</th><th scope="col">Change</th><th scope="col">Margin</th></tr></thead>
		<tbody>${film.verdicts.map((v, i) => {
			const e = objects.get(i);
			return e && html`<tr key=${i} class=${(hover || []).includes(e.key) ? 'lit' : ''}>
				<th scope="row"><button type="button" class="chip" onClick=${() => select(e.key)}
					onMouseEnter=${() => setHover([e.key])} onMouseLeave=${() => setHover([])}
					onFocus=${() => setHover([e.key])} onBlur=${() => setHover([])}>
					${e.color && html`<span class="swatch" style=${{background: e.color}} aria-hidden="true"></span>`}${e.name}</button></th>
				<td><${Outcome} is=${v.stable ? 'stable' : 'unstable'} /></td>
				<td class="number">${fixed(v.change, 3)}</td><td class="number">${Math.round(v.margin * 100)} %</td></tr>`;
		})}</tbody></table>
		<p class="muted small">Change: how far an object moved, in meters, or how much it turned, as the largest change of a number of its
		rotation. Margin: how many of the repeats with slightly different friction and places give the same verdict.</p>`;
}
