// A picture from the light of one with half its width and height, and from its own surfaces. Fed by engine/pass/draft.go.
#include "common/math.glsl"
#include "indirect/guide.glsl"
#if ENVIRONMENT
#include "common/environment.glsl"
#endif

layout(binding = 2) uniform sampler2D tLight; // as cells.frag
layout(binding = 6) uniform sampler2D tReflectance;
uniform vec3 uWorld; // radiance where nothing is hit, unless ENVIRONMENT, which the Go side defines, says that there is one

layout(location = 0) out vec4 oRadiance;

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float z = guideZ(pixel);
	// The four nearest, as far as they lie on the pixel's tangent plane.
	vec4 plane = planeFrom(guideNormal(pixel));
	float offset = distanceTo(plane, vec2(pixel), z), perMeter = uPinhole.x / max(spreadAt(z), 1e-6);
	vec2 place = (vec2(pixel) - float(CELL / 2)) / float(CELL);
	ivec2 base = ivec2(floor(place)), last = textureSize(tLight, 0) - 1;
	vec2 f = place - vec2(base);
	vec4 sum = vec4(0.0);
	for (int k = 0; k < 4; k++) {
		ivec2 d = ivec2(k & 1, k >> 1), cell = clamp(base + d, ivec2(0), last);
		vec2 w = mix(1.0 - f, f, vec2(d)) + 1e-3;
		vec4 light = texelFetch(tLight, cell, 0);
		float off = (distanceTo(plane, vec2(cellPixel(cell)), light.w) - offset) * perMeter; // pixels
		float weight = light.w > 0.0 ? w.x * w.y * (1.0 / (1.0 + square(square(2.0 * off))) + 1e-5) : 0.0;
		sum += vec4(light.rgb, 1.0) * weight;
	}
#if ENVIRONMENT
	vec3 behind = environmentAlong(normalize(rayThrough(seenThrough(vec2(pixel) + 0.5))));
#else
	vec3 behind = uWorld;
#endif
	oRadiance = vec4(z > 0.0 ? texelFetch(tReflectance, pixel, 0).rgb * sum.rgb / max(sum.a, 1e-9) : behind, 1.0);
}
