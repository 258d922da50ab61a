// Bounced light at every pixel, from the four nearest of gather.frag that lie on the same surface. Where they count
// for too little, beside edges and corners, it is gathered here. Kopf et al. 2007, "Joint Bilateral Upsampling".
// Fed by engine/pass/indirect.go.
#include "indirect/vpl.glsl"
#include "indirect/guide.glsl"

layout(binding = 2) uniform sampler2D tLight;
layout(binding = 3) uniform sampler2D tLightNormal;

layout(location = 0) out vec4 oLight; // irradiance / pi

// Weight of the neighbours below which light is gathered here. Pictures without labels are small and made fast.
#if LABELS
const float ENOUGH = 0.5;
#else
const float ENOUGH = 0.05;
#endif

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float z = guideZ(pixel);
	if (z <= 0.0) {
		oLight = vec4(0.0);
		return;
	}
	vec3 n = guideNormal(pixel), ray = guideRay(gl_FragCoord.xy);
	vec3 p = uEyeWorld + ray * z;
	vec2 at = (vec2(pixel) - 2.0) / 4.0;
	ivec2 base = ivec2(floor(at)), last = textureSize(tLight, 0) - 1;
	vec2 f = at - vec2(base);
	vec4 sum = vec4(0.0);
	for (int k = 0; k < 4; k++) {
		ivec2 c = clamp(base + ivec2(k & 1, k >> 1), ivec2(0), last);
		vec4 light = texelFetch(tLight, c, 0);
		float w = ((k & 1) == 1 ? f.x : 1.0 - f.x) * ((k >> 1) == 1 ? f.y : 1.0 - f.y) + 1e-3;
		// Distance of the other point from this pixel's tangent plane, in units of a pixel's footprint.
		vec2 q = vec2(min(c * 4 + 2, textureSize(tDepth, 0) - 1)) + 0.5;
		vec3 other = uEyeWorld + guideRay(q) * light.w;
		float off = abs(dot(n, other - p)) * uPinhole.x / z;
		w *= light.w > 0.0 && dot(texelFetch(tLightNormal, c, 0).xyz, n) > 0.95 ? exp(-off) : 0.0;
		sum += vec4(light.rgb, 1.0) * w;
	}
	oLight = vec4(sum.a > ENOUGH ? sum.rgb / sum.a : gather(p, n), 1.0);
}
