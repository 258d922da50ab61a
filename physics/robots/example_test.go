package robots_test

import (
	"fmt"
	"os"

	"mereo/physics/robots"
)

// A door that is half open.
func Example() {
	dir, err := os.MkdirTemp("", "door")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	defer root.Close()
	if err := root.WriteFile("door.urdf", []byte(`<robot name="door"><link name="frame"/>
		<link name="leaf"><collision><origin xyz="0.4 0 1"/><geometry><box size="0.8 0.04 2"/></geometry></collision></link>
		<joint name="hinge" type="revolute"><parent link="frame"/><child link="leaf"/><axis xyz="0 0 1"/>
		<limit lower="0" upper="1.57"/><dynamics damping="0.1"/></joint></robot>`), 0o666); err != nil {
		panic(err)
	}
	s, notes, err := robots.Load(root, "door.urdf", robots.Options{Density: 500, Start: map[string]float64{"hinge": 0.785}})
	if err != nil {
		panic(err)
	}
	fmt.Println(notes)
	w, ids, err := s.Build()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s weighs %.0f kg, and its middle is at %.2f\n", s.Bodies[1].Name, w.Mass(ids[1]).Mass, w.Center(ids[1]))
	// Output:
	// []
	// leaf weighs 32 kg, and its middle is at {0.28 0.28 1.00}
}
