// The lamps and suns of a glTF scene.
import { AmbientLight, Color, DirectionalLight, SpotLight, Vector3 } from './vendor/three.js';

const mostShadows = 4; // each takes one of the few textures that a material has

// addLights adds the lamps and suns that the file tells of in its own way (see package gltf) to its scene and returns how many
// these are. They are in the file's units: a lamp of P watts gives P/4 watts per steradian straight ahead and less to the sides. What
// the file tells of the same lamps in the words of KHR_lights_punctual, which have no size and no shadows, is put out.
// box holds all objects.
export function addLights(file, box) {
	const root = file.scene, found = [];
	root.traverse((n) => {
		const said = n.userData.light;
		if (!said) return;
		found.push([n, said.type === 'sun' ? sun(said) : lamp(said)]);
		n.visible = !n.isLight;
	});
	const reach = box.getSize(new Vector3()).length() || 1, middle = box.getCenter(new Vector3());
	let shadows = 0;
	for (const [n, light] of found) {
		const ahead = new Vector3(0, 0, -1).transformDirection(n.matrixWorld);
		n.getWorldPosition(light.position);
		if (light.isDirectionalLight) light.position.copy(middle).addScaledVector(ahead, -2 * reach);
		light.target.position.copy(light.position).add(ahead);
		light.castShadow = light.castShadow && shadows++ < mostShadows;
		if (light.castShadow) setShadow(light, reach, middle);
		root.add(light, light.target);
	}
	const world = (file.parser.json.asset.extras || {}).world_radiance;
	if (world && Math.max(...world) > 0) root.add(new AmbientLight(new Color().setRGB(...world), Math.PI));
	return found.length;
}

function sun({irradiance, shadows}) {
	const light = new DirectionalLight(new Color().setRGB(...irradiance), 1);
	light.castShadow = Boolean(shadows);
	return light;
}

function lamp({color, power_w: watts}) {
	const light = new SpotLight(new Color().setRGB(...(color || [1, 1, 1])), watts / 4, 0, Math.PI / 2 - 0.01, 1);
	light.castShadow = true;
	return light;
}

function setShadow(light, reach, middle) {
	const s = light.shadow;
	s.mapSize.set(2048, 2048);
	s.normalBias = 0.02;
	s.radius = 3;
	if (light.isDirectionalLight) {
		Object.assign(s.camera, {left: -reach, right: reach, top: reach, bottom: -reach, near: 0.01, far: 5 * reach});
	} else {
		s.focus = 0.6; // of nearly half a sphere, which no shadow map holds
		s.camera.near = 0.05;
		s.camera.far = light.position.distanceTo(middle) + 2 * reach;
	}
}
