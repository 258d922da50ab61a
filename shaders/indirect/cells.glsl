// Bounced light at places around a point, weighted by how well they stand for it. Textures 2 and 3, outside of any block, belong
// to this file. Fed by engine/pass/indirect.go.
#include "indirect/guide.glsl"

layout(binding = 2) uniform sampler2D tLight;       // as gather.frag
layout(binding = 3) uniform sampler2D tLightNormal;

// Irradiance / pi at a cell, times the weight in w, for a point with a normal at a ViewZ. The weight falls with the cell's
// distance from the point's tangent plane, in pixels over `slack`. It is never quite 0 where something is seen.
vec4 cellAt(ivec2 cell, vec3 p, vec3 n, float z, float slack) {
	cell = clamp(cell, ivec2(0), textureSize(tLight, 0) - 1);
	vec4 light = texelFetch(tLight, cell, 0);
	vec3 other = uEyeWorld + cellRay(cell) * light.w;
	float off = abs(dot(n, other - p)) * uPinhole.x / (z * slack);
	float facing = max(0.0, dot(texelFetch(tLightNormal, cell, 0).xyz, n));
	float weight = exp(-off) * (facing > 0.9 ? 1.0 : square(square(facing)) * 0.01) + 1e-5;
	return light.w > 0.0 ? vec4(light.rgb, 1.0) * weight : vec4(0.0);
}
