// Computes at(place) for all places of gathering: as a fragment shader, and with COMPUTE as a compute shader. Images 0 to 2, outside of any
// block, belong to this file. Fed by engine/pass/indirect.go.
struct Gathered {
	vec4 light;  // irradiance / pi, less bouncedFacing; w: ViewZ of the pixel it was taken at
	vec4 normal; // w: 1 / distance of what is met, in the mean, 1/m
	vec4 gloss;  // of bounced light, radiance that a rough surface mirrors towards the eye; w: whether it is one. With GLOSSY
};
Gathered at(ivec2 place);

#if COMPUTE
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) writeonly uniform image2D iLight;
layout(binding = 1, rgba16f) writeonly uniform image2D iNormal;
#if GLOSSY
layout(binding = 2, rgba16f) writeonly uniform image2D iGloss;
#endif

void main() {
	ivec2 place = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(place, imageSize(iLight)))) return;
	Gathered g = at(place);
	imageStore(iLight, place, g.light);
	imageStore(iNormal, place, g.normal);
#if GLOSSY
	imageStore(iGloss, place, g.gloss);
#endif
}
#else
layout(location = 0) out vec4 oLight;
layout(location = 1) out vec4 oNormal;
#if GLOSSY
layout(location = 2) out vec4 oGloss;
#endif

void main() {
	Gathered g = at(ivec2(gl_FragCoord.xy));
	oLight = g.light;
	oNormal = g.normal;
#if GLOSSY
	oGloss = g.gloss;
#endif
}
#endif
