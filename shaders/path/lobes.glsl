// The ways in which surfaces scatter light. All directions are in the frame where the normal is +Z and the viewer v above it.
// A lobe draws a direction l with a density over solid angle and gives it a weight: bsdf * |cos| = weight * density. The buffer
// texture, outside of any block, belongs to this file; fed by engine/pass/path_albedo.go.
#include "common/math.glsl"
#include "common/brdf.glsl"
#include "path/scene.glsl"

// Shares of uniform light that GGX surfaces send back without light that bounces on them: as metal (reflectance 1), as coat,
// as glass from outside (reflected and passed), as glass from inside. Must match albedoTable in engine/pass/path_albedo.go: a
// table for each index of refraction.
layout(binding = 13) uniform samplerBuffer tAlbedo;
const int ALBEDO_COSINES = 64;
const int ALBEDO_ROUGHNESSES = 32;

vec4 albedoRow(float cosine, int row) {
	float x = sqrt(clamp(cosine, 0.0, 1.0)) * float(ALBEDO_COSINES - 1);
	int i = min(int(x), ALBEDO_COSINES - 2), at = i + ALBEDO_COSINES * row;
	return mix(texelFetch(tAlbedo, at), texelFetch(tAlbedo, at + 1), x - float(i));
}

vec4 albedo(float cosine, float roughness, int table) {
	float y = clamp(roughness, 0.0, 1.0) * float(ALBEDO_ROUGHNESSES - 1);
	int j = min(int(y), ALBEDO_ROUGHNESSES - 2), row = j + ALBEDO_ROUGHNESSES * table;
	return mix(albedoRow(cosine, row), albedoRow(cosine, row + 1), y - float(j));
}

// Share of uniform light that diffuseBurley reflects towards a viewer, without an approximation. With k = f90 - 1
// = c + r (l . v), c = r - 1/2, it is the mean of (1 + k a)(1 + k b), a = (1 - NoL)^5, b = (1 - NoV)^5, over l with density
// NoL / pi; the means of a, a NoL and a NoL^2 are 1/21, 1/84 and 1/252.
float albedoBurleyExact(float nov, float r) {
	float c = r - 0.5, b = square(square(1.0 - nov)) * (1.0 - nov), rn = r * nov;
	float ka = c / 21.0 + rn / 84.0;
	float kka = c * c / 21.0 + 2.0 * c * rn / 84.0 + rn * rn / 252.0;
	kka += r * r * (1.0 - nov * nov) * (0.5 * (1.0 / 21.0 - 1.0 / 252.0));
	return 1.0 + b * (c + rn * (2.0 / 3.0)) + ka + b * kka;
}

// Heitz 2014, "Understanding the Masking-Shadowing Function", eq. 72: the Lambda of Smith's masking for GGX.
float lambdaGGX(vec3 w, float alpha) {
	return 0.5 * (sqrt(1.0 + alpha * alpha * dot(w.xy, w.xy) / max(w.z * w.z, 1e-12)) - 1.0);
}

// Density of microfacet normals that a viewer sees, times |cos| to the viewer / (v . h). Unlike distributionGGX it is exact for
// narrow highlights, where 1 - NoH^2 would cancel.
float visibleNormals(vec3 v, vec3 h, float alpha) {
	float a2 = alpha * alpha, s = dot(h.xy, h.xy) / a2 + h.z * h.z;
	return 1.0 / (PI * a2 * s * s * (1.0 + lambdaGGX(v, alpha)) * v.z);
}

// A surface seen from v.
struct Lobes {
	float alpha;      // GGX width; 0: a perfect mirror or lens
	float specular;   // probability that the specular lobe is drawn and not the diffuse one; 1 for glass
	bool glass;
	vec3 diffuse;     // reflectance of the diffuse lobe
	float burley;     // roughness of the diffuse lobe; -1: an ideal diffuser
	vec3 color;       // of metal, and of what glass passes
	vec3 tint;        // of what glass reflects
	float metallic;
	float eta;        // index on the viewer's side / index on the other
	vec3 gain;        // of the specular lobe, for light that bounces between microfacets
	vec4 sheen;       // as sheenOf; drawn with the diffuse lobe
};

// Below this width a highlight is a mirror image: perceptual roughness 0.03.
const float MIRROR_ALPHA = 1e-3;

// The lobes of a surface for a viewer at the given cosine. glass says which of the two stands for a surface that is glass in
// part. mattOnly leaves the specular lobe out.
Lobes lobesOf(Surface s, float nov, bool glass, bool mattOnly) {
	Lobes o;
	vec4 e = albedo(nov, s.roughness, s.table);
	float metallic = glass ? 0.0 : s.metallic;
	o.alpha = s.roughness * s.roughness;
	if (o.alpha < MIRROR_ALPHA) o.alpha = 0.0;
	o.glass = glass;
	o.color = s.color;
	o.tint = s.tinted ? s.color : vec3(1.0);
	o.metallic = metallic;
	o.sheen = vec4(0.0);
	// What is no glass is the same from both sides.
	o.eta = s.outside || !glass ? 1.0 / s.ior : s.ior;
	if (glass) {
		o.specular = mattOnly ? 0.0 : 1.0;
		o.diffuse = vec3(0.0);
		o.burley = -1.0;
		o.gain = vec3(o.alpha > 0.0 ? 1.0 / (s.outside ? e.z : e.w) : 1.0);
		return o;
	}
	// What is lost between microfacets of metal comes back, with one more reflection. Turquin 2019, "Practical multiple
	// scattering compensation for microfacet models".
	o.gain = 1.0 + (o.alpha > 0.0 ? metallic * (1.0 / e.x - 1.0) : 0.0) * s.color;
	// The base color is what is reflected beside the highlight, as in Burley 2012, "Physically Based Shading at Disney": the
	// lobes add up. Where they would reflect more than arrives, the diffuse one gives way.
	bool coated = s.ior > 1.0;
	float coat = coated ? e.y : 0.0, matt = coated ? albedoBurleyExact(nov, s.roughness) : 1.0;
	o.burley = coated ? s.roughness : -1.0;
	o.diffuse = (1.0 - metallic) * min(s.color, vec3((1.0 - coat) / matt));
	float specular = luminance(mix(vec3(coat), o.gain * e.x * s.color, metallic)), diffuse = luminance(o.diffuse) * matt;
	if (s.sheen.rgb != vec3(0.0)) {
		float below = belowSheen(s.sheen, nov);
		o.sheen = s.sheen;
		o.diffuse *= below;
		o.gain *= below;
		specular *= below;
		diffuse = diffuse * below + luminance(s.sheen.rgb) * sheenAlbedo(nov, s.sheen.a);
	}
	if (mattOnly || specular == 0.0) o.specular = 0.0;
	else if (diffuse == 0.0) o.specular = 1.0;
	else o.specular = clamp(specular / (specular + diffuse), 0.1, 0.9);
	return o;
}

// The coat of a surface, for a share of the paths that is what the coat reflects at this cosine.
Lobes coatLobes(Surface s, float nov, bool mattOnly) {
	Lobes o;
	o.alpha = s.coat.y * s.coat.y;
	if (o.alpha < MIRROR_ALPHA) o.alpha = 0.0;
	o.specular = mattOnly ? 0.0 : 1.0;
	o.glass = false;
	o.diffuse = o.color = o.tint = vec3(0.0);
	o.burley = -1.0;
	o.metallic = 0.0;
	o.sheen = vec4(0.0);
	o.eta = 1.0 / COAT_IOR;
	o.gain = vec3(1.0 / fresnelDielectric(nov, o.eta));
	return o;
}

// Reflectance of a microfacet: from f0, what is reflected at normal incidence, it rises to 1. Dielectrics rise as Fresnel's
// equations say. Metals rise as a dielectric of their index of refraction does; so has Cycles, and the references show it.
vec3 fresnel(Lobes s, float voh) {
	float c = clamp(voh, 1e-4, 1.0); // at 0 an index of 1 would be 0 / 0
	float f = fresnelDielectric(c, s.eta);
	if (s.glass) return vec3(f);
	float f0 = square((1.0 - s.eta) / (1.0 + s.eta)), rise = max(f - f0, 0.0) / (1.0 - f0);
	return mix(mix(vec3(f0), s.color, s.metallic), vec3(1.0), rise);
}

// One lobe's share in a direction.
struct Scatter { vec3 weight; float density; };

Scatter scatterDiffuse(Lobes s, vec3 v, vec3 l) {
	if (l.z <= 0.0 || s.specular == 1.0) return Scatter(vec3(0.0), 0.0);
	float shape = s.burley < 0.0 ? 1.0 : diffuseBurley(v.z, l.z, dot(l, normalize(l + v)), s.burley);
	vec3 weight = s.diffuse * shape;
	if (s.sheen.rgb != vec3(0.0)) weight += s.sheen.rgb * (PI * sheen(vec3(0.0, 0.0, 1.0), v, l, s.sheen.a));
	return Scatter(weight / (1.0 - s.specular), l.z / PI * (1.0 - s.specular));
}

// Reflection as in Walter et al. 2007, "Microfacet Models for Refraction through Rough Surfaces", eq. 20, refraction eq. 21
// without the factor by which radiance grows in a denser medium: paths carry radiance / index^2. Normals are drawn as the viewer
// sees them (Heitz 2018), so the weights are G2 / G1.
Scatter scatterSpecular(Lobes s, vec3 v, vec3 l) {
	Scatter none = Scatter(vec3(0.0), 0.0);
	if (s.specular == 0.0 || s.alpha == 0.0) return none;
	float lv = lambdaGGX(v, s.alpha), ll = lambdaGGX(l, s.alpha);
	if (l.z > 0.0) {
		vec3 h = normalize(l + v);
		vec3 f = fresnel(s, dot(v, h));
		float density = visibleNormals(v, h, s.alpha) / 4.0;
		vec3 weight = s.gain * ((1.0 + lv) / (1.0 + lv + ll));
		return s.glass ? Scatter(weight * s.tint, density * f.x) : Scatter(weight * f / s.specular, density * s.specular);
	}
	if (!s.glass || l.z == 0.0 || s.eta == 1.0) return none;
	vec3 h = normalize(s.eta * v + l);
	if (h.z < 0.0) h = -h;
	float voh = dot(v, h), loh = dot(l, h);
	if (voh <= 0.0 || loh >= 0.0) return none;
	float f = fresnel(s, voh).x;
	float density = visibleNormals(v, h, s.alpha) * (1.0 - f) * voh * -loh / square(s.eta * voh + loh);
	return Scatter(s.gain * s.color / (1.0 + ll), density);
}

// Draws a direction from all lobes; pick is uniform in [0, 1), u in the unit square. The density is CERTAIN for mirrors and
// lenses.
Scatter scatter(Lobes s, vec3 v, float pick, vec2 u, out vec3 l, out bool diffuse) {
	diffuse = !(pick < s.specular);
	if (diffuse) {
		// Uniform on the disc, raised to the hemisphere. Malley's method.
		float r = sqrt(u.x), phi = 2.0 * PI * u.y;
		l = vec3(r * cos(phi), r * sin(phi), sqrt(max(0.0, 1.0 - u.x)));
		return scatterDiffuse(s, v, l);
	}
	vec3 h = s.alpha > 0.0 ? sampleVisibleNormal(v, s.alpha, u) : vec3(0.0, 0.0, 1.0);
	vec3 f = fresnel(s, dot(v, h));
	bool pass = s.glass && pick >= f.x; // pick is uniform in [0, specular), and that is 1 for glass
	l = pass ? refract(-v, h, s.eta) : reflect(-v, h);
	if (s.alpha > 0.0) {
		// An index of 1 passes all light straight on, whatever the roughness.
		if (pass && s.eta == 1.0) return Scatter(s.color, CERTAIN);
		// Directions that a second microfacet would have to turn back are lost, and in the gain.
		return pass == (l.z < 0.0) ? scatterSpecular(s, v, l) : Scatter(vec3(0.0), 0.0);
	}
	if (s.glass) return Scatter(pass ? s.color : s.tint, CERTAIN);
	return Scatter(s.gain * f / s.specular, CERTAIN);
}
