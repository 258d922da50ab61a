// Whether the server answers. While it does not, the pages say so, it is asked again every few seconds, and what is read waits.
import { useEffect, useState } from './vendor/preact.js';

const pause = 2000; // ms between two tries

let away = false;
let returns = 0; // how often it came back
let timer = 0;
let asking = null;
const waiting = new Set(); // what goes on when it is back
const watching = new Set();

// useServer is {away, returns}, and draws again when they change. What failed while the server was away is tried again when
// returns grows.
export function useServer() {
	const [state, set] = useState({away, returns});
	useEffect(() => {
		const f = () => set({away, returns});
		watching.add(f);
		f();
		return () => watching.delete(f);
	}, []);
	return state;
}

function turn(to) {
	if (away === to) return;
	away = to;
	if (!to) returns++;
	for (const f of watching) f();
	if (to) return;
	for (const f of waiting) f();
	waiting.clear();
	for (const img of document.images) if (img.complete && img.naturalWidth === 0 && img.src) img.src = img.src;
}

// check asks whether the server is there.
export function check() {
	asking = asking || look().finally(() => { asking = null; });
	return asking;
}

async function look() {
	clearTimeout(timer);
	try {
		await fetch('/web/icon.svg', {cache: 'no-store'});
		turn(false);
	} catch {
		turn(true);
		timer = setTimeout(check, pause);
	}
}

// back ends when the server answers, after a request found nobody there.
export function back(signal) {
	turn(true);
	clearTimeout(timer);
	timer = setTimeout(check, pause);
	return new Promise((resolve, reject) => {
		waiting.add(resolve);
		if (signal) signal.addEventListener('abort', () => {
			waiting.delete(resolve);
			reject(signal.reason);
		});
	});
}

// A picture that does not come may be the first to find out.
document.addEventListener('error', (e) => e.target.tagName === 'IMG' && check(), true);
