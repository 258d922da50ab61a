package export

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes/annot"
)

// plyCloud writes what each picture with a camera sees as a cloud of points in PLY, binary, lowest byte first: train/000012.ply is of the
// first picture of sample 12, train/000012.1.ply of the second, and so on. Each pixel with depth is a vertex, rows from the top:
//
//	x, y, z            float: meters of the set's world, +Z up
//	nx, ny, nz         float, on request: unit normal, world
//	red, green, blue   uchar: the picture's, sRGB
//	object, part       ushort: ids as in label pictures, 0 for none
//
// The comments of the header say which picture it is, and how long a meter of the world is in life.
type plyCloud struct {
	loose
	channels []string
}

func (f plyCloud) wants() wants {
	return wants{perBlock: true, pictures: true, labels: true, depth: true}
}

// prepare refuses a dataset without cameras, judged by its first sample.
func (plyCloud) prepare(_ context.Context, d *dataset) error {
	for _, s := range d.splits {
		if s.Samples == 0 {
			continue
		}
		first, err := d.readers[s.Split].Sample(0)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(first.Page().Pictures, func(p show.Picture) bool { return p.Camera != nil }) {
			return fmt.Errorf("pictures of this dataset (%s) were seen by no camera, so they cannot be exported as ply; want another format",
				d.set.Name())
		}
		break
	}
	return nil
}

func (f plyCloud) encode(s *Sample) (any, error) {
	var out []named
	for p, picture := range s.Pictures {
		if picture.Camera == nil {
			continue
		}
		l := s.Labels[p]
		width, height := picture.Width, picture.Height
		rgb, err := write.DecodeRGB(picture.Path, picture.Data, width, height)
		if err != nil {
			return nil, err
		}
		if l == nil || l.ViewZ == nil || l.Width != width || l.Height != height || picture.Camera.Width != width || picture.Camera.Height != height {
			return nil, fmt.Errorf("%s: %s has no depth for each of its %d x %d pixels", s.Name(), picture.Name, width, height)
		}
		title := fmt.Sprintf("sample %s/%d, picture %s", s.Split, s.Index, strings.Join(strings.Fields(picture.Name), " "))
		out = append(out, named{s.numbered("/", p) + ".ply", plyOf(title, picture.Camera, l, rgb, slices.Contains(f.channels, Normals))})
	}
	return out, nil
}

// plyOf is the file of a picture with labels of the same size.
func plyOf(title string, c *annot.Camera, l *show.Labels, rgb []uint8, normals bool) []byte {
	var points []byte
	count := 0
	number := func(v float64) { points = binary.LittleEndian.AppendUint32(points, math.Float32bits(float32(v))) }
	id := func(of []uint16, i int) {
		v := uint16(0)
		if of != nil {
			v = of[i]
		}
		points = binary.LittleEndian.AppendUint16(points, v)
	}
	for i, z := range l.ViewZ {
		if z == 0 {
			continue
		}
		count++
		at := pointAt(c, float64(i%l.Width)+0.5, float64(i/l.Width)+0.5, float64(z))
		number(at.X)
		number(at.Y)
		number(at.Z)
		if normals {
			for _, v := range l.Normal[3*i:][:3] {
				number(float64(v))
			}
		}
		points = append(points, rgb[3*i:][:3]...)
		id(l.Object, i)
		id(l.Part, i)
	}
	head := fmt.Sprintf("ply\nformat binary_little_endian 1.0\ncomment %s\ncomment meters of the world, +Z up\ncomment unit_m %g\nelement vertex %d\n",
		title, c.Depth.Unit, count)
	properties := func(kind string, names ...string) {
		for _, n := range names {
			head += "property " + kind + " " + n + "\n"
		}
	}
	properties("float", "x", "y", "z")
	if normals {
		properties("float", "nx", "ny", "nz")
	}
	properties("uchar", "red", "green", "blue")
	properties("ushort", "object", "part")
	return append([]byte(head+"end_header\n"), points...)
}

// pointAt is the point of the world that is seen at pixel coordinates (u, v), z ahead of the camera.
func pointAt(c *annot.Camera, u, v, z float64) geom.Vec3 {
	x, y := c.Distortion.Undo((u-c.K[0][2])/c.K[0][0], (v-c.K[1][2])/c.K[1][1])
	// The transpose of R takes what is left after T back to the world.
	d := [3]float64{float64(x*z) - c.T[0], float64(y*z) - c.T[1], z - c.T[2]}
	var out [3]float64
	for k := range out {
		out[k] = float64(c.R[0][k]*d[0]) + float64(c.R[1][k]*d[1]) + float64(c.R[2][k]*d[2])
	}
	return geom.V(out[0], out[1], out[2])
}
