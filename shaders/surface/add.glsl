// Adds what a sub-frame's light(pixel) is to the sums of the pixels with one mark: as a fragment shader by blending, and with COMPUTE
// as a compute shader, which does it itself. Texture 15 and images 0 and 1, outside of any block, belong to this file. Fed by
// engine/pass/lighting.go.
struct Lit {
	vec3 radiance;
	vec2 spread; // see common/spread.glsl
};
Lit light(ivec2 pixel);

#if COMPUTE
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) uniform image2D iSum;
layout(binding = 1, rg8) uniform image2D iSpread;
layout(binding = 15) uniform usampler2D tMarks;

uniform uint uMark;
uniform uint uMarks;     // the bits that are compared with it
uniform bool uConverges; // iSpread holds something

void main() {
	ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(pixel, imageSize(iSum))) || (texelFetch(tMarks, pixel, 0).r & uMarks) != uMark) return;
	Lit lit = light(pixel);
	imageStore(iSum, pixel, imageLoad(iSum, pixel) + vec4(lit.radiance, 1.0));
	if (uConverges) imageStore(iSpread, pixel, vec4(max(imageLoad(iSpread, pixel).rg, lit.spread), 0.0, 0.0));
}
#else
layout(location = 0) out vec4 oRadiance;
layout(location = 1) out vec2 oSpread;

void main() {
	Lit lit = light(ivec2(gl_FragCoord.xy));
	oRadiance = vec4(lit.radiance, 1.0);
	oSpread = lit.spread;
}
#endif
