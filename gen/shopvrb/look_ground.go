package shopvrb

import (
	"fmt"
	"math"
	"sync"

	"mereo/assets/kitchen"
	"mereo/assets/worktop"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// The ground is a sheet that runs level below the things and bends up into a wall behind them: a curve in the plane of up and
// sheetBack, drawn out along sheetAcross.
var (
	sheetBack   = geom.V(-0.9032, 0.4292, 0)
	sheetAcross = geom.V(0.4292, 0.9032, 0)
)

const (
	sheetFront = -9.5 // of the level part, along sheetBack
	sheetBend  = 7.3  // behind which it bends up; nothing can stand there
	sheetWidth = 56.0
	// plainAlbedo is the reflectance of the plain ground.
	plainAlbedo = 0.8
)

// sheetCurve is where the published sheet runs behind the bend: along sheetBack, and up.
var sheetCurve = [][2]float64{
	{8.7, 0.11}, {10.1, 0.23}, {11.4, 0.41}, {12.4, 0.67}, {13.3, 1.02}, {14.0, 1.48}, {14.6, 2.07}, {15.1, 2.82}, {15.6, 3.75},
	{16.0, 4.88}, {16.3, 6.25}, {16.7, 8.80}, {17.0, 10.9}, {17.4, 14.7}, {17.9, 19.4}, {18.2, 23.1},
}

// groundOf is the ground of a pool by its name. What does not change from scene to scene is shared.
func groundOf(pool kitchen.Pool, name string) []scenes.Surface {
	if name == plainName {
		return plainGround()
	}
	of, ok := grounds[pool][name]
	if !ok {
		panic(fmt.Sprintf("shopvrb: no %s ground is called %q", pool, name))
	}
	return of()
}

var plainGround = sync.OnceValue(func() []scenes.Surface {
	m := material.Lambert(lookGray(plainAlbedo))
	m.Name, m.Flat = "plain", false
	return sheet(m, 1)
})

var grounds = func() map[kitchen.Pool]map[string]func() []scenes.Surface {
	out := map[kitchen.Pool]map[string]func() []scenes.Surface{kitchen.Training: {}, kitchen.Benchmark: {}}
	for i := range 5 {
		name := fmt.Sprintf("texture%d", i+1)
		for pool, get := range map[kitchen.Pool]func(string) *worktop.Ground{
			kitchen.Training: worktop.Training, kitchen.Benchmark: worktop.Benchmark,
		} {
			out[pool][name] = sync.OnceValue(func() []scenes.Surface {
				g := get(name)
				return sheet(g.Surface, g.Tile)
			})
		}
	}
	return out
}()

// sheet is the ground of a surface, whose pictures cover tile x tile units. The level part is a piece of its own: a plane on one
// side of all else takes no part in shadows.
func sheet(m material.Material, tile float64) []scenes.Surface {
	points, normals := sheetProfile()
	level, bent := &mesh.Mesh{}, &mesh.Mesh{}
	row := func(to *mesh.Mesh, i int, at float64) {
		p := points[i]
		for _, side := range []float64{-sheetWidth / 2, sheetWidth / 2} {
			place := sheetBack.Scale(p[0]).Add(sheetAcross.Scale(side))
			place.Z = p[1]
			to.Positions = append(to.Positions, place)
			to.Normals = append(to.Normals, normals[i])
			to.UVs = append(to.UVs, [2]float64{side / tile, -at / tile})
		}
		if k := uint32(len(to.Positions)); k > 2 {
			to.Triangles = append(to.Triangles, [3]uint32{k - 4, k - 3, k - 2}, [3]uint32{k - 2, k - 3, k - 1})
		}
	}
	row(level, 0, sheetFront)
	row(level, 1, sheetBend)
	at := sheetBend
	for i := 1; i < len(points); i++ {
		dx, dz := points[i][0]-points[i-1][0], points[i][1]-points[i-1][1]
		if i > 1 {
			at += math.Sqrt(float64(dx*dx) + float64(dz*dz))
		}
		row(bent, i, at)
	}
	return []scenes.Surface{{Name: "ground", Mesh: level, Material: m}, {Name: "wall", Use: scenes.Wall, Mesh: bent, Material: m, NoShadow: true}}
}

// sheetProfile is the curve from the front of the level part to the top of the wall, and the unit normals of the sheet there.
// Between the published points it is a cubic with the slopes of a Catmull-Rom curve.
func sheetProfile() (points [][2]float64, normals []geom.Vec3) {
	add := func(p, slope [2]float64) {
		points = append(points, p)
		normals = append(normals, sheetBack.Scale(-slope[1]).Add(geom.V(0, 0, slope[0])).Unit())
	}
	level := [2]float64{1, 0}
	add([2]float64{sheetFront, 0}, level)
	add([2]float64{sheetBend, 0}, level)
	knots := append([][2]float64{{sheetBend, 0}}, sheetCurve...)
	slope := func(i int) [2]float64 {
		if i == 0 {
			return [2]float64{knots[1][0] - knots[0][0], 0}
		}
		a, b := knots[i-1], knots[min(i+1, len(knots)-1)]
		return [2]float64{(b[0] - a[0]) / 2, (b[1] - a[1]) / 2}
	}
	const pieces = 3 // between two knots
	for i := range len(knots) - 1 {
		a, b, da, db := knots[i], knots[i+1], slope(i), slope(i+1)
		for k := 1; k <= pieces; k++ {
			t := float64(k) / pieces
			var p, d [2]float64
			for c := range p {
				// Hermite's cubic and its derivative.
				t2, t3 := float64(t*t), float64(t*t*t)
				p[c] = float64((float64(2*t3)-float64(3*t2)+1)*a[c]) + float64((t3-float64(2*t2)+t)*da[c]) +
					float64((float64(3*t2)-float64(2*t3))*b[c]) + float64((t3-t2)*db[c])
				d[c] = float64((float64(6*t2)-float64(6*t))*(a[c]-b[c])) + float64((float64(3*t2)-float64(4*t)+1)*da[c]) +
					float64((float64(3*t2)-float64(2*t))*db[c])
			}
			add(p, d)
		}
	}
	return points, normals
}
