package syndacate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// published are the configurations of the published full-size files.
func published(name string, change func(*samplerConfig)) samplerConfig {
	c := newSamplerConfig(name)
	change(&c)
	return c
}

var (
	oneChar = published(syndacateSampler, func(c *samplerConfig) { c.seed = 1 })
	onePart = published(syndacateSampler, func(c *samplerConfig) { c.maxParts = 1 })
	noFlips = published(syndacateSampler, func(c *samplerConfig) { c.seed, c.flipParts = 1, false })
	chars   = published(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects = 3, 3 })
	aligned = published(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects, c.alignSets = 3, 3, true })
	uniques = published(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects, c.objectReplacement = 2, 3, false })
	wordSet = published(wordsSampler, func(*samplerConfig) {})
	square1 = published(squaresSampler, func(*samplerConfig) {})
	square5 = published(squaresSampler, func(c *samplerConfig) { c.maxObjects = 5 })
)

// publishedConfigs are all of them by what they hold.
var publishedConfigs = []struct {
	name string
	samplerConfig
}{
	{"one character", oneChar}, {"single part", onePart}, {"no flips", noFlips}, {"characters", chars}, {"aligned", aligned},
	{"no replacement", uniques}, {"words", wordSet}, {"one square", square1}, {"squares", square5},
}

// drawn calls f for the decisions about the first n elements, without their lines.
func drawn(t *testing.T, c samplerConfig, n int, f func(i int, e *element)) {
	t.Helper()
	s, err := newSampler(c)
	if err != nil {
		t.Fatal(err)
	}
	var e element
	for i := range n {
		s.draw(&e)
		f(i, &e)
	}
}

// The first classes of the published streams.
func TestFirstElements(t *testing.T) {
	for _, c := range []struct {
		name   string
		config samplerConfig
		want   string
	}{
		{"one character", oneChar, "(L) (X) (W) (L) (X) (L) (L) (E) (A) (L) (W) (Z) (M) (A) (F) (F) (I) (A) (E) (E)"},
		{"characters", chars, "(A E F) (X N) (F) (E M) (L X) (W) (N F E) (X F) (N) (F A F)"},
		{"aligned", aligned, "(A E F) (I X I) (X L) (A N M) (N) (Z I M) (I N) (E) (N Z) (E)"},
		{"no replacement", uniques, "(F Z A) (F) (E Z L) (X N A) (Z N) (I N Z) (E F) (E) (I F) (L M W)"},
		{"single part", onePart, "(X) (X) (A) (I) (I) (F) (Z) (L) (F) (X)"},
		{"words", wordSet,
			"(Fail Him Me) (Mile Fail Lime) (Film Film Me) (Film Film Mile) (Film) (Film Me) (Mile Hi Lime)"},
	} {
		var got []string
		drawn(t, c.config, strings.Count(c.want, "("), func(_ int, e *element) {
			var names []string
			for _, class := range e.classes {
				names = append(names, c.config.classes()[class])
			}
			got = append(got, fmt.Sprint("(", strings.Join(names, " "), ")"))
		})
		if joined := strings.Join(got, " "); joined != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, joined, c.want)
		}
	}
	drawn(t, oneChar, 1, func(_ int, e *element) {
		want := "0.975232 0.072080 0.448649 0.293549 -0.153347 0.655405 7.045996 0.774797"
		values := e.poses[0].Values()
		if got := strings.Trim(fmt.Sprintf("%.6f", values), "[]"); got != want {
			t.Errorf("the first pose is %s, want %s", got, want)
		}
	})
}

// Counts over the 70,000 elements of a file hold exactly.
func TestCountsOfWholeFiles(t *testing.T) {
	t.Run("one character", func(t *testing.T) {
		test, train, rows := make([]int, 10), make([]int, 10), map[int]int{}
		drawn(t, oneChar, 70_000, func(i int, e *element) {
			if i < 10_000 {
				test[e.classes[0]]++
			} else {
				train[e.classes[0]]++
			}
			rows[len(e.partSlots)]++
		})
		if want := []int{984, 952, 1016, 1022, 1048, 1035, 952, 990, 1009, 992}; !slices.Equal(test, want) {
			t.Errorf("test has %v of the classes, want %v", test, want)
		}
		if want := []int{5863, 6002, 5980, 6057, 6017, 6129, 5921, 5952, 6062, 6017}; !slices.Equal(train, want) {
			t.Errorf("train has %v of the classes, want %v", train, want)
		}
		if got, want := fmt.Sprint(rows), "map[2:7079 4:14136 6:27725 8:21060]"; got != want {
			t.Errorf("elements by their part rows are %s, want %s", got, want)
		}
	})
	for _, c := range []struct {
		name   string
		config samplerConfig
		want   []int
	}{
		{"characters", chars, []int{23337, 23093, 23570}},
		{"aligned", aligned, []int{23208, 23435, 23357}},
		{"words", wordSet, []int{23170, 23390, 23440}},
	} {
		objects, classes := make([]int, 3), make([]int, 10)
		drawn(t, c.config, 70_000, func(_ int, e *element) {
			objects[len(e.classes)-1]++
			for _, class := range e.classes {
				classes[class]++
			}
		})
		if !slices.Equal(objects, c.want) {
			t.Errorf("%s: elements by their objects are %v, want %v", c.name, objects, c.want)
		}
		want := []int{13884, 14110, 13936, 13836, 14195, 13834, 13845, 14199, 14269, 14162}
		if c.name == "words" && !slices.Equal(classes, want) {
			t.Errorf("words: %v of the classes, want %v", classes, want)
		}
	}
}
