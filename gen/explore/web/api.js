// What the pages ask of the server.
import { back } from './away.js';

// get reads JSON, and waits while the server is away. It throws an Error with the server's sentence.
export async function get(path, signal) {
	return answer(await patiently(path, {signal}));
}

// post asks for what has to be computed, as get does: nothing is stored, so it may be asked twice.
export async function post(path, body, signal) {
	return answer(await patiently(path, {...json(body), signal}));
}

// store sends what is to be stored, once. It throws an Error with a sentence, and its status where the server answered.
export async function store(path, body) {
	let response;
	try {
		response = await fetch(path, json(body));
	} catch {
		throw new Error('The server does not answer. Is mereo explore still running?');
	}
	return answer(response);
}

function json(body) {
	return {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
}

// patiently asks until there is an answer: a server that is ending says 503 to what it has begun.
async function patiently(path, options) {
	for (;;) {
		try {
			const response = await fetch(path, options);
			if (response.status !== 503) return response;
		} catch (err) {
			if (err.name === 'AbortError') throw err;
		}
		await back(options.signal);
	}
}

async function answer(response) {
	if (response.ok) return response.json();
	throw Object.assign(new Error(await sentence(response)), {status: response.status});
}

async function sentence(response) {
	try {
		const said = await response.json();
		if (said.error) return said.error;
	} catch { /* no JSON: something between the page and the server spoke */ }
	return `The server answered ${response.status} ${response.statusText}.`;
}

const kept = new Map(); // label pictures by address, the oldest first: {promise, label, failed}
const shown = new Map(); // the same of pictures of films, which browsers keep as long as they are here
const most = 48; // of each: some seconds of a film

function keep(map, url, value) {
	map.set(url, value);
	if (map.size > most) map.delete(map.keys().next().value);
}

// pictureThere begins to load a picture, and tells whether that has come to an end, a bad one perhaps.
export function pictureThere(url) {
	if (!shown.has(url)) keep(shown, url, Object.assign(new Image(), {src: url}));
	return shown.get(url).complete;
}

// labelThere is what labels reads, undefined until it is there.
export function labelThere(url) {
	const found = kept.get(url);
	return found && found.label;
}

// labelCame begins to read a label picture, and tells whether that has come to an end, a bad one perhaps.
export function labelCame(url) {
	labels(url).catch(() => {}); // who shows it says so
	const found = kept.get(url);
	return found.label !== undefined || found.failed;
}

// labels reads a label picture: {width, height, channels, data}, data from the top left, Uint16Array of ids or Float32Array of
// meters or unit vectors. null where the dataset has none.
export function labels(url) {
	let found = kept.get(url);
	if (!found) {
		found = {promise: load(url)};
		keep(kept, url, found);
		found.promise.then((label) => { found.label = label; }, () => {
			found.failed = true;
			setTimeout(() => kept.get(url) === found && kept.delete(url), 1000); // then it may be asked for again
		});
	}
	return found.promise;
}

async function load(url) {
	const response = await patiently(url, {});
	if (response.status === 404) return null;
	if (!response.ok) throw new Error(await sentence(response));
	const width = Number(response.headers.get('X-Width')), height = Number(response.headers.get('X-Height'));
	const bytes = await response.arrayBuffer();
	const real = /\/(viewz|normal|flow)$/.test(url);
	const data = real ? new Float32Array(bytes) : new Uint16Array(bytes);
	return {width, height, channels: data.length / (width * height), data, source: response.headers.get('X-Source')};
}

// pictureURL is where picture p is read: in the folder of the dataset, as the set draws it, or as the edit was drawn. null where
// the dataset was made without pictures.
export function pictureURL(dataset, split, index, page, p, edited) {
	if (edited) return `/api/drawn/${edited.drawn}/${p}.png`;
	if (!dataset.pictures) return null;
	if (!page.pictures[p].path) return `/api/picture/${encodeURIComponent(split)}/${index}/${p}.png`;
	return '/file/' + page.pictures[p].path.split('/').map(encodeURIComponent).join('/');
}

// thumbURL is a small one of it.
export function thumbURL(dataset, split, index, page, p) {
	if (!page.pictures[p].path) return pictureURL(dataset, split, index, page, p);
	return `/thumb/${encodeURIComponent(split)}/${index}?p=${p}&w=160`;
}

// labelsURL is where the label picture of picture p is read.
export function labelsURL(split, index, p, channel, edited) {
	if (edited) return `/api/drawn/${edited.drawn}/labels/${p}/${channel}`;
	return `/api/labels/${encodeURIComponent(split)}/${index}/${p}/${channel}`;
}

// sceneURL is where view v is read as a binary glTF file.
export function sceneURL(split, index, v, edited) {
	if (edited) return `/api/drawn/${edited.drawn}/scene/${v}.glb`;
	return `/api/scene/${encodeURIComponent(split)}/${index}/${v}.glb`;
}
