// Marks of a floor plan: the numbers and letters that stand for what is on it, where there is room for them.

// markOf is what stands for an entity, and its name without it: the number that the name begins with or that the key ends with; a
// letter for what others lie on.
export function markOf(e) {
	const own = /^(\d+): (.*)$/.exec(e.name);
	if (own) return {mark: own[1], name: own[2]};
	const number = Number((/\d+$/.exec(e.key) || [''])[0]);
	const letter = e.kind !== 'object' && number >= 1 && number <= 26;
	return {mark: letter ? String.fromCharCode(64 + number) : String(number || '?'), name: e.name};
}

// placeMarks finds places for round marks: {key: [u, v]}. Each of things is {key, at: [u, v], box: [u0, v0, u1, v1]}, in the units
// of the drawing, the large ones first; bounds is a box that marks stay in. A mark lies on its thing where it leaves enough of it to
// be seen, else beside it, and covers other marks and things as little as possible.
export function placeMarks(things, radius, bounds) {
	const placed = {};
	const circles = [];
	// What is small has little choice and goes first.
	for (const [i, thing] of [...things.entries()].toReversed()) {
		const others = things.filter((other, k) => k !== i && !encloses(other.box, thing.box));
		const cost = (p) => {
			const outside = p[0] - radius < bounds[0] || p[1] - radius < bounds[1] || p[0] + radius > bounds[2] || p[1] + radius > bounds[3];
			const marks = circles.filter((c) => Math.hypot(c[0] - p[0], c[1] - p[1]) < 2.1 * radius).length;
			return 100 * marks + 50 * outside + others.filter((other) => touches(other.box, p, radius)).length;
		};
		const places = candidates(thing, radius, bounds).map((p) => ({p, cost: cost(p)}));
		const best = places.reduce((a, b) => (b.cost < a.cost ? b : a)).p;
		placed[thing.key] = best;
		circles.push(best);
	}
	return placed;
}

// candidates are places for a mark, the best first.
function candidates({at: [u, v], box: [u0, v0, u1, v1]}, radius, bounds) {
	const gap = 1.2 * radius, du = (u1 - u0) / 3, dv = (v1 - v0) / 3;
	const beside = [[u, v1 + gap], [u1 + gap, v], [u, v0 - gap], [u0 - gap, v], [u1 + gap, v1 + gap], [u0 - gap, v0 - gap]];
	if (Math.min(u1 - u0, v1 - v0) < 3 * radius) return [...beside, [u, v]];
	const corner = [u0 + gap, v0 + gap], most = 0.5 * (bounds[2] - bounds[0]); // the middle of a desk looks like a place for a thing
	if (Math.min(u1 - u0, v1 - v0) > most) return [corner, [u1 - gap, v0 + gap], [u0 + gap, v1 - gap], [u1 - gap, v1 - gap]];
	return [[u, v], [u, v + dv], [u + du, v], [u, v - dv], [u - du, v], [u + du, v + dv], [u - du, v - dv], ...beside];
}

function encloses(a, b) {
	return a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
}

function touches(box, p, radius) {
	return p[0] + radius > box[0] && p[1] + radius > box[1] && p[0] - radius < box[2] && p[1] - radius < box[3];
}
