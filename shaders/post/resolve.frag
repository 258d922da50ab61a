// Averages the sub-frames and encodes them for a display. Fed by engine/pass/resolve.go, which defines APART: 1 where what needs
// rays was summed apart.
#include "post/view.glsl"

layout(binding = 0) uniform sampler2D tSum;    // radiance, summed over sub-frames; w: how many lit the pixel
layout(binding = 1) uniform sampler2D tTraced; // with APART, the same of what only some sub-frames draw, by rays
uniform float uScale;                          // exposure / number of sub-frames

layout(location = 0) out vec4 oColor; // 8 bit, sRGB

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	vec4 sum = texelFetch(tSum, pixel, 0);
#if APART
	// The mean of the sub-frames in which rays were followed stands for all that the others left open: edges are those of
	// all sub-frames. Where something is seen only in others, the pixels around say what.
	vec4 traced = texelFetch(tTraced, pixel, 0);
	if (traced.w == 0.0) {
		ivec2 last = textureSize(tTraced, 0) - 1;
		for (int k = 0; k < 9; k++) traced += texelFetch(tTraced, clamp(pixel + ivec2(k % 3, k / 3) - 1, ivec2(0), last), 0);
	}
	if (traced.w > 0.0) sum.rgb += traced.rgb * (max(1.0 / uScale - sum.w, 0.0) / traced.w);
	else if (sum.w > 0.0) sum.rgb /= sum.w * uScale;
#endif
	oColor = vec4(view(sum.rgb * uScale), 1.0);
}
