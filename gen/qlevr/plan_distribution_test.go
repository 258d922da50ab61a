package qlevr

import (
	"math"
	"testing"

	"mereo/scenes/rng"
)

// planMoments are of one figure of plans.
type planMoments struct{ n, sum, squares float64 }

func (m *planMoments) add(v float64) { m.n, m.sum, m.squares = m.n+1, m.sum+v, m.squares+v*v }

func (m *planMoments) mean() float64 { return m.sum / m.n }

// errorOfMean is the standard error of the mean.
func (m *planMoments) errorOfMean() float64 {
	return math.Sqrt(max(0, m.squares/m.n-m.mean()*m.mean()) / m.n)
}

// planFigures are what plans are compared by; second moments are means of squares.
func planFigures(draw func(rng.Key) plan, n int) map[string]*planMoments {
	figures := map[string]*planMoments{}
	add := func(name string, v float64) {
		if figures[name] == nil {
			figures[name] = &planMoments{}
		}
		figures[name].add(v)
	}
	share := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	for i := range n {
		p := draw(planKey(i))
		planes, objects := float64(len(p.planes)), float64(len(p.objects))
		add("planes", planes)
		add("planes, squared", planes*planes)
		add("objects", objects)
		add("objects, squared", objects*objects)
		desk := objects
		var area, large, circles, triangles, turned, edge float64
		for k := range p.planes {
			desk -= float64(len(p.planes[k].objects))
			area += p.planes[k].areaRatio
			add("objects of the first plane", share(k == 0)*float64(len(p.planes[k].objects)))
			add("triangular planes", share(p.planes[k].shape == "triangle"))
			add("round planes", share(p.planes[k].shape == "circle"))
			add("x of planes", p.planes[k].center.x)
		}
		add("area of planes", area)
		add("objects of the desk", desk)
		add("objects of the desk, squared", desk*desk)
		for k := range p.objects {
			o := &p.objects[k]
			large += share(o.size == "large")
			circles += share(o.outline.shape == "circle")
			triangles += share(o.outline.shape == "triangle")
			turned += float64(o.rotation) * share(o.outline.count > 0)
			edge += math.Abs(o.center.x-200) - math.Abs(o.center.y-200)
		}
		add("large objects", large/objects)
		add("circles", circles/objects)
		add("triangles", triangles/objects)
		add("degrees", turned/max(1, objects-circles))
		add("distance from the middle along x less that along y", edge/objects)
	}
	return figures
}

// TestPlanDistribution compares plans with those of the published loops, which know no short cuts.
func TestPlanDistribution(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	plain, ours := planFigures(plainPlan, distributionPlans), planFigures(drawPlan, 4*distributionPlans)
	for name, want := range plain {
		got := ours[name]
		z := (got.mean() - want.mean()) / math.Sqrt(got.errorOfMean()*got.errorOfMean()+want.errorOfMean()*want.errorOfMean())
		t.Logf("%-60s %9.4f, plain %9.4f: %5.2f standard errors", name, got.mean(), want.mean(), z)
		if !(math.Abs(z) < 4) { // one in a thousand such tests of 18 figures fails by chance; these seeds do not
			t.Errorf("%s: %v in the mean, want %v", name, got.mean(), want.mean())
		}
	}
}

const distributionPlans = 300

// TestPlaneDistribution does so for planes alone, where many are wanted and tries run out.
func TestPlaneDistribution(t *testing.T) {
	const n = 800
	for want := 3; want <= maxPlanes; want++ {
		var counts, triangles, areas [2]planMoments
		for i := range n {
			for k, draw := range []func(*rng.Stream, int) []planPlane{plainPlanes, drawPlanes} {
				planes := draw(rng.At(planKey(i), []string{"plain", "ours"}[k]), want)
				counts[k].add(float64(len(planes)))
				for _, p := range planes {
					areas[k].add(p.areaRatio)
					if p.shape == "triangle" {
						triangles[k].add(1)
					} else {
						triangles[k].add(0)
					}
				}
			}
		}
		for name, m := range map[string][2]planMoments{"planes": counts, "triangles": triangles, "area": areas} {
			z := (m[1].mean() - m[0].mean()) / math.Sqrt(m[0].errorOfMean()*m[0].errorOfMean()+m[1].errorOfMean()*m[1].errorOfMean())
			t.Logf("%d planes: %-9s %7.4f, plain %7.4f: %5.2f standard errors", want, name, m[1].mean(), m[0].mean(), z)
			if !(math.Abs(z) < 4) {
				t.Errorf("%d planes: %s: %v in the mean, want %v", want, name, m[1].mean(), m[0].mean())
			}
		}
	}
}
