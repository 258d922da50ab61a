// The environment as rays see it. Its textures and uniforms, outside of any block, belong to this file; fed by
// engine/pass/environment.go.
#include "common/math.glsl"
#include "common/panorama.glsl"

layout(binding = 4) uniform sampler2D tSky;         // without what stands out, few texels
layout(binding = 7) uniform sampler2D tEnvironment; // all of it

uniform float uEnvironmentTurn;  // parts of a full turn
uniform float uEnvironmentScale; // radiance of 1 in tEnvironment
uniform float uEnvironmentLod;   // where its texels are as large as a sample of a pixel
uniform float uSkyScale;         // radiance of 1 in tSky

// Radiance of the environment in a direction, as sharp as the picture can show.
vec3 environmentAlong(vec3 dir) {
	return uEnvironmentScale * textureLod(tEnvironment, panoramaPlace(dir, uEnvironmentTurn), uEnvironmentLod).rgb;
}

// The same without what shines as suns, for a ray that stands for others up to an angle of `width` radians from it.
vec3 skyAlong(vec3 dir, float width) {
	float texels = width * float(textureSize(tSky, 0).x) / (2.0 * PI);
	return uSkyScale * textureLod(tSky, panoramaPlace(dir, uEnvironmentTurn), log2(max(texels, 1.0))).rgb;
}
