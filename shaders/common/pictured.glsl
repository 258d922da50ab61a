// A surface's normal n after a picture of normals (material.NormalTexture). e1, e2 are two ways along the surface, d1, d2 what texture
// coordinates change on them. back is -1 where n is that of the back side, else 1. It is n where the coordinates do not change.
vec3 picturedNormal(vec3 n, vec3 e1, vec3 e2, vec2 d1, vec2 d2, vec3 picture, float back) {
	float area = d1.x * d2.y - d1.y * d2.x;
	vec3 alongU = (e1 * d2.y - e2 * d1.y) * sign(area), alongV = (e2 * d1.x - e1 * d2.x) * sign(area);
	alongU -= n * dot(n, alongU);
	alongV -= n * dot(n, alongV);
	float u2 = dot(alongU, alongU), v2 = dot(alongV, alongV);
	if (!(u2 > 0.0 && v2 > 0.0)) return n;
	vec3 m = 2.0 * picture - 1.0;
	return normalize(back * (alongU * (m.x * inversesqrt(u2)) - alongV * (m.y * inversesqrt(v2))) + n * max(m.z, 1e-2));
}

// An interpolated or pictured normal must not mirror the viewer into the surface: there it is bent until the mirrored ray leaves. face is the
// surface's normal, on the viewer's side; dir is unit, to the surface. Keller et al. 2017, "The Iray Light Transport Simulation and Rendering
// System", section A.3.
vec3 visibleNormal(vec3 normal, vec3 face, vec3 dir) {
	vec3 mirrored = reflect(dir, normal);
	float height = dot(mirrored, face);
	return height < 0.01 ? normalize(normalize(mirrored + (0.01 - height) * face) - dir) : normal;
}
