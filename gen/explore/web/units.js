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

// percent is a share without digits behind the point.
export function percent(share) {
	return `${Math.round(100 * share)} %`;
}

// figureText is a figure {value, share} of a table of scores.
export function figureText({value, share}) {
	return share ? `${fixed(100 * value, 1)} %` : fixed(value, 2);
}
