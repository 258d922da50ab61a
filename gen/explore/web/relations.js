// Which relations are drawn, and the list of them.
import { html, useMemo, useState } from './vendor/preact.js';
import { relationText } from './arrows.js';

const few = 30;
const most = 60; // lines of the list before "show all"

// relationNames are the names of a page's relations in their order.
export function relationNames(page) {
	return [...new Set((page.relations || []).map((r) => r.name))];
}

// chosenRelations are those with a name, of one entity or of all. An empty name means any. While nothing is selected it is all of
// them, if they are few enough to be told apart.
export function chosenRelations(page, {name, of}, selected) {
	const named = (page.relations || []).filter((r) => name === '' || r.name === name);
	if (of === 'all') return named;
	if (!selected) return named.length <= few ? named : [];
	return named.filter((r) => r.from === selected || r.to === selected);
}

// Relations chooses what is drawn: state is {shown, name, of}.
export function Relations({page, graph, state, setState, selected, select, lit, setHover}) {
	const [all, setAll] = useState(false);
	const names = useMemo(() => relationNames(page), [page]);
	if (names.length === 0) return null;
	const chosen = chosenRelations(page, state, selected);
	const listed = all ? chosen : chosen.slice(0, most);
	return html`<section class="relations" aria-label="Relations">
		<h3>Relations</h3>
		${page.motion && html`<p class="muted small">In the first frame of the film.</p>`}
		<div class="row">
			<label class="check"><input type="checkbox" checked=${state.shown} onChange=${(e) => setState({...state, shown: e.target.checked})} />
				Arrows <kbd>R</kbd></label>
			<select class="field" aria-label="Name of the relation" value=${state.name} onChange=${(e) => setState({...state, name: e.target.value, shown: true})}>
				<option value="">any relation</option>
				${names.map((n) => html`<option key=${n} value=${n}>${n}</option>`)}
			</select>
			<select class="field" aria-label="Whose relations" value=${state.of} onChange=${(e) => setState({...state, of: e.target.value})}>
				<option value="selected">of what is selected</option>
				<option value="all">of all</option>
			</select>
		</div>
		${state.of === 'selected' && !selected && chosen.length > 0 && html`<p class="note small">Nothing is selected, so these are all of them.</p>`}
		<ul class="relation-list" onPointerLeave=${() => setHover([])}>
			${listed.map((r, i) => html`<li key=${i} tabindex="0" data-lit=${lit.length === 2 && lit.includes(r.from) && lit.includes(r.to)}
				onPointerMove=${() => setHover([r.from, r.to])} onFocus=${() => setHover([r.from, r.to])} onBlur=${() => setHover([])}>
				${relationText(r, graph)}</li>`)}
		</ul>
		${chosen.length > listed.length && html`<button class="button" type="button" onClick=${() => setAll(true)}>
			Show all ${chosen.length}</button>`}
		${chosen.length === 0 && html`<p class="note small">${state.of === 'selected' && !selected
			? 'Select something to see its relations.' : 'None.'}</p>`}
	</section>`;
}
