// Shadow maps: where a point lies in them, and whether light reaches it. Must match engine/pass/shadow.go.
//
// A light sees through up to six faces of a cube around its sample point, in its own frame; each face covers only the
// rectangle in which something can cast a shadow. What lies outside is lit.

const int FACES = 6;
const int MAX_LIGHTS = 16;
const int MAX_SKY = 4;
const float SHADOW_NEAR = 0.01; // meters

// Coordinates of d (from the light, in its frame) on its face: x, y across, z forward; and the number of the face.
vec3 faceCoordinates(vec3 d, out int face) {
	vec3 a = abs(d);
	if (a.z >= a.x && a.z >= a.y) {
		face = d.z >= 0.0 ? 4 : 5;
		return vec3(d.x, d.y, a.z);
	}
	if (a.x >= a.y) {
		face = d.x >= 0.0 ? 0 : 1;
		return vec3(d.y, d.z, a.x);
	}
	face = d.y >= 0.0 ? 2 : 3;
	return vec3(d.z, d.x, a.y);
}
