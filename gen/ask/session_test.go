package ask

import (
	"fmt"
	"slices"
	"testing"

	"mereo/scenes/rng"
)

// alwaysAsked has an answer of either kind on every scene, so balancing never stands in its way.
const alwaysAsked = "scene filter_exist(0)<C>"

// sessionOf begins a session with families of one file.
func sessionOf(t *testing.T, l *Library[row], o Options[row], nodes ...string) *Session[row] {
	t.Helper()
	var list []string
	for _, n := range nodes {
		list = append(list, family(n, "[well,] {what|which} is it?"))
	}
	return NewSession(grammarOf(t, l, families(list...)), toyVoice{}, o)
}

// askedOf lists the positions of the families of questions.
func askedOf(questions []Question[row]) (list []int) {
	for _, q := range questions {
		list = append(list, q.Template.Index)
	}
	return list
}

func TestLeastUsedFamiliesFirst(t *testing.T) {
	for _, c := range []struct {
		name     string
		families []string
		perScene int
		want     string // of the first six scenes
	}{
		{"one a scene", []string{alwaysAsked, alwaysAsked, alwaysAsked}, 1, "[[0] [1] [2] [0] [1] [2]]"},
		{"two a scene", []string{alwaysAsked, alwaysAsked, alwaysAsked}, 2, "[[0 1] [2 0] [1 2] [0 1] [2 0] [1 2]]"},
		{"each once, though more are wanted", []string{alwaysAsked, alwaysAsked}, 5, "[[0 1] [0 1] [0 1] [0 1] [0 1] [0 1]]"},
		{"no question wanted", []string{alwaysAsked}, 0, "[[] [] [] [] [] []]"},
	} {
		s := sessionOf(t, newToy(), Options[row]{PerScene: c.perScene}, c.families...)
		var got [][]int
		for i := range 6 {
			got = append(got, askedOf(s.Ask(rowOf("red cube, blue ball"), streamsOf(t, i))))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}

// A scene is asked once about a topic; no topic is not one.
func TestTopics(t *testing.T) {
	for _, c := range []struct {
		name  string
		topic func(in *Instance[row]) any
		want  int
	}{
		{"there or not", func(in *Instance[row]) any { return in.Answer }, 2},
		{"none", func(*Instance[row]) any { return nil }, 3},
	} {
		s := sessionOf(t, newToy(), Options[row]{PerScene: 3, Topic: c.topic}, alwaysAsked, alwaysAsked, alwaysAsked)
		for i := range 6 {
			if got := s.Ask(rowOf("red cube, blue ball"), streamsOf(t, i)); len(got) != c.want {
				t.Errorf("%s: got %d questions, want %d", c.name, len(got), c.want)
			}
		}
		if got := s.Rejects[rejectRepeat]; (got == 6) != (c.want == 2) {
			t.Errorf("%s: %d families asked about nothing new on 6 scenes", c.name, got)
		}
	}
}

// A family that fits few scenes stays the least used one and is asked first where it fits.
func TestRareFamilyComesFirst(t *testing.T) {
	fits := func(r row, x *Template[row]) bool { return x.Index != 2 || len(r) == 2 }
	s := sessionOf(t, newToy(), Options[row]{PerScene: 1, Fits: fits}, alwaysAsked, alwaysAsked, alwaysAsked)
	var got [][]int
	for i := range 8 {
		scene := rowOf("red cube")
		if i%4 == 3 {
			scene = rowOf("red cube, red cube")
		}
		got = append(got, askedOf(s.Ask(scene, streamsOf(t, i))))
	}
	if want := "[[0] [1] [0] [2] [1] [0] [1] [2]]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if len(s.Rejects) != 0 {
		t.Errorf("got rejects %v; a family that is not tried is none", s.Rejects)
	}
}

// Many families on many scenes: each at most once a scene, answers as the program says, and the same again with equal
// streams.
func TestSession(t *testing.T) {
	const perScene, scenes = 4, 150
	ask := func(name string) (texts []string, rejects string) {
		l := newToy()
		l.Cues = []Type{typeShape}
		s := sessionOf(t, l, Options[row]{PerScene: perScene, Budget: 2000}, "scene filter_count(0)<C,S>", alwaysAsked,
			"scene filter_unique(0)<C,S> query_color(1)",
			"scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> query_shape(2)",
			"scene filter_unique(0)<C,S> relate_filter_count(1)<R,C2,S2>",
			"scene filter_unique(0)<C,S> filter_unique(0)<C2,S2> query_color(1) query_color(2) equal_color(3,4)")
		for i := range scenes {
			stream := streamsOf(t, i)
			if name != "" {
				stream = streamsOf(t, i+scenes)
			}
			scene := drawRow(streamOf(t, i), 2+i%5)
			questions := s.Ask(scene, stream)
			if len(questions) > perScene {
				t.Errorf("scene %d: got %d questions, want at most %d", i, len(questions), perScene)
			}
			families := askedOf(questions)
			slices.Sort(families)
			if len(slices.Compact(slices.Clone(families))) != len(families) {
				t.Errorf("scene %d: got a family twice: %v", i, families)
			}
			for _, q := range questions {
				if got := l.Answer(scene, q.Program); got != q.Answer || q.Answer == Invalid {
					t.Errorf("scene %d: %s: got the answer %v, want %v", i, q.Template.Name(), q.Answer, got)
				}
				if l.Degenerate(scene, q.Program, q.Answer) {
					t.Errorf("scene %d: %s: the relation changes nothing", i, q.Template.Name())
				}
				texts = append(texts, fmt.Sprint(i, " ", q.Template.Name(), " ", q.Text, " ", q.Answer))
			}
		}
		return texts, fmt.Sprint(s.Rejects)
	}
	texts, rejects := ask("")
	if len(texts) < perScene*scenes*3/4 {
		t.Errorf("got %d questions, want most of %d", len(texts), perScene*scenes)
	}
	if again, rejectsAgain := ask(""); !slices.Equal(again, texts) || rejectsAgain != rejects {
		t.Errorf("equal streams: got %q %s\nwant %q %s", again, rejectsAgain, texts, rejects)
	}
	if others, _ := ask("others"); slices.Equal(others, texts) {
		t.Error("other streams give the same questions")
	}
}

func TestRejectsAreCounted(t *testing.T) {
	const pair = "red cube, blue ball"
	for _, c := range []struct {
		name, nodes, scene string
		options            Options[row]
		want               map[string]int // of three scenes
	}{
		{"asked", alwaysAsked, pair, Options[row]{}, map[string]int{}},
		{"nothing to ask", "scene unique(0) query_color(1)", pair, Options[row]{}, map[string]int{rejectNone: 3}},
		// The first red is asked; after that another color must come first.
		{"answer given too often", "scene unique(0) query_color(1)", "red cube", Options[row]{},
			map[string]int{rejectBalance: 2}},
		{"not accepted", alwaysAsked, pair, Options[row]{Accept: func(*Instance[row]) string { return "not today" }},
			map[string]int{"not today": 3}},
		// What follows the relation is not used at all.
		{"relation changes nothing", "scene unique(0) relate(1)<R> query_color(1)", "red cube", Options[row]{},
			map[string]int{rejectDegenerate: 3}},
		{"relation that may change nothing", "scene unique(0) relate(1)<R> query_color(1)", "red cube",
			Options[row]{Exempt: func(*Template[row]) bool { return true }}, map[string]int{rejectBalance: 2}},
		{"named", "scene filter_unique(0)<C> query_color(1)", pair,
			Options[row]{Hides: func(*Template[row]) bool { return true }}, map[string]int{rejectNamed: 3}},
		{"named, as it may be", "scene filter_unique(0)<C> query_color(1)", pair,
			Options[row]{Hides: func(*Template[row]) bool { return false }}, map[string]int{}},
		{"budget", "scene filter_unique(0)<C,S> query_color(1)", pair, Options[row]{Budget: 1},
			map[string]int{rejectBudget: 3}},
		{"not tried", alwaysAsked, pair, Options[row]{Fits: func(row, *Template[row]) bool { return false }},
			map[string]int{}},
	} {
		c.options.PerScene = 1
		s := sessionOf(t, newToy(), c.options, c.nodes)
		for i := range 3 {
			s.Ask(rowOf(c.scene), streamsOf(t, i))
		}
		if fmt.Sprint(s.Rejects) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, s.Rejects, c.want)
		}
	}
}

// redLeg is a slot's value that says more than it is.
type redLeg struct{}

func (redLeg) Says() Value { return "red" }

func TestNamed(t *testing.T) {
	for _, c := range []struct {
		values []Value
		answer Value
		want   bool
	}{
		{nil, "red", false}, {[]Value{"", "cube"}, "red", false}, {[]Value{"cube", "red"}, "red", true},
		{[]Value{redLeg{}}, "red", true}, {[]Value{redLeg{}}, "blue", false}, {[]Value{1}, 1, true}, {[]Value{"1"}, 1, false},
	} {
		if got := named(c.values, c.answer); got != c.want {
			t.Errorf("%v in %v: got %v, want %v", c.answer, c.values, got, c.want)
		}
	}
}

// Accept sees instances that are whole.
func TestAcceptChooses(t *testing.T) {
	s := sessionOf(t, newToy(), Options[row]{PerScene: 1, Accept: func(in *Instance[row]) string {
		if in.Slot("C") != "green" || len(in.Program) != 3 || in.Answer != false || in.Outputs[2] != false {
			return "not green"
		}
		return ""
	}}, alwaysAsked)
	q := s.Ask(rowOf("red cube, blue ball"), streamsOf(t, 0))
	if len(q) != 1 || q[0].Slot("C") != "green" || len(s.Rejects) != 0 {
		t.Errorf("got %v and rejects %v, want a question about green", q, s.Rejects)
	}
}

// colorOf asks what color the only object of some shape has, on many scenes. It returns how many questions were asked,
// how many of them those who know the family's answers by the shape would get right, and the commonest answer's count.
func colorOf(t *testing.T, cues []Type, scene func(i int) row) (s *Session[row], asked, byWord, byAnswer int) {
	t.Helper()
	l := newToy()
	l.Cues = cues
	g := grammarOf(t, l, families(family("scene filter_unique(0)<C,S> query_color(1)", "what colour?",
		`NULL(<C>)`)))
	s = NewSession(g, toyVoice{}, Options[row]{PerScene: 1})
	words, answers := map[Value]map[Value]int{}, map[Value]int{}
	for i := range 400 {
		for _, q := range s.Ask(scene(i), streamsOf(t, i)) {
			word := q.Slot("S")
			if words[word] == nil {
				words[word] = map[Value]int{}
			}
			words[word][q.Answer]++
			answers[q.Answer]++
			asked++
		}
	}
	most := func(counts map[Value]int) (most int) {
		for _, n := range counts {
			most = max(most, n)
		}
		return most
	}
	for _, counts := range words {
		byWord += most(counts)
	}
	return s, asked, byWord, most(answers)
}

// tellingScene is a row in which four of five cubes are red, balls green, and cones blue: 0.7 + 0.3/3.
func tellingScene(t *testing.T) func(i int) row {
	return func(i int) row {
		s := streamOf(t, 1000+i)
		r := drawRow(s, 4)
		for k := range r {
			if s.Bool(0.7) {
				r[k].color = map[string]string{"cube": "red", "ball": "green", "cone": "blue"}[r[k].shape]
			}
		}
		return r
	}
}

func TestWordsThatTellAreEvenedOut(t *testing.T) {
	_, without, byWord, _ := colorOf(t, nil, tellingScene(t))
	if 10*byWord < 7*without || without < 200 {
		t.Fatalf("without cues %d of %d are right by the word: the test's scenes tell too little", byWord, without)
	}
	s, asked, byWord, byAnswer := colorOf(t, []Type{typeShape}, tellingScene(t))
	// Every sorting may be right by the tolerance more often than the commonest answer; the three shapes' heaps do not
	// count their first hit, and a question that is itself the commonest answer is counted for it before it is asked.
	limit := float64(byAnswer) + cueTolerance*float64(asked) + cueSlack + float64(s.cues[0].relief) + 3 + 1
	if float64(byWord) > limit {
		t.Errorf("%d of %d are right by the word, want at most %.0f", byWord, asked, limit)
	}
	if 2*asked < without {
		t.Errorf("got %d questions, want at least half of %d without cues", asked, without)
	}
}

func TestWordsThatTellNothingAreLeftAlone(t *testing.T) {
	even := func(i int) row { return drawRow(streamOf(t, 1000+i), 4) }
	_, without, _, _ := colorOf(t, nil, even)
	s, with, _, _ := colorOf(t, []Type{typeShape}, even)
	if 100*with < 98*without || s.Rejects[rejectCue] != 0 {
		t.Errorf("got %d questions, rejects %v, want about %d, none rejected for its words", with, s.Rejects, without)
	}
}

// Where the word always gives the answer, few questions are asked, though the answers are even.
func TestWordsThatGiveTheAnswer(t *testing.T) {
	scene := func(i int) row {
		return rowOf([]string{"red cube, green ball", "green ball, blue cone", "blue cone, red cube"}[i%3])
	}
	if _, asked, byWord, _ := colorOf(t, nil, scene); asked != 400 || byWord != asked {
		t.Errorf("without cues: got %d questions, %d right by the word, want 400 and all", asked, byWord)
	}
	s, asked, _, _ := colorOf(t, []Type{typeShape}, scene)
	// asked - 3 hits must not be more than those of the commonest answer, asked/3, and what is tolerated; one question more
	// for every 8 scenes that were left out in a row.
	relief := s.cues[0].relief
	most := (cueSlack + float64(relief) + 3 + 1) / (1 - 1.0/3 - cueTolerance)
	if float64(asked) > most+3 || asked > 100 || relief > s.Rejects[rejectCue]/cuePatience {
		t.Errorf("got %d questions, relief %d, rejects %v, want at most %.0f and others rejected for their words",
			asked, relief, s.Rejects, most+3)
	}
}

// A set may shuffle equally used families, take the first instance, and say it in its own way.
func TestOptionsOfPublishedGenerators(t *testing.T) {
	said := 0
	o := Options[row]{PerScene: 1, First: true, Shuffle: true, Text: func(in *Instance[row], _ *rng.Stream) string {
		said++
		return fmt.Sprint("number ", said)
	}}
	first := map[int]bool{}
	for i := range 20 {
		s := sessionOf(t, newToy(), o, alwaysAsked, alwaysAsked, alwaysAsked)
		var all []int
		for j := range 3 {
			questions := s.Ask(rowOf("red cube, blue ball"), streamsOf(t, 10*i+j))
			if len(questions) != 1 || questions[0].Text != fmt.Sprint("number ", said) {
				t.Fatalf("questions %v, want one in the words of the option", questions)
			}
			all = append(all, questions[0].Template.Index)
		}
		first[all[0]] = true
		slices.Sort(all)
		if !slices.Equal(all, []int{0, 1, 2}) {
			t.Errorf("session %d: families %v, want each once", i, all)
		}
	}
	if len(first) != 3 {
		t.Errorf("the first family is one of %v, want any", first)
	}
}
