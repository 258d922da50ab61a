package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// sideOf draws the side of the handles of hinged doors; the hinges are on the other.
func sideOf(s *rng.Stream) handleSide {
	if s.Bool(0.5) {
		return handleLeft
	}
	return handleRight
}

// household draws the proportions of a cabinet between the given widths and heights, and its front.
func household(s *rng.Stream, w0, w1, h0, h1 float64) (cabinet, front) {
	c := cabinet{w: s.Uniform(w0, w1), d: s.Uniform(0.56, 0.68), z0: s.Uniform(0.05, 0.10), h: s.Uniform(h0, h1)}
	return c, newFront(s, c.face(), doorFlat, doorBowed, doorPanel, doorPillow)
}

// fridgeLarder has one tall door.
func fridgeLarder(b *builder, s *rng.Stream) {
	c, f := household(s, 0.54, 0.72, 1.35, 1.90)
	c.box(b, s.Uniform(0.008, 0.022))
	c.plinth(b, s)
	side := sideOf(s)
	z1 := c.h
	if s.Bool(0.5) { // a fascia above the door
		z1 -= s.Uniform(0.05, 0.10)
		o := solid.RoundedRect(c.w, c.h-z1-0.006, 0.008, 1).Move(0, (c.h+z1+0.006)/2)
		fascia := &assembly{}
		fascia.put(plate(o, c.face()+0.004, f.thick+f.seal, 0.008, 1))
		y := c.face() - f.thick - f.seal + 0.004
		for i := range 2 {
			fascia.put(solid.Move(solid.Turn(solid.Cylinder(0.014, 0.014, 0.003, 10), geom.RotX(1.5707963267948966)), geom.V(float64(0.30*c.w)-float64(0.05*float64(i)), y+0.002, (c.h+z1)/2)))
		}
		fascia.add(b, "fascia", Other)
	} else {
		c.hingesOver(b, f, c.h, side == handleRight, side == handleLeft)
	}
	o := opening{-c.w / 2, c.w / 2, c.z0, z1, side, [4]float64{}}
	f.addDoors(b, o)
	badge(b, s, 0, f.tip(), z1-0.09)
	c.rear(b)
}

// tip is the depth of the doors' fronts away from a bulge.
func (f front) tip() float64 {
	y := f.y - f.seal - f.thick
	if f.style == doorBowed {
		y -= f.bow
	}
	return y
}

// twoHigh has two doors above each other; upper and lower are their shares of the height.
func twoHigh(b *builder, s *rng.Stream, upper, lower float64, drawer bool) {
	c, f := household(s, 0.54, 0.78, 1.45, 1.90)
	c.box(b, s.Uniform(0.008, 0.022))
	c.plinth(b, s)
	side := sideOf(s)
	gap := s.Uniform(0.006, 0.014)
	r := rows(c.z0, c.h, gap, upper, lower)
	below := side
	if drawer {
		below = handleTop
	}
	f.addDoors(b,
		opening{-c.w / 2, c.w / 2, r[0][0], r[0][1], side, [4]float64{}},
		opening{-c.w / 2, c.w / 2, r[1][0], r[1][1], below, [4]float64{}})
	x := c.w/2 - 0.05
	if side == handleRight {
		x = -x
	}
	c.hinges(b, f, geom.V(x, 0, c.h+0.009), geom.V(x, 0, r[0][0]-gap/2))
	big := 0
	if lower > upper {
		big = 1
	}
	badge(b, s, 0, f.tip(), r[big][1]-0.10)
	c.rear(b)
}

// fridgeTopFreezer has a small door above a large one.
func fridgeTopFreezer(b *builder, s *rng.Stream) {
	twoHigh(b, s, s.Uniform(0.26, 0.36), 0.66, false)
}

// fridgeBottomFreezer has a large door above a small one or a drawer.
func fridgeBottomFreezer(b *builder, s *rng.Stream) {
	lower := s.Uniform(0.28, 0.46)
	twoHigh(b, s, 0.62, lower, s.Bool(0.5))
}

// fridgeSideBySide has two tall doors that meet near the middle.
func fridgeSideBySide(b *builder, s *rng.Stream) {
	c, f := household(s, 0.84, 1.02, 1.62, 1.92)
	c.d += 0.04
	f.y = c.face()
	if f.handle == handleLever || f.handle == handlePocket {
		f.handle = handleBar
	}
	c.box(b, s.Uniform(0.006, 0.018))
	c.plinth(b, s)
	gap := s.Uniform(0.004, 0.010)
	split := float64(c.w * s.Uniform(-0.09, 0.0))
	left := opening{-c.w / 2, split - gap/2, c.z0, c.h, handleRight, [4]float64{}}
	right := opening{split + gap/2, c.w / 2, c.z0, c.h, handleLeft, [4]float64{}}
	f.addDoors(b, left, right)
	c.hingesOver(b, f, c.h, true, true)
	wl := left.x1 - left.x0
	y := f.y - f.seal - f.thick
	switch {
	case s.Bool(0.6):
		x, w := (left.x0+left.x1)/2-0.03, min(0.24, wl-0.19)
		if f.style == doorBowed {
			y -= float64(0.8 * f.bow)
		}
		dispenser(b, s, x, y, s.Uniform(1.05, 1.2), w, s.Uniform(0.30, 0.38))
	default:
		badge(b, s, (right.x0+right.x1)/2, f.tip(), c.h-0.12)
	}
	c.rear(b)
}

// fridgeFrench has two doors above one or two drawers as wide as both.
func fridgeFrench(b *builder, s *rng.Stream) {
	c, f := household(s, 0.82, 1.02, 1.66, 1.90)
	c.d += 0.04
	f.y = c.face()
	if f.handle == handleLever || f.handle == handlePocket {
		f.handle = handleBracket
	}
	c.box(b, s.Uniform(0.006, 0.018))
	c.plinth(b, s)
	gap := s.Uniform(0.004, 0.010)
	shares := []float64{0.62, s.Uniform(0.30, 0.42)}
	if s.Bool(0.4) {
		shares = []float64{0.60, 0.20, 0.24}
	}
	r := rows(c.z0, c.h, gap, shares...)
	doors := []opening{
		{-c.w / 2, -gap / 2, r[0][0], r[0][1], handleRight, [4]float64{}},
		{gap / 2, c.w / 2, r[0][0], r[0][1], handleLeft, [4]float64{}},
	}
	for _, row := range r[1:] {
		doors = append(doors, opening{-c.w / 2, c.w / 2, row[0], row[1], handleTop, [4]float64{}})
	}
	f.addDoors(b, doors...)
	c.hingesOver(b, f, c.h, true, true)
	if s.Bool(0.4) {
		y := f.y - f.seal - f.thick
		if f.style == doorBowed {
			y -= float64(0.8 * f.bow)
		}
		dispenser(b, s, -c.w/4-0.03, y, (r[0][0]+r[0][1])/2+0.06, min(0.22, c.w/2-0.2), 0.30)
	} else {
		badge(b, s, -c.w/4, f.tip(), c.h-0.10)
	}
	c.rear(b)
}

// fridgeFourDoor has two doors above two doors.
func fridgeFourDoor(b *builder, s *rng.Stream) {
	c, f := household(s, 0.80, 1.00, 1.64, 1.90)
	c.d += 0.03
	f.y = c.face()
	if f.handle == handleLever {
		f.handle = handleStrap
	}
	f.length = s.Uniform(0.40, 0.62)
	c.box(b, s.Uniform(0.006, 0.018))
	c.plinth(b, s)
	gap := s.Uniform(0.005, 0.012)
	r := rows(c.z0, c.h, gap, 0.55, s.Uniform(0.36, 0.55))
	f.addDoors(b,
		opening{-c.w / 2, -gap / 2, r[0][0], r[0][1], handleRight, [4]float64{}},
		opening{gap / 2, c.w / 2, r[0][0], r[0][1], handleLeft, [4]float64{}},
		opening{-c.w / 2, -gap / 2, r[1][0], r[1][1], handleRight, [4]float64{}},
		opening{gap / 2, c.w / 2, r[1][0], r[1][1], handleLeft, [4]float64{}})
	x := c.w/2 - 0.05
	z := r[0][0] - gap/2
	c.hinges(b, f, geom.V(-x, 0, c.h+0.009), geom.V(x, 0, c.h+0.009), geom.V(-x, 0, z), geom.V(x, 0, z))
	badge(b, s, -c.w/4, f.tip(), c.h-0.10)
	c.rear(b)
}
