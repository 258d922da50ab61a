// Reflection of light at surfaces. alpha is the GGX width, the square of the perceptual roughness.

// Walter et al. 2007, "Microfacet Models for Refraction through Rough Surfaces", eq. 33.
float distributionGGX(float noh, float alpha) {
	float a2 = alpha * alpha;
	float d = (noh * a2 - noh) * noh + 1.0;
	return a2 / (PI * d * d);
}

// The same for a surface that bends within a pixel: h is the half vector in the frame where the normal is +Z. The others are squares of
// widths, of the surface, of the lamp, and of the bend: (xx, xy, yy). What a bend spreads has an end, unlike highlights of GGX: of a mirror that
// bends, the lobe is Beckmann's. Kaplanyan et al. 2016, "Filtering Distributions of Normals for Shading Antialiasing".
float distributionBent(vec3 h, float alpha2, float lamp2, vec3 bend) {
	vec3 a = bend + vec3(alpha2 + lamp2, 0.0, alpha2 + lamp2);
	float det = a.x * a.z - a.y * a.y, h2 = max(h.z * h.z, 1e-6);
	float q = (a.z * h.x * h.x - 2.0 * a.y * h.x * h.y + a.x * h.y * h.y) / (det * h2); // squared slope of h, in widths
	return mix(1.0 / square(1.0 + q), exp(-q), (bend.x + bend.z) / (bend.x + bend.z + alpha2)) / (PI * sqrt(det) * h2 * h2);
}

// Heitz 2014, "Understanding the Masking-Shadowing Function", eq. 99, divided by 4 NoL NoV.
float visibilitySmith(float nov, float nol, float alpha) {
	float a2 = alpha * alpha;
	float v = nol * sqrt((nov - nov * a2) * nov + a2);
	float l = nov * sqrt((nol - nol * a2) * nol + a2);
	return 0.5 / max(v + l, 1e-6);
}

// Reflectance of a smooth dielectric; eta = index outside / index inside. Born and Wolf, "Principles of Optics", 1.5.2.
// Returns 1 under total reflection.
float fresnelDielectric(float cosI, float eta) {
	float sinT2 = eta * eta * (1.0 - cosI * cosI);
	if (sinT2 >= 1.0) return 1.0;
	float cosT = sqrt(1.0 - sinT2);
	float s = (eta * cosI - cosT) / (eta * cosI + cosT);
	float p = (cosI - eta * cosT) / (cosI + eta * cosT);
	return 0.5 * (s * s + p * p);
}

// Diffuse reflection that brightens at grazing angles with roughness, times pi.
// Burley 2012, "Physically Based Shading at Disney", section 5.3.
float diffuseBurley(float nov, float nol, float loh, float perceptualRoughness) {
	float f90 = 0.5 + 2.0 * loh * loh * perceptualRoughness;
	float l = 1.0 - nol, v = 1.0 - nov;
	float l2 = l * l, v2 = v * v;
	return (1.0 + (f90 - 1.0) * l2 * l2 * l) * (1.0 + (f90 - 1.0) * v2 * v2 * v);
}

// Share of uniform light that diffuseBurley sends to a viewer: the integral of its factors over all light, but that of a
// product of two small terms is taken at its mean.
float albedoBurley(float nov, float perceptualRoughness) {
	float r = perceptualRoughness - 0.5, v = 1.0 - nov, v2 = v * v;
	return 1.0 + r / 21.0 + perceptualRoughness * nov / 84.0 + v2 * v2 * v * (r + perceptualRoughness * nov * (2.0 / 3.0) + r * r / 21.0);
}

// Share of uniform light that a GGX surface reflects towards a viewer: x * f0 + y.
// Karis 2014, "Physically Based Shading on Mobile": fit of the split-sum table.
vec2 environmentGGX(float nov, float perceptualRoughness) {
	vec4 r = perceptualRoughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
	float a = min(r.x * r.x, exp2(-9.28 * nov)) * r.x + r.y;
	return vec2(-1.04, 1.04) * a + r.zw;
}

// A microfacet normal that a viewer sees, in the frame where the surface normal is +Z. u is uniform in [0,1)^2.
// Heitz 2018, "Sampling the GGX Distribution of Visible Normals", listing 1.
vec3 sampleVisibleNormal(vec3 view, float alpha, vec2 u) {
	vec3 h = normalize(vec3(alpha * view.xy, view.z));
	float l2 = dot(h.xy, h.xy);
	vec3 t1 = l2 > 0.0 ? vec3(-h.y, h.x, 0.0) * inversesqrt(l2) : vec3(1.0, 0.0, 0.0);
	vec3 t2 = cross(h, t1);
	float r = sqrt(u.x), phi = 2.0 * PI * u.y;
	float a = r * cos(phi), b = r * sin(phi), s = 0.5 * (1.0 + h.z);
	b = mix(sqrt(max(0.0, 1.0 - a * a)), b, s);
	vec3 n = a * t1 + b * t2 + sqrt(max(0.0, 1.0 - a * a - b * b)) * h;
	return normalize(vec3(alpha * n.xy, max(1e-6, n.z)));
}
