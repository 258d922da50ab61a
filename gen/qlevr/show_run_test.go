package qlevr

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/show"
	"mereo/scenes/rng"
)

// sideOf describes a side input of a function.
func sideOf(function string, side int) show.Side {
	functions := show.Functions(secondLibrary)
	at := slices.IndexFunc(functions, func(f show.Function) bool { return f.Name == function })
	return functions[at].Side[side]
}

// changedProgram is a program with another value in one of its sides, or nil where it has none.
func changedProgram(p show.Program, random *rng.Stream) show.Program {
	out := slices.Clone(p)
	var places [][2]int
	for i, c := range p {
		for k := range c.Side {
			places = append(places, [2]int{i, k})
		}
		out[i].Side = slices.Clone(c.Side)
	}
	if len(places) == 0 {
		return nil
	}
	at := rng.Choose(random, places)
	side := &out[at[0]].Side[at[1]]
	switch known := sideOf(p[at[0]].Function, at[1]); known.Type {
	case "number":
		*side = fmt.Sprint(1 + random.IntN(6))
	case "fraction":
		*side = fmt.Sprintf("%d/7", 1+random.IntN(6))
	default:
		*side = rng.Choose(random, known.Options)
	}
	return out
}

// A question with another word has the answer of the engine that makes questions, wherever that has one, and a sentence with
// the grammar of that engine; elsewhere there may be an answer, or a reason why there is none.
func TestShownProgramsWithOtherWords(t *testing.T) {
	for _, c := range shownConfigs[:2] {
		t.Run(c.name, func(t *testing.T) {
			const samples, changes = 10, 12
			r, _ := shownDataset(t, samples, c.change)
			random := rng.Named("other words")
			answers, faults, flips, checked, said := 0, map[string]int{}, 0, 0, 0
			for index := range samples {
				s := shownAt(t, r, index)
				var scene sceneIndex
				if err := scene.load(&s.record.Scene); err != nil {
					t.Fatal(err)
				}
				for i, q := range s.page.Questions {
					for range changes {
						p := changedProgram(q.Program, random)
						if p == nil {
							continue
						}
						trace, err := s.Run(p)
						if err != nil {
							t.Fatalf("%d, question %d: %v", index, i, err)
						}
						if trace.Fault != "" {
							faults[trace.Fault[strings.Index(trace.Fault, "(")+1:strings.Index(trace.Fault, ")")]]++
							if trace.Answer != "" || len(trace.Results) == len(p) {
								t.Errorf("%d, question %d: %+v has an answer and a fault", index, i, trace)
							}
						} else if answers++; trace.Answer != q.Answer {
							flips++
						}
						if text := s.Reword(i, p); text != "" {
							if said++; trace.Fault == "" && sameMeaning(p, q.Program) != (text == q.Text) {
								t.Errorf("%d, question %d: %q says %v like %v", index, i, text, p, q.Program)
							}
						}
						in, err := s.instance(&scene, s.questions[i], p)
						if err != nil {
							continue
						}
						e, err := evaluateInstance(*in, &s.record.Scene, compileOptions{})
						if err != nil || e.refusedBy >= 0 {
							continue
						}
						if checked++; trace.Answer != yesOrNo(e.answer) {
							t.Errorf("%d, question %d: %v has the answer %+v, the engine's is %v", index, i, p, trace, e.answer)
						}
						if want := engineValues(t, in, &s.record.Scene); !reflect.DeepEqual(in.Vals, want) {
							t.Errorf("%d, question %d: values %v, the engine's are %v", index, i, in.Vals, want)
						}
					}
				}
			}
			t.Logf("%d answers, %d other than before, %d checked, %d said; faults %v", answers, flips, checked, said, faults)
			if flips < 30 || checked < 200 || said < 500 || len(faults) < 10 {
				t.Errorf("too little was tried: %d, %d, %d, %v", flips, checked, said, faults)
			}
		})
	}
}

// Numbers and shares that no question has are said, or they are not, and are no program's end.
func TestRewordOddNumbers(t *testing.T) {
	for _, c := range shownConfigs[:2] {
		t.Run(c.name, func(t *testing.T) {
			r, _ := shownDataset(t, 10, c.change)
			said, unsaid := map[string]bool{}, map[string]bool{}
			for index := range 10 {
				s := shownAt(t, r, index)
				for i, q := range s.page.Questions {
					for at := range q.Program {
						for k := range q.Program[at].Side {
							values := map[string][]string{
								"number":   {"0", "1", "007", "19", "100", "255", "256", "123456789"},
								"fraction": {"0/5", "5/5", "7/3", "1/99", "1/100", "2/4", "two-thirds", "999/1000", "1/1000"},
							}[sideOf(q.Program[at].Function, k).Type]
							for _, v := range values {
								p := slices.Clone(q.Program)
								p[at].Side = slices.Clone(p[at].Side)
								p[at].Side[k] = v
								if _, err := s.Run(p); err != nil {
									t.Errorf("%s: %v", v, err)
								}
								text := s.Reword(i, p)
								if text != "" {
									said[v] = true
								} else {
									unsaid[v] = true
								}
							}
						}
					}
				}
			}
			for _, v := range []string{"0", "1", "007", "19", "100", "255", "1/99", "2/4", "two-thirds"} {
				if !said[v] || unsaid[v] {
					t.Errorf("%s is said: %v, is not said: %v", v, said[v], unsaid[v])
				}
			}
			for _, v := range []string{"256", "123456789", "0/5", "5/5", "7/3", "1/100", "999/1000", "1/1000"} {
				if said[v] || !unsaid[v] {
					t.Errorf("%s is said: %v, is not said: %v", v, said[v], unsaid[v])
				}
			}
		})
	}
}

// sameMeaning tells whether programs are the same for the executor.
func sameMeaning(a, b show.Program) bool {
	x, err := show.ReadProgram(secondLibrary, a)
	y, err2 := show.ReadProgram(secondLibrary, b)
	return err == nil && err2 == nil && reflect.DeepEqual(x, y)
}

// engineValues are the values that the engine writes down for a question with given ones.
func engineValues(t *testing.T, in *Instance, s *Scene) [][]Value {
	t.Helper()
	p, err := compileProgram(in.Template, compileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a := attempt{scene: &sceneIndex{}, given: in.Vals, taker: givenTaker{}, results: make([]nodeResult, len(p.nodes))}
	if err := a.scene.load(s); err != nil {
		t.Fatal(err)
	}
	if a.run(p) >= 0 {
		t.Fatal("refused")
	}
	return a.values()
}

// call makes a call; side values are split at commas.
func call(function string, side string, inputs ...int) show.Call {
	c := show.Call{Function: function, Inputs: inputs, Side: []string{}}
	if side != "" {
		c.Side = strings.Split(side, ",")
	}
	return c
}

// deskSample is secondDesk: a black marble circle with three objects, a gray wooden circle with one, and one on the desk.
func deskSample(t *testing.T) *sample {
	t.Helper()
	return &sample{split: setOf(t, nil).split(genJobVal), record: &Record{Scene: *secondDesk()}, ids: show.IDs(5)}
}

func TestShownOwnPrograms(t *testing.T) {
	s := deskSample(t)
	scene, circle := call("scene", ""), call("plane filter_all", "black,,", 0)
	for _, c := range []struct {
		program show.Program
		texts   []string
		lit     []string // by the last call but one
		answer  string
		fault   string
	}{
		{show.Program{scene, circle, call("filter", ",blue,,", 1), call("count_on_planes", "", 1, 2), call("most", "", 3)},
			[]string{"3 planes, 5 objects", "1 plane, 3 objects", "2 objects", "2 of 3", "yes"}, []string{"object 2", "object 3"}, "yes", ""},
		{show.Program{scene, call("filter", ",,metal,sphere", 0), call("filter", ",,,cube", 0), call("fewer_A_than_B", "", 1, 2)},
			[]string{"3 planes, 5 objects", "3 objects", "2 objects", "no"}, []string{"object 1", "object 5"}, "no", ""},
		{show.Program{scene, circle, call("filter", ",,,", 1), call("query_attribute_most", "color", 2)},
			[]string{"3 planes, 5 objects", "1 plane, 3 objects", "3 objects", "blue"}, []string{"object 1", "object 2", "object 3"}, "",
			"The last call (query_attribute_most) yields no answer, want one such as some or more_A_than_B."},
		{show.Program{scene, circle, call("attributes_subset_no_except", "large,red,,,,,,cube", 1), call("no_except", "", 2)},
			[]string{"3 planes, 5 objects", "1 plane, 3 objects", "1 of 3 excepted, 1 as said", "yes"}, []string{"object 1"}, "yes", ""},
	} {
		trace, err := s.run(c.program)
		if err != nil {
			t.Errorf("%v: %v", c.program, err)
			continue
		}
		var texts []string
		for _, r := range trace.Results {
			texts = append(texts, r.Text)
		}
		lit := trace.Results[len(trace.Results)-2].Entities
		if !slices.Equal(texts, c.texts) || !slices.Equal(lit, c.lit) || trace.Answer != c.answer || trace.Fault != c.fault {
			t.Errorf("%v:\n%q lights %q up, %q, %q, want\n%q, %q, %q, %q", c.program, texts, lit, trace.Answer, trace.Fault,
				c.texts, c.lit, c.answer, c.fault)
		}
	}
}

func TestShownFaults(t *testing.T) {
	s := deskSample(t)
	scene := call("scene", "")
	one := call("filter_unique", "large,red,,", 0)
	for _, c := range []struct {
		calls []show.Call // behind scene
		want  string
	}{
		{[]show.Call{call("plane filter_all", "brown,,triangle", 0)}, "Call 1 (plane filter_all) gives nothing: there is no brown triangle plane here."},
		{[]show.Call{call("plane filter_all_valid", ",,", 0)}, "Call 1 (plane filter_all_valid) gives nothing: nothing is said of the planes, want a value."},
		{[]show.Call{call("plane filter_unique", ",,circle", 0)}, "Call 1 (plane filter_unique) gives nothing: there are 2 such things here (circle plane), want one."},
		{[]show.Call{call("plane filter_multiple", "black,,", 0)}, "Call 1 (plane filter_multiple) gives nothing: there is only one black plane here, want at least two."},
		{[]show.Call{call("plane filter_unique", "white,,", 0)}, "Call 1 (plane filter_unique) gives nothing: the desk is named, want another plane."},
		{[]show.Call{call("different_attribute", "color", 0)},
			"Call 1 (different_attribute) gives nothing: these are 3 planes with the desk, want more than 3 to tell one from the others."},
		{[]show.Call{call("plane relate_filter", "left,,,", 0)}, "Call 1 (plane relate_filter) gives nothing: the direction goes from 3 planes, want one."},
		{[]show.Call{call("contain_between_unique_filter", "2,3,,,,", 0)},
			"Call 1 (contain_between_unique_filter) gives nothing: the numbers are 2 and 3, want the second greater by 2 or more."},
		{[]show.Call{call("contain_each_unique_filter", "1,,,,cube", 0)},
			"Call 1 (contain_each_unique_filter) gives nothing: the planes have 1, 0, 1 such objects (cube), which chooses 2 of 3, want one of several."},
		{[]show.Call{call("contain_each_multiple_filter", "2,,,,sphere", 0)},
			"Call 1 (contain_each_multiple_filter) gives nothing: the planes have 2, 1, 0 such objects (sphere), which chooses 1 of 3, want several but not all."},
		{[]show.Call{call("contain_total_multiple_filter", "9,,,,", 0)}, "Call 1 (contain_total_multiple_filter) gives nothing: there is not just one " +
			"choice of several of the 3 planes, but not all, that has so many in total (object)."},
		{[]show.Call{call("filter_unique", ",,,sphere", 0)}, "Call 1 (filter_unique) gives nothing: there are 3 such things here (sphere), want one."},
		{[]show.Call{call("filter", "small,,,cone", 0)}, "Call 1 (filter) gives nothing: there is no small cone here."},
		{[]show.Call{one, call("filter", ",,,", 0), call("relate_filter", "left,,,,", 2)},
			"Call 3 (relate_filter) gives nothing: the direction goes from 5 objects, want one."},
		{[]show.Call{one, call("relate_filter", "left,,,,cone", 1)}, "Call 2 (relate_filter) gives nothing: there is no cone here."},
		{[]show.Call{call("filter", ",,,sphere", 0), call("query_attribute_most", "shape", 1), call("filter", ",,,cube", 0),
			call("count_alike", "", 2, 3)}, "Call 4 (count_alike) gives nothing: none of the 2 objects has the value, want some."},
		{[]show.Call{call("filter", "small,,,", 0), call("count_related", "", 1)}, "Call 2 (count_related) gives nothing: " +
			"the objects lie in no direction, want those of a function that begins with relate_filter."},
		{[]show.Call{call("filter", "small,,,", 0), call("count_large", "", 1), call("more_than_number", "1", 2)},
			"Call 3 (more_than_number) gives nothing: none of the 3 were counted, but the question supposes that some were."},
		{[]show.Call{call("filter", "large,,,", 0), call("count_large", "", 1), call("all_but_at_most", "1", 2)},
			"Call 3 (all_but_at_most) gives nothing: all 2 of them were counted, but the question supposes that some were not."},
		{[]show.Call{call("attributes_subset_no_except", ",red,,,,red,,", 0)},
			"Call 1 (attributes_subset_no_except) gives nothing: the color is said of the excepted and of the others, want it once."},
		{[]show.Call{call("attributes_subset_every_except", ",red,,,,,,", 0)},
			"Call 1 (attributes_subset_every_except) gives nothing: nothing is said of the excepted or of the others, want a value for both."},
	} {
		program := append(show.Program{scene}, c.calls...)
		trace, err := s.run(program)
		if err != nil || trace.Fault != c.want || trace.Answer != "" || len(trace.Results) != len(program)-1 {
			t.Errorf("%v: %+v, %v, want\n%s", program, trace, err, c.want)
		}
	}
}

func TestShownProgramErrors(t *testing.T) {
	s := deskSample(t)
	scene := call("scene", "")
	for _, c := range []struct {
		program show.Program
		want    string
	}{
		{nil, "ask: program has no node"},
		{show.Program{scene, call("filtre", "", 0)}, "ask: program: node 1 (filtre) is no function of qlevr"},
		{show.Program{scene, call("filter", ",,,")}, "ask: program: node 1 (filter) has 0 inputs, want 1"},
		{show.Program{scene, call("filter", ",,,", 1)}, "ask: program: node 1 (filter) input 0 is node 1, want an earlier one"},
		{show.Program{scene, call("filter", ",,,", -1)}, "ask: program: node 1 (filter) input 0 is node -1, want an earlier one"},
		{show.Program{scene, call("filter", "red", 0)}, "ask: program: node 1 (filter) has 1 side inputs, want 4"},
		{show.Program{scene, call("filter", "huge,,,", 0)}, `ask: program: node 1 (filter) side input 0 is "huge", want one of ["" "large" "small"]`},
		{show.Program{scene, call("count_large", "", 0)}, "ask: program: node 1 (count_large) input 0 is a planes, want a objects"},
		{show.Program{scene, call("filter", ",,,", 0), call("count_large", "", 1), call("at_most_number", "few", 2)},
			`ask: program: node 3 (at_most_number) side input 0 is "few", want a number such as 2`},
		{show.Program{scene, call("filter", ",,,", 0), call("count_large", "", 1), call("at_most_fractions", "2", 2)},
			`ask: program: node 3 (at_most_fractions) side input 0 is "2", want a fraction such as 2/3 or two-thirds`},
		{show.Program{scene, call("filter", ",,,", 0), call("query_attribute_most", "mass", 1)},
			`ask: program: node 2 (query_attribute_most) side input 0 is "mass", want one of ["size" "color" "material" "shape"]`},
	} {
		if _, err := s.run(c.program); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.program, err, c.want)
		}
	}
}
