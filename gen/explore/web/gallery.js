// The gallery: samples of a split that pass the filters, page by page.
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { get } from './api.js';
import { Filters } from './filters.js';
import { useKeys } from './keys.js';
import { filtersOf, sampleURL } from './place.js';
import { here, navigate } from './route.js';
import { short, summary } from './words.js';

const pageSize = 60; // cards that are loaded at once
const most = 600; // cards of one page: with many thousands browsers become slow

// What was loaded last, so that coming back to the gallery shows it at once.
let kept = {search: null, found: null};

// Where one was in the gallery, by search, as long as the browser's tab is open: how many cards were loaded, which card was at the top
// of the window and how far above it, pixels, and which one had the focus.
const places = {
	all: JSON.parse(sessionStorage.getItem('gallery') || '{}'),
	of: (search) => places.all[search] || {many: 0, top: -1, above: 0, focus: 0},
	set(search, change) {
		places.all[search] = {...places.of(search), ...change};
		places.save();
	},
	drop(search) {
		delete places.all[search];
		places.save();
	},
	save: () => sessionStorage.setItem('gallery', JSON.stringify(places.all)),
};

function searchOf(split, filters, from) {
	return new URLSearchParams([['split', split], ...filters, ...(from > 0 ? [['from', from]] : [])]).toString();
}

export function Gallery({dataset, address}) {
	const split = address.searchParams.get('split') || firstSplit(dataset);
	const filters = filtersOf(address.searchParams);
	const from = /^\d{1,9}$/.test(address.searchParams.get('from') || '') ? Number(address.searchParams.get('from')) : 0;
	const search = searchOf(split, filters, from);
	const show = (split, filters) => {
		const next = searchOf(split, filters, 0);
		places.drop(next); // what is chosen anew is shown from its beginning
		navigate('/?' + next);
	};
	return html`<div class="gallery">
		<h1 class="sr">Gallery</h1>
		<${Filters} dataset=${dataset} split=${split} filters=${filters} onChange=${show} />
		<${Found} key=${search} ...${{dataset, search, split, filters, from, params: address.searchParams}} />
	</div>`;
}

// Found is what a search finds.
function Found({dataset, search, split, filters, from, params}) {
	const query = searchOf(split, filters, 0);
	const {found, more, fault} = useSamples(search, query, from);
	const full = found.samples.length >= most, next = searchOf(split, filters, found.next);
	return html`<section class="found" aria-label="Samples">
		<${Progress} found=${found} from=${from} split=${split} dataset=${dataset} filtered=${filters.length > 0} />
		${fault && html`<p class="note bad" role="alert">${fault}</p>`}
		${from > 0 && html`<p class="more"><a class="button" href=${'/?' + query}>From the first sample on</a></p>`}
		<${Grid} search=${search} split=${split} params=${params} found=${found} pictures=${dataset.pictures} names=${dataset.facets || []} />
		${found.samples.length === 0 && found.next < 0 && !found.busy && html`<p class="note">
			${filters.length > 0 ? 'No sample passes these filters.' : `There are no samples in ${split}.`}</p>`}
		${found.next >= 0 && !full && html`<${More} busy=${found.busy} onMore=${more} />`}
		${found.next >= 0 && full && html`<p class="more"><a class="button" href=${'/?' + next} onClick=${() => places.drop(next)}>
			Next page, from index ${count(found.next)}</a></p>`}
	</section>`;
}

function firstSplit(dataset) {
	const filled = dataset.splits.find((s) => s.finished > 0 || s.count > 0);
	return filled ? filled.name : '';
}

// useSamples loads the samples of a search from an index on: as many as were there the last time, and with each call of more as many
// as a page takes, or until the split ends.
function useSamples(search, query, from) {
	const [state, setState] = useState(() => (kept.search === search ? kept.found : {samples: [], next: from, total: 0, busy: false}));
	const [fault, setFault] = useState('');
	const run = useRef(null);
	const found = useRef(state);
	const set = (f) => {
		found.current = f;
		kept = {search, found: {...f, busy: false}};
		if (!f.busy) places.set(search, {many: f.samples.length});
		setState(f);
	};
	const load = async (goal) => {
		if (run.current || found.current.next < 0) return;
		const stop = new AbortController();
		run.current = stop;
		setFault('');
		try {
			set({...found.current, busy: true});
			while (found.current.next >= 0 && found.current.samples.length < goal) {
				const limit = Math.min(500, goal - found.current.samples.length);
				const got = await get(`/api/samples?${query}&from=${found.current.next}&limit=${limit}`, stop.signal);
				set({samples: [...found.current.samples, ...(got.samples || [])], next: got.next, total: got.total, busy: true});
			}
		} catch (err) {
			if (err.name !== 'AbortError') setFault(err.message);
		}
		if (run.current === stop) {
			run.current = null;
			set({...found.current, busy: false});
		}
	};
	const more = useCallback(() => load(Math.min(most, found.current.samples.length + pageSize)), []);
	useEffect(() => {
		const goal = Math.min(most, Math.max(pageSize, places.of(search).many));
		if (found.current.samples.length < goal) load(goal);
		return () => {
			if (run.current) run.current.abort();
			run.current = null;
		};
	}, []);
	return {found: state, more, fault};
}

// Progress says how far the search is, and jumps to an index.
function Progress({found, from, split, dataset, filtered}) {
	const of = dataset.splits.find((s) => s.name === split);
	const total = found.total || (of ? of.count : 0);
	const looked = found.next < 0 ? total : found.next;
	const field = useRef(null);
	const [wrong, setWrong] = useState('');
	useKeys({g: () => field.current.focus()});
	const jump = (e) => {
		e.preventDefault();
		const index = Number(field.current.value);
		if (!/^\d+$/.test(field.current.value.trim()) || index >= total) {
			setWrong(`${split} has the indices 0 to ${total - 1}.`);
			return;
		}
		navigate(sampleURL(split, index, new URLSearchParams()));
	};
	return html`<div class="progress">
		<p role="status">${filtered
			? `${count(found.samples.length)} found, looked through ${count(looked)} of ${count(total)}`
			: `${count(found.samples.length)} of ${count(total)} samples`}${from > 0 ? `, from index ${count(from)} on` : ''}${found.busy ? '…' : ''}</p>
		<form class="jump" onSubmit=${jump}>
			<label>Go to index <input class="field" id="jump" ref=${field} inputmode="numeric" size="7" autocomplete="off"
				aria-describedby="jump-wrong" onInput=${() => setWrong('')} /></label>
			<button class="button" type="submit">Go</button>
			<span id="jump-wrong" class="bad" role="alert">${wrong}</span>
		</form>
	</div>`;
}

function count(n) {
	return n.toLocaleString('en-US');
}

// Grid shows thumbnails. One of them takes part in the order of Tab; arrows go to the others.
function Grid({search, split, params, found, pictures, names}) {
	const [at, setAt] = useState(places.of(search).focus);
	const grid = useRef(null);
	const wanted = useRef(places.of(search)); // where to scroll to, as soon as that is there
	useLayoutEffect(() => {
		const place = wanted.current, to = place && grid.current.children[place.top];
		if (!to && place && (place.top < 0 || (found.next < 0 && !found.busy))) wanted.current = null;
		if (!to) return undefined;
		// What comes into sight gets its true height only then, and the browser scrolls on its own when one goes back.
		// So it is put there until it stays there for some frames.
		let handle = 0;
		const settle = (still, frames) => {
			const off = to.getBoundingClientRect().top + place.above;
			window.scrollTo(0, window.scrollY + off);
			if (still < 8 && frames > 0) handle = requestAnimationFrame(() => settle(Math.abs(off) < 1 ? still + 1 : 0, frames - 1));
			else wanted.current = null;
		};
		settle(0, 120);
		return () => cancelAnimationFrame(handle);
	}, [found]);
	// At a click as well: a busy browser tells late that it has scrolled.
	const remember = () => {
		if (here().pathname !== '/' || wanted.current || !grid.current) return;
		const cards = [...grid.current.children], top = Math.max(0, cards.findIndex((li) => li.getBoundingClientRect().bottom > 0));
		if (cards.length > 0) places.set(search, {top, above: -cards[top].getBoundingClientRect().top});
	};
	useLayoutEffect(() => {
		window.addEventListener('scroll', remember, {passive: true});
		return () => window.removeEventListener('scroll', remember);
	}, []);
	const go = (i) => {
		const cards = grid.current.querySelectorAll('a.card');
		if (i < 0 || i >= cards.length) return;
		cards[i].focus();
	};
	const columns = () => {
		const tops = [...grid.current.children].map((li) => li.offsetTop);
		const n = tops.findIndex((top) => top > tops[0]);
		return n < 0 ? tops.length : n;
	};
	const step = {ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: () => -columns(), ArrowDown: () => columns()};
	const onKey = (e) => {
		if (!step[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
		e.preventDefault();
		go(at + step[e.key]());
	};
	useKeys({
		ArrowRight: () => go(at), ArrowDown: () => go(at),
	});
	const tab = Math.min(at, found.samples.length - 1);
	return html`<ul class="grid" ref=${grid} onKeyDown=${onKey} onClickCapture=${remember}>${found.samples.map((s, i) => html`<li key=${s.index}>
		<a class="card" href=${sampleURL(split, s.index, params)} tabindex=${i === tab ? 0 : -1} onFocus=${() => {
			setAt(i);
			places.set(search, {focus: i});
		}}>
			${pictures && html`<img src=${`/thumb/${encodeURIComponent(split)}/${s.index}?p=0&w=320`} alt="" loading="lazy"
				decoding="async" width="320" height="240" />`}
			<span class="card-text"><b title=${s.title}>${short(s.title)}</b><small>${summary(names, s.facets)}</small></span>
		</a></li>`)}</ul>`;
}

// More loads the next page when it comes into view, or by its button.
function More({busy, onMore}) {
	const button = useRef(null);
	useEffect(() => {
		const seen = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && onMore(), {rootMargin: '400px'});
		seen.observe(button.current);
		return () => seen.disconnect();
	}, [onMore, busy]);
	return html`<p class="more"><button class="button" type="button" ref=${button} onClick=${onMore} disabled=${busy}>
		${busy ? 'Looking…' : 'More'}</button></p>`;
}
