// What is looked at, as it stands in the parameters of an address.
import { programIn } from './calls.js';

// placeOf reads what is looked at on a sample's page: {tab, question, program, call, whatif, frame, selected}. Numbers are -1 where nothing is
// chosen; question is "own" for a program of one's own; program is that, or the question's where it is changed, else null; selected is a
// key or null.
export function placeOf(params) {
	const number = (name) => (/^\d{1,6}$/.test(params.get(name) || '') ? Number(params.get(name)) : -1);
	return {
		tab: params.get('tab') || 'scene', question: params.get('question') === 'own' ? 'own' : number('question'),
		program: programIn(params.get('program')), call: number('call'), whatif: number('whatif'), frame: number('frame'),
		selected: params.get('selected'),
	};
}

// withLook is the address of a page that looks at something else: change is some of the above, or makes it from what is.
export function withLook(url, change) {
	const out = new URL(url);
	const changes = typeof change === 'function' ? change(placeOf(url.searchParams)) : change;
	for (const [name, value] of Object.entries(changes)) {
		if (value === null || value === -1 || value.length === 0 || (name === 'tab' && value === 'scene')) out.searchParams.delete(name);
		else if (name === 'program') out.searchParams.set(name, JSON.stringify(value));
		else out.searchParams.set(name, value);
	}
	return out.pathname + out.search;
}

// filtersOf are the filters of the gallery: [["f.NAME", VALUE], ...].
export function filtersOf(params) {
	return [...params].filter(([name]) => name.startsWith('f.'));
}

// sampleURL is the address of a sample's page. Of the parameters of the page before, it takes along what holds for other samples, too.
export function sampleURL(split, index, params) {
	const own = params.get('question') === 'own';
	const holds = (name) => name === 'tab' || name === 'from' || name.startsWith('f.') || (own && (name === 'question' || name === 'program'));
	const kept = new URLSearchParams([...params].filter(([name]) => holds(name)));
	return `/sample/${encodeURIComponent(split)}/${index}` + (kept.size > 0 ? '?' + kept : '');
}

// galleryURL is the address of the gallery that a sample was opened from.
export function galleryURL(split, params) {
	return '/?' + new URLSearchParams([['split', split], ...filtersOf(params), ...[...params].filter(([name]) => name === 'from')]);
}
