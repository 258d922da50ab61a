// The film of a move: one picture of its strip at a time.
import { html, useState } from './vendor/preact.js';
import { Player } from './player.js';

// Film shows frame now of a film, or that it is made; {name, strip, busy, whatif, frames, times, width, height}, without strip until it
// is there for the first time. The scene in 3D has a picture of its own: there it is the player alone.
export function Film({film, now, setNow, solid}) {
	const {strip, frames, width, height} = film;
	const [drawn, setDrawn] = useState({strip: '', how: ''});
	const how = drawn.strip === strip ? drawn.how : '';
	return html`<div class=${`film ${film.busy ? 'stale' : ''}`} style=${{'--aspect': strip ? width / height : 4 / 3}}>
		<h3>${film.busy ? `Simulating ${film.name}…` : film.whatif.name}</h3>
		${!solid && html`<div class="film-frame" role="img" aria-label=${strip ? `${film.whatif.name}, after ${film.times[now].toFixed(2)} s` : film.name}>
			${strip && how !== 'failed' && html`<img key=${strip} src=${strip} alt="" onLoad=${() => setDrawn({strip, how: 'shown'})}
				onError=${() => setDrawn({strip, how: 'failed'})}
				style=${{width: `${frames * 100}%`, transform: `translateX(${-now / frames * 100}%)`}} />`}
			${strip && how === '' && html`<p class="over">Drawing the pictures…</p>`}
			${how === 'failed' && html`<p class="over call-fault">The pictures cannot be drawn here. 3D shows the motion, too.</p>`}
		</div>`}
		${strip && html`<${Player} key=${strip} times=${film.times} now=${now} setNow=${setNow} aspect=${width / height} thumb=${(i) => ({
			backgroundImage: `url("${strip}")`, backgroundSize: `${frames * 100}% 100%`,
			backgroundPosition: `${frames > 1 ? i / (frames - 1) * 100 : 0}% 0`,
		})} />`}
	</div>`;
}
