// Filters of the gallery: which split, and which values of each facet.
import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { get } from './api.js';
import { useKeys } from './keys.js';
import { byValue } from './words.js';

const fewValues = 8; // that many are shown as buttons, more in a list to choose from

// Filters shows [["f.NAME", VALUE], ...] and calls onChange(split, filters).
export function Filters({dataset, split, filters, onChange}) {
	const {values, scanned, total} = useCounts(split);
	const box = useRef(null);
	const [open, setOpen] = useState(false); // on a phone; wide windows show them always
	useKeys({'/': () => {
		setOpen(true);
		const first = box.current.querySelector('select, button, input');
		if (first) first.focus();
	}});
	const has = (name, value) => filters.some(([n, v]) => n === 'f.' + name && v === value);
	const toggle = (name, value) => onChange(split, has(name, value)
		? filters.filter(([n, v]) => n !== 'f.' + name || v !== value) : [...filters, ['f.' + name, value]]);
	return html`<aside class="filters panel" aria-label="Filters" data-open=${open}>
		<button class="button fold" type="button" aria-expanded=${open} onClick=${() => setOpen(!open)}>
			Filters${filters.length > 0 ? ` (${filters.length})` : ''}</button>
		<div class="filters-body" ref=${box}>
			<label class="facet"><span class="facet-name">Split</span>
				<select class="field" id="split" value=${split} title=${split} onChange=${(e) => onChange(e.target.value, filters)}>
					${dataset.splits.map((s) => html`<option key=${s.name} value=${s.name} title=${s.name}>${s.name} (${said(s)})</option>`)}
				</select></label>
			${(dataset.facets || []).map((name) => html`<${Facet} key=${name} name=${name} counts=${values[name] || {}}
				chosen=${filters.filter(([n]) => n === 'f.' + name).map(([, v]) => v)} toggle=${(v) => toggle(name, v)} />`)}
			${filters.length > 0 && html`<button class="button" type="button" onClick=${() => onChange(split, [])}>Clear filters</button>`}
			${total > 0 && scanned < total && html`<p class="small muted">Counts are of the first
				${' '}${scanned.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} samples.</p>`}
		</div>
	</aside>`;
}

function said(s) {
	const n = s.count.toLocaleString('en-US');
	return s.finished < s.count ? `${s.finished.toLocaleString('en-US')} of ${n}` : n;
}

// useCounts asks how many samples have each value, again and again until all were looked at.
function useCounts(split) {
	const [state, setState] = useState({values: {}, scanned: 0, total: 0});
	useEffect(() => {
		let timer = 0, wait = 500, stopped = false;
		const load = async () => {
			try {
				const got = await get(`/api/facets?split=${encodeURIComponent(split)}`);
				if (stopped) return;
				setState({values: got.values || {}, scanned: got.scanned, total: got.total});
				if (got.scanned >= got.total) return;
			} catch { /* the samples are asked for at the same time and say what is wrong */ }
			wait = Math.min(5000, wait * 1.5);
			timer = setTimeout(load, wait);
		};
		load();
		return () => {
			stopped = true;
			clearTimeout(timer);
		};
	}, [split]);
	return state;
}

function Facet({name, counts, chosen, toggle}) {
	const id = 'facet-' + name.replace(/\W+/g, '-');
	const all = [...new Set([...Object.keys(counts), ...chosen])].sort(byValue);
	if (all.length === 0) return null;
	const few = all.length <= fewValues;
	const buttons = few ? all : chosen;
	const rest = all.filter((v) => !chosen.includes(v));
	return html`<div class="facet" role="group" aria-labelledby=${id}>
		<span class="facet-name" id=${id}>${name}</span>
		${buttons.length > 0 && html`<div class="chips">${buttons.map((v) => html`<button key=${v} class="chip" type="button"
			aria-pressed=${chosen.includes(v)} onClick=${() => toggle(v)}>${v}
			<span class="count">${(counts[v] || 0).toLocaleString('en-US')}</span></button>`)}</div>`}
		${!few && rest.length > 0 && html`<select class="field" aria-label=${`Add a value of ${name}`} value=""
			onChange=${(e) => e.target.value !== '' && toggle(rest[Number(e.target.value)])}>
			<option value="">Any${chosen.length > 0 ? ' of these, or…' : ''}</option>
			${rest.map((v, i) => html`<option key=${v} value=${i}>${v} (${(counts[v] || 0).toLocaleString('en-US')})</option>`)}
		</select>`}
	</div>`;
}
