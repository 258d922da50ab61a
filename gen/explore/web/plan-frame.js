// How a floor plan lies in its drawing.

// frameOf is how the plan is turned: right and toward are the directions of the world, along an axis each, that are to the right and
// down in the drawing. The camera is below, as nearly as that allows.
export function frameOf(camera) {
	const [x, y] = camera ? [camera.dir_x, camera.dir_y] : [0, 1];
	const toward = Math.abs(x) > Math.abs(y) ? [x > 0 ? -1 : 1, 0] : [0, y < 0 ? 1 : -1];
	return {toward, right: [-toward[1], toward[0]]};
}

// clamp is the number from low to high that is nearest to x.
export function clamp(x, low, high) {
	return Math.max(low, Math.min(high, x));
}

// order of a mark in the list: numbers, then letters.
export function order(mark) {
	return Number.isNaN(Number(mark)) ? 1e6 + mark.charCodeAt(0) : Number(mark);
}

// boxOf is the box of points in the drawing: [u0, v0, u1, v1].
export function boxOf(points, u, v) {
	const us = points.map(u), vs = points.map(v);
	return [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)];
}

// squareOf is the side of the squares of a plan of that size, both in meters.
export function squareOf(size) {
	return [5, 2, 1, 0.5, 0.2, 0.1, 0.05].find((side) => side <= size / 6) || 0.01;
}

// area is that of an outline.
export function area(outline) {
	return Math.abs(outline.reduce((sum, p, i) => {
		const q = outline[(i + 1) % outline.length];
		return sum + p[0] * q[1] - q[0] * p[1];
	}, 0)) / 2;
}
