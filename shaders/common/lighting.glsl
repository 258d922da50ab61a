// Light that arrives straight from lamps, suns and sky at a surface, and what is reflected of it towards a viewer.
// Uniform block 0 and the shadow maps belong to this file; must match lightBlock in engine/pass/lights.go.
#include "common/math.glsl"
#include "common/brdf.glsl"
#include "common/shadow.glsl"

// A square lamp. In each sub-frame it shines from one point of the square, on behalf of a patch around that point.
struct Light {
	vec4 position;  // of the sample point; w: area of the patch / pi
	vec4 axis;      // unit, the way the lamp faces; w: radius of the patch
	vec4 power;     // radiance * area of the lamp; w: half its side
	vec4 center;    // of the square
	vec4 right;     // unit, along the square
	vec4 up;
	vec4 frame[3];  // axes of the shadow map's frame
	vec4 rect[FACES]; // left, bottom, 1/width, 1/height in tangents
	ivec4 layer[2]; // of each face; -1: nothing casts a shadow there
};

layout(std140, binding = 0) uniform Lighting {
	Light lights[MAX_LIGHTS];
	vec4 sunDir[4];        // the way the light travels
	vec4 sunIrradiance[4];
	vec4 skyFrame[3];      // axes of the sky's shadow map of this sub-frame; the light travels along +z
	vec4 skyOrigin;        // of that frame; w: layer, -1 for none
	vec4 skyRect;
	vec4 skyRange;         // start, 1/length; z: 1/density of the direction, w unused
	vec4 world;            // radiance
	ivec4 counts;          // lamps, suns
};
layout(binding = 8) uniform sampler2DArrayShadow tShadow;

uniform float uShadowTexel; // 1 / resolution of a shadow map

struct Surface {
	vec3 position, normal; // world; the normal on the viewer's side
	vec3 color;            // reflectance
	float roughness;       // perceptual
	float metallic, ior, transmission;
};

float inRect(vec3 c, vec4 rect, float layer, float reference) {
	vec2 uv = (c.xy - rect.xy) * rect.zw;
	if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 1.0;
	return texture(tShadow, vec4(uv, layer, reference));
}

// Share of lamp i's sample point that is seen from a surface.
float lampVisibility(int i, vec3 p, vec3 n) {
	mat3 lightFromWorld = transpose(mat3(lights[i].frame[0].xyz, lights[i].frame[1].xyz, lights[i].frame[2].xyz));
	vec3 d = lightFromWorld * (p - lights[i].position.xyz);
	int face;
	vec3 c = faceCoordinates(d, face);
	int layer = lights[i].layer[face >> 2][face & 3];
	if (layer < 0) return 1.0;
	vec4 rect = lights[i].rect[face];
	// Step off the surface by one and a half texels, or it would shade itself.
	float texel = c.z * uShadowTexel / min(rect.z, rect.w);
	c = faceCoordinates(d + lightFromWorld * n * (1.5 * texel), face);
	if (lights[i].layer[face >> 2][face & 3] != layer) return 1.0;
	return inRect(vec3(c.xy / c.z, 0.0), rect, float(layer), SHADOW_NEAR / c.z * 1.0005);
}

float skyVisibility(vec3 p, vec3 n) {
	mat3 skyFromWorld = transpose(mat3(skyFrame[0].xyz, skyFrame[1].xyz, skyFrame[2].xyz));
	float texel = uShadowTexel / min(skyRect.z, skyRect.w);
	vec3 d = skyFromWorld * (p + n * (2.0 * texel) - skyOrigin.xyz);
	// A point behind all casters has a reference below 0, as far as the cleared map.
	return inRect(d, skyRect, skyOrigin.w, max(0.0, 1.0005 - (d.z - skyRange.x) * skyRange.y));
}

vec3 specularF0(Surface s) {
	float r = (s.ior - 1.0) / (s.ior + 1.0);
	return mix(vec3(r * r), s.color, s.metallic);
}

// Radiance reflected to the viewer from lamps, suns and sky. toEye is unit.
vec3 directLight(Surface s, vec3 toEye) {
	vec3 diffuse = s.color * ((1.0 - s.metallic) * (1.0 - s.transmission));
	vec3 f0 = specularF0(s);
	bool specular = max(f0.r, max(f0.g, f0.b)) > 0.0;
	float alpha = max(s.roughness * s.roughness, 1e-3);
	float nov = max(dot(s.normal, toEye), 1e-4);
	vec3 sum = vec3(0.0);
	for (int i = 0; i < counts.x; i++) {
		vec3 d = lights[i].position.xyz - s.position;
		float r2 = dot(d, d);
		vec3 l = d * inversesqrt(r2);
		float nol = dot(s.normal, l), emit = -dot(lights[i].axis.xyz, l);
		if (nol <= 0.0 || emit <= 0.0) continue;
		// A disc of the patch's area seen face on gives area / (r^2 + area/pi), not area / r^2.
		vec3 arriving = lights[i].power.rgb * (emit * nol / (r2 + lights[i].position.w));
		arriving *= lampVisibility(i, s.position, s.normal);
		vec3 f = diffuse * (1.0 / PI);
		if (specular) {
			vec3 h = normalize(l + toEye);
			float loh = max(dot(l, h), 0.0);
			f *= diffuseBurley(nov, nol, loh, s.roughness);
			// The patch widens the highlight: Karis 2013, "Real Shading in Unreal Engine 4", without its loss of energy.
			float a = min(1.0, sqrt(alpha * alpha + lights[i].axis.w * lights[i].axis.w / (4.0 * r2)));
			f += fresnelSchlick(f0, loh) * (distributionGGX(max(dot(s.normal, h), 0.0), a) * visibilitySmith(nov, nol, a));
		}
		sum += f * arriving;
	}
	for (int i = 0; i < counts.y; i++)
		sum += diffuse * sunIrradiance[i].rgb * (max(0.0, -dot(s.normal, sunDir[i].xyz)) / PI);
	if (skyOrigin.w >= 0.0) {
		float nol = max(0.0, -dot(s.normal, skyFrame[2].xyz));
		if (nol > 0.0) sum += diffuse * world.rgb * (nol * skyRange.z / PI * skyVisibility(s.position, s.normal));
	}
	return sum;
}

// Radiance of the lamps along a ray that meets nothing before `far`; for mirrors.
vec3 lampsAlong(vec3 origin, vec3 dir, float far) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < counts.x; i++) {
		float down = dot(dir, lights[i].axis.xyz);
		if (down >= 0.0) continue;
		float t = dot(lights[i].center.xyz - origin, lights[i].axis.xyz) / down;
		if (t <= 0.0 || t >= far) continue;
		vec3 q = origin + dir * t - lights[i].center.xyz;
		if (max(abs(dot(q, lights[i].right.xyz)), abs(dot(q, lights[i].up.xyz))) < lights[i].power.w)
			sum += lights[i].power.rgb / square(2.0 * lights[i].power.w);
	}
	return sum;
}
