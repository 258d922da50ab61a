package scenario

import (
	"fmt"

	"mereo/physics"
	"mereo/physics/decompose"
)

func isMesh(c physics.Collider) bool { return c.Shape.Kind() == "mesh" }

// hulls puts convex hulls in the places of meshes: what moves is solid. solids[i] is the mass of shapes[i], if it is a mesh.
func hulls(r *reader, f field, shapes []physics.Collider) (colliders []physics.Collider, solids []physics.MassProperties) {
	solids = make([]physics.MassProperties, len(shapes))
	for i, c := range shapes {
		if !isMesh(c) {
			colliders = append(colliders, c)
			continue
		}
		vertices, triangles := c.Shape.Surface()
		parts, mass, err := decompose.Body(vertices, triangles, c.Pose, c, decompose.Options{})
		if err != nil {
			r.fail(fmt.Sprintf("%s[%d]:", f.path, i), "%w", err)
			return nil, nil
		}
		colliders, solids[i] = append(colliders, parts...), mass
	}
	return colliders, solids
}
