package qlevr

import (
	"math"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/mesh"
)

// silhouette is which pixels of the picture have their centers in the image of a convex solid.
type silhouette struct {
	top, bottom int        // half-open rows
	left, right int        // half-open columns
	runs        []pixelRun // of the rows from top to bottom
	pixels      int
}

// pixelRun is a half-open range of columns of a row.
type pixelRun struct{ from, to int }

// silhouetteScratch is memory that silhouettes share.
type silhouetteScratch struct {
	image []imagePoint
	snaps [][2]int64
	front []bool
	runs  []pixelRun // of all silhouettes
	seen  []silhouette
}

// silhouetteSteps is how many steps image points are rounded to along each axis of a pixel, as in engine/ref.
const silhouetteSteps = 256

// silhouette draws the outline of an object: the edges where triangles that face the camera meet others. A center on the
// outline is inside at the left and at the top.
func (s *silhouetteScratch) silhouette(cam *camera.Pinhole, o *planObject) silhouette {
	m := unitMesh(o.shape)
	s.image = projectMesh(s.image[:0], cam, m, o.worldFromObject())
	s.snaps, s.front = s.snaps[:0], s.front[:0]
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, p := range s.image {
		x, y := math.Floor(float64(p.x*silhouetteSteps)+0.5), math.Floor(float64(p.y*silhouetteSteps)+0.5)
		s.snaps = append(s.snaps, [2]int64{int64(x), int64(y)})
		low, high = min(low, int64(y)), max(high, int64(y))
	}
	for _, t := range m.Triangles {
		a, b, c := s.snaps[t[0]], s.snaps[t[1]], s.snaps[t[2]]
		s.front = append(s.front, (b[0]-a[0])*(c[1]-a[1])-(b[1]-a[1])*(c[0]-a[0]) < 0) // y grows downwards
	}
	out := silhouette{
		top: min(max(firstPixel(low, 1), 0), cam.Height), bottom: min(max(firstPixel(high, 1), 0), cam.Height),
		left: cam.Width, right: 0,
	}
	start := len(s.runs)
	for range out.bottom - out.top {
		s.runs = append(s.runs, pixelRun{math.MaxInt, math.MinInt})
	}
	out.runs = s.runs[start:len(s.runs):len(s.runs)]
	for _, e := range unitEdges(o.shape) {
		if s.front[e.left] == s.front[e.right] {
			continue
		}
		a, b := s.snaps[e.a], s.snaps[e.b]
		if a[1] > b[1] {
			a, b = b, a
		}
		dx, dy := b[0]-a[0], b[1]-a[1]
		for y := max(firstPixel(a[1], 1), out.top); y < min(firstPixel(b[1], 1), out.bottom); y++ {
			// The edge crosses the row's centers at a[0] + dx*(center-a[1])/dy.
			x := firstPixel(a[0]*dy+dx*(int64(y)*silhouetteSteps+silhouetteSteps/2-a[1]), dy)
			run := &out.runs[y-out.top]
			run.from, run.to = min(run.from, x), max(run.to, x)
		}
	}
	for y := range out.runs {
		run := &out.runs[y]
		run.from, run.to = max(run.from, 0), min(run.to, cam.Width)
		if run.from >= run.to {
			*run = pixelRun{}
			continue
		}
		out.left, out.right = min(out.left, run.from), max(out.right, run.to)
		out.pixels += run.to - run.from
	}
	return out
}

// firstPixel is the first row or column whose center does not lie before steps/of sub-pixel steps; of is positive.
func firstPixel(steps, of int64) int {
	steps, of = steps-of*(silhouetteSteps/2), of*silhouetteSteps
	pixel := steps / of
	if steps > pixel*of {
		pixel++
	}
	return int(pixel)
}

// meshEdge is an edge of a closed mesh: its vertices, and the triangles on both sides.
type meshEdge struct{ a, b, left, right uint32 }

// unitEdges are the edges of a shape's unit mesh.
func unitEdges(shape string) []meshEdge { return edgesOfUnitMeshes()[shape] }

var edgesOfUnitMeshes = sync.OnceValue(func() map[string][]meshEdge {
	edges := map[string][]meshEdge{}
	for _, shape := range objectShapes {
		edges[shape] = meshEdges(unitMesh(shape))
	}
	return edges
})

// meshEdges lists the edges of a closed mesh in the order of its triangles.
func meshEdges(m *mesh.Mesh) []meshEdge {
	var edges []meshEdge
	at := map[[2]uint32]int{} // of edges met once, as the second triangle runs along them
	for i, t := range m.Triangles {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			if e, ok := at[[2]uint32{a, b}]; ok {
				edges[e].right = uint32(i)
				continue
			}
			at[[2]uint32{b, a}] = len(edges)
			edges = append(edges, meshEdge{a: a, b: b, left: uint32(i)})
		}
	}
	return edges
}
