package physics

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// NewHeightField returns ground as a triangle mesh: nx times ny points, dx and dy meters apart, the first one at the origin.
// Point i, j is heights[i+j*nx] high along z. Every cell is two triangles, cut from the corner i, j to i+1, j+1; the front is
// above.
func NewHeightField(nx, ny int, dx, dy float64, heights []float64) (*Shape, error) {
	if nx < 2 || ny < 2 || nx > math.MaxInt32/6/ny {
		return nil, fmt.Errorf("physics: height field has %d by %d points, want 2 or more each and at most %d cells", nx, ny, math.MaxInt32/6)
	}
	if len(heights) != nx*ny {
		return nil, fmt.Errorf("physics: height field has %d heights, want %d", len(heights), nx*ny)
	}
	if err := checkSize("height field", "distance of points along x", dx); err != nil {
		return nil, err
	}
	if err := checkSize("height field", "distance of points along y", dy); err != nil {
		return nil, err
	}
	vertices := make([]geom.Vec3, 0, nx*ny)
	triangles := make([][3]uint32, 0, 2*(nx-1)*(ny-1))
	for j := range ny {
		for i := range nx {
			vertices = append(vertices, geom.V(float64(float64(i)*dx), float64(float64(j)*dy), heights[i+j*nx]))
			if i+1 < nx && j+1 < ny {
				a := uint32(i + j*nx)
				b, c := a+1, a+uint32(nx)
				triangles = append(triangles, [3]uint32{a, b, c + 1}, [3]uint32{a, c + 1, c})
			}
		}
	}
	return NewTriMesh(vertices, triangles)
}
