package build

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/physics"
	"mereo/scenes/bodies"
	"mereo/scenes/shoot"
)

func open(t *testing.T, doc string) *Scene {
	t.Helper()
	s, err := Open(t.Context(), []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is wrong is a sentence with the place.
func TestWrongDocuments(t *testing.T) {
	box := `{"things": [{"kind": "box", "size": [1, 1, 1]%s}]}`
	for _, c := range []struct{ doc, want string }{
		{`{"siez": [1, 2]}`, "scene: siez is an unknown key"},
		{`{"size": [640]}`, "scene: size has another length than 2"},
		{`{"size": [640, 5000]}`, "scene: size[1] is 5000, want 1 to 4096"},
		{`{"camera": {"at": [1, 1, 1], "to": [1, 1, 1], "fov": 40}}`, "scene: camera.to is camera.at, want another place to look at"},
		{`{"camera": {"fov": 180}}`, "scene: camera.fov is 180, want 1 to 170"},
		{`{"things": [{"kind": "cone"}]}`, `scene: things[0].kind is "cone", want box, cylinder, furniture, mesh, model, sphere`},
		{`{"things": [{"kind": "sphere"}]}`, "scene: things[0].radius is missing, which a sphere has"},
		{fmt.Sprintf(box, `, "radius": 1`), "scene: things[0].radius is there, which no box has"},
		{fmt.Sprintf(box, `, "color": "rde"`), `scene: things[0].color is "rde", want gray, red, blue, green, brown, purple, cyan, yellow, ` +
			`black, orange, pink, white, or three numbers from 0 to 1`},
		{fmt.Sprintf(box, `, "color": [1, 2, 0]`), "scene: things[0].color is [1 2 0], want numbers from 0 to 1"},
		{fmt.Sprintf(box, `, "mass": 1, "density": 2`), "scene: things[0].mass and density are both there, want one of them"},
		{fmt.Sprintf(box, `, "mass": "heavy"`), "scene: things[0].mass is a text, want a number"},
		{fmt.Sprintf(box, `, "fixed": true, "velocity": [1, 0, 0]`), "scene: things[0].velocity is there, which nothing fixed has"},
		{fmt.Sprintf(box, `, "turn": [0, 0, 0, 0]`), "scene: things[0].turn is [0 0 0 0], want an angle in degrees or a quaternion w, x, y, z"},
		{`{"things": [{"kind": "box", "size": [1, 1, -1]}]}`, "scene: things[0].size[2] is -1, want 0.0001 to 1000"},
		{`{"things": [{"kind": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 3]]}]}`,
			"scene: things[0].faces[0] is [0 1 3], want three of the 3 vertices, counted from 0"},
		{`{"things": [{"kind": "furniture", "category": "sofa"}]}`, `scene: things[0].category is "sofa", want chair, table, bed, refrigerator, cart`},
		{`{"things": [{"kind": "furniture", "category": "chair", "number": 5000}]}`, "scene: things[0].number is 5000, want 0 to 4999"},
		{`{"things": [{"kind": "sphere", "radius": 1, "name": "a"}, {"kind": "sphere", "radius": 1, "name": "a"}]}`,
			`scene: things[1].name is "a", as is that of things[0], want another one`},
		{`{"things": [` + strings.Repeat(`{"kind": "sphere", "radius": 1}, `, maxThings) + `{"kind": "sphere", "radius": 1}]}`,
			"scene: things are 4001, want at most 4000"},
		{`{"lamps": [{"at": [0, 0, 0]}]}`, "scene: lamps[0].to is lamps[0].at, want another place to shine at"},
		{`{"suns": [{}]}`, "scene: suns[0].direction is zero or missing, want the way that the light goes, such as [0.4, 0.5, -1]"},
		{`{"things": [`, "scene: the text ends within a value"},
	} {
		if _, err := Open(t.Context(), []byte(c.doc)); err == nil || err.Error() != c.want {
			t.Errorf("%.80s: %v\nwant %s", c.doc, err, c.want)
		}
	}
}

// ball is the scene of the library's example.
const ball = `{"size": [320, 240], "camera": {"at": [2, -2, 1.2], "to": [0, 0, 0.3], "fov": 45}, "floor": {},
	"things": [{"kind": "box", "size": [0.6, 0.6, 0.4], "at": [0, 0, 0.2], "color": "red"},
	           {"kind": "sphere", "radius": 0.15, "at": [0, 0, 1.5], "color": [0.1, 0.3, 0.7]}]}`

// A ball drops on a box as in a world that is made body by body.
func TestBallOnBox(t *testing.T) {
	world, err := bodies.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		t.Fatal(err)
	}
	var ids []physics.BodyID
	add := func(typ physics.BodyType, shape *physics.Shape, z float64) {
		id, err := world.Add("", physics.BodyDef{
			Type: typ, Pose: physics.Pose{Position: geom.V(0, 0, z)},
			Colliders: []physics.Collider{{Shape: shape, Density: 500, Friction: 0.7, RollingFriction: 0.01, Restitution: 0.3}},
		}, material.Default())
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	ground, _ := physics.NewBox(geom.V(100, 100, 0.5))
	box, _ := physics.NewBox(geom.V(0.3, 0.3, 0.2))
	sphere, _ := physics.NewSphere(0.15)
	add(physics.Static, ground, -0.5)
	add(physics.Dynamic, box, 0.2)
	add(physics.Dynamic, sphere, 1.5)

	film, err := open(t, ball).Simulate(t.Context(), 2, 24)
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Times) != 49 || film.Times[48] != 2 || len(film.Poses) != 49*2*7 {
		t.Fatalf("%d frames until %v s, %d numbers, want 49, 2, 686", len(film.Times), film.Times[len(film.Times)-1], len(film.Poses))
	}
	for frame := range film.Times {
		for i, id := range ids[1:] {
			p := world.Pose(id).Position
			if got := film.Poses[(2*frame+i)*7:][:3]; !slices.Equal(got, []float64{p.X, p.Y, p.Z}) {
				t.Fatalf("frame %d, thing %d is at %v, want %v", frame, i, got, p)
			}
		}
		for range 10 {
			world.Step(1.0 / 240)
		}
	}
	if z := film.Poses[len(film.Poses)-5]; math.Abs(z-0.55) > 1e-3 {
		t.Errorf("the ball comes to rest at %v m, want 0.55", z)
	}
	// The ball falls 0.95 m, for the root of 2*0.95/9.81 s, and gives the box at least what stops it.
	if len(film.Contacts) < ContactSize || len(film.Contacts)%ContactSize != 0 {
		t.Fatalf("%d numbers of contacts", len(film.Contacts))
	}
	first := film.Contacts[:ContactSize]
	for c := film.Contacts; len(c) > 0 && first[1] < 0; c = c[ContactSize:] { // the floor feels it, too, at the same time
		first = c[:ContactSize]
	}
	if mass := 500 * 4 / 3.0 * math.Pi * 0.15 * 0.15 * 0.15; math.Abs(first[0]-0.440) > 2e-3 || first[1] != 0 || first[2] != 1 ||
		math.Abs(first[8]-1) > 1e-9 || first[11] < mass*4.31 || first[11] > 2*mass*4.31 {
		t.Errorf("the first contact is %v", first)
	}
}

// The same document gives the same numbers and pictures, and a film changes no scene.
func TestSameTwice(t *testing.T) {
	const doc = `{"size": [96, 72], "floor": {"color": "brown"}, "things": [
		{"kind": "cylinder", "radius": 0.2, "height": 0.5, "at": [0, 0, 0.8], "turn": [1, 0.3, 0, 0], "glass": true},
		{"kind": "furniture", "category": "Chair", "number": 17, "turn": 30, "at": [0.9, 0, 0]},
		{"kind": "mesh", "vertices": [[0, 0, 0], [0.4, 0, 0], [0, 0.4, 0], [0, 0, 0.4]], "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
		 "at": [-0.5, 0, 1], "mass": 2, "angular_velocity": [1, 2, 3]}]}`
	var films []*Film
	for range 2 {
		s := open(t, doc)
		for range 2 {
			f, err := s.Simulate(t.Context(), 0.5, 30)
			if err != nil {
				t.Fatal(err)
			}
			films = append(films, f)
		}
		a, err := s.Still(films[len(films)-1], 15)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := s.Still(films[0], 15)
		la, err := Labels(a)
		if err != nil {
			t.Fatal(err)
		}
		lb, _ := Labels(b)
		if !slices.Equal(la.ViewZ, lb.ViewZ) || !slices.Equal(la.Object, lb.Object) || slices.Max(la.Object) != 3 {
			t.Error("labels differ")
		}
		if _, err := s.Still(films[0], 16); err == nil || err.Error() != "scene: frame is 16, want 0 to 15" {
			t.Error(err)
		}
	}
	for _, f := range films[1:] {
		if !slices.Equal(f.Poses, films[0].Poses) || !slices.Equal(f.Contacts, films[0].Contacts) {
			t.Error("films differ")
		}
	}
}

// A thing weighs what is asked for, or what its volume does, and models stand on their feet.
func TestMasses(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	file := filepath.Join(dir, "wedge.obj")
	if err := os.WriteFile(file, []byte("v 0 1 0\nv 1 1 0\nv 0 2 0\nv 0 1 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, fmt.Sprintf(`{"things": [{"kind": "box", "size": [1, 1, 2]}, {"kind": "box", "size": [1, 1, 2], "mass": 3},
		{"kind": "model", "file": %q, "scale": 2, "density": 300}, {"kind": "furniture", "category": "table", "mass": 20}]}`, file))
	for i, want := range []float64{1000, 3, 300 * 8 / 6.0, 20} {
		if got := s.world.Mass(s.all[i]).Mass; math.Abs(got-want) > 1e-6*want {
			t.Errorf("thing %d weighs %v kg, want %v", i, got, want)
		}
	}
	for _, i := range []int{2, 3} {
		low := math.Inf(1)
		for _, p := range s.scene.Objects[i].Parts {
			low = min(low, p.Mesh.Bounds().Min.Z)
		}
		if math.Abs(low) > 1e-5 {
			t.Errorf("thing %d begins %v m above its foot", i, low)
		}
	}
	for name, want := range map[string]string{"nothing.glb": "no file fits", "*.obj": "want the path of one file"} {
		_, err := Open(t.Context(), fmt.Appendf(nil, `{"things": [{"kind": "model", "file": %q}]}`, filepath.Join(dir, name)))
		if err == nil || !strings.HasPrefix(err.Error(), "scene: things[0].file ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Films end between two steps when nobody wants them any more, and are not longer than fits.
func TestEnds(t *testing.T) {
	s := open(t, ball)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Simulate(ctx, 3600, 24); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Open(ctx, []byte(ball)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, c := range []struct {
		seconds, fps float64
		want         string
	}{
		{-1, 24, "scene: seconds is -1, want 0 to 3600"}, {math.NaN(), 24, "scene: seconds is NaN, want 0 to 3600"},
		{1, 0, "scene: fps is 0, want 0.1 to 1000"}, {3600, 1000, "scene: seconds times fps are 3600001 frames, want at most 100000"},
	} {
		if _, err := s.Simulate(t.Context(), c.seconds, c.fps); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// What the device labels is what the processor does.
func TestDrawn(t *testing.T) {
	studio, err := shoot.Open("")
	if err != nil {
		t.Skip(err)
	}
	defer studio.Close()
	s := open(t, ball)
	f, err := s.Simulate(t.Context(), 1, 24)
	if err != nil {
		t.Fatal(err)
	}
	still, err := s.Still(f, 12)
	if err != nil {
		t.Fatal(err)
	}
	im, err := studio.Shoot(still, shoot.Options{LabelsOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Labels(still)
	if err != nil {
		t.Fatal(err)
	}
	ids, far, seen := 0, 0, map[uint16]int{}
	for i := range l.Object {
		seen[l.Object[i]]++
		if im.Object[i] != l.Object[i] {
			ids++
		} else if math.Abs(float64(im.ViewZ[i]-l.ViewZ[i])) > 1e-3*float64(l.ViewZ[i]) {
			far++
		}
	}
	if ids > 20 || far > 20 || seen[1] < 1000 || seen[2] < 500 {
		t.Errorf("%d ids and %d depths of %d pixels differ; seen are %v", ids, far, len(l.Object), seen)
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(ball))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := read(data); err != nil && !strings.HasPrefix(err.Error(), "scene: ") {
			t.Error(err)
		}
	})
}
