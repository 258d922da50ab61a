// Addresses of pages: links are real, the page is changed without loading it again.
import { useEffect, useState } from './vendor/preact.js';
import { withLook } from './place.js';

const pause = 250; // ms between two changes of the browser's address line: browsers refuse more than 200 in 30 s

const listeners = new Set();
let now = location.pathname + location.search; // where the page is; the address line may be a moment behind
let timer = 0;
let written = 0;

function tell() {
	for (const f of listeners) f();
}

function write() {
	clearTimeout(timer);
	timer = 0;
	written = Date.now();
	history.replaceState(null, '', now);
}

window.addEventListener('popstate', () => {
	clearTimeout(timer);
	timer = 0;
	now = location.pathname + location.search;
	tell();
});
window.addEventListener('pagehide', () => timer && write());

// navigate goes to an address. With replace, the back button skips the address that is left; with stay, the page is not scrolled to
// its top.
export function navigate(url, {replace = false, stay = replace} = {}) {
	if (!replace && url !== now) {
		if (timer) write();
		history.pushState(null, '', url);
		now = url;
	} else if (url !== now) {
		now = url;
		const wait = written + pause - Date.now();
		if (wait <= 0) write();
		else if (!timer) timer = setTimeout(write, wait);
	}
	if (!stay) window.scrollTo(0, 0);
	tell();
}

// here is the address of the page.
export function here() {
	return new URL(now, location.origin);
}

// look changes what is looked at on a sample's page (withLook). With open it is a step of its own, which the back button takes back.
export function look(change, open) {
	navigate(withLook(here(), change), {replace: !open, stay: true});
}

// useAddress is the address of the page, and draws again when it changes.
export function useAddress() {
	const [address, set] = useState(now);
	useEffect(() => {
		const f = () => set(now);
		listeners.add(f);
		f();
		return () => listeners.delete(f);
	}, []);
	return new URL(address, location.origin);
}

document.addEventListener('click', (e) => {
	const a = e.target.closest && e.target.closest('a[href]');
	if (!a || e.defaultPrevented || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
	const url = new URL(a.href);
	if (url.origin !== location.origin || url.hash || a.target || a.hasAttribute('download') || !isPage(url.pathname)) return;
	e.preventDefault();
	navigate(url.pathname + url.search);
});

function isPage(path) {
	return path === '/' || path === '/test' || path.startsWith('/sample/');
}
