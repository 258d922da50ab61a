package imgdiff

import "math"

// xyzRows are the rows of the matrix from linear sRGB to CIE XYZ for the white point D65 (IEC 61966-2-1).
var xyzRows = [3][3]float64{
	{0.4124564, 0.3575761, 0.1804375},
	{0.2126729, 0.7151522, 0.0721750},
	{0.0193339, 0.1191920, 0.9503041},
}

var (
	rgbRows = inverse(xyzRows)
	white   = xyzFromRGB([3]float64{1, 1, 1})
)

func inverse(m [3][3]float64) [3][3]float64 {
	minor := func(r, c int) float64 {
		a, b, d, e := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
		return m[a][d]*m[b][e] - m[a][e]*m[b][d]
	}
	det := m[0][0]*minor(0, 0) + m[0][1]*minor(0, 1) + m[0][2]*minor(0, 2)
	var out [3][3]float64
	for r := range 3 {
		for c := range 3 {
			out[c][r] = minor(r, c) / det
		}
	}
	return out
}

func mul(m *[3][3]float64, v [3]float64) [3]float64 {
	var out [3]float64
	for r := range 3 {
		out[r] = m[r][0]*v[0] + m[r][1]*v[1] + m[r][2]*v[2]
	}
	return out
}

func xyzFromRGB(rgb [3]float64) [3]float64 { return mul(&xyzRows, rgb) }
func rgbFromXYZ(xyz [3]float64) [3]float64 { return mul(&rgbRows, xyz) }

// opponentFromXYZ is L*a*b* without its cube root: lightness, red against green, yellow against blue, all linear, so
// that they may be filtered (Zhang and Wandell 1997, S-CIELAB, as used by the FLIP paper, equation 1).
func opponentFromXYZ(v [3]float64) [3]float64 {
	x, y, z := v[0]/white[0], v[1]/white[1], v[2]/white[2]
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func xyzFromOpponent(o [3]float64) [3]float64 {
	y := (o[0] + 16) / 116
	return [3]float64{(o[1]/500 + y) * white[0], y * white[1], (y - o[2]/200) * white[2]}
}

// huntLab returns L*a*b* of a linear sRGB color with chroma scaled by 0.01 L: dark colors look less colorful (Hunt
// 1952, "Light and Dark Adaptation and the Perception of Color"; the FLIP paper's section 4.1).
func huntLab(rgb [3]float64) [3]float64 {
	v := xyzFromRGB(rgb)
	const d = 6.0 / 29
	var f [3]float64
	for c := range v {
		t := v[c] / white[c]
		if t > d*d*d {
			f[c] = math.Cbrt(t)
		} else {
			f[c] = t/(3*d*d) + 4.0/29
		}
	}
	l := 116*f[1] - 16
	return [3]float64{l, 0.01 * l * 500 * (f[0] - f[1]), 0.01 * l * 200 * (f[1] - f[2])}
}

// hyab is city-block in lightness plus Euclidean in chroma (Abasi, Tehran and Fairchild 2020, "Distance Metrics for Very
// Large Color Differences").
func hyab(a, b [3]float64) float64 {
	return math.Abs(a[0]-b[0]) + math.Hypot(a[1]-b[1], a[2]-b[2])
}

func decodeSRGB(s float64) float64 {
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
