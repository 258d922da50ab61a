package kitchen

import "mereo/engine/mesh"

var forks = []entry{
	{Training, "fork1", "fork", fork1},
	{Training, "fork2", "fork", fork2},
	{Benchmark, "fork", "fork", benchmarkFork},
}

// fourTines is a strip that begins with four tines, each wide; the head is 2*half wide and the slots end at y = root.
func fourTines(wide, half, root float64, rows []stripRow) *strip {
	w := wide / half
	pitch := (2 - w) / 3
	s := &strip{rows: rows}
	for k := range 4 {
		c := -1 + w/2 + float64(pitch*float64(k))
		if k > 0 {
			s.cols = append(s.cols, stripColumn{c: c - pitch/2})
		}
		for _, off := range []float64{-0.5, -0.2, 0.2, 0.5} {
			s.cols = append(s.cols, stripColumn{c: c, off: off * w})
		}
	}
	// The outer edges run straight.
	s.cols[0], s.cols[len(s.cols)-1] = stripColumn{c: -1}, stripColumn{c: 1}
	end := s.nearest(root)
	s.gap = func(j, i int) bool { return j < end && i%5 >= 3 }
	return s
}

// head is the piece of a fork up to row last, whose slots end at y = root; its tines collide one by one.
func (s *strip) head(root float64, last int) piece {
	end := s.nearest(root)
	p := piece{solids: []*mesh.Mesh{s.solid(0, last)}}
	for k := range 4 {
		p.colliders = append(p.colliders, s.hulls(0, end, 5*k, 5*k+3, (end+2)/3)...)
	}
	p.colliders = append(p.colliders, s.hulls(end, last, 0, len(s.cols)-1, (last-end+2)/3)...)
	return p
}

// fork1 is a plain table fork.
func fork1(b *builder) {
	s := fourTines(0.05, 0.22, -1.25, ovalEnd(stripRows(2,
		stripRow{-1.98, 0.205, 0.095, 0.02, 0, 0.4},
		stripRow{-1.95, 0.207, 0.086, 0.025, 0, 0.65},
		stripRow{-1.75, 0.215, 0.046, 0.025, 0, 0.95},
		stripRow{-1.5, 0.22, 0.026, 0.025, 0.005, 1},
		stripRow{-1.3, 0.22, 0.024, 0.025, 0.01, 1.1},
		stripRow{-1.25, 0.22, 0.026, 0.025, 0.012, 1.5},
		stripRow{-1.18, 0.22, 0.029, 0.025, 0.014, 1},
		stripRow{-1.0, 0.185, 0.042, 0.025, 0.014, 1},
		stripRow{-0.78, 0.09, 0.066, 0.027, 0.005, 1},
		stripRow{-0.58, 0.057, 0.105, 0.03, 0, 1},
		stripRow{-0.38, 0.05, 0.138, 0.035, 0, 1},
		stripRow{0, 0.056, 0.17, 0.038, -0.003, 1},
		stripRow{0.5, 0.075, 0.168, 0.034, -0.003, 1},
		stripRow{1.1, 0.11, 0.146, 0.03, -0.003, 1},
		stripRow{1.6, 0.135, 0.128, 0.03, -0.003, 1},
		stripRow{1.86, 0.135, 0.115, 0.03, -0.003, 1},
	), 0.16, 0.06))
	neck := s.nearest(-0.38)
	b.addMutable("head", cutlery(), s.head(-1.25, neck))
	b.addMutable("handle", cutlery(), s.handle(neck))
}

// fork2 has strongly bent tines and a handle that ends in a pointed oval with a raised border.
func fork2(b *builder) {
	s := fourTines(0.07, 0.23, -1.06, stripRows(2,
		stripRow{-1.87, 0.215, 0.295, 0.022, 0, 0.35},
		stripRow{-1.83, 0.217, 0.264, 0.03, 0, 0.6},
		stripRow{-1.65, 0.223, 0.158, 0.034, 0, 0.95},
		stripRow{-1.4, 0.23, 0.072, 0.036, 0.006, 1},
		stripRow{-1.12, 0.2375, 0.044, 0.036, 0.016, 1.08},
		stripRow{-1.06, 0.2375, 0.044, 0.036, 0.02, 1.4},
		stripRow{-0.97, 0.235, 0.05, 0.036, 0.02, 1},
		stripRow{-0.8, 0.195, 0.085, 0.036, 0.018, 1},
		stripRow{-0.62, 0.105, 0.142, 0.038, 0.008, 1},
		stripRow{-0.42, 0.066, 0.214, 0.046, 0, 1},
		stripRow{-0.2, 0.06, 0.284, 0.054, -0.004, 1},
		stripRow{0.15, 0.06, 0.345, 0.058, -0.006, 1},
		stripRow{0.6, 0.067, 0.354, 0.056, -0.006, 1},
		stripRow{0.95, 0.075, 0.325, 0.05, -0.006, 1},
		stripRow{1.12, 0.105, 0.3, 0.045, -0.004, 1},
		stripRow{1.2, 0.12, 0.286, 0.044, -0.004, 1},
		stripRow{1.3, 0.13, 0.27, 0.042, -0.004, 1},
		stripRow{1.5, 0.178, 0.236, 0.04, -0.004, 1},
		stripRow{1.7, 0.186, 0.206, 0.04, -0.004, 1},
		stripRow{1.83, 0.135, 0.19, 0.04, -0.003, 1},
		stripRow{1.89, 0.07, 0.184, 0.036, 0, 1},
		stripRow{1.93, 0.022, 0.18, 0.03, 0, 1},
	))
	neck := s.nearest(-0.2)
	b.add("head", cutlery(), s.head(-1.06, neck))
	ornaments := append(s.shell(1.46, 0.26, 5), s.thread(s.nearest(0.3), 0.8, 0.014), s.drop(1.3, 0.05, 0.09))
	b.add("handle", cutlery(), s.handle(neck, ornaments...))
}

// benchmarkFork has long, nearly straight tines, a square root, and a slim handle with a knop in its middle that ends in a broad point.
func benchmarkFork(b *builder) {
	s := fourTines(0.05, 0.222, -0.98, stripRows(2,
		stripRow{-1.99, 0.212, 0.135, 0.02, 0, 0.4},
		stripRow{-1.95, 0.214, 0.12, 0.026, 0, 0.7},
		stripRow{-1.75, 0.218, 0.075, 0.03, 0, 0.95},
		stripRow{-1.45, 0.222, 0.04, 0.032, 0.004, 1},
		stripRow{-1.1, 0.225, 0.036, 0.034, 0.012, 1.08},
		stripRow{-0.98, 0.225, 0.04, 0.034, 0.016, 1.5},
		stripRow{-0.88, 0.225, 0.05, 0.034, 0.016, 1},
		stripRow{-0.78, 0.215, 0.07, 0.034, 0.012, 1},
		stripRow{-0.72, 0.12, 0.088, 0.038, 0.004, 1},
		stripRow{-0.66, 0.05, 0.108, 0.044, 0, 1},
		stripRow{-0.45, 0.036, 0.18, 0.05, -0.004, 1},
		stripRow{-0.1, 0.034, 0.262, 0.054, -0.006, 1},
		stripRow{0.16, 0.036, 0.3, 0.056, -0.006, 1},
		stripRow{0.24, 0.075, 0.306, 0.06, -0.01, 1},
		stripRow{0.32, 0.036, 0.312, 0.056, -0.006, 1},
		stripRow{0.7, 0.048, 0.314, 0.052, -0.006, 1},
		stripRow{1.1, 0.08, 0.286, 0.046, -0.005, 1},
		stripRow{1.5, 0.128, 0.236, 0.042, -0.004, 1},
		stripRow{1.75, 0.15, 0.2, 0.04, -0.004, 1},
		stripRow{1.86, 0.142, 0.184, 0.04, -0.003, 1},
		stripRow{1.95, 0.09, 0.172, 0.036, -0.002, 1},
		stripRow{2.01, 0.02, 0.166, 0.03, 0, 1},
	))
	neck := s.nearest(-0.45)
	b.add("head", cutlery(), s.head(-0.98, neck))
	ornaments := []*mesh.Mesh{s.thread(s.nearest(1.1), 0.74, 0.013)}
	b.add("handle", cutlery(), s.handle(neck, append(ornaments, s.drop(1.55, 0.06, 0.16))...))
}
