// The distortion of a lens, as in engine/camera/distortion.go, whose names and formulas it shares. Points are directions (x,
// y, 1) with x right and, as there, y down. The uniforms, outside of any block, belong to this file; engine/pass/labels_ray.go
// sets them.

uniform vec3 uRadial;     // K1, K2, K3
uniform vec2 uTangential; // P1, P2

vec2 distorted(vec2 p) {
	float q = dot(p, p);
	float s = 1.0 + q * (uRadial.x + q * (uRadial.y + q * uRadial.z));
	return p * s + uTangential.yx * q + 2.0 * dot(uTangential.yx, p) * p;
}

// dxd/dx, dxd/dy = dyd/dx, dyd/dy.
vec3 distortionJacobian(vec2 p) {
	float q = dot(p, p);
	float s = 1.0 + q * (uRadial.x + q * (uRadial.y + q * uRadial.z));
	float ds = 2.0 * (uRadial.x + q * (2.0 * uRadial.y + q * 3.0 * uRadial.z));
	vec2 t = uTangential.yx;
	return vec3(s, 0.0, s) + ds * p.x * vec3(p.x, p.y, 0.0) + vec3(0.0, 0.0, ds * p.y * p.y)
		+ 2.0 * vec3(3.0 * t.x * p.x + t.y * p.y, t.y * p.x + t.x * p.y, 3.0 * t.y * p.y + t.x * p.x);
}

// The inverse of distorted: Newton's method; see Distortion.Undo. camera.Pinhole.Validate sees to it that it converges, and
// that the determinant is positive.
vec2 undistorted(vec2 d) {
	vec2 p = d, move = vec2(1.0);
	// Errors are squared from step to step: after one of 1e-5 they are below what a float can tell.
	for (int i = 0; i < 32 && max(abs(move.x), abs(move.y)) > 1e-5; i++) {
		vec2 e = distorted(p) - d;
		vec3 j = distortionJacobian(p);
		move = vec2(j.z * e.x - j.y * e.y, j.x * e.y - j.y * e.x) / (j.x * j.z - j.y * j.y);
		p -= move;
	}
	return p;
}
