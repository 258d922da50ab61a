// Rays through the scene's triangles. Storage blocks 1 to 4 belong to this file; must match engine/pass/trace.go and
// the threaded tree of engine/bvh.
#include "common/lighting.glsl"
#include "common/random.glsl"
#include "common/instance.glsl"

struct Node {
	vec3 low;
	int skip;
	vec3 high;
	int leaf; // first << 3 | count; 0 for an inner node
};
layout(std430, binding = 1) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 2) readonly buffer Triangles { uvec4 triangles[]; }; // three vertices, instance; in leaf order
struct Vertex { vec4 position; vec4 normalUV; }; // w unused; octahedral normal, texture coordinates
layout(std430, binding = 3) readonly buffer Vertices { Vertex vertices[]; };

layout(binding = 0) uniform sampler2DArray tColor;
uniform int uNodes;
uniform uint uSubFrame;
uniform uint uSeed;

struct Hit { float t; vec2 uv; uint triangle; };

// Nearest triangle along the ray, or t = far. A ray with far = 0 meets nothing, at no cost.
Hit nearest(vec3 origin, vec3 dir, float far) {
	Hit best = Hit(far, vec2(0.0), 0u);
	vec3 inv = 1.0 / mix(dir, vec3(1e-12), lessThan(abs(dir), vec3(1e-12)));
	int i = far > 0.0 ? 0 : uNodes;
	while (i < uNodes) {
		Node node = nodes[i];
		// Never true of a node. But pixels that a triangle does not cover run along on Mesa's software rasteriser, their
		// loads give zero, and without this they would walk for ever.
		if (node.skip <= i) break;
		vec3 a = (node.low - origin) * inv, b = (node.high - origin) * inv;
		vec3 t0 = min(a, b), t1 = max(a, b);
		float enter = max(max(t0.x, t0.y), max(t0.z, 0.0)), leave = min(min(t1.x, t1.y), min(t1.z, best.t));
		if (enter > leave) {
			i = node.skip;
			continue;
		}
		int first = node.leaf >> 3;
		for (int k = first; k < first + (node.leaf & 7); k++) {
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
		i = node.leaf == 0 ? i + 1 : node.skip;
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

struct Ray {
	vec3 origin, dir;
	bool mirror; // it left a mirror or lens, so it sees lamps
};

// Radiance that arrives along a ray after any number of mirrors and lenses; 0 when it is not alive. ambient is the
// irradiance / pi taken for granted besides lamps, suns and sky.
vec3 trace(Ray ray, bool alive, uvec2 pixel, uint salt, vec3 ambient) {
	vec3 sum = vec3(0.0), weight = vec3(1.0);
	for (uint bounce = 0u; bounce < 10u; bounce++) {
		if (!alive) break;
		Hit h = nearest(ray.origin, ray.dir, alive ? FAR : 0.0);
		// Lamps met after a choice between two ways are far brighter than white and met too seldom for the mean to be
		// smooth: white is enough.
		if (ray.mirror) sum += weight * min(lampsAlong(ray.origin, ray.dir, h.t), vec3(bounce == 0u ? 1e9 : 4.0));
		if (h.t >= FAR) {
			sum += weight * world.rgb;
			break;
		}
		vec3 face, emission;
		bool outside;
		Surface s = surfaceAt(h, ray.origin, ray.dir, face, outside, emission);
		sum += weight * emission;
		float leave = 1e-4 * max(1.0, h.t);
		vec3 u = random3(uvec3(pixel, (uSubFrame * 16u + bounce) * 4u + salt + uSeed * 4096u));
		if (s.transmission > 0.5) {
			float eta = outside ? 1.0 / s.ior : s.ior;
			float cosI = clamp(-dot(s.normal, ray.dir), 0.0, 1.0);
			if (u.z < fresnelDielectric(cosI, eta)) {
				ray = Ray(s.position + face * leave, reflect(ray.dir, s.normal), true);
			} else {
				ray = Ray(s.position - face * leave, normalize(refract(ray.dir, s.normal, eta)), true);
				weight *= s.color;
			}
			continue;
		}
		// A highlight seen in a rough mirror is blurred by it. Kaplanyan and Dachsbacher 2013, "Path Space Regularization for
		// Holistic and Robust Light Transport".
		if (!ray.mirror) s.roughness = max(s.roughness, 0.4);
		sum += weight * (directLight(s, -ray.dir) + s.color * (1.0 - s.metallic) * ambient);
		vec3 next = mirrored(s, -ray.dir, u.xy);
		weight *= fresnelSchlick(s.color, max(0.0, dot(s.normal, next)));
		ray = Ray(s.position + face * leave, next, s.roughness * s.roughness < MIRROR);
		alive = s.metallic > 0.5;
	}
	return sum;
}
