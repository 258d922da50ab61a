package partnet

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/meshfile"
	"mereo/internal/bound"
)

// readOBJ reads a mesh file of a model's folder into the model frame. Of a face the first three corners count, as in the data set's
// own tools: its files hold triangles only.
func readOBJ(dir, name string, memory *bound.Memory) (*mesh.Mesh, error) {
	data, err := memory.Read(dir, name)
	if err != nil {
		return nil, fmt.Errorf("partnet: %s/%w", dir, err)
	}
	m, err := meshfile.OBJTriangles(data, memory)
	if err != nil {
		return nil, fmt.Errorf("partnet: %s/%s: %w", dir, name, err)
	}
	for i, p := range m.Positions { // y up to z up
		m.Positions[i] = geom.V(p.X, -p.Z, p.Y)
	}
	return m, nil
}
