// The scene in 3D: a canvas with its buttons around the Viewer.
import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { sceneURL } from './api.js';
import { useKeys } from './keys.js';
import { lengthText } from './units.js';

const modes = [['color', 'Color'], ['wireframe', 'Wireframe'], ['normals', 'Normals'], ['objects', 'Objects']];

// Scene3D shows view v of a sample. poses, where not null, are where the objects stand instead: {t: [x, y, z], q: [w, x, y, z]}
// of each, in the world's frame.
export function Scene3D({split, index, page, v, edited, graph, poses, lit, selected, setHover, select}) {
	const canvas = useRef(null);
	const viewer = useRef(null);
	const now = useRef({});
	now.current = {graph, setHover, select, selected};
	const [state, setState] = useState('Loading the scene…');
	const [fault, setFault] = useState('');
	const [mode, setMode] = useState('color');
	const [room, setRoom] = useState(true);
	const url = sceneURL(split, index, v, edited);
	useEffect(() => {
		let stopped = false, made = null;
		import('./viewer3d.js').then(({Viewer}) => {
			if (stopped) return;
			made = new Viewer(canvas.current, {
				hover: (id) => now.current.setHover(keysOf(now.current.graph, id)),
				click: (id) => {
					const key = keysOf(now.current.graph, id)[0] || null;
					now.current.select(key === now.current.selected ? null : key);
				},
			});
			viewer.current = made;
			load();
		}).catch((err) => setFault(`The scene cannot be shown in 3D: ${err.message}`));
		return () => {
			stopped = true;
			viewer.current = null;
			if (made) made.dispose();
		};
	}, []);
	const wanted = useRef(url);
	wanted.current = url;
	const load = async () => {
		const asked = wanted.current;
		try {
			await viewer.current.load(asked);
			if (!viewer.current || asked !== wanted.current) return;
			setState('');
			setFault('');
			apply();
		} catch (err) {
			if (viewer.current && asked === wanted.current) setFault(`The scene cannot be shown in 3D: ${err.message}`);
		}
	};
	const apply = () => {
		const w = viewer.current;
		if (!w) return;
		w.setMode(mode);
		w.setRoom(room);
		w.setPoses(poses);
		w.setLit(lit.map((k) => graph.byKey.get(k)).filter(Boolean), selected ? graph.byKey.get(selected) : null);
	};
	useEffect(() => {
		if (viewer.current) load();
	}, [url]);
	useEffect(apply);
	useKeys({c: () => viewer.current && viewer.current.toCamera(), w: () => setMode(mode === 'wireframe' ? 'color' : 'wireframe')});
	return html`<div class="scene3d">
		<div class="frame3d">
			<canvas ref=${canvas} tabindex="0" role="img" aria-label="The scene in 3D; arrows turn it, plus and minus zoom"></canvas>
			${state && !fault && html`<p class="over note">${state}</p>`}
			${fault && html`<p class="over note bad" role="alert">${fault}</p>`}
		</div>
		<div class="row tools-row">
			<div class="choices" role="radiogroup" aria-label="How the scene is drawn">${modes.map(([name, text]) => html`<button key=${name}
				type="button" role="radio" class="chip" aria-checked=${mode === name} onClick=${() => setMode(name)}>${text}</button>`)}</div>
			<label class="check"><input type="checkbox" checked=${room} onChange=${(e) => setRoom(e.target.checked)} /> Surroundings</label>
			<button type="button" class="button" onClick=${() => viewer.current && viewer.current.toCamera()}>Dataset's camera <kbd>C</kbd></button>
			<button type="button" class="button" onClick=${() => viewer.current && viewer.current.frameAll()}>Overview</button>
			<span class="small muted">Squares of the grid: ${lengthText(page, 1, 1)}</span>
		</div>
	</div>`;
}

// keysOf are the keys of what the cursor met: an object, or nothing.
function keysOf(graph, id) {
	if (!id) return [];
	const e = (id.object && graph.byID.object.get(id.object)) || (id.part && graph.byID.part.get(id.part));
	return e ? [e.key] : [];
}
