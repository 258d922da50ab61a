//go:build cgo && linux

package pass

import (
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"mereo/engine/bvh"
	"mereo/shaders"
)

// member is a field of a GLSL struct or block, at its offset in bytes.
type member struct {
	name   string
	offset uintptr
	size   uintptr
}

// layout is what the rules of OpenGL 4.5, section 7.6.2.2, give for a type: std140 rounds arrays and structs up to 16
// bytes, std430 does not.
type layout struct {
	align, size uintptr
	members     []member // of a struct
}

var scalars = map[string]layout{
	"float": {align: 4, size: 4}, "int": {align: 4, size: 4}, "uint": {align: 4, size: 4}, "vec2": {align: 8, size: 8},
	"vec3": {align: 16, size: 12}, "vec4": {align: 16, size: 16}, "ivec4": {align: 16, size: 16}, "uvec4": {align: 16, size: 16},
	"double": {align: 8, size: 8},
}

func roundUp(x, to uintptr) uintptr { return (x + to - 1) / to * to }

var (
	comments    = regexp.MustCompile(`//[^\n]*`)
	declaration = regexp.MustCompile(`^(\w+)\s+(.+)$`)
	variable    = regexp.MustCompile(`^(\w+)(?:\[(\w+)\])?$`)
	constants   = regexp.MustCompile(`const u?int (\w+) = (\d+)u?;`)
)

// glsl is one shader file, for reading what it declares.
type glsl struct {
	text      string
	constants map[string]uintptr
}

func readGLSL(t *testing.T, names ...string) glsl {
	t.Helper()
	g := glsl{constants: map[string]uintptr{}}
	for _, name := range names {
		text, err := fs.ReadFile(shaders.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		g.text += comments.ReplaceAllString(string(text), "")
	}
	for _, m := range constants.FindAllStringSubmatch(g.text, -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		g.constants[m[1]] = uintptr(n)
	}
	return g
}

// structure lays out what follows the head ("struct Light", "uniform Lighting") up to the closing brace.
func (g glsl) structure(t *testing.T, head string, std140 bool) layout {
	t.Helper()
	at := regexp.MustCompile(regexp.QuoteMeta(head) + `\s*\{([^}]*)\}`).FindStringSubmatch(g.text)
	if at == nil {
		t.Fatalf("no %q in the shader", head)
	}
	out := layout{align: 4}
	if std140 {
		out.align = 16
	}
	for line := range strings.SplitSeq(at[1], ";") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		d := declaration.FindStringSubmatch(line)
		if d == nil {
			t.Fatalf("%s: cannot read %q", head, line)
		}
		kind, ok := scalars[d[1]]
		if !ok {
			kind = g.structure(t, "struct "+d[1], std140)
		}
		for v := range strings.SplitSeq(d[2], ",") {
			m := variable.FindStringSubmatch(strings.TrimSpace(v))
			if m == nil {
				t.Fatalf("%s: cannot read %q", head, v)
			}
			one := kind
			if m[2] != "" {
				if std140 {
					one.align = roundUp(one.align, 16)
				}
				one.size = g.number(t, m[2]) * roundUp(one.size, one.align)
			}
			end := uintptr(0)
			if n := len(out.members); n > 0 {
				end = out.members[n-1].offset + out.members[n-1].size
			}
			out.members = append(out.members, member{m[1], roundUp(end, one.align), one.size})
			out.align = max(out.align, one.align)
		}
	}
	last := out.members[len(out.members)-1]
	out.size = roundUp(last.offset+last.size, out.align)
	return out
}

// number is a literal or a named constant.
func (g glsl) number(t *testing.T, s string) uintptr {
	t.Helper()
	if n, err := strconv.Atoi(s); err == nil {
		return uintptr(n)
	}
	n, ok := g.constants[s]
	if !ok {
		t.Fatalf("no constant %s in the shader", s)
	}
	return n
}

// The Go twins of shader blocks have the same fields, at the offsets that the layout rules give.
func TestTwinsOfShaderBlocks(t *testing.T) {
	lighting := readGLSL(t, "common/shadow.glsl", "common/lighting.glsl")
	for _, c := range []struct {
		file   glsl
		head   string
		std140 bool
		twin   any
		// size counted by hand: 16 bytes for a vec4; a vec3 takes 16 unless a scalar fills its last 4.
		size uintptr
	}{
		{lighting, "struct Light", true, lampBlock{}, 16 * (6 + 3 + 6 + 2)},
		{lighting, "struct Sky", true, skyBlock{}, 16 * (3 + 1 + 1)},
		{lighting, "uniform Lighting", true, lightBlock{}, 16 * (16*17 + 4*5 + 4 + 4 + 4*5 + 1 + 6)},
		{readGLSL(t, "common/instance.glsl"), "struct Instance", false, instanceData{}, 16 * 5},
		{readGLSL(t, "place/mesh.glsl"), "struct Placement", false, placement{}, 8*21 + 4*6},
	} {
		want := c.file.structure(t, c.head, c.std140)
		if want.size != c.size {
			t.Errorf("%s: layout rules give %d bytes, counted by hand %d", c.head, want.size, c.size)
		}
		twin := reflect.TypeOf(c.twin)
		if twin.Size() != want.size || twin.NumField() != len(want.members) {
			t.Errorf("%s: Go twin %s has %d bytes and %d fields, want %d and %d", c.head, twin.Name(), twin.Size(), twin.NumField(),
				want.size, len(want.members))
			continue
		}
		for i, m := range want.members {
			f := twin.Field(i)
			// Words that Go keeps for itself, or this package uses for something else.
			if other, ok := map[string]string{"lights": "lamps", "range": "span"}[m.name]; ok {
				m.name = other
			}
			if f.Name != m.name || f.Offset != m.offset || f.Type.Size() != m.size {
				t.Errorf("%s: field %d of %s is %s at %d with %d bytes, want %s at %d with %d", c.head, i, twin.Name(), f.Name, f.Offset,
					f.Type.Size(), m.name, m.offset, m.size)
			}
		}
	}
}

// What rays read is fetched as texels of four floats.
func TestTwinsOfTexels(t *testing.T) {
	for _, c := range []struct {
		name     string
		twin     any
		texels   uintptr
		lastWord uintptr // of the first texel, in bytes
	}{
		{"node", bvh.Node{}, 2, unsafe.Offsetof(bvh.Node{}.Skip)},
		{"instance", instanceData{}, 5, 12},
	} {
		if got := reflect.TypeOf(c.twin).Size(); got != 16*c.texels || c.lastWord != 12 {
			t.Errorf("%s: got %d bytes and the first texel's last number at %d, want %d and 12", c.name, got, c.lastWord, 16*c.texels)
		}
	}
}

// Numbers that are written on both sides.
func TestConstantsOfShaders(t *testing.T) {
	shadow := readGLSL(t, "common/shadow.glsl")
	block := readGLSL(t, "common/shadow.glsl", "common/lighting.glsl").structure(t, "uniform Lighting", true)
	place := readGLSL(t, "place/mesh.glsl")
	suns := block.members[slices.IndexFunc(block.members, func(m member) bool { return m.name == "sunDir" })].size / 16
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"MAX_LIGHTS", shadow.constants["MAX_LIGHTS"], maxLamps},
		{"FACES", shadow.constants["FACES"], faces},
		{"MAX_SKY", shadow.constants["MAX_SKY"], skyDirections},
		{"suns", suns, maxSuns},
		{"VERTEX_WORDS", place.constants["VERTEX_WORDS"], vertexWords},
		{"4 PLACED_WORDS", 4 * place.constants["PLACED_WORDS"], vertexStride},
		// A uniform block may always have 16 KiB, more only on some devices.
		{"kibibytes of the lights, at most", min(16, (block.size+1023)/1024), (block.size + 1023) / 1024},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %d in the shader, want %d", c.name, c.got, c.want)
		}
	}
}
