// Relations as arrows on a picture.
import { html } from './vendor/preact.js';
import { boxIn } from './entities.js';

// Arrows draws relations between the middles of boxes in picture p. scale is screen pixels per pixel of the picture.
export function Arrows({relations, graph, p, scale, lit, setHover}) {
	const drawn = relations.map((r) => {
		const from = graph.byKey.get(r.from), to = graph.byKey.get(r.to);
		const a = from && boxIn(from, p), b = to && boxIn(to, p);
		return a && b ? {r, path: curve(middle(a), middle(b), scale)} : null;
	}).filter(Boolean);
	const bright = (r) => lit.length === 2 && lit.includes(r.from) && lit.includes(r.to);
	drawn.sort((x, y) => bright(x.r) - bright(y.r)); // the bright one on top
	return drawn.map(({r, path}) => html`<g key=${r.name + '>' + r.from + '>' + r.to} class="arrow" data-bright=${bright(r)}
			onPointerMove=${(e) => { e.stopPropagation(); setHover([r.from, r.to]); }} onPointerLeave=${() => setHover([])}>
		<path class="arrow-reach" d=${path.line} />
		<path class="arrow-edge" d=${path.line} />
		<path class="arrow-line" d=${path.line} />
		<path class="arrow-head" d=${path.head} />
		<title>${relationText(r, graph)}</title>
	</g>`);
}

const phrases = {left: 'left of', right: 'right of', front: 'in front of', back: 'behind'};

// relationText says a relation: "red cube left of blue ball".
export function relationText(r, graph) {
	const name = (key) => (graph.byKey.get(key) || {name: key}).name;
	return `${name(r.from)} ${phrases[r.name] || r.name} ${name(r.to)}`;
}

function middle(b) {
	return [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
}

// curve bends to its left, so that the arrow back does not lie on it.
function curve(a, b, scale) {
	const dx = b[0] - a[0], dy = b[1] - a[1], n = Math.hypot(dx, dy) || 1, bend = 0.14;
	const c = [(a[0] + b[0]) / 2 + dy * bend, (a[1] + b[1]) / 2 - dx * bend];
	const tx = b[0] - c[0], ty = b[1] - c[1], t = Math.hypot(tx, ty) || 1, u = [tx / t, ty / t];
	const long = Math.min(11 / scale, n / 3), wide = long * 0.45;
	const foot = [b[0] - u[0] * long, b[1] - u[1] * long];
	return {
		line: `M${a[0]} ${a[1]} Q${c[0]} ${c[1]} ${foot[0]} ${foot[1]}`,
		head: `M${b[0]} ${b[1]} L${foot[0] - u[1] * wide} ${foot[1] + u[0] * wide} L${foot[0] + u[1] * wide} ${foot[1] - u[0] * wide} Z`,
	};
}
