package shopvrb_test

import "strings"

// templateRows are the rows of every file.
func templateRows() map[string][]row {
	rows := map[string][]row{}
	add := func(file string, more ...row) { rows[file] = append(rows[file], more...) }

	add("visual/zero_hop.json", hop(0, "_count", 2, plain), hop(0, "_exist", 3, plain), hop(0, "shape", 6, "-S -V"),
		hop(0, "material", 3, without("material")), hop(0, "color", 4, without("color")), hop(0, "size", 5, without("size")),
		hop(0, "weight", 4, without("weight")), hop(0, "movability", 4, plain), hop(0, "name", 4, "-N"))
	for i, number := range []string{"one", "two", "three"} {
		n, file := i+1, "visual/"+number+"_hop.json"
		order := hopping
		if n == 3 {
			order = []string{"size", "shape", "color", "material", "weight", "movability", "name"}
		}
		exist := 4
		if n == 1 {
			exist = 2
		}
		add(file, hop(n, "_count", 4, plain), hop(n, "_exist", exist, plain))
		for _, x := range order {
			texts := 5
			if x == "size" || x == "material" {
				texts = 6
			}
			group := without(x)
			if n == 1 && x == "shape" {
				group = "-S -V"
			}
			add(file, hop(n, x, texts, group))
		}
	}

	and := "visual/single_and.json"
	add(and, both("_count", 2, plain))
	for i, x := range hopping {
		add(and, both(x, []int{6, 5, 7, 5, 5, 5, 5}[i], without(x)))
	}

	or := "visual/single_or.json"
	add(or, either(false, false, 4, plain, plain), eitherWith("size", 4, without("size")), eitherWith("color", 4, without("color")),
		either(true, true, 4, plain, plain, plain, plain), eitherWith("material", 4, without("material")),
		eitherScenesFirst("shape", 2, "-S -V"), either(true, false, 4, plain, plain, plain), either(false, true, 4, plain, plain, plain),
		eitherWith("weight", 4, without("weight")), eitherWith("movability", 4, without("movability")),
		eitherScenesFirst("name", 2, "-N"))

	counts := "visual/compare_integer.json"
	add(counts, compareCounts("less_than", false, false, 2, plain, plain),
		compareCounts("greater_than", false, false, 2, plain, plain))
	for i, op := range []string{"equal_integer", "less_than", "greater_than"} {
		texts := []int{3, 2, 2}[i]
		add(counts, compareCounts(op, true, false, texts, plain, plain, plain))
	}
	for i, op := range []string{"equal_integer", "less_than", "greater_than"} {
		texts := []int{3, 2, 2}[i]
		add(counts, compareCounts(op, true, true, texts, plain, plain, plain, plain))
	}

	comparison := "visual/comparison.json"
	add(comparison, compareLate("size", 5, without("size")), compareLate("color", 4, without("color")))
	for i, x := range []string{"material", "shape", "weight", "movability", "name"} {
		add(comparison, compare(x, false, false, []int{5, 4, 4, 4, 3}[i], without(x), without(x)))
	}
	for i, x := range hopping {
		texts, no := []int{6, 6, 5, 6, 6, 6, 4}[i], without(x)
		first := compare(x, true, false, texts, plain, no, no)
		second := compare(x, false, true, texts, no, plain, no)
		third := compare(x, true, true, texts, plain, no, plain, no)
		switch x { // published slips, kept
		case "size":
			first = compare(x, true, false, texts, no, no, plain)
		case "color":
			second.program = strings.Replace(second.program, "(1,5)", "(5,1)", 1)
		case "name":
			third = compare("movability", true, true, texts, plain, no, plain, no)
		}
		add(comparison, first, second, third)
	}

	sharing := "visual/same_relate.json"
	for i, x := range looks {
		add(sharing, same(x, "_exist", []int{6, 9, 6, 6, 6, 6, 6}[i], without(x)))
	}
	for i, x := range looks {
		group := without(x)
		if x == "movability" {
			group = "N/S -S" // a published slip, kept
		}
		add(sharing, same(x, "_count", []int{8, 8, 8, 8, 4, 8, 8}[i], group))
	}
	for i, x := range looks {
		add(sharing, same(x, "_exist", []int{4, 4, 4, 4, 2, 4, 4}[i], without(x), without(x)))
	}
	for _, x := range looks {
		add(sharing, same(x, "_count", 4, without(x), without(x)))
	}
	for _, line := range []string{"size: color material shape weight movability name",
		"color: size material shape weight movability name",
		"material: size color shape weight movability name", "shape: size color material weight movability",
		"weight: size material shape movability color name", "movability: size material shape color weight name",
		"name: size material color weight"} {
		x, asked, _ := strings.Cut(line, ": ")
		for _, y := range strings.Fields(asked) {
			texts := 5
			if y == "name" {
				texts = 4
			}
			add(sharing, same(x, y, texts, without(x), without(x, y)))
		}
	}
	addTextualRows(add)
	return rows
}
