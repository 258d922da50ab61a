package models_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"mereo/assets/models"
	"mereo/assets/solid"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// block is a closed box of 1 x 2 x 4, in the axes of its file, from the origin.
func block() *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Positions = append(m.Positions, geom.V(float64(i&1), 2*float64(i>>1&1), 4*float64(i>>2)))
	}
	for _, q := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

func objOf(m *mesh.Mesh, head string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, p := range m.Positions {
		fmt.Fprintf(&b, "v %g %g %g\n", p.X, p.Y, p.Z)
	}
	for _, t := range m.Triangles {
		fmt.Fprintf(&b, "f %d %d %d\n", t[0]+1, t[1]+1, t[2]+1)
	}
	return b.String()
}

// plyOf writes a mesh in one of the three formats, with red vertices.
func plyOf(m *mesh.Mesh, order binary.AppendByteOrder, name string) string {
	var b []byte
	b = fmt.Appendf(b, "ply\nformat %s 1.0\ncomment by hand\nelement vertex %d\nproperty float x\nproperty float y\nproperty double z\n"+
		"property uchar red\nproperty uchar green\nproperty uchar blue\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n",
		name, len(m.Positions), len(m.Triangles))
	for _, p := range m.Positions {
		if order == nil {
			b = fmt.Appendf(b, "%g %g %g 255 0 0\n", p.X, p.Y, p.Z)
			continue
		}
		b = order.AppendUint32(b, math.Float32bits(float32(p.X)))
		b = order.AppendUint32(b, math.Float32bits(float32(p.Y)))
		b = order.AppendUint64(b, math.Float64bits(p.Z))
		b = append(b, 255, 0, 0)
	}
	for _, t := range m.Triangles {
		if order == nil {
			b = fmt.Appendf(b, "3 %d %d %d\n", t[0], t[1], t[2])
			continue
		}
		b = append(b, 3)
		for _, v := range t {
			b = order.AppendUint32(b, v)
		}
	}
	return string(b)
}

// stlOf writes a mesh as STL, as text or binary.
func stlOf(m *mesh.Mesh, text bool) string {
	var b bytes.Buffer
	if text {
		b.WriteString("solid\n")
	} else {
		b.Write(make([]byte, 80))
		_ = binary.Write(&b, binary.LittleEndian, uint32(len(m.Triangles)))
	}
	for _, t := range m.Triangles {
		if text {
			b.WriteString("outer loop\n")
		} else {
			_ = binary.Write(&b, binary.LittleEndian, [3]float32{})
		}
		for _, v := range t {
			p := m.Positions[v]
			if text {
				fmt.Fprintf(&b, "vertex %g %g %g\n", p.X, p.Y, p.Z)
			} else {
				_ = binary.Write(&b, binary.LittleEndian, [3]float32{float32(p.X), float32(p.Y), float32(p.Z)})
			}
		}
		if text {
			b.WriteString("endloop\n")
		} else {
			b.Write([]byte{0, 0})
		}
	}
	return b.String()
}

// glbOf writes a mesh, whose axes are y up, as GLB.
func glbOf(t testing.TB, m *mesh.Mesh, surface material.Material) string {
	t.Helper()
	var b bytes.Buffer
	up := geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}}
	f := &frame.Frame{
		Camera:    camera.Pinhole{WorldFromCamera: geom.Identity, FocalPx: 100, CenterX: 50, CenterY: 50, Near: 0.1, Far: 100, Width: 100, Height: 100},
		Instances: []frame.Instance{{Mesh: m.Faceted(), WorldFromObject: up, Material: &surface, Object: 1, Part: 1}},
	}
	if err := gltf.Write(&b, f, gltf.Names{Parts: []string{"body"}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func pngOf(t testing.TB, c color.Color) string {
	t.Helper()
	var b bytes.Buffer
	im := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range 4 {
		im.Set(i%2, i/2, c)
	}
	if err := png.Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// folderOf writes files by path.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func open(t testing.TB, root, pattern string, o models.Options) *models.Library {
	t.Helper()
	if o.Cache == "" {
		o.Cache = t.TempDir()
	}
	l, err := models.Open(root, pattern, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func parts(t testing.TB, m *models.Model) []models.Part {
	t.Helper()
	p, err := m.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// All formats give the same closed block, each turned as its format is, with normals and what the file says of its surface.
func TestFormats(t *testing.T) {
	b := block()
	clay := material.Default()
	clay.BaseColor = material.RGB{0.5, 0.25, 0.125}
	files := map[string]string{
		"m/a.obj": objOf(b, "mtllib my stuff.mtl\no block\nusemtl clay\n"), "m/my stuff.mtl": "newmtl clay\nKd 0.5 0.25 0.125\nNs 100\nKs 0 0 0\n",
		"m/b.ply": plyOf(b, nil, "ascii"), "m/c.ply": plyOf(b, binary.LittleEndian, "binary_little_endian"),
		"m/d.ply": plyOf(b, binary.BigEndian, "binary_big_endian"), "m/e.stl": stlOf(b, true), "m/f.STL": stlOf(b, false), "m/g.glb": glbOf(t, b, clay),
	}
	l := open(t, folderOf(t, files), "m/*", models.Options{})
	if len(l.Models) != 7 || len(l.Files) != 8 {
		t.Fatalf("got %d models of %d files, want 7 of 8", len(l.Models), len(l.Files))
	}
	for _, m := range l.Models {
		box := geom.AABB{Max: geom.V(1, 2, 4)}
		want := box
		if m.Up == "y" {
			want = geom.AABB{Min: geom.V(0, -4, 0), Max: geom.V(1, 0, 2)}
		}
		r := m.Report
		if r.Box != box || !r.Closed || r.Volume != 8 || r.Triangles != 12 || r.Given != 12 || r.Parts != 1 || r.Inverted {
			t.Errorf("%s: report %+v", m.Path, r)
		}
		p := parts(t, m)[0]
		if got := p.Mesh.Bounds(); got != want || math.Abs(p.Mesh.Volume()-8) > 1e-12 {
			t.Errorf("%s: box %v, volume %g; want %v and 8", m.Path, got, p.Mesh.Volume(), want)
		}
		if err := p.Mesh.Validate(); err != nil || len(p.Mesh.Normals) < 24 {
			t.Errorf("%s: %v, %d normals, want 24 at least, as edges are sharp", m.Path, err, len(p.Mesh.Normals))
		}
		switch ext := strings.ToLower(filepath.Ext(m.Path)); {
		case ext == ".stl" && p.Material == nil:
		case ext == ".ply" && p.Material.BaseColor == material.RGB{1, 0, 0}:
		case (ext == ".obj" || ext == ".glb") && p.Material.BaseColor == clay.BaseColor:
		default:
			t.Errorf("%s: material %+v", m.Path, p.Material)
		}
	}
	obj := parts(t, l.Models[0])[0]
	if obj.Name != "block" || obj.Material.IOR != 1 || math.Abs(obj.Material.PerceptualRoughness-0.3742) > 1e-4 {
		t.Errorf("OBJ: %s, %+v", obj.Name, obj.Material)
	}
	if glb := parts(t, l.Models[6])[0]; glb.Name != "body" {
		t.Errorf("GLB: part %q", glb.Name)
	}
}

// Textures are found from the MTL file, parts are told apart by name and material, and texture coordinates keep their way up.
func TestTextures(t *testing.T) {
	const obj = "mtllib ../mat/m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 2\n" +
		"o left\nusemtl wood\nf 1/1/1 2/2/1 3/3/1\no right\nf 1//1 3//1 4//1\nusemtl iron\nf 4 3 1\n"
	root := folderOf(t, map[string]string{
		"obj/a.obj": obj, "mat/m.mtl": "newmtl wood\nKd 0 0 0\nmap_Kd -s 1 1 1 pic\\a b.png\nd 0.75\nNi 1.3\nnewmtl iron\nPm 1\nPr 0.2\nKe 0 2 0\n",
		"mat/pic/a b.png": pngOf(t, color.NRGBA{200, 100, 50, 255}),
	})
	l := open(t, root, "obj/*.obj", models.Options{})
	got := parts(t, l.Models[0])
	if len(got) != 3 || got[0].Name != "left" || got[1].Name != "right" || got[2].Name != "right-2" {
		t.Fatalf("got %+v", got)
	}
	wood, iron := got[0].Material, got[2].Material
	if wood.BaseColorTexture == nil || wood.BaseColor != (material.RGB{1, 1, 1}) || wood.Transmission != 0.25 || wood.IOR != 1.3 ||
		!slices.Equal(wood.BaseColorTexture.Pix[:4], []uint8{200, 100, 50, 255}) {
		t.Errorf("wood: %+v", wood)
	}
	if iron.Metallic != 1 || iron.PerceptualRoughness != 0.2 || iron.Emission != (material.RGB{0, 2, 0}) {
		t.Errorf("iron: %+v", iron)
	}
	if m := got[0].Mesh; m.UVs[2] != [2]float64{1, 0} || m.Normals[0] != geom.V(0, -1, 0) {
		t.Errorf("texture coordinates %v, normals %v", m.UVs, m.Normals)
	}
	if len(l.Files) != 3 || l.Files["mat/pic/a b.png"] == "" {
		t.Errorf("files %v", l.Files)
	}
}

// Words beside a model count before those of a table, these before those of the document, and these before those of the format.
func TestMetadata(t *testing.T) {
	b := block()
	root := folderOf(t, map[string]string{
		"m/cup_01.obj": objOf(b, ""), "m/cup_02.obj": objOf(b, ""), "m/3.obj": objOf(b, ""), "m/in/pot.obj": objOf(b, ""),
		"m/index.csv":   "file,category,scale,up,mass,friction\ncup_01.obj,mug,0.5,z,0.2,0.7\ncup_02.obj, goblet,,,,\nin/pot.obj,,2,,,\n",
		"m/cup_01.json": `{"up": "x", "mass": 0.4}`,
	})
	l := open(t, root, "m/**/*.obj", models.Options{Up: "z"})
	var got []string
	for _, m := range l.Models {
		got = append(got, fmt.Sprint(m.Path, " ", m.Category, " ", m.Scale, " ", m.Up, " ", parts(t, m)[0].Mesh.Bounds().Max))
	}
	want := []string{"m/3.obj 3 1 z {1 2 4}", "m/cup_01.obj mug 0.5 x {1 2 0.5}", "m/cup_02.obj goblet 1 z {1 2 4}", "m/in/pot.obj in 2 z {2 4 8}"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if m := l.Models[1]; *m.Mass != 0.4 || *m.Friction != 0.7 || m.Density != nil {
		t.Errorf("mass %g, friction %g, density %v", *m.Mass, *m.Friction, m.Density)
	}
	if l.Files["m/index.csv"] == "" || l.Files["m/cup_01.json"] == "" {
		t.Errorf("metadata is no part of %v", l.Files)
	}
	if l := open(t, root, "m/cup_0[12].obj", models.Options{}); len(l.Models) != 2 || l.Models[0].Category != "mug" {
		t.Errorf("got %v", l.Models)
	}
	if err := os.Remove(filepath.Join(root, "m/index.csv")); err != nil {
		t.Fatal(err)
	}
	if m := open(t, root, "m/cup_*", models.Options{}).Models[0]; m.Category != "cup" || m.Up != "x" {
		t.Errorf("without a table: category %q, up %q", m.Category, m.Up)
	}
}

// An axis that points up is turned there, without mirroring.
func TestUp(t *testing.T) {
	for up, want := range map[string]geom.AABB{
		"x": {Max: geom.V(2, 4, 1)}, "y": {Min: geom.V(0, -4, 0), Max: geom.V(1, 0, 2)}, "z": {Max: geom.V(1, 2, 4)},
	} {
		for _, name := range []string{"a.obj", "a.stl", "a.glb"} {
			text := objOf(block(), "")
			switch filepath.Ext(name) {
			case ".stl":
				text = stlOf(block(), true)
			case ".glb":
				text = glbOf(t, block(), material.Default())
			}
			l := open(t, folderOf(t, map[string]string{name: text}), name, models.Options{Up: up})
			m := parts(t, l.Models[0])[0].Mesh
			if got := m.Bounds(); got != want || math.Abs(m.Volume()-8) > 1e-12 {
				t.Errorf("%s, %s up: box %v, volume %g; want %v and 8", name, up, got, m.Volume(), want)
			}
		}
	}
}

// What is wrong is said in one sentence with file, place and cure; or it is left out and counted.
func TestBroken(t *testing.T) {
	good := objOf(block(), "")
	for _, c := range []struct{ name, pattern, want string }{
		{"cut.ply", "", "cut.ply: line 12: vertex 1: z: file is cut short"},
		{"words.obj", "", `words.obj: line 1: vertex coordinate is "a", want a finite number`},
		{"no.obj", "", `no.obj: names the file "gone.mtl", which is not there; put it there, or take its name out`},
		{"pic.obj", "", `pic.obj: pic.mtl: material "x": map_Kd names the file "gone.png", which is not there; put it there, or take its name out`},
		{"flat.obj", "", "flat.obj: has no triangle whose corners are at three places, want at least one"},
		{"mat.obj", "", `mat.obj: uses the material "y", which is not in pic2.mtl; add it there, or take out its usemtl`},
		{"tiny.obj", "", "tiny.obj: is 4e-06 large at scale 1e-06, want 0.0009765625 to 1e+06; say another scale in tiny.json"},
		{"key.obj", "", "key.json: line 1, column 2: sclae is an unknown key; want some of category, scale, up, mass, density and friction"},
		{"up.obj", "", `up.json: up is "w", want x, y or z`},
		{"out.obj", "", "out.obj: leads out of the folder"},
		{"pipe.obj", "", "pipe.obj: is a pipe, want a file"},
		{"a.gltf", "", `a.gltf: buffer 0: uri "pipe.obj": pipe.obj: is a pipe, want a file`},
		{"b.gltf", "", `b.gltf: buffer 0: uri "../b.bin": ../b.bin: leads out of the folder`},
		{"gone", "gone/*.obj", `no file fits "gone/*.obj", want the path of a file or a pattern such as models/*.glb`},
		{"other", "*.txt", `no file that fits "*.txt" ends with .glb, .gltf, .obj, .ply or .stl; export models as one of these, from Blender for example`},
		{"folder", "sub", `"sub" is a folder, want a pattern of files in it such as sub/*.glb`},
		{"folder, with a slash", "sub/", `"sub" is a folder, want a pattern of files in it such as sub/*.glb`},
		{"up", "../*.obj", `"../*.obj" is no pattern of files below the folder, want one such as models/*.glb`},
		{"bad", "[.obj", `pattern "[.obj": "[.obj" is no pattern: syntax error in pattern`},
		{"many", "**/**/*.obj", `pattern "**/**/*.obj" has ** more than once or at its end, want one such as models/**/*.glb`},
	} {
		buffer := `{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 1, "uri": "%s"}]}`
		files := map[string]string{
			"cut.ply":   "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n\n1 2",
			"words.obj": "v a 0 0", "no.obj": "mtllib gone.mtl\n" + good, "pic.obj": "mtllib pic.mtl\n" + good, "pic.mtl": "newmtl x\nmap_Kd gone.png",
			"flat.obj": "v 0 0 0\nv 1 0 0\nf 1 2 2", "mat.obj": "mtllib pic2.mtl\nusemtl y\n" + good, "pic2.mtl": "newmtl x",
			"tiny.obj": good, "tiny.json": `{"scale": 1e-6}`, "key.obj": good, "key.json": `{"sclae": 2}`, "up.obj": good, "up.json": `{"up": "w"}`,
			"a.gltf": fmt.Sprintf(buffer, "pipe.obj"), "b.gltf": fmt.Sprintf(buffer, "../b.bin"), "x.txt": "", "sub/x.obj": good,
		}
		root := folderOf(t, files)
		if err := os.Symlink("/etc/passwd", filepath.Join(root, "out.obj")); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(root, "pipe.obj"), 0o644); err != nil {
			t.Fatal(err)
		}
		pattern := c.pattern
		if pattern == "" {
			pattern = c.name
		}
		_, err := models.Open(root, pattern, models.Options{Cache: t.TempDir()})
		if err == nil || err.Error() != "models: "+c.want {
			t.Errorf("%s:\n got %v\nwant models: %s", c.name, err, c.want)
		}
	}
	root := folderOf(t, map[string]string{"a.obj": "", "b.obj": good, "c.obj": "v 0 0", "pipe/x": ""})
	l := open(t, root, "*.obj", models.Options{SkipBroken: true})
	if len(l.Models) != 1 || len(l.Broken) != 2 || len(l.Files) != 1 {
		t.Errorf("got %d models, %d broken, files %v; want 1, 2 and one file", len(l.Models), len(l.Broken), l.Files)
	}
	if notes := l.Notes(); len(notes) != 2 || notes[1] != "left out: models: c.obj: line 1: vertex has 2 numbers, want 3" {
		t.Errorf("notes %q", notes)
	}
	if _, err := models.Open(root, "[ac].obj", models.Options{SkipBroken: true, Cache: t.TempDir()}); err == nil ||
		err.Error() != "models: all 2 files of [ac].obj are broken: models: a.obj: has 0 vertices and no face, want at least one" {
		t.Errorf("all broken: %v", err)
	}
}

// A surface turned inwards is turned round, one that is open is said to be, and triangles without area are left out.
func TestReport(t *testing.T) {
	in, gap, twice := block(), block(), block()
	for i, v := range in.Triangles {
		in.Triangles[i] = [3]uint32{v[1], v[0], v[2]}
	}
	gap.Triangles = gap.Triangles[1:]
	twice.Triangles = append(twice.Triangles, [3]uint32{1, 1, 2})
	twice.Positions = append(twice.Positions, geom.V(99, 99, 99)) // of no triangle
	l := open(t, folderOf(t, map[string]string{"a.obj": objOf(in, ""), "b.obj": objOf(gap, ""), "c.obj": objOf(twice, ""), "d.glb": glbOf(t, in, material.Default())}), "*", models.Options{})
	for i, want := range []string{
		"a.obj: its triangles face inwards, and are turned round", "b.obj: is not closed: where it falls, gaps are filled",
		"c.obj: 1 triangles without area are left out", "d.glb: its triangles face inwards, and are turned round",
	} {
		if got := l.Notes()[i]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, i := range []int{0, 3} {
		m := parts(t, l.Models[i])[0].Mesh
		tri := m.Triangles[0]
		a, b, c := m.Positions[tri[0]], m.Positions[tri[1]], m.Positions[tri[2]]
		if m.Volume() != 8 || !(b.Sub(a).Cross(c.Sub(a)).Dot(m.Normals[tri[0]]) > 0) {
			t.Errorf("%s: volume %g, normal %v", l.Models[i].Path, m.Volume(), m.Normals[tri[0]])
		}
	}
	if r := l.Models[2].Report; !r.Closed || r.Box.Max != geom.V(1, 2, 4) || r.Degenerate != 1 {
		t.Errorf("report %+v", r)
	}
}

// Reports are kept; what is damaged or of other files is made again, and what has changed since is not drawn.
func TestCache(t *testing.T) {
	root := folderOf(t, map[string]string{"a.obj": objOf(block(), "mtllib a.mtl\n"), "a.mtl": "newmtl x\n"})
	cache := t.TempDir()
	kept := func() (names []string) {
		_ = filepath.WalkDir(cache, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				names = append(names, p)
			}
			return err
		})
		return names
	}
	first := open(t, root, "*.obj", models.Options{Cache: cache})
	names := kept()
	if len(names) != 1 {
		t.Fatalf("kept %v, want one file", names)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{nil, whole[:len(whole)/2], bytes.Replace(whole, []byte("12"), []byte("13"), 1), []byte("{}\n{}")} {
		if err := os.WriteFile(names[0], damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		l := open(t, root, "*.obj", models.Options{Cache: cache})
		if got := l.Models[0].Report; got.Triangles != 12 || got.Box != first.Models[0].Report.Box {
			t.Errorf("of %q: %+v", damaged, got)
		}
		if now, err := os.ReadFile(names[0]); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("made again: %v, %s", err, now)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "a.mtl"), []byte("newmtl y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Models[0].Parts(); err == nil || err.Error() != "models: a.mtl: has changed since it was opened; begin again" {
		t.Errorf("changed: %v", err)
	}
	if l := open(t, root, "*.obj", models.Options{Cache: cache}); l.Files["a.mtl"] == first.Files["a.mtl"] {
		t.Error("another material has the same checksum")
	}
	if err := os.WriteFile(filepath.Join(cache, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, root, "*.obj", models.Options{Cache: filepath.Join(cache, "file")}) // which is no folder
}

// sphere is a closed unit sphere of so many sides and levels.
func sphere(sides, levels int) *mesh.Mesh {
	var profile []solid.P2
	for i := range levels + 1 {
		a := math.Pi * (float64(i)/float64(levels) - 0.5)
		profile = append(profile, solid.P2{X: math.Cos(a), Y: math.Sin(a)})
	}
	profile[0].X, profile[levels].X = 0, 0
	m := solid.Lathe(profile, sides)
	m.Normals, m.UVs = nil, nil
	return m
}

// A surface of too many triangles is simplified and stays closed. Those that nobody can smooth stay flat, and too many parts become one.
func TestTooMuch(t *testing.T) {
	models.Lessen(t, 10_000, 1<<30)
	fan, groups := "v 0 0 1\n", objOf(block(), "")+"mtllib a.mtl\n"
	for i := range 5000 {
		a := float64(i) / 5000 * 2 * math.Pi
		fan += fmt.Sprintf("v %g %g 0\n", math.Cos(a), math.Sin(a))
		if i > 0 {
			fan += fmt.Sprintf("f 1 %d %d\n", i+1, i+2)
		}
	}
	for i := range 300 {
		groups += fmt.Sprintf("o p%d\nusemtl m%d\nf 1 2 %d\n", i, i%2, 3+i%6)
	}
	fan = strings.Replace(fan, "f 1 5000 5001\n", "", 1)
	l := open(t, folderOf(t, map[string]string{
		"a.ply": plyOf(sphere(150, 100), binary.LittleEndian, "binary_little_endian"), "b.obj": fan, "c.obj": groups, "a.mtl": "newmtl m0\nnewmtl m1\n",
	}), "*", models.Options{})
	r := l.Models[0].Report
	if !r.Simplified() || r.Triangles > 10_000 || r.Triangles < 3000 || !r.Closed || math.Abs(r.Volume-4*math.Pi/3) > 0.05 {
		t.Errorf("report %+v", r)
	}
	if want := fmt.Sprintf("a.ply: its 29700 triangles are simplified to %d", r.Triangles); l.Notes()[0] != want {
		t.Errorf("notes %q, want %q", l.Notes(), want)
	}
	if m := parts(t, l.Models[1])[0].Mesh; len(m.Normals) != 3*len(m.Triangles) {
		t.Errorf("%d normals of %d triangles, want flat ones", len(m.Normals), len(m.Triangles))
	}
	if p := parts(t, l.Models[2]); len(p) != 3 || p[1].Name != "m0" || p[2].Name != "m1" || !l.Models[2].Report.Gathered {
		t.Errorf("%d parts", len(p))
	}
}

// Parts are kept while there is room, and read again when there was none; several goroutines may ask at once.
func TestKept(t *testing.T) {
	models.Lessen(t, 1_000_000, 100_000)
	l := open(t, small(t, 20), "m/*/*", models.Options{})
	first := parts(t, l.Models[0])
	if again := parts(t, l.Models[0]); &first[0] != &again[0] {
		t.Error("parts are read again though there is room")
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, m := range l.Models {
				if _, err := m.Parts(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	again := parts(t, l.Models[0])
	if &first[0] == &again[0] || !slices.Equal(first[0].Mesh.Positions, again[0].Mesh.Positions) {
		t.Error("parts were kept though there was no room, or are others")
	}
}

// small writes n small models, half of them OBJ, half of them GLB.
func small(t testing.TB, n int) string {
	files := map[string]string{}
	for i := range n {
		m := sphere(24, 16)
		m.Positions[0].Z += float64(i) / 1000 // no two files are alike
		if i%2 == 0 {
			files[fmt.Sprintf("m/k%d/%d.obj", i%10, i)] = objOf(m, "")
		} else {
			files[fmt.Sprintf("m/k%d/%d.glb", i%10, i)] = glbOf(t, m, material.Default())
		}
	}
	return folderOf(t, files)
}

// Any number of workers opens the same library.
func TestWorkers(t *testing.T) {
	root := small(t, 20)
	all := open(t, root, "m/*/*", models.Options{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := open(t, root, "m/*/*", models.Options{})
	if len(all.Models) != 20 || all.Models[3].Category != "k1" {
		t.Fatalf("got %d models", len(all.Models))
	}
	for i, m := range all.Models {
		if o := one.Models[i]; o.Path != m.Path || fmt.Sprint(o.Report) != fmt.Sprint(m.Report) {
			t.Errorf("%s: %+v with all processors, %s: %+v with one", m.Path, m.Report, o.Path, o.Report)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	root := small(b, 1000)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			open(b, root, "m/*/*", models.Options{Cache: b.TempDir()})
		}
	})
	b.Run("again", func(b *testing.B) {
		cache := b.TempDir()
		open(b, root, "m/*/*", models.Options{Cache: cache})
		for b.Loop() {
			open(b, root, "m/*/*", models.Options{Cache: cache})
		}
	})
}
