package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// knowsToy knows the slots S and C and the phrase G.
func knowsToy(name string) (isSlot, isPhrase bool) { return name == "S" || name == "C", name == "G" }

func TestPhrasingErrors(t *testing.T) {
	deep := strings.Repeat("[", maxDepth) + "a" + strings.Repeat("]", maxDepth)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", `the phrasing is empty`},
		{"blanks", " \t", `the phrasing is empty`},
		{"[ without ]", "a [b", `byte 4 of "a [b": ends before one of "]"`},
		{"{ without }", "{a|b", `byte 4 of "{a|b": ends before one of "|}"`},
		{"{ without anything", "{", `byte 1 of "{": ends before one of "|}"`},
		{"< without >", "a <S", `byte 2 of "a <S": < without >`},
		{"] without [", "a]", `byte 1 of "a]": unexpected ']'`},
		{"> without <", "a>", `byte 1 of "a>": unexpected '>'`},
		{"} without {", "a}", `byte 1 of "a}": unexpected '}'`},
		{"| without {", "a|b", `byte 1 of "a|b": unexpected '|'`},
		{"crossed brackets", "{a[b}c]", `byte 4 of "{a[b}c]": unexpected '}'`},
		{"crossed the other way", "[a{b]c}", `byte 4 of "[a{b]c}": unexpected ']'`},
		{"unknown mention", "the <X>", `byte 4 of "the <X>": no node has slot <X>`},
		{"empty mention", "<>", `byte 0 of "<>": no node has slot <>`},
		{"mention inside a choice", "{a|<X>}", `byte 3 of "{a|<X>}": no node has slot <X>`},
		{"agreement with an unknown slot", "{is|are:X}",
			`byte 10 of "{is|are:X}": "{is|are:X}" agrees with <X>, which no node has`},
		{"agreement with a blank", "{is|are: S}",
			`byte 11 of "{is|are: S}": "{is|are: S}" agrees with < S>, which no node has`},
		{"agreement of one form", "{is:S}", `byte 6 of "{is:S}": "{is:S}" has 1 forms, want singular and plural`},
		{"agreement of three", "{a|b|c:S}", `byte 9 of "{a|b|c:S}": "{a|b|c:S}" has 3 forms, want singular and plural`},
		{"agreement with nothing", "{is|are:}", `byte 9 of "{is|are:}": "{is|are:}" has nothing behind :`},
		{"nested too deep", "[" + deep + "]", fmt.Sprintf(`byte %d of "[%s]": brackets are nested more than %d deep`,
			maxDepth, deep, maxDepth)},
	} {
		if _, err := parsePhrasing(c.text, knowsToy); err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
	for _, good := range []string{
		deep, "a: b", ":", "a:S", "{a:S|b}", "{a|b::S}", "<S>s<S>1<S>st", "1 s", "{|}", "[]", "{a}", "é",
	} {
		if _, err := parsePhrasing(good, knowsToy); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

// sayings says the first instance of a family often, and counts the texts.
func sayings(t *testing.T, nodes, text, scene string, times int) map[string]int {
	t.Helper()
	g := grammarOf(t, newToy(), families(family(nodes, text)))
	stream := streamOf(t, 0)
	in := firstOf(t, g, rowOf(scene), stream)
	out := map[string]int{}
	for range times {
		out[g.Text(in, toyVoice{}, stream)]++
	}
	return out
}

// Where nothing is to choose, the text is known word for word. Every scene has one instance.
func TestText(t *testing.T) {
	const (
		color = "scene unique(0) query_color(1)"
		one   = "scene filter_color(0)<C> unique(1) query_shape(2)"
		shape = "scene filter_shape(0)<S> unique(1) query_color(2)"
	)
	for _, c := range []struct{ name, nodes, scene, text, want string }{
		{"plain", color, "red ball", "what is it?", "what is it?"},
		{"a slot", shape, "red ball", "the <S>?", "the ball?"},
		{"a word that stands for itself", one, "blue ball", "the <C> thing?", "the blue thing?"},
		{"a word with one form", one, "red ball", "the <C> thing?", "the orange thing?"},
		{"plural", shape, "red ball", "the <S>s?", "the balls?"},
		{"singular", shape, "red ball", "the <S>1?", "the ball?"},
		{"plural before a mark", shape, "red ball", "<S>s, <S>s", "balls, balls"},
		{"no plural inside a word", shape, "red ball", "<S>st <S>1st", "ballst ball1st"},
		{"slot next to a slot", shape, "red ball", "<S>s<S>s", "ballsballs"},
		{"agreement, singular", shape, "red ball", "there {is|are:S} <S>", "there is ball"},
		{"agreement, nested", shape, "red ball", "{a {one|two:S}|b:S} c", "a one c"},
		{"agreement with nothing for one form", shape, "red ball", "<S>1 sit{s|:S}", "ball sits"},
		{"a colon in the text", shape, "red ball", "look: {it: is|they: are:S} here:", "look: it: is here:"},
		{"an", color, "red ball", "a orange, a apple, a egg, a icicle, a urn",
			"an orange, an apple, an egg, an icicle, an urn"},
		{"a", color, "red ball", "an ball, an one, a cube", "a ball, a one, a cube"},
		{"an before a slot", one, "red ball", "is it a <C> thing or an <C>?", "is it an orange thing or an orange?"},
		{"a before a slot", one, "blue ball", "is it a <C> thing or an <C>?", "is it a blue thing or a blue?"},
		{"a at the end and before a mark", color, "red ball", "a ? an", "a? an"},
		{"spaces", color, "red ball", "  many \t spaces   here ", "many spaces here"},
		{"space before marks", color, "red ball", "one , two ; three : four . five ! six ?",
			"one, two; three: four. five! six?"},
		{"letters of other languages", color, "red ball", "à é ?", "à é?"},
	} {
		got := sayings(t, c.nodes, c.text, c.scene, 5)
		if len(got) != 1 || got[c.want] != 5 {
			t.Errorf("%s: got %v, want %q", c.name, got, c.want)
		}
	}
}

// evenly checks that texts are the wanted ones, each with its share: within 4.5 standard deviations of n draws, which a
// right program misses once in 150,000 checks.
func evenly(t *testing.T, name string, got map[string]int, want map[string]float64) {
	t.Helper()
	n := 0
	for text, k := range got {
		n += k
		if _, ok := want[text]; !ok {
			t.Errorf("%s: %q is said", name, text)
		}
	}
	for text, p := range want {
		off := float64(got[text]) - p*float64(n)
		if off*off > 4.5*4.5*float64(n)*p*(1-p) {
			t.Errorf("%s: %q is said %d times of %d, want a share of %.3f", name, text, got[text], n, p)
		}
	}
}

func TestChoicesAreEven(t *testing.T) {
	const color = "scene unique(0) query_color(1)"
	for _, c := range []struct {
		name, text string
		want       map[string]float64
	}{
		{"choice", "{a|b|c} x", map[string]float64{"a x": 1. / 3, "b x": 1. / 3, "c x": 1. / 3}},
		{"choice with nothing", "{|b} x", map[string]float64{"x": .5, "b x": .5}},
		{"nested choice", "{a|{b|c}}", map[string]float64{"a": .5, "b": .25, "c": .25}},
		{"optional", "[very] big", map[string]float64{"big": .5, "very big": .5}},
		{"nested optional", "x [y [z]]", map[string]float64{"x": .5, "x y": .25, "x y z": .25}},
		{"two", "[a] {b|c}", map[string]float64{"a b": .25, "a c": .25, "b": .25, "c": .25}},
		{"optional before a mark", "x [, y]?", map[string]float64{"x?": .5, "x, y?": .5}},
		{"article before an optional word", "a [ugly] ball", map[string]float64{"a ball": .5, "an ugly ball": .5}},
	} {
		evenly(t, c.name, sayings(t, color, c.text, "red ball", 4000), c.want)
	}
}

// A synonym is chosen once for a question, and every one of them as often as the others.
func TestSynonymIsChosenOnce(t *testing.T) {
	const shape = "scene filter_shape(0)<S> unique(1) query_color(2)"
	got := sayings(t, shape, "of the <S>: is the <S> one of the <S>s?", "red cube", 4000)
	evenly(t, "synonyms", got, map[string]float64{
		"of the cube: is the cube one of the cubes?":    .5,
		"of the block: is the block one of the blocks?": .5,
	})
}

// Phrasings are even too, and agreement follows the instance.
func TestPhrasingsAndAgreement(t *testing.T) {
	file := strings.Replace(families(family("scene filter_count(0)<C,S>", "count the <G>s")), `"text":[`,
		`"text":["{there is|there are:G} <G>", "see <S> [or not], {it|they:S}", `, 1)
	g := grammarOf(t, newToy(), file)
	got := map[string]map[string]int{}
	scene := rowOf("red ball, blue ball, blue cone")
	q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, 0)}
	q.Each(func(answer Value) bool {
		in := q.Instance()
		key := fmt.Sprint(in.Slot("C"), " ", in.Slot("S"), " ", answer)
		got[key] = map[string]int{}
		for range 3000 {
			got[key][g.Text(in, toyVoice{}, q.Stream)]++
		}
		return false
	})
	evenly(t, "two", got["blue ball 1"], map[string]float64{
		"count the blue balls": 1. / 3, "there is blue ball": 1. / 3, "see ball, it": 1. / 6, "see ball or not, it": 1. / 6,
	})
	evenly(t, "none", got["red cone 0"], map[string]float64{
		"count the orange icicles": 1. / 3, "there are orange icicles": 1. / 3,
		"see icicles, they": 1. / 6, "see icicles or not, they": 1. / 6,
	})
	evenly(t, "several", got[" ball 2"], map[string]float64{
		"count the balls": 1. / 3, "there are balls": 1. / 3, "see balls, they": 1. / 6, "see balls or not, they": 1. / 6,
	})
}

// Whatever is chosen, spaces are single, none stands before a mark, and articles agree.
func TestTextIsTidy(t *testing.T) {
	g := grammarOf(t, newToy(), families(family("scene filter_count(0)<C,S>",
		"[a] {a|an} <C> [ <C> ] <S> , [ how ] {is|are:S} {  |there} [;] an <G>s [a <C>] a <C> <S> ?")))
	said := map[string]bool{}
	for i := range 300 {
		stream := streamOf(t, i)
		in := firstOf(t, g, drawRow(stream, 4), stream)
		text := g.Text(in, toyVoice{}, stream)
		said[text] = true
		for _, wrong := range []string{"  ", " ,", " ;", " ?", "<", ">", "{", "}", "[", "]", "|"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%d: got %q, want no %q", i, text, wrong)
			}
		}
		words := strings.Fields(text)
		for k, w := range words[:len(words)-1] {
			if w != "a" && w != "an" {
				continue
			}
			next := words[k+1]
			if want := map[bool]string{true: "an", false: "a"}[strings.ContainsRune("aeiou", rune(next[0]))]; w != want {
				t.Errorf("%d: got %q before %q in %q, want %q", i, w, next, text, want)
			}
		}
		if again := Tidy(text); again != text {
			t.Errorf("%d: tidied twice: got %q, want %q", i, again, text)
		}
	}
	if len(said) < 100 {
		t.Errorf("got %d texts of 300 questions, want 100", len(said))
	}
}

// The same stream says the same.
func TestTextRepeats(t *testing.T) {
	say := func() (texts []string) {
		g := grammarOf(t, newToy(), families(family("scene filter_count(0)<C,S>", "[a] {b|c} <S> [d]")))
		for i := range 20 {
			stream := streamOf(t, i)
			texts = append(texts, g.Text(firstOf(t, g, drawRow(stream, 4), stream), toyVoice{}, stream))
		}
		return texts
	}
	if a, b := say(), say(); !slices.Equal(a, b) {
		t.Errorf("got %q, want %q", b, a)
	}
}
