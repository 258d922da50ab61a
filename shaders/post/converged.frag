// Ends pixels whose samples hardly differ, nor those of their neighbors: what is there stands for all sub-frames. Fed by
// engine/pass/adaptive.go; what is drawn here multiplies the sum.
#include "common/math.glsl"
#include "common/spread.glsl"

layout(binding = 0) uniform sampler2D tSpread;
uniform float uScale; // number of sub-frames / number of those that were drawn
uniform float uLimit; // of the spread

layout(location = 0) out vec4 oScale;

float spreadAt(ivec2 pixel) {
	return spread(texelFetch(tSpread, clamp(pixel, ivec2(0), textureSize(tSpread, 0) - 1), 0).rg);
}

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float across = max(spreadAt(pixel - ivec2(1, 0)), spreadAt(pixel + ivec2(1, 0)));
	float along = max(spreadAt(pixel - ivec2(0, 1)), spreadAt(pixel + ivec2(0, 1)));
	if (max(spreadAt(pixel), max(across, along)) > uLimit) discard;
	oScale = vec4(uScale);
}
