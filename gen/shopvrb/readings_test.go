package shopvrb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// chain is a program of calls, each of the result of the one before: "filter_name pot", "unique".
func chain(calls string) (p ask.Program) {
	for i, call := range strings.Split("scene, "+calls, ", ") {
		name, value, has := strings.Cut(call, " ")
		n := ask.Node{Function: name}
		if i > 0 {
			n.Inputs = []int{i - 1}
		}
		if has {
			n.Side = []ask.Value{value}
		}
		p = append(p, n)
	}
	return p
}

// readScene has things with the given properties, 2 units apart, from left to right and from front to behind.
func readScene(t *testing.T, things ...string) *known {
	t.Helper()
	return seenFrom(t, [3]float64{0, -10, 5}, things...)
}

// seenFrom is readScene with a camera elsewhere.
func seenFrom(t *testing.T, camera [3]float64, things ...string) *known {
	t.Helper()
	var objects []string
	for i, o := range things {
		var p [attributeCount]string
		copy(p[:], strings.Split(o, ", "))
		known := ObjectRecord{Name: p[6], Color: p[2], Material: p[3]}
		appendTextual(&known)
		objects = append(objects, fmt.Sprintf(`{"size": %q, "weight": %q, "color": %q, "material": %q, "movability": %q, "shape": %q, "name": %q,
			"powering": %q, "disassembly": %q, "picking": %q, "attribute": %s,
			"3d_coords": [%d, %d, 0], "pixel_coords": [%d, 200, 9], "mereo": {"instance": %q}}`,
			p[0], p[1], p[2], p[3], p[4], p[5], p[6], known.Powering, known.Disassembly, known.Picking, string(closed.ListOf(known.Attribute)),
			2*i, 2*i, 100+100*i, p[7]))
	}
	var after, before []string
	for i := range things {
		var a, b []string
		for j := range things {
			if j > i {
				a = append(a, fmt.Sprint(j))
			} else if j < i {
				b = append(b, fmt.Sprint(j))
			}
		}
		after, before = append(after, "["+strings.Join(a, ",")+"]"), append(before, "["+strings.Join(b, ",")+"]")
	}
	up, down := strings.Join(after, ","), strings.Join(before, ",")
	k, err := parseKnown(fmt.Appendf(nil, `{"objects": [%s],
		"directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "behind": [0, 1, 0], "front": [0, -1, 0]},
		"relationships": {"left": [%s], "right": [%s], "behind": [%s], "front": [%s]},
		"mereo": {"camera": [%v, %v, %v]}}`, strings.Join(objects, ","), down, up, up, down, camera[0], camera[1], camera[2]))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// What is doubtful of a thing is its size or weight, where things of its looks have two, the word for its shape, its material, where its class
// has others that look alike under paint, and what its model is misread as; nothing else is, but what follows from these.
func TestReadings(t *testing.T) {
	const (
		largePot = "large, heavy, metallic, metal, portable, cylindrical, pot, pot1"
		smallPot = "medium-sized, heavy, metallic, metal, portable, cylindrical, pot, pot1"
		blackPot = "large, heavy, black, metal, portable, irregularly shaped, pot, pot2"
		fork     = "small, light, metallic, metal, portable, long and thin shaped, fork, fork1"
		plastic  = "small, light, white, plastic, portable, long and thin shaped, fork, fork1"
		pattern  = "small, light, metallic, metal, portable, long and thin shaped, fork, fork2"
		board    = "large, light, red, plastic, portable, cuboid, chopping board, chopping_board2"
		bowl     = "medium-sized, medium-weight, brown, ceramic, portable, hemisphere, bowl, bowl3"
		redBowl  = "medium-sized, medium-weight, red, plastic, portable, hemisphere, bowl, bowl3"
		tumbler  = "medium-sized, light, transparent, glass, portable, cuboid, glass, glass5"
		glass    = "medium-sized, light, transparent, glass, portable, cylindrical, glass, glass4"
		tray     = "large, light, gray, metal, portable, flat, baking tray, baking_tray1"
		muffins  = "large, light, red, rubber, portable, flat, baking tray, baking_tray2"
		shears   = "small, light, black, metal, portable, irregularly shaped, scissors, scissors1"
		flask    = "medium-sized, medium-weight, blue, metal, portable, cylindrical, thermos, thermos1"
		cup      = "medium-sized, light, blue, plastic, portable, cylindrical, thermos, thermos2"
		smallMug = "small, medium-weight, blue, ceramic, portable, cylindrical, mug, mug1"
		dish     = "small, medium-weight, cyan, ceramic, portable, flat, plate, plate2"
	)
	l, looks := newLibrary(), looksOf(instances(kitchen.Training), (*ownModels)(nil).textualOf)
	for _, c := range []struct {
		things   []string
		question string
		want     bool // whether there is another answer
	}{
		{[]string{largePot, fork}, "filter_name pot, unique, query_size", true},
		{[]string{largePot, fork}, "filter_name fork, unique, query_size", false},
		{[]string{largePot, fork}, "filter_name pot, unique, query_color", false},
		{[]string{largePot, fork}, "filter_size medium-sized, exist", true},
		{[]string{largePot, fork}, "filter_size small, exist", false},
		{[]string{largePot, smallPot}, "filter_size large, unique, query_color", false}, // beside each other
		{[]string{largePot, largePot}, "filter_size large, count", true},
		{[]string{blackPot, fork}, "filter_color black, unique, query_weight", false},
		{[]string{blackPot, fork}, "filter_size large, unique, query_shape", true},
		{[]string{blackPot, fork}, "filter_size large, unique, query_disassembly", true}, // of a pan
		{[]string{largePot, fork}, "filter_size large, unique, query_disassembly", true}, // not large
		{[]string{largePot, fork}, "filter_name pot, unique, query_disassembly", false},
		{[]string{tray, fork}, "filter_color metallic, unique, query_name", true},
		{[]string{tray, pattern}, "filter_name baking tray, unique, query_color", true},
		{[]string{tray, pattern}, "filter_name baking tray, unique, query_attribute", true}, // of rubber
		{[]string{muffins, pattern}, "filter_name baking tray, unique, query_color", false},
		{[]string{shears, pattern}, "filter_color metallic, unique, query_name", true},
		{[]string{shears, board}, "filter_material metal, unique, query_name", false},
		{[]string{flask, pattern}, "filter_name thermos, unique, query_weight", true},
		{[]string{cup, pattern}, "filter_name thermos, unique, query_weight", false},
		{[]string{cup, pattern}, "filter_name thermos, unique, query_picking", true},
		{[]string{flask, pattern}, "filter_name thermos, unique, query_picking", false},
		{[]string{smallMug, dish, shears}, "filter_name scissors, unique, same_size, exist", true}, // both are larger
		{[]string{board, fork}, "filter_shape flat, exist", true},
		{[]string{board, fork}, "filter_shape hemisphere, exist", false},
		{[]string{tumbler, fork}, "filter_name glass, unique, query_shape", true},
		{[]string{glass, fork}, "filter_name glass, unique, query_shape", false},
		{[]string{board, pattern}, "filter_name chopping board, unique, query_material", true},
		{[]string{board, pattern}, "filter_name chopping board, unique, query_color", false},
		{[]string{board, board}, "filter_material rubber, count", true},
		{[]string{bowl, pattern}, "filter_name bowl, unique, query_material", true},
		{[]string{redBowl, pattern}, "filter_name bowl, unique, query_material", true},
		{[]string{redBowl, pattern}, "filter_name bowl, unique, query_color", false},
		{[]string{fork, board}, "filter_name fork, unique, query_color", true},
		{[]string{plastic, board}, "filter_name fork, unique, query_material", false},
		{[]string{pattern, redBowl}, "filter_name fork, unique, query_material", false},
		{[]string{board, fork}, "filter_name fork, unique, relate right, exist", false},
	} {
		k := readScene(t, c.things...)
		p := chain(c.question)
		answer := l.Answer(k, p)
		got := slices.ContainsFunc(looks.readings(k), func(other *known) bool { return l.Answer(other, p) != answer })
		if answer == ask.Invalid || got != c.want {
			t.Errorf("%v: %s: %v, another answer %v, want %v", c.things, c.question, answer, got, c.want)
		}
	}
}

// What is almost beside something is not surely behind it, the less the farther they are apart, and to the picture's camera alone.
func TestReadingsOfTheCamera(t *testing.T) {
	const pan, fork = "large, heavy, black, metal, portable, irregularly shaped, pan, pan1",
		"small, light, metallic, metal, portable, long and thin shaped, fork, fork2"
	l, looks := newLibrary(), looksOf(instances(kitchen.Training), (*ownModels)(nil).textualOf)
	p := chain("filter_name pan, unique, relate behind, exist")
	turned := [3]float64{0.45, -10, 5} // by 2.6 degrees
	for _, c := range []struct {
		name   string
		camera [3]float64
		at     geom.Vec3 // of the fork, from the pan
		want   bool      // whether there is another answer
	}{
		{"behind", [3]float64{0, -10, 5}, geom.V(4, 0.6, 0), false},
		{"almost beside", [3]float64{0, -10, 5}, geom.V(0.1, 0.35, 0), true},
		{"near", [3]float64{0, -10, 5}, geom.V(0.5, 0.45, 0), false},
		{"far to the side", [3]float64{0, -10, 5}, geom.V(3.9, 0.45, 0), true},
		{"turned towards it", turned, geom.V(4, 0.6, 0), true},
		{"turned away", turned, geom.V(-4, 0.6, 0), false},
	} {
		k := seenFrom(t, c.camera, pan, fork)
		k.places = []geom.Vec3{{}, c.at}
		k.bodies = k.places
		answer := l.Answer(k, p)
		got := slices.ContainsFunc(looks.readings(k), func(other *known) bool { return l.Answer(other, p) != answer })
		if answer == ask.Invalid || got != c.want {
			t.Errorf("%s: %v, another answer %v, want %v", c.name, answer, got, c.want)
		}
	}
}

// A fork that lies straight behind the disc of a pan is to its right only if the handle, which points left, is part of the pan.
func TestReadingsOfBodies(t *testing.T) {
	const pan, fork = "large, heavy, black, metal, portable, irregularly shaped, pan, pan1",
		"small, light, metallic, metal, portable, long and thin shaped, fork, fork2"
	l, looks := newLibrary(), looksOf(instances(kitchen.Training), (*ownModels)(nil).textualOf)
	p := chain("filter_name pan, unique, relate right, exist")
	for _, c := range []struct {
		body geom.Vec3
		want bool
	}{{geom.V(0, 0, 0), false}, {geom.V(1.14, 0, 0), true}} {
		k := seenFrom(t, [3]float64{0, -10, 5}, pan, fork)
		k.places, k.bodies = []geom.Vec3{{}, geom.V(1.1, 2, 0)}, []geom.Vec3{c.body, geom.V(1.1, 2, 0)}
		answer := l.Answer(k, p)
		got := slices.ContainsFunc(looks.readings(k), func(other *known) bool { return l.Answer(other, p) != answer })
		if answer == ask.Invalid || got != c.want {
			t.Errorf("body at %v: %v, another answer %v, want %v", c.body, answer, got, c.want)
		}
	}
}

// The bodies of all models lie where the table says.
func TestBodies(t *testing.T) {
	for pool, rows := range map[kitchen.Pool][]catalogRow{kitchen.Training: trainingInstances, kitchen.Benchmark: benchmarkInstances} {
		for _, r := range rows {
			m, err := kitchen.Get(pool, r.name)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(m.Parts, func(p kitchen.Part) bool { return p.Name == "body" })
			if i < 0 {
				continue
			}
			at := m.Parts[i].Mesh.Bounds().Center()
			if want := geom.V(0, bodies[r.name], at.Z); at.Sub(want).Len() > 0.2 {
				t.Errorf("%s: the body is at %v, want %v", r.name, at, want)
			}
		}
	}
}
