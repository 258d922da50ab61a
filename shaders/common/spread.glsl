// How far the samples of a pixel are apart, for post/converged.frag: the largest level among them, and the largest of 1 minus
// the level, are kept by the blending of engine/pass/lighting.go.

// What a sample of this radiance adds to that. Levels are square roots, about as bright as they look.
vec2 spreadOf(vec3 radiance) {
	float level = sqrt(clamp(luminance(radiance), 0.0, 1.0));
	return vec2(level, 1.0 - level);
}

// What keeps a pixel from being converged.
const vec2 UNCONVERGED = vec2(1.0);

// The difference of the largest and the smallest level.
float spread(vec2 kept) { return kept.x + kept.y - 1.0; }
