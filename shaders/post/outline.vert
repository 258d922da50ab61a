// Outlines of where shadows may fall. Fed by engine/pass/unshadowed.go.
layout(location = 0) in vec2 aClip;

void main() { gl_Position = vec4(aClip, 0.5, 1.0); }
