// The surface at a pixel, for the gathering of bounced light. Textures 0 and 1 and the camera, outside of any block, belong to
// this file; must match engine/pass/indirect.go, which defines LABELS: 1 where they come from the label pass, 0 from the first
// sub-frame's surface pass.
#include "common/math.glsl"

layout(binding = 0) uniform sampler2D tDepth;  // ViewZ; or depth, reversed
layout(binding = 1) uniform sampler2D tNormal; // world; or octahedral
uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;  // focal length, principal point from the bottom left, pixels
uniform vec2 uJitterPx; // where the sample lies from the pixel's centre
uniform vec2 uDepthToZ; // ViewZ = x / (depth + y)

// 0 where nothing is hit.
float guideZ(ivec2 pixel) {
	float d = texelFetch(tDepth, pixel, 0).r;
#if LABELS
	return d;
#else
	return d > 0.0 ? uDepthToZ.x / (d + uDepthToZ.y) : 0.0;
#endif
}

vec3 guideNormal(ivec2 pixel) {
	vec3 n = texelFetch(tNormal, pixel, 0).xyz;
#if LABELS
	return n;
#else
	return unpackOct(n.xy);
#endif
}

// From the eye through a pixel, for a distance of 1 along the camera's axis.
vec3 guideRay(vec2 center) { return uWorldFromCamera * vec3((center + uJitterPx - uPinhole.yz) / uPinhole.x, -1.0); }
