package syndacate

import (
	"math"
	"testing"

	"mereo/assets/glyph"
	"mereo/engine/geom"
)

var atRest = geom.V(0, 0, 1)

// facing is a stroke from one point to another whose normal is z.
func facing(from, to geom.Vec3, half, bright float64, object int) solidStroke {
	along := to.Sub(from).Unit()
	return solidStroke{
		ends: [2]geom.Vec3{from, to}, axes: geom.Mat3{X: along, Y: atRest.Cross(along), Z: atRest},
		half: geom.V(to.Sub(from).Len()/2, half, half), bright: bright, object: object,
	}
}

// The field of view is 2 atan(1/4), 28.072 degrees: the plane z = 0 fills the picture.
func TestSolidCameraKnownAnswers(t *testing.T) {
	cam := solidCamera(atRest, 100, 100)
	if err := cam.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ p, image geom.Vec3 }{
		{geom.V(-1, 1, 0), geom.V(0, 0, 4)}, {geom.V(1, -1, 0), geom.V(100, 100, 4)}, {geom.V(0.5, 0, 2), geom.V(100, 50, 2)},
	} {
		if x, y, z := cam.Project(c.p); geom.V(x, y, z).Sub(c.image).Len() > 1e-12 {
			t.Errorf("%v is seen at %g, %g, depth %g; want %v", c.p, x, y, z, c.image)
		}
	}
	// gluPerspective(28.072, 1, 1, 10) times a move by -4 along z.
	want := [16]float64{4, 0, 0, 0, 0, 4, 0, 0, 0, 0, -11.0 / 9, 44.0/9 - 20.0/9, 0, 0, -1, 4}
	for i, got := range clipFromWorld(&cam) {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("number %d of the matrix is %g, want %g", i, got, want[i])
		}
	}
}

// The matrix in files and the camera that draws are the same, wherever it stands; near is -1 and far is 1.
func TestSolidMatrixAgreesWithCamera(t *testing.T) {
	for _, at := range [][2]float64{{0, 0}, {0.6, 0.4}, {-0.5, 0.1}, {0.2, -0.4}} {
		cam := solidCamera(orbitDirection(at[0], at[1]), 120, 80)
		if x, y, z := cam.Project(geom.Vec3{}); math.Abs(x-60)+math.Abs(y-40)+math.Abs(z-4) > 1e-12 {
			t.Errorf("%v: the origin is seen at %g, %g, depth %g", at, x, y, z)
		}
		m := clipFromWorld(&cam)
		for _, p := range []geom.Vec3{geom.V(0.3, 0.8, -0.5), geom.V(-1, 0.1, 0.4), geom.V(0.9, -0.9, 0)} {
			row := func(i int) float64 { return m[4*i]*p.X + m[4*i+1]*p.Y + m[4*i+2]*p.Z + m[4*i+3] }
			w := row(3)
			x, y, z := cam.Project(p)
			gotX, gotY := (1+row(0)/w)/2*120, (1-row(1)/w)/2*80
			if math.Abs(gotX-x)+math.Abs(gotY-y)+math.Abs(w-z) > 1e-9 {
				t.Errorf("%v: matrix sees %v at %g, %g, depth %g; camera at %g, %g, %g", at, p, gotX, gotY, w, x, y, z)
			}
			if got, want := row(2)/w, 11.0/9-20.0/9/z; math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: clip depth of %v is %g, want %g", at, p, got, want)
			}
		}
	}
	// A point on the z axis moves away from where the camera goes.
	if x, y, _ := solidCameraSees(geom.V(0, 0, 1), 0.6, 0); x >= 50 || y != 50 {
		t.Errorf("a camera moved to +x sees (0, 0, 1) at %g, %g, want left of the middle", x, y)
	}
	if x, y, _ := solidCameraSees(geom.V(0, 0, 1), 0, 0.4); x != 50 || y <= 50 {
		t.Errorf("a camera moved to +y sees (0, 0, 1) at %g, %g, want below the middle", x, y)
	}
}

func solidCameraSees(p geom.Vec3, azimuth, elevation float64) (x, y, z float64) {
	cam := solidCamera(orbitDirection(azimuth, elevation), 100, 100)
	return cam.Project(p)
}

// Lambert's law: a side that faces the camera sees the light at cosine 0.6/|(0.4, 0.8, 0.6)|; turned away, only the ambient
// share is left.
func TestSolidShading(t *testing.T) {
	norm := math.Sqrt(0.4*0.4 + 0.8*0.8 + 0.6*0.6)
	for _, c := range []struct {
		normal geom.Vec3
		want   float64
	}{
		{geom.V(0, 0, 1), 0.3 + 0.7*0.6/norm}, {geom.V(0, 1, 0), 0.3 + 0.7*0.8/norm}, {geom.V(0, -1, 0), 0.3},
		{geom.V(0.4/norm, 0.8/norm, 0.6/norm), 1},
	} {
		if got := solidShade(0.8, c.normal); math.Abs(got-0.8*c.want) > 1e-12 {
			t.Errorf("normal %v: %g, want %g", c.normal, got, 0.8*c.want)
		}
	}
	// The front of this stroke lies at z = 0 and covers columns 30 to 70 and, at 1 : 1, rows 40.5 to 59.5.
	strokes := []solidStroke{facing(geom.V(-0.4, 0, -0.19), geom.V(0.4, 0, -0.19), 0.19, 1, 0)}
	picture := paintSolid(t, strokes)
	front := 255 * (0.3 + 0.7*0.6/norm)
	for y := range 100 {
		for x := range 100 {
			want := 0.0
			if x >= 30 && x < 70 {
				want = front * max(0, min(1, float64(y)+1-40.5)-max(0, float64(y)-58.5))
			}
			// Half a row is covered by 64 of 128 samples.
			if got := float64(picture[y*100+x]); math.Abs(got-want) > 0.51 {
				t.Fatalf("pixel (%d, %d) is %g, want %g", x, y, got, want)
			}
		}
	}
}

func paintSolid(t *testing.T, strokes []solidStroke) []uint8 {
	t.Helper()
	cam := solidCamera(atRest, 100, 100)
	var p solidPainter
	p.load(&cam, strokes)
	picture := make([]uint8, 100*100)
	p.image(picture)
	return picture
}

// What is nearer hides what is farther, in whatever order and brightness they come.
func TestSolidNearHidesFar(t *testing.T) {
	near := facing(geom.V(0, -0.5, 0.3), geom.V(0, 0.5, 0.3), 0.05, 0.5, 0)
	far := facing(geom.V(-0.5, 0, -0.3), geom.V(0.5, 0, -0.3), 0.05, 1, 1)
	cam := solidCamera(atRest, 100, 100)
	for _, strokes := range [][]solidStroke{{near, far}, {far, near}} {
		depth, mask := make([]float32, 100*100), make([]uint8, 100*100)
		solidLabels(depth, mask, &cam, strokes, []uint8{7, 9})
		const middle, side = 50*100 + 50, 50*100 + 60
		if mask[middle] != 7 || mask[side] != 9 || mask[0] != 0 {
			t.Errorf("objects are %d, %d, %d; want 7, 9, 0", mask[middle], mask[side], mask[0])
		}
		if depth[middle] != 4-0.35 || depth[side] != 4-(-0.25) || depth[0] != 0 {
			t.Errorf("depths are %g, %g, %g; want 3.65, 4.25, 0", depth[middle], depth[side], depth[0])
		}
		picture := paintSolid(t, strokes)
		shade := func(bright float64) uint8 { return uint8(math.Round(255 * solidShade(bright, atRest))) }
		if picture[middle] != shade(0.5) || picture[side] != shade(1) {
			t.Errorf("greys are %d and %d, want %d and %d", picture[middle], picture[side], shade(0.5), shade(1))
		}
	}
}

// Pictures of the rasterizer are what rays through all samples see: corners that are rounded to 1/256 pixel move few samples
// to the other side of an edge, and a sample is worth two gray levels.
func TestSolidPicturesAgreeWithRays(t *testing.T) {
	var e solidElement
	var off, seen int
	for i := range 6 {
		e.draw(SolidOptions{Objects: 3, Words: i%2 == 0, Orbit: true, Width: 100, Height: 100}, modeStream(5, solidRandom, i))
		cam := solidCamera(orbitDirection(e.azimuth, e.elevation), 100, 100)
		var painter solidPainter
		painter.load(&cam, e.strokes)
		picture := make([]uint8, 100*100)
		painter.image(picture)
		sums, nearest := make([]float64, 100*100), make([]float64, 400*400)
		for _, at := range solidSamples {
			shades := make([]float64, 400*400)
			for k := range nearest {
				nearest[k] = math.Inf(1)
			}
			for k := range e.strokes {
				s := &e.strokes[k]
				p := s.probe(&cam)
				for y := 4 * max(0, p.y0-1); y < 4*min(100, p.y1+1); y++ {
					for x := 4 * max(0, p.x0-1); x < 4*min(100, p.x1+1); x++ {
						dir := cam.Ray((float64(x)+0.5+at[0]/16)/4, (float64(y)+0.5+at[1]/16)/4).Dir
						near, far := p.meet(dir, 0)
						if near > far || near >= nearest[y*400+x] {
							continue
						}
						nearest[y*400+x] = near
						// The side is the one that the point lies on.
						local := p.eye.AddScaled(near, p.inverse.MulVec(dir))
						side, best := geom.Vec3{}, math.Inf(1)
						for axis, a := range []geom.Vec3{s.axes.X, s.axes.Y, s.axes.Z} {
							v, h := local.At(axis), s.half.At(axis)
							if d := math.Abs(math.Abs(v) - h); d < best {
								side, best = a.Scale(math.Copysign(1, v)), d
							}
						}
						shades[y*400+x] = solidShade(s.bright, side)
					}
				}
			}
			for k, v := range shades {
				sums[k/400/4*100+k%400/4] += v
			}
		}
		for k, sum := range sums {
			want := 255 * sum / 128
			if want > 0 {
				seen++
			}
			d := math.Abs(float64(picture[k]) - want)
			if d > 0.51 {
				off++
			}
			if d > 8 {
				t.Errorf("element %d: pixel (%d, %d) is %d, rays see %.2f", i, k%100, k/100, picture[k], want)
			}
		}
	}
	if seen < 2000 || off > seen/20 {
		t.Errorf("%d of %d pixels differ", off, seen)
	}
}

// Depth and masks of rays are those of the rasterizer but for silhouettes and sides seen edge-on.
func TestSolidLabelsAgreeWithRasterizer(t *testing.T) {
	var e solidElement
	var seen, otherObject, otherDepth int
	for i := range 100 {
		e.draw(SolidOptions{Objects: 3, Width: 100, Height: 100}, modeStream(6, solidRandom, i))
		cam := solidCamera(atRest, 100, 100)
		depth, mask := make([]float32, 100*100), make([]uint8, 100*100)
		solidLabels(depth, mask, &cam, e.strokes, e.maskNumbers())
		var p solidPainter
		p.load(&cam, e.strokes)
		window := p.rasterizer.DrawAlone(&cam, geom.Identity, p.sides)
		for k := range mask {
			side := window.PartAt(k%100, k/100)
			if mask[k] == 0 && side == 0 {
				continue
			}
			seen++
			if (mask[k] == 0) != (side == 0) {
				otherObject++
			} else if d := window.ViewZ[(k/100-window.Y0)*(window.X1-window.X0)+k%100-window.X0]; math.Abs(float64(d-depth[k])) > 1e-5 {
				otherDepth++
			}
		}
	}
	if seen < 20_000 || otherObject > seen/500 || otherDepth > seen/500 {
		t.Errorf("of %d pixels %d differ in what is there and %d in depth", seen, otherObject, otherDepth)
	}
}

// Without pitch, yaw and z a letter in space is the letter of the plane: its strokes have the same ends, and its mask is within
// one pixel of them and of the flat picture.
func TestSolidFlatLettersAreThoseOfThePlane(t *testing.T) {
	cam := solidCamera(atRest, 100, 100)
	g := modeStream(9, solidRandom, 0)
	for trial := range 60 {
		flat := drawPose(g, &charRanges)
		class := trial % len(charClasses)
		lines, err := glyph.Char(charClasses[class], flat)
		if err != nil {
			t.Fatal(err)
		}
		p := solidPose{flat: flat, turn: solidRotation(-flat.Rotation, 0, 0)}
		p.flat.Rotation = 0
		strokes := appendSolidStrokes(nil, charShapes[class], &p, 0)
		depth, mask := make([]float32, 100*100), make([]uint8, 100*100)
		solidLabels(depth, mask, &cam, strokes, []uint8{1})
		covered := func(x, y float64) bool { // within one pixel
			for k, m := range mask {
				dx, dy := float64(k%100)+0.5-x, float64(k/100)+0.5-y
				if m != 0 && dx*dx+dy*dy <= 1 {
					return true
				}
			}
			return false
		}
		for i, l := range lines {
			for k, end := range [2]geom.Vec3{geom.V(l.X1, l.Y1, 0), geom.V(l.X2, l.Y2, 0)} {
				if d := strokes[i].ends[k].Sub(end).Len(); d > 1e-12 {
					t.Errorf("%s: end %d of stroke %d is %g from that of the plane", charClasses[class], k, i, d)
				}
				x, y := 50+50*end.X, 50-50*end.Y
				if !covered(x, y) {
					t.Errorf("%s: no pixel of the mask is within one of the end (%.2f, %.2f)", charClasses[class], x, y)
				}
			}
		}
		for k, m := range mask {
			if m == 0 {
				continue
			}
			x, y := float64(k%100)+0.5, float64(k/100)+0.5
			near := false
			for _, l := range lines {
				near = near || toSegment((x-50)/50, (50-y)/50, l)*50 <= l.Thickness/2+1
			}
			if !near {
				t.Errorf("%s: pixel (%g, %g) of the mask is farther than one from every line", charClasses[class], x, y)
			}
		}
	}
}

// toSegment is the distance of a point from a line.
func toSegment(x, y float64, l glyph.Line) float64 {
	p, a, b := geom.V(x, y, 0), geom.V(l.X1, l.Y1, 0), geom.V(l.X2, l.Y2, 0)
	d := b.Sub(a)
	return p.Sub(a.Lerp(b, max(0, min(1, p.Sub(a).Dot(d)/d.Len2())))).Len()
}
