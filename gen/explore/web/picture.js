// One picture of a sample with its overlays. Hovering and clicking its pixels picks entities.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { labelCame, labelThere, labels, labelsURL, pictureThere, pictureURL, post } from './api.js';
import { boxIn, channels, descendants, linesIn } from './entities.js';
import { css, depthBar, idColor, mask, paint, range, reach, spotlight } from './overlay.js';
import { at, choose, under } from './under.js';
import { Arrows } from './arrows.js';
import { lengthText } from './units.js';

// useLabel reads a label picture: undefined while it is read, null where there is none.
function useLabel(url, onFault) {
	const last = useRef({url: '', label: undefined});
	const [, redraw] = useState('');
	if (url && last.current.url !== url) last.current = {url, label: labelThere(url)}; // what is there is shown together with its picture
	useEffect(() => {
		if (!url || last.current.label !== undefined) return undefined;
		let stopped = false;
		labels(url).then((label) => {
			if (stopped) return;
			last.current = {url, label};
			redraw(url);
		}, (err) => !stopped && onFault(err.message));
		return () => { stopped = true; };
	}, [url]);
	return url ? last.current.label : undefined;
}

const overlaid = {depth: 'viewz', normal: 'normal', flow: 'flow'}; // which label picture an overlay is; others are of ids

// frameThere begins to load picture p with all that is shown of it, and tells whether it is there.
export function frameThere({dataset, split, index, page, graph, edited, look}, p) {
	const picture = pictureURL(dataset, split, index, page, p, edited);
	const there = channels.filter((c) => graph.byID[c].size > 0).concat(overlaid[look.overlay] || [])
		.map((c) => labelCame(labelsURL(split, index, p, c, edited)));
	return (!picture || pictureThere(picture)) && there.every(Boolean);
}

// useDrawing draws picture p of a sample that has no such file, where that is wished for: its address, or '' until it is there.
function useDrawing(split, index, p, wished, onFault) {
	const [edited, setEdited] = useState(null); // under its name all pictures are drawn
	useEffect(() => {
		if (!wished || edited) return undefined;
		const stop = new AbortController();
		post(`/api/edit/${encodeURIComponent(split)}/${index}`, {edits: [], quality: 'standard', picture: p}, stop.signal)
			.then(setEdited, (err) => err.name !== 'AbortError' && onFault(err.message));
		return () => stop.abort();
	}, [split, index, p, wished]);
	return wished && edited ? pictureURL(null, split, index, null, p, edited) : '';
}

// Picture shows picture p of a page. look is {overlay, opacity, boxes, zoom, drawn}; relations are those to draw. lit, selected are
// keys. onDraw wishes for pictures that have no files; it is missing where nothing can be drawn. onPoint is told what is under the
// cursor: {p, x, y, entities, depth, normal}, null when the cursor leaves; onLabels what overlays there are. beside is what else takes
// height in the window, pixels.
export function Picture({dataset, split, index, page, graph, p, edited, look, relations, lit, selected, setHover, select, onPoint, onLabels,
	onDraw, beside}) {
	const picture = page.pictures[p];
	const [fault, setFault] = useState('');
	const [gone, setGone] = useState(''); // the address of a picture that is not there
	const [near, setNear] = useState(-1); // the picture where the cursor was: its depth and normals are read
	const url = (channel) => labelsURL(split, index, p, channel, edited);
	const has = (channel) => graph.byID[channel].size > 0;
	const ids = {
		object: useLabel(has('object') && url('object'), setFault),
		part: useLabel(has('part') && url('part'), setFault),
		region: useLabel(has('region') && url('region'), setFault),
	};
	const viewz = useLabel(graph.deep && (near === p || look.overlay === 'depth') && url('viewz'), setFault);
	const normal = useLabel(!graph.flat && (near === p || look.overlay === 'normal') && url('normal'), setFault);
	const flow = useLabel(look.overlay === 'flow' && url('flow'), setFault);
	useEffect(() => {
		onLabels({viewz, normal, flow});
	}, [viewz, normal, flow]);

	const {frame, shown} = useSize(picture, look.zoom, beside);
	const file = pictureURL(dataset, split, index, page, p, edited);
	const lacks = !edited && (!file || gone === file) && (file ? 'There is no such picture.' : 'The dataset was made without pictures.');
	const drawing = useDrawing(split, index, p, lacks && onDraw && look.drawn, setFault);
	const source = lacks && drawing || file;
	const scale = shown / picture.width;
	const point = useRef(null);

	const pick = (e) => {
		const box = e.currentTarget.getBoundingClientRect();
		const x = Math.floor((e.clientX - box.left) / box.width * picture.width);
		const y = Math.floor((e.clientY - box.top) / box.height * picture.height);
		return x < 0 || y < 0 || x >= picture.width || y >= picture.height ? null : told(x, y);
	};
	const told = (x, y) => ({p, x, y, entities: under(graph, ids, p, x, y, 8 / scale), depth: at(viewz, x, y, 0),
		normal: normal && [0, 1, 2].map((n) => at(normal, x, y, n))});
	const tell = (got) => {
		point.current = got;
		onPoint(got);
		const one = got && choose(graph, got.entities, look.overlay, selected);
		setHover(one ? [one.key] : []);
	};
	const onMove = (e) => {
		setNear(p);
		tell(pick(e));
	};
	const onLeave = () => {
		point.current = null;
		onPoint(null);
		setHover([]);
	};
	const onClick = (e) => {
		const got = pick(e);
		const one = got && choose(graph, got.entities, look.overlay, selected);
		select(one && one.key !== selected ? one.key : null);
	};
	// Depth and normals come after the cursor did, and in a film other things come under it.
	useEffect(() => {
		if (point.current) tell(told(point.current.x, point.current.y));
	}, [p, ids.object, ids.part, ids.region, viewz, normal]);

	const field = {depth: viewz, normal, flow}[look.overlay];
	const note = look.overlay in overlaid && !field && missing(look.overlay, field);
	return html`<figure class="picture">
		<div class="frame" ref=${frame} data-zoom=${look.zoom}>
			<div class="layers" style=${{width: shown + 'px', height: shown * picture.height / picture.width + 'px'}}
				onPointerMove=${onMove} onPointerDown=${onMove} onPointerLeave=${onLeave} onClick=${onClick}>
				${source && html`<img class=${scale >= 2.5 ? 'crisp' : ''} src=${source} width=${picture.width}
					height=${picture.height} decoding=${picture.film ? 'sync' : 'auto'} alt=${`${picture.name} of ${page.title}`} draggable=${false} hidden=${gone === source} onError=${() => setGone(source)} onLoad=${() => setGone('')} />`}
				<${Field} look=${look} label=${field || ids[look.overlay]} crisp=${scale >= 1.5} />
				<${Spotlight} graph=${graph} ids=${ids} picture=${picture} lit=${lit} selected=${selected} crisp=${scale >= 1.5}
					dark=${look.overlay in overlaid ? 0.3 : 0.62} />
				<svg class="drawn" viewBox=${`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
					<${Drawn} graph=${graph} page=${page} p=${p} ids=${ids} look=${look} lit=${lit} selected=${selected} scale=${scale} />
					<${Arrows} relations=${relations} graph=${graph} p=${p} scale=${scale} lit=${lit} setHover=${setHover} />
				</svg>
			</div>
		</div>
		${page.pictures.length > 1 && html`<figcaption>${picture.name}</figcaption>`}
		${look.overlay === 'depth' && viewz && html`<${Legend} page=${page} viewz=${viewz} />`}
		${look.overlay === 'flow' && flow && html`<p class="legend"><span class="wheel" aria-hidden="true"></span>
			<span>Colors say where to, as on the wheel; full color is ${reach(flow)} px to the next frame, white none.</span></p>`}
		${lacks && !drawing && !fault && html`<p class="note small" role="status">${look.drawn && onDraw ? 'Drawing…' : lacks}
			${onDraw && !look.drawn && html` <button type="button" class="button small" onClick=${onDraw}>Draw it</button>`}</p>`}
		${note && html`<p class="note small">${note}</p>`}
		${fault && html`<p class="note bad" role="alert">${fault}</p>`}
	</figure>`;
}

// missing says why an overlay is not to be seen.
function missing(overlay, label) {
	return label === undefined ? 'Reading…' : `There ${overlay === 'normal' ? 'are no normals' : `is no ${overlay}`} for this picture.`;
}

// useSize fits a picture into its frame and the height of the window, zoom times as large. It must keep what is in the middle there.
function useSize(picture, zoom, beside) {
	const frame = useRef(null);
	const [room, setRoom] = useState(0);
	useLayoutEffect(() => {
		const measure = () => setRoom(frame.current.clientWidth);
		measure();
		const seen = new ResizeObserver(measure);
		seen.observe(frame.current);
		return () => seen.disconnect();
	}, []);
	const height = Math.max(240, window.innerHeight - beside);
	const shown = Math.max(1, Math.floor(zoom * Math.min(room, height * picture.width / picture.height)));
	const last = useRef(shown);
	useLayoutEffect(() => {
		const f = frame.current, grown = shown / last.current;
		last.current = shown;
		f.scrollLeft = (f.scrollLeft + f.clientWidth / 2) * grown - f.clientWidth / 2;
		f.scrollTop = (f.scrollTop + f.clientHeight / 2) * grown - f.clientHeight / 2;
	}, [shown]);
	return {frame, shown};
}

function Field({look, label, crisp}) {
	const canvas = useRef(null);
	// With the picture, not after it: they are of one frame.
	useLayoutEffect(() => {
		if (!label) return;
		const span = {depth: () => range(label) || {near: 0, far: 1}, flow: () => reach(label)}[look.overlay];
		paint(canvas.current, label, look.overlay in overlaid ? look.overlay : 'ids', span && span());
	}, [label, look.overlay]);
	return html`<canvas ref=${canvas} class=${crisp ? 'crisp' : ''} hidden=${!label} style=${{opacity: look.opacity}}></canvas>`;
}

function Spotlight({graph, ids, picture, lit, selected, crisp, dark}) {
	const canvas = useRef(null);
	const any = channels.some((c) => ids[c]);
	const of = (keys) => {
		const all = [];
		for (const k of keys) {
			const e = graph.byKey.get(k);
			if (!e) continue;
			if (e.channel && ids[e.channel]) all.push(e);
			else descendants(e, (d) => all.push(d));
		}
		return all.some((e) => ids[e.channel]) ? mask(ids, all) : null;
	};
	useLayoutEffect(() => {
		if (any) spotlight(canvas.current, picture.width, picture.height, lit.length > 0 ? of(lit) : null, selected ? of([selected]) : null,
			dark);
	}, [ids.object, ids.part, ids.region, lit.join('|'), selected, graph, dark]);
	return html`<canvas ref=${canvas} class=${crisp ? 'crisp' : ''} hidden=${!any}></canvas>`;
}

// Drawn are boxes and lines. Where there are no label pictures, lines and boxes are what lights up.
function Drawn({graph, page, p, ids, look, lit, selected, scale}) {
	const plain = !channels.some((c) => graph.byID[c].size > 0);
	const shapes = useMemo(() => {
		if (look.boxes) return look.overlay === 'part' ? graph.all.filter((e) => !(e.entities || []).length) : page.entities || [];
		return [];
	}, [look.boxes, look.overlay, graph]);
	const rect = (e, kind, color) => {
		const b = boxIn(e, p);
		return b && html`<rect key=${kind + e.key} class=${'box ' + kind} x=${b.x0} y=${b.y0} width=${b.x1 - b.x0} height=${b.y1 - b.y0}
			style=${color ? {stroke: color} : undefined} />`;
	};
	const lines = (e, kind, color) => linesIn(e, p).map((l, i) => html`<polyline key=${kind + e.key + i} class=${'line ' + kind}
		points=${l.map((q) => q.join(',')).join(' ')} style=${color ? {stroke: color} : undefined} />`);
	const light = (key, kind) => {
		const e = graph.byKey.get(key);
		if (!e) return null;
		const drawn = lines(e, kind);
		return drawn.length > 0 ? drawn : rect(e, kind);
	};
	const colored = plain && (look.overlay === 'object' || look.overlay === 'part');
	const level = colored ? graph.all.filter((e) => look.overlay === 'part' ? (e.lines && e.lines[p]) : !graph.parents.has(e.key)) : [];
	const named = shapes.filter((e) => boxIn(e, p)); // many names would cover each other
	const width = page.pictures[p].width;
	return html`
		${plain && lit.length > 0 && html`<rect class="dim" width=${width} height=${page.pictures[p].height} />`}
		${level.map((e) => html`<g key=${'c' + e.key} style=${{opacity: look.opacity}}>
			${lines(e, 'colored', css(idColor(graph.all.indexOf(e) + 1)))}</g>`)}
		${shapes.map((e, i) => rect(e, 'plain', css(idColor(e.id || i + 1))))}
		${shapes.map((e) => {
			const b = boxIn(e, p);
			return b && (named.length <= 5 || lit.includes(e.key) || e.key === selected) && html`<text key=${'t' + e.key} class="box-name" x=${Math.max(1, b.x0 + 2 / scale)}
				y=${Math.max(12 / scale, b.y0 - 3 / scale)} font-size=${11.5 / scale}>${e.name}</text>`;
		})}
		${plain && selected && light(selected, 'selected')}
		${plain && lit.map((k) => light(k, 'lit'))}`;
}

function Legend({page, viewz}) {
	const span = useMemo(() => range(viewz), [viewz]);
	if (!span) return null;
	return html`<div class="legend" aria-label="Depth"><div class="bar" style=${{background: depthBar}}></div>
		${[0, 0.25, 0.5, 0.75, 1].map((t) => html`<span key=${t}>${lengthText(page, span.near + t * (span.far - span.near), 2)}</span>`)}</div>`;
}
