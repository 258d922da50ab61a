// The sheen of cloth: light that upright fibers send on, most of it at flat angles, above what the surface below reflects. Estevez and Kulla 2017,
// "Production Friendly Microfacet Sheen BRDF", as KHR_materials_sheen has it.
#include "common/math.glsl"

// Linear color, and the perceptual roughness. layer is Instance.layer of what lets no light pass. Must match layerOf in engine/pass/geometry.go.
vec4 sheenOf(vec3 layer) { return vec4(floor(layer.x) / 1000.0, layer.yz, max(fract(layer.x) / 0.999, 0.07)); }

// The paper's fit to the Lambda of the fibers' masking, for a cosine up to 1/2; t is (1 - alpha)^2.
float sheenFit(float cosine, float t) {
	return mix(21.5473, 25.3245, t) / (1.0 + mix(3.82987, 3.32435, t) * pow(cosine, mix(0.19823, 0.16801, t))) - mix(1.97760, 1.27393, t) * cosine
		- mix(4.32054, 4.85967, t);
}

float sheenLambda(float cosine, float t) {
	return exp(cosine < 0.5 ? sheenFit(cosine, t) : 2.0 * sheenFit(0.5, t) - sheenFit(1.0 - cosine, t));
}

// The BRDF of white sheen, 1/sr; n, v and l are unit, and v and l above the surface.
float sheen(vec3 n, vec3 v, vec3 l, float roughness) {
	float alpha = roughness * roughness, t = square(1.0 - alpha);
	float nov = clamp(dot(n, v), 1e-4, 1.0), nol = clamp(dot(n, l), 1e-4, 1.0), noh = dot(n, normalize(v + l));
	float distribution = (2.0 + 1.0 / alpha) * pow(max(1.0 - noh * noh, 0.0), 0.5 / alpha) / (2.0 * PI);
	return distribution * clamp(1.0 / ((1.0 + sheenLambda(nov, t) + sheenLambda(nol, t)) * 4.0 * nov * nol), 0.0, 1.0);
}

// Share of uniform light that white sheen sends to a viewer: rows for roughnesses from 0.07 to 1, columns for square roots of cosines from 0 to 1.
const float SHEEN_ALBEDO[64] = float[64](
	1.000, 1.000, 0.547, 0.079, 0.003, 0.000, 0.000, 0.000,
	0.826, 0.901, 0.621, 0.320, 0.125, 0.032, 0.004, 0.000,
	0.625, 0.728, 0.573, 0.379, 0.216, 0.101, 0.034, 0.003,
	0.570, 0.685, 0.576, 0.427, 0.284, 0.167, 0.081, 0.020,
	0.577, 0.700, 0.611, 0.483, 0.349, 0.230, 0.134, 0.054,
	0.612, 0.736, 0.656, 0.539, 0.409, 0.286, 0.185, 0.096,
	0.645, 0.765, 0.689, 0.580, 0.454, 0.330, 0.226, 0.135,
	0.645, 0.760, 0.689, 0.587, 0.470, 0.351, 0.251, 0.164);

float sheenAlbedo(float cosine, float roughness) {
	float x = sqrt(clamp(cosine, 0.0, 1.0)) * 7.0, y = (roughness - 0.07) / 0.93 * 7.0;
	int i = min(int(x), 6), j = clamp(int(y), 0, 6), at = 8 * j + i;
	vec2 f = vec2(x - float(i), y - float(j));
	return mix(mix(SHEEN_ALBEDO[at], SHEEN_ALBEDO[at + 1], f.x), mix(SHEEN_ALBEDO[at + 8], SHEEN_ALBEDO[at + 9], f.x), f.y);
}

// What is left for the surface below sheen of a color.
float belowSheen(vec4 sheen, float cosine) { return 1.0 - max(sheen.r, max(sheen.g, sheen.b)) * sheenAlbedo(cosine, sheen.a); }
