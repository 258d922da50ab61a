package partnet

import (
	"fmt"
	"os"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/meshfile"
)

// readOBJ reads a mesh file into the model frame. Of a face the first three corners count, as in the data set's own tools:
// its files hold triangles only.
func readOBJ(path string) (*mesh.Mesh, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("partnet: %w", err)
	}
	m, err := meshfile.OBJTriangles(data)
	if err != nil {
		return nil, fmt.Errorf("partnet: %s: %w", path, err)
	}
	for i, p := range m.Positions { // y up to z up
		m.Positions[i] = geom.V(p.X, -p.Z, p.Y)
	}
	return m, nil
}
