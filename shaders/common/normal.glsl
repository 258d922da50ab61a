// The normal of a drawn fragment, turned towards the viewer. toEye points from the surface to the camera.
vec3 fragmentNormal(vec3 positionWorld, vec3 normalWorld, bool flat_, vec3 toEye) {
	vec3 face = cross(dFdx(positionWorld), dFdy(positionWorld));
	float l2 = dot(face, face);
	vec3 n = normalWorld;
	// A sliver can have no area on the screen; its interpolated normal is then the better one.
	if (flat_ && l2 > 0.0) n = face * inversesqrt(l2);
	n = normalize(n);
	return dot(n, toEye) < 0.0 ? -n : n;
}
