// Numbers as people read them. Worlds of small things may be published larger than life: a page says how long its unit is.

// meters is a length of a page's world in meters.
export function meters(page, length) {
	return length * (page.unit || 1);
}

// lengthText says a length of a page's world: "1.25 m".
export function lengthText(page, length, digits) {
	return fixed(meters(page, length), digits) + ' m';
}

// fixed writes a number with that many digits, and nothing as "-0.00".
export function fixed(value, digits) {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? text.replace('-', '') : text;
}
