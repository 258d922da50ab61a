// What is seen at a pixel in one sub-frame, from the surface pass. Textures 2, 3, 5 and 6 and the camera, outside of any
// block, belong to this file. Fed by engine/pass/lighting.go.
#include "common/lighting.glsl"

layout(binding = 2) uniform sampler2D tSurfaceColor;  // reflectance, roughness
layout(binding = 3) uniform sampler2D tSurfaceNormal; // octahedral normal, metallic, packed index of refraction or instance
layout(binding = 5) uniform sampler2D tDepth;         // reversed
layout(binding = 6) uniform sampler2D tIndirect;      // what light that has bounced has beyond bouncedFacing, irradiance / pi, at pixel centers

uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;  // focal length, principal point from the bottom left, all in pixels; w unused
uniform vec2 uJitterPx; // where the sample lies from the pixel's center
uniform vec2 uDepthToZ; // viewZ = x / (depth + y)
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
	ray = uWorldFromCamera * vec3((vec2(pixel) + 0.5 + uJitterPx - uPinhole.yz) / uPinhole.x, -1.0);
	float viewZ = uDepthToZ.x / (texelFetch(tDepth, pixel, 0).r + uDepthToZ.y);
	code = normal.w;
	return Surface(uEyeWorld + ray * viewZ, unpackOct(normal.xy), color.rgb, color.a, normal.z, unpackIOR(code), 0.0);
}
