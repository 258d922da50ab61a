// The camera of paths: that of common/pinhole.glsl, and with BLURS, which the Go side defines, a lens that may move. The uniforms, outside of any
// block, belong to this file. Fed by engine/pass/path.go.
#include "common/math.glsl"
#include "common/pinhole.glsl"

#if BLURS
uniform vec2 uLens;  // radius; 1 / ViewZ of what is in focus
uniform vec3 uShift; // of the camera in the whole exposure, meters, in its own frame
uniform vec3 uTurn;  // about the direction of this vector, by its length in radians

// Turns v about the direction of a by its length. Rodrigues 1840.
vec3 turned(vec3 v, vec3 a) {
	float angle = length(a);
	vec3 u = a / max(angle, 1e-12);
	return v * cos(angle) + cross(u, v) * sin(angle) + u * (dot(u, v) * (1.0 - cos(angle)));
}

// Moves a ray from the eye to another point of the lens, and to a moment of the exposure: u is uniform in the unit square, time
// from -1/2 to 1/2. ray is in the camera's frame and 1 long along its axis, before and, but for the turn, after. All rays of a
// point of the picture meet where it is in focus. Must match Realism.CameraAt in engine/frame/exposure.go.
void expose(inout vec3 eyeWorld, inout vec3 ray, vec2 u, float time) {
	float r = uLens.x * sqrt(u.x), phi = 2.0 * PI * u.y;
	vec3 from = vec3(r * cos(phi), r * sin(phi), 0.0);
	ray = turned(ray - from * uLens.y, uTurn * time);
	eyeWorld += uWorldFromCamera * (uShift * time + turned(from, uTurn * time));
}
#endif
