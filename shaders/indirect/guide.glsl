// The surface at a pixel, for light that is known at some pixels only. Textures 13 and 14 and two uniforms, outside of any block,
// belong to this file, which needs common/math.glsl. Fed by engine/pass/indirect.go and draft.go, which define CELL: how many
// pixels lie between those of which light is known; and LABELS: 1 where the textures are those of id/label.frag.
#include "common/pinhole.glsl"

layout(binding = 13) uniform sampler2D tDepth;  // reversed; with LABELS, ViewZ
layout(binding = 14) uniform sampler2D tNormal; // octahedral; with LABELS, as it is
uniform vec2 uJitterPx;     // where the sample lies from the pixel's center
uniform vec2 uCellJitterPx; // where it lay when bounced light was gathered

// 0 where nothing is hit.
float guideZ(ivec2 pixel) {
	float d = texelFetch(tDepth, pixel, 0).r;
#if LABELS
	return d;
#endif
	return d > 0.0 ? zOf(d) : 0.0;
}

vec3 guideNormal(ivec2 pixel) {
	vec4 n = texelFetch(tNormal, pixel, 0);
#if LABELS
	return n.xyz;
#endif
	return unpackOct(n.xy);
}

// For points seen through (x, y), what distanceTo makes of it is their distance from the eye along a normal. x and y are pixels; where the
// sample lies in them is left to the caller.
vec4 planeFrom(vec3 n) {
	vec3 m = n * uWorldFromCamera; // in the camera's frame
	vec2 perPixel = m.xy / uPinhole.x;
	float first = dot(perPixel, 0.5 - uPinhole.yz);
	return uPinhole.w > 0.0 ? vec4(perPixel, first, -m.z) : vec4(perPixel, first - m.z, 0.0);
}

float distanceTo(vec4 plane, vec2 at, float z) { return spreadAt(z) * dot(plane.xyz, vec3(at, 1.0)) + z * plane.w; }

// The pixel of a cell of CELL x CELL at which light is known.
ivec2 cellPixel(ivec2 cell) { return min(cell * CELL + CELL / 2, textureSize(tDepth, 0) - 1); }

// The place in it where that was, as seenThrough.
vec2 cellSeen(ivec2 cell) { return seenThrough(vec2(cellPixel(cell)) + 0.5 + uCellJitterPx); }
