package gltf

import (
	"math"
	"slices"
	"strings"
	"testing"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/internal/bound"
)

const half = math.Sqrt2 / 2 // sine and cosine of 45 degrees, of which a quarter turn's quaternion is made

// animated adds a channel of a node to the document's first animation.
func animated(doc *qm.Document, node int, path qm.TRSProperty, way qm.Interpolation, times []float32, values any) *qm.Accessor {
	if len(doc.Animations) == 0 {
		doc.Animations = []*qm.Animation{{Name: "walk"}}
	}
	a := doc.Animations[0]
	input := modeler.WriteAccessor(doc, qm.TargetNone, times)
	output := modeler.WriteAccessor(doc, qm.TargetNone, values)
	a.Channels = append(a.Channels, &qm.AnimationChannel{Sampler: len(a.Samplers), Target: qm.AnimationChannelTarget{Node: qm.Index(node), Path: path}})
	a.Samplers = append(a.Samplers, &qm.AnimationSampler{Input: input, Interpolation: way, Output: output})
	return doc.Accessors[output]
}

// loadAt is load at a time.
func loadAt(t testing.TB, doc *qm.Document, time float64) *Scene {
	t.Helper()
	s, err := LoadAt(save(t, "scene.glb", encode(t, doc)), bound.New(0), &Moment{Time: time})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// inFile is a point of the house in the file's frame.
func inFile(p geom.Vec3) geom.Vec3 { return geom.V(p.X, p.Z, -p.Y) }

// vertex is a position and a normal in the file's frame.
func vertex(in *frame.Instance, i int) (p, n geom.Vec3) {
	return inFile(in.WorldFromObject.Point(in.Mesh.Positions[i])), inFile(in.WorldFromObject.Normal(in.Mesh.Normals[i]))
}

func TestTranslationsAtTimes(t *testing.T) {
	keys := [][3]float32{{0, 1, 2}, {4, 1, 2}}
	for _, c := range []struct {
		way    qm.Interpolation
		values [][3]float32
		at     map[float64]float64 // x by time
	}{
		{qm.InterpolationLinear, keys, map[float64]float64{0: 0, 1: 0, 1.5: 1, 2: 2, 3: 4, 9: 4, math.Inf(1): 4}},
		{qm.InterpolationStep, keys, map[float64]float64{0: 0, 1: 0, 2.9: 0, 3: 4, 9: 4}},
		// In-tangent, value, out-tangent. In the middle, 2 s after the last: 0.5*0 + 2*0.125*1 + 0.5*4 - 2*0.125*2 = 1.75;
		// at a quarter, where the factors are 27/32, 2*9/64, 5/32 and 2*3/64: 9/32 + 20/32 - 6/32 = 23/32.
		{qm.InterpolationCubicSpline, [][3]float32{{8, 0, 0}, {0, 1, 2}, {1, 0, 0}, {2, 0, 0}, {4, 1, 2}, {8, 0, 0}},
			map[float64]float64{0: 0, 1: 0, 1.5: 23. / 32, 2: 1.75, 3: 4, 9: 4}},
	} {
		doc := newDoc()
		animated(doc, 0, qm.TRSTranslation, c.way, []float32{1, 3}, c.values)
		for time, x := range c.at {
			if got, want := inFile(loadAt(t, doc, time).Frame.Instances[0].WorldFromObject.T), geom.V(x, 1, 2); !near(got, want) {
				t.Errorf("%v at %g s: got %v, want %v", c.way, time, got, want)
			}
		}
	}
}

// Turns are about y (up), from no turn to a quarter turn, whose quaternions may have either sign and be integers.
func TestTurnsAtTimes(t *testing.T) {
	turned := func(angle float64) geom.Vec3 { return geom.V(math.Cos(angle), 0, -math.Sin(angle)) }
	for _, c := range []struct {
		name   string
		way    qm.Interpolation
		values any
		time   float64
		want   geom.Vec3 // of (1, 0, 0)
		near   float64
	}{
		{"a third", qm.InterpolationLinear, [][4]float32{{0, 0, 0, 1}, {0, half, 0, half}}, 1, turned(math.Pi / 6), 1e-6},
		{"the shorter way", qm.InterpolationLinear, [][4]float32{{0, 0, 0, 1}, {0, -half, 0, -half}}, 1, turned(math.Pi / 6), 1e-6},
		{"no way at all", qm.InterpolationLinear, [][4]float32{{0, half, 0, half}, {0, -half, 0, -half}}, 1, turned(math.Pi / 2), 1e-6},
		{"16 bit", qm.InterpolationLinear, [][4]int16{{0, 0, 0, 32767}, {0, 23170, 0, 23170}}, 1, turned(math.Pi / 6), 1e-4},
		{"8 bit", qm.InterpolationStep, [][4]int8{{0, 90, 0, 90}, {0, 0, 0, 127}}, 1, turned(math.Pi / 2), 1e-6},
		// Halfway without tangents is the mean of both, which is turned by half as much.
		{"spline", qm.InterpolationCubicSpline, [][4]float32{{}, {0, 0, 0, 1}, {}, {}, {0, half, 0, half}, {}}, 1.5, turned(math.Pi / 4), 1e-6},
		// It would be short of 1 without being made a unit: w = 1 + 3*0.125*1 - 3*0.125*0, y = 0.
		{"spline of a length", qm.InterpolationCubicSpline, [][4]float32{{}, {0, 0, 0, 1}, {0, 0, 0, 1}, {}, {0, 0, 0, 1}, {}}, 1.5, turned(0), 1e-6},
	} {
		doc := newDoc()
		animated(doc, 0, qm.TRSRotation, c.way, []float32{0, 3}, c.values).Normalized = true
		if got := inFile(loadAt(t, doc, c.time).Frame.Instances[0].WorldFromObject.M.X); got.Sub(c.want).Len() > c.near {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestAnimationsByNumber(t *testing.T) {
	doc := newDoc()
	doc.Nodes[0].Translation = [3]float64{1, 1, 1}
	animated(doc, 0, qm.TRSScale, qm.InterpolationStep, []float32{0}, [][3]float32{{2, 3, 4}})
	doc.Animations = append([]*qm.Animation{{Name: "stand"}}, doc.Animations...)
	path := save(t, "two.glb", encode(t, doc))
	for animation, want := range []float64{1, 3} {
		s, err := LoadAt(path, bound.New(0), &Moment{Animation: animation})
		if err != nil {
			t.Fatal(err)
		}
		if in := s.Frame.Instances[0]; !near(inFile(in.WorldFromObject.M.Y), geom.V(0, want, 0)) || !near(inFile(in.WorldFromObject.T), geom.V(1, 1, 1)) {
			t.Errorf("animation %d: got %+v, want the height times %g, in its place", animation, in.WorldFromObject, want)
		}
		if len(s.Ignored) > 0 {
			t.Errorf("animation %d: got %q ignored, want nothing", animation, s.Ignored)
		}
	}
	if s := load(t, doc); !slices.Equal(s.Ignored, []string{"animations (drawn at rest)"}) || s.Frame.Instances[0].WorldFromObject.M.Det() != 1 {
		t.Errorf("without a time: got %+v, ignored %q, want it at rest and animations ignored", s.Frame.Instances[0].WorldFromObject, s.Ignored)
	}
}

// armDoc is an upper arm from the origin to (0, 1, 0) and a forearm, which is turned by a quarter about z, as skin of a triangle: its first
// vertex hangs on the upper arm, the second on the forearm, the third on both. Node 0 is the mesh, 1 and 2 are joints.
func armDoc() *qm.Document {
	doc := newDoc()
	doc.Nodes[0].Skin = qm.Index(0)
	doc.Nodes[0].Translation = [3]float64{7, 8, 9} // which a skin ignores
	doc.Nodes = append(doc.Nodes,
		&qm.Node{Name: "upper", Children: []int{2}},
		&qm.Node{Name: "fore", Translation: [3]float64{0, 1, 0}, Rotation: [4]float64{0, 0, half, half}})
	doc.Scenes[0].Nodes = []int{0, 1}
	identity := [4][4]float32{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	down := identity
	down[1][3] = -1 // rows: the modeler turns them into glTF's columns
	doc.Skins = []*qm.Skin{{Name: "arm", Joints: []int{1, 2}, InverseBindMatrices: qm.Index(modeler.WriteInverseBindMatrices(doc, [][4][4]float32{identity, down}))}}
	p := doc.Meshes[0].Primitives[0]
	p.Attributes = qm.PrimitiveAttributes{
		qm.POSITION:  modeler.WritePosition(doc, [][3]float32{{1, 0, 0}, {0, 2, 0}, {1, 1, 0}}),
		qm.NORMAL:    modeler.WriteNormal(doc, [][3]float32{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}),
		qm.JOINTS_0:  modeler.WriteJoints(doc, [][4]uint8{{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}}),
		qm.WEIGHTS_0: modeler.WriteWeights(doc, [][4]float32{{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5, 0.5, 0, 0}}),
	}
	return doc
}

// wantVertices compares the vertices of the first instance.
func wantVertices(t *testing.T, name string, s *Scene, want ...[2]geom.Vec3) {
	t.Helper()
	for i, v := range want {
		if p, n := vertex(&s.Frame.Instances[0], i); !near(p, v[0]) || !near(n, v[1]) {
			t.Errorf("%s: vertex %d: got %v with normal %v, want %v with %v", name, i, p, n, v[0], v[1])
		}
	}
}

func TestSkinBends(t *testing.T) {
	first := [2]geom.Vec3{geom.V(1, 0, 0), geom.V(1, 0, 0)}
	second := [2]geom.Vec3{geom.V(-1, 1, 0), geom.V(0, 1, 0)}         // (0, 1, 0) above the elbow, turned
	third := [2]geom.Vec3{geom.V(0.5, 1.5, 0), geom.V(half, half, 0)} // the mean of (1, 1, 0) and (0, 2, 0)
	s := load(t, armDoc())
	wantVertices(t, "bent", s, first, second, third)
	if len(s.Ignored) > 0 || s.Frame.Instances[0].WorldFromObject != houseFromFile {
		t.Errorf("got %q ignored and %+v, want nothing and the file's frame", s.Ignored, s.Frame.Instances[0].WorldFromObject)
	}

	attributes := func(doc *qm.Document) qm.PrimitiveAttributes { return doc.Meshes[0].Primitives[0].Attributes }
	doc := armDoc()
	attributes(doc)[qm.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]float32{{3, 0, 0, 0}, {0.25, 0, 0, 0}, {2, 2, 0, 0}})
	wantVertices(t, "weights of other sums", load(t, doc), first, second, third)

	doc = armDoc()
	attributes(doc)[qm.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]uint8{{255, 0, 0, 0}, {0, 0, 0, 0}, {127, 127, 0, 0}})
	wantVertices(t, "8 bit and no weight", load(t, doc), first, second, third)

	doc = armDoc()
	attributes(doc)[qm.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]float32{{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5, 0, 0, 0}})
	attributes(doc)["JOINTS_1"] = modeler.WriteJoints(doc, [][4]uint16{{}, {}, {0, 0, 1, 0}})
	attributes(doc)["WEIGHTS_1"] = modeler.WriteWeights(doc, [][4]float32{{}, {}, {0, 0, 0.5, 0}})
	wantVertices(t, "a second set", load(t, doc), first, second, third)

	doc = armDoc()
	doc.Skins[0].InverseBindMatrices = nil // the forearm's turn is about its elbow, to which (0, 2, 0) is now relative
	wantVertices(t, "no matrices", load(t, doc), first, [2]geom.Vec3{geom.V(-2, 1, 0), geom.V(0, 1, 0)})

	doc = armDoc()
	doc.Nodes[0].Scale = [3]float64{0, 0, 0}
	doc.Nodes = append(doc.Nodes, &qm.Node{Name: "again", Mesh: qm.Index(0)})
	doc.Scenes[0].Nodes = []int{3, 0, 1}
	s = load(t, doc)
	if len(s.Nodes) != 2 || s.Nodes[0].Name != "again" || !near(s.Frame.Instances[0].Mesh.Positions[1], geom.V(0, 2, 0)) {
		t.Errorf("mesh without and with a skin: got %+v, want the first at rest", s.Nodes)
	}
	s.Frame.Instances = s.Frame.Instances[1:]
	wantVertices(t, "a node of no size", s, first, second, third)

	doc = armDoc()
	animated(doc, 2, qm.TRSRotation, qm.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, 0, half, half}})
	wantVertices(t, "straight", loadAt(t, doc, 0), first, [2]geom.Vec3{geom.V(0, 2, 0), geom.V(1, 0, 0)}, [2]geom.Vec3{geom.V(1, 1, 0), geom.V(1, 0, 0)})
	wantVertices(t, "bent in a second", loadAt(t, doc, 1), first, second, third)
}

// Normals are mapped by the inverse transpose, and triangles face outwards still.
func TestSkinThatScalesAndMirrors(t *testing.T) {
	doc := armDoc()
	doc.Nodes[1].Scale = [3]float64{-2, 1, 1}
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[qm.NORMAL] = modeler.WriteNormal(doc, [][3]float32{{half, half, 0}, {1, 0, 0}, {1, 0, 0}})
	s := load(t, doc)
	wantVertices(t, "doubled and mirrored", s, [2]geom.Vec3{geom.V(-2, 0, 0), geom.V(-0.5, 1, 0).Unit()})
	if got := s.Frame.Instances[0].Mesh.Triangles[0]; got != [3]uint32{0, 2, 1} {
		t.Errorf("mirrored triangle: got %v, want 0 2 1", got)
	}
}

// faceDoc is a triangle in the y = 0 plane with two morph targets: one lifts the last vertex, whose accessor is sparse, and one moves the
// first along x and turns its normal.
func faceDoc() *qm.Document {
	doc := newDoc()
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[qm.NORMAL] = modeler.WriteNormal(doc, [][3]float32{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}})
	at := doc.Accessors[modeler.WriteIndices(doc, []uint16{2})]
	values := doc.Accessors[modeler.WritePosition(doc, [][3]float32{{0, 4, 0}})]
	doc.Accessors = append(doc.Accessors, &qm.Accessor{ComponentType: qm.ComponentFloat, Type: qm.AccessorVec3, Count: 3, Sparse: &qm.Sparse{
		Count:   1,
		Indices: qm.SparseIndices{BufferView: *at.BufferView, ByteOffset: at.ByteOffset, ComponentType: qm.ComponentUshort},
		Values:  qm.SparseValues{BufferView: *values.BufferView, ByteOffset: values.ByteOffset},
	}})
	p.Targets = []qm.PrimitiveAttributes{
		{qm.POSITION: len(doc.Accessors) - 1},
		{qm.POSITION: modeler.WritePosition(doc, [][3]float32{{2, 0, 0}, {}, {}}), qm.NORMAL: modeler.WriteNormal(doc, [][3]float32{{1, 0, 0}, {}, {}})},
	}
	return doc
}

func TestMorphTargets(t *testing.T) {
	up := geom.V(0, 1, 0)
	rest := [][2]geom.Vec3{{{}, up}, {geom.V(0, 0, 1), up}, {geom.V(1, 0, 0), up}}
	moved := func(lift, shift float64) [][2]geom.Vec3 { // normals: (shift, 1, 0)
		return [][2]geom.Vec3{{geom.V(2*shift, 0, 0), geom.V(shift, 1, 0).Unit()}, rest[1], {geom.V(1, 4*lift, 0), up}}
	}
	doc := faceDoc()
	wantVertices(t, "no weights", load(t, doc), rest...)
	doc.Meshes[0].Weights = []float64{0.5, 0}
	wantVertices(t, "the mesh's weights", load(t, doc), moved(0.5, 0)...)
	doc.Nodes[0].Weights = []float64{-0.25, 0.75}
	wantVertices(t, "the node's weights", load(t, doc), moved(-0.25, 0.75)...)

	// Of two nodes with one mesh each has its own weights.
	doc.Nodes = append(doc.Nodes, &qm.Node{Name: "still", Mesh: qm.Index(0), Weights: []float64{0, 0}})
	doc.Scenes[0].Nodes = []int{1, 0}
	s := load(t, doc)
	wantVertices(t, "weights of 0", s, rest...)
	if len(s.Ignored) > 0 {
		t.Errorf("got %q ignored, want nothing", s.Ignored)
	}
	s.Frame.Instances = s.Frame.Instances[1:]
	wantVertices(t, "the other node", s, moved(-0.25, 0.75)...)

	doc = faceDoc()
	doc.Nodes[0].Weights = []float64{9, 9}
	animated(doc, 0, qm.TRSWeights, qm.InterpolationLinear, []float32{0, 2}, []float32{0, 0, 1, 0.5})
	wantVertices(t, "weights in time", loadAt(t, doc, 1), moved(0.5, 0.25)...)
	doc = faceDoc()
	animated(doc, 0, qm.TRSWeights, qm.InterpolationLinear, []float32{0, 2}, []uint8{0, 0, 255, 51}).Normalized = true
	wantVertices(t, "8 bit weights", loadAt(t, doc, 1), moved(0.5, 0.1)...)
	// A keyframe has both in-tangents, both values, both out-tangents. Halfway, 2 s apart: 1/2 1 + 2/8 2 of the first.
	doc = faceDoc()
	animated(doc, 0, qm.TRSWeights, qm.InterpolationCubicSpline, []float32{0, 2}, []float32{0, 0, 0, 0, 2, 0, 0, 0, 1, 0.5, 0, 0})
	wantVertices(t, "a spline of weights", loadAt(t, doc, 1), moved(1, 0.25)...)
}

// Skins bend what morph targets have moved.
func TestSkinAfterMorphTargets(t *testing.T) {
	doc := armDoc()
	doc.Meshes[0].Primitives[0].Targets = []qm.PrimitiveAttributes{{qm.POSITION: modeler.WritePosition(doc, [][3]float32{{}, {0, 1, 0}, {}})}}
	doc.Meshes[0].Weights = []float64{2}
	wantVertices(t, "both", load(t, doc), [2]geom.Vec3{geom.V(1, 0, 0), geom.V(1, 0, 0)}, [2]geom.Vec3{geom.V(-3, 1, 0), geom.V(0, 1, 0)})
}

// Errors name the animation, the node, the skin and the place; the words are part of the interface.
func TestPoseErrors(t *testing.T) {
	first := func(d map[string]any) map[string]any { return entry(d, "animations", 0) }
	list := func(of map[string]any, name string) map[string]any { return of[name].([]any)[0].(map[string]any) }
	primitive := func(d map[string]any) map[string]any { return list(entry(d, "meshes", 0), "primitives") }
	attributes := func(d map[string]any) map[string]any { return primitive(d)["attributes"].(map[string]any) }
	const (
		channel = `animation 0 "walk": channel 0: `
		thing   = `node 0 "thing": mesh 0 "tri": primitive 0: `
	)
	armOf := func(edit func(doc *qm.Document, attributes qm.PrimitiveAttributes)) []byte {
		doc := armDoc()
		animated(doc, 2, qm.TRSTranslation, qm.InterpolationLinear, []float32{0, 1}, [][3]float32{{0, 1, 0}, {0, 1, 0}})
		edit(doc, doc.Meshes[0].Primitives[0].Attributes)
		return encode(t, doc)
	}
	arm := func(edit func(d map[string]any)) []byte {
		return editJSON(t, armOf(func(*qm.Document, qm.PrimitiveAttributes) {}), edit)
	}
	face := func(times, weights []float32) []byte {
		doc := faceDoc()
		animated(doc, 0, qm.TRSWeights, qm.InterpolationLinear, times, weights)
		return encode(t, doc)
	}
	faced := func(edit func(d map[string]any)) []byte {
		doc := faceDoc()
		animated(doc, 0, qm.TRSWeights, qm.InterpolationStep, []float32{0}, []float32{1, 1})
		return editJSON(t, encode(t, doc), edit)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"no animation", encode(t, newDoc()), "has no animation, so there is nothing to show at a time"},
		{"null animation", arm(func(d map[string]any) { d["animations"] = []any{nil} }), "animations[0] is null, want an object"},
		{"null channel", arm(func(d map[string]any) { first(d)["channels"] = []any{nil} }), "animations[0]: a channel or a sampler is null, want an object"},
		{"unknown interpolation", arm(func(d map[string]any) { list(first(d), "samplers")["interpolation"] = "FAST" }), "animations[0]: unknown interpolation: FAST"},
		{"null skin", arm(func(d map[string]any) { d["skins"] = []any{nil} }), "skins[0] is null, want an object"},
		{"sampler missing", arm(func(d map[string]any) { list(first(d), "channels")["sampler"] = 3 }), channel + "sampler 3 does not exist, there are 1"},
		{"target missing", arm(func(d map[string]any) {
			list(first(d), "channels")["target"] = map[string]any{"node": 9, "path": "scale"}
		}),
			channel + "node 9 does not exist, there are 3"},
		{"unknown path", arm(func(d map[string]any) {
			list(first(d), "channels")["target"] = map[string]any{"node": 2, "path": "color"}
		}),
			channel + `path is "color", want "translation", "rotation", "scale" or "weights"`},
		{"wrong values", arm(func(d map[string]any) {
			list(first(d), "channels")["target"] = map[string]any{"node": 2, "path": "rotation"}
		}),
			channel + "sampler 0: output: accessor 8: type is VEC3, want VEC4"},
		{"matrix", arm(func(d map[string]any) {
			n := entry(d, "nodes", 2)
			delete(n, "translation")
			delete(n, "rotation")
			n["matrix"] = []float64{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
		}), channel + `node 2 "fore" has a matrix, which hides its translation`},
		{"too few values", arm(func(d map[string]any) { entry(d, "accessors", 8)["count"] = 1 }),
			channel + "sampler 0: output: accessor 8: has 1 elements for 2 keyframes, want 2"},
		{"no tangents", arm(func(d map[string]any) { list(first(d), "samplers")["interpolation"] = "CUBICSPLINE" }),
			channel + "sampler 0: output: accessor 8: has 2 elements for 2 keyframes, want 6"},
		{"odd weights", face([]float32{0, 1}, []float32{0, 0, 0}),
			channel + "sampler 0: output: accessor 9: has 3 elements for 2 keyframes, want 2 for each morph target"},
		{"times that fall", face([]float32{1, 0}, []float32{0, 0, 0, 0}), channel + "sampler 0: input: accessor 8: keyframe 1 is at 0 s, want rising times from 1 s on"},
		{"endless times", face([]float32{0, inf}, []float32{0, 0, 0, 0}),
			channel + "sampler 0: input: accessor 8: keyframe 1 is at +Inf s, want rising times from 0 s on"},
		{"times that are none", face([]float32{nan}, []float32{0, 0}), channel + "sampler 0: input: accessor 8: keyframe 0 is at NaN s, want rising times from 0 s on"},
		{"values that are none", armOf(func(doc *qm.Document, _ qm.PrimitiveAttributes) {
			animated(doc, 1, qm.TRSScale, qm.InterpolationStep, []float32{0}, [][3]float32{{nan, 1, 1}})
		}), `node 1 "upper": its transform is not finite`},
		{"weights that are none", face([]float32{0}, []float32{nan, 0}), thing + "vertex 0 is moved to {NaN NaN NaN}, want finite numbers"},
		{"too many weights", face([]float32{0}, []float32{1, 2, 3}), thing + "has 2 morph targets, but there are 3 weights"},
		{"target of another length", faced(func(d map[string]any) { primitive(d)["targets"].([]any)[1].(map[string]any)["NORMAL"] = 4 }),
			thing + "target 1: NORMAL: accessor 4: has 1 elements, want 3 as the mesh has vertices"},
		{"target missing its accessor", faced(func(d map[string]any) { primitive(d)["targets"].([]any)[0].(map[string]any)["POSITION"] = 40 }),
			thing + "target 0: POSITION: accessor 40 does not exist, there are 10"},

		{"skin missing", arm(func(d map[string]any) { entry(d, "nodes", 0)["skin"] = 1 }), `node 0 "thing": skin 1 does not exist, there are 1`},
		{"joint missing", arm(func(d map[string]any) { entry(d, "skins", 0)["joints"] = []int{1, 12} }),
			`node 0 "thing": skin 0 "arm": joint 1: node 12 does not exist, there are 3`},
		{"joint elsewhere", arm(func(d map[string]any) { entry(d, "scenes", 0)["nodes"] = []int{0, 2} }),
			`node 0 "thing": skin 0 "arm": joint 0: node 1 "upper" is not in the scene`},
		{"joints in a circle", arm(func(d map[string]any) { entry(d, "nodes", 2)["children"] = []int{1} }), `node 1 "upper" is reached twice, want a tree`},
		{"few matrices", arm(func(d map[string]any) { entry(d, "accessors", 2)["count"] = 1 }),
			`node 0 "thing": skin 0 "arm": inverseBindMatrices has 1 elements, want 2, one per joint`},
		{"other matrices", arm(func(d map[string]any) { entry(d, "skins", 0)["inverseBindMatrices"] = 0 }),
			`node 0 "thing": skin 0 "arm": inverseBindMatrices: accessor 0: type is VEC3, want MAT4`},
		{"no joints", arm(func(d map[string]any) { delete(attributes(d), "JOINTS_0") }), thing + "has no JOINTS_0, but its node has a skin"},
		{"no weights", arm(func(d map[string]any) { delete(attributes(d), "WEIGHTS_0") }), thing + "has no WEIGHTS_0, but its node has a skin"},
		{"few joints", arm(func(d map[string]any) { entry(d, "accessors", int(attributes(d)["JOINTS_0"].(float64)))["count"] = 2 }),
			thing + "JOINTS_0 has 2 elements, want 3 as POSITION has"},
		{"joint beyond", arm(func(d map[string]any) { entry(d, "skins", 0)["joints"] = []int{1} }), thing + "JOINTS_0: element 1 names joint 1, but the skin has 1"},
		{"half a joint", armOf(func(doc *qm.Document, a qm.PrimitiveAttributes) { a[qm.JOINTS_0] = a[qm.WEIGHTS_0] }),
			thing + "JOINTS_0: element 2 names joint 0.5, but the skin has 2"},
		{"less than no weight", armOf(func(doc *qm.Document, a qm.PrimitiveAttributes) {
			a[qm.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]float32{{1}, {1, -1}, {nan}})
		}), thing + "WEIGHTS_0: element 1 has -1, want at least 0"},
		{"infinite weight", armOf(func(doc *qm.Document, a qm.PrimitiveAttributes) {
			a[qm.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]float32{{inf}, {1}, {1}})
		}), thing + "vertex 0 is moved to {NaN NaN NaN}, want finite numbers"},
	} {
		path := save(t, "bad.glb", c.data)
		s, err := LoadAt(path, bound.New(0), &Moment{Time: 0.5})
		if err == nil {
			t.Errorf("%s: got %d instances, want an error", c.name, len(s.Nodes))
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "gltf: "+path+": "+c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	_, err := LoadAt(save(t, "one.glb", face([]float32{0}, []float32{0, 0})), bound.New(0), &Moment{Animation: 1})
	if err == nil || !strings.HasSuffix(err.Error(), ": animation 1 does not exist, there are 1") {
		t.Errorf("another animation: got %v", err)
	}
}
