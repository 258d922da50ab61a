// The gallery: samples of a split that pass the filters, page by page.
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { get } from './api.js';
import { Filters } from './filters.js';
import { useKeys } from './keys.js';
import { navigate, sampleURL } from './route.js';

const pageSize = 60;

// What was loaded last, so that coming back to the gallery shows it at the same place.
let kept = {search: null, found: null, scroll: 0, focus: -1};

export function Gallery({dataset, address}) {
	const split = address.searchParams.get('split') || firstSplit(dataset);
	const filters = [...address.searchParams].filter(([name]) => name.startsWith('f.'));
	const search = new URLSearchParams([['split', split], ...filters]).toString();
	const {found, more, fault} = useSamples(search);
	const show = (split, filters) => navigate('/?' + new URLSearchParams([['split', split], ...filters]));
	return html`<div class="gallery">
		<h1 class="sr">Gallery</h1>
		<${Filters} dataset=${dataset} split=${split} filters=${filters} onChange=${show} />
		<section class="found" aria-label="Samples">
			<${Progress} found=${found} split=${split} dataset=${dataset} filtered=${filters.length > 0} />
			${fault && html`<p class="note bad" role="alert">${fault}</p>`}
			<${Grid} split=${split} found=${found} pictures=${dataset.pictures}
				names=${dataset.facets || []} />
			${found.samples.length === 0 && found.next < 0 && !found.busy && html`<p class="note">
				${filters.length > 0 ? 'No sample passes these filters.' : `There are no samples in ${split}.`}</p>`}
			${found.next >= 0 && html`<${More} busy=${found.busy} onMore=${more} />`}
		</section>
	</div>`;
}

function firstSplit(dataset) {
	const filled = dataset.splits.find((s) => s.finished > 0 || s.count > 0);
	return filled ? filled.name : '';
}

// useSamples loads the samples of a search. One call of more goes on until a page is full or the split ends.
function useSamples(search) {
	const empty = {samples: [], next: 0, total: 0, busy: false};
	const [state, setState] = useState(() => (kept.search === search ? kept.found : empty));
	const [fault, setFault] = useState('');
	const run = useRef(null);
	const found = useRef(state);
	const set = (search, f) => {
		found.current = f;
		kept = {...kept, search, found: {...f, busy: false}};
		setState(f);
	};
	const more = useCallback(async () => {
		if (run.current || found.current.next < 0) return;
		const stop = new AbortController();
		run.current = stop;
		setFault('');
		try {
			const goal = found.current.samples.length + pageSize;
			set(search, {...found.current, busy: true});
			while (found.current.next >= 0 && found.current.samples.length < goal) {
				const query = `/api/samples?${search}&from=${found.current.next}&limit=${goal - found.current.samples.length}`;
				const got = await get(query, stop.signal);
				set(search, {samples: [...found.current.samples, ...(got.samples || [])], next: got.next, total: got.total, busy: true});
			}
		} catch (err) {
			if (err.name !== 'AbortError') setFault(err.message);
		}
		if (run.current === stop) {
			run.current = null;
			set(search, {...found.current, busy: false});
		}
	}, [search]);
	useEffect(() => {
		if (kept.search !== search) {
			kept = {search, found: empty, scroll: 0, focus: -1};
			set(search, empty);
		}
		if (found.current.samples.length === 0) more();
		return () => {
			if (run.current) run.current.abort();
			run.current = null;
		};
	}, [search]);
	return {found: state, more, fault};
}

// Progress says how far the search is, and jumps to an index.
function Progress({found, split, dataset, filtered}) {
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
		navigate(sampleURL(split, index));
	};
	return html`<div class="progress">
		<p role="status">${filtered
			? `${count(found.samples.length)} found, looked through ${count(looked)} of ${count(total)}`
			: `${count(found.samples.length)} of ${count(total)} samples`}${found.busy ? '…' : ''}</p>
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
function Grid({split, found, pictures, names}) {
	const [at, setAt] = useState(Math.max(0, kept.focus));
	const grid = useRef(null);
	useLayoutEffect(() => {
		if (kept.scroll > 0) window.scrollTo(0, kept.scroll);
		const onScroll = () => {
			if (location.pathname === '/') kept.scroll = window.scrollY;
		};
		window.addEventListener('scroll', onScroll, {passive: true});
		return () => window.removeEventListener('scroll', onScroll);
	}, []);
	const go = (i) => {
		const cards = grid.current.querySelectorAll('a.card');
		if (i < 0 || i >= cards.length) return;
		setAt(i);
		kept.focus = i;
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
	return html`<ul class="grid" ref=${grid} onKeyDown=${onKey}>${found.samples.map((s, i) => html`<li key=${s.index}>
		<a class="card" href=${sampleURL(split, s.index)} tabindex=${i === tab ? 0 : -1} onFocus=${() => {
			setAt(i);
			kept.focus = i;
		}}>
			${pictures && html`<img src=${`/thumb/${encodeURIComponent(split)}/${s.index}?p=0&w=320`} alt="" loading="lazy"
				decoding="async" width="320" height="240" />`}
			<span class="card-text"><b title=${s.title}>${short(s.title)}</b><small>${summary(names, s.facets)}</small></span>
		</a></li>`)}</ul>`;
}

// short leaves out the middle of long names of splits, so that the index behind them stays in sight.
function short(title) {
	const slash = title.lastIndexOf('/');
	return slash > 16 ? title.slice(0, 7) + '…' + title.slice(slash - 6) : title;
}

// summary is a line of what a sample holds: its first facets.
function summary(names, facets) {
	return names.filter((name) => (facets || {})[name]).map((name) => {
		const [first, ...rest] = facets[name];
		return rest.length === 0 && /^\d+$/.test(first) ? `${name} ${first}` : [first, ...rest].join(', ');
	}).slice(0, 2).join(' · ');
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
