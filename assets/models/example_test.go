package models_test

import (
	"fmt"
	"os"
	"path/filepath"

	"mereo/assets/models"
)

// A wedge of an OBJ file, y up and in centimeters.
func Example() {
	dir, err := os.MkdirTemp("", "models")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"wedge_1.obj":  "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
		"wedge_1.json": `{"scale": 0.01, "mass": 0.2}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	l, err := models.Open(dir, "*.obj", models.Options{Cache: filepath.Join(dir, "cache")})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range l.Models {
		parts, err := m.Parts()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Path, "is a", m.Category, "of", *m.Mass, "kg, closed:", m.Report.Closed)
		fmt.Printf("%.2f\n", parts[0].Mesh.Bounds())
	}
	// Output:
	// wedge_1.obj is a wedge of 0.2 kg, closed: true
	// {{0.00 -0.10 0.00} {0.10 0.00 0.10}}
}
