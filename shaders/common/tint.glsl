// Colors of vertices as rays meet them. The uniform, outside of any block, belongs to this file, and tCorners to who includes it; fed by
// engine/pass/trace.go. The Go side defines TINTED: 1 where vertices have colors.
#if TINTED
uniform int uTints; // where tCorners has the colors of vertices

// The mean of the colors of a triangle's corners, with weights.
vec4 tintAt(int k, vec3 w) {
	int at = uTints + 3 * k;
	return w.x * texelFetch(tCorners, at) + w.y * texelFetch(tCorners, at + 1) + w.z * texelFetch(tCorners, at + 2);
}
#else
vec4 tintAt(int k, vec3 w) { return vec4(1.0); }
#endif
