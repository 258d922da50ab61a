package canvas

// Sparse is a picture that is mostly black: for each row the runs of equal ink, disjoint and sorted. Its calls mean what
// those of [Gray] mean, and [Sparse.Reduce] writes the bytes of [Gray.Reduce]. Nothing is allocated once a value has met
// its largest picture, so keep one for each goroutine (or a pool) and start each picture with Reset.
type Sparse struct {
	width, height int

	// runs[y], for y below height, is the empty head of row y; behind the heads lie the runs in the order of their making.
	// next links a row; 0 ends it, for nothing links to a head.
	runs        []run
	top, bottom int // rows that may hold runs: top <= y < bottom
	spans       []span
	inside      []span
	reduction   reduction
}

// run is ink from x = from to x = to-1.
type run struct {
	from, to, next int32
	ink            uint8
}

// Reset makes the picture black and gives it a size. It panics unless both sizes are positive.
func (s *Sparse) Reset(width, height int) {
	mustBeSize(width, height)
	if width != s.width || height != s.height {
		s.width, s.height = width, height
		if cap(s.runs) < height {
			s.runs = make([]run, height)
		}
		s.top, s.bottom = 0, height
	}
	s.runs = s.runs[:height]
	for y := s.top; y < s.bottom; y++ {
		s.runs[y] = run{from: -1, to: -1}
	}
	s.top, s.bottom = height, 0
}

// Line paints a line as [Gray.Line] does.
func (s *Sparse) Line(from, to Point, width int, ink uint8) {
	s.spans = appendLine(s.spans[:0], from, to, width, s.width, s.height)
	s.paint(s.spans, ink)
}

// Polygon paints a polygon as [Gray.Polygon] does.
func (s *Sparse) Polygon(points []Point, fill, outline uint8, width int) {
	s.inside = appendFill(s.inside[:0], points, s.width, s.height)
	s.paint(s.inside, fill)
	if outline != fill && width > 0 {
		s.spans = appendOutline(s.spans[:0], points, s.inside, width, s.width, s.height)
		s.paint(s.spans, outline)
	}
}

// paint puts spans over the runs that are there. Touching runs of one ink become one.
func (s *Sparse) paint(spans []span, ink uint8) {
	runs, top, bottom := s.runs, s.top, s.bottom
	for _, p := range spans {
		y, from, to := p.y, p.from, p.to
		top, bottom = min(top, int(y)), max(bottom, int(y)+1)

		// Find the first run that ends at or behind the span's start.
		before := y
		n := runs[before].next
		for n != 0 && runs[n].to < from {
			before, n = n, runs[n].next
		}
		if n != 0 && runs[n].from <= from {
			old := &runs[n]
			switch {
			case old.ink == ink:
				if old.to >= to {
					continue // it was painted before
				}
				from = old.from
			case old.from == from: // cut below
			case old.to > to: // the span lies within: split the run
				end := run{to, old.to, old.next, old.ink}
				at := int32(len(runs))
				old.to, old.next = from, at
				runs = append(runs, run{from, to, at + 1, ink}, end)
				continue
			default:
				old.to = from
				before, n = n, old.next
			}
		}

		// Drop the runs that it covers, cut or join the next one.
		for n != 0 && runs[n].to <= to {
			n = runs[n].next
		}
		if n != 0 && runs[n].from <= to {
			if runs[n].ink == ink {
				to, n = runs[n].to, runs[n].next
			} else {
				runs[n].from = to
			}
		}
		runs[before].next = int32(len(runs))
		runs = append(runs, run{from, to, n, ink})
	}
	s.runs, s.top, s.bottom = runs, top, bottom
}
