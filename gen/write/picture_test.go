package write

import "math"

// picture is a made-up rendering of 800 x 600 or any size: a textured floor and wall under a smooth light, flat and shaded
// shapes, soft edges, and the grain of fine plaster. It compresses about as well as real pictures do.
func picture(width, height int) []uint8 {
	pix := make([]uint8, 0, 3*width*height)
	for y := range height {
		for x := range width {
			u, v := float64(x)/float64(width), float64(y)/float64(height)
			light := 0.55 + 0.4*math.Cos(3*(u-0.4))*math.Cos(2*(v-0.6))
			base := [3]float64{0.62, 0.55, 0.45}
			if v > 0.5 {
				base = [3]float64{0.5, 0.47, 0.42}
			}
			t := 1 + 0.06*(noise(x/3, y/3)-0.5) + 0.05*(noise(x/17, y/11)-0.5)
			c := [3]float64{base[0] * t, base[1] * t, base[2] * t}
			if d := math.Hypot(u-0.35, 1.2*(v-0.55)); d < 0.16 { // a ball
				shade := math.Sqrt(1 - d*d/0.0256)
				c = [3]float64{0.68 * shade, 0.14 * shade, 0.14 * shade}
			} else if u > 0.6 && u < 0.85 && v > 0.3 && v < 0.8 { // a cupboard with two faces
				c = [3]float64{0.16, 0.3, 0.84}
				if u > 0.78 {
					c = [3]float64{0.08, 0.15, 0.42}
				}
			}
			for _, l := range c {
				pix = append(pix, uint8(255*math.Pow(min(1, l*light), 1/2.2)+0.5))
			}
		}
	}
	return pix
}

// distance is a made-up depth picture in meters: floor, back wall, a ball.
func distance(width, height int) []float32 {
	out := make([]float32, 0, width*height)
	for y := range height {
		for x := range width {
			dx, dy := (float64(x)+0.5)/float64(width)-0.5, (float64(y)+0.5)/float64(height)-0.5
			ray := math.Sqrt(1 + dx*dx + dy*dy)
			z := 14.0
			if dy > 0 {
				z = min(z, 2/dy)
			}
			if d := math.Hypot(dx, dy-0.1); d < 0.2 {
				z = min(z, 9-5*math.Sqrt(0.04-d*d))
			}
			out = append(out, float32(z*ray))
		}
	}
	return out
}

// masks is a made-up part id picture.
func masks(width, height int) []uint16 {
	out := make([]uint16, 0, width*height)
	for y := range height {
		for x := range width {
			dx, dy := float64(x)/float64(width), float64(y)/float64(height)
			id := 0
			for k := range 5 {
				if math.Hypot(dx-0.1-0.18*float64(k), dy-0.5-0.06*float64(k%3)) < 0.09 {
					id = 300*k + 1 + int(12*dy)
				}
			}
			out = append(out, uint16(id))
		}
	}
	return out
}

// noise is a hash of a grid point in [0, 1).
func noise(x, y int) float64 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77
	h = (h ^ h>>15) * 0x2C1B3C6D
	h = (h ^ h>>12) * 0x297A2D39
	return float64(h^h>>15) / (1 << 32)
}
