// Addresses of pages: links are real, the page is changed without loading it again.
import { useEffect, useState } from './vendor/preact.js';

const listeners = new Set();

function tell() {
	for (const f of listeners) f();
}

window.addEventListener('popstate', tell);

// navigate goes to an address. With replace, the back button skips the address that is left.
export function navigate(url, replace) {
	if (replace) history.replaceState(null, '', url);
	else history.pushState(null, '', url);
	if (!replace) window.scrollTo(0, 0);
	tell();
}

// useAddress is the address of the page, and draws again when it changes.
export function useAddress() {
	const [address, set] = useState(location.pathname + location.search);
	useEffect(() => {
		const f = () => set(location.pathname + location.search);
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
	if (url.origin !== location.origin || a.target || a.hasAttribute('download') || !isPage(url.pathname)) return;
	e.preventDefault();
	navigate(url.pathname + url.search);
});

function isPage(path) {
	return path === '/' || path === '/test' || path.startsWith('/sample/');
}

// sampleURL is the address of a sample's page.
export function sampleURL(split, index) {
	return `/sample/${encodeURIComponent(split)}/${index}`;
}
