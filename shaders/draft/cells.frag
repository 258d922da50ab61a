// Makes cells of the pixels of a small picture: light over reflectance, and distance along the axis. Fed by
// engine/pass/draft.go.
#include "common/pinhole.glsl"
#include "draft/reflectance.glsl"

layout(binding = 2) uniform sampler2D tRadiance;
layout(binding = 3) uniform sampler2D tColor;  // as gbuffer.frag
layout(binding = 4) uniform sampler2D tNormal;
layout(binding = 5) uniform sampler2D tDepth;  // reversed

layout(location = 0) out vec4 oLight; // w: ViewZ, 0 where nothing is hit

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float depth = texelFetch(tDepth, pixel, 0).r;
	vec4 surface = texelFetch(tNormal, pixel, 0);
	vec3 light = texelFetch(tRadiance, pixel, 0).rgb / reflectance(texelFetch(tColor, pixel, 0).rgb, surface.z, surface.w < 0.0);
	oLight = vec4(light, depth > 0.0 ? zOf(depth) : 0.0);
}
