package shaders_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"mereo/engine/gl"
	"mereo/shaders"
)

// sources are all files by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(shaders.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(shaders.Files, name)
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 10 {
		t.Fatalf("found %d shaders, want at least 10", len(out))
	}
	return out
}

// Every shader can be assembled and has a main function: its own, or that of a shared file which makes fragment and compute shaders of
// others. Every shared file is used by one.
func TestEveryShaderLoads(t *testing.T) {
	used := map[string]bool{}
	all := sources(t)
	for name := range all {
		s, err := gl.Load(shaders.Files, name)
		if err != nil {
			t.Error(err)
			continue
		}
		stage := path.Ext(name)
		want := stage != ".glsl" || strings.Contains(all[name], "#if COMPUTE")
		if hasMain := strings.Contains(s.Text, "void main()"); hasMain != want {
			t.Errorf("%s: has a main function: %v, want %v", name, hasMain, want)
		}
		if stage != ".glsl" {
			for _, f := range s.Files {
				used[f] = true
			}
		}
	}
	for name := range all {
		if !used[name] {
			t.Errorf("%s is part of no program", name)
		}
	}
}

// What the README promises of every file: a header, no version line of its own, no clock and no hardware noise.
func TestHouseRules(t *testing.T) {
	forbidden := regexp.MustCompile(`#version|\buTime\b|\bnoise[1-4]\(|\bfloat random\(vec2`)
	for name, text := range sources(t) {
		if !strings.HasPrefix(text, "//") {
			t.Errorf("%s begins without a comment that says what it draws", name)
		}
		if m := forbidden.FindString(text); m != "" {
			t.Errorf("%s has %q", name, m)
		}
		for i, line := range strings.Split(text, "\n") {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#include"); ok && !strings.HasPrefix(rest, ` "`) {
				t.Errorf("%s:%d: %q is not of the form #include \"path\"", name, i+1, line)
			}
		}
	}
}

// Only the main file reads uniforms; a shared file that has some says so in its header.
func TestSharedFilesWithBindingsSaySo(t *testing.T) {
	header := regexp.MustCompile(`^(//[^\n]*\n)*`)
	binding := regexp.MustCompile(`(?m)^(layout\(.*\) (uniform|readonly)|uniform )`)
	for name, text := range sources(t) {
		header := header.FindString(text)
		if strings.HasSuffix(name, ".glsl") && binding.MatchString(text) && !strings.Contains(header, "block") {
			t.Errorf("%s has bindings, and its header does not name them", name)
		}
	}
}

func Example() {
	s, err := gl.Load(shaders.Files, "post/screen.vert")
	fmt.Println(s.Files, err, strings.HasPrefix(s.Text, gl.Version))
	// Output: [post/screen.vert] <nil> true
}
