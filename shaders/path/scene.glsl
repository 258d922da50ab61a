// Rays through the scene, and what they meet. The buffer textures and pictures, outside of any block, belong to this file; they
// are those of engine/pass/trace.go. The Go side defines TEXTURES: 1 where materials
// have pictures; and COVERAGE: 1 where some have a material.Coverage.
#include "common/math.glsl"
#include "common/tree.glsl"
#include "common/coverage.glsl"
#include "common/pictured.glsl"
#include "common/coat.glsl"
#include "common/sheen.glsl"

layout(binding = 10) uniform samplerBuffer tTriangles; // three texels, in leaf order: corner, instance; two edges from it
layout(binding = 11) uniform samplerBuffer tCorners;   // three texels, in leaf order: octahedral normal, texture coordinates
layout(binding = 12) uniform samplerBuffer tInstances; // five texels, as in common/instance.glsl
layout(binding = 15) uniform samplerBuffer tTables;    // of each instance, four a texel; see lobes.glsl
layout(binding = 0) uniform sampler2DArray tColor;     // sRGB pictures
layout(binding = 1) uniform sampler2DArray tLinear;    // metallic-roughness pictures

struct Hit { float t; vec2 uv; int triangle; };

// How far off a point of the scene may be computed, in meters.
float slack(vec3 p) {
	vec3 a = abs(p);
	return 3e-5 * max(1.0, max(a.x, max(a.y, a.z)));
}

#include "common/corners.glsl"

// The triangle nearest along the ray, or t = far; with `any_`, the first that is found. A ray with far = 0 meets nothing, at no
// cost, and no ray meets the triangle `self`. Where two surfaces touch, as glass and the table that it stands on, the ray leaves
// the one before it meets the other.
Hit intersect(vec3 origin, vec3 dir, float far, bool any_, int self) {
	Hit best = Hit(far, vec2(0.0), -1);
	vec3 inverse = inverseDir(dir);
	float touch = slack(origin);
	int i = firstNode(far);
	while (i < uNodes) {
		int leaf = nextLeaf(i, origin, inverse, best.t + touch);
		for (int k = leaf >> 3; k < (leaf >> 3) + (leaf & 7); k++) {
			// Möller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
			vec3 v0 = texelFetch(tTriangles, 3 * k).xyz;
			vec3 e1 = texelFetch(tTriangles, 3 * k + 1).xyz, e2 = texelFetch(tTriangles, 3 * k + 2).xyz;
			vec3 p = cross(dir, e2);
			float det = dot(e1, p); // negative where the ray leaves
			float scale = 1.0 / det; // infinite for a ray in the triangle's plane, which then fails a comparison
			vec3 s = origin - v0;
			float u = dot(s, p) * scale;
			vec3 q = cross(s, e1);
			float v = dot(dir, q) * scale, t = dot(e2, q) * scale;
			if (u < 0.0 || v < 0.0 || u + v > 1.0 || t <= 0.0 || k == self) continue;
			if (det < 0.0) t = max(0.0, t - touch);
#if COVERAGE
			if (t < best.t && !coveredAt(k, vec2(u, v), random3(floatBitsToUint(vec3(u, v, dir.x)) ^ uvec3(k)).x)) continue;
#endif
			if (t < best.t) best = Hit(t, vec2(u, v), k);
		}
		if (any_ && best.triangle >= 0) i = uNodes;
	}
	return best;
}

// What a path knows of the surface that it has met.
struct Surface {
	vec3 position;
	vec3 face, normal; // of the triangle and interpolated, world, unit, on the side from which the ray came
	bool outside;      // that is the side which the triangle faces
	vec3 color;
	float roughness;   // perceptual
	float metallic, ior, transmission;
	int table;         // of the index of refraction
	vec3 emission;
	bool tinted;       // what glass reflects has the color, too
	vec3 level;        // the normal without a picture, on the side from which the ray came: that of the coat
	vec2 coat;         // as coatOf
	vec3 absorption;   // of light inside, 1/m
	vec4 sheen;        // as sheenOf; black where light passes
};

Surface surfaceAt(Hit h, vec3 dir) {
	int k = 3 * h.triangle;
	vec4 corner = texelFetch(tTriangles, k);
	vec3 e1 = texelFetch(tTriangles, k + 1).xyz, e2 = texelFetch(tTriangles, k + 2).xyz;
	vec4 a = texelFetch(tCorners, k), b = texelFetch(tCorners, k + 1), c = texelFetch(tCorners, k + 2);
	int instance = floatBitsToInt(corner.w), i = 5 * instance;
	vec4 look = texelFetch(tInstances, i), kind = texelFetch(tInstances, i + 1), emission = texelFetch(tInstances, i + 2);
	vec3 w = vec3(1.0 - h.uv.x - h.uv.y, h.uv);
	Surface s;
	s.position = corner.xyz + h.uv.x * e1 + h.uv.y * e2; // nearer to the plane than origin + dir * t
	s.face = normalize(cross(e1, e2));
	s.outside = dot(s.face, dir) < 0.0;
	s.normal = s.face;
	if (kind.w < 0.5) s.normal = normalize(w.x * unpackOct(a.xy) + w.y * unpackOct(b.xy) + w.z * unpackOct(c.xy));
	if (!s.outside) s.face = -s.face;
	if (dot(s.normal, s.face) < 0.0) s.normal = -s.normal;
	s.level = visibleNormal(s.normal, s.face, dir);
#if TEXTURES
	uvec4 ids = floatBitsToUint(texelFetch(tInstances, i + 3));
	vec2 uv = w.x * a.zw + w.y * b.zw + w.z * c.zw;
	// The finest level: the samples of a pixel are the filter.
	uint relief = ids.w >> 16, glow = ids.y >> 16, rough = pictureOf(ids.w);
	if (relief > 0u) {
		mat3x2 at = cornersFor(relief, h.triangle);
		s.normal = picturedNormal(s.normal, e1, e2, at[1] - at[0], at[2] - at[0], textureLod(tLinear, placeOf(tLinear, relief, at * w, 0.0), 0.0).xyz,
			s.outside ? 1.0 : -1.0);
	}
#endif
	s.normal = visibleNormal(s.normal, s.face, dir);
	s.color = look.rgb * tintAt(h.triangle, w).rgb;
	s.roughness = look.a;
	s.metallic = kind.x;
	s.ior = kind.y;
	s.transmission = kind.z;
	s.table = int(texelFetch(tTables, instance >> 2)[instance & 3]);
	s.emission = emission.rgb;
	s.tinted = emission.w > 1.5;
	vec4 layer = texelFetch(tInstances, i + 4);
	s.coat = coatOf(layer.w);
	s.absorption = layer.xyz;
	s.sheen = s.transmission > 0.0 ? vec4(0.0) : sheenOf(layer.xyz);
#if TEXTURES
	if (glow > 0u) s.emission *= textureLod(tColor, placeOf(tColor, glow, cornersFor(glow, h.triangle) * w, 0.0), 0.0).rgb;
	if (pictureOf(ids.z) > 0u) s.color *= textureLod(tColor, placeOf(tColor, pictureOf(ids.z), uv, 0.0), 0.0).rgb;
	if (rough > 0u) {
		vec4 mr = textureLod(tLinear, placeOf(tLinear, rough, cornersFor(rough, h.triangle) * w, 0.0), 0.0);
		s.roughness *= mr.g;
		s.metallic *= mr.b;
	}
#endif
	return s;
}
