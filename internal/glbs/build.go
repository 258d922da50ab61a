package glbs

import (
	"encoding/binary"
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// shape is a mesh of triangles.
type shape struct {
	positions, normals [][3]float32
	coords             [][2]float32
	corners            []uint16
}

// grid is a surface over the unit square in so many steps along u and v, which are its texture coordinates: v grows downwards, and u to the
// right, as seen from the front.
func grid(nu, nv int, at func(u, v float64) (p, n vec)) (s shape) {
	for j := range nv + 1 {
		for i := range nu + 1 {
			u, v := float64(i)/float64(nu), float64(j)/float64(nv)
			p, n := at(u, v)
			s.positions = append(s.positions, single(p))
			s.normals = append(s.normals, single(n))
			s.coords = append(s.coords, [2]float32{float32(u), float32(v)})
		}
	}
	row := uint16(nu + 1)
	for j := range uint16(nv) {
		for i := range uint16(nu) {
			a := j*row + i
			s.corners = append(s.corners, a, a+row, a+1, a+1, a+row, a+row+1)
		}
	}
	return s
}

func single(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// join is several shapes as one.
func join(all ...shape) (out shape) {
	for _, s := range all {
		first := uint16(len(out.positions))
		out.positions = append(out.positions, s.positions...)
		out.normals = append(out.normals, s.normals...)
		out.coords = append(out.coords, s.coords...)
		for _, c := range s.corners {
			out.corners = append(out.corners, first+c)
		}
	}
	return out
}

// card is an upright square that faces +z, its middle in the origin.
func card(side float64) shape {
	return grid(1, 1, func(u, v float64) (p, n vec) { return vec{side * (u - 0.5), side * (0.5 - v), 0}, vec{0, 0, 1} })
}

// sphere has its middle in the origin. Its triangles at the poles vanish.
func sphere(radius float64, around int) shape {
	return grid(around, around/2, func(u, v float64) (p, n vec) {
		st, ct := math.Sincos(math.Pi * v)
		sp, cp := math.Sincos(2 * math.Pi * (u - 0.5))
		n = vec{st * sp, ct, st * cp}
		return vec{radius * n[0], radius * n[1], radius * n[2]}, n
	})
}

// block is a box with its middle in the origin.
func block(w, h, d float64) shape {
	face := func(right, up vec) shape {
		n := cross(right, up)
		return grid(1, 1, func(u, v float64) (p, out vec) {
			for k, size := range []float64{w, h, d} {
				p[k] = size * ((u-0.5)*right[k] + (0.5-v)*up[k] + 0.5*n[k])
			}
			return p, n
		})
	}
	x, y, z := vec{1, 0, 0}, vec{0, 1, 0}, vec{0, 0, 1}
	return join(face(x, y), face(vec{0, 0, -1}, y), face(vec{-1, 0, 0}, y), face(z, y), face(x, vec{0, 0, -1}), face(x, z))
}

// column is a tube that stands on the origin, in so many steps along its height.
func column(radius, height float64, steps int) shape {
	return grid(24, steps, func(u, v float64) (p, n vec) {
		s, c := math.Sincos(2 * math.Pi * (u - 0.5))
		return vec{radius * s, height * (1 - v), radius * c}, vec{s, 0, c}
	})
}

// loose is a shape whose triangles share no vertices, in the order of its corners.
func loose(s shape) (out shape) {
	for _, c := range s.corners {
		out.positions = append(out.positions, s.positions[c])
		out.normals = append(out.normals, s.normals[c])
		out.coords = append(out.coords, s.coords[c])
	}
	return out
}

// box are the least and the greatest coordinates.
func (s shape) box() (low, high []float64) {
	low, high = []float64{math.Inf(1), math.Inf(1), math.Inf(1)}, []float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range s.positions {
		for k := range 3 {
			low[k], high[k] = min(low[k], float64(p[k])), max(high[k], float64(p[k]))
		}
	}
	return low, high
}

// view adds a buffer view of some bytes.
func (f *file) view(target qm.Target, stride int, data []byte) int {
	at := modeler.WriteBufferView(f.Document, qm.TargetNone, pad(data))
	v := f.BufferViews[at]
	v.Target, v.ByteStride, v.ByteLength = target, stride, len(data)
	return at
}

// pad makes the length a multiple of 4, so that what follows begins at one.
func pad(data []byte) []byte {
	return append(data[:len(data):len(data)], make([]byte, (4-len(data)%4)%4)...)
}

// accessor adds one over a view.
func (f *file) accessor(a qm.Accessor) int {
	f.Accessors = append(f.Accessors, &a)
	return len(f.Accessors) - 1
}

// raw are numbers as glTF stores them.
func raw[T any](values ...T) (out []byte) {
	out, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		panic(err)
	}
	return out
}
