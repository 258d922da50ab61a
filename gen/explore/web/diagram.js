// A plan of a task: areas with a grid, arrows, and things on it. Points are to the right and down.
import { html } from './vendor/preact.js';
import { besides, isDark, linesOf } from './diagram-marks.js';

// Diagram draws what the set declares.
export function Diagram({diagram}) {
	const {box, areas, grid, axes, arrows, things, label} = diagram;
	const rect = (r) => ({x: r.x0, y: r.y0, width: r.x1 - r.x0, height: r.y1 - r.y0});
	return html`<svg class="diagram" viewBox=${Object.values(rect(box)).join(' ')} role="img" aria-label=${label}>
		<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
			<path d="M0 0L6 3L0 6z" /></marker></defs>
		<rect class="page" ...${rect(box)} />
		${areas.map((a, i) => html`<rect key=${i} class=${a.seen ? 'seen' : 'unseen'} ...${rect(a)} />`)}
		${linesOf(areas[0], grid).map(([x1, y1, x2, y2], i) => html`<line key=${i} class="grid-line" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`)}
		${areas.map((a, i) => html`<rect key=${i} class="edge" ...${rect(a)} />`)}
		<g class="axes"><line x1="0" y1="0" x2="0" y2="6" marker-end="url(#head)" /><line x1="0" y1="0" x2="6" y2="0" marker-end="url(#head)" />
			<text x="-2" y="5.4">${axes[1]}</text><text x="8.2" y="0">${axes[0]}</text></g>
		${arrows.map(({name, from, to: [x, y]}) => {
			const gap = 2.5, down = y !== from[1];
			return html`<g key=${name} class="direction"><line x1=${from[0]} y1=${from[1]} x2=${x} y2=${y} marker-end="url(#head)" />
				${down ? html`<text x=${x} y=${y + gap} transform=${`rotate(90 ${x} ${y + gap})`}>${name}</text>`
				: html`<text x=${x + gap} y=${y}>${name}</text>`}</g>`;
		})}
		${things.map((t) => html`<${Thing} key=${t.name} thing=${t} box=${box} />`)}
	</svg>`;
}

function Thing({thing, box}) {
	const {name, at: [x, y], radius, outline, dashed, color, letter, seen} = thing;
	const fill = {fill: color};
	return html`<g class="thing" opacity=${seen ? 0.8 : 0.3}>
		${outline ? html`<polygon points=${outline.map((p) => p.join(',')).join(' ')} style=${fill} />`
			: html`<circle cx=${x} cy=${y} r=${radius} style=${fill} stroke-dasharray=${dashed ? '1.2 0.8' : undefined} />`}
		<text class="index" x=${x} y=${y} font-size=${Math.max(2.6, Math.min(4, radius * 1.2))}
			style=${{fill: isDark(color) ? '#fff' : '#000', stroke: color}}>${name}</text>
		<text class="letter" x=${x} y=${besides(thing, box)} font-size="2.6">${letter}</text>
	</g>`;
}
