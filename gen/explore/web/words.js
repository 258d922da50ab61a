// Words as people read them.

// capital is a word at the head of a sentence or a column.
export function capital(word) {
	return word[0].toUpperCase() + word.slice(1);
}

// short leaves out the middle of long names of splits, so that the index behind them stays in sight.
export function short(title) {
	const slash = title.lastIndexOf('/');
	return slash > 16 ? title.slice(0, 7) + '…' + title.slice(slash - 6) : title;
}

// summary is a line of what a sample holds: its first facets.
export function summary(names, facets) {
	return names.filter((name) => (facets || {})[name]).map((name) => {
		const [first, ...rest] = facets[name];
		return rest.length === 0 && /^\d+$/.test(first) ? `${name} ${first}` : [first, ...rest].join(', ');
	}).slice(0, 2).join(' · ');
}

// byValue puts numbers in their order before words in theirs.
export function byValue(a, b) {
	const x = Number(a), y = Number(b);
	if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
	if (!Number.isNaN(x)) return -1;
	if (!Number.isNaN(y)) return 1;
	return a < b ? -1 : a > b ? 1 : 0;
}
