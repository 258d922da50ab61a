// Bounced light at places around a point, weighted by how well they stand for it. Textures 2, 3 and 6, outside of any block, belong
// to this file. Fed by engine/pass/indirect.go.
#include "indirect/guide.glsl"

layout(binding = 2) uniform sampler2D tLight;       // as gather.frag
layout(binding = 3) uniform sampler2D tLightNormal;
layout(binding = 6) uniform sampler2D tGloss; // with GLOSSY

// The tangent plane of a point at ViewZ z, as seen through cells; see planeFrom. at is the pixel through which the point is seen,
// with the sample's place in it.
struct Plane { vec3 normal; vec4 through; float offset, z; };

Plane planeOf(vec3 n, vec2 at, float z) {
	vec4 p = planeFrom(n);
	return Plane(n, p + vec4(0.0, 0.0, dot(p.xy, uCellJitterPx), 0.0), distanceTo(p, at, z), z);
}

// What a cell has of irradiance / pi beyond bouncedFacing, times the weight in w. The weight falls with the cell's distance from
// the plane, in pixels over `slack`, and with the angle to its normal. It is never quite 0 where something is seen.
vec4 cellAt(ivec2 cell, Plane plane, float slack, out float z, out float nearness) {
	cell = clamp(cell, ivec2(0), textureSize(tLight, 0) - 1);
	vec4 light = texelFetch(tLight, cell, 0), normal = texelFetch(tLightNormal, cell, 0);
	z = light.w;
	nearness = normal.w;
	float off = abs(distanceTo(plane.through, vec2(cellPixel(cell)), z) - plane.offset) * uPinhole.x / (spreadAt(plane.z) * slack);
	float facing = max(0.0, dot(normal.xyz, plane.normal));
	float weight = exp(-off) * square(square(facing)) + 1e-5;
	return z > 0.0 ? vec4(light.rgb, 1.0) * weight : vec4(0.0);
}

vec4 cellAt(ivec2 cell, Plane plane, float slack) {
	float z, nearness;
	return cellAt(cell, plane, slack, z, nearness);
}

// What a cell has of mirrored radiance, as gather.frag.
vec4 glossAt(ivec2 cell) { return texelFetch(tGloss, clamp(cell, ivec2(0), textureSize(tLight, 0) - 1), 0); }
