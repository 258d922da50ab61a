// Where lines and letters of a diagram are.

// linesOf are the lines of a grid over an area, [x1, y1, x2, y2] each.
export function linesOf({x0, y0, x1, y1}, step) {
	const out = [];
	for (let y = y0; y <= y1; y += step) out.push([x0, y, x1, y]);
	for (let x = x0; x <= x1; x += step) out.push([x, y0, x, y1]);
	return out;
}

// besides is the height of the letter of a thing: above it, or below where the box of the diagram ends.
export function besides({at: [, y], radius}, box) {
	const above = y - radius - 1.6;
	return above > box.y0 + 1.3 ? above : y + radius + 1.6;
}

// isDark tells whether white letters are easier to read on a color "#rrggbb" than black ones, by its relative luminance.
export function isDark(hex) {
	const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
	return 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2 < 0.18;
}
