package qlevr

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

func engineQuestioner(t *testing.T) *questioner {
	t.Helper()
	all, err := compileTemplates(engineTemplates(), compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return newQuestioner(all)
}

// What is asked is what its values, given, come to: drawing and giving share the nodes but not the choice.
func TestQuestionsAreWhatTheirValuesComeTo(t *testing.T) {
	q := engineQuestioner(t)
	for seed := range 40 {
		s := engineScene(seed, seed%5)
		questions, err := q.ask(s, 10, rng.Named(fmt.Sprint("asked ", seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, asked := range questions {
			e, err := evaluateInstance(asked.Instance, s, compileOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got, want := fmt.Sprint(e), fmt.Sprint(evaluation{-1, asked.Answer, asked.Outputs})
			if got != want {
				t.Errorf("scene %d, %s: %v comes to %s, want %s", seed, asked.Instance.Template.File, asked.Instance.Vals, got, want)
			}
		}
	}
	for i, asked := range q.balance.asked {
		if asked.answers.Total < 3 {
			t.Errorf("%s was asked only %v times", q.all.templates[i].name().String(), asked.answers)
		}
	}
}

// Answers stay even for each template and for each of its numbers, and no family is asked twice about a scene.
func TestAnswersStayEven(t *testing.T) {
	q := engineQuestioner(t)
	for seed := range 60 {
		questions, err := q.ask(engineScene(seed, 4), 10, rng.Named(fmt.Sprint("even ", seed)))
		if err != nil {
			t.Fatal(err)
		}
		if len(questions) != 10 {
			t.Errorf("scene %d has %d questions, want 10", seed, len(questions))
		}
		seen := map[string]bool{}
		for _, asked := range questions {
			seen[fmt.Sprint(asked.Instance.Template.File, asked.Instance.Template.Family)] = true
		}
		if len(seen) != len(questions) {
			t.Errorf("scene %d has questions from %d families, want %d", seed, len(seen), len(questions))
		}
	}
	for i, asked := range q.balance.asked {
		key := q.all.templates[i].name().String()
		if d := asked.answers.True - asked.answers.False; d < -1 || d > 1 {
			t.Errorf("%s has the answers %v", key, asked.answers)
		}
		sum := 0
		for numbers, c := range asked.numerical {
			if d := c.True - c.False; d < -1 || d > 1 {
				t.Errorf("%s with %v has the answers %v", key, numbers, c)
			}
			sum += c.Total
		}
		if q.all.programs[i].numerical() && sum != asked.answers.Total {
			t.Errorf("%s was asked %v times and with numbers %d times", key, asked.answers, sum)
		}
	}
}

// A questioner remembers counts and nothing else of other scenes.
func TestScenesLeaveNothingBehind(t *testing.T) {
	worn := engineQuestioner(t)
	for seed := range 12 {
		if _, err := worn.ask(engineScene(seed, 5-seed%6), 10, rng.Named("before")); err != nil {
			t.Fatal(err)
		}
	}
	for seed := 20; seed < 32; seed++ {
		fresh := engineQuestioner(t)
		fresh.balance = cloneBalance(worn.balance)
		s := engineScene(seed, seed%6)
		var texts []string
		for _, q := range []*questioner{worn, fresh} {
			questions, err := q.ask(s, 10, rng.Named(fmt.Sprint("after ", seed)))
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for _, asked := range questions {
				fmt.Fprintln(&text, asked.Instance.Template.Family, asked.Instance.Vals, asked.Answer, asked.Outputs)
			}
			texts = append(texts, text.String())
		}
		if texts[0] != texts[1] {
			t.Errorf("scene %d: a used questioner asks\n%sa fresh one with its counts\n%s", seed, texts[0], texts[1])
		}
		storage := func(q *questioner) string {
			data, err := json.Marshal(q.storage())
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		if a, b := storage(worn), storage(fresh); a != b {
			t.Errorf("scene %d: counts are\n%s\nand\n%s", seed, a, b)
		}
	}
}

func cloneBalance(b *answerBalance) *answerBalance {
	c := *b
	c.asked, c.familyTotals, c.variantTotals = slices.Clone(b.asked), slices.Clone(b.familyTotals), slices.Clone(b.variantTotals)
	for i := range c.asked {
		c.asked[i].numerical = maps.Clone(c.asked[i].numerical)
	}
	return &c
}

// Keys are drawn as evenly as retrying blindly would draw them: each outcome of the sampling nodes is as frequent as the tables
// on the way to it say.
func TestKeysAreDrawnEvenly(t *testing.T) {
	for i, template := range engineTemplates() {
		if i == 2 || i == 4 {
			continue // so many outcomes that none is frequent
		}
		s := engineScene(3, 3)
		if template.File == "all.json" {
			s = engineScene(5, 1) // fewer things, since more nodes choose among them
		}
		if nodeTypes["plane"][template.Nodes[2].Type].counting != notCounting {
			template.Nodes = template.Nodes[:3] // as many outcomes as can be counted
		}
		// Without the nodes that answer, which refuse for reasons of their own.
		for len(template.Nodes) > 1 {
			last := template.Nodes[len(template.Nodes)-1]
			if n := nodeTypes[last.Kind][last.Type]; n.candidate != nil {
				break
			}
			template.Nodes = template.Nodes[:len(template.Nodes)-1]
		}
		p, err := compileProgram(&template, compileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(p.nodes, func(n compiledNode) bool { return n.pairs != nil }) || len(p.nodes) < 2 {
			continue
		}
		a := attempt{scene: &sceneIndex{}, stream: rng.Named(template.File), results: make([]nodeResult, len(p.nodes))}
		if err := a.scene.load(s); err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		a.given, a.taker = [][]Value{}, givenTaker{}
		engineWalk(&a, p, 1, want)
		a.given, a.taker = nil, nil
		a.begin()
		const n = 50_000
		got := map[string]int{}
		for range n {
			if a.run(p) < 0 {
				got[fmt.Sprint(a.values())]++
			}
		}
		// Rare outcomes share a cell, so that each is expected often enough.
		sum, cells, rare, rareWant := 0.0, 0, 0, 0.0
		for key, share := range want {
			switch want := n * share; {
			case want < 10:
				rare, rareWant = rare+got[key], rareWant+want
			default:
				d := float64(got[key]) - want
				sum, cells = sum+d*d/want, cells+1
			}
			delete(got, key)
		}
		if rareWant > 10 {
			d := float64(rare) - rareWant
			sum, cells = sum+d*d/rareWant, cells+1
		}
		if len(got) > 0 {
			t.Errorf("%s %d: %d outcomes are in no table", template.File, template.Family, len(got))
		}
		if limit := engineChiSquaredLimit(max(1, cells)); sum > limit {
			t.Errorf("%s %d: chi-squared of %d outcomes is %.0f, want at most %.0f", template.File, template.Family, cells, sum, limit)
		}
	}
}

// engineWalk adds the probabilities of all outcomes of a program after the values that are given.
func engineWalk(a *attempt, p *compiledProgram, share float64, outcomes map[string]float64) {
	for len(a.given) < len(p.nodes) && p.nodes[len(a.given)].candidate == nil {
		a.given = append(a.given, []Value{})
	}
	at := a.run(p)
	if at < 0 {
		outcomes[fmt.Sprint(a.given)] += share
		return
	}
	if at < len(a.given) || a.fault == nil {
		return // refused
	}
	n := &p.nodes[at]
	given := slices.Clone(a.given)
	var options []keyCandidate
	for _, i := range a.passing {
		c, _ := n.candidate(a, n, int(i))
		options = append(options, c)
	}
	for _, c := range options {
		r := nodeResult{planes: c.set, keyCandidate: c}
		a.given = append(slices.Clone(given), a.nodeValues(n, &r))
		engineWalk(a, p, share/float64(len(options)), outcomes)
	}
	a.given = given
}

// Of two sets whose slots are exchanged, the one that the sentence names first is compared first; the published programs
// compare in the order of the nodes.
func TestOperandsFollowTheSentence(t *testing.T) {
	const program = "filter_multiple[0] K2; filter_multiple[1] K; atLeastNum_smaller_exact[1 2] <OC> <OC2>"
	template := engineTemplate("total.json: " + program)
	for _, c := range []struct {
		options compileOptions
		want    []int
	}{{compileOptions{}, []int{2, 1}}, {compileOptions{Published: true}, []int{1, 2}}} {
		p, err := compileProgram(&template, c.options)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.nodes[3].inputs; !slices.Equal(got, c.want) {
			t.Errorf("%+v: operands are nodes %v, want %v", c.options, got, c.want)
		}
	}
	if got := template.Nodes[3].Inputs; !slices.Equal(got, []int{1, 2}) {
		t.Errorf("the template has the inputs %v, want them as they were", got)
	}
}

// A desk alone has few kinds of questions; those there are, are asked, and no more.
func TestQueueCanRunEmpty(t *testing.T) {
	q := engineQuestioner(t)
	questions, err := q.ask(engineScene(1, 0), 10, rng.Named("desk"))
	if err != nil {
		t.Fatal(err)
	}
	if len(questions) == 0 || len(questions) > 6 {
		t.Errorf("a desk has %d questions, want some from the 6 families that need no other plane", len(questions))
	}
	for _, asked := range questions {
		if f := asked.Instance.Template.File; f != "all.json" {
			t.Errorf("a desk has a question of %s", f)
		}
	}
}

func TestStorageHasThePublishedForm(t *testing.T) {
	templates := engineTemplates()
	for i := range templates {
		if strings.HasPrefix(templates[i].Nodes[len(templates[i].Nodes)-1].Type, "atLeastNum_smaller") {
			templates[i].File, templates[i].Family, templates[i].Variant = "each_no.json", 56, []int{1, 3}
		}
	}
	all, err := compileTemplates(templates, compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := newAnswerBalance(templates)
	for i, p := range all.programs {
		switch last := p.template.Nodes[len(p.template.Nodes)-1].Type; last {
		case "atLeastNum_smaller_exact":
			b.record(i, drawnAnswer{true, true, questionNumbers{{10}, {2}}})
			b.record(i, drawnAnswer{false, true, questionNumbers{{9}, {2}}})
		case "whether_more_than_fractions":
			b.record(i, drawnAnswer{true, true, questionNumbers{{1, 2}}})
		case "between_relate":
			b.record(i, drawnAnswer{false, true, questionNumbers{{2, 5}}})
		case "no_relate":
			b.record(i, drawnAnswer{false, false, questionNumbers{}})
		}
	}
	got, err := json.Marshal(b.storage(all.programs))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"templates":{"('all.json', 1)":{"True":1,"False":0,"Total":1},"('all.json', 3)":{"True":0,"False":1,"Total":1},` +
		`"('all.json', 4)":{"True":0,"False":1,"Total":1},"('each_no.json', 56, 1, 3)":{"True":1,"False":1,"Total":2}},` +
		`"numerical":{"('all.json', 1)":{"1/2,":{"True":1,"False":0,"Total":1}},` +
		`"('all.json', 3)":{"2,5,":{"True":0,"False":1,"Total":1}},` +
		`"('each_no.json', 56, 1, 3)":{"10,2,":{"True":1,"False":0,"Total":1},"9,2,":{"True":0,"False":1,"Total":1}}}}`
	if string(got) != want {
		t.Errorf("storage is\n%s, want\n%s", got, want)
	}
}

func TestFaultsOfTemplatesAndScenesAreNamed(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"type", "whether_any[0 0]", `no type "whether_any" of kind "object"`},
		{"kind", "filter_all[0]", `no type "filter_all" of kind "object"`},
		{"input", "filter[1] K", `input 1, want a node before it`},
		{"inputs", "whether_all[0]", `"whether_all" has 1 inputs, want 2`},
		{"attribute", "query_attribute_most[0] Q", `slots ["Q"], want one attribute`},
		{"constraint", "filter[0] K; NO_SUCH(0 1)", `no constraint "NO_SUCH"`},
		{"constraint's word", "filter[0] K; SIZE_NOT_CONTAIN(0 1 huge)",
			`constraint SIZE_NOT_CONTAIN has "huge", want one of ["large" "small"]`},
	} {
		template, want := engineTemplate("all.json: "+c.program), "qlevr: all.json family 0: node 1: "+c.want
		if _, err := compileProgram(&template, compileOptions{}); err == nil || err.Error() != want {
			t.Errorf("%s: error is %v, want %s", c.name, err, want)
		}
	}
	for _, c := range []struct {
		name   string
		damage func(s *Scene)
		want   string
	}{
		{"size", func(s *Scene) { s.Objects[2].Size = "huge" },
			`scene 5: object 2: qlevr: no such value: "huge", want one of ["large" "small"]`},
		{"place", func(s *Scene) { s.Planes[1].Objects[0] = 99 }, `qlevr: scene 5: plane 1: internal_objs has 99, want 0 to `},
		{"relation", func(s *Scene) { s.ObjectRelations.Left[0] = []int{-1} },
			`scene 5: obj_spatial_relations: qlevr: left of 0 has -1, want 0 to `},
		{"relations", func(s *Scene) { s.PlaneRelations.Behind = nil },
			`scene 5: plane_spatial_relations: qlevr: behind has 0 lists, want 2`},
		{"planes", func(s *Scene) { s.Planes = nil }, `qlevr: scene 5 has 0 planes and `},
	} {
		s := engineScene(5, 2)
		c.damage(s)
		if err := new(sceneIndex).load(s); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %s", c.name, err, c.want)
		}
	}
}

// Tries allocate nothing once the stores have grown.
func TestTriesDoNotAllocate(t *testing.T) {
	q, s := engineQuestioner(t), engineScene(2, 4)
	if err := q.index.load(s); err != nil {
		t.Fatal(err)
	}
	for i, p := range q.all.programs {
		stream := rng.Named("allocations")
		q.attempt.stream = stream
		tries := func() {
			*stream = *rng.Named("allocations")
			q.attempt.begin()
			for range 300 {
				q.attempt.run(p)
			}
		}
		tries()
		// The stream itself is made anew each time.
		if got := testing.AllocsPerRun(3, tries); got > 8 {
			t.Errorf("%s: 300 tries allocate %g times", q.all.templates[i].name().String(), got)
		}
	}
}

// FuzzGivenValues gives programs any words: they are refused, called too few, or come to an answer with all outputs.
func FuzzGivenValues(f *testing.F) {
	f.Add(uint8(0), uint8(3), "|, , ,|, , ,triangular prism|2,are,s")
	f.Add(uint8(5), uint8(1), "|, , ,|, , ,cone|, , ,cone|1,is,,2,are,s")
	f.Add(uint8(9), uint8(4), "|,,|300,-1,,,,|x")
	templates := engineTemplates()
	f.Fuzz(func(t *testing.T, which, seed uint8, text string) {
		instance := Instance{Template: &templates[int(which)%len(templates)]}
		s := engineScene(int(seed), int(seed)%5)
		for _, node := range strings.Split(text, "|") {
			values := []Value{}
			for _, word := range strings.Split(node, ",") {
				values = append(values, Value{Word: strings.TrimSpace(word), Said: word != " "})
			}
			instance.Vals = append(instance.Vals, values)
		}
		e, err := evaluateInstance(instance, s, compileOptions{})
		if err != nil && !strings.Contains(err.Error(), "too few values") {
			t.Fatal(err)
		}
		if err == nil && e.refusedBy < 0 && len(e.outputs) != len(instance.Template.Nodes) {
			t.Errorf("%v comes to %d outputs, want %d", instance.Vals, len(e.outputs), len(instance.Template.Nodes))
		}
	})
}
