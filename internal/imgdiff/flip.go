package imgdiff

import (
	"math"
)

// pixelsPerDegree of the viewer's sight: 0.7 m from a display 0.7 m and 3840 pixels wide, the setting of the published
// FLIP figures. Other values give other figures.
const pixelsPerDegree = 67.02

// Constants of the paper's section 4: exponent of the color difference, and where and to what differences are bent.
const (
	colorExponent   = 0.7
	bendAt          = 0.4
	bendTo          = 0.95
	featureExponent = 0.5
	featureWidthDeg = 0.082
)

// FLIP returns the error of each pixel, 0 (same) to 1, and their mean, for a viewer who flips between the two pictures.
//
// Andersson, Nilsson, Akenine-Moeller, Oskarsson, Astrom and Fairchild 2020, "FLIP: A Difference Evaluator for
// Alternating Images", in the version for displays (LDR). The paper's filters are sums of products of one function of x
// and one of y; they are applied so, rows then columns, which costs 2n instead of n^2 products a pixel and changes
// nothing else. Borders repeat their last pixel.
func FLIP(want, got *Picture) (errs []float64, mean float64, err error) {
	if err := check(want, got); err != nil {
		return nil, 0, err
	}
	a, b := perceive(want), perceive(got)
	errs = make([]float64, want.Width*want.Height)
	green, blue := huntLab([3]float64{0, 1, 0}), huntLab([3]float64{0, 0, 1})
	worst := math.Pow(hyab(green, blue), colorExponent)
	knee := bendAt * worst
	for i := range errs {
		d := math.Pow(hyab(a.lab[i], b.lab[i]), colorExponent)
		color := bendTo / knee * d
		if d >= knee {
			color = bendTo + (d-knee)/(worst-knee)*(1-bendTo)
		}
		feature := max(math.Abs(a.edge[i]-b.edge[i]), math.Abs(a.point[i]-b.point[i])) / math.Sqrt2
		feature = math.Pow(feature, featureExponent)
		errs[i] = math.Pow(clamp01(color), 1-clamp01(feature))
		mean += errs[i]
	}
	return errs, mean / float64(len(errs)), nil
}

// percept is what the eye keeps of a picture.
type percept struct {
	lab         [][3]float64 // blurred color, Hunt-adjusted L*a*b*
	edge, point []float64    // strength of edges and points in the lightness
}

func perceive(p *Picture) *percept {
	n := p.Width * p.Height
	var opponent [3]plane
	for c := range opponent {
		opponent[c] = plane{p.Width, p.Height, make([]float64, n)}
	}
	lightness := plane{p.Width, p.Height, make([]float64, n)}
	var linear [256]float64
	for v := range linear {
		linear[v] = decodeSRGB(float64(v) / 255)
	}
	for i := range n {
		o := opponentFromXYZ(xyzFromRGB([3]float64{linear[p.RGB[3*i]], linear[p.RGB[3*i+1]], linear[p.RGB[3*i+2]]}))
		for c := range o {
			opponent[c].v[i] = o[c]
		}
		lightness.v[i] = (o[0] + 16) / 116
	}
	out := &percept{lab: make([][3]float64, n)}
	for c, filter := range contrastFilters() {
		opponent[c] = opponent[c].filter(filter)
	}
	for i := range n {
		rgb := rgbFromXYZ(xyzFromOpponent([3]float64{opponent[0].v[i], opponent[1].v[i], opponent[2].v[i]}))
		for c := range rgb {
			rgb[c] = clamp01(rgb[c])
		}
		out.lab[i] = huntLab(rgb)
	}
	edge, point, smooth := featureFilters()
	out.edge = lightness.gradient(edge, smooth)
	out.point = lightness.gradient(point, smooth)
	return out
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }

// product is one term of a filter: w * x(i) * y(j).
type product struct {
	w    float64
	x, y []float64
}

// contrastFilters are the eye's contrast sensitivity for lightness, red-green and blue-yellow as sums of Gaussians
// a*sqrt(pi/b)*exp(-pi^2*r^2/b), r in degrees, scaled to sum 1 (the paper's table 1).
func contrastFilters() [3][]product {
	terms := [3][][2]float64{{{1, 0.0047}}, {{1, 0.0053}}, {{34.1, 0.04}, {13.5, 0.025}}}
	// Three standard deviations of the widest, b = 2 pi^2 sigma^2.
	radius := int(math.Ceil(3 * math.Sqrt(0.04/(2*math.Pi*math.Pi)) * pixelsPerDegree))
	var out [3][]product
	for c, ab := range terms {
		var total float64
		for _, t := range ab {
			g := make([]float64, 2*radius+1)
			var sum float64
			for i := range g {
				x := float64(i-radius) / pixelsPerDegree
				g[i] = math.Exp(-math.Pi * math.Pi * x * x / t[1])
				sum += g[i]
			}
			w := t[0] * math.Sqrt(math.Pi/t[1])
			out[c] = append(out[c], product{w, g, g})
			total += w * sum * sum
		}
		for k := range out[c] {
			out[c][k].w /= total
		}
	}
	return out
}

// featureFilters are the first and second derivative of a Gaussian, with positive weights of sum 1 and negative ones of
// sum -1, and the Gaussian across them.
func featureFilters() (edge, point, smooth []float64) {
	sigma := 0.5 * featureWidthDeg * pixelsPerDegree
	radius := int(math.Ceil(3 * sigma))
	for i := -radius; i <= radius; i++ {
		x := float64(i)
		g := math.Exp(-x * x / (2 * sigma * sigma))
		smooth = append(smooth, g)
		edge = append(edge, -x*g)
		point = append(point, (x*x/(sigma*sigma)-1)*g)
	}
	for _, k := range [][]float64{edge, point, smooth} {
		var pos, neg float64
		for _, v := range k {
			pos += max(v, 0)
			neg -= min(v, 0)
		}
		for i, v := range k {
			if v > 0 {
				k[i] = v / pos
			} else if v < 0 {
				k[i] = v / neg
			}
		}
	}
	return edge, point, smooth
}

// plane is one channel of a picture.
type plane struct {
	w, h int
	v    []float64
}

// filter correlates the plane with a sum of products. The filters here are even or, where they are odd, only their
// magnitude is used, so that this is the convolution too.
func (p plane) filter(sum []product) plane {
	out := plane{p.w, p.h, make([]float64, len(p.v))}
	for _, t := range sum {
		f := p.alongX(t.x).alongY(t.y)
		for i, v := range f.v {
			out.v[i] += t.w * v
		}
	}
	return out
}

// gradient is the length of the vector of the filter d across columns and the same across rows.
func (p plane) gradient(d, smooth []float64) []float64 {
	x := p.filter([]product{{1, d, smooth}})
	y := p.filter([]product{{1, smooth, d}})
	for i := range x.v {
		x.v[i] = math.Hypot(x.v[i], y.v[i])
	}
	return x.v
}

func (p plane) alongX(k []float64) plane {
	out := plane{p.w, p.h, make([]float64, len(p.v))}
	r := len(k) / 2
	padded := make([]float64, p.w+2*r)
	for y := range p.h {
		row := p.v[y*p.w : (y+1)*p.w]
		for i := range padded {
			padded[i] = row[min(max(i-r, 0), p.w-1)]
		}
		for x := range p.w {
			var s float64
			for i, f := range k {
				s += f * padded[x+i]
			}
			out.v[y*p.w+x] = s
		}
	}
	return out
}

func (p plane) alongY(k []float64) plane {
	out := plane{p.w, p.h, make([]float64, len(p.v))}
	r := len(k) / 2
	for y := range p.h {
		to := out.v[y*p.w : (y+1)*p.w]
		for i, f := range k {
			at := min(max(y+i-r, 0), p.h-1)
			for x, v := range p.v[at*p.w : (at+1)*p.w] {
				to[x] += f * v
			}
		}
	}
	return out
}
