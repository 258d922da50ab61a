// What a ray finds between the corners of a triangle: the color of vertices, texture coordinates, and whether the surface is there. The uniform,
// outside of any block, belongs to this file, and tCorners, tTriangles, tInstances and tColor to who includes it; fed by engine/pass/trace.go. The
// Go side defines TINTED: 1 where vertices have colors or second texture coordinates, and COVERAGE: 1 where some surfaces have a material.Coverage.
#if TINTED
uniform int uTints; // where tCorners has these of triangles: three colors, then three coordinates

// The mean of the colors of a triangle's corners, with weights.
vec4 tintAt(int k, vec3 w) {
	int at = uTints + 6 * k;
	return w.x * texelFetch(tCorners, at) + w.y * texelFetch(tCorners, at + 1) + w.z * texelFetch(tCorners, at + 2);
}
#else
vec4 tintAt(int k, vec3 w) { return vec4(1.0); }
#endif

// Texture coordinates at the corners of a triangle, those for a picture of this code.
mat3x2 cornersFor(uint picture, int k) {
#if TINTED
	if (bySecond(picture)) {
		int at = uTints + 6 * k + 3;
		return mat3x2(texelFetch(tCorners, at).xy, texelFetch(tCorners, at + 1).xy, texelFetch(tCorners, at + 2).xy);
	}
#endif
	return mat3x2(texelFetch(tCorners, 3 * k).zw, texelFetch(tCorners, 3 * k + 1).zw, texelFetch(tCorners, 3 * k + 2).zw);
}

#if COVERAGE
// Whether the surface is there at a point of a triangle; at are the weights of its last two corners, and u is uniform in [0, 1).
bool coveredAt(int k, vec2 at, float u) {
	uint code = floatBitsToUint(texelFetch(tInstances, 5 * floatBitsToInt(texelFetch(tTriangles, 3 * k).w) + 3).z);
	if (code >> 16 == 0u) return true;
	vec3 w = vec3(1.0 - at.x - at.y, at);
	vec2 uv = w.x * texelFetch(tCorners, 3 * k).zw + w.y * texelFetch(tCorners, 3 * k + 1).zw + w.z * texelFetch(tCorners, 3 * k + 2).zw;
	return covered(code, tColor, uv, tintAt(k, w).a, u);
}
#endif
