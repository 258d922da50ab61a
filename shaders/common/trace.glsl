// Rays through the scene's triangles. Storage blocks 1 to 4 belong to this file; must match engine/pass/trace.go and
// the threaded tree of engine/bvh.
#include "common/lighting.glsl"
#include "common/random.glsl"
#include "common/instance.glsl"

struct Node { vec4 low; vec4 high; }; // low.w: skip; high.w: first << 3 | count; as bits
layout(std430, binding = 1) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 2) readonly buffer Triangles { uvec4 triangles[]; }; // three vertices, instance; in leaf order
struct Vertex { vec4 position; vec4 normalUV; }; // w unused; octahedral normal, texture coordinates
layout(std430, binding = 3) readonly buffer Vertices { Vertex vertices[]; };

layout(binding = 0) uniform sampler2DArray tColor;
uniform int uNodes;
uniform uint uSubFrame;
uniform uint uSeed;

struct Hit { float t; vec2 uv; uint triangle; };

// Nearest triangle along the ray, or t = far.
Hit nearest(vec3 origin, vec3 dir, float far) {
	Hit best = Hit(far, vec2(0.0), 0u);
	vec3 inv = 1.0 / mix(dir, vec3(1e-12), lessThan(abs(dir), vec3(1e-12)));
	int i = 0;
	while (i < uNodes) {
		vec4 low = nodes[i].low, high = nodes[i].high;
		vec3 a = (low.xyz - origin) * inv, b = (high.xyz - origin) * inv;
		vec3 t0 = min(a, b), t1 = max(a, b);
		float enter = max(max(t0.x, t0.y), max(t0.z, 0.0)), leave = min(min(t1.x, t1.y), min(t1.z, best.t));
		int leaf = floatBitsToInt(high.w);
		if (enter > leave) {
			i = floatBitsToInt(low.w);
			continue;
		}
		for (int k = leaf >> 3; k < (leaf >> 3) + (leaf & 7); k++) {
			uvec4 tri = triangles[k];
			vec3 v0 = vertices[tri.x].position.xyz, e1 = vertices[tri.y].position.xyz - v0, e2 = vertices[tri.z].position.xyz - v0;
			vec3 p = cross(dir, e2);
			float det = dot(e1, p);
			if (det == 0.0) continue;
			vec3 s = origin - v0;
			float u = dot(s, p) / det;
			vec3 q = cross(s, e1);
			float v = dot(dir, q) / det, t = dot(e2, q) / det;
			if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < best.t) best = Hit(t, vec2(u, v), uint(k));
		}
		i = leaf == 0 ? i + 1 : floatBitsToInt(low.w);
	}
	return best;
}

// The surface that a ray hits; `outside` tells whether it came from the side that the triangle faces.
Surface surfaceAt(Hit h, vec3 origin, vec3 dir, out vec3 face, out bool outside, out vec3 emission) {
	uvec4 tri = triangles[h.triangle];
	Vertex a = vertices[tri.x], b = vertices[tri.y], c = vertices[tri.z];
	Instance it = instances[tri.w];
	vec3 w = vec3(1.0 - h.uv.x - h.uv.y, h.uv);
	face = normalize(cross(b.position.xyz - a.position.xyz, c.position.xyz - a.position.xyz));
	outside = dot(face, dir) < 0.0;
	vec3 n = face;
	if (it.surface.w < 0.5) n = normalize(w.x * unpackOct(a.normalUV.xy) + w.y * unpackOct(b.normalUV.xy) + w.z * unpackOct(c.normalUV.xy));
	if (!outside) face = -face;
	if (dot(n, face) < 0.0) n = -n;
	vec3 color = it.baseColorRoughness.rgb;
	if (it.ids.z > 0u) {
		vec2 uv = w.x * a.normalUV.zw + w.y * b.normalUV.zw + w.z * c.normalUV.zw;
		color *= textureLod(tColor, vec3(uv, float(it.ids.z - 1u)), 1.0).rgb;
	}
	emission = it.emission.rgb;
	return Surface(origin + dir * h.t, n, color, it.baseColorRoughness.a, it.surface.x, it.surface.y, it.surface.z);
}

const float FAR = 1e5;
const float MIRROR = 0.02; // GGX width below which lamps are seen by rays, above which by directLight

// A direction into which the surface mirrors, for a viewer at toEye.
vec3 mirrored(Surface s, vec3 toEye, vec2 u) {
	float alpha = s.roughness * s.roughness;
	if (alpha < 1e-4) return reflect(-toEye, s.normal);
	mat3 frame = basis(s.normal);
	vec3 h = frame * sampleVisibleNormal(toEye * frame, alpha, u);
	vec3 d = reflect(-toEye, h);
	return dot(d, s.normal) > 0.0 ? d : reflect(-toEye, s.normal);
}

// Radiance that arrives along a ray after any number of mirrors and lenses. `mirror`: the ray left a mirror or lens, so
// it sees lamps. Ambient is the radiance assumed to come from everywhere besides lamps, suns and sky.
vec3 trace(vec3 origin, vec3 dir, bool mirror, uvec2 pixel, uint salt, vec3 ambient) {
	vec3 sum = vec3(0.0), weight = vec3(1.0);
	for (uint bounce = 0u; bounce < 10u; bounce++) {
		Hit h = nearest(origin, dir, FAR);
		if (mirror) sum += weight * lampsAlong(origin, dir, h.t);
		if (h.t >= FAR) return sum + weight * world.rgb;
		vec3 face, emission;
		bool outside;
		Surface s = surfaceAt(h, origin, dir, face, outside, emission);
		sum += weight * emission;
		float leave = 1e-4 * max(1.0, h.t);
		vec3 u = random3(uvec3(pixel, (uSubFrame * 16u + bounce) * 4u + salt + uSeed * 4096u));
		if (s.transmission > 0.5) {
			float eta = outside ? 1.0 / s.ior : s.ior;
			float cosI = clamp(-dot(s.normal, dir), 0.0, 1.0);
			if (u.z < fresnelDielectric(cosI, eta)) {
				dir = reflect(dir, s.normal);
				origin = s.position + face * leave;
			} else {
				dir = normalize(refract(dir, s.normal, eta));
				weight *= s.color;
				origin = s.position - face * leave;
			}
			mirror = true;
			continue;
		}
		sum += weight * (directLight(s, -dir) + s.color * (1.0 - s.metallic) * ambient);
		if (s.metallic < 0.5) return sum;
		vec3 next = mirrored(s, -dir, u.xy);
		weight *= fresnelSchlick(s.color, max(0.0, dot(s.normal, next)));
		mirror = s.roughness * s.roughness < MIRROR;
		dir = next;
		origin = s.position + face * leave;
	}
	return sum;
}
