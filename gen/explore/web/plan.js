// The floor plan: the scene from above, with entities that can be dragged.
import { html, useRef, useState } from './vendor/preact.js';
import { area, boxOf, clamp, frameOf, order, squareOf } from './plan-frame.js';
import { markOf, placeMarks } from './plan-marks.js';
import { fixed, meters } from './units.js';

const scale = 100; // units of the drawing to a unit of the world: letters smaller than a unit are not drawn well

// Plan draws what has an outline. shift(e) is by how much an entity is to be drawn elsewhere than the page says, and steps are how far
// the arrow keys move it, without Shift and with it; units of the world.
export function Plan({page, entities, shift, steps, canMove, selected, select, hover, setHover, onMove, onTurn, onDelete}) {
	const {plan, camera} = page;
	const {toward, right} = frameOf(camera);
	const looking = camera && (camera.dir_x || camera.dir_y) ? [camera.dir_x, camera.dir_y] : null;
	const svg = useRef(null);
	const [drag, setDrag] = useState(null); // {key, from: pointer, by: [x, y] in the world}
	const u = (p) => (p[0] * right[0] + p[1] * right[1]) * scale;
	const v = (p) => (p[0] * toward[0] + p[1] * toward[1]) * scale;
	const points = (e) => e.plan.map((p) => `${u(p)},${v(p)}`).join(' ');
	const world = (du, dv) => [(du * right[0] + dv * toward[0]) / scale, (du * right[1] + dv * toward[1]) / scale];
	const [u0, v0, u1, v1] = boxOf([[plan.x0, plan.y0], [plan.x1, plan.y1]], u, v);
	const unit = Math.max(u1 - u0, v1 - v0) / 100; // marks and lines keep their size whatever the plan's
	const edge = 6 * unit, radius = 2.6 * unit;
	const square = squareOf(meters(page, 100 * unit / scale)), grid = square / meters(page, 1) * scale;
	const pointer = (e) => {
		const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
		return [p.x, p.y];
	};
	const down = (e, entity) => {
		if (e.button !== 0) return;
		select(entity.key);
		if (!canMove(entity)) return;
		e.currentTarget.setPointerCapture(e.pointerId);
		setDrag({key: entity.key, from: pointer(e), by: [0, 0]});
	};
	const move = (e) => {
		if (!drag) return;
		const p = pointer(e);
		setDrag({...drag, by: world(p[0] - drag.from[0], p[1] - drag.from[1])});
	};
	const up = (entity) => {
		if (!drag) return;
		if (Math.hypot(...drag.by) * scale > 0.3 * unit) onMove(entity, drag.by, false); // less is a click
		setDrag(null);
	};
	const key = (e, entity) => {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		const step = steps[e.shiftKey ? 1 : 0] * scale;
		const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
		if (arrow) onMove(entity, world(arrow[0] * step, arrow[1] * step), true);
		else if (e.key === 'r' || e.key === 'R') onTurn(entity, e.key === 'R' ? -1 : 1);
		else if (e.key === 'Delete' || e.key === 'Backspace') onDelete(entity);
		else if (e.key === 'Enter' || e.key === ' ') select(entity.key);
		else return;
		e.preventDefault();
		e.stopPropagation();
	};
	const lines = [];
	for (let g = Math.ceil(u0 / grid) * grid; g <= u1; g += grid) lines.push([g, v0, g, v1]);
	for (let g = Math.ceil(v0 / grid) * grid; g <= v1; g += grid) lines.push([u0, g, u1, g]);
	const shown = entities.filter((e) => e.plan && e.plan.length > 2);
	const areas = shown.filter((e) => !e.at); // have an outline and no place: nobody moves them
	// Small ones lie on large ones, such as things on a desk.
	const drawn = shown.filter((e) => e.at).sort((a, b) => area(b.plan) - area(a.plan));
	const marks = placeMarks(drawn.map((e) => {
		const [dx, dy] = shift(e);
		return {key: e.key, at: [u([e.at[0] + dx, e.at[1] + dy]), v([e.at[0] + dx, e.at[1] + dy])],
			box: boxOf(e.plan.map((p) => [p[0] + dx, p[1] + dy]), u, v)};
	}), radius, [u0 - edge, v0 - edge, u1 + edge, v1 + edge]);
	const looks = (e) => `${selected === e.key ? 'selected' : ''} ${(hover || []).includes(e.key) ? 'lit' : ''}`;
	const over = (e) => ({onMouseEnter: () => setHover([e.key]), onMouseLeave: () => setHover([])});
	const legend = drawn.map((e) => ({e, ...markOf(e)})).sort((a, b) => order(a.mark) - order(b.mark));
	return html`<figure class="plan">
		<svg ref=${svg} viewBox=${`${u0 - edge} ${v0 - edge} ${u1 - u0 + 2 * edge} ${v1 - v0 + 2 * edge}`} role="group" aria-label="Floor plan">
			<rect class="floor" x=${u0} y=${v0} width=${u1 - u0} height=${v1 - v0} />
			${lines.map(([a, b, c, d], i) => html`<line key=${i} class="grid-line" x1=${a} y1=${b} x2=${c} y2=${d} />`)}
			${areas.map((e) => {
				const [left, top] = boxOf(e.plan, u, v);
				return html`<g key=${e.key} class="area"><polygon points=${points(e)} />
					<text x=${left + unit} y=${top + 1.8 * unit} font-size=${2.6 * unit} stroke-width=${0.6 * unit}>${e.name}</text></g>`;
			})}
			${drawn.map((e) => {
				const by = drag && drag.key === e.key ? drag.by : [0, 0], rest = shift(e);
				const to = [rest[0] + by[0], rest[1] + by[1]];
				const [x, y] = marks[e.key];
				return html`<g key=${e.key} data-key=${e.key} tabindex="0" role="button" aria-pressed=${selected === e.key}
					aria-label=${`${markOf(e).mark}: ${markOf(e).name}, at ${[0, 1].map((i) => fixed(meters(page, e.at[i] + to[i]), 2)).join(', ')} m${
						canMove(e) ? '' : ', cannot be moved'}`}
					class=${`thing ${looks(e)} ${canMove(e) ? 'movable' : ''}`} ...${over(e)}
					onPointerDown=${(ev) => down(ev, e)} onPointerMove=${move} onPointerUp=${() => up(e)}
					onPointerCancel=${() => setDrag(null)} onKeyDown=${(ev) => key(ev, e)}
					onFocus=${() => setHover([e.key])} onBlur=${() => setHover([])}>
					<title>${e.name}</title>
					<g transform=${`translate(${u(to)} ${v(to)})`}>
						${canMove(e) && html`<polygon class="grip" points=${points(e)} />`}
						<polygon points=${points(e)} style=${{fill: colorOf(e) || 'var(--muted)'}} />
					</g>
					<g class="mark" transform=${`translate(${x + u(by)} ${y + v(by)})`}><circle r=${radius} />
						<text font-size=${1.3 * radius}>${markOf(e).mark}</text></g>
				</g>`;
			})}
			${looking && html`<${Camera} size=${unit} turn=${[u(looking), v(looking)]}
				at=${[clamp(u([camera.x, camera.y]), u0 - edge / 2, u1 + edge / 2), clamp(v([camera.x, camera.y]), v0 - edge / 2, v1 + edge / 2)]} />`}
		</svg>
		<figcaption>${looking && html`<span>The small camera shows from where the picture is taken.</span>`}
			<span>Squares: ${square < 1 ? `${Math.round(square * 100)} cm` : `${square} m`}</span></figcaption>
		<ul class="plan-legend" aria-label="What is on the plan">
			${legend.map(({e, mark, name}) => html`<li key=${e.key}><button type="button" tabindex="-1" class=${`plan-name ${looks(e)}`}
				aria-pressed=${selected === e.key} onClick=${() => select(e.key)} ...${over(e)}>
				<span class="plan-mark">${mark}</span> ${name}</button></li>`)}
		</ul>
	</figure>`;
}

// Camera is a sign for the camera, at a place of the drawing. turn is where it looks.
function Camera({at, turn, size}) {
	const degrees = Math.atan2(turn[1], turn[0]) * 180 / Math.PI;
	return html`<g class="camera" transform=${`translate(${at[0]} ${at[1]}) rotate(${degrees}) scale(${1.3 * size})`}>
		<title>camera of the picture</title><path d="M-2.2-1.4h3v2.8h-3zM0.7 0l1.5-1.2v2.4z" /></g>`;
}

// colorOf is the color of an entity, or of the first of its parts that has one.
function colorOf(e) {
	return e.color || (e.entities || []).map(colorOf).find(Boolean);
}
