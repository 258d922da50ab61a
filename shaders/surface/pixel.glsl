// What is seen at a pixel in one sub-frame, from the surface pass. Textures 2, 3, 5 and 6 and two uniforms, outside of any
// block, belong to this file. Fed by engine/pass/lighting.go.
#include "common/lighting.glsl"
#include "common/pinhole.glsl"

layout(binding = 2) uniform sampler2D tSurfaceColor;  // reflectance, roughness
layout(binding = 3) uniform sampler2D tSurfaceNormal; // octahedral normal, metallic, packed index of refraction or instance
layout(binding = 5) uniform sampler2D tDepth;         // reversed
layout(binding = 6) uniform sampler2D tIndirect;      // what light that has bounced has beyond bouncedFacing, irradiance / pi, at pixel centers

uniform vec2 uJitterPx; // where the sample lies from the pixel's center
uniform bool uIndirect; // tIndirect holds something

// Irradiance / pi of light that has bounced.
vec3 bouncedAt(ivec2 pixel, vec3 normal) {
	vec3 mean = bouncedFacing(normal);
	return uIndirect ? max(mean + texelFetch(tIndirect, pixel, 0).rgb, 0.0) : mean;
}

// The surface at a pixel; ray is from the eye to it, for a distance of 1 along the camera's axis. code is what gbuffer.frag
// packed.
Surface surfaceAtPixel(ivec2 pixel, out vec3 ray, out float code) {
	vec4 color = texelFetch(tSurfaceColor, pixel, 0), normal = texelFetch(tSurfaceNormal, pixel, 0);
	vec2 seen = seenThrough(vec2(pixel) + 0.5 + uJitterPx);
	ray = rayThrough(seen);
	float viewZ = zOf(texelFetch(tDepth, pixel, 0).r);
	code = normal.w;
	return Surface(eyeThrough(seen) + ray * viewZ, unpackOct(normal.xy), color.rgb, color.a, normal.z, unpackIOR(code), 0.0);
}
