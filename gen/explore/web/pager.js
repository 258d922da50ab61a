// The way from a sample to the next one, among those that pass the filters of the gallery.
import { html, useEffect, useState } from './vendor/preact.js';
import { get } from './api.js';
import { useKeys } from './keys.js';
import { filtersOf, galleryURL, sampleURL } from './place.js';
import { navigate } from './route.js';

// known is the last answer: the pager that is shown while a sample loads and the one beside it are two, and the second has it at once.
let known = {asked: ''};

// usePlaces is where a sample stands: {previous, next, place, of, complete}. Without filters it is what the sample says, or, until
// that is there, the numbers beside its own.
function usePlaces(dataset, split, index, sample, params) {
	const filter = new URLSearchParams(filtersOf(params)).toString();
	const asked = `/api/near/${encodeURIComponent(split)}/${index}?${filter}`;
	const [found, setFound] = useState(known);
	useEffect(() => {
		if (!filter) return undefined;
		const stop = new AbortController();
		let timer = 0, wait = 300;
		const load = async () => {
			try {
				const got = await get(asked, stop.signal);
				setFound(known = {...got, asked});
				if (got.complete) return;
			} catch { // the sample is asked for at the same time, and says what is wrong
				return;
			}
			wait = Math.min(5000, wait * 1.5);
			timer = setTimeout(load, wait);
		};
		load();
		return () => {
			clearTimeout(timer);
			stop.abort();
		};
	}, [asked]);
	if (filter) return found.asked === asked ? found : {previous: -1, next: -1};
	if (sample) return sample;
	const count = (dataset.splits.find((s) => s.name === split) || {count: 0}).count;
	return {previous: index - 1, next: index + 1 < count ? index + 1 : -1};
}

// Pager leads to the previous and the next sample. sample is null until it is there.
export function Pager({dataset, split, index, sample, params}) {
	const {previous, next, place, of, complete} = usePlaces(dataset, split, index, sample, params);
	const filters = filtersOf(params).map(([name, value]) => `${name.slice(2)}: ${value}`).join(', ');
	const go = (to) => to >= 0 && navigate(sampleURL(split, to, params));
	useKeys({'[': () => go(previous), p: () => go(previous), ']': () => go(next), n: () => go(next)});
	const side = (to, text, keys) => (to < 0 ? html`<span class="button" aria-disabled="true">${text}</span>`
		: html`<a class="button" href=${sampleURL(split, to, params)} title=${`Key ${keys}`}>${text}</a>`);
	const count = of !== undefined && `${of.toLocaleString('en-US')}${complete ? '' : ' so far'}`;
	return html`<nav class="pager" aria-label="Samples">
		${filters && html`<p class="filter">${count && html`<span role="status">${place > 0 ? `${place.toLocaleString('en-US')} of ${count}`
			: `not among the ${count}`}</span>`} with <a href=${galleryURL(split, params)}>${filters}</a></p>`}
		${side(previous, '‹ Previous', '[ or P')}
		${side(next, 'Next ›', '] or N')}
	</nav>`;
}
