// Changes of a sample: kept for as long as the browser's tab is open, drawn, undone and done again.
import { useEffect, useState } from './vendor/preact.js';
import { post } from './api.js';
import { plain } from './calls.js';

const quiet = 120; // ms without another change after which changes are sent: less than a person notices, more than a key repeats

// useChanges is {edits, change, undone, undo, redo, reset, edited, waits, state}: the changes of a sample; what does, takes back and
// does again; the sample as it is with them, null without; whether the page does not show all of them yet; and how far the server is
// with them: {busy, fault}.
export function useChanges(dataset, split, index) {
	const where = `changes ${dataset.root} ${dataset.seed} ${split}/${index}`; // other datasets on this address have their own
	const [edits, setEdits] = useState(() => JSON.parse(sessionStorage.getItem(where) || '[]'));
	const [undone, setUndone] = useState([]); // what redo brings back, the next one last
	const [edited, setEdited] = useState(null);
	const state = useDrawn({split, index, edits, edited, setEdited});
	const set = (next, taken) => {
		if (next.length > 0) sessionStorage.setItem(where, JSON.stringify(next));
		else sessionStorage.removeItem(where);
		setEdits(next);
		setUndone(taken);
	};
	return {
		edits, undone, edited, state,
		waits: edits.length > 0 && (!edited || edited.sent !== JSON.stringify(plain(edits))),
		change: (next) => set(next, []),
		undo: () => set(edits.slice(0, -1), [...undone, edits[edits.length - 1]]),
		redo: () => set([...edits, undone[undone.length - 1]], undone.slice(0, -1)),
		reset: () => set([], [...undone, ...edits.toReversed()]),
	};
}

// useDrawn sends the changes and sets what comes back: first a draft, then the same in the quality of the set.
function useDrawn({split, index, edits, edited, setEdited}) {
	const [state, setState] = useState({busy: '', fault: ''});
	const sent = JSON.stringify(plain(edits));
	useEffect(() => {
		if (edits.length === 0) {
			setState({busy: '', fault: ''});
			if (edited) setEdited(null);
			return undefined;
		}
		if (edited && edited.sent === sent && edited.quality === 'standard') return undefined;
		const stop = new AbortController();
		const ask = async (quality) => {
			setState({busy: quality, fault: ''});
			const began = performance.now();
			const body = {edits: JSON.parse(sent), quality};
			const said = await post(`/api/edit/${encodeURIComponent(split)}/${index}`, body, stop.signal);
			setEdited({...said, sent, quality, took: Math.round(performance.now() - began)});
		};
		const timer = setTimeout(async () => {
			try {
				await ask('draft');
				await ask('standard');
				setState({busy: '', fault: ''});
			} catch (err) {
				if (err.name !== 'AbortError') setState({busy: '', fault: err.message});
			}
		}, quiet);
		return () => {
			clearTimeout(timer);
			stop.abort();
		};
	}, [split, index, sent]);
	return state;
}
