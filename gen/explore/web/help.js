// The list of keys.
import { html, useEffect, useRef } from './vendor/preact.js';

const keys = [
	['Everywhere', [['?', 'this list'], ['Tab, Shift+Tab', 'next and previous control'], ['Esc', 'close, let go of what is selected']]],
	['Gallery', [['← → ↑ ↓', 'move between pictures'], ['Enter', 'open a sample'], ['/', 'go to the filters'],
		['G', 'go to the field for an index']]],
	['Sample', [['[ or P', 'previous sample, of those that pass the filters'], ['] or N', 'next sample'], ['1', 'picture without overlay'], ['2', 'object ids'],
		['3', 'part ids (regions where a set has those)'], ['4', 'boxes'], ['5', 'depth'], ['6', 'normals'], ['7', 'optical flow of a film'],
		['R', 'relations on and off'], ['+ and -', 'larger and smaller picture'], ['0', 'picture in its first size']]],
	['Tree', [['↑ ↓', 'next and previous line'], ['→ ←', 'open and close'], ['Enter or Space', 'select'], ['Home, End', 'first and last line']]],
	['3D', [['drag', 'turn the view'], ['right drag', 'move the view'], ['wheel', 'nearer and farther'], ['C', "the dataset's camera"],
		['W', 'wireframe on and off']]],
	['Questions', [['J and K', 'next and previous call of the program'], ['Home, End', 'first and last call']]],
	['Film', [['← →', 'frame before and after'], ['Space', 'play and pause'], [', and .', 'slower and faster'], ['L', 'loop on and off'],
		['← → in the strip of events', 'event before and after'], ['Enter', 'go to the event']]],
	['Moves', [['arrows', 'go to another move of the object'], ['Enter', 'try it']]],
	['Plan', [['arrows', 'move by 5 cm, with Shift by 1 cm'], ['R, Shift+R', 'turn left and right'], ['Delete', 'remove'],
		['Ctrl+Z, Ctrl+Y', 'undo and redo']]],
	['Test', [['1 to 9, 0', 'choose an answer'], ['↑ ↓', 'on a handle: move a change up and down']]],
];

// Help is a dialog with all keys.
export function Help({onClose}) {
	const dialog = useRef(null);
	useEffect(() => dialog.current.showModal(), []);
	return html`<dialog ref=${dialog} class="help" aria-label="Keys" onClose=${onClose}
		onClick=${(e) => e.target === dialog.current && dialog.current.close()}>
		<div class="help-head"><h2>Keys</h2>
			<button class="button" type="button" onClick=${() => dialog.current.close()}>Close</button></div>
		<div class="help-body">${keys.map(([title, rows]) => html`<section key=${title}><h3>${title}</h3>
			<dl>${rows.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
		</section>`)}</div>
	</dialog>`;
}
