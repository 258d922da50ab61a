package shopvrb_test

// addTextualRows adds the rows of the textual files.
func addTextualRows(add func(file string, more ...row)) {
	add("textual/zero_hop_text.json", hop(0, "_count", 2, build), hop(0, "_count", 2, label), hop(0, "_exist", 3, build),
		hop(0, "_exist", 3, label), hop(0, "powering", 3, plain), hop(0, "disassembly", 4, plain), hop(0, "picking", 3, plain),
		hop(0, "attribute", 2, plain))
	add("textual/one_hop_text.json", hop(1, "_count", 4, build), hop(1, "_count", 4, label), hop(1, "_exist", 2, build),
		hop(1, "_exist", 2, label), hop(1, "powering", 4, plain), hop(1, "disassembly", 4, plain), hop(1, "picking", 5, plain),
		hop(1, "attribute", 3, plain))
	for i, number := range []string{"two", "three"} {
		n, file := i+2, "textual/"+number+"_hop_text.json"
		for _, end := range []string{"_count", "_exist"} {
			for _, middle := range []string{plain, build} {
				add(file, hop(n, end, 4, middle, build), hop(n, end, 4, middle, label))
			}
		}
		for _, x := range uses {
			add(file, hop(n, x, 4, plain, plain), hop(n, x, 4, build, plain))
		}
		for _, middle := range []string{plain, build} {
			add(file, hop(n, "attribute", 3, middle, plain))
			if n == 3 {
				add(file, hop(n, "attribute", 3, middle, build))
			}
		}
	}

	and := "textual/single_and_text.json"
	add(and, both("_count", 2, build), both("_count", 2, label), both("powering", 4, plain), both("disassembly", 4, plain),
		both("picking", 4, plain), both("attribute", 3, plain), both("powering", 4, "!D/K"), both("powering", 4, label),
		both("disassembly", 4, "!P/K"), both("disassembly", 4, label), both("picking", 4, "!P/D"), both("picking", 4, label),
		both("attribute", 3, build))

	or, use := "textual/single_or_text.json", "!P/D/K/A"
	add(or, either(false, false, 4, use, use), eitherWith("size", 4, use), eitherWith("color", 4, use), eitherWith("material", 4, use),
		eitherWith("shape", 2, use), eitherWith("weight", 4, use), eitherWith("movability", 4, use), eitherWith("name", 2, use))
	for i := range 4 {
		a, b := []string{build, label}[i%2], []string{build, label}[i/2]
		add(or, either(true, true, 4, plain, a, plain, b))
	}
	for i := range 4 {
		a, b := []string{build, label}[i%2], []string{build, label}[i/2]
		add(or, either(true, false, 4, plain, a, b))
	}
	for i := range 4 {
		a, b := []string{build, label}[i%2], []string{build, label}[i/2]
		add(or, either(false, true, 4, a, plain, b))
	}

	for related := range 3 {
		for i, op := range []string{"equal_integer", "less_than", "greater_than"} {
			texts := []int{3, 2, 2}[i]
			for j := range 4 {
				a, b := []string{build, label}[j%2], []string{build, label}[j/2]
				groups := [][]string{{a, b}, {plain, a, b}, {plain, a, plain, b}}[related]
				add("textual/compare_integer_text.json", compareCounts(op, related > 0, related > 1, texts, groups...))
			}
		}
	}

	comparison := "textual/comparison_text.json"
	for i, x := range uses {
		add(comparison, compareLate(x, []int{4, 5, 3}[i], plain))
	}
	for i, x := range uses {
		texts := []int{5, 4, 4}[i]
		add(comparison, compare(x, true, false, texts, plain, plain, plain), compare(x, true, false, texts, plain, label, plain))
	}
	for _, x := range uses {
		add(comparison, compare(x, false, true, 4, plain, plain, plain), compare(x, false, true, 4, plain, plain, label))
	}
	for _, x := range uses {
		add(comparison, compare(x, true, true, 4, plain, plain, plain, plain), compare(x, true, true, 4, plain, label, plain, label))
	}

	sharing := "textual/same_relate_text.json"
	for _, x := range uses {
		add(sharing, same(x, "_exist", 6, plain))
	}
	for _, x := range uses {
		add(sharing, same(x, "_count", 4, plain))
	}
	for _, end := range []string{"_exist", "_count"} {
		for _, x := range uses {
			add(sharing, same(x, end, 4, plain, plain), same(x, end, 4, plain, label))
		}
	}
	for _, x := range append([]string{"size", "color", "material", "shape", "weight", "movability", "name"}, uses...) {
		for i, y := range written {
			group := plain
			if letters[x] != "" {
				group = without(x)
			}
			if x != y {
				add(sharing, same(x, y, []int{4, 4, 4, 3}[i], group, group))
			}
		}
	}
}
