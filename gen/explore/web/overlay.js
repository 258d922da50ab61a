// Pixels of the overlays: label pictures turned into colors.

// idColor is a color for an id that differs from those of the ids near it: [r, g, b], 0 to 255.
export function idColor(id) {
	const hue = (id * 137.508) % 360, light = 0.48 + 0.14 * ((id * 7) % 3 - 1);
	const part = (n) => {
		const k = (n + hue / 30) % 12;
		return Math.round(255 * (light - 0.8 * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
	};
	return [part(0), part(8), part(4)];
}

export function css([r, g, b]) {
	return `rgb(${r}, ${g}, ${b})`;
}

// Viridis (van der Walt and Smith 2015) at equal steps, from dark to bright.
const stops = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121],
	[110, 206, 88], [181, 222, 43], [253, 231, 37]];

// falseColor is the color of t, 0 to 1.
export function falseColor(t) {
	const at = Math.max(0, Math.min(1, t)) * (stops.length - 1), i = Math.min(stops.length - 2, Math.floor(at)), f = at - i;
	return stops[i].map((c, n) => Math.round(c + (stops[i + 1][n] - c) * f));
}

// depthColor is the color of a depth: bright is near, dark is far, as in the window of "mereo view".
export function depthColor(z, span) {
	return falseColor(1 - (z - span.near) / (span.far - span.near || 1));
}

// depthBar is a bar of these colors, near on the left.
export const depthBar = `linear-gradient(to left, ${stops.map(css).join(', ')})`;

// range is the nearest and the farthest depth of a label picture in meters, null where nothing is hit.
export function range(depth) {
	let near = Infinity, far = 0;
	for (const z of depth.data) {
		if (z <= 0) continue;
		if (z < near) near = z;
		if (z > far) far = z;
	}
	return far > 0 ? {near, far} : null;
}

// reach is the length of flow that has full color, pixels: the power of two that all of a picture stays below, so that colors of a film stay
// what they are while the fastest thing gets slower.
export function reach(flow) {
	let most = 0;
	for (let i = 0; i < flow.data.length; i += 3) most = Math.max(most, Math.hypot(flow.data[i], flow.data[i + 1]));
	return 2 ** Math.max(0, Math.ceil(Math.log2(most || 1)));
}

// flowColor is the color of a flow on the wheel of hues, right red and down a quarter on; white stands still.
export function flowColor(x, y, full) {
	const hue = Math.atan2(y, x) / (Math.PI / 3), far = Math.min(1, Math.hypot(x, y) / full);
	return [0, 4, 2].map((n) => Math.round(255 * (1 - far + far * Math.max(0, Math.min(1, Math.abs((hue + n + 12) % 6 - 3) - 1)))));
}

// paint draws a label picture into a canvas: kind is "ids", "depth", "normal" or "flow"; span that of the depth, or what flow has full color.
export function paint(canvas, label, kind, span) {
	const {width, height, data} = label;
	const {image, context} = blank(canvas, width, height);
	const out = image.data, colors = new Map();
	for (let i = 0; i < width * height; i++) {
		let rgb = null;
		if (kind === 'ids' && data[i] !== 0) {
			rgb = colors.get(data[i]);
			if (!rgb) colors.set(data[i], rgb = idColor(data[i]));
		} else if (kind === 'depth' && data[i] > 0) {
			rgb = depthColor(data[i], span);
		} else if (kind === 'normal' && (data[3 * i] || data[3 * i + 1] || data[3 * i + 2])) {
			rgb = [0, 1, 2].map((n) => Math.round(127.5 * (data[3 * i + n] + 1)));
		} else if (kind === 'flow') {
			rgb = flowColor(data[3 * i], data[3 * i + 1], span);
		}
		if (!rgb) continue;
		out[4 * i] = rgb[0];
		out[4 * i + 1] = rgb[1];
		out[4 * i + 2] = rgb[2];
		out[4 * i + 3] = 255;
	}
	context.putImageData(image, 0, 0);
}

// mask has 1 where a pixel belongs to one of the entities.
export function mask(labels, entities) {
	const first = labels.object || labels.part || labels.region;
	const m = new Uint8Array(first.width * first.height);
	for (const channel of ['object', 'part', 'region']) {
		const label = labels[channel];
		if (!label) continue;
		const ids = new Set(entities.filter((e) => e.channel === channel).map((e) => e.id || 0));
		if (ids.size === 0) continue;
		for (let i = 0; i < m.length; i++) if (ids.has(label.data[i])) m[i] = 1;
	}
	return m;
}

// spotlight darkens all but the pixels of lit by dark, 0 to 1, and outlines these and those of chosen; either may be null.
export function spotlight(canvas, width, height, lit, chosen, dark) {
	const {image, context} = blank(canvas, width, height);
	const out = new Uint32Array(image.data.buffer); // 0xAABBGGRR
	const shade = (Math.round(255 * dark) << 24 | 0x0e0a08) >>> 0;
	if (lit) for (let i = 0; i < lit.length; i++) if (!lit[i]) out[i] = shade;
	const wide = Math.max(1, Math.round(width / 500));
	if (chosen) outline(out, chosen, width, height, wide, 0xffffc83c);
	if (lit) outline(out, lit, width, height, wide, 0xff00d7ff);
	context.putImageData(image, 0, 0);
}

// outline colors the pixels beside a mask, wide pixels deep.
function outline(out, m, width, height, wide, color) {
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const i = y * width + x;
			if (m[i]) continue;
			for (let d = 1; d <= wide; d++) {
				if ((x >= d && m[i - d]) || (x + d < width && m[i + d]) || (y >= d && m[i - d * width]) || (y + d < height && m[i + d * width])) {
					out[i] = color;
					break;
				}
			}
		}
	}
}

function blank(canvas, width, height) {
	if (canvas.width !== width || canvas.height !== height) {
		canvas.width = width;
		canvas.height = height;
	}
	const context = canvas.getContext('2d');
	return {context, image: context.createImageData(width, height)};
}
