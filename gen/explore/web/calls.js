// Programs as lists of calls {function, inputs, side}: what is to be known of them without a page.

// plain is changes as the server reads them, without what only the page knows.
export function plain(edits) {
	return (edits || []).map(({kind, entity, x, y, turn, color}) => ({kind, entity, x, y, turn, color}));
}

// callNamed is the number of the call that a sentence of the server names, or -1.
export function callNamed(sentence) {
	const m = /\b(?:node|call) (\d+)\b/.exec(sentence);
	return m ? Number(m[1]) : -1;
}

// complete tells whether every call has all its inputs.
export function complete(program) {
	return program.length > 0 && program.every((call) => call.inputs.every((i) => i >= 0));
}

// same tells whether two programs are equal.
export function same(a, b) {
	return JSON.stringify(a) === JSON.stringify(b);
}

// withSide is a program with another constant.
export function withSide(program, i, k, value) {
	return program.map((call, n) => (n === i ? {...call, side: call.side.map((s, m) => (m === k ? value : s))} : call));
}

// inputsFor are the calls that fit input k of call i, and the one that is there.
export function inputsFor(f, k, fitting, i, now) {
	const fit = f ? fitting(f.in[k], i) : [];
	return now >= 0 && !fit.includes(now) ? [now, ...fit] : fit;
}

// missing are the types of the inputs that a call lacks.
export function missing(f, call) {
	return f.in.filter((_, k) => call.inputs[k] < 0).join(' and ');
}

// signature is "filter_color(Set) → Set".
export function signature(f) {
	return `${f.name}(${f.in.join(', ')}) → ${f.out}`;
}

// programIn reads the program of an address; null where there is none.
export function programIn(text) {
	try {
		return text ? readProgram(text, -1) : null;
	} catch {
		return null;
	}
}

// readProgram reads JSON text. Whether the functions are known and the types fit is for the server to say. Inputs that are still to be
// chosen are -1; least is 0 where there may be none.
export function readProgram(text, least) {
	let calls;
	try {
		calls = JSON.parse(text);
	} catch (err) {
		throw new Error(`This is not JSON: ${err.message}.`);
	}
	if (!Array.isArray(calls)) throw new Error('A program is a list of calls: [{"function": …, "inputs": […], "side": […]}, …].');
	return calls.map((call, i) => {
		if (!call || typeof call.function !== 'string') throw new Error(`Call ${i} has no "function".`);
		const {function: name, inputs = [], side = []} = call;
		if (!Array.isArray(inputs) || !inputs.every((n) => Number.isInteger(n) && n >= least && n < i)) {
			throw new Error(`Call ${i} (${name}): "inputs" is ${JSON.stringify(inputs)}, want numbers of calls before it.`);
		}
		if (!Array.isArray(side) || !side.every((s) => typeof s === 'string')) {
			throw new Error(`Call ${i} (${name}): "side" is ${JSON.stringify(side)}, want a list of texts.`);
		}
		return {function: name, inputs, side};
	});
}

// answerOf is the answer of a program, or what its last call yields where that is none: a set of objects.
export function answerOf(trace) {
	if (trace.answer || trace.fault) return trace.answer || 'no answer';
	return trace.results.at(-1).text;
}

// changedWords splits a sentence into words and tells which ones the old sentence lacks, by the longest common subsequence.
export function changedWords(old, now) {
	const a = old.split(' '), b = now.split(' ');
	const length = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
	for (let i = a.length - 1; i >= 0; i--) {
		for (let j = b.length - 1; j >= 0; j--) {
			length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
		}
	}
	const out = [];
	for (let i = 0, j = 0; j < b.length;) {
		if (i < a.length && a[i] === b[j]) {
			out.push({word: b[j++], fresh: false});
			i++;
		} else if (i < a.length && length[i + 1][j] >= length[i][j + 1]) i++;
		else out.push({word: b[j++], fresh: true});
	}
	return out;
}
