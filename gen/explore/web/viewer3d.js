// Draws a glTF scene: orbit, picking, poses. It draws only when something changed.
import {
	AxesHelper, Box3, Color, GLTFLoader, GridHelper, Group, Matrix4, MeshNormalMaterial, MeshStandardMaterial, NeutralToneMapping, OrbitControls,
	PerspectiveCamera, PCFSoftShadowMap, PMREMGenerator, Quaternion, Raycaster, RoomEnvironment, Scene, SRGBColorSpace, Vector2, Vector3,
	WebGLRenderer,
} from './vendor/three.js';
import { addLights } from './lights3d.js';
import { idColor } from './overlay.js';

// The world has +Z up, glTF +Y: (x, y, z) becomes (x, z, -y).
const upFromWorld = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);

const litColor = new Color(1, 0.62, 0.02), chosenColor = new Color(0.05, 0.55, 1);

let only = null;

// show puts the viewer into a frame. There is one for all samples: browsers give back WebGL contexts late and allow few at once, and
// a context's shaders take longer to compile than a scene to load. on.hover and on.click are told {object, part} of what the cursor
// met, null for nothing.
export function show(frame, on) {
	only ||= new Viewer(frame);
	only.enter(frame, on);
	return only;
}

class Viewer {
	constructor(frame) {
		const canvas = document.createElement('canvas');
		canvas.id = 'scene3d';
		canvas.tabIndex = 0;
		canvas.setAttribute('role', 'img');
		canvas.setAttribute('aria-label', 'The scene in 3D; arrows turn it, plus and minus zoom');
		frame.append(canvas); // before OrbitControls asks which document it is in
		this.canvas = canvas;
		this.renderer = new WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
		this.renderer.outputColorSpace = SRGBColorSpace;
		this.renderer.toneMapping = NeutralToneMapping;
		this.renderer.shadowMap.enabled = true;
		this.renderer.shadowMap.type = PCFSoftShadowMap;
		this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
		this.scene = new Scene();
		this.camera = new PerspectiveCamera(45, 1, 0.02, 200);
		this.camera.position.set(4, 3, 5);
		const pmrem = new PMREMGenerator(this.renderer);
		const room = new RoomEnvironment();
		this.scene.environment = pmrem.fromScene(room, 0.04).texture;
		room.dispose();
		pmrem.dispose();
		this.controls = new OrbitControls(this.camera, canvas);
		this.controls.addEventListener('change', () => this.draw());
		this.loader = new GLTFLoader();
		this.items = []; // {mesh, material, object, part}
		this.objects = new Map(); // id: {nodes, first}, the matrices in which the nodes came
		// What is wanted, of this scene and of those that come.
		this.asked = '';
		this.mode = 'color';
		this.room = true;
		this.poses = null;
		this.paths = [[], 0];
		this.lit = [];
		this.chosen = [];
		this.listen();
		this.resized = new ResizeObserver(() => this.resize());
		const paper = () => this.paper();
		new MutationObserver(paper).observe(document.documentElement, {attributes: true, attributeFilter: ['data-theme']});
		window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paper);
	}

	enter(frame, on) {
		this.on = on;
		frame.append(this.canvas);
		if (this.focused && document.activeElement === document.body) this.canvas.focus({preventScroll: true});
		this.resized.observe(frame);
		this.paper();
		this.resize();
	}

	// leave takes the viewer out of its frame and frees the scene.
	leave() {
		this.focused = document.activeElement === this.canvas; // so that who goes on to the next sample by keys can go on turning
		this.resized.disconnect();
		this.canvas.remove();
		this.clear();
		this.asked = '';
	}

	// load replaces the scene by that of an address, if it is still wanted when it comes. The view stays where it is, except for the
	// first scene in a frame.
	async load(url) {
		this.asked = url;
		const file = await this.loader.loadAsync(url);
		if (this.asked !== url) {
			free(file.scene);
			return;
		}
		const first = !this.root;
		this.clear();
		this.root = file.scene;
		this.scene.add(this.root);
		this.root.updateMatrixWorld(true);
		this.collect();
		const lights = addLights(file, this.box);
		this.scene.environmentIntensity = lights > 0 ? 0.16 : 0.9; // it shows what the lights leave dark
		this.ruler();
		this.theirs = file.cameras[0] || null;
		this.aspect = this.theirs && this.theirs.aspect;
		if (first) {
			if (this.theirs) this.toCamera();
			else this.frameAll();
		}
		this.setMode(this.mode);
		this.setRoom(this.room);
		this.setPoses(this.poses);
		this.setPaths(...this.paths);
	}

	// collect finds the meshes, what they belong to, and the node that moves each object.
	collect() {
		this.items = [];
		this.root.traverse((node) => {
			if (!node.isMesh) return;
			const said = {object: 0, part: 0};
			let mover = null;
			for (let n = node; n && n !== this.root; n = n.parent) {
				if (!said.part && n.userData.part) said.part = n.userData.part;
				if (n.userData.id) {
					said.object = said.object || n.userData.id;
					mover = n;
				}
			}
			const material = node.material.clone();
			node.material = material;
			if (!said.object) material.side = 0; // surroundings are seen from inside only, so that one can look in
			node.castShadow = Boolean(said.object);
			node.receiveShadow = true;
			this.items.push({mesh: node, material, color: material.color.clone(), ...said});
			if (mover && !this.objects.has(said.object)) this.objects.set(said.object, {nodes: [mover], first: [mover.matrixWorld.clone()]});
			else if (mover && !this.objects.get(said.object).nodes.includes(mover)) {
				this.objects.get(said.object).nodes.push(mover);
				this.objects.get(said.object).first.push(mover.matrixWorld.clone());
			}
		});
		this.box = new Box3();
		for (const i of this.items) if (i.object) this.box.expandByObject(i.mesh);
		if (this.box.isEmpty()) this.box.setFromObject(this.root);
	}

	// ruler draws a grid of meters and the world's axes: x red, y green, z blue.
	ruler() {
		const size = this.box.getSize(new Vector3()), middle = this.box.getCenter(new Vector3());
		const n = Math.max(2, Math.ceil(Math.max(size.x, size.z, 1)) + 2);
		this.rulers = new Group();
		const grid = new GridHelper(n, n, 0x808890, 0x808890);
		grid.position.set(Math.round(middle.x), this.box.min.y + 0.001, Math.round(middle.z));
		grid.material.transparent = true;
		grid.material.opacity = 0.35;
		const axes = new AxesHelper(Math.max(0.5, n / 8));
		axes.rotation.x = -Math.PI / 2;
		axes.position.y = 0.002;
		this.rulers.add(grid, axes);
		this.scene.add(this.rulers);
	}

	// toCamera looks at the scene as the picture does.
	toCamera() {
		if (!this.theirs) return;
		const from = this.theirs.getWorldPosition(new Vector3()), ahead = this.theirs.getWorldDirection(new Vector3());
		const far = Math.max(0.5, this.box.getCenter(new Vector3()).sub(from).dot(ahead));
		this.camera.position.copy(from);
		this.controls.target.copy(from).addScaledVector(ahead, far);
		this.fov = this.theirs.fov;
		this.resize();
		this.controls.update();
		this.draw();
	}

	// frameAll looks at all objects from above and in front.
	frameAll() {
		if (this.box.isEmpty()) return;
		const middle = this.box.getCenter(new Vector3()), reach = this.box.getSize(new Vector3()).length() || 1;
		this.fov = 45;
		this.controls.target.copy(middle);
		this.camera.position.copy(middle).add(new Vector3(0.55, 0.6, 0.9).multiplyScalar(reach));
		this.resize();
		this.controls.update();
		this.draw();
	}

	// setPoses puts objects to poses of the world's frame; null puts them back.
	setPoses(poses) {
		this.poses = poses;
		if (!this.root || (!poses && !this.posed)) return;
		this.posed = Boolean(poses);
		const p = new Vector3(), q = new Quaternion(), s = new Vector3(), world = new Matrix4();
		for (const [id, {nodes, first}] of this.objects) {
			const pose = poses && poses[id - 1];
			nodes.forEach((node, i) => {
				world.copy(first[i]);
				if (pose) {
					first[i].decompose(p, q, s);
					world.compose(p.set(...pose.t), q.set(pose.q[1], pose.q[2], pose.q[3], pose.q[0]), s).premultiply(upFromWorld);
				}
				node.parent.updateMatrixWorld();
				world.premultiply(new Matrix4().copy(node.parent.matrixWorld).invert());
				world.decompose(node.position, node.quaternion, node.scale);
			});
		}
		this.root.updateMatrixWorld(true);
		this.draw();
	}

	// setPaths draws where objects go: of each the {points, color}, world meters, of which those behind number shown are dashed.
	setPaths(paths, shown) {
		this.paths = [paths, shown];
		if (!this.rulers) return;
		if (this.lines) this.rulers.remove(this.lines);
		if (this.lines) free(this.lines);
		const places = [], colors = [];
		for (const {points, color} of paths) {
			const c = new Color(color);
			for (let i = 1; i < points.length; i++) {
				if (i >= shown && i % 4 > 1) continue;
				for (const [x, y, z] of [points[i - 1], points[i]]) {
					places.push(x, z, -y);
					colors.push(c.r, c.g, c.b);
				}
			}
		}
		this.lines = new AxesHelper(); // lines with colors of their own
		const numbers = (list) => new this.lines.geometry.attributes.position.constructor(list, 3);
		this.lines.geometry.setAttribute('position', numbers(places));
		this.lines.geometry.setAttribute('color', numbers(colors));
		this.rulers.add(this.lines);
		this.draw();
	}

	// setMode is "color", "wireframe", "normals" or "objects".
	setMode(mode) {
		this.mode = mode;
		for (const i of this.items) {
			if (i.other) i.other.dispose();
			i.other = null;
			if (mode === 'normals') i.other = new MeshNormalMaterial({side: i.material.side, flatShading: i.material.flatShading});
			if (mode === 'objects') {
				const c = i.object ? new Color(...idColor(i.object).map((v) => v / 255)).convertSRGBToLinear() : new Color(0.5, 0.5, 0.5);
				i.other = new MeshStandardMaterial({color: c, roughness: 0.9, side: i.material.side, flatShading: i.material.flatShading});
			}
			i.mesh.material = i.other || i.material;
			i.material.wireframe = mode === 'wireframe';
		}
		this.glow();
	}

	// setRoom shows or hides what is no object.
	setRoom(shown) {
		this.room = shown;
		for (const i of this.items) if (!i.object) i.mesh.visible = shown;
		this.draw();
	}

	// setLit lights up entities, and marks one as chosen.
	setLit(lit, chosen) {
		this.lit = lit.flatMap(ids);
		this.chosen = chosen ? ids(chosen) : [];
		this.glow();
	}

	glow() {
		const is = (list, i) => list.some((e) => e.channel === 'part' ? e.id === i.part : e.id === i.object);
		for (const i of this.items) {
			const lit = is(this.lit, i), mine = is(this.chosen, i), m = i.mesh.material;
			if (m.color && m === i.material) m.color.copy(i.color).multiplyScalar(this.lit.length > 0 && !lit ? 0.35 : 1);
			if (m.emissive) {
				m.emissive.copy(lit ? litColor : mine ? chosenColor : new Color(0, 0, 0));
				m.emissiveIntensity = lit ? 0.45 : 0.35;
			}
		}
		this.draw();
	}

	listen() {
		const ray = new Raycaster(), at = new Vector2();
		const meet = (e) => {
			const box = this.canvas.getBoundingClientRect();
			at.set((e.clientX - box.left) / box.width * 2 - 1, 1 - (e.clientY - box.top) / box.height * 2);
			ray.setFromCamera(at, this.camera);
			const hit = ray.intersectObjects(this.items.filter((i) => i.mesh.visible).map((i) => i.mesh), false)[0];
			const item = hit && this.items.find((i) => i.mesh === hit.object);
			return item && item.object ? {object: item.object, part: item.part} : null;
		};
		let down = null, waiting = false, last = null;
		this.canvas.addEventListener('pointerdown', (e) => { down = [e.clientX, e.clientY]; });
		this.canvas.addEventListener('pointerup', (e) => {
			if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 5) this.on.click(meet(e));
			down = null;
		});
		this.canvas.addEventListener('pointermove', (e) => {
			last = e;
			if (waiting || down) return;
			waiting = true;
			requestAnimationFrame(() => {
				waiting = false;
				if (last) this.on.hover(meet(last));
			});
		});
		this.canvas.addEventListener('pointerleave', () => {
			last = null;
			this.on.hover(null);
		});
		this.canvas.addEventListener('keydown', (e) => {
			const does = {
				ArrowLeft: () => this.turn(-0.1, 0), ArrowRight: () => this.turn(0.1, 0), ArrowUp: () => this.turn(0, -0.1),
				ArrowDown: () => this.turn(0, 0.1), '+': () => this.near(0.9), '=': () => this.near(0.9), '-': () => this.near(1 / 0.9),
			}[e.key];
			if (!does) return;
			e.preventDefault();
			does();
		});
	}

	// turn goes around what is looked at, radians.
	turn(around, over) {
		const arm = this.camera.position.clone().sub(this.controls.target), r = arm.length();
		const azimuth = Math.atan2(arm.x, arm.z) + around;
		const polar = Math.max(0.02, Math.min(Math.PI - 0.02, Math.acos(arm.y / r) + over));
		arm.set(r * Math.sin(polar) * Math.sin(azimuth), r * Math.cos(polar), r * Math.sin(polar) * Math.cos(azimuth));
		this.camera.position.copy(this.controls.target).add(arm);
		this.controls.update();
	}

	// near multiplies the distance to what is looked at.
	near(by) {
		this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
		this.controls.update();
	}

	// paper takes the background from the page.
	paper() {
		const frame = this.canvas.closest('.frame3d');
		this.scene.background = new Color(frame ? getComputedStyle(frame).backgroundColor : '#888888');
		this.draw();
	}

	// resize fits the canvas to its frame; all that the picture shows stays in sight.
	resize() {
		const {clientWidth: w, clientHeight: h} = this.canvas.parentElement || {};
		if (!w || !h) return;
		this.renderer.setSize(w, h, false);
		this.camera.aspect = w / h;
		const tan = Math.tan((this.fov || 45) * Math.PI / 360);
		const wider = this.aspect && this.camera.aspect < this.aspect ? this.aspect / this.camera.aspect : 1;
		this.camera.fov = Math.atan(tan * wider) * 360 / Math.PI;
		this.camera.updateProjectionMatrix();
		this.draw();
	}

	draw() {
		if (this.waiting) return;
		this.waiting = true;
		requestAnimationFrame(() => {
			this.waiting = false;
			this.renderer.render(this.scene, this.camera);
		});
	}

	clear() {
		for (const i of this.items) {
			i.material.dispose();
			if (i.other) i.other.dispose();
		}
		this.items = [];
		this.objects.clear();
		for (const g of [this.root, this.rulers]) {
			if (!g) continue;
			this.scene.remove(g);
			free(g);
		}
		this.root = this.rulers = this.lines = null;
		this.posed = false;
	}
}

// ids are the channels and numbers of an entity, or of what it consists of where it has none.
function ids(entity) {
	if (entity.channel) return [{channel: entity.channel, id: entity.id}];
	return (entity.entities || []).flatMap(ids);
}

// free gives back what a tree holds on the GPU.
function free(root) {
	root.traverse((n) => {
		if (n.isLight) n.dispose(); // and its shadow
		if (n.geometry) n.geometry.dispose();
		for (const m of [n.material].flat().filter(Boolean)) {
			for (const v of Object.values(m)) if (v && v.isTexture) v.dispose();
			m.dispose();
		}
	});
}
