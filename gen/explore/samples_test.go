package explore

import (
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"mereo/gen/show"
)

type listed struct {
	Samples []struct {
		Index  int
		Title  string
		Facets show.Facets
		Error  string
	}
	Next, Scanned, Total int
}

// all reads a list to its end and returns the indices.
func all(t *testing.T, e *Explorer, query string) (out []int) {
	t.Helper()
	for next := 0; next >= 0; {
		l := get[listed](t, e, "/api/samples?split=train&from="+url.QueryEscape(itoa(next))+"&"+query)
		for _, s := range l.Samples {
			out = append(out, s.Index)
		}
		if l.Next >= 0 && l.Next <= next {
			t.Fatalf("the list goes on at %d after %d", l.Next, next)
		}
		next = l.Next
	}
	return out
}

// A list has what matches, in order, whether the samples were looked at before or not, and whatever its length.
func TestSamplesAreThoseThatMatch(t *testing.T) {
	const count = 2345
	for _, c := range []struct {
		query string
		want  func(i int) bool
	}{
		{"limit=100", func(i int) bool { return true }},
		{"limit=7&f.parity=odd", func(i int) bool { return i%2 == 1 }},
		{"f.last+digit=3&f.last+digit=8", func(i int) bool { return i%10 == 3 || i%10 == 8 }},
		{"f.last+digit=3&f.last+digit=8&f.parity=even", func(i int) bool { return i%10 == 8 }},
		{"f.parity=none", func(i int) bool { return false }},
		{"f.nothing=1", func(i int) bool { return false }},
	} {
		var want []int
		for i := range count {
			missing, damaged := i%10 == 9, i == 12
			if c.want(i) && !missing && (!damaged || c.query == "limit=100") {
				want = append(want, i)
			}
		}
		e := open(t, count, nil, "train")
		for _, when := range []string{"at first", "again"} {
			if got := all(t, e, c.query); !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d samples, want %d", c.query, when, len(got), len(want))
			}
		}
	}
}

func TestSampleThatCannotBeReadIsListed(t *testing.T) {
	e := open(t, 20, nil, "train")
	l := get[listed](t, e, "/api/samples?split=train&from=12&limit=1")
	if s := l.Samples[0]; s.Index != 12 || s.Title != "train/12" || s.Error != "toy: train/12 is damaged" || l.Next != 13 {
		t.Errorf("got %+v", l)
	}
}

// The walk in the background finds all samples.
func TestFacetsAreCounted(t *testing.T) {
	e := open(t, 1500, nil, "train")
	type facets struct {
		Values         map[string]map[string]int
		Scanned, Total int
	}
	var f facets
	for begun := time.Now(); time.Since(begun) < 20*time.Second && f.Scanned < 1349; time.Sleep(time.Millisecond) {
		f = get[facets](t, e, "/api/facets?split=train")
	}
	// A tenth is missing, one is damaged, which is even.
	if f.Scanned != 1349 || f.Total != 1500 || f.Values["parity"]["odd"] != 600 || f.Values["parity"]["even"] != 749 ||
		f.Values["last digit"]["3"] != 150 {
		t.Errorf("got %+v", f)
	}
}

func TestSampleKnowsItsNeighbors(t *testing.T) {
	e := open(t, 30, nil, "train")
	for _, c := range []struct{ index, previous, next int }{{0, -1, 1}, {8, 7, 10}, {28, 27, -1}} {
		s := get[struct {
			Page           show.Page
			Previous, Next int
		}](t, e, "/api/sample/train/"+itoa(c.index))
		if s.Previous != c.previous || s.Next != c.next || s.Page.Title != "train/"+itoa(c.index) {
			t.Errorf("sample %d: %s between %d and %d, want %d and %d", c.index, s.Page.Title, s.Previous, s.Next, c.previous, c.next)
		}
	}
}

func TestSizesOfNumbersOrderValues(t *testing.T) {
	got := []string{"10", "red", "2", "blue", "1.5"}
	slices.SortFunc(got, byNumber)
	if want := []string{"1.5", "2", "10", "blue", "red"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The walk tells whether it has to look again, as where a dataset is being made.
func TestWalkTellsWhatIsMissing(t *testing.T) {
	for count, want := range map[int]bool{9: false, 10: true} { // every tenth sample is never there
		e := open(t, count, nil, "train")
		var busy atomic.Int64
		if got := e.splits["train"].index.walk(t.Context(), &busy); got != want {
			t.Errorf("of %d samples some are missing: %v, want %v", count, got, want)
		}
	}
}
