package gl_test

import (
	"fmt"
	"testing/fstest"

	"mereo/engine/gl"
)

// Includes are resolved before a driver sees the shader; #line keeps the numbers of its error messages right.
func ExampleLoad() {
	s, err := gl.Load(fstest.MapFS{
		"common/one.glsl": {Data: []byte("float one() { return 1.0; }\n")},
		"white.frag":      {Data: []byte("#include \"common/one.glsl\"\nout vec4 oColor;\nvoid main() { oColor = vec4(one()); }\n")},
	}, "white.frag")
	fmt.Println(s.Files, err)
	fmt.Print(s.Text)
	// Output:
	// [white.frag common/one.glsl] <nil>
	// #version 450 core
	// #line 1 0
	// #line 1 1
	// float one() { return 1.0; }
	// #line 2 0
	// out vec4 oColor;
	// void main() { oColor = vec4(one()); }
}
