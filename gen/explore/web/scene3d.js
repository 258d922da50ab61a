// The scene in 3D: a canvas with its buttons around the Viewer.
import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { sceneURL } from './api.js';
import { useServer } from './away.js';
import { useKeys } from './keys.js';
import { css, idColor } from './overlay.js';
import { lengthText } from './units.js';

const modes = [['color', 'Color'], ['wireframe', 'Wireframe'], ['normals', 'Normals'], ['objects', 'Objects']];

// Scene3D shows view v of a sample. poses, where not null, are where the objects stand instead: {t: [x, y, z], q: [w, x, y, z]}
// of each, in the world's frame.
export function Scene3D({split, index, page, v, edited, graph, poses, lit, selected, setHover, select}) {
	const frame = useRef(null);
	const [viewer, setViewer] = useState(null);
	const now = useRef({});
	now.current = {graph, setHover, select, selected};
	const [loading, setLoading] = useState(true);
	const [fault, setFault] = useState('');
	const [mode, setMode] = useState('color');
	const [room, setRoom] = useState(true);
	const [paths, setPaths] = useState(true);
	const {motion} = page;
	const ways = useMemo(() => (motion && paths ? page.entities : []).map((e) => ({
		points: motion.poses.map((row) => row[e.id - 1]).filter(Boolean).map((pose) => pose.t), color: e.color || css(idColor(e.id)),
	})), [page, paths]);
	const url = sceneURL(split, index, v, edited);
	const {returns} = useServer();
	const fail = (err) => setFault(`The scene cannot be shown in 3D: ${err.message}`);
	useEffect(() => {
		let stopped = false, shown = null;
		import('./viewer3d.js').then(({show}) => {
			if (stopped) return;
			shown = show(frame.current, {
				hover: (id) => now.current.setHover(keysOf(now.current.graph, id)),
				click: (id) => {
					const key = keysOf(now.current.graph, id)[0] || null;
					now.current.select(key === now.current.selected ? null : key);
				},
			});
			setViewer(shown);
		}).catch(fail);
		return () => {
			stopped = true;
			if (shown) shown.leave();
		};
	}, []);
	const tell = (f, ...what) => useEffect(() => {
		if (viewer) f();
	}, [viewer, ...what]);
	tell(() => viewer.setMode(mode), mode);
	tell(() => viewer.setRoom(room), room);
	tell(() => viewer.setPoses(poses), poses);
	tell(() => viewer.setPaths(ways, motion ? motion.frames : 0), ways);
	tell(() => viewer.setLit(lit.map((k) => graph.byKey.get(k)).filter(Boolean), selected ? graph.byKey.get(selected) : null), lit, selected, graph);
	useEffect(() => {
		if (!viewer) return undefined;
		let stopped = false;
		viewer.load(url).then(() => {
			if (stopped) return;
			setLoading(false);
			setFault('');
		}).catch((err) => !stopped && fail(err));
		return () => { stopped = true; };
	}, [viewer, url, fault && returns]);
	useKeys({c: () => !loading && viewer.toCamera(), w: () => setMode(mode === 'wireframe' ? 'color' : 'wireframe')});
	return html`<div class="scene3d">
		<div class="frame3d">
			<div ref=${frame}></div>
			${loading && !fault && html`<p class="over note">Loading the scene…</p>`}
			${fault && html`<p class="over note bad" role="alert">${fault}</p>`}
		</div>
		<div class="row tools-row">
			<div class="choices" role="radiogroup" aria-label="How the scene is drawn">${modes.map(([name, text]) => html`<button key=${name}
				type="button" role="radio" class="chip" aria-checked=${mode === name} onClick=${() => setMode(name)}>${text}</button>`)}</div>
			<label class="check"><input type="checkbox" checked=${room} onChange=${(e) => setRoom(e.target.checked)} /> Surroundings</label>
			${motion && html`<label class="check"><input type="checkbox" checked=${paths} onChange=${(e) => setPaths(e.target.checked)} /> Paths</label>`}
			<button type="button" class="button" disabled=${loading} onClick=${() => viewer.toCamera()}>Dataset's camera <kbd>C</kbd></button>
			<button type="button" class="button" disabled=${loading} onClick=${() => viewer.frameAll()}>Overview</button>
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
