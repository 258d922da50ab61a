// Outlines of where shadows may fall. Fed by engine/pass/open.go.
layout(location = 0) in vec2 aClip;

void main() { gl_Position = vec4(aClip, 0.5, 1.0); }
