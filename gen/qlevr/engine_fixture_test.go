package qlevr

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mereo/scenes/rng"
)

// engineScene is a random scene of some planes beside the desk.
func engineScene(seed, planes int) *Scene {
	stream := rng.Named(fmt.Sprint("engine scene ", seed))
	s := &Scene{ImageIndex: seed}
	var planeAt, objectAt [][2]float64
	some := func(of []string) (chosen []string) {
		for _, i := range stream.Perm(len(of))[:3] {
			chosen = append(chosen, of[i])
		}
		return chosen
	}
	colors, materials, shapes := some(objectColors), some(objectMaterials), some(objectShapes)
	for i := range planes + 1 {
		p := Plane{Shape: deskShape, Color: deskColor, Objects: []int{}}
		if i < planes {
			p.Shape, p.Color = rng.Choose(stream, planeShapes), rng.Choose(stream, planeColors)
			p.Material = rng.Choose(stream, planeMaterials)
			planeAt = append(planeAt, [2]float64{stream.Float64(), stream.Float64()})
		}
		for range 3 + stream.IntN(6) {
			p.Objects = append(p.Objects, len(s.Objects))
			s.Objects = append(s.Objects, Object{
				Size: rng.Choose(stream, objectSizes), Color: rng.Choose(stream, colors),
				Material: rng.Choose(stream, materials), Shape: rng.Choose(stream, shapes),
			})
			objectAt = append(objectAt, [2]float64{stream.Float64(), stream.Float64()})
		}
		s.Planes = append(s.Planes, p)
	}
	s.PlaneRelations, s.ObjectRelations = engineRelations(planeAt), engineRelations(objectAt)
	return s
}

// engineRelations are the relations of points: behind is a greater second coordinate, right a greater first one.
func engineRelations(at [][2]float64) Relations {
	where := func(axis int, sign float64) [][]int {
		lists := make([][]int, len(at))
		for i := range at {
			for j := range at {
				if sign*(at[j][axis]-at[i][axis]) > 0.02 {
					lists[i] = append(lists[i], j)
				}
			}
		}
		return lists
	}
	return Relations{Behind: where(1, 1), Front: where(1, -1), Left: where(0, -1), Right: where(0, 1)}
}

// engineTemplate reads a template from a line: a file, then nodes with their inputs and slots, and constraints. The scene node
// is understood, and so are K, K2 and PK as the slots of keys.
func engineTemplate(line string) Template {
	file, program, _ := strings.Cut(line, ": ")
	t := Template{File: file, Nodes: []TemplateNode{{Type: "scene", Kind: "scene"}}}
	program = strings.NewReplacer("PK", "<PC> <PM> <PS>", "CK", "<ZP> <CP> <MP> <SP>",
		"K2", "<Z2> <C2> <M2> <S2>", "K", "<Z> <C> <M> <S>").Replace(program)
	for _, part := range strings.Split(program, "; ") {
		m := enginePart.FindStringSubmatch(part)
		var numbers []int
		var words []string
		for _, field := range strings.Fields(m[3]) {
			if n, err := strconv.Atoi(field); err == nil {
				numbers = append(numbers, n)
			} else {
				words = append(words, field)
			}
		}
		if m[2] == "(" {
			t.Constraints = append(t.Constraints, Constraint{m[1], numbers, words})
			continue
		}
		kind := "object"
		slots := strings.TrimSpace(m[4])
		if strings.Contains(m[1], "contain") || strings.HasPrefix(slots, "<P") || slots == "PC" {
			kind = "plane"
		}
		t.Nodes = append(t.Nodes, TemplateNode{m[1], kind, numbers, strings.Fields(m[4])})
	}
	return t
}

// enginePart is a node, filter[0 1] <Z> <C>, or a constraint, EQ(<S> <S2>).
var enginePart = regexp.MustCompile(`^(\w+)([[(])([^\])]*)[\])](.*)$`)

// engineTemplates are templates of all kinds of nodes.
func engineTemplates() []Template {
	const (
		sizes  = "NOT_NULL(<S> <S2>); BOTH_SIZE_BUT_NULL(<Z> <Z2>); EQ(<S> <S2>)"
		except = "<so> <se> <sn> <st>"
		two    = "<OC> <sa> <so> <OC2> <sa2> <so2>"
	)
	lines := []string{
		"all.json: filter_all[0] PK <sp>; filter[1] K; whether_exact[1 2] <OC> <sa> <so>",
		"all.json: filter_all_valid[0] PK <sp>; filter_multiple[1] K; whether_more_than_fractions[1 2] <OP>",
		"all.json: filter_all[0] PK; filter_valid[1] K; filter_valid[2] K2; more_A_than_B[2 3]; NOT_CONTAIN(2 3)",
		"all.json: filter_all[0] PK; filter_unique_valid[1] K; relate_filter_multiple[2] <OR> K2; " +
			"between_relate[3] <OC> <OC2> <so> <sa>",
		"all.json: filter_all[0] PK; filter_unique_valid[1] K; relate_filter_valid_unlimited[2] <OR> K2; no_relate[3]",
		"all.json: filter_all[0] PK; filter_multiple[1] K; filter_multiple[2] K2; " +
			"atLeastNum_larger_moreThanNumber[2 3] " + two + "; " + sizes,
		"different_attr.json: different_attribute[0] PC; attributes_subset_every_except[1] K K2 " + except + "; every_except[2]",
		"each_no.json: filter_multiple[0] PK; not_contain_any_unique_filter[1] CK; " +
			"attributes_subset_no_except[2] K K2 " + except + "; no_except[3]",
		"relate.json: filter_unique[0] PK; relate_filter[1] <PR> <PC2> <PM2> <PS2> <sp> <pg>; filter_valid[2] K; whether_most[2 3]",
		"total.json: filter_multiple[0] PK; contain_total_multiple_filter[1] <OCP> CK <sop> <sap>; filter_multiple[2] K; " +
			"filter_multiple[3 2] K2; atLeastNum_smaller_exact[3 4] " + two + "; " + sizes,
	}
	for kind := range countingNodes() {
		numbers := "<OCP> "
		switch {
		case strings.Contains(kind, "between"):
			numbers = "<OCP> <OCP2> "
		case strings.Contains(kind, "any"):
			numbers = ""
		}
		lines = append(lines, kind+": filter_multiple[0] PK; "+kind+"[1] "+numbers+"CK; filter[2] K; filter_multiple[3 2] K2; "+
			"query_attribute_most[3] M; exist_at_least[5 4 2] <OC> <sa> <so> <sh>; NULL(<M> <M2>)")
	}
	slices.Sort(lines[10:])
	var list []Template
	for i, line := range lines {
		t := engineTemplate(line)
		t.Family = i
		list = append(list, t)
	}
	return list
}
