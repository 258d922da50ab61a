// What lies under a pixel of a picture.
import { ancestors, boxIn, channels } from './entities.js';

// at is number n of a pixel of a label picture; what is no label picture stays what it is.
export function at(label, x, y, n) {
	return label ? label.data[(y * label.width + x) * label.channels + n] : label;
}

// under are the entities at a pixel, the largest first: the region, the object, the part. Without label pictures it is what has a
// line within reach, or the smallest box.
export function under(graph, ids, p, x, y, reach) {
	const found = [];
	for (const channel of ['region', 'object', 'part']) {
		const e = ids[channel] && graph.byID[channel].get(at(ids[channel], x, y, 0));
		if (e && at(ids[channel], x, y, 0) !== 0) found.push(e);
	}
	if (channels.some((c) => ids[c]) || channels.some((c) => graph.byID[c].size > 0)) return found;
	let best = null, least = reach;
	for (const e of graph.all) {
		for (const line of (e.lines && e.lines[p]) || []) {
			for (let i = 0; i + 1 < line.length; i++) {
				const d = away(x + 0.5, y + 0.5, line[i], line[i + 1]);
				if (d < least) [best, least] = [e, d];
			}
		}
	}
	if (!best) {
		let size = Infinity;
		for (const e of graph.all) {
			const b = boxIn(e, p), s = b && (b.x1 - b.x0) * (b.y1 - b.y0);
			if (b && x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1 && s < size) [best, size] = [e, s];
		}
	}
	return best ? [...ancestors(graph, best.key).reverse().map((k) => graph.byKey.get(k)), best] : [];
}

// away is the distance of a point from a line from a to b.
export function away(x, y, a, b) {
	const dx = b[0] - a[0], dy = b[1] - a[1], n = dx * dx + dy * dy;
	const t = n > 0 ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / n)) : 0;
	return Math.hypot(a[0] + t * dx - x, a[1] + t * dy - y);
}

// choose takes the object of what is under the cursor; its part where parts are shown or the object is selected already.
export function choose(graph, entities, overlay, selected) {
	const part = entities.findLast((e) => e.kind === 'part' || e.channel === 'part');
	const whole = entities.findLast((e) => e !== part);
	if (!part) return whole || null;
	const inside = whole && selected && (selected === whole.key || ancestors(graph, selected).includes(whole.key));
	return overlay === 'part' || inside || !whole ? part : whole;
}
