// The camera: what is seen through a place of the picture, in pixels from the bottom left. The uniforms, outside of any block, belong to this
// file. Fed by engine/pass/lighting.go.
uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;   // focal length, principal point from the bottom left, pixels; w: 1 for an orthographic camera, of pixels per meter, else 0
uniform vec2 uDepthToZ;  // see zOf

// The place at a distance of 1 along the axis, in the camera's frame, where it lies at z = -1.
vec2 seenThrough(vec2 at) { return (at - uPinhole.yz) / uPinhole.x; }

// What a step there is at ViewZ z.
float spreadAt(float z) { return uPinhole.w > 0.0 ? 1.0 : z; }

// The way there, for a distance of 1 along the camera's axis; and where it begins.
vec3 rayThrough(vec2 seen) { return uWorldFromCamera * vec3(uPinhole.w > 0.0 ? vec2(0.0) : seen, -1.0); }
vec3 eyeThrough(vec2 seen) { return uPinhole.w > 0.0 ? uEyeWorld + uWorldFromCamera * vec3(seen, 0.0) : uEyeWorld; }

// ViewZ from the depth that was drawn, of which 0 is the farthest.
float zOf(float depth) { return uPinhole.w > 0.0 ? uDepthToZ.x + depth * uDepthToZ.y : uDepthToZ.x / (depth + uDepthToZ.y); }
