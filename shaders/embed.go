// Package shaders embeds the GLSL sources. README.md says how they are laid out.
package shaders

import "embed"

// Files holds every shader; includes are resolved from its root.
//
//go:embed common draft id indirect path place post shadow surface
var Files embed.FS
