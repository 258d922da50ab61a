// The scene graph of a page, found by key and by the ids of label pictures.

export const channels = ['object', 'part', 'region'];

// graph has all entities of a page: byKey and parents are maps by key, byID[channel] maps ids to entities, all is a list in the
// order of the tree. It is flat where things are drawn with lines: there are neither normals nor 3D. It is deep where pixels
// have a depth: in all scenes, and of lines in those that stand in space and so have ids.
export function graph(page) {
	const g = {flat: false, deep: false, byKey: new Map(), parents: new Map(), byID: {object: new Map(), part: new Map(), region: new Map()}, all: []};
	const walk = (entities, parent) => {
		for (const e of entities || []) {
			g.all.push(e);
			g.byKey.set(e.key, e);
			if ((e.lines || []).length > 0) g.flat = true;
			if (parent) g.parents.set(e.key, parent.key);
			if (e.channel) g.byID[e.channel].set(e.id || 0, e);
			walk(e.entities, e);
		}
	};
	walk(page.entities, null);
	g.deep = !g.flat || channels.some((c) => g.byID[c].size > 0);
	return g;
}

// ancestors are the keys above a key, the nearest first.
export function ancestors(g, key) {
	const above = [];
	for (let k = g.parents.get(key); k !== undefined; k = g.parents.get(k)) above.push(k);
	return above;
}

// descendants calls f for an entity and all below it.
export function descendants(entity, f) {
	f(entity);
	for (const e of entity.entities || []) descendants(e, f);
}

// same tells whether two lists of keys are equal.
export function same(a, b) {
	return a.length === b.length && a.every((k, i) => k === b[i]);
}

// boxIn is where an entity is seen in picture p, null where it is not: its box, or what holds its lines.
export function boxIn(entity, p) {
	const box = entity.boxes && entity.boxes[p];
	if (box && box.x1 > box.x0 && box.y1 > box.y0) return box;
	const points = linesIn(entity, p).flat();
	if (points.length === 0) return null;
	const xs = points.map((q) => q[0]), ys = points.map((q) => q[1]);
	return {x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys)};
}

// linesIn are the lines that an entity and what it consists of are drawn with in picture p.
export function linesIn(entity, p) {
	const found = [];
	descendants(entity, (e) => found.push(...((e.lines && e.lines[p]) || [])));
	return found;
}

// flatten lists entities and what they consist of.
export function flatten(entities) {
	return (entities || []).flatMap((e) => [e, ...flatten(e.entities)]);
}
