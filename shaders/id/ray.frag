// Labels of a camera with distortion: those of label.frag, of the ray through each pixel's center. Fed by
// engine/pass/labels_ray.go, which defines COVERAGE: 1 where some materials have a material.Coverage. The tree is that of common/trace.glsl; its walk is for rays that all start at the eye.
#include "common/math.glsl"
#include "common/distortion.glsl"
#include "common/pinhole.glsl"
#include "common/coverage.glsl"

layout(binding = 0) uniform sampler2DArray tColor;     // sRGB pictures
layout(binding = 9) uniform samplerBuffer tNodes;      // two texels: low, skip; high, first << 3 | count (0: inner node)
layout(binding = 10) uniform samplerBuffer tTriangles; // three texels, in leaf order; of the first w is the instance
layout(binding = 11) uniform samplerBuffer tCorners;   // three texels, in leaf order: octahedral normal, texture coordinates
layout(binding = 12) uniform samplerBuffer tInstances; // five texels, as in common/instance.glsl
// Three texels, in leaf order: the normal of the plane through the eye and the edge that faces a corner, in the camera's frame,
// and in w one component of the vector whose product with a ray is 1/ViewZ.
layout(binding = 13) uniform samplerBuffer tPlanes;

uniform int uNodes;
uniform int uTints;     // as in common/corners.glsl, if TINTED
uniform vec2 uInverse;  // of the distances between which things are seen: 1/far, 1/near
uniform float uSlack;   // by which boxes are widened, meters: more than they and the eye are rounded

layout(location = 0) out uvec2 oIds;   // object, part
layout(location = 1) out float oViewZ; // meters
layout(location = 2) out vec4 oNormal; // world, towards the camera

void main() {
	// x right, y up, z towards the viewer: the ray's ViewZ is 1.
	vec2 seen = seenThrough(gl_FragCoord.xy);
	vec3 ray = vec3(undistorted(vec2(seen.x, -seen.y)), -1.0) * vec3(1.0, -1.0, 1.0);
	vec3 dir = uWorldFromCamera * ray;
	vec3 inv = 1.0 / mix(dir, vec3(1e-12), lessThan(abs(dir), vec3(1e-12)));

	// The nearest triangle. Olano and Greer 1997, "Triangle Scan Conversion using 2D Homogeneous Coordinates": a ray meets a
	// triangle if it is on one side of its three planes. Two triangles that share an edge have planes of opposite sign there,
	// to the bit, so that no ray passes between them.
	float inverseZ = uInverse.x, far = 1.0 / uInverse.x;
	int hit = -1, i = 0;
	vec3 weights = vec3(0.0), plane = vec3(0.0);
	while (i < uNodes) {
		int leaf = 0;
		while (i < uNodes && leaf == 0) {
			vec4 low = texelFetch(tNodes, 2 * i), high = texelFetch(tNodes, 2 * i + 1);
			vec3 a = (low.xyz - uSlack - uEyeWorld) * inv, b = (high.xyz + uSlack - uEyeWorld) * inv;
			vec3 t0 = min(a, b), t1 = max(a, b);
			float enter = max(max(t0.x, t0.y), max(t0.z, 0.0)), leave = min(min(t1.x, t1.y), min(t1.z, far));
			bool meets = enter <= leave * 1.000001;
			leaf = meets ? floatBitsToInt(high.w) : 0;
			i = meets && leaf == 0 ? i + 1 : floatBitsToInt(low.w);
		}
		for (int k = leaf >> 3; k < (leaf >> 3) + (leaf & 7); k++) {
			vec4 a = texelFetch(tPlanes, 3 * k), b = texelFetch(tPlanes, 3 * k + 1), c = texelFetch(tPlanes, 3 * k + 2);
			vec3 side = vec3(dot(a.xyz, ray), dot(b.xyz, ray), dot(c.xyz, ray));
			vec3 p = vec3(a.w, b.w, c.w);
			float z = dot(p, ray);
			if ((all(greaterThanEqual(side, vec3(0.0))) || all(lessThanEqual(side, vec3(0.0)))) && z > inverseZ && z <= uInverse.y) {
#if COVERAGE
				// The planes' values are barycentric coordinates, times a number of either sign.
				uint code = floatBitsToUint(texelFetch(tInstances, 5 * floatBitsToInt(texelFetch(tTriangles, 3 * k).w) + 3).z);
				vec2 uv = (side.x * texelFetch(tCorners, 3 * k).zw + side.y * texelFetch(tCorners, 3 * k + 1).zw
					+ side.z * texelFetch(tCorners, 3 * k + 2).zw) / (side.x + side.y + side.z);
				float tint = 1.0;
#if TINTED
				int at = uTints + 6 * k;
				tint = dot(side, vec3(texelFetch(tCorners, at).a, texelFetch(tCorners, at + 1).a, texelFetch(tCorners, at + 2).a)) / (side.x + side.y + side.z);
#endif
				if (!covered(code, tColor, uv, tint, HALF)) continue;
#endif
				inverseZ = z;
				far = 1.0 / z;
				hit = k;
				weights = side;
				plane = p;
			}
		}
	}
	oIds = uvec2(0u);
	oViewZ = 0.0;
	oNormal = vec4(0.0);
	if (hit < 0) return;

	int instance = floatBitsToInt(texelFetch(tTriangles, 3 * hit).w);
	oIds = floatBitsToUint(texelFetch(tInstances, 5 * instance + 3)).xy & 0xffffu;
	oViewZ = far;
	vec3 n = uWorldFromCamera * normalize(-plane);
	if (texelFetch(tInstances, 5 * instance + 1).w < 0.5) {
		// The planes' values are barycentric coordinates, times a number of either sign.
		n = weights.x * unpackOct(texelFetch(tCorners, 3 * hit).xy) + weights.y * unpackOct(texelFetch(tCorners, 3 * hit + 1).xy)
			+ weights.z * unpackOct(texelFetch(tCorners, 3 * hit + 2).xy);
		n = normalize(n);
		if (dot(n, dir) > 0.0) n = -n;
	}
	oNormal = vec4(n, 0.0);
}
