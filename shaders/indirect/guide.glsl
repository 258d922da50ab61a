// The surface at a pixel, for light that is known at some pixels only. Textures 13 and 14 and the camera, outside of any block,
// belong to this file, which needs common/math.glsl. Fed by engine/pass/indirect.go and draft.go, which define CELL: how many
// pixels lie between those of which light is known; and LABELS: 1 where the textures are those of id/label.frag.
layout(binding = 13) uniform sampler2D tDepth;  // reversed; with LABELS, ViewZ
layout(binding = 14) uniform sampler2D tNormal; // octahedral; with LABELS, as it is
uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;      // focal length, principal point from the bottom left, pixels
uniform vec2 uJitterPx;     // where the sample lies from the pixel's center
uniform vec2 uCellJitterPx; // where it lay when bounced light was gathered
uniform vec2 uDepthToZ;     // ViewZ = x / (depth + y)

// 0 where nothing is hit.
float guideZ(ivec2 pixel) {
	float d = texelFetch(tDepth, pixel, 0).r;
#if LABELS
	return d;
#endif
	return d > 0.0 ? uDepthToZ.x / (d + uDepthToZ.y) : 0.0;
}

vec3 guideNormal(ivec2 pixel) {
	vec4 n = texelFetch(tNormal, pixel, 0);
#if LABELS
	return n.xyz;
#endif
	return unpackOct(n.xy);
}

// From the eye through a place of the picture, for a distance of 1 along the camera's axis.
vec3 guideRay(vec2 at) { return uWorldFromCamera * vec3((at - uPinhole.yz) / uPinhole.x, -1.0); }

// For points seen through (x, y) at ViewZ z, their distance from the eye along a normal is z * dot(planeFrom(normal), (x, y, 1)).
// x and y are pixels; where the sample lies in them is left to the caller.
vec3 planeFrom(vec3 n) {
	vec3 m = n * uWorldFromCamera; // in the camera's frame
	vec2 perPixel = m.xy / uPinhole.x;
	return vec3(perPixel, dot(perPixel, 0.5 - uPinhole.yz) - m.z);
}

// The pixel of a cell of CELL x CELL at which light is known.
ivec2 cellPixel(ivec2 cell) { return min(cell * CELL + CELL / 2, textureSize(tDepth, 0) - 1); }

// From the eye through the place in it where that was.
vec3 cellRay(ivec2 cell) { return guideRay(vec2(cellPixel(cell)) + 0.5 + uCellJitterPx); }
