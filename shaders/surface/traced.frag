// Lights metal, glass, polish and what glows, with rays for what they mirror. Drawn over the same triangles as gbuffer.frag where
// depth is equal. Fed by engine/pass/lighting.go; the result is added to the sum over sub-frames.
in vec3 vPositionWorld;
flat in vec4 vSurface;  // metallic, index of refraction, transmission
flat in vec4 vEmission;

#include "common/trace.glsl"

layout(binding = 2) uniform sampler2D tSurfaceColor;  // reflectance, roughness
layout(binding = 3) uniform sampler2D tSurfaceNormal; // octahedral normal, metallic
layout(binding = 6) uniform sampler2D tIndirect;      // irradiance / pi of light that has bounced, at pixel centres

uniform vec3 uEyeWorld;
uniform bool uIndirect;
uniform vec3 uAmbient;

layout(location = 0) out vec4 oRadiance;

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	vec4 color = texelFetch(tSurfaceColor, pixel, 0), normal = texelFetch(tSurfaceNormal, pixel, 0);
	Surface s = Surface(vPositionWorld, unpackOct(normal.xy), color.rgb, color.a, normal.z, vSurface.y, vSurface.z);
	vec3 toEye = normalize(uEyeWorld - vPositionWorld);
	bool glass = s.transmission > 0.5;
	float nov = max(dot(s.normal, toEye), 1e-4);
	vec3 sum = vEmission.rgb, first, second = vec3(0.0);
	vec3 reflected, through = vec3(0.0);
	if (glass) {
		// Both ways at the first surface: a choice would be noise where it is seen best.
		float f = fresnelDielectric(nov, 1.0 / s.ior);
		first = vec3(f);
		second = (1.0 - f) * s.color;
		reflected = reflect(-toEye, s.normal);
		through = normalize(refract(-toEye, s.normal, 1.0 / s.ior));
	} else {
		sum += directLight(s, toEye);
		if (uIndirect) sum += s.color * (1.0 - s.metallic) * texelFetch(tIndirect, pixel, 0).rgb;
		vec3 u = random3(uvec3(uvec2(pixel), uSubFrame * 64u + 3u + uSeed * 4096u));
		reflected = mirrored(s, toEye, u.xy);
		first = fresnelSchlick(specularF0(s), max(0.0, dot(normalize(reflected + toEye), toEye)));
	}
	float leave = 1e-4 * max(1.0, distance(uEyeWorld, vPositionWorld));
	for (int k = 0; k < 2; k++) {
		vec3 weight = k == 0 ? first : second;
		Ray ray = Ray(s.position + s.normal * (k == 0 ? leave : -leave), k == 0 ? reflected : through, glass || s.roughness * s.roughness < MIRROR);
		sum += weight * trace(ray, k == 0 || glass, uvec2(pixel), uint(k + 1), uAmbient);
	}
	oRadiance = vec4(sum, 1.0);
}
