package shopvrb

import (
	"math"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/scenes/shoot"
)

// Of the level part all points have height 0, and the wall goes through the published points.
func TestGroundIsLevelWhereThingsStand(t *testing.T) {
	g := plainGround()
	for _, s := range g {
		if err := s.Mesh.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, v := range s.Mesh.Triangles {
			a, b, c := s.Mesh.Positions[v[0]], s.Mesh.Positions[v[1]], s.Mesh.Positions[v[2]]
			if n := b.Sub(a).Cross(c.Sub(a)).Unit(); n.Dot(s.Mesh.Normals[v[0]]) < 0.98 || n.Z <= 0 && n.Dot(sheetBack) >= 0 {
				t.Fatalf("%s: the triangle at %v looks along %v, its normal is %v", s.Name, a, n, s.Mesh.Normals[v[0]])
			}
		}
	}
	level, wall := g[0].Mesh, g[1].Mesh
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range level.Positions {
		if p.Z != 0 {
			t.Errorf("a point of the level part is %v", p)
		}
		low, high = min(low, p.Dot(sheetBack)), max(high, p.Dot(sheetBack))
	}
	if math.Abs(low+9.5) > 1e-3 || math.Abs(high-7.3) > 1e-3 {
		t.Errorf("the level part goes from %g to %g, want -9.5 to 7.3", low, high)
	}
	for _, want := range [][2]float64{{7.3, 0}, {10.1, 0.23}, {15.1, 2.82}, {18.2, 23.1}} {
		nearest := math.Inf(1)
		for _, p := range wall.Positions {
			nearest = min(nearest, math.Hypot(p.Dot(sheetBack)-want[0], p.Z-want[1]))
		}
		if nearest > 5e-3 {
			t.Errorf("the wall passes %v at a distance of %g", want, nearest)
		}
	}
}

// At the extremes of the jitter, each ray of the picture meets the ground.
func TestGroundFillsThePicture(t *testing.T) {
	for corner := range 8 {
		p := lookBase(kitchen.Training, "plain")
		for k, d := range []*float64{&p.cameraAt.X, &p.cameraAt.Y, &p.cameraAt.Z} {
			*d += float64(corner>>k&1) - 0.5
		}
		s := lookSmall(p)
		im := lookShoot(t, s, shoot.Options{LabelsOnly: true})
		for i, z := range im.ViewZ {
			if z == 0 {
				t.Errorf("from %v nothing is seen at pixel (%d, %d)", p.cameraAt, i%im.Width, i/im.Width)
				break
			}
		}
	}
}

func TestGroundsOfPoolsDiffer(t *testing.T) {
	a, b := groundOf(kitchen.Training, "texture1"), groundOf(kitchen.Benchmark, "texture1")
	if a[0].Material.BaseColorTexture == b[0].Material.BaseColorTexture {
		t.Error("both pools have the same texture1")
	}
	if again := groundOf(kitchen.Training, "texture1"); again[0].Mesh != a[0].Mesh {
		t.Error("a ground is made again")
	}
	if a[0].Mesh.UVs[1][0]-a[0].Mesh.UVs[0][0] != sheetWidth/9 {
		t.Errorf("texture coordinates across are %v, want a picture for 9 units", a[0].Mesh.UVs)
	}
}

// Irradiances of the floor at the origin, and their sum of 1.07.
func TestLampsShineAsPublished(t *testing.T) {
	p := lookBase(kitchen.Training, "plain")
	lamps := lampsOf(p)
	sum := 0.0
	for i, want := range []float64{0.24, 0.34, 0.09, 0.40} {
		l := &lamps[i]
		if err := l.Validate(); err != nil {
			t.Error(err)
		}
		e := floorIrradiance(l)
		sum += e
		if math.Abs(e-want) > 0.006 {
			t.Errorf("lamp %d lights the floor with %.3f W/m^2, want %g", i, e, want)
		}
		if toOrigin := l.WorldFromLight.M.Z.Add(l.WorldFromLight.T.Unit().Neg()); toOrigin.Len() > 1e-12 {
			t.Errorf("lamp %d does not aim at the origin", i)
		}
	}
	if math.Abs(sum-1.07) > 0.01 {
		t.Errorf("all lamps together give %.3f W/m^2, want 1.07", sum)
	}
	sun := &lamps[3]
	if solid := sun.Size * sun.Size / sun.WorldFromLight.T.Len2(); math.Abs(solid-math.Pi*0.199*0.199/4) > 1e-9 {
		t.Errorf("the sun fills %g sr, want a disc 0.199 across", solid)
	}
}

// floorIrradiance is that of a lamp at the origin on a level floor, of the brightest channel.
func floorIrradiance(l *light.Area) float64 {
	r := l.WorldFromLight.T
	c := l.Radiance()
	return max(c[0], c[1], c[2]) * l.Size * l.Size * geom.V(0, 0, 1).Dot(r.Unit()) / r.Len2()
}
