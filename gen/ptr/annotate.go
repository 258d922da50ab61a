package ptr

import (
	"math"
	"slices"

	"mereo/engine/geom"
)

// labeled is one entry of a list ordered by first occurrence in the model's tree.
type labeled[T any] struct {
	label string
	value T
}

// notes are what a walk over a model's parts writes down, by raw label, in order of first occurrence.
type notes struct {
	lines, planes []labeled[[]geom.Vec3] // one vector per instance, y-up model frame; notGeometric for none
	colors        []labeled[Color]
	counts        []labeled[int]
	parts         []string // raw label of every part mesh
}

// put appends to the entry of a label, making one if there is none.
func put[T any](list *[]labeled[T], label string, change func(*T)) {
	for i := range *list {
		if (*list)[i].label == label {
			change(&(*list)[i].value)
			return
		}
	}
	*list = append(*list, labeled[T]{label: label})
	change(&(*list)[len(*list)-1].value)
}

// annotation holds the labels of one object in final names, before anything is hidden.
type annotation struct {
	lineGeo, planeGeo map[string]geom.Vec3 // world frame; a rotated notGeometric is no unit vector
	lineSpreadDeg     map[string]float64   // see Object.LineSpreadDeg
	colors            map[string]Color     // askable names only
	colorsAll         map[string]Color     // by raw label
	counts            map[string]int       // uncounted names included
	geometry          bool                 // may questions about lines and planes be asked
	parts             []string             // final name of every part mesh
}

// annotate assembles the labels of an object. worldFromModel turns the house's model frame into the world.
func annotate(c *category, worldFromModel geom.Mat3, n notes, publishedLines bool) annotation {
	a := annotation{
		lineGeo: map[string]geom.Vec3{}, planeGeo: map[string]geom.Vec3{}, lineSpreadDeg: map[string]float64{},
		counts: map[string]int{}, geometry: true,
	}
	worldFromYUp := worldFromModel.Mul(houseFromYUp.M)
	broken := false
	for _, l := range n.lines {
		v, geometry := commonLine(l.value, publishedLines)
		name := FinalName(c.name, l.label)
		a.lineGeo[name] = worldFromYUp.MulVec(v)
		delete(a.lineSpreadDeg, name)
		if apart := spreadDeg(l.value); apart > 0 && isGeometric(v) {
			a.lineSpreadDeg[name] = apart
		}
		a.geometry = geometry // the published flag is that of the last line label
		broken = broken || !geometry
	}
	if !publishedLines {
		a.geometry = !broken
	}
	for _, l := range n.planes {
		a.planeGeo[FinalName(c.name, l.label)] = worldFromYUp.MulVec(l.value[0])
	}
	a.paint(c, n.colors)
	for _, l := range n.counts {
		if name := FinalName(c.name, l.label); slices.Contains(c.counted, name) {
			a.counts[name] += l.value
		}
	}
	a.parts = make([]string, len(n.parts))
	for i, raw := range n.parts {
		a.parts[i] = FinalName(c.name, raw)
	}
	return a
}

// paint notes the colors of all labels.
func (a *annotation) paint(c *category, colors []labeled[Color]) {
	a.colors, a.colorsAll = map[string]Color{}, map[string]Color{}
	for _, l := range colors {
		a.colorsAll[l.label] = l.value
		if name := FinalName(c.name, l.label); slices.Contains(c.askable, name) {
			a.colors[name] = l.value
		}
	}
}

// commonLine returns the direction that stands for all instances of a line label (one vector each, at least one), and
// whether the label leaves its object fit for geometry questions.
//
// One instance stands for itself. Of several, the first valid one does when at most one is not straight and the valid
// ones agree within 0.3; otherwise there is no common direction, and the object is unfit when two or more are valid. The
// published code never finds a common direction and calls an object unfit even where the instances agree.
func commonLine(g []geom.Vec3, published bool) (v geom.Vec3, fit bool) {
	if len(g) == 1 {
		return g[0], true
	}
	var valid []geom.Vec3
	for _, v := range g {
		if isGeometric(v) {
			valid = append(valid, v)
		}
	}
	if len(valid) < 2 {
		return notGeometric, true
	}
	if published || len(g)-len(valid) >= 2 {
		return notGeometric, false
	}
	for _, v := range valid[1:] {
		if v.Sub(valid[0]).Len() >= 0.3 {
			return notGeometric, false
		}
	}
	return valid[0], true
}

// spreadDeg is the largest angle between two of some lines, whichever way these are told, in degrees, rounded to tenths. What is not
// straight is none of them.
func spreadDeg(g []geom.Vec3) float64 {
	farthest := 0.0
	for i, a := range g {
		for _, b := range g[:i] {
			if isGeometric(a) && isGeometric(b) {
				farthest = max(farthest, min(a.Sub(b).Len(), a.Add(b).Len()))
			}
		}
	}
	return math.Round(10*2*geom.Asin(farthest/2)*180/math.Pi) / 10
}

// Reasons for which an object of a model is not used.
const (
	rejectWheels = "wheels do not match legs"
	rejectBase   = "chair without leg or pedestal"
	rejectDoor   = "refrigerator without door"
	rejectArms   = "chair with arm and arm bar"
)

// checkParts returns why an object may not be used, or "". With publishedWheels the number of wheels of a chair or table
// is overwritten by that of its legs, as in the published annotations, whose tree counts each caster more than once;
// without, numbers that differ are a reason.
func (a *annotation) checkParts(c *category, publishedWheels bool) string {
	if c.name == "Chair" || c.name == "Table" {
		if wheels, ok := a.counts["wheel"]; ok {
			legs, ok := a.counts["leg"]
			if !ok || !publishedWheels && legs != wheels {
				return rejectWheels
			}
			a.counts["wheel"] = legs
		}
	}
	has := func(name string) bool { _, ok := a.colors[name]; return ok }
	switch {
	case c.name == "Chair" && !has("leg") && !has("pedestal"):
		return rejectBase
	case c.name == "Chair" && has("arm") && (has("arm vertical bar") || has("arm horizontal bar")):
		return rejectArms
	case c.name == "Refrigerator" && !has("door"):
		return rejectDoor
	}
	return ""
}

// written drops the names whose numbers only serve visibility.
func written(counts map[string]int) map[string]int {
	kept := map[string]int{}
	for name, n := range counts {
		if !slices.Contains(uncounted, name) {
			kept[name] = n
		}
	}
	return kept
}
