package canvas

// Reduce returns the picture at another size, resampled with a bicubic filter (a = -1/2) that is widened by the factor of
// reduction: rows first, rounded and cut to 8 bits, then columns. An axis that keeps its length is copied. Soft edges are
// about two pixels wide; beside them the picture may exceed its inks, and it is cut at 0 and 255. It panics unless both
// sizes are positive.
func (g *Gray) Reduce(width, height int) *Gray {
	mustBeSize(width, height)
	across := g
	if width != g.Width {
		across = NewGray(width, g.Height)
		k := newKernel(g.Width, width)
		for y := range g.Height {
			row := g.Pix[y*g.Width:]
			for x := range width {
				from, n := k.from[x], k.count[x]
				sum := int32(half)
				for j, weight := range k.weights[x*k.taps:][:n] {
					sum += weight * int32(row[int(from)+j])
				}
				across.Pix[y*width+x] = clip8(sum)
			}
		}
	}
	out := NewGray(width, height)
	if height == g.Height {
		copy(out.Pix, across.Pix)
		return out
	}
	k := newKernel(g.Height, height)
	for y := range height {
		from, n := k.from[y], k.count[y]
		for x := range width {
			sum := int32(half)
			for j, weight := range k.weights[y*k.taps:][:n] {
				sum += weight * int32(across.Pix[(int(from)+j)*width+x])
			}
			out.Pix[y*width+x] = clip8(sum)
		}
	}
	return out
}
