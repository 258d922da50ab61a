// Keys of a page.
import { useLayoutEffect, useRef } from './vendor/preact.js';

// typing tells whether a key goes into a field, so that it is no command.
export function typing(e) {
	const t = e.target;
	return t.isContentEditable || t.tagName === 'TEXTAREA' || t.tagName === 'SELECT' ||
		(t.tagName === 'INPUT' && !/^(checkbox|radio|range|button|submit)$/.test(t.type));
}

// useKeys calls commands[key](event) for keys pressed anywhere on the page, but not in a field or a dialog. A command that returns
// false leaves the key to others.
export function useKeys(commands) {
	const now = useRef(commands);
	now.current = commands;
	// Not after the page is painted, as with useEffect: until then keys would go to what was shown before.
	useLayoutEffect(() => {
		const onKey = (e) => {
			if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e) || document.querySelector('dialog[open]')) return;
			const command = now.current[e.key.length === 1 ? e.key.toLowerCase() : e.key];
			if (!command) return;
			if (command(e) !== false) e.preventDefault();
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	}, []);
}
