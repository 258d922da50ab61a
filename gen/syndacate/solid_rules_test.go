package syndacate

import (
	"slices"
	"strings"
	"testing"

	"mereo/gen/write/npz"
)

// Elements are what verify promises: every pixel's depth lies on its object, and nothing is nearer.
func TestSolidElementsFollowTheRules(t *testing.T) {
	for _, stem := range solidStems {
		s := openSolid(t, stem)
		for _, fault := range s.rules(0, solidArrays(t, s, 0, 60, false)) {
			t.Errorf("%s: %s", stem, fault)
		}
	}
}

func TestSolidRulesFindFaults(t *testing.T) {
	s := openSolid(t, solidStems[0])
	const n = 4
	made := solidArrays(t, s, 0, n, false)
	type rows struct {
		parts, objects, depth, cameras []float32
		mask                           []uint8
	}
	// The places of the first object, stroke and pixel that are there in element 1.
	parts, objects := made[0].Data.([]float32), made[1].Data.([]float32)
	mask := made[3].Data.([]uint8)
	taken := func(numbers []float32, width int) int {
		size := len(numbers) / n
		return size + width*slices.IndexFunc(rowsOfWidth(numbers[size:], width), func(row []float32) bool { return !zeroRow(row) })
	}
	object, part := taken(objects, 22), taken(parts, 8)
	pixel := 10000 + slices.IndexFunc(mask[10000:], func(m uint8) bool { return m != 0 })
	empty := 10000 + slices.Index(mask[10000:], 0)
	for _, c := range []struct {
		name  string
		spoil func(r rows)
		want  string
	}{
		{"two classes", func(r rows) { r.objects[object], r.objects[object+1] = 1, 1 }, solidRuleWords[ruleSolidObject]},
		{"a wide object", func(r rows) { r.objects[object+10] = 1.1 }, "wideness of row"},
		{"a long quaternion", func(r rows) { r.objects[object+16] *= 1.1 }, "length of the quaternion of row"},
		{"a large turn", func(r rows) { copy(r.objects[object+16:], []float32{0.6, 0, 0.8, 0}) }, "yaw of row"},
		{"no free row", func(r rows) {
			for k := range 4 {
				r.objects[4*22+k*22] = 1
			}
		}, "1 elements without a row of zeros; element 1: object_poses"},
		{"a bent stroke", func(r rows) { r.parts[part] += 1e-3 }, solidRuleWords[ruleSolidStroke]},
		{"a thick stroke", func(r rows) { r.parts[part+6] *= 1.01 }, solidRuleWords[ruleSolidStroke]},
		{"a missing stroke", func(r rows) { clear(r.parts[part : part+8]) }, "is missing"},
		{"a turned stroke", func(r rows) {
			p := r.parts[part : part+6]
			p[0], p[1], p[2], p[3], p[4], p[5] = p[3], p[4], p[5], p[0], p[1], p[2]
		}, "or a second one"},
		{"a moved camera", func(r rows) { r.cameras[16+3] = 0.1 }, solidRuleWords[ruleSolidCamera]},
		{"a turned camera", func(r rows) {
			cam := solidCamera(orbitDirection(0.1, 0), 100, 100)
			for k, v := range clipFromWorld(&cam) {
				r.cameras[16+k] = float32(v)
			}
		}, solidRuleWords[ruleSolidCamera]},
		{"depth of nothing", func(r rows) { r.depth[empty] = 4 }, solidRuleWords[ruleSolidMask]},
		{"an object too many", func(r rows) { r.mask[pixel] = 4 }, solidRuleWords[ruleSolidMask]},
		{"a hole", func(r rows) { clear(r.depth[10000:20000]); clear(r.mask[10000:20000]) }, "is empty, want depth"},
		{"a pixel of another object", func(r rows) { r.mask[pixel] = 3 - r.mask[pixel] }, solidRuleWords[ruleSolidDepth]},
		{"depth behind the surface", func(r rows) { r.depth[pixel] += 0.001 }, solidRuleWords[ruleSolidDepth]},
		{"depth before the surface", func(r rows) { r.depth[pixel] -= 0.001 }, solidRuleWords[ruleSolidDepth]},
	} {
		r := rows{slices.Clone(parts), slices.Clone(objects), slices.Clone(made[2].Data.([]float32)),
			slices.Clone(made[4].Data.([]float32)), slices.Clone(mask)}
		c.spoil(r)
		spoilt := slices.Clone(made)
		for k, data := range []any{r.parts, r.objects, r.depth, r.mask, r.cameras} {
			spoilt[k].Data = data
		}
		got := strings.Join(s.rules(0, spoilt), "\n")
		if !strings.Contains(got, c.want) || !strings.Contains(got, "element 1: ") {
			t.Errorf("%s: said %q, want element 1 and %q", c.name, got, c.want)
		}
	}
	if got := s.rules(0, []npz.Array{made[1]}); len(got) != 1 || !strings.Contains(got[0], "want 4 elements") {
		t.Errorf("without depth: said %q", got)
	}
}
