// Lamps, suns and sky as paths sample them. Uniform block 0 belongs to this file; must match pathLights in
// engine/pass/path.go. The Go side defines ENVIRONMENT: 1 where there is one, BALLS: 1 where a lamp is a ball, and STRATEGY: BOTH, LAMPS or LOBES, the ways in
// which paths find lamps; the last two are for tests.
#include "common/math.glsl"
#include "path/environment.glsl"
#include "common/studio.glsl"

const int MAX_LAMPS = 16;
const int MAX_SUNS = 4;

#define BOTH 0
#define LAMPS 1
#define LOBES 2

// A square that shines on one side, or a ball. Rays pass through it.
struct Lamp {
	vec4 center;   // w: area that is seen along the axis
	vec4 right;    // of a square from the center to the edge; of a ball slope and offset of light.Emission, 1 where it is squared
	vec4 up;       // the same; of a ball 1 / range^4, 0 where the light does not end
	vec4 axis;     // unit, the way the lamp faces
	vec4 radiance; // w: radius of a ball, 0 for a square
};

struct Sun {
	vec4 dir;        // unit, the way the light travels; w: 1 where things cast shadows
	vec4 irradiance;
};

layout(std140, binding = 0) uniform Lights {
	Lamp lamps[MAX_LAMPS];
	Sun suns[MAX_SUNS];
	vec4 world;   // radiance; w: what the environment is chosen by, as lampShare; without one, radiance of the studio's ceiling
	ivec4 counts; // lamps, suns
};

// Density of a direction that no other way of sampling can find, or that is the only one possible.
const float CERTAIN = 1e30;

// The weight of a sample drawn with density `own`, where another way draws it with density `other`: the power heuristic.
// Veach 1997, "Robust Monte Carlo Methods for Light Transport Simulation", section 9.2.4.
float weigh(float own, float other) { return 1.0 / (1.0 + square(other / own)); }

bool isBall(int i) { return BALLS == 1 && lamps[i].radiance.w > 0.0; }

// By what a ball's radiance is multiplied that travels along dir, at the square of a distance from its center.
float ballEmission(int i, vec3 dir, float r2) {
	float e = clamp(dot(dir, lamps[i].axis.xyz) * lamps[i].right.x + lamps[i].right.y, 0.0, 1.0);
	return mix(e, e * e, lamps[i].right.z) * max(0.0, 1.0 - square(r2) * lamps[i].up.x);
}

// How much light a lamp may bring to p, roughly: what lamps are chosen by. It is 0 only where the lamp does not shine.
float lampShare(int i, vec3 p) {
	vec3 d = p - lamps[i].center.xyz;
	float area = lamps[i].center.w;
	bool before = isBall(i) ? dot(d, d) > square(lamps[i].radiance.w) : dot(d, lamps[i].axis.xyz) > 0.0;
	return before ? luminance(lamps[i].radiance.rgb) * area / (dot(d, d) + area) : 0.0;
}

float allShares(vec3 p) {
	float sum = 0.0;
	for (int i = 0; i < counts.x; i++) sum += lampShare(i, p);
	for (int i = 0; i < counts.y; i++) sum += luminance(suns[i].irradiance.rgb);
#if ENVIRONMENT
	sum += world.w;
#endif
	return sum;
}

// 1 - cosine of the angle from a ball's center to its edge, seen from a distance.
float ballWidth(int i, float distance2) {
	float s = square(lamps[i].radiance.w) / distance2;
	return s / (1.0 + sqrt(max(0.0, 1.0 - s)));
}

// Density over solid angle with which lightSample finds the point p + dir * t of lamp i.
float lampDensity(int i, vec3 p, vec3 dir, float t) {
	if (isBall(i)) {
		vec3 d = lamps[i].center.xyz - p;
		return lampShare(i, p) / allShares(p) / (2.0 * PI * ballWidth(i, dot(d, d)));
	}
	return lampShare(i, p) / allShares(p) * t * t / (lamps[i].center.w * -dot(dir, lamps[i].axis.xyz));
}

// Light that arrives at a point from one lamp or sun, on behalf of all.
struct LightSample {
	vec3 dir;     // to the light
	float far;    // where the light is; 0: it casts no shadow
	vec3 arriving; // radiance / density
	float density;
};

// pick is uniform in [0, 1), u in the unit square.
LightSample lightSample(vec3 p, float pick, vec2 u) {
	LightSample s = LightSample(vec3(0.0, 0.0, 1.0), 0.0, vec3(0.0), CERTAIN);
	float all = allShares(p), left = pick * all;
	bool found = false;
	for (int i = 0; i < counts.x; i++) {
		float share = lampShare(i, p);
		if (!found && left < share) {
			found = true;
			if (isBall(i)) {
				vec3 d = lamps[i].center.xyz - p;
				float r2 = dot(d, d), width = ballWidth(i, r2), below = u.x * width; // 1 - cosine
				float sine2 = below * (2.0 - below), phi = 2.0 * PI * u.y;
				s.dir = basis(d * inversesqrt(r2)) * vec3(sqrt(sine2) * vec2(cos(phi), sin(phi)), 1.0 - below);
				s.far = sqrt(r2) * (1.0 - below) - sqrt(max(0.0, square(lamps[i].radiance.w) - r2 * sine2));
				s.density = share / all / (2.0 * PI * width);
				s.arriving = lamps[i].radiance.rgb * (ballEmission(i, -s.dir, r2) / s.density);
				left -= share;
				continue;
			}
			vec3 d = lamps[i].center.xyz + (2.0 * u.x - 1.0) * lamps[i].right.xyz + (2.0 * u.y - 1.0) * lamps[i].up.xyz - p;
			s.far = length(d);
			s.dir = d / s.far;
			s.density = share / all * s.far * s.far / (lamps[i].center.w * max(-dot(s.dir, lamps[i].axis.xyz), 1e-6));
			s.arriving = lamps[i].radiance.rgb / s.density;
		}
		left -= share;
	}
#if ENVIRONMENT
	if (!found && left < world.w) {
		found = true;
		s.dir = environmentSample(u, s.density);
		s.density *= world.w / all;
		s.far = 1e5;
		s.arriving = environmentAlong(s.dir) / s.density;
	}
	left -= world.w;
#endif
#if STRATEGY == LOBES
	s.arriving = vec3(0.0);
#endif
	for (int i = 0; i < counts.y; i++) {
		float share = luminance(suns[i].irradiance.rgb);
		if (!found && left < share) {
			found = true;
			s = LightSample(-suns[i].dir.xyz, suns[i].dir.w * 1e5, suns[i].irradiance.rgb * (all / share), CERTAIN);
		}
		left -= share;
	}
	return s;
}

// The weight of a light sample where a lobe draws its direction with the given density.
float weighLight(float own, float lobe) {
#if STRATEGY == LAMPS
	return 1.0;
#else
	return weigh(own, lobe);
#endif
}

// Radiance of the lamps along a ray up to `far`, whose direction was drawn with density `lobe`.
vec3 lampsAlong(vec3 origin, vec3 dir, float far, float lobe) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < counts.x; i++) {
		vec3 d = lamps[i].center.xyz - origin, shown = lamps[i].radiance.rgb;
		float t;
		bool meets;
		if (isBall(i)) {
			float along = dot(d, dir), half2 = square(lamps[i].radiance.w) - dot(d - along * dir, d - along * dir); // half of the way in it, squared
			t = along - sqrt(max(half2, 0.0));
			meets = half2 > 0.0;
			shown *= ballEmission(i, -dir, dot(d, d));
		} else {
			float down = dot(dir, lamps[i].axis.xyz);
			t = dot(d, lamps[i].axis.xyz) / min(down, -1e-6);
			vec3 q = origin + dir * t - lamps[i].center.xyz, a = lamps[i].right.xyz, b = lamps[i].up.xyz;
			meets = down < -1e-6 && abs(dot(q, a)) <= dot(a, a) && abs(dot(q, b)) <= dot(b, b);
		}
		if (!meets || t <= 0.0 || t >= far || lampShare(i, origin) == 0.0) continue; // the last is dark, and without a density
#if STRATEGY == BOTH
		sum += shown * weigh(lobe, lampDensity(i, origin, dir, t));
#elif STRATEGY == LAMPS
		if (lobe >= CERTAIN) sum += shown;
#else
		sum += shown;
#endif
	}
	return sum;
}

#if ENVIRONMENT
// Radiance of the environment along a ray that meets nothing, as of lampsAlong.
vec3 environmentFound(vec3 origin, vec3 dir, float lobe) {
#if STRATEGY == BOTH
	return environmentAlong(dir) * weigh(lobe, environmentDensity(dir) * world.w / allShares(origin));
#elif STRATEGY == LAMPS
	return lobe >= CERTAIN ? environmentAlong(dir) : vec3(0.0);
#else
	return environmentAlong(dir);
#endif
}
#endif
