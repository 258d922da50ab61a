// The pixel's color in a picture that there is, by the level that fits how fast the texture coordinates change, and a bias.
#include "common/picture.glsl"

vec4 sampled(sampler2DArray pictures, uint picture, vec2 uv, float bias) {
	float level = repeats(picture) ? 0.0 : textureQueryLod(pictures, uv).y + bias;
	return texture(pictures, placeOf(pictures, picture, uv, level), bias);
}
