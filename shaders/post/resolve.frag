// Averages the sub-frames and encodes sRGB (IEC 61966-2-1). Fed by engine/pass/resolve.go.
layout(binding = 0) uniform sampler2D tSum; // radiance, summed over sub-frames
uniform float uScale;                       // exposure / number of sub-frames

layout(location = 0) out vec4 oColor; // 8 bit, sRGB

void main() {
	vec3 l = clamp(texelFetch(tSum, ivec2(gl_FragCoord.xy), 0).rgb * uScale, 0.0, 1.0);
	// pow of a negative or zero base is undefined.
	vec3 high = 1.055 * pow(max(l, 1e-6), vec3(1.0 / 2.4)) - 0.055;
	oColor = vec4(mix(high, 12.92 * l, lessThanEqual(l, vec3(0.0031308))), 1.0);
}
